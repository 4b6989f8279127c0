"""How far Mikado's levels come without seeing the loads: `python benchmarks/mikado_knowledge.py [GAMES]`.

Each level plays `easy`, and so does a player who sees every load, pulls the disc that truly
brings most points, and waives if none brings any. No level may do that; its lead over `easy` is
what perfect knowledge is worth, and the share of it that a level reaches is printed.
Leads are points at the end of a game of two, with 95 % intervals.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable

from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.mikado.discs import PENALTY, value_of
from tabletop.games.mikado.loads import HiddenLoads
from tabletop.games.mikado.moves import Move, Pull, Waive
from tabletop.games.mikado.rules import MikadoState
from tabletop.match import Match
from tabletop.options import make_setup

GAMES = 40
FIRST_SEED = 700_000
Player = Callable[[Match], Move]


def level(name: str) -> Player:
    """A level, which sees what players can see."""
    controller = make_controller(load("mikado"), name)
    return lambda match: controller.bot.think(observe(match, 1), controller.limit()).move


def all_knowing(match: Match) -> Move:
    """The move of the player who sees the loads."""
    state = match.state
    assert isinstance(state, MikadoState) and isinstance(state.hidden, HiddenLoads)
    hidden = state.hidden

    def expected_points(disc: int) -> float:
        return value_of(disc) - (value_of(disc) + PENALTY) * hidden.risk(disc, state.skill)

    best = max(state.allowed_discs(), key=expected_points)
    return Pull(best) if state.must_pull or expected_points(best) > 0 else Waive()


def leads(one: Player, other: Player, games: int) -> list[int]:
    """By how many points the one is ahead at the end of each game; they change seats, and play each tray twice."""
    found = []
    for number in range(games):
        seat = number % 2
        players = (other, one) if seat else (one, other)
        game = load("mikado")
        match = Match(game, make_setup(game, players=2, seed=FIRST_SEED + number // 2))
        match.settle()
        while match.result is None:
            match.play(players[match.to_move - 1](match))
            match.settle()
        scores = match.state.scores()
        found.append(scores[seat] - scores[1 - seat])
    return found


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    easy = level("easy")
    rows = [(name, leads(level(name), easy, games)) for name in ("medium", "hard")]
    rows.append(("all-knowing", leads(all_knowing, easy, games)))
    most = statistics.fmean(rows[-1][1])
    for name, found in rows:
        mean, wide = statistics.fmean(found), 1.96 * statistics.stdev(found) / math.sqrt(games)
        won = sum((lead > 0) + (lead == 0) / 2 for lead in found) / games
        print(f"{name:12} v easy: lead {mean:+6.1f} +-{wide:4.1f}, wins {won:4.0%}, {mean / most:4.0%} of the way")


if __name__ == "__main__":
    main()
