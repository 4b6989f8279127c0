"""The tray itself, simulated in the plane with pymunk (extra `physics`).

Discs slide on a floor that brakes them, rub against one another and the walls, and are
pressed by a slider that a spring pushes and that cannot tilt. A snapshot is discs and
slider at rest; every function starts a world of its own from one, so that the same
snapshot and the same pull give the same result on one machine. Not across machines:
records hold outcomes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tabletop.chance import Rolls
from tabletop.errors import WorkFailed
from tabletop.games.mikado import trays
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.model import Figures, rolled_length
from tabletop.games.mikado.moves import Moved
from tabletop.games.mikado.trays import Disc, Layout, Size, to_hundredths

if TYPE_CHECKING:
    import pymunk


MISSING = "the model `physics` needs pymunk; `pip install '.[physics]'` in the checkout installs it"
GRAVITY = 9810.0
"""In mm/s^2; presses the discs on the floor."""
ATTEMPTS = 100
"""So often the discs are mixed at most, once more whenever one springs out as the slider closes."""


@dataclass(frozen=True)
class Parameters:
    """Every number of the simulation, in mm, g and s (a force of 1e6 is one newton). None was measured."""

    friction: float = 0.3
    """Between discs, walls and slider."""
    floor_friction: float = 0.3
    disc_mass_per_area: float = 0.005
    spring: float = 2e6
    slider_mass: float = 200.0
    slider_speed: float = 150.0
    """The guide is greased: the slider goes no faster."""
    depth: float = 200.0
    """How far the slider is drawn back while the discs are mixed."""
    step: float = 0.0005
    iterations: int = 40
    slop: float = 0.02
    """How far bodies may run into one another; stays within `trays.OVERLAP`."""
    still: float = 0.002
    """The slider rests when it moves less than this in `watch` steps, `calm` times running."""
    watch: int = 20
    calm: int = 4
    longest: int = 6000
    """Steps after which a tray counts as at rest, come what may."""
    warm_up: int = 80
    """Steps in which the contact forces of a snapshot build up again."""
    averaged: int = 10
    """Steps over which loads are averaged."""
    loose: float = 0.02
    """A disc with a smaller load is loose."""
    pop_speed: float = 750.0
    """A disc that is squeezed out faster than this springs out of the tray."""


PARAMETERS = Parameters()


@dataclass(frozen=True)
class Snapshot:
    """A tray at rest. `loads` are the contact forces on each disc, added up, over the spring's force."""

    discs: tuple[Disc, ...]
    slider: float
    loads: tuple[float, ...]

    @property
    def layout(self) -> Layout:
        return Layout(self.discs, trays.WIDTH, self.slider)

    def load(self, name: str) -> float:
        """The load on the disc of that name, which must be in the tray."""
        return next(load for disc, load in zip(self.discs, self.loads, strict=True) if disc.name == name)


@dataclass(frozen=True)
class Pull:
    """What a pull did: how far the slider moved in mm, the discs that sprang out, and the tray afterwards."""

    moved: float
    popped: tuple[str, ...]
    after: Snapshot


@lru_cache(maxsize=16)
def build(seed: int | str, numbers: Parameters = PARAMETERS) -> Snapshot:
    """A tray mixed and pressed together from that seed."""
    for attempt in range(ATTEMPTS):
        tray = mix(seed, attempt, numbers)
        if tray:
            return settle(tray, numbers)
    raise WorkFailed(f"no tray came to rest from seed {seed}")


def mix(seed: int | str, attempt: int = 0, numbers: Parameters = PARAMETERS) -> Layout | None:
    """Mix the discs once and release the slider; None if one sprang out. Places are whole hundredths of a mm."""
    world = _World(_strewn(Rolls(seed, 0, attempt), numbers), numbers.depth, numbers)
    if world.rest():
        return None
    places = [(disc.size, to_hundredths(disc.x), to_hundredths(disc.y)) for disc in world.discs()]
    tray = Layout(trays.name_discs(places), trays.WIDTH, to_hundredths(world.slider))
    return None if trays.problem(tray) else tray


@lru_cache(maxsize=16)
def settle(tray: Layout, numbers: Parameters = PARAMETERS) -> Snapshot:
    """The snapshot of a tray that is at rest already: its discs stay where they are, their loads are found."""
    world = _World(tray.discs, tray.slider, numbers)
    world.run(numbers.warm_up)
    return Snapshot(tray.discs, tray.slider, world.loads())


