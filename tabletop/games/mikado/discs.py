"""The 54 discs by number: r1..r18, b1..b18, y1..y18 are 0..53, which is their canonical order.

A tray lists its discs in the same order, so a disc's number is its index there too.
"""

from __future__ import annotations

from tabletop.games.mikado.trays import LETTERS, OF_A_SIZE, Layout, cell_of

COLOURS = ("red", "blue", "yellow")
"""By colour number; red discs are the large ones, blue the medium ones, yellow the small ones."""
VALUES = (3, 2, 1)
"""Points by colour number."""
RED, BLUE, YELLOW = range(3)

NAMES = tuple(f"{letter}{number}" for letter in LETTERS.values() for number in range(1, OF_A_SIZE + 1))
NUMBERS = {name: disc for disc, name in enumerate(NAMES)}
COUNT = len(NAMES)


def colour_of(disc: int) -> int:
    """The disc's colour number, which stands for its size as well."""
    return disc // OF_A_SIZE


def value_of(disc: int) -> int:
    """The disc's points."""
    return VALUES[disc // OF_A_SIZE]


def list_discs(discs: tuple[int, ...]) -> str:
    """The discs' names, with spaces between."""
    return " ".join(NAMES[disc] for disc in discs)


def find_disc(text: str, layout: Layout | None) -> int | None:
    """The disc of that name, or with `@` before a cell the one whose centre lies there; None if there is none."""
    if not text.startswith("@"):
        return NUMBERS.get(text.lower())
    discs = layout.discs if layout else ()
    return next((number for number, disc in enumerate(discs) if cell_of(disc) == text[1:].upper()), None)
