"""Trays: where 54 discs lie, jammed between three walls and the slider.

    layout = deal_layout(Rolls(7))               # the tray of seed 7
    layout.discs[0]                              # r1, with its size and the place of its centre
    cell_of(layout.discs[0])                     # "B3"
    contacts(layout)[0]                          # the discs that touch r1, as indices
    parse_layout(format_layout(layout))          # the same layout again
    layout.after(Places(92.3, ((0, 13.2, 11.4),)))   # the slider and r1 have moved

Trays are dealt from those in `trays.txt`, which `tools/bake_trays.py` simulated once.

Lengths are millimetres. x runs from the left wall to the right one, y from the back wall
(at the top of a drawing) to the slider, which the spring pushes towards the back wall.
Lengths are whole hundredths, so that the text of a layout is exact.
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
from typing import Literal, NamedTuple, TypeAlias

from tabletop.chance import Rolls

Size = Literal["L", "M", "S"]
Placement: TypeAlias = tuple[Size, float, float]
"""The size of a disc that has no name yet, and the x and y of its centre."""

RADII: dict[Size, float] = {"L": 12.0, "M": 9.0, "S": 6.0}
LETTERS: dict[Size, str] = {"L": "r", "M": "b", "S": "y"}
"""Large discs are red, medium ones blue, small ones yellow; the letter begins a disc's name."""
DISCS_PER_SIZE = 18
DISC_NAMES = tuple(f"{letter}{number}" for letter in LETTERS.values() for number in range(1, DISCS_PER_SIZE + 1))
"""Of the discs of a layout, in their order."""
RADIUS_OF = tuple(radius for radius in RADII.values() for _ in range(DISCS_PER_SIZE))
WIDTH = 200.0

OVERLAP = 0.05
"""Discs and walls may overlap by less than this; it comes from rounding, not from pressing."""
CONTACT = 0.05
"""Discs with a smaller gap than this touch."""

COLUMNS = 25
CELL_WIDTH = WIDTH / COLUMNS
CELL_HEIGHT = 6.0
"""A cell's diagonal (10 mm) is shorter than the distance of two small discs, so no cell holds two centres."""

LARGEST_NUDGE = 2.0
"""How far `deal_layout` moves a free disc at most, along x and along y."""

_FILE = Path(__file__).with_name("trays.txt")
_RECORD = struct.Struct(">Q109H")
"""A baked tray: a bit for each free disc, then the slider and x and y of every disc in hundredths."""


class Disc(NamedTuple):
    """A disc and where its centre lies."""

    name: str
    size: Size
    x: float
    y: float

    @property
    def radius(self) -> float:
        return RADII[self.size]


@dataclass(frozen=True)
class Places:
    """What has moved in a tray, and where it is now.

    `slider` is None if it stayed where it was; `discs` holds the number of each disc that
    moved, as in DISC_NAMES, with its x and y.
    """

    slider: float | None
    discs: tuple[tuple[int, float, float], ...]


@dataclass(frozen=True)
class Layout:
    """Where discs lie in a tray.

    `discs` begins with r1.., then come b1.., then y1..; those that left the tray lie where they
    were last. `width` is the distance between the side walls, `slider` that of the slider from
    the back wall.
    """

    discs: tuple[Disc, ...]
    width: float
    slider: float

    def after(self, places: Places) -> Layout:
        """The layout once this has moved."""
        discs = list(self.discs)
        for number, x, y in places.discs:
            discs[number] = Disc(discs[number].name, discs[number].size, x, y)
        return Layout(tuple(discs), self.width, self.slider if places.slider is None else places.slider)

    def places_in(self, later: Layout) -> Places | None:
        """What has moved between this layout and a later one of the same tray; None if nothing has."""
        moved = [
            (number, disc.x, disc.y)
            for number, (disc, before) in enumerate(zip(later.discs, self.discs, strict=True))
            if disc is not before and disc != before
        ]
        slider = later.slider if later.slider != self.slider else None
        return Places(slider, tuple(moved)) if moved or slider is not None else None


# Dealing a tray


def count() -> int:
    """How many baked trays there are."""
    return len(_lines())


def baked(index: int) -> tuple[Layout, tuple[int, ...]]:
    """The baked tray of that index, and the indices of its free discs, which carried no load in the simulation."""
    return unpack(_lines()[index])


