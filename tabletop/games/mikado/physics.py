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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tabletop.chance import Rolls
from tabletop.errors import WorkFailed
from tabletop.games.mikado import trays
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.model import Parameters, to_divisions
from tabletop.games.mikado.moves import Moved
from tabletop.games.mikado.trays import Disc, Layout, Placement, Size, to_hundredths

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
    """A pull is over if the slider moves less than this between two checks, `rest_checks` times in a row."""
    check_interval: int = 20
    """Steps between two checks."""
    rest_checks: int = 4
    longest_run: int = 6000
    """Steps after which a pull is over in any case."""
    held_steps: int = 100
    """Steps for which nothing can move in a new world, so that the forces between the discs build up first."""
    rest_shift: float = 0.05
    """A tray is at rest if nothing in it moves farther than this in a new world, within `rest_run` steps."""
    rest_run: int = 2000
    """A second."""
    most_restarts: int = 60
    """How often a tray may start again before it comes to rest."""
    averaged_steps: int = 10
    """Steps over which loads are averaged."""
    loose_load: float = 0.002
    """A disc with a smaller load is loose: no force on it is greater than its friction on the floor. Where discs bear
    more, however little, they may prop up an arch."""
    pop_speed: float = 750.0
    """A disc that is squeezed out faster than this springs out of the tray."""


DEFAULT_SETTINGS = PhysicsSettings()
STANDSTILL = 1e-7
"""If nothing moves farther than this between two checks, nothing ever will."""


