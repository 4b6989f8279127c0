"""Bake the trays that the statistical model of Mikado deals from: `python tools/bake_trays.py`.

Needs pymunk. The physics model mixes trays from the seeds `bake-0`, `bake-1` and so on, and
each becomes a line of tabletop/games/mikado/trays.txt. Trays from which a disc springs out, or
in which one still moves at the end, are left out. On the same machine and with the same pymunk
the file is always the same; `--check N` compares its first N lines. The file in the package is older
than the simulation of today, which lets trays rest longer, so `--check` finds other trays there. It stays
as it is, because recorded games and seeds rely on it; bake others with `--output`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tabletop.games.mikado import physics, trays

TARGET = Path(trays.__file__).with_name("trays.txt")
FREE_LOAD = 0.001
"""Discs with a smaller load are free, and may be nudged in their gap when the tray is dealt."""
MIXED_TWICE = frozenset({145, 165, 295, 321, 349, 586, 612, 639, 720, 964, 1006, 1008})
"""Numbers of the seeds of which the second mix is taken, because a disc springs out of the first one.

Other seeds with that problem are left out. The set must stay as it is: it settles which tray
belongs to which seed of a game, and recorded games rely on that.
"""


def baked() -> Iterator[str]:
    """The lines of the file, without end."""
    number = 0
    while True:
        layout = physics.mix(f"bake-{number}", attempt=int(number in MIXED_TWICE))
        number += 1
        if layout:
            free = [index for index, load in enumerate(physics.settle(layout).loads) if load < FREE_LOAD]
            if not moving_discs(layout, free):
                yield trays.pack(layout, free)


def moving_discs(layout: trays.Layout, free: list[int]) -> list[int]:
    """Discs that carry a load although fewer than two discs, walls and slider touch them.

    They were still moving when the simulation stopped, so nothing holds the tray together.
    """
    contacts = trays.contacts(layout)
    return [
        index
        for index, touching in enumerate(contacts)
        if index not in free and len(touching) + trays.wall_contacts(layout, index) < 2
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1024, help="how many trays (default 1024)")
    parser.add_argument("--output", type=Path, default=TARGET, help="the file to write")
    parser.add_argument("--check", type=int, metavar="N", help="write nothing; bake N trays and compare")
    arguments = parser.parse_args()
    lines = baked()
    if arguments.check is not None:
        known = arguments.output.read_text("ascii").split()[: arguments.check]
        different = [number for number, (old, new) in enumerate(zip(known, lines, strict=False)) if old != new]
        print(f"{len(known) - len(different)} of {len(known)} trays are the same", file=sys.stderr)
        return 1 if different else 0
    with arguments.output.open("w", encoding="ascii", newline="\n") as stream:
        for number in range(arguments.count):
            stream.write(next(lines) + "\n")
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {arguments.count}", end="", file=sys.stderr, flush=True)
    print(f"\rwrote {arguments.count} trays to {arguments.output}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
