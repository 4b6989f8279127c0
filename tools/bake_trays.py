"""Bake the trays that the light model of Mikado deals from: `python tools/bake_trays.py`.

Needs pymunk. Tray after tray is mixed and pressed together by the physics model, from the
seeds `bake-0`, `bake-1` and so on, and written as a line of tabletop/games/mikado/trays.txt.
Seeds from which a disc springs out, or is still on the move at the end, are mostly left out.
The same machine and pymunk give the same file again; `--check N` compares the first N lines.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tabletop.games.mikado import physics, trays

TARGET = Path(trays.__file__).with_name("trays.txt")
FREE = 0.001
"""Discs that carry a smaller share of the spring's force are free to be jolted in their gap."""
MIXED_TWICE = frozenset({145, 165, 295, 321, 349, 586, 612, 639, 720, 964, 1006, 1008})
"""A disc springs out of the first mix of these seeds, and the second one is taken. Of other such seeds none is:
whatever is changed here changes which tray belongs to which seed of a game, and games on record count on that."""


def baked() -> Iterator[str]:
    """Lines of the file, without end."""
    number = 0
    while True:
        tray = physics.mix(f"bake-{number}", attempt=int(number in MIXED_TWICE))
        number += 1
        if tray:
            free = [index for index, load in enumerate(physics.settle(tray).loads) if load < FREE]
            if not loosely_held(tray, free):
                yield trays.pack(tray, free)


def loosely_held(tray: trays.Layout, free: list[int]) -> list[int]:
    """Discs that carry something although fewer than two neighbours, walls included, touch them.

    They were on the move when the simulation stopped, so their tray is no packing.
    """
    touching = trays.contacts(tray)
    return [i for i in range(len(tray.discs)) if i not in free and len(touching[i]) + trays.walls(tray, i) < 2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1024, help="how many trays (default 1024)")
    parser.add_argument("--output", type=Path, default=TARGET, help="the file to write")
    parser.add_argument("--check", type=int, metavar="N", help="write nothing; bake N trays and compare")
    wanted = parser.parse_args()
    lines = baked()
    if wanted.check is not None:
        known = wanted.output.read_text("ascii").split()[: wanted.check]
        different = [number for number, (old, new) in enumerate(zip(known, lines, strict=False)) if old != new]
        print(f"{len(known) - len(different)} of {len(known)} trays are the same", file=sys.stderr)
        return 1 if different else 0
    with wanted.output.open("w", encoding="ascii", newline="\n") as stream:
        for number in range(wanted.count):
            stream.write(next(lines) + "\n")
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {wanted.count}", end="", file=sys.stderr, flush=True)
    print(f"\rwrote {wanted.count} trays to {wanted.output}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
