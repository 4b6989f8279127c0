"""What a player may expect of the discs: how risky pulling one is, and what touching it first may tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tabletop.games.mikado.beliefs import Beliefs, drawn_anew, given, mean
from tabletop.games.mikado.discs import COUNT, PENALTY, VALUES, colour_of
from tabletop.games.mikado.light import FARTHER
from tabletop.games.mikado.model import MODELS, figures_of
from tabletop.games.mikado.moves import WORDS
from tabletop.games.mikado.rules import MikadoState, Told

STALE = 0.5
"""At a real table: how much of what a disc felt like is taken to hold after a pull."""


@dataclass(frozen=True, eq=False)
class Kind:
    """Discs of one colour of which the same is known."""

    colour: int
    discs: tuple[int, ...]
    chances: tuple[float, ...]
    """As in Beliefs: loose, then the usual loads."""
    risks: tuple[float, ...]
    """How likely pulling one is a movement, by player."""
    worths: tuple[float, ...]
    """The points that pulling one brings on average, by player."""

    @property
    def points(self) -> int:
        """What one counts."""
        return VALUES[self.colour]

    @property
    def loose(self) -> float:
        """How likely one is loose."""
        return self.chances[0]


@dataclass(frozen=True)
class Feel:
    """A word that a touch may bring, how likely it is, and the disc as it is known then."""

    word: str
    chance: float
    kind: Kind


class Outlook:
    """The discs that may be pulled now, by what everybody can know."""

    def __init__(self, state: MikadoState) -> None:
        self.state = state
        self.beliefs = state.beliefs or _beliefs_at_a_real_table(state)
        self.figures = self.beliefs.figures
        self.gone = COUNT - len(state.tray)
        self.skills = state.terms.skills
        groups: dict[tuple[int, tuple[float, ...]], list[int]] = {}
        for disc in state.allowed_discs():
            groups.setdefault((colour_of(disc), self.beliefs.chances[disc]), []).append(disc)
        self.kinds = [self.kind(colour, chances, tuple(discs)) for (colour, chances), discs in groups.items()]
        self._feels: dict[tuple[int, float, tuple[float, ...]], tuple[Feel, ...]] = {}

    def kind(self, colour: int, chances: tuple[float, ...], discs: tuple[int, ...] = ()) -> Kind:
        """These discs, of which this is known."""
        risks = tuple([mean(chances, row) for row in self._risks[colour]])
        worths = tuple([VALUES[colour] - (VALUES[colour] + PENALTY) * risk for risk in risks])
        return Kind(colour, discs, chances, risks, worths)

    def kind_of(self, disc: int) -> Kind:
        """The kind that the disc is of; it must be one that may be pulled."""
        return next(kind for kind in self.kinds if disc in kind.discs)

    def feels(self, kind: Kind, player: int) -> tuple[Feel, ...]:
        """What the player may be told when touching a disc of this kind."""
        skill = self.skills[player - 1]
        key = (kind.colour, skill, kind.chances)
        found = self._feels.get(key)
        if found is None:
            feels = []
            for word, likely in zip(WORDS, self._words(kind.colour, skill), strict=True):
                chance = mean(kind.chances, likely)
                if chance > 0:
                    chances = given(kind.chances, likely)
                    feels.append(Feel(word, chance, self.kind(kind.colour, chances, kind.discs)))
            found = self._feels[key] = tuple(feels)
        return found

    @cached_property
    def fresh(self) -> tuple[Kind, ...]:
        """By colour: what is known of a disc whose load is drawn anew after a pull."""
        drawn = drawn_anew(self.figures, min(self.gone + 1, COUNT))
        return tuple(self.kind(colour, chances) for colour, chances in enumerate(drawn))

    @cached_property
    def _risks(self) -> list[list[list[float]]]:
        """By colour and player: the risk of each usual load."""
        figures = self.figures
        return [
            [[figures.risk(load, colour, self.gone, skill) for load in loads] for skill in self.skills]
            for colour, loads in enumerate(figures.usual_loads)
        ]

    def _words(self, colour: int, skill: float) -> Sequence[Sequence[float]]:
        """By word: how likely each usual load brings it."""
        rows = [self.figures.feel_odds(load, skill) for load in self.figures.usual_loads[colour]]
        return list(zip(*rows, strict=True))


def _beliefs_at_a_real_table(state: MikadoState) -> Beliefs:
    """What the default model makes one expect, with what was felt."""
    figures = figures_of(MODELS.load(MODELS.default))
    by_colour = drawn_anew(figures, COUNT - len(state.tray))
    drawn = [by_colour[colour_of(disc)] if disc in state.tray else () for disc in range(COUNT)]
    beliefs = Beliefs(figures, tuple(drawn), (bytes([FARTHER]) * COUNT,) * COUNT)
    since_pull = state.turn - state.waives
    for told in state.told:
        drawn[told.disc] = _felt(beliefs, told, state.skill, 1.0 if told.turn >= since_pull else STALE)
    return Beliefs(figures, tuple(drawn), beliefs.near)


def _felt(beliefs: Beliefs, told: Told, skill: float, holds: float) -> tuple[float, ...]:
    """The disc's probabilities with what it felt like, as far as that still holds."""
    before = beliefs.chances[told.disc]
    after = beliefs.told(told.disc, told.word, skill).chances[told.disc]
    return tuple([holds * felt + (1 - holds) * anew for felt, anew in zip(after, before, strict=True)])
