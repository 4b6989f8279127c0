"""How long scoring a full Taktori board takes, in lists of python-chess's legal moves, in one run.

The boards carry all 60 bridges of four players: a lattice of as many polygons as there
can be, and boards strewn by a small generator of their own. Run it as `python benchmarks/scoring.py`;
it ends with 1 when the slowest board takes longer than 50 lists.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

import chess

from tabletop.games.taktori.polygons import SIZE, score
from tabletop.games.towers.geometry import Bridge

LISTS = 50
ROUNDS = 7
PLAYERS = 4
BRIDGES = 15
MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8"


def strewn_board(seed: int) -> list[Bridge]:
    """Fifteen bridges of each of four players, close together, on up to four levels; T15 holds."""
    taken: set[tuple[int, int, int]] = set()
    bridges: list[Bridge] = []
    for owner in range(1, PLAYERS + 1):
        corner = (owner - 1) % 2 * 4 * SIZE + (owner - 1) // 2 * 4
        while len(bridges) < owner * BRIDGES:
            seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
            column, row, upright, level = (seed >> 20) % 5, (seed >> 30) % 5, (seed >> 40) % 2, (seed >> 50) % 4 + 1
            if (row if upright else column) > 2:
                continue
            step = 1 if upright else SIZE
            low = corner + column * SIZE + row
            halves = {(low, low + step, level), (low + step, low + 2 * step, level)}
            if not halves & taken:
                taken |= halves
                bridges.append(Bridge(low, low + 2 * step, level, owner))
    return bridges


def lattice_board() -> list[Bridge]:
    """Crossing bridges of each player that close as many unit squares as fifteen can."""
    bridges = []
    for owner in range(1, PLAYERS + 1):
        corner = (owner - 1) % 2 * 4 * SIZE + (owner - 1) // 2 * 4
        across = [(0, row) for row in range(4)] + [(2, row) for row in range(3)]
        along = [(column, 0) for column in range(5)] + [(column, 2) for column in range(3)]
        for column, row in across:
            low = corner + column * SIZE + row
            bridges.append(Bridge(low, low + 2 * SIZE, 1 + row % 3, owner))
        for column, row in along:
            low = corner + column * SIZE + row
            bridges.append(Bridge(low, low + 2, 1 + column % 3, owner))
    return bridges


def seconds(work: Callable[[], object], times: int) -> float:
    """The shortest of several rounds, for one call."""
    rounds = []
    for _ in range(ROUNDS):
        start = perf_counter()
        for _ in range(times):
            work()
        rounds.append((perf_counter() - start) / times)
    return min(rounds)


def main() -> int:
    boards = {"lattice": lattice_board()} | {f"strewn {seed}": strewn_board(seed) for seed in range(1, 6)}
    chess_board = chess.Board(MIDDLE_GAME)
    one_list = seconds(lambda: list(chess_board.legal_moves), 100)
    print(f"python-chess: {one_list * 1e6:.1f} us for a list of {chess_board.legal_moves.count()} legal moves")
    worst = 0.0
    for centre in (0, 1, 2):
        for name, bridges in boards.items():
            lists = seconds(lambda: score(bridges, PLAYERS, centre), 100) / one_list  # noqa: B023 - called at once
            worst = max(worst, lists)
            points = " ".join(map(str, score(bridges, PLAYERS, centre)))
            print(f"centre={centre} {name}: {lists:.2f} lists, points {points}")
    print(f"slowest: {worst:.2f} lists; allowed: {LISTS}")
    return 0 if worst <= LISTS else 1


if __name__ == "__main__":
    sys.exit(main())