@dataclass(frozen=True)
class Snapshot:
    """A tray at rest: a new world that begins with it stays as it is.

    `loads` holds the load of each of `discs`: the sum of the contact forces on it over the
    spring's force. Discs that left the tray are missing from both. Lengths are whole hundredths.
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
    layout = world.layout()
    while True:
        placements: list[Placement] = [(disc.size, disc.x, disc.y) for disc in layout.discs]
        named = Layout(trays.name_discs(placements), trays.WIDTH, layout.slider)
        if named == layout:
            return None if trays.problem(layout) else layout
        after, popped = _settle(named, settings)
        if popped:
            return None
        layout = after.layout


def settle(layout: Layout, settings: PhysicsSettings = DEFAULT_SETTINGS) -> Snapshot:
    """The tray at rest: discs stay where they are if they are at rest there, and slide until they are otherwise.

    None springs out, whatever happens.
    """
    if _restart(layout, settings).is_still:
        return _settle(layout, settings)[0]
    return _settle(layout, replace(settings, pop_speed=math.inf))[0]


def _settle(layout: Layout, settings: PhysicsSettings) -> tuple[Snapshot, list[str]]:
    """Start the tray in new worlds until nothing moves any more; returns it and what sprang out.

    In a new world the forces between the discs may build up otherwise than before, and an arch may collapse.
    """
    if not layout.discs:
        return Snapshot((), 0.0, ()), []
    popped: list[str] = []
    for _ in range(settings.most_restarts):
        restart = _restart(layout, settings)
        if restart.is_still:
            break
        popped += restart.popped
        layout = restart.layout
    return Snapshot(layout.discs, layout.slider, restart.loads), popped


@dataclass(frozen=True)
class _Restart:
    """What became of a tray in a new world: whether it stayed as it was, and what sprang out."""

    is_still: bool
    layout: Layout
    loads: tuple[float, ...]
    popped: tuple[str, ...]


@lru_cache(maxsize=64)
def _restart(layout: Layout, settings: PhysicsSettings) -> _Restart:
    world = _World(layout.discs, layout.slider, settings)
    popped: list[str] = []
    leaving = world.calm()
    is_still = not leaving and world.shift_from(layout) < settings.rest_shift
    while leaving:
        world.remove(leaving)
        popped += leaving
        leaving = world.calm()
    return _Restart(is_still, world.layout(), world.loads(), tuple(popped))


def pull(
    before: Snapshot, name: str, friction: float | None = None, settings: PhysicsSettings = DEFAULT_SETTINGS
) -> PullResult:
    """Take the disc of that name, which must be in the tray, and let everything come to rest.

    `friction` holds while the disc is pulled; by default it is that of the settings.
    """
    return _pull(before, name, settings.friction if friction is None else friction, settings)


@lru_cache(maxsize=256)
def _pull(before: Snapshot, name: str, friction: float, settings: PhysicsSettings) -> PullResult:
    world = _World(before.discs, before.slider, settings)
    world.calm()
    world.set_friction(friction)
    gone: list[str] = []
    leaving = [name]
    while leaving:
        world.remove(leaving)
        gone += leaving
        leaving = world.rest() if world.discs() else []
    unmoved = Layout(tuple(disc for disc in before.discs if disc.name not in gone), trays.WIDTH, before.slider)
    has_moved = world.shift_from(unmoved) >= settings.rest_shift
    after, popped = _settle(world.layout() if has_moved else unmoved, settings)
    gone += popped
    all_popped = tuple(disc.name for disc in before.discs if disc.name in gone and disc.name != name)
    return PullResult(max(0.0, before.slider - after.slider), all_popped, after)


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

    def layout(self) -> Layout:
        """Where things lie now, in whole hundredths."""
        discs = (disc._replace(x=to_hundredths(disc.x), y=to_hundredths(disc.y)) for disc in self.discs())
        return Layout(tuple(discs), trays.WIDTH, to_hundredths(self.slider))

    def shift_from(self, layout: Layout) -> float:
        """How far the disc that moved farthest, or the slider, is from where it lies in a layout of the same discs."""
        shifts = [
            math.hypot(now.x - then.x, now.y - then.y) for now, then in zip(self.discs(), layout.discs, strict=True)
        ]
        return max([abs(self.slider - layout.slider), *shifts])

    def remove(self, names: Iterable[str]) -> None:
        for name in names:
            _, body = self._bodies.pop(name)
            self._space.remove(*body.constraints, *body.shapes, body)

    def set_friction(self, friction: float) -> None:
        for shape in self._space.shapes:
            shape.friction = friction

    def run(self, steps: int) -> None:
        limit = self._settings.slider_speed
        for _ in range(steps):
            self._slider.velocity = (0, max(-limit, min(limit, self._slider.velocity.y)))
            self._step()

    def hold(self) -> None:
        """Let the forces between the discs build up while nothing moves, as they were when the tray came to rest."""
        bodies = [self._slider, *(body for _, body in self._bodies.values())]
        for _ in range(self._settings.held_steps):
            self._step()
            for body in bodies:
                body.velocity = (0, 0)
                body.angular_velocity = 0

    def _step(self) -> None:
        self._slider.force = (0, -self._settings.spring)
        self._space.step(self._settings.step)

    def rest(self) -> list[str]:
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
        return []

    def calm(self) -> list[str]:
        """Run for a second, or until nothing moves at all, or until discs spring out; returns the names of these."""
        self.hold()
        for _ in range(0, self._settings.rest_run, self._settings.check_interval):
            before = Layout(self.discs(), trays.WIDTH, self.slider)
            self.run(self._settings.check_interval)
            springing = self._springing()
            if springing:
                return springing
            if self.shift_from(before) < STANDSTILL:
                break
        return []

    def _springing(self) -> list[str]:
        limit = self._settings.pop_speed
        return [name for name, (_, body) in self._bodies.items() if body.velocity.length > limit]

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


LOWEST_FRICTION = 0.22
"""While a disc is pulled with skill 0: a trembling hand shakes the tray. From skill 0.5 on, nothing trembles."""


@dataclass(frozen=True)
class PhysicsModel:
    """The TrayModel that simulates. `parameters` give the division of the scale and how loads feel."""

    parameters: Parameters

    def deal(self, rolls: Rolls) -> Layout:
        """A simulated tray of its own for every seed."""
        return build(rolls.seed).layout

    def hidden_tray(self, layout: Layout, seed: int | str) -> SimulatedTray:
        """The tray as it lies; nothing is simulated yet, so that a record can be replayed without pymunk."""
        return SimulatedTray(self.parameters, layout, tuple(range(len(layout.discs))))


@dataclass(frozen=True)
class SimulatedTray:
    """The HiddenTray of the physics model: where everything lies, as all can see, and the discs in the tray."""

    parameters: Parameters
    layout: Layout
    tray: tuple[int, ...]

    def load(self, disc: int) -> float:
        """The disc's load; 0 if it is too small to count."""
        load = self.snapshot().load(NAMES[disc])
        return load if load >= DEFAULT_SETTINGS.loose_load else 0.0

    def sample_pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """The simulated outcome of pulling the disc; nothing in it is random."""
        calm, trembling = DEFAULT_SETTINGS.friction, LOWEST_FRICTION
        friction = calm - (calm - trembling) * max(0.0, 1 - 2 * skill)
        result = pull(self.snapshot(), NAMES[disc], friction)
        length = to_divisions(result.moved, self.parameters.division)
        discs = list(self.layout.discs)
        for moved in result.after.discs:
            discs[NUMBERS[moved.name]] = moved
        places = self.layout.places_in(Layout(tuple(discs), self.layout.width, result.after.slider))
        return Moved(length, tuple(sorted(NUMBERS[name] for name in result.popped)), places)

    def with_layout(self, layout: Layout) -> SimulatedTray:
        """The same discs in that layout."""
        return replace(self, layout=layout)

    def after_pull(
        self, disc: int, moved: Moved, layout: Layout, nearness: Sequence[int], rolls: Rolls
    ) -> SimulatedTray:
        """The tray without these discs."""
        tray = tuple(other for other in self.tray if other != disc and other not in moved.popped)
        return SimulatedTray(self.parameters, layout, tray)

    def snapshot(self) -> Snapshot:
        """The simulated tray as it is now."""
        discs = tuple(self.layout.discs[disc] for disc in self.tray)
        return settle(Layout(discs, self.layout.width, self.layout.slider))
