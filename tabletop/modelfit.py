"""Fitting a dexterity model to records: the skill of each player, and how often attempts succeed.

    fitting = load_fitting(game)                      # the game's module that knows its attempts
    fit = fit_model(fitting, cases, base)             # cases from fitting.find_cases(...)
    fit.skills["Ann"].value, fit.cells["pull"].value, fit.model

A game names its module in `Game.fitting`; see Fitting for what it has. Skills are those under
which the base makes the records likeliest. Success is counted in cells: the base's own rate
counts as PRIOR_TRIES more tries in each, so a few cases change little. The fitted model is
the base with the numbers changed so that it gives these rates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Protocol, cast

from tabletop.game import AnyGame, Move, Setup, State
from tabletop.modelfiles import Model, ModelLibrary
from tabletop.toml import format_value

PRIOR_TRIES = 20
"""What the base's rate is worth in a cell, in tries."""
SKILL_STEP = 0.05
"""Between the skills at which a likelihood is looked at first."""
LIKELIHOOD_DROP = 1.92
"""How far the logarithm of a likelihood falls at the ends of a 95 % interval."""
LARGEST_SHIFT = 3.0
"""Of log-odds; farther no cell is shifted."""
SWEEPS = 3
"""How often all cells are shifted in turn, because one may change another's rate a little."""
DECIMALS = 3
"""Of fitted numbers in a model file."""


@dataclass(frozen=True)
class RecordedGame:
    """A game to fit: `names` are the players in turn order, `states` one more than `moves`.

    `knows_hidden`: whether what the states hide is what the outcomes were rolled with.
    """

    setup: Setup
    names: Sequence[str]
    states: Sequence[State]
    moves: Sequence[Move]
    knows_hidden: bool = False


@dataclass(frozen=True)
class Case:
    """An attempt in a record: who made it, in which cell it counts, and whether it succeeded.

    `cell` is empty for an attempt that says something about a skill, but does not count as a
    success or failure. `facts` is what the game's module needs to compute with.
    """

    player: str
    cell: str
    success: bool
    facts: Any


@dataclass(frozen=True)
class Cell:
    """Attempts whose success is counted together.

    `shift(tables, amount)` changes the tables of a model in place so that success becomes likelier
    by about this amount of log-odds; None if no number of the model decides it.
    """

    name: str
    shift: Callable[[dict[str, dict[str, Any]], float], None] | None = None


class Fitting(Protocol):
    """What a game's module for fitting has."""

    CELLS: tuple[Cell, ...]

    def find_cases(self, game: RecordedGame) -> Iterable[Case]:
        """The attempts of a record."""

    def successes(self, cases: Sequence[Case], skill: float, model: Model) -> list[float]:
        """The probability of success of each case with a cell, for a hand of that skill."""

    def log_likelihood(self, cases: Sequence[Case], skill: float, model: Model) -> float:
        """The logarithm of the probability of all that is known to have happened in these cases."""


def load_fitting(game: AnyGame) -> Fitting | None:
    """The game's module for fitting; None if it has none."""
    return cast(Fitting, import_module(game.fitting)) if game.fitting else None


@dataclass(frozen=True)
class Estimate:
    """An estimate with its 95 % interval, and the number of cases behind it."""

    value: float
    low: float
    high: float
    cases: int


@dataclass(frozen=True)
class Fit:
    """What came of fitting: skills by player, rates of success by cell, the base's rates, and the model."""

    skills: Mapping[str, Estimate]
    cells: Mapping[str, Estimate]
    base_rates: Mapping[str, float]
    base: Model
    model: Model


def fit_model(fitting: Fitting, cases: Sequence[Case], base: Model) -> Fit:
    """Fit skills and rates to the cases. Players and cells without any are left out."""
    players = sorted({case.player for case in cases})
    skills = {
        player: _fit_skill(fitting, [case for case in cases if case.player == player], base) for player in players
    }
    rates = _Rates(fitting, cases, {player: skill.value for player, skill in skills.items()})
    base_rates = {cell.name: rates.mean(cell, base) for cell in rates.cells}
    cells = {cell.name: _fit_rate(base_rates[cell.name], rates.cases(cell)) for cell in rates.cells}
    shifts: dict[str, float] = {}
    for _ in range(SWEEPS):
        for cell in rates.cells:
            if cell.shift:
                shifts[cell.name] = rates.shift_to(cell, cells[cell.name].value, base, shifts)
    return Fit(skills, cells, base_rates, base, _rounded(_shifted(fitting, base, shifts), base))


class _Rates:
    """How often models expect attempts to succeed, by players of these skills."""

    def __init__(self, fitting: Fitting, cases: Sequence[Case], skills: Mapping[str, float]) -> None:
        self._fitting = fitting
        self._skills = skills
        self._cases: dict[str, dict[str, list[Case]]] = {}
        for case in cases:
            self._cases.setdefault(case.cell, {}).setdefault(case.player, []).append(case)
        self.cells = [cell for cell in fitting.CELLS if cell.name in self._cases]

    def cases(self, cell: Cell) -> list[Case]:
        """All cases of a cell."""
        return [case for cases in self._cases[cell.name].values() for case in cases]

    def mean(self, cell: Cell, model: Model) -> float:
        """The rate of success that a model expects in a cell."""
        chances: list[float] = []
        for player, cases in self._cases[cell.name].items():
            chances += self._fitting.successes(cases, self._skills[player], model)
        return math.fsum(chances) / len(chances)

    def shift_to(self, cell: Cell, rate: float, base: Model, shifts: Mapping[str, float]) -> float:
        """How far to shift a cell, besides the other shifts, so that its rate becomes this one."""

        def gap(shift: float) -> float:
            return self.mean(cell, _shifted(self._fitting, base, {**shifts, cell.name: shift})) - rate

        is_decided = gap(LARGEST_SHIFT) > gap(-LARGEST_SHIFT)  # not where cases know what the numbers are about
        return _root(gap, -LARGEST_SHIFT, LARGEST_SHIFT) if is_decided else 0.0