def pull(before: Snapshot, name: str, popped: frozenset[str] | None = None, numbers: Parameters = PARAMETERS) -> Pull:
    """Take that disc, which must be in the tray, and let the slider come to rest.

    With `popped`, exactly these discs spring out, whatever the simulation says: people saw it.
    """
    result = _pulled(before, name, (), numbers)
    if popped is None or popped == frozenset(result.popped):
        return result
    return _pulled(before, name, tuple(sorted(popped)), replace(numbers, pop_speed=math.inf))


@lru_cache(maxsize=256)
def _pulled(before: Snapshot, name: str, seen: tuple[str, ...], numbers: Parameters) -> Pull:
    world = _World(before.discs, before.slider, numbers)
    world.run(numbers.warm_up)
    start = world.slider
    popped: list[str] = []
    out = [name, *seen]
    while out:
        for one in out:
            world.remove(one)
        popped += out
        out = list(world.rest())
    after = Snapshot(world.discs(), world.slider, world.loads())
    sprung = tuple(disc.name for disc in before.discs if disc.name in popped and disc.name != name)
    return Pull(max(0.0, start - world.slider), sprung, after)


def _strewn(rolls: Rolls, numbers: Parameters) -> list[Disc]:
    """Discs strewn over the open tray without overlapping, large ones first. Their names mean nothing yet."""
    discs: list[Disc] = []
    k = 0
    for size, radius in trays.RADII.items():
        strewn = 0
        while strewn < trays.OF_A_SIZE:
            x = radius + (trays.WIDTH - 2 * radius) * rolls.uniform("tray", k)
            y = radius + (numbers.depth - 2 * radius) * rolls.uniform("tray", k + 1)
            k += 2
            if all(math.hypot(x - disc.x, y - disc.y) > radius + disc.radius for disc in discs):
                discs.append(Disc(f"{size}{strewn}", size, x, y))
                strewn += 1
    return discs


class _World:
    """A pymunk space with the tray in it. Bodies lie in the order of the discs."""

    THICKNESS = 50.0
    """Of walls and slider: nothing gets through."""

    def __init__(self, discs: Iterable[Disc], slider: float, numbers: Parameters) -> None:
        try:
            import pymunk
        except ImportError as error:
            raise WorkFailed(MISSING) from error
        self._pymunk = pymunk
        self._numbers = numbers
        self._space = pymunk.Space()
        self._space.iterations = numbers.iterations
        self._space.collision_slop = numbers.slop
        self._space.collision_bias = 0.0  # what runs in deeper than the slop is put right within a step
        self._bodies: dict[str, tuple[Size, pymunk.Body]] = {}
        self._add_walls()
        for disc in discs:
            self._add_disc(disc)
        self._slider = self._add_slider(slider)

    def _add_walls(self) -> None:
        out, far = self.THICKNESS, 2 * self._numbers.depth
        left, right = -out, trays.WIDTH + out
        for start, end in (((left, -out), (right, -out)), ((left, -out), (left, far)), ((right, -out), (right, far))):
            self._add_bar(self._space.static_body, start, end)

    def _add_slider(self, distance: float) -> pymunk.Body:
        middle, half = trays.WIDTH / 2, trays.WIDTH / 2
        body = self._pymunk.Body(self._numbers.slider_mass, math.inf)
        body.position = (middle, distance + self.THICKNESS)
        groove = self._pymunk.GrooveJoint(
            self._space.static_body, body, (middle, -self.THICKNESS), (middle, 2 * self._numbers.depth), (0, 0)
        )
        self._space.add(body, groove)
        self._add_bar(body, (-half, 0), (half, 0))
        return body

    def _add_bar(self, body: pymunk.Body, start: tuple[float, float], end: tuple[float, float]) -> None:
        bar = self._pymunk.Segment(body, start, end, self.THICKNESS)
        bar.friction = self._numbers.friction
        bar.filter = self._pymunk.ShapeFilter(group=1)  # walls and slider do not touch one another
        self._space.add(bar)

    def _add_disc(self, disc: Disc) -> None:
        """A disc, and two joints that hold it to the floor as long as the force on it is small."""
        radius, floor = disc.radius, self._space.static_body
        mass = self._numbers.disc_mass_per_area * math.pi * radius * radius
        body = self._pymunk.Body(mass, self._pymunk.moment_for_circle(mass, 0, radius))
        body.position = (disc.x, disc.y)
        circle = self._pymunk.Circle(body, radius)
        circle.friction = self._numbers.friction
        grip = self._numbers.floor_friction * mass * GRAVITY
        sliding = self._pymunk.PivotJoint(floor, body, (disc.x, disc.y), (0, 0))
        turning = self._pymunk.GearJoint(floor, body, 0, 1)
        sliding.max_bias = turning.max_bias = 0
        sliding.max_force, turning.max_force = grip, grip * radius * 2 / 3
        self._space.add(body, circle, sliding, turning)
        self._bodies[disc.name] = (disc.size, body)

    @property
    def slider(self) -> float:
        return float(self._slider.position.y) - self.THICKNESS

    def discs(self) -> tuple[Disc, ...]:
        """The discs where they lie now."""
        return tuple(
            Disc(name, size, float(body.position.x), float(body.position.y))
            for name, (size, body) in self._bodies.items()
        )

    def remove(self, name: str) -> None:
        _, body = self._bodies.pop(name)
        self._space.remove(*body.constraints, *body.shapes, body)

    def run(self, steps: int) -> None:
        limit = self._numbers.slider_speed
        for _ in range(steps):
            self._slider.velocity = (0, max(-limit, min(limit, self._slider.velocity.y)))
            self._slider.force = (0, -self._numbers.spring)
            self._space.step(self._numbers.step)

    def rest(self) -> tuple[str, ...]:
        """Run until the slider is still, or until discs spring out, which are returned."""
        calm, mark = 0, math.inf
        for _ in range(0, self._numbers.longest, self._numbers.watch):
            self.run(self._numbers.watch)
            springing = self._springing()
            if springing:
                return springing
            calm = calm + 1 if abs(self.slider - mark) < self._numbers.still else 0
            mark = self.slider
            if calm == self._numbers.calm:
                break
        return ()

    def _springing(self) -> tuple[str, ...]:
        limit = self._numbers.pop_speed
        return tuple(name for name, (_, body) in self._bodies.items() if body.velocity.length > limit)

    def loads(self) -> tuple[float, ...]:
        """Contact forces on every disc, added up, over the spring's force; a mean over some steps."""
        impulses: dict[str, list[float]] = {name: [] for name in self._bodies}
        for _ in range(self._numbers.averaged):
            self.run(1)
            for name, (_, body) in self._bodies.items():
                body.each_arbiter(_note_impulse, impulses[name])
        whole = self._numbers.averaged * self._numbers.step * self._numbers.spring
        return tuple(math.fsum(values) / whole for values in impulses.values())


