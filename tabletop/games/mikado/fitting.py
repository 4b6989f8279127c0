"""What records tell about hands and discs, for `tabletop mikado model fit`: the game's Fitting (see `modelfit`).

A pull succeeds if it is not a movement; where everybody could foresee that, it tells nothing. So does a
touch, but only at a real table can it fail (M3); how often a touched disc feels loose is counted besides.
The loads are known where they were rolled from a seed. Elsewhere there are only beliefs about them: those
that the players could have, or at a real table, where no tray is known, what the model says about any disc
of that size at that stage.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tabletop.games.mikado.beliefs import bayes_update, expected_value
from tabletop.games.mikado.discs import DISC_COUNT, colour_of
from tabletop.games.mikado.model import parameters_of
from tabletop.games.mikado.moves import FEELS, Feels, Moved, Pull, Touch
from tabletop.games.mikado.rules import MikadoState
from tabletop.modelfiles import Model
from tabletop.modelfit import Case, Cell, RecordedGame, add_log_odds

LOOSE = FEELS[0]
TOUCH = "touch"
SIZES = tuple(f"{size} disc" for size in ("large", "medium", "small"))
_LEAST = 1e-9
"""No outcome counts as less likely than this: people make typing errors."""


@dataclass(frozen=True)
class Facts:
    """A touch or a pull: the disc's size, how many discs were out, and what is known about its load.

    `load` is the true one, or None; then `beliefs` are the probabilities of the typical loads of the
    disc's size, empty where no tray is known. `felt` is what the disc felt like, if anybody said so: in a
    touch just now, in a pull at a touch before it in the same turn, which `beliefs` take into account.
    """

    colour: int
    gone: int
    load: float | None
    beliefs: tuple[float, ...]
    felt: str
    is_touch: bool


def find_cases(game: RecordedGame) -> Iterator[Case]:
    """The touches and pulls of a record."""
    for state, move in zip(game.states, game.moves, strict=False):
        if not isinstance(state, MikadoState) or state.pending is None:
            continue
        player, disc = game.names[state.player - 1], state.pending.disc
        match state.pending, move:
            case Touch(), Feels(word):
                if state.config.is_refereed:
                    yield Case(player, TOUCH, True, _facts(game, state, disc, "", is_touch=True))
                facts = _facts(game, state, disc, word, is_touch=True)
                yield Case(player, f"touch feels loose, {SIZES[facts.colour]}", word == LOOSE, facts)
            case Touch(), Moved():
                yield Case(player, TOUCH, not move.is_movement, _facts(game, state, disc, "", is_touch=True))
            case Pull(), Moved() if disc not in state.certain_risks():
                report = state.last_report(disc)
                felt = report.word if report and state.touched == disc else ""
                facts = _facts(game, state, disc, felt, is_touch=False)
                yield Case(player, _pull_cell(facts), not move.is_movement, facts)


def _facts(game: RecordedGame, state: MikadoState, disc: int, felt: str, is_touch: bool) -> Facts:
    load = state.hidden.load(disc) if state.hidden and game.knows_hidden else None
    beliefs = state.beliefs.probabilities[disc] if state.beliefs else ()
    return Facts(colour_of(disc), DISC_COUNT - len(state.tray), load, beliefs, felt, is_touch)


def _pull_cell(facts: Facts) -> str:
    return "pull of a disc that feels loose" if facts.felt == LOOSE else f"pull of a {SIZES[facts.colour]}"


class _Chances:
    """The probabilities of a hand of one skill under one model; those of typical loads are computed once."""

    def __init__(self, skill: float, model: Model) -> None:
        self.skill = skill
        self.parameters = parameters_of(model)
        self._risks: dict[tuple[int, int], tuple[float, ...]] = {}
        self._feels: dict[int, tuple[tuple[float, ...], ...]] = {}

    def success(self, case: Case) -> float:
        """The probability of success: no movement, or that the disc feels loose."""
        if case.cell == TOUCH:
            return 1.0
        return self.feels(case.facts, LOOSE) if case.facts.is_touch else self.stays(case.facts)

    def feels(self, facts: Facts, word: str) -> float:
        """The probability that the disc feels like that word."""
        index = FEELS.index(word)
        if facts.load is not None:
            return self.parameters.feel_odds(facts.load, self.skill)[index]
        return expected_value(self._beliefs(facts), self._feel_odds(facts.colour)[index])

    def stays(self, facts: Facts) -> float:
        """The probability that pulling the disc is not a movement."""
        if facts.load is not None:
            return 1 - self.parameters.risk(facts.load, facts.colour, facts.gone, self.skill)
        return 1 - expected_value(self._beliefs(facts), self._typical_risks(facts.colour, facts.gone))

    def _beliefs(self, facts: Facts) -> tuple[float, ...]:
        """The probabilities of typical loads; where no tray is known, those of any disc that felt so."""
        if facts.beliefs:
            return facts.beliefs
        prior = self.parameters.redrawn_probabilities[facts.gone][facts.colour]
        if facts.is_touch or not facts.felt:
            return prior
        return bayes_update(prior, self._feel_odds(facts.colour)[FEELS.index(facts.felt)])

    def _feel_odds(self, colour: int) -> tuple[tuple[float, ...], ...]:
        """For each of FEELS, its probabilities for the typical loads."""
        if colour not in self._feels:
            odds = [self.parameters.feel_odds(load, self.skill) for load in self.parameters.typical_loads[colour]]
            self._feels[colour] = tuple(zip(*odds, strict=True))
        return self._feels[colour]

    def _typical_risks(self, colour: int, gone: int) -> tuple[float, ...]:
        if (colour, gone) not in self._risks:
            loads = self.parameters.typical_loads[colour]
            self._risks[colour, gone] = tuple(self.parameters.risk(load, colour, gone, self.skill) for load in loads)
        return self._risks[colour, gone]


def successes(cases: Sequence[Case], skill: float, model: Model) -> list[float]:
    """The probability of success of each case."""
    chances = _Chances(skill, model)
    return [chances.success(case) for case in cases]


def log_likelihood(cases: Sequence[Case], skill: float, model: Model) -> float:
    """The logarithm of the probability of all that discs felt like, and of all movements."""
    chances = _Chances(skill, model)
    logarithms = []
    for case in cases:
        if case.cell == TOUCH:
            continue
        if case.facts.is_touch:
            chance = chances.feels(case.facts, case.facts.felt)
        else:
            stays = chances.stays(case.facts)
            chance = stays if case.success else 1 - stays
        logarithms.append(math.log(max(_LEAST, chance)))
    return math.fsum(logarithms)


def _shift_size(colour: int) -> Callable[[dict[str, dict[str, Any]], float], None]:
    """Less risk in pulling loaded discs of that size."""

    def shift(tables: dict[str, dict[str, Any]], amount: float) -> None:
        tables["slip"]["size"] = _added(tables["slip"]["size"], colour, -amount)

    return shift


def _shift_loose_share(colour: int) -> Callable[[dict[str, dict[str, Any]], float], None]:
    """More loose discs of that size."""

    def shift(tables: dict[str, dict[str, Any]], amount: float) -> None:
        for key in ("loose", "held"):
            tables["load"][key] = _added(tables["load"][key], colour, amount)

    return shift


def _shift_loose_risk(tables: dict[str, dict[str, Any]], amount: float) -> None:
    """Less risk in pulling loose discs."""
    tables["slip"]["loose"] = add_log_odds(tables["slip"]["loose"], -amount)


def _added(values: Sequence[float], index: int, amount: float) -> list[float]:
    return [value + amount if place == index else value for place, value in enumerate(values)]


CELLS = (
    Cell(TOUCH),
    *(Cell(f"touch feels loose, {size}", _shift_loose_share(colour)) for colour, size in enumerate(SIZES)),
    Cell("pull of a disc that feels loose", _shift_loose_risk),
    *(Cell(f"pull of a {size}", _shift_size(colour)) for colour, size in enumerate(SIZES)),
)