def _fit_skill(fitting: Fitting, cases: Sequence[Case], base: Model) -> Estimate:
    """The likeliest skill; its interval is where the likelihood is not much smaller."""

    def likelihood(skill: float) -> float:
        return fitting.log_likelihood(cases, skill, base)

    steps = round(1 / SKILL_STEP)
    coarse = [likelihood(step / steps) for step in range(steps + 1)]
    nearest = max(range(steps + 1), key=coarse.__getitem__)
    value = _maximum(likelihood, max(0, nearest - 1) / steps, min(steps, nearest + 1) / steps)
    lowest = likelihood(value) - LIKELIHOOD_DROP

    def excess(skill: float) -> float:
        return likelihood(skill) - lowest

    low = 0.0 if excess(0.0) >= 0 else _root(excess, 0.0, value)
    high = 1.0 if excess(1.0) >= 0 else _root(lambda skill: -excess(skill), value, 1.0)
    return Estimate(value, low, high, len(cases))


def _fit_rate(base_rate: float, cases: Sequence[Case]) -> Estimate:
    """The rate of success, with PRIOR_TRIES more tries at the base's rate; quantiles of the beta distribution."""
    wins = sum(case.success for case in cases) + PRIOR_TRIES * base_rate
    losses = len(cases) + PRIOR_TRIES - wins
    value = wins / (wins + losses)
    if wins <= 0 or losses <= 0:
        return Estimate(value, value, value, len(cases))
    low, high = (beta_quantile(wins, losses, share) for share in (0.025, 0.975))
    return Estimate(value, low, high, len(cases))


def _shifted(fitting: Fitting, base: Model, shifts: Mapping[str, float]) -> Model:
    """The base with its numbers changed by these shifts of cells."""
    tables = {table: dict(keys) for table, keys in base.tables.items()}
    for cell in fitting.CELLS:
        if cell.shift and shifts.get(cell.name):
            cell.shift(tables, shifts[cell.name])
    return replace(base, tables=tables)


def _rounded(model: Model, base: Model) -> Model:
    """The model with changed numbers rounded."""

    def rounded(value: Any, before: Any) -> Any:
        if isinstance(value, list):
            return [rounded(item, was) for item, was in zip(value, before, strict=True)]
        return value if value == before else round(value, DECIMALS)

    tables = {
        table: {key: rounded(value, base[table][key]) for key, value in keys.items()}
        for table, keys in model.tables.items()
    }
    return replace(model, tables=tables, text="")


def fitted_file(library: ModelLibrary, fit: Fit, comments: Iterable[str]) -> str:
    """The text of a model file for a fit; it says only what differs if the fit's base is a preset."""
    is_preset = fit.base.name in library.preset_names()
    lines = [f"# {comment}" for comment in comments]
    if is_preset:
        lines += ["", f"base = {format_value(fit.base.name)}"]
    for table, keys in fit.model.tables.items():
        written = {key: value for key, value in keys.items() if not is_preset or value != fit.base[table][key]}
        if written:
            lines += ["", f"[{table}]", *(f"{key} = {format_value(value)}" for key, value in written.items())]
    return "\n".join(lines) + "\n"


# Numbers


def add_log_odds(chance: float, amount: float) -> float:
    """The chance with so much added to its log-odds; 0 and 1 stay."""
    if not 0 < chance < 1:
        return chance
    log_odds = math.log(chance / (1 - chance)) + amount
    return 0.5 + 0.5 * math.tanh(0.5 * log_odds)


def _maximum(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one peak in this range is largest, to a few ten thousandths: golden section search."""
    ratio = (math.sqrt(5) - 1) / 2
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = function(left), function(right)
    while high - low > 2e-4:
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = function(right)
    ends = [low, (low + high) / 2, high]
    return max(ends, key=function)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function is 0, to a few ten thousandths; the nearer end if it is nowhere."""
    if function(low) >= 0:
        return low
    if function(high) <= 0:
        return high
    while high - low > 2e-4:
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2


def beta_quantile(a: float, b: float, share: float) -> float:
    """Below this lies that share of the beta distribution."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _beta_share(a, b, middle) < share else (low, middle)
    return (low + high) / 2


def _beta_share(a: float, b: float, x: float) -> float:
    """The share of the beta distribution below x, by its continued fraction (Lentz's method)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(b, a, 1 - x)
    if x <= 0:
        return 0.0
    factor = math.exp(a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)) / a
    tiny = 1e-300
    fraction, c, d = 1.0, 1.0, 0.0
    for step in range(400):
        m = step // 2
        if step == 0:
            term = 1.0
        elif step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / ((1 + term * d) or tiny)
        c = (1 + term / c) or tiny
        fraction *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return factor * (fraction - 1)
