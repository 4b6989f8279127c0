"""Discs that follow the slider in a tray without simulated forces, and how near discs lie to each other.

    after = follow(layout, left, layout.slider - 2.3)       # where everything lies then, or None
    slider_limit(left)                                      # the slider comes no nearer to the back wall
    nearness(layout, left, disc)                            # how near each disc lies to that one

The slider goes where it must, discs that it overlaps are pushed away, those push others, and
all of them keep some of their speed, until nothing overlaps. Only sums, products, quotients and
square roots are used, which every platform rounds alike, and the places are rounded to
hundredths, so a pull leads to the same places everywhere.

`left` are always the numbers of the discs in the tray, in rising order; other discs stay where they lay.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tabletop.games.mikado.trays import CONTACT, RADIUS_OF, WIDTH, Disc, Layout, crowding, to_hundredths

TOUCHING, SECOND, FARTHER = range(3)
"""How near two discs lie: they touch, both touch a third one, or neither."""
TOUCHING_GAP = 0.5
"""Discs with a smaller gap than this touch when it matters which loads a pull changes."""
DENSEST = 0.8
"""The slider never presses discs together until they cover more than this share of the tray."""
DENSE = 0.72
"""A movement that would make them cover more than this share stays as short as it can."""
TOLERANCE = 0.035
"""Overlaps below this may stay; with what rounding adds they are below `trays.OVERLAP`."""
SPEED_KEPT = 0.95
"""The share of its last shift that a disc repeats in the next sweep."""
SHAKES = (0.07, 0.1)
"""Discs that find no room may find it if they are first squeezed by these shares more, and lose no speed."""
LONGEST_STEP = 14.0
"""The slider moves in steps of at most this length."""
REACH = 5.0
"""Discs, walls and slider with smaller gaps than this are neighbours, which may come to push each other."""
SWEEPS_PER_LIST = 4
"""Sweeps after which it is checked whether the neighbours are still the same."""
FEW_SWEEPS, FEW_SWEEPS_SHAKEN = 24, 80
MOST_SWEEPS, MOST_SWEEPS_SHAKEN = 60, 300
"""Discs that still overlap after this many sweeps find no room; few are enough if the slider need not come so near."""
MOST_PUSHES = 12
"""How often a disc is pushed out of those behind it, in the second half straight away from the back wall."""

_LARGEST = max(RADIUS_OF)
_Row: TypeAlias = tuple[int, list[tuple[int, float, float]]]
"""A disc, and of each of its neighbours the number, the distance at which they touch, and its square."""


def slider_limit(left: Iterable[int], density: float = DENSEST) -> float:
    """How near to the back wall the slider can come: the largest disc stops it, and the area of all of them."""
    radii = [RADIUS_OF[disc] for disc in left]
    area = math.pi * math.fsum([radius * radius for radius in radii])
    return max(2 * max(radii, default=0.0), area / (WIDTH * density))


def slack(layout: Layout, left: Iterable[int]) -> float:
    """How far the slider is from the nearest disc, so that it moves at least so far; 0 if they touch."""
    nearest = max((layout.discs[disc].y + RADIUS_OF[disc] for disc in left), default=0.0)
    return layout.slider - nearest if layout.slider - nearest >= CONTACT else 0.0


def follow(layout: Layout, left: Sequence[int], slider: float, shake: float = 0.0) -> Layout | None:
    """The layout once the slider has come so near to the back wall; None if the discs find no room.

    They find it more often with one of SHAKES, which takes longer.
    """
    xs, ys = [disc.x for disc in layout.discs], [disc.y for disc in layout.discs]
    sweeps = MOST_SWEEPS_SHAKEN if shake else MOST_SWEEPS
    has_room = _squeeze(xs, ys, left, layout.slider, slider, sweeps, shake)
    return _moved(layout, left, slider, xs, ys) if has_room else None


def follow_partly(layout: Layout, left: Sequence[int], slider: float, grid: float, shake: float = 0.0) -> Layout | None:
    """Like `follow`; if the discs find no room for all of it, the slider comes as near as it can in steps of `grid`.

    None if it then could not move at all.
    """
    xs, ys = [disc.x for disc in layout.discs], [disc.y for disc in layout.discs]
    sweeps = FEW_SWEEPS_SHAKEN if shake else FEW_SWEEPS
    if not _squeeze(xs, ys, left, layout.slider, slider, sweeps, shake):
        steps = math.floor((layout.slider - _stack(xs, ys, left)) / grid)
        if steps < 1:
            return None
        slider = max(slider, to_hundredths(layout.slider - steps * grid))
        after = _moved(layout, left, slider, xs, ys)
        return None if crowding(after, left, left) else after
    return _moved(layout, left, slider, xs, ys)


def _squeeze(
    xs: list[float], ys: list[float], left: Sequence[int], now: float, slider: float, sweeps: int, shake: float = 0.0
) -> bool:
    """Move the slider there in steps, and the discs with it; returns whether they found room."""
    while now > slider:
        step = max(slider, now - LONGEST_STEP)
        squeeze = step / now - shake
        for disc in left:
            ys[disc] *= squeeze
        if not _push_apart(xs, ys, left, step, sweeps, is_shaken=shake > 0):
            return False
        now = step
    return True


def _stack(xs: list[float], ys: list[float], left: Sequence[int]) -> float:
    """Push every disc out of those behind it, from the back wall on; returns how far the last one then reaches."""
    placed: list[tuple[float, float, float]] = []
    farthest = 0.0
    for disc in sorted(left, key=ys.__getitem__):
        x, y, radius = xs[disc], ys[disc], RADIUS_OF[disc]
        least, most_x = radius, WIDTH - radius
        near = [
            (other_x, other_y, apart)
            for other_x, other_y, other_radius in placed
            if abs(other_x - x) < (apart := radius + other_radius) + REACH and y - other_y < apart + REACH
        ]
        for push in range(MOST_PUSHES):
            deepest = max(least - x, x - most_x, least - y)
            x, y = min(most_x, max(least, x)), max(least, y)
            for other_x, other_y, apart in near:
                dx, dy = x - other_x, y - other_y
                distance = dx * dx + dy * dy
                if distance < apart * apart:
                    distance = math.sqrt(distance) or TOLERANCE
                    overlap = apart - distance
                    deepest = max(deepest, overlap)
                    if push < MOST_PUSHES // 2:
                        x += dx * overlap / distance
                        y += dy * overlap / distance
                    else:
                        y = other_y + math.sqrt(apart * apart - dx * dx)
            if deepest < TOLERANCE:
                break
        else:
            return math.inf
        xs[disc], ys[disc] = x, y
        placed.append((x, y, radius))
        farthest = max(farthest, y + radius)
    return farthest


def _moved(layout: Layout, left: Sequence[int], slider: float, xs: list[float], ys: list[float]) -> Layout:
    """The layout with the slider and the discs at these places."""
    _touch_slider(xs, ys, left, slider)
    discs = list(layout.discs)
    for number in left:
        x, y, old = to_hundredths(xs[number]), to_hundredths(ys[number]), discs[number]
        if x != old.x or y != old.y:
            discs[number] = Disc(old.name, old.size, x, y)
    return Layout(tuple(discs), layout.width, slider)


def follow_roughly(layout: Layout, left: Sequence[int], slider: float) -> Layout:
    """The layout once the slider has come about so near to the back wall: no nearer than the discs allow."""
    for density in (DENSEST, DENSE):
        target = to_hundredths(max(slider, min(layout.slider, slider_limit(left, density))))
        for shake in (0.0, *SHAKES):
            after = follow(layout, left, target, shake)
            if after:
                return after
    return layout


def _push_apart(
    xs: list[float], ys: list[float], left: Sequence[int], slider: float, sweeps: int, is_shaken: bool
) -> bool:
    """Move discs until none overlaps another, a wall or the slider; returns whether that succeeded.

    Nearly all time of the model is spent here, which is why the loops are spelt out.
    """
    old_xs, old_ys = xs[:], ys[:]  # of the sweep before; their difference is the speed
    neighbours = _Neighbours(xs, ys, left, slider)
    speed = 1.0 if is_shaken else SPEED_KEPT
    for sweep in range(sweeps):
        if sweep % SWEEPS_PER_LIST == 0 and sweep and neighbours.are_outdated(xs, ys):
            neighbours = _Neighbours(xs, ys, left, slider)
        deepest = 0.0
        for disc in neighbours.inner:
            x, y = xs[disc], ys[disc]
            dx, dy = x - old_xs[disc], y - old_ys[disc]
            if dx or dy:
                old_xs[disc], old_ys[disc] = x, y
                xs[disc], ys[disc] = x + speed * dx, y + speed * dy
        for disc, least, most_x, most_y in neighbours.outer:
            x, y = xs[disc], ys[disc]
            dx, dy = x - old_xs[disc], y - old_ys[disc]
            if dx or dy:
                old_xs[disc], old_ys[disc] = x, y
                x += speed * dx
                y += speed * dy
            elif sweep:
                continue
            if y > most_y:
                deepest = max(deepest, y - most_y)
                y = most_y
            elif y < least:
                deepest = max(deepest, least - y)
                y = least
            if x < least:
                deepest = max(deepest, least - x)
                x = least
            elif x > most_x:
                deepest = max(deepest, x - most_x)
                x = most_x
            xs[disc], ys[disc] = x, y
        for disc, others in neighbours.backwards if sweep % 2 else neighbours.rows:
            x, y = xs[disc], ys[disc]
            for other, apart, square in others:
                dx, dy = xs[other] - x, ys[other] - y
                distance = dx * dx + dy * dy
                if distance < square:
                    distance = math.sqrt(distance) or TOLERANCE
                    overlap = apart - distance
                    if overlap > deepest:
                        deepest = overlap
                    share = 0.5 * overlap / distance
                    dx *= share
                    dy *= share
                    x -= dx
                    y -= dy
                    xs[other] += dx
                    ys[other] += dy
            xs[disc], ys[disc] = x, y
        if deepest < TOLERANCE:
            if neighbours.are_outdated(xs, ys):
                neighbours = _Neighbours(xs, ys, left, slider)
            if neighbours.deepest_overlap(xs, ys) < TOLERANCE:
                return True
    return False


class _Neighbours:
    """What may come to push what, as the discs lie at one moment.

    rows: discs from left to right, each with those of its neighbours that come after it.
    backwards: the same in the other order.
    outer: the discs near a wall or the slider, each with its least x and y, its most x and its most y.
    inner: the other discs.
    """

    def __init__(self, xs: list[float], ys: list[float], left: Sequence[int], slider: float) -> None:
        self.listed_xs, self.listed_ys, self.left = xs[:], ys[:], left
        self.rows = _neighbour_rows(xs, ys, left)
        self.backwards = [(disc, others[::-1]) for disc, others in reversed(self.rows)]
        self.inner: list[int] = []
        self.outer: list[tuple[int, float, float, float]] = []
        for disc in left:
            radius = RADIUS_OF[disc]
            reach = radius + REACH
            if reach < xs[disc] < WIDTH - reach and reach < ys[disc] < slider - reach:
                self.inner.append(disc)
            else:
                self.outer.append((disc, radius, WIDTH - radius, slider - radius))

    def are_outdated(self, xs: list[float], ys: list[float]) -> bool:
        """Whether a disc has come so far that it may have got other neighbours."""
        farthest, listed_xs, listed_ys = REACH / 2, self.listed_xs, self.listed_ys
        for disc in self.left:
            if not -farthest < xs[disc] - listed_xs[disc] < farthest:
                return True
            if not -farthest < ys[disc] - listed_ys[disc] < farthest:
                return True
        return False

    def deepest_overlap(self, xs: list[float], ys: list[float]) -> float:
        """How deep two things overlap at most."""
        deepest = 0.0
        for disc, least, most_x, most_y in self.outer:
            x, y = xs[disc], ys[disc]
            deepest = max(deepest, least - x, x - most_x, least - y, y - most_y)
        for disc, others in self.rows:
            x, y = xs[disc], ys[disc]
            for other, apart, square in others:
                dx, dy = xs[other] - x, ys[other] - y
                distance = dx * dx + dy * dy
                if distance < square:
                    deepest = max(deepest, apart - math.sqrt(distance))
        return deepest


def _neighbour_rows(xs: list[float], ys: list[float], left: Sequence[int]) -> list[_Row]:
    order = sorted(left, key=xs.__getitem__)
    rows: list[_Row] = []
    for index, disc in enumerate(order, 1):
        x, y, reach = xs[disc], ys[disc], RADIUS_OF[disc] + REACH
        last_x = x + reach + _LARGEST
        others = []
        for other in order[index:]:
            other_x = xs[other]
            if other_x > last_x:
                break
            near = reach + RADIUS_OF[other]
            dy = ys[other] - y
            if -near < dy < near:
                dx = other_x - x
                if dx * dx + dy * dy < near * near:
                    apart = near - REACH
                    others.append((other, apart, apart * apart))
        if others:
            rows.append((disc, others))
    return rows


def _touch_slider(xs: list[float], ys: list[float], left: Sequence[int], slider: float) -> None:
    """Let the disc that is nearest to the slider touch it, where it can without overlapping another."""
    by_gap = sorted(left, key=lambda disc: slider - ys[disc] - RADIUS_OF[disc])
    if not by_gap or slider - ys[by_gap[0]] - RADIUS_OF[by_gap[0]] < CONTACT / 2:
        return
    for disc in by_gap:
        x, y, radius = xs[disc], slider - RADIUS_OF[disc], RADIUS_OF[disc]
        for other in left:
            if other != disc and abs(xs[other] - x) < radius + RADIUS_OF[other]:
                dx, dy = xs[other] - x, ys[other] - y
                if math.sqrt(dx * dx + dy * dy) < radius + RADIUS_OF[other]:
                    break
        else:
            ys[disc] = y
            return


def nearness(layout: Layout, left: Sequence[int], disc: int) -> bytes:
    """How near each disc lies to that one, by number: TOUCHING, SECOND or FARTHER."""
    row = bytearray([FARTHER]) * len(layout.discs)
    touching = touching_discs(layout, left, disc)
    for other in touching:
        for second in touching_discs(layout, left, other):
            row[second] = SECOND
    for other in touching:
        row[other] = TOUCHING
    return bytes(row)


def touching_discs(layout: Layout, left: Sequence[int], disc: int) -> list[int]:
    """The discs that touch that one, but for small gaps, in rising order."""
    discs = layout.discs
    _, _, x, y = discs[disc]
    reach = RADIUS_OF[disc] + TOUCHING_GAP
    touching: list[int] = []
    for other in left:
        _, _, other_x, other_y = discs[other]
        near = reach + RADIUS_OF[other]
        dx = other_x - x
        if -near < dx < near and other != disc:
            dy = other_y - y
            if dx * dx + dy * dy < near * near:
                touching.append(other)
    return touching
