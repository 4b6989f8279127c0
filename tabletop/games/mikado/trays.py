"""Trays: 54 discs jammed between three walls and the slider, as simulated and baked into `trays.txt`.

Lengths are millimetres. x runs from the left wall to the right one, y from the back wall
(at the top of a drawing) to the slider, which the spring pushes towards the back wall.
Positions are whole hundredths, so that a written tray is exactly the tray.
"""

from __future__ import annotations

import base64
import math
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from tabletop.chance import Rolls

Size = Literal["L", "M", "S"]

RADII: dict[Size, float] = {"L": 12.0, "M": 9.0, "S": 6.0}
LETTERS: dict[Size, str] = {"L": "r", "M": "b", "S": "y"}
"""Large discs are red, medium ones blue, small ones yellow; the letter begins a disc's name."""
OF_A_SIZE = 18
WIDTH = 200.0

OVERLAP = 0.05
"""Discs and walls of a tray run into one another by less than this; it is rounding, not squeezing."""
CONTACT = 0.05
"""Discs with a smaller gap than this touch."""

COLUMNS = 25
CELL_WIDTH = WIDTH / COLUMNS
CELL_HEIGHT = 6.0
"""A cell's diagonal (10 mm) is shorter than the distance of two small discs, so no cell holds two centres."""

JOLT = 2.0
"""How far `layout_for` moves a disc that nothing holds, at most."""

_FILE = Path(__file__).with_name("trays.txt")
_RECORD = struct.Struct(">Q109H")


@dataclass(frozen=True)
class Disc:
    """A disc and where its centre lies."""

    name: str
    size: Size
    x: float
    y: float

    @property
    def radius(self) -> float:
        return RADII[self.size]


@dataclass(frozen=True)
class Layout:
    """Discs in a tray; r1.. first, then b1.., then y1... `slider` is how far it stands from the back wall."""

    discs: tuple[Disc, ...]
    width: float
    slider: float


def count() -> int:
    """How many trays are baked."""
    return len(_lines())


def baked(index: int) -> tuple[Layout, tuple[int, ...]]:
    """The baked tray of that number, from 0, and which of its discs (by index) nothing pressed on then."""
    return unpack(_lines()[index])


def layout_for(rolls: Rolls) -> Layout:
    """A tray of one's own for every seed: one of the baked ones, perhaps mirrored, its loose discs jolted.

    A disc is jolted only if nothing pressed on it when the tray was baked; it stays in its gap.
    So the discs that carry the slider lie as they were simulated.
    """
    tray, free = baked(rolls.index(count(), "tray", 0))
    places = [(disc.size, disc.x, disc.y) for disc in tray.discs]
    if rolls.happens(0.5, "tray", 1):
        places = [(size, to_hundredths(tray.width - x), y) for size, x, y in places]
    for k, index in enumerate(free):
        places[index] = _jolted(places, index, tray, rolls, 2 + 16 * k)
    return Layout(name_discs(places), tray.width, tray.slider)


def _jolted(
    places: Sequence[tuple[Size, float, float]], index: int, tray: Layout, rolls: Rolls, k: int
) -> tuple[Size, float, float]:
    size, x, y = places[index]
    others = [place for other, place in enumerate(places) if other != index]
    reach = JOLT
    for attempt in range(8):
        new_x = to_hundredths(x + reach * (2 * rolls.uniform("tray", k + 2 * attempt) - 1))
        new_y = to_hundredths(y + reach * (2 * rolls.uniform("tray", k + 2 * attempt + 1) - 1))
        moved = (size, new_x, new_y)
        if _wall_gap(moved, tray.width, tray.slider) >= 0 and all(_gap(moved, other) >= 0 for other in others):
            return moved
        reach *= 0.7
    return places[index]


@lru_cache(maxsize=64)
def contacts(tray: Layout) -> tuple[tuple[int, ...], ...]:
    """For every disc of the tray the indices of those that touch it, rising."""
    places = [(disc.size, disc.x, disc.y) for disc in tray.discs]
    return tuple(
        tuple(j for j, other in enumerate(places) if j != i and _gap(place, other) < CONTACT)
        for i, place in enumerate(places)
    )


def walls(tray: Layout, index: int) -> int:
    """How many of the three walls and the slider touch the disc of that index."""
    disc = tray.discs[index]
    ways = (disc.x, tray.width - disc.x, disc.y, tray.slider - disc.y)
    return len([way for way in ways if way - disc.radius < CONTACT])


def name_discs(places: Iterable[tuple[Size, float, float]]) -> tuple[Disc, ...]:
    """Discs named r1.., b1.., y1.. in reading order: by the row of the centre's cell, then from left to right."""
    ordered = sorted(places, key=lambda place: (list(RADII).index(place[0]), _row(place[2]), place[1], place[2]))
    discs: list[Disc] = []
    seen = dict.fromkeys(RADII, 0)
    for size, x, y in ordered:
        seen[size] += 1
        discs.append(Disc(f"{LETTERS[size]}{seen[size]}", size, x, y))
    return tuple(discs)


