"""What probing is worth in Takami: `python benchmarks/takami_probing.py [--bot points|win] [--games N] [--worth N]`.

First the worth by the bot's own values, in games of the bot with itself: how much a probe adds to the best step
without one, with the hand as it is and with one that never errs. It is printed for each player and game, in points
or as a chance to win. Before the raise the planner's own pulls are considered, before the prize every stick.

Then three players play the same bot without probes: the bot with probes (`probing`); one that probes in secret, never
errs, and then does what K4 and K7 allow (`secret`); one that knows how every stick sits (`all-knowing`). The last two
are ceilings: no player may know as much. Each deal is played twice, with seats changed, and the intervals (95 %) are
those of the pairs: where nobody probes, the second game mirrors the first. `points` is `medium`, `win` is `hard`.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from takami_knowledge import (
    FIRST_SEED,
    Player,
    all_knowing,
    final_scores,
    leads,
    takami_state,
    thinking,
    with_true_reports,
)

from tabletop.bots.bot import observe
from tabletop.bots.limit import Limit
from tabletop.games.takami.bots import PointsBot, TakamiBot, WinBot
from tabletop.games.takami.evaluation import ExpectedPoints
from tabletop.games.takami.heap import Heap
from tabletop.games.takami.moves import Done, Prize, Probe, Pull
from tabletop.games.takami.rules import TakamiState
from tabletop.match import Match

PLAYERS = ("probing", "secret", "all-knowing")
LEAST_WORTH = 1e-4
"""Probes worth less are not counted."""


def bots(name: str) -> tuple[TakamiBot, TakamiBot]:
    """The bot with probes and without."""
    if name == "win":
        return WinBot(), WinBot(probes=False)
    points = PointsBot(ExpectedPoints, plans=True, probes=True)
    return points, replace(points, probes=False)


def secretly_probing(bot: TakamiBot) -> Player:
    """A player who thinks like the bot, but whose probes never err, and are not told to others or remembered."""

    def move(match: Match) -> object:
        state, observation = takami_state(match), observe(match, 1)
        found = bot.think(replace(observation, state=with_true_reports(state, ())), Limit()).move
        if not isinstance(found, Probe):
            return found
        told = replace(with_true_reports(state, (found.stick,)), probed=found.stick)
        return bot.think(replace(observation, state=told), Limit()).move

    return move


def probe_worth(bot: TakamiBot, match: Match, state: TakamiState) -> tuple[float, bool]:
    """What the best probe adds to the best step without one; whether the best such step is about a loaded stick."""
    assert isinstance(state.heap, Heap)
    heap, observation = state.heap, replace(observe(match, 1), state=state)
    steps = bot.evaluate(observation, Limit(), lines=100)
    if state.phase == "prize":
        sticks = state.legal_sticks()
        loaded = [Probe(stick) for stick in sticks if not heap.is_free(stick)]
        steps = bot.evaluate(observation, Limit(), [*map(Prize, sticks), *loaded, Done()])
    move, plain = next((move, value) for move, value in steps if not isinstance(move, Probe))
    probes = [value for move, value in steps if isinstance(move, Probe)]
    is_loaded = isinstance(move, Pull | Prize) and not heap.is_free(move.stick)
    return max(0.0, max(probes, default=plain) - plain), is_loaded


def print_worth(name: str, games: int) -> None:
    """Print what probes are worth by the bot's own values."""
    probing, plain = bots(name)
    counts = Counter[tuple[str, str]]()
    worth: dict[tuple[str, str], list[float]] = {}

    def watched(match: Match) -> object:
        state = takami_state(match)
        if state.phase == "prize" or (state.phase == "raise" and state.taboo):
            counts[state.phase, "choices"] += 1
            for hand, view in (("own", state.seen_by(1)), ("sure", with_true_reports(state, ()))):
                gain, is_loaded = probe_worth(probing, match, view)
                worth.setdefault((state.phase, hand), []).append(gain)
                counts[state.phase, hand] += gain > LEAST_WORTH
            counts[state.phase, "loaded"] += is_loaded
        return thinking(plain)(match)

    for number in range(games):
        final_scores((watched, watched), FIRST_SEED + number)
    for phase in ("raise", "prize"):
        choices, loaded, own, sure = (counts[phase, key] / games / 2 for key in ("choices", "loaded", "own", "sure"))
        gains = [math.fsum(worth[phase, hand]) / games / 2 for hand in ("own", "sure")]
        print(
            f"{name} {phase}: {choices:.1f} choices of a player in a game, the best of {loaded:.1f} a loaded stick; "
            f"probes pay {own:.2f} times, worth {gains[0]:.5f}; sure ones {sure:.2f} times, worth {gains[1]:.5f}",
            flush=True,
        )


def paired(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its interval, where each two games in a row share a deal."""
    pairs = [(one + other) / 2 for one, other in zip(numbers[::2], numbers[1::2], strict=True)]
    return statistics.fmean(pairs), 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs))


def print_games(name: str, games: int, titles: Sequence[str]) -> None:
    """Print what players who know more about how sticks sit make of it."""
    probing, plain = bots(name)
    players = {
        "probing": thinking(probing),
        "secret": secretly_probing(probing),
        "all-knowing": all_knowing(plain),
    }
    for title in titles:
        found = leads(players[title], thinking(plain), games)
        share, share_wide = paired([(lead > 0) + (lead == 0) / 2 for lead in found])
        lead, lead_wide = paired(found)
        print(
            f"{name} {title} v without: {share:.4f} +-{share_wide:.4f}, lead {lead:+.3f} +-{lead_wide:.3f}, "
            f"{games} games",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="What probing is worth in Takami.")
    parser.add_argument("--games", type=int, default=400, help="games of each row, an even number; 0 for none")
    parser.add_argument("--worth", type=int, default=20, help="games in which the worth of probes is added up")
    parser.add_argument("--bot", choices=("points", "win"), default="points")
    parser.add_argument("--player", choices=PLAYERS, action="append", help="only this player; may be repeated")
    arguments = parser.parse_args()
    if arguments.worth:
        print_worth(arguments.bot, arguments.worth)
    if arguments.games:
        print_games(arguments.bot, arguments.games, arguments.player or PLAYERS)


if __name__ == "__main__":
    main()
