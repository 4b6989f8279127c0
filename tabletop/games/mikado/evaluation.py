"""What a bot knows about the discs: the risk and the expected points of pulling one, and what a touch may tell.

evaluation = Evaluation(state)
group = evaluation.group_of(disc)
group.expected_points[player - 1]
evaluation.touch_outcomes(group, player)
evaluation.touch_value(group, player)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul

from tabletop.games.mikado.beliefs import Beliefs, bayes_update, expected_value
from tabletop.games.mikado.discs import DISC_COUNT, PENALTY, VALUES, colour_of
from tabletop.games.mikado.model import MODELS, parameters_of
from tabletop.games.mikado.moves import FEELS
from tabletop.games.mikado.rules import MikadoState, TouchReport

STALE_REPORT = 0.5
"""In a refereed game: the probability that a load is still the one that was felt before the last pull."""


@dataclass(frozen=True, eq=False)
class DiscGroup:
    """Discs of one colour about which the same is known."""

    colour: int
    discs: tuple[int, ...]
    """Empty where the group stands for discs that are only imagined."""
    probabilities: tuple[float, ...]
    """Those of load 0 and of the typical loads, as in Beliefs."""
    risks: tuple[float, ...]
    """The probability that pulling one is a movement, by player."""
    expected_points: tuple[float, ...]
    """The points that pulling one brings on average, by player."""
    certain_risk: float | None = None
    """1 or 0 if everybody can see whether pulling one is a movement, whatever its load."""

    @property
    def points(self) -> int:
        """The points of each disc."""
        return VALUES[self.colour]

    @property
    def loose_chance(self) -> float:
        """The probability that a disc of the group is loose."""
        return self.probabilities[0]


@dataclass(frozen=True)
class TouchOutcome:
    """A word that a touch may bring, its probability, and what is known of the disc afterwards."""

    word: str
    chance: float
    group: DiscGroup


class Evaluation:
    """The discs that may be pulled in a state, as far as players can know.

    `groups` holds them by what is known of them, `gone` is the number of discs out of the tray.
    """

    def __init__(self, state: MikadoState) -> None:
        self.state = state
        self.beliefs = state.beliefs or _beliefs_of_refereed_game(state)
        self.parameters = self.beliefs.parameters
        self.gone = DISC_COUNT - len(state.tray)
        self.skills = state.config.skills
        certain_risks = state.certain_risks()
        alike: dict[tuple[int, tuple[float, ...], float | None], list[int]] = {}
        for disc in state.allowed_discs():
            key = (colour_of(disc), self.beliefs.probabilities[disc], certain_risks.get(disc))
            alike.setdefault(key, []).append(disc)
        self.groups = [
            self._make_group(colour, probabilities, tuple(discs), certain_risk)
            for (colour, probabilities, certain_risk), discs in alike.items()
        ]
        self._touch_outcomes: dict[tuple[int, float, tuple[float, ...], float | None], tuple[TouchOutcome, ...]] = {}
        self._touch_values: dict[tuple[DiscGroup, float], float] = {}
        self._likelihoods: dict[tuple[int, float], Sequence[Sequence[float]]] = {}
        self._weights: dict[tuple[int, float], Sequence[Sequence[float]]] = {}

    def group_of(self, disc: int) -> DiscGroup:
        """The group of a disc that may be pulled."""
        return next(group for group in self.groups if disc in group.discs)

    def touch_outcomes(self, group: DiscGroup, player: int) -> tuple[TouchOutcome, ...]:
        """The possible outcomes if the player touches a disc of the group."""
        skill = self.skills[player - 1]
        key = (group.colour, skill, group.probabilities, group.certain_risk)
        outcomes = self._touch_outcomes.get(key)
        if outcomes is None:
            possible = []
            for word, likelihoods in zip(FEELS, self._feel_likelihoods(group.colour, skill), strict=True):
                chance = expected_value(group.probabilities, likelihoods)
                if chance > 0:
                    probabilities = bayes_update(group.probabilities, likelihoods)
                    touched = self._make_group(group.colour, probabilities, group.discs, group.certain_risk)
                    possible.append(TouchOutcome(word, chance, touched))
            outcomes = self._touch_outcomes[key] = tuple(possible)
        return outcomes

    def touch_value(self, group: DiscGroup, player: int) -> float:
        """The average points of a player who touches a disc of the group, and pulls it only if that pays."""
        if group.certain_risk is not None:
            return max(0.0, group.expected_points[player - 1])
        key = (group, self.skills[player - 1])
        value = self._touch_values.get(key)
        if value is None:
            probabilities = group.probabilities
            weights = self._touch_weights(group.colour, player)
            points = [math.fsum(map(mul, probabilities, by_load)) for by_load in weights]
            value = self._touch_values[key] = math.fsum([max(0.0, gain) for gain in points])
        return value

    def _touch_weights(self, colour: int, player: int) -> Sequence[Sequence[float]]:
        """By word: what each typical load adds to the points of a player who hears it and pulls."""
        skill = self.skills[player - 1]
        weights = self._weights.get((colour, skill))
        if weights is None:
            points = [
                VALUES[colour] - (VALUES[colour] + PENALTY) * risk for risk in self._load_risks[colour][player - 1]
            ]
            likelihoods = self._feel_likelihoods(colour, skill)
            weights = self._weights[colour, skill] = [tuple(map(mul, by_load, points)) for by_load in likelihoods]
        return weights

    @cached_property
    def redrawn(self) -> tuple[DiscGroup, ...]:
        """By colour: what is known of a disc whose load is redrawn after a pull."""
        redrawn = self.parameters.redrawn_probabilities[min(self.gone + 1, DISC_COUNT)]
        return tuple(self._make_group(colour, probabilities) for colour, probabilities in enumerate(redrawn))

    def _make_group(
        self,
        colour: int,
        probabilities: tuple[float, ...],
        discs: tuple[int, ...] = (),
        certain_risk: float | None = None,
    ) -> DiscGroup:
        if certain_risk is None:
            risks = tuple([expected_value(probabilities, load_risks) for load_risks in self._load_risks[colour]])
        else:
            risks = (certain_risk,) * len(self.skills)
        expected_points = tuple([VALUES[colour] - (VALUES[colour] + PENALTY) * risk for risk in risks])
        return DiscGroup(colour, discs, probabilities, risks, expected_points, certain_risk)

    @cached_property
    def _load_risks(self) -> list[list[tuple[float, ...]]]:
        """By colour and player: the risk of each typical load."""
        return [
            [self.parameters.typical_risks(colour, self.gone, skill) for skill in self.skills]
            for colour in range(len(VALUES))
        ]

    def _feel_likelihoods(self, colour: int, skill: float) -> Sequence[Sequence[float]]:
        """By word: how likely each typical load makes it."""
        likelihoods = self._likelihoods.get((colour, skill))
        if likelihoods is None:
            odds_by_load = [self.parameters.feel_odds(load, skill) for load in self.parameters.typical_loads[colour]]
            likelihoods = self._likelihoods[colour, skill] = list(zip(*odds_by_load, strict=True))
        return likelihoods


def _beliefs_of_refereed_game(state: MikadoState) -> Beliefs:
    """What the default model says of the discs, and how they felt."""
    parameters = parameters_of(MODELS.load(MODELS.default))
    by_colour = parameters.redrawn_probabilities[DISC_COUNT - len(state.tray)]
    probabilities = [by_colour[colour_of(disc)] if disc in state.tray else () for disc in range(DISC_COUNT)]
    beliefs = Beliefs(parameters, tuple(probabilities))
    turn_after_pull = state.turn - state.waives
    for report in state.reports:
        validity = 1.0 if report.turn >= turn_after_pull else STALE_REPORT
        probabilities[report.disc] = _after_report(beliefs, report, state.skill, validity)
    return Beliefs(parameters, tuple(probabilities))


def _after_report(beliefs: Beliefs, report: TouchReport, skill: float, validity: float) -> tuple[float, ...]:
    """The disc's probabilities after a report that still holds with the probability `validity`."""
    before = beliefs.probabilities[report.disc]
    after = beliefs.after_touch(report.disc, report.word, skill).probabilities[report.disc]
    return tuple([validity * felt + (1 - validity) * redrawn for felt, redrawn in zip(after, before, strict=True)])