def _note_impulse(arbiter: pymunk.Arbiter, values: list[float]) -> None:
    values.append(arbiter.total_impulse.length)


HAND = 2.0
"""The clumsiest hand moves the slider by so many times the simulated length, the deftest by as small a part of it."""


@dataclass(frozen=True)
class Physics:
    """Trays that are mixed and pressed together. Division and feel are those of the figures."""

    figures: Figures

    def tray(self, rolls: Rolls) -> Layout:
        """A tray of this seed's own."""
        return build(rolls.seed).layout

    def begin(self, layout: Layout, seed: int | str) -> Simulated:
        """The tray as it lies; nothing is simulated yet, so that a record replays without pymunk."""
        return Simulated(self.figures, layout, ())


@dataclass(frozen=True)
class Simulated:
    """A tray and what has left it: for each pull the disc, then those that sprang out."""

    figures: Figures
    layout: Layout
    out: tuple[tuple[int, ...], ...]

    def load(self, disc: int) -> float:
        """The disc's load; one below the simulation's own limit counts as loose."""
        load = self._now().load(NAMES[disc])
        return load if load >= PARAMETERS.loose else 0.0

    def pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """What the simulated pull does; the simulation leaves nothing to chance."""
        pulled = pull(self._now(), NAMES[disc])
        length = rolled_length(pulled.moved * math.pow(HAND, 1 - 2 * skill), self.figures.division)
        return Moved(length, tuple(sorted(NUMBERS[name] for name in pulled.popped)))

    def after(self, disc: int, moved: Moved, rolls: Rolls) -> Simulated:
        """The tray without these discs. How far a stated movement went is not simulated."""
        return Simulated(self.figures, self.layout, (*self.out, (disc, *moved.popped)))

    def _now(self) -> Snapshot:
        return _snapshot(self.layout, self.out)


@lru_cache(maxsize=256)
def _snapshot(layout: Layout, out: tuple[tuple[int, ...], ...]) -> Snapshot:
    """The simulated tray after these pulls."""
    if not out:
        return settle(layout)
    pulled, *popped = (NAMES[disc] for disc in out[-1])
    return pull(_snapshot(layout, out[:-1]), pulled, frozenset(popped)).after