def deal_layout(rolls: Rolls) -> Layout:
    """A tray that differs for every seed: a baked one, perhaps mirrored, with its free discs nudged.

    A disc is nudged only if it carried no load when the tray was baked, and it stays in its
    gap, so the discs that hold the slider lie as they were simulated.
    """
    layout, free = baked(rolls.index(count(), "tray", 0))
    placements: list[Placement] = [(disc.size, disc.x, disc.y) for disc in layout.discs]
    if rolls.happens(0.5, "tray", 1):
        placements = [(size, to_hundredths(layout.width - x), y) for size, x, y in placements]
    for k, index in enumerate(free):
        placements[index] = _nudged(placements, index, layout, rolls, 2 + 16 * k)
    return Layout(name_discs(placements), layout.width, layout.slider)


def _nudged(placements: Sequence[Placement], index: int, layout: Layout, rolls: Rolls, k: int) -> Placement:
    """The disc of that index, moved at random to where it overlaps nothing; unmoved if no such place is found."""
    size, x, y = placements[index]
    others = [placement for other, placement in enumerate(placements) if other != index]
    reach = LARGEST_NUDGE
    for attempt in range(8):
        new_x = to_hundredths(x + reach * (2 * rolls.uniform("tray", k + 2 * attempt) - 1))
        new_y = to_hundredths(y + reach * (2 * rolls.uniform("tray", k + 2 * attempt + 1) - 1))
        moved = (size, new_x, new_y)
        if _wall_gap(moved, layout.width, layout.slider) >= 0 and all(_gap(moved, other) >= 0 for other in others):
            return moved
        reach *= 0.7
    return placements[index]


# What touches what


