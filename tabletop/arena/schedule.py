"""The games of a plan in their order. A block has a game for every turn of the seats, all with one seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

from tabletop.arena.plan import Plan


@dataclass(frozen=True)
class Fixture:
    """A game to be played: which table, who sits in seat 1, 2, ... (entrants counted from 0), and the seed."""

    block: int
    """Counted over the whole schedule; a block's games belong together."""
    table: int
    seating: tuple[int, ...]
    seed: int

    @property
    def key(self) -> str:
        """What names the game in a results file."""
        return f"{self.block}/{self.table}/{'-'.join(map(str, self.seating))}"


def pairings(plan: Plan) -> list[tuple[int, ...]]:
    """Who meets whom, entrants counted from 0."""
    everyone = combinations(range(len(plan.entrants)), plan.players)
    return [who for who in everyone if not plan.gauntlet or who[0] == 0]


def fixtures(plan: Plan) -> Iterator[Fixture]:
    """All games of a plan; whoever reads only the first part of it has met everybody about equally often."""
    block = 0
    for number in range(plan.blocks):
        for table in range(len(plan.tables)):
            for who in pairings(plan):
                for turn in range(plan.players):
                    yield Fixture(block, table, who[turn:] + who[:turn], _seed(plan.seed, number, table))
                block += 1


def _seed(seed: int, number: int, table: int) -> int:
    """A seed of its own for every block of a pairing; the same one for all pairings."""
    return int.from_bytes(blake2b(f"arena|{seed}|{number}|{table}".encode(), digest_size=4).digest(), "big")