def cell_of(disc: Disc) -> str:
    """The cell of the disc's centre: a letter for the column, a number for the row, such as `B3`."""
    return f"{chr(ord('A') + _column(disc.x))}{_row(disc.y) + 1}"


def _column(x: float) -> int:
    return min(COLUMNS - 1, max(0, int(x / CELL_WIDTH)))


def _row(y: float) -> int:
    return max(0, int(y / CELL_HEIGHT))


def format_layout(tray: Layout) -> str:
    """The tray on one line: `slider 94.62 r1 13.20,12.00 r2 ...`; `parse_layout` reads it back."""
    discs = " ".join(f"{disc.name} {disc.x:.2f},{disc.y:.2f}" for disc in tray.discs)
    return f"slider {tray.slider:.2f} {discs}"


def parse_layout(text: str) -> Layout:
    """The tray that the text describes; raises ValueError with the reason if there can be no such tray."""
    words = text.split()
    if len(words) < 2 or words[0].lower() != "slider":
        raise ValueError("a tray begins with `slider` and its distance from the back wall")
    slider = _length(words[1])
    wanted = [f"{letter}{number}" for letter in LETTERS.values() for number in range(1, OF_A_SIZE + 1)]
    if len(words) != 2 + 2 * len(wanted):
        raise ValueError(f"a tray has {len(wanted)} discs, each a name and a place such as `r1 13.20,12.00`")
    places: list[tuple[Size, float, float]] = []
    size_of = {letter: size for size, letter in LETTERS.items()}
    for name, written, place in zip(wanted, words[2::2], words[3::2], strict=True):
        if written.lower() != name:
            raise ValueError(f"expected disc {name}, not `{written[:20]}`")
        x, comma, y = place.partition(",")
        if not comma:
            raise ValueError(f"`{place[:20]}` is no place of a disc; one is written 13.20,12.00")
        places.append((size_of[name[0]], _length(x), _length(y)))
    tray = Layout(name_discs(places), WIDTH, slider)
    if why := problem(tray):
        raise ValueError(why)
    for name, read, disc in zip(wanted, places, tray.discs, strict=True):
        if read != (disc.size, disc.x, disc.y):
            raise ValueError(f"{name} is not numbered in reading order")
    return tray


def _length(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?", text):
        raise ValueError(f"`{text[:20]}` is no length in mm with at most two decimals")
    return float(text)


def problem(tray: Layout) -> str:
    """Why these discs cannot lie in the tray so; empty if they can."""
    places = [(disc.size, disc.x, disc.y) for disc in tray.discs]
    for i, place in enumerate(places):
        if _wall_gap(place, tray.width, tray.slider) < -OVERLAP:
            return f"{tray.discs[i].name} is outside the walls"
        for j in range(i):
            if _gap(place, places[j]) < -OVERLAP:
                return f"{tray.discs[j].name} and {tray.discs[i].name} overlap"
    if not any(tray.slider - disc.y - disc.radius < CONTACT for disc in tray.discs):
        return "the slider touches no disc"
    return ""


def _gap(one: tuple[Size, float, float], other: tuple[Size, float, float]) -> float:
    across, along = one[1] - other[1], one[2] - other[2]
    return math.sqrt(across * across + along * along) - RADII[one[0]] - RADII[other[0]]


def _wall_gap(place: tuple[Size, float, float], width: float, slider: float) -> float:
    size, x, y = place
    return min(x, width - x, y, slider - y) - RADII[size]


def to_hundredths(length: float) -> float:
    """The length rounded as places in a tray are."""
    return round(length * 100) / 100


def pack(tray: Layout, free: Iterable[int]) -> str:
    """A line of the file of baked trays: places, and which discs nothing presses on (by index)."""
    numbers = [round(tray.slider * 100)]
    for disc in tray.discs:
        numbers += [round(disc.x * 100), round(disc.y * 100)]
    flags = 0
    for index in free:
        flags |= 1 << index
    return base64.b85encode(_RECORD.pack(flags, *numbers)).decode("ascii")


def unpack(line: str) -> tuple[Layout, tuple[int, ...]]:
    """What `pack` made a line of."""
    flags, slider, *numbers = _RECORD.unpack(base64.b85decode(line))
    sizes = [size for size in RADII for _ in range(OF_A_SIZE)]
    places = [(size, x / 100, y / 100) for size, x, y in zip(sizes, numbers[::2], numbers[1::2], strict=True)]
    free = tuple(index for index in range(len(sizes)) if flags >> index & 1)
    return Layout(name_discs(places), WIDTH, slider / 100), free


@lru_cache(maxsize=1)
def _lines() -> tuple[str, ...]:
    return tuple(_FILE.read_text("ascii").split())
