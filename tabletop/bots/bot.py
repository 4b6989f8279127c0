"""What a bot is: it gets an Observation and a Limit, and answers with a SearchInfo.

    info = bot.think(observe(match, bot_seed=1), Limit(nodes=1000))
    match.play(info.move)

A class with `think` is a Bot; one that can also score moves it would not choose is an Evaluator,
which hints and analysis need. Random numbers come from the observation's `rng` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, runtime_checkable

from tabletop.bots.limit import Limit
from tabletop.game import AnyGame, Move, S, Setup
from tabletop.match import Match, Ply
from tabletop.text import counted


@dataclass(frozen=True)
class Observation(Generic[S]):
    """A turn to take, with only what its player may see. `setup.seed` is None."""

    game: AnyGame
    setup: Setup
    state: S
    states: Sequence[S]
    """All states so far, as the player may see them, the present one last."""
    player: int
    rng: Random
    """The bot's own random numbers. Use only `random()` and `getrandbits()`: others vary by Python version."""
    plies: Sequence[Ply] = ()
    """The moves and outcomes so far, to send to an outside engine."""
    bot_seed: int = 0
    """Where `rng` comes from, to send to an outside engine: the same for every turn of a game."""


AnyObservation: TypeAlias = Observation[Any]
"""An observation outside a game's folder, where the type of its states is unknown."""


def observe(match: Match, bot_seed: int) -> AnyObservation:
    """What the player to move may see of the match.

    The random numbers depend only on the bot's seed and the number of plies, so a bot that is
    asked again in the same position makes the same choice.
    """
    player = match.to_move
    return Observation(
        game=match.game,
        setup=replace(match.setup, seed=None),
        state=match.state.seen_by(player),
        states=[state.seen_by(player) for state in match.states],
        player=player,
        rng=Random((bot_seed << 20) + len(match.plies)),
        plies=tuple(match.plies),
        bot_seed=bot_seed,
    )


DECIDED = 900.0
"""A value this high means a certain win, its negative a certain loss. Values in points stay below it."""


@dataclass(frozen=True)
class SearchInfo:
    """The move that a bot has found, and what it knows about it."""

    move: Move
    value: float | None = None
    """The move's value for the player to move, a lead in the game's own unit or a chance; None if the bot has none."""
    explanation: str = ""
    """The reason for the move, in a sentence without a full stop; may be empty."""
    nodes: int = 0
    ranked: tuple[tuple[Move, float], ...] = ()
    """The best moves with their values, best first, if the bot compares several."""
    values_are_chances: bool = False
    """Whether values are chances to win rather than leads: 0 to 1, or slightly beyond if a bot corrects them."""
    depth: int = 0
    """How many moves the bot has looked ahead; 0 if it does not count them."""
    line: tuple[Move, ...] = ()
    """The moves that the bot expects, its own first; empty or cut short if it does not know them."""
    values_are_points: bool = True
    """Whether values that are no chances are points, rather than a measure that only the bot knows."""
    is_exact: bool = False
    """Whether values are the points by which the game ends with best play of all."""
    chance_of: Callable[[float], float] | None = field(default=None, compare=False, repr=False)
    """The chance to win that a value means here, if values are no chances themselves and the bot knows."""

    def win_chance(self, value: float | None) -> float | None:
        """The chance to win, 0 to 1, of a move with this value; None if nobody knows."""
        if value is None:
            return None
        if self.values_are_chances:
            return min(1.0, max(0.0, value))
        if self.is_exact:
            return 0.5 if value == 0 else float(value > 0)
        if abs(value) >= DECIDED:
            return float(value > 0)
        return min(1.0, max(0.0, self.chance_of(value))) if self.chance_of else None

    def format_score(self, value: float) -> str:
        """A value for people to read: a chance to win (`57%`), or the end if it is certain (`wins by 3 points`)."""
        if self.is_exact:
            if not value:
                return "a draw"
            return f"{'wins' if value > 0 else 'loses'} by {counted(abs(round(value)), 'point')}"
        if not self.values_are_chances and abs(value) >= DECIDED:
            return "won" if value > 0 else "lost"
        chance = self.win_chance(value)
        return f"{value:+.3g}" if chance is None else format_chance(chance)

    def score_words(self, value: float) -> str:
        """The same where nothing else says what it is: `57% to win`."""
        text = self.format_score(value)
        return f"{text} to win" if text.endswith("%") else text


def format_chance(chance: float) -> str:
    """A chance in whole percent; 0% and 100% are certain."""
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < 1:
        return ">99%"
    return f"{chance:.0%}"


class ExactValues(tuple[tuple[Move, float], ...]):
    """Moves with their values, as `Evaluator.evaluate` returns them, where the values are exact: see `is_exact`."""


class Bot(Protocol):
    """Something that chooses moves. One that can keep `Limit.depth` has an attribute `has_depth`, which is True."""

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move, found within the limit."""


@runtime_checkable
class Evaluator(Bot, Protocol):
    """A bot that can also score moves it would not choose."""

    @property
    def blunder(self) -> float:
        """A move is a blunder if its value is lower than the best one's by this much."""

    def evaluate(
        self, observation: AnyObservation, limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these legal moves, best first, all searched equally deep.

        Without any moves: the `lines` best ones with their values. The unit is that of `SearchInfo.value`.
        """

    def explain(self, observation: AnyObservation, move: Move) -> str:
        """The reason for a legal move, in one sentence without a full stop; may be empty."""
