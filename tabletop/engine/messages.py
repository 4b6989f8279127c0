"""What a client tells an engine: the options of a game, the position, and how long to think.

    for line in option_lines(game, match.setup):
        process.send(line)
    process.send(position_line(game, observe(match, bot_seed=1)))

Options that an engine does not know do no harm; the seed goes only to those that offer it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop.bots.bot import AnyObservation
from tabletop.bots.limit import Limit
from tabletop.engine.protocol import move_word
from tabletop.game import AnyGame, Setup
from tabletop.options import LARGEST_SEED, Option
from tabletop.text import whole_number


def option_lines(game: AnyGame, setup: Setup) -> list[str]:
    """The `setoption` lines that make an engine play this setup."""
    values = [(option.name, _format_value(option, setup)) for option in game.options]
    if game.players[0] != game.players[1]:
        values.append(("players", str(setup.players)))
    if game.format_position is None:
        values.append(("first", str(setup.first)))
    if setup.model:
        values.append(("model", setup.model.name))
        values.append(("skill", " ".join(f"{player}={skill}" for player, skill in enumerate(setup.skills, 1))))
    return [f"setoption name {name} value {value}" for name, value in values]


def seed_lines(offered: Iterable[str], seed: int) -> list[str]:
    """The `setoption` line for the seed, brought into the engine's range; none if `offered` has no such option."""
    for line in offered:
        words = line.split()
        if [word.lower() for word in words[:5]] == ["option", "name", "seed", "type", "spin"]:
            low, high = _bound(words, "min", 0), _bound(words, "max", LARGEST_SEED)
            if low <= high:
                return [f"setoption name {words[2]} value {low + seed % (high - low + 1)}"]
    return []


def _bound(words: Sequence[str], name: str, default: int) -> int:
    """The number after `min` or `max`; `default` if there is none, or if it is negative."""
    number = whole_number(words[words.index(name) + 1], digits=19) if name in words[:-1] else None
    return default if number is None else number


def _format_value(option: Option, setup: Setup) -> str:
    value = setup.options.get(option.name, option.default)
    return str(value).lower() if isinstance(value, bool) else str(value)


def position_line(game: AnyGame, observation: AnyObservation) -> str:
    """The `position` line for an observation: the start, and every move and outcome since."""
    start = "startpos"
    if game.format_position and observation.states:
        start = f"fen {game.format_position(observation.states[0])}"
    words = [move_word(game, ply) for ply in observation.plies]
    return f"position {start}" + (f" moves {' '.join(words)}" if words else "")


def go_line(limit: Limit, seconds: float) -> str:
    """The `go` line for a limit: everybody's clock, or else this many seconds for the move."""
    words = [f"movetime {_milliseconds(seconds)}"]
    if limit.clocks:
        words = [
            f"p{player}time {_milliseconds(clock.seconds)} p{player}inc {_milliseconds(clock.increment)}"
            for player, clock in enumerate(limit.clocks, 1)
        ]
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    return f"go {' '.join(words)}"


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
