"""The physics model: the tray itself, simulated in the plane with pymunk (extra `physics`).

    tray = build(seed=7)                      # a Snapshot: discs, slider and loads at rest
    result = pull(tray, "r3")                 # how far the slider moved, and what sprang out
    result = pull(result.after, "b4")

Discs slide on a floor with friction, rub against each other and the walls, and are pressed by
a slider that a spring pushes and that cannot tilt. Every function simulates from a
snapshot, so the same snapshot and the same pull give the same result on one machine. On
another machine they may differ, which is why records hold the outcomes.

PhysicsModel and SimulatedTray give the rules this simulation as a TrayModel. pymunk is
imported only when something is simulated.
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
from tabletop.games.mikado.model import Parameters, to_divisions
from tabletop.games.mikado.moves import Moved
from tabletop.games.mikado.trays import Disc, Layout, Size, to_hundredths

if TYPE_CHECKING:
    import pymunk


PYMUNK_MISSING = "the model `physics` needs pymunk; install it with `pip install '.[physics]'` in the checkout"
GRAVITY = 9810.0
"""In mm/s^2; presses the discs on the floor."""
MOST_MIXES = 100
"""How often `build` mixes the discs before it gives up; it mixes again when one springs out."""
MOST_DRAWS = 1_000_000
"""More random numbers than mixing the discs once ever needs."""


@dataclass(frozen=True)
class PhysicsSettings:
    """The constants of the simulation, in mm, g and s (a force of 1e6 is one newton). None was measured."""

    friction: float = 0.3
    """Between discs, walls and slider."""
    floor_friction: float = 0.3
    disc_mass_per_area: float = 0.005
    spring: float = 2e6
    slider_mass: float = 200.0
    slider_speed: float = 150.0
    """The slider moves no faster than this: its guide is greased."""
    depth: float = 200.0
    """The distance of the slider from the back wall while the discs are mixed."""
    step: float = 0.0005
    iterations: int = 40
    slop: float = 0.02
    """How far bodies may overlap; must be less than `trays.OVERLAP`."""
    rest_distance: float = 0.002
    """The slider is at rest if it moves less than this between two checks, `rest_checks` times in a row."""
    check_interval: int = 20
    """Steps between two checks."""
    rest_checks: int = 4
    longest_run: int = 6000
    """Steps after which a tray counts as at rest in any case."""
    warm_up: int = 80
    """Steps in which the contact forces of a snapshot build up again."""
    averaged_steps: int = 10
    """Steps over which loads are averaged."""
    loose_load: float = 0.02
    """A disc with a smaller load is loose."""
    pop_speed: float = 750.0
    """A disc that is squeezed out faster than this springs out of the tray."""


DEFAULT_SETTINGS = PhysicsSettings()


@dataclass(frozen=True)
class Snapshot:
    """A tray at rest.

    `loads` holds the load of each of `discs`: the sum of the contact forces on it over the
    spring's force. Discs that left the tray are missing from both.
    """

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
class PullResult:
    """How far the slider moved in mm, the names of the discs that sprang out, and the tray afterwards."""

    moved: float
    popped: tuple[str, ...]
    after: Snapshot


@lru_cache(maxsize=16)
def build(seed: int | str, settings: PhysicsSettings = DEFAULT_SETTINGS) -> Snapshot:
    """Mix a tray from that seed and let the slider press it together."""
    for attempt in range(MOST_MIXES):
        layout = mix(seed, attempt, settings)
        if layout:
            return settle(layout, settings)
    raise WorkFailed(f"no tray came to rest from seed {seed}")


def mix(seed: int | str, attempt: int = 0, settings: PhysicsSettings = DEFAULT_SETTINGS) -> Layout | None:
    """Mix the discs once and release the slider; None if one sprang out or overlaps another."""
    world = _World(_scatter_discs(Rolls(seed), attempt, settings), settings.depth, settings)
    if world.rest():
        return None
    placements = [(disc.size, to_hundredths(disc.x), to_hundredths(disc.y)) for disc in world.discs()]
    layout = Layout(trays.name_discs(placements), trays.WIDTH, to_hundredths(world.slider))
    return None if trays.problem(layout) else layout


@lru_cache(maxsize=16)
def settle(layout: Layout, settings: PhysicsSettings = DEFAULT_SETTINGS) -> Snapshot:
    """Find the loads of a tray that is at rest; its discs stay where they are."""
    world = _World(layout.discs, layout.slider, settings)
    world.run(settings.warm_up)
    return Snapshot(layout.discs, layout.slider, world.loads())


def pull(
    before: Snapshot, name: str, popped: frozenset[str] | None = None, settings: PhysicsSettings = DEFAULT_SETTINGS
) -> PullResult:
    """Take the disc of that name, which must be in the tray, and let the slider come to rest.

    With `popped`, exactly these discs spring out, because people saw it; the simulation does not decide.
    """
    result = _pull(before, name, (), settings)
    if popped is None or popped == frozenset(result.popped):
        return result
    return _pull(before, name, tuple(sorted(popped)), replace(settings, pop_speed=math.inf))


@lru_cache(maxsize=256)
def _pull(before: Snapshot, name: str, stated: tuple[str, ...], settings: PhysicsSettings) -> PullResult:
    """Take the disc and those that are stated to have sprung out; then simulate."""
    world = _World(before.discs, before.slider, settings)
    world.run(settings.warm_up)
    start = world.slider
    gone: list[str] = []
    leaving = [name, *stated]
    while leaving:
        for disc in leaving:
            world.remove(disc)
        gone += leaving
        leaving = list(world.rest())
    after = Snapshot(world.discs(), world.slider, world.loads())
    popped = tuple(disc.name for disc in before.discs if disc.name in gone and disc.name != name)
    return PullResult(max(0.0, start - world.slider), popped, after)


def _scatter_discs(rolls: Rolls, attempt: int, settings: PhysicsSettings) -> list[Disc]:
    """Discs at random places in the open tray without overlaps, large ones first; their names are provisional."""
    discs: list[Disc] = []
    k = attempt * MOST_DRAWS
    for size, radius in trays.RADII.items():
        scattered = 0
        while scattered < trays.DISCS_PER_SIZE:
            x = radius + (trays.WIDTH - 2 * radius) * rolls.uniform("tray", k)
            y = radius + (settings.depth - 2 * radius) * rolls.uniform("tray", k + 1)
            k += 2
            if all(math.hypot(x - disc.x, y - disc.y) > radius + disc.radius for disc in discs):
                discs.append(Disc(f"{size}{scattered}", size, x, y))
                scattered += 1
    return discs


class _World:
    """A pymunk space with a tray in it. The discs keep the order in which they were given."""

    THICKNESS = 50.0
    """Of walls and slider, so that nothing passes through them."""

    def __init__(self, discs: Iterable[Disc], slider: float, settings: PhysicsSettings) -> None:
        try:
            import pymunk
        except ImportError as error:
            raise WorkFailed(PYMUNK_MISSING) from error
        self._pymunk = pymunk
        self._settings = settings
        self._space = pymunk.Space()
        self._space.iterations = settings.iterations
        self._space.collision_slop = settings.slop
        self._space.collision_bias = 0.0  # overlaps deeper than the slop are corrected within a step
        self._bodies: dict[str, tuple[Size, pymunk.Body]] = {}
        self._add_walls()
        for disc in discs:
            self._add_disc(disc)
        self._slider = self._add_slider(slider)

    def _add_walls(self) -> None:
        back, far = -self.THICKNESS, 2 * self._settings.depth
        left, right = -self.THICKNESS, trays.WIDTH + self.THICKNESS
        for start, end in (((left, back), (right, back)), ((left, back), (left, far)), ((right, back), (right, far))):
            self._add_bar(self._space.static_body, start, end)

    def _add_slider(self, distance: float) -> pymunk.Body:
        middle, half = trays.WIDTH / 2, trays.WIDTH / 2
        body = self._pymunk.Body(self._settings.slider_mass, math.inf)
        body.position = (middle, distance + self.THICKNESS)
        groove = self._pymunk.GrooveJoint(
            self._space.static_body, body, (middle, -self.THICKNESS), (middle, 2 * self._settings.depth), (0, 0)
        )
        self._space.add(body, groove)
        self._add_bar(body, (-half, 0), (half, 0))
        return body

    def _add_bar(self, body: pymunk.Body, start: tuple[float, float], end: tuple[float, float]) -> None:
        bar = self._pymunk.Segment(body, start, end, self.THICKNESS)
        bar.friction = self._settings.friction
        bar.filter = self._pymunk.ShapeFilter(group=1)  # walls and slider do not collide with each other
        self._space.add(bar)

    def _add_disc(self, disc: Disc) -> None:
        """Add a disc with two joints, which hold it to the floor while the force on it is small."""
        radius, floor = disc.radius, self._space.static_body
        mass = self._settings.disc_mass_per_area * math.pi * radius * radius
        body = self._pymunk.Body(mass, self._pymunk.moment_for_circle(mass, 0, radius))
        body.position = (disc.x, disc.y)
        circle = self._pymunk.Circle(body, radius)
        circle.friction = self._settings.friction
        grip = self._settings.floor_friction * mass * GRAVITY
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
        limit = self._settings.slider_speed
        for _ in range(steps):
            self._slider.velocity = (0, max(-limit, min(limit, self._slider.velocity.y)))
            self._slider.force = (0, -self._settings.spring)
            self._space.step(self._settings.step)

    def rest(self) -> tuple[str, ...]:
        """Run until the slider is at rest, or until discs spring out; returns the names of these."""
        checks, last = 0, math.inf
        for _ in range(0, self._settings.longest_run, self._settings.check_interval):
            self.run(self._settings.check_interval)
            springing = self._springing()
            if springing:
                return springing
            checks = checks + 1 if abs(self.slider - last) < self._settings.rest_distance else 0
            last = self.slider
            if checks == self._settings.rest_checks:
                break
        return ()

    def _springing(self) -> tuple[str, ...]:
        limit = self._settings.pop_speed
        return tuple(name for name, (_, body) in self._bodies.items() if body.velocity.length > limit)

    def loads(self) -> tuple[float, ...]:
        """The load of every disc, averaged over some steps."""
        impulses: dict[str, list[float]] = {name: [] for name in self._bodies}
        for _ in range(self._settings.averaged_steps):
            self.run(1)
            for name, (_, body) in self._bodies.items():
                body.each_arbiter(_note_impulse, impulses[name])
        spring_impulse = self._settings.averaged_steps * self._settings.step * self._settings.spring
        return tuple(math.fsum(values) / spring_impulse for values in impulses.values())


def _note_impulse(arbiter: pymunk.Arbiter, values: list[float]) -> None:
    values.append(arbiter.total_impulse.length)


# The model that the rules use


SKILL_FACTOR = 2.0
"""With skill 0 the slider moves by this factor farther than simulated, with skill 1 by this factor less far."""


@dataclass(frozen=True)
class PhysicsModel:
    """The TrayModel that simulates. `parameters` give the division of the scale and how loads feel."""

    parameters: Parameters

    def deal(self, rolls: Rolls) -> Layout:
        """A simulated tray of its own for every seed."""
        return build(rolls.seed).layout

    def hidden_tray(self, layout: Layout, seed: int | str) -> SimulatedTray:
        """The tray as it lies; nothing is simulated yet, so that a record can be replayed without pymunk."""
        return SimulatedTray(self.parameters, layout, ())


@dataclass(frozen=True)
class SimulatedTray:
    """The HiddenTray of the physics model.

    `layout` is the full tray; `pulls` lists what has left it: for each pull the disc, then
    those that sprang out.
    """

    parameters: Parameters
    layout: Layout
    pulls: tuple[tuple[int, ...], ...]

    def load(self, disc: int) -> float:
        """The disc's load; 0 if it is too small to count."""
        load = self.snapshot().load(NAMES[disc])
        return load if load >= DEFAULT_SETTINGS.loose_load else 0.0

    def sample_pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """The simulated outcome of pulling the disc; nothing in it is random."""
        result = pull(self.snapshot(), NAMES[disc])
        length = to_divisions(result.moved * math.pow(SKILL_FACTOR, 1 - 2 * skill), self.parameters.division)
        return Moved(length, tuple(sorted(NUMBERS[name] for name in result.popped)))

    def after_pull(self, disc: int, moved: Moved, rolls: Rolls) -> SimulatedTray:
        """The tray without these discs. The simulation decides where the others lie, even if a length was stated."""
        return SimulatedTray(self.parameters, self.layout, (*self.pulls, (disc, *moved.popped)))

    def snapshot(self) -> Snapshot:
        """The simulated tray as it is now."""
        return _snapshot(self.layout, self.pulls)


@lru_cache(maxsize=256)
def _snapshot(layout: Layout, pulls: tuple[tuple[int, ...], ...]) -> Snapshot:
    """The simulated tray after these pulls."""
    if not pulls:
        return settle(layout)
    pulled, *popped = (NAMES[disc] for disc in pulls[-1])
    return pull(_snapshot(layout, pulls[:-1]), pulled, frozenset(popped)).after