@lru_cache(maxsize=64)
def contacts(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For every disc the indices of the discs that touch it, in rising order."""
    placements: list[Placement] = [(disc.size, disc.x, disc.y) for disc in layout.discs]
    return tuple(
        tuple(j for j, other in enumerate(placements) if j != i and _gap(placement, other) < CONTACT)
        for i, placement in enumerate(placements)
    )


def wall_contacts(layout: Layout, index: int) -> int:
    """How many of the three walls and the slider touch the disc of that index."""
    disc = layout.discs[index]
    distances = (disc.x, layout.width - disc.x, disc.y, layout.slider - disc.y)
    return len([distance for distance in distances if distance - disc.radius < CONTACT])


def _gap(one: Placement, other: Placement) -> float:
    across, along = one[1] - other[1], one[2] - other[2]
    return math.sqrt(across * across + along * along) - RADII[one[0]] - RADII[other[0]]


def _wall_gap(placement: Placement, width: float, slider: float) -> float:
    size, x, y = placement
    return min(x, width - x, y, slider - y) - RADII[size]


def problem(layout: Layout) -> str:
    """Why discs cannot lie like this at the set-up; empty if they can."""
    if reason := crowding(layout, range(len(layout.discs)), range(len(layout.discs))):
        return reason
    if not any(layout.slider - disc.y - disc.radius < CONTACT for disc in layout.discs):
        return "the slider touches no disc"
    return ""


def crowding(layout: Layout, left: Sequence[int], moved: Iterable[int]) -> str:
    """Which of the moved discs overlaps another that is left in the tray, a wall or the slider; empty if none does."""
    discs, moved = layout.discs, sorted(moved)
    for number in moved:
        name, size, x, y = discs[number]
        if _wall_gap((size, x, y), layout.width, layout.slider) < -OVERLAP:
            return f"{name} is outside the walls"
    checked: set[int] = set()
    for number in moved:
        name, size, x, y = discs[number]
        checked.add(number)
        reach = RADII[size] - OVERLAP
        for other in left:
            other_name, other_size, other_x, other_y = discs[other]
            near, across = reach + RADII[other_size], other_x - x
            if -near < across < near and other not in checked:
                along = other_y - y
                if across * across + along * along < near * near:
                    return f"{name} and {other_name} overlap"
    return ""


# Names and cells


def name_discs(placements: Iterable[Placement]) -> tuple[Disc, ...]:
    """Discs named r1.., b1.., y1.. in reading order: by the row of the centre's cell, then from left to right."""
    ordered = sorted(placements, key=lambda item: (list(RADII).index(item[0]), _row(item[2]), item[1], item[2]))
    discs: list[Disc] = []
    numbers = dict.fromkeys(RADII, 0)
    for size, x, y in ordered:
        numbers[size] += 1
        discs.append(Disc(f"{LETTERS[size]}{numbers[size]}", size, x, y))
    return tuple(discs)


def cell_of(disc: Disc) -> str:
    """The cell of the disc's centre: a letter for the column, a number for the row, such as `B3`."""
    return f"{chr(ord('A') + _column(disc.x))}{_row(disc.y) + 1}"


def _column(x: float) -> int:
    return min(COLUMNS - 1, max(0, int(x / CELL_WIDTH)))


def _row(y: float) -> int:
    return max(0, int(y / CELL_HEIGHT))


# Layouts as text


def format_layout(layout: Layout) -> str:
    """The layout on one line: `slider 94.62 r1 13.20,12.00 r2 ...`; `parse_layout` reads it back."""
    discs = " ".join(f"{disc.name} {disc.x:.2f},{disc.y:.2f}" for disc in layout.discs)
    return f"slider {layout.slider:.2f} {discs}"


def parse_layout(text: str) -> Layout:
    """The layout that the text describes; raises ValueError with the reason if there can be no such tray."""
    words = text.split()
    if len(words) < 2 or words[0].lower() != "slider":
        raise ValueError("a tray begins with `slider` and its distance from the back wall")
    slider = _length(words[1])
    if len(words) != 2 + 2 * len(DISC_NAMES):
        raise ValueError(f"a tray has {len(DISC_NAMES)} discs, each with a name and a place such as `r1 13.20,12.00`")
    placements: list[Placement] = []
    size_of = {letter: size for size, letter in LETTERS.items()}
    for name, written, place in zip(DISC_NAMES, words[2::2], words[3::2], strict=True):
        if written.lower() != name:
            raise ValueError(f"expected disc {name}, not `{written[:20]}`")
        placements.append((size_of[name[0]], *_place(place)))
    layout = Layout(name_discs(placements), WIDTH, slider)
    if reason := problem(layout):
        raise ValueError(reason)
    for name, placement, disc in zip(DISC_NAMES, placements, layout.discs, strict=True):
        if placement != (disc.size, disc.x, disc.y):
            raise ValueError(f"{name} is not numbered in reading order")
    return layout


def format_places(places: Places) -> str:
    """What has moved, on one line: `slider 92.30 r1 13.20,11.40 ...`; `parse_places` reads it back."""
    discs = [f"{DISC_NAMES[number]} {x:.2f},{y:.2f}" for number, x, y in places.discs]
    return " ".join([*([] if places.slider is None else [f"slider {places.slider:.2f}"]), *discs])


def parse_places(text: str) -> Places:
    """The places that the text describes; raises ValueError with the reason if it describes none."""
    words = text.split()
    if len(words) % 2:
        raise ValueError("places are names with lengths, such as `slider 92.30 r1 13.20,11.40`")
    slider, discs = None, dict[int, tuple[float, float]]()
    for name, place in zip(words[::2], words[1::2], strict=True):
        if name.lower() == "slider":
            if slider is not None:
                raise ValueError("the slider has two places")
            slider = _length(place)
        elif name.lower() not in DISC_NAMES:
            raise ValueError(f"`{name[:20]}` is neither a disc nor the slider")
        elif DISC_NAMES.index(name.lower()) in discs:
            raise ValueError(f"{name.lower()} has two places")
        else:
            discs[DISC_NAMES.index(name.lower())] = _place(place)
    return Places(slider, tuple((number, *discs[number]) for number in sorted(discs)))


def _place(text: str) -> tuple[float, float]:
    x, comma, y = text.partition(",")
    if not comma:
        raise ValueError(f"`{text[:20]}` is not a place; write it like 13.20,12.00")
    return _length(x), _length(y)


def _length(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?", text):
        raise ValueError(f"`{text[:20]}` is not a length in mm with at most two decimals")
    return float(text)


def to_hundredths(length: float) -> float:
    """The length rounded as all lengths of a layout are."""
    return round(length * 100) / 100


# The file of baked trays


def pack(layout: Layout, free: Iterable[int]) -> str:
    """A line of the file of baked trays: the layout, and the indices of its free discs."""
    hundredths = [round(layout.slider * 100)]
    for disc in layout.discs:
        hundredths += [round(disc.x * 100), round(disc.y * 100)]
    flags = 0
    for index in free:
        flags |= 1 << index
    return base64.b85encode(_RECORD.pack(flags, *hundredths)).decode("ascii")


def unpack(line: str) -> tuple[Layout, tuple[int, ...]]:
    """The layout and the free discs that `pack` wrote."""
    flags, slider, *hundredths = _RECORD.unpack(base64.b85decode(line))
    sizes = [size for size in RADII for _ in range(DISCS_PER_SIZE)]
    placements: list[Placement] = [
        (size, x / 100, y / 100) for size, x, y in zip(sizes, hundredths[::2], hundredths[1::2], strict=True)
    ]
    free = tuple(index for index in range(len(sizes)) if flags >> index & 1)
    return Layout(name_discs(placements), WIDTH, slider / 100), free


@lru_cache(maxsize=1)
def _lines() -> tuple[str, ...]:
    return tuple(_FILE.read_text("ascii").split())
