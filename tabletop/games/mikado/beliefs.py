"""What everybody at the table can know about the hidden loads: players say how discs feel, and all see the pulls.

    beliefs = initial_beliefs(parameters, layout)
    beliefs = beliefs.after_touch(disc, "light", skill)
    beliefs = beliefs.after_pull(disc, Moved(0.4), skill, nearness)
    beliefs.risk(other, skill)                    # believed P(movement) when pulling it

For every disc they hold the probabilities that it is loose or has one of the typical loads of
its size. They follow the statistical model, with two approximations: a typical load stands
for a part of the distribution, and discs are independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.games.mikado.discs import colour_of
from tabletop.games.mikado.loads import free_discs
from tabletop.games.mikado.model import Parameters, load_probabilities
from tabletop.games.mikado.moves import FEELS, Moved
from tabletop.games.mikado.trays import Layout


@dataclass(frozen=True)
class Beliefs:
    """The probabilities of every disc's loads.

    `probabilities` holds for each disc those of load 0 and of the typical loads above it, and
    is empty for a disc that is gone.
    """

    parameters: Parameters
    probabilities: tuple[tuple[float, ...], ...]

    @property
    def gone(self) -> int:
        """How many discs are out of the tray."""
        return self.probabilities.count(())

    def loose_chance(self, disc: int) -> float:
        """The probability that the disc is loose."""
        return self.probabilities[disc][0]

    def risk(self, disc: int, skill: float) -> float:
        """The probability that pulling the disc is a movement."""
        return expected_value(self.probabilities[disc], self._risks(disc, skill))

    def feel_odds(self, disc: int, skill: float) -> tuple[float, ...]:
        """The probabilities of FEELS when the disc is touched."""
        odds_by_load = [self.parameters.feel_odds(load, skill) for load in self._loads(disc)]
        return tuple(expected_value(self.probabilities[disc], odds) for odds in zip(*odds_by_load, strict=True))

    def after_touch(self, disc: int, word: str, skill: float) -> Beliefs:
        """The beliefs once a player of that skill has said how the disc feels."""
        index = FEELS.index(word)
        likelihoods = tuple(self.parameters.feel_odds(load, skill)[index] for load in self._loads(disc))
        probabilities = list(self.probabilities)
        probabilities[disc] = bayes_update(probabilities[disc], likelihoods)
        return Beliefs(self.parameters, tuple(probabilities))

    def after_pull(
        self, disc: int, moved: Moved, skill: float, nearness: Sequence[int], is_foreseen: bool = False
    ) -> Beliefs:
        """The beliefs once a player of that skill has pulled the disc.

        `nearness` is that of the other discs to it. An outcome that is foreseen, whatever the
        load, tells nothing about the disc.
        """
        parameters, loose_chance = self.parameters, self.loose_chance(disc)
        if not is_foreseen:
            loose_chance = bayes_update(self.probabilities[disc], self._likelihoods(disc, moved, skill))[0]
        if_loose = parameters.keep_chances[parameters.slip_class(0.0, moved.length)]
        if_loaded = parameters.keep_chances[parameters.slip_class(1.0, moved.length)]
        keep_chances = [
            loose_chance * of_loose + (1 - loose_chance) * of_loaded
            for of_loose, of_loaded in zip(if_loose, if_loaded, strict=True)
        ]
        out = {disc, *moved.popped}
        redrawn = parameters.redrawn_probabilities[self.gone + len(out)]
        probabilities: list[tuple[float, ...]] = []
        for other, old in enumerate(self.probabilities):
            if not old or other in out:
                probabilities.append(())
                continue
            keep, new = keep_chances[nearness[other]], redrawn[colour_of(other)]
            loose, loaded = (1 - keep) * new[0], (1 - keep) * new[1]  # all typical loads are equally likely
            probabilities.append((keep * old[0] + loose, *[keep * kept + loaded for kept in old[1:]]))
        return Beliefs(parameters, tuple(probabilities))

    def _loads(self, disc: int) -> tuple[float, ...]:
        return self.parameters.typical_loads[colour_of(disc)]

    def _risks(self, disc: int, skill: float) -> tuple[float, ...]:
        return self.parameters.typical_risks(colour_of(disc), self.gone, skill)

    def _likelihoods(self, disc: int, moved: Moved, skill: float) -> tuple[float, ...]:
        """How likely each load makes this outcome. Without a movement, a loose disc leaves the slider still."""
        risks = self._risks(disc, skill)
        if moved.is_movement:
            return risks
        if moved.length == 0:
            standstill = self.parameters.standstill_chance
            return (1 - risks[0], *((1 - risk) * standstill for risk in risks[1:]))
        return (0.0, *(1 - risk for risk in risks[1:]))


def initial_beliefs(parameters: Parameters, layout: Layout) -> Beliefs:
    """What can be seen of a tray that nobody has touched."""
    loose_chances = (
        parameters.initial_loose_chance(colour_of(disc), is_free) for disc, is_free in enumerate(free_discs(layout))
    )
    return Beliefs(parameters, tuple(map(load_probabilities, loose_chances)))


def bayes_update(prior: tuple[float, ...], likelihoods: Sequence[float]) -> tuple[float, ...]:
    """The posterior probabilities; the prior ones if what happened was impossible."""
    joint = [probability * likelihood for probability, likelihood in zip(prior, likelihoods, strict=True)]
    total = math.fsum(joint)
    return tuple([part / total for part in joint]) if total > 0 else prior


def expected_value(probabilities: Sequence[float], values: Sequence[float]) -> float:
    """The mean of the values, weighted with their probabilities."""
    return math.fsum([probability * value for probability, value in zip(probabilities, values, strict=True)])
