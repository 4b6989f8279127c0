"""What anybody at the table can know of the loads: feels are told aloud, pulls are seen.

For every disc the probabilities that it is loose or carries one of some usual loads. They
follow the light model exactly, but for two things: loads stand for parts of their
distribution, and discs are taken one by one, as if the news of one said nothing of others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from tabletop.games.mikado.discs import colour_of
from tabletop.games.mikado.light import free_discs, nearness
from tabletop.games.mikado.model import PARTS, Figures
from tabletop.games.mikado.moves import WORDS, Moved
from tabletop.games.mikado.trays import Layout


@dataclass(frozen=True)
class Beliefs:
    """Probabilities by disc: loose first, then the usual loads of its size; nothing for a disc that is gone."""

    figures: Figures
    chances: tuple[tuple[float, ...], ...]
    near: tuple[bytes, ...] = field(compare=False, repr=False)

    @property
    def gone(self) -> int:
        """How many discs are out of the tray."""
        return self.chances.count(())

    def loose(self, disc: int) -> float:
        """How likely the disc is loose."""
        return self.chances[disc][0]

    def risk(self, disc: int, skill: float) -> float:
        """How likely pulling the disc is a movement."""
        return mean(self.chances[disc], self._risks(disc, skill))

    def feel_odds(self, disc: int, skill: float) -> tuple[float, ...]:
        """How likely each of WORDS is when the disc is touched."""
        rows = [self.figures.feel_odds(load, skill) for load in self._loads(disc)]
        return tuple(mean(self.chances[disc], column) for column in zip(*rows, strict=True))

    def told(self, disc: int, word: str, skill: float) -> Beliefs:
        """After a hand of that skill has told how the disc feels."""
        told = WORDS.index(word)
        likely = tuple(self.figures.feel_odds(load, skill)[told] for load in self._loads(disc))
        chances = list(self.chances)
        chances[disc] = given(chances[disc], likely)
        return Beliefs(self.figures, tuple(chances), self.near)

    def pulled(self, disc: int, moved: Moved, skill: float) -> Beliefs:
        """After a hand of that skill has pulled the disc."""
        figures = self.figures
        loose = given(self.chances[disc], self._likelihoods(disc, moved, skill))[0]
        loaded_event = figures.event(1.0, moved.length)
        keeps = [
            loose * if_loose + (1 - loose) * if_loaded
            for if_loose, if_loaded in zip(figures.keeps[0], figures.keeps[loaded_event], strict=True)
        ]
        near = self.near[disc]
        out = {disc, *moved.popped}
        gone = self.gone + len(out)
        fresh = drawn_anew(figures, gone)
        chances: list[tuple[float, ...]] = []
        for other, old in enumerate(self.chances):
            if not old or other in out:
                chances.append(())
                continue
            keep = keeps[near[other]]
            anew = 1 - keep
            new = fresh[colour_of(other)]
            chances.append(tuple([keep * was + anew * is_now for was, is_now in zip(old, new, strict=True)]))
        return Beliefs(figures, tuple(chances), self.near)

    def _loads(self, disc: int) -> tuple[float, ...]:
        return self.figures.usual_loads[colour_of(disc)]

    def _risks(self, disc: int, skill: float) -> tuple[float, ...]:
        gone = self.gone
        return tuple(self.figures.risk(load, colour_of(disc), gone, skill) for load in self._loads(disc))

    def _likelihoods(self, disc: int, moved: Moved, skill: float) -> tuple[float, ...]:
        """How likely each load makes what happened. Without a movement a loose disc lets the slider stand."""
        risks = self._risks(disc, skill)
        if moved.is_movement:
            return risks
        still = self.figures.still_share
        if moved.length == 0:
            return (1 - risks[0], *((1 - risk) * still for risk in risks[1:]))
        return (0.0, *(1 - risk for risk in risks[1:]))


def first_beliefs(figures: Figures, layout: Layout) -> Beliefs:
    """What can be seen of a tray that nobody has touched."""
    shares = (figures.first_loose_share(colour_of(disc), free) for disc, free in enumerate(free_discs(layout)))
    return Beliefs(figures, tuple(_fresh(share) for share in shares), nearness(layout))


def drawn_anew(figures: Figures, gone: int) -> list[tuple[float, ...]]:
    """By colour: the probabilities of a load drawn anew when so many discs are out of the tray."""
    return [_fresh(shares[gone]) for shares in figures.loose_shares]


def _fresh(loose: float) -> tuple[float, ...]:
    """The probabilities of a load that is loose with this probability, and otherwise as usual."""
    return (loose, *[(1 - loose) / PARTS] * PARTS)


def given(chances: tuple[float, ...], likelihoods: Sequence[float]) -> tuple[float, ...]:
    """Bayes; news that cannot be leaves things as they were."""
    joint = [chance * likelihood for chance, likelihood in zip(chances, likelihoods, strict=True)]
    whole = math.fsum(joint)
    return tuple([part / whole for part in joint]) if whole > 0 else chances


def mean(chances: Sequence[float], values: Sequence[float]) -> float:
    """The values weighed by their chances."""
    return math.fsum([chance * value for chance, value in zip(chances, values, strict=True)])
