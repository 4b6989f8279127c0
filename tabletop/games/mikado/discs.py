"""The 54 discs by number (r1..r18, b1..b18, y1..y18 are 0..53, the canonical order), and the hands that hold them."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.games.mikado.trays import LETTERS, OF_A_SIZE, Layout, cell_of

COLOURS = ("red", "blue", "yellow")
"""By colour number; red discs are the large ones, blue the medium ones, yellow the small ones."""
VALUES = (3, 2, 1)
"""Points by colour number."""
RED, BLUE, YELLOW = range(3)
NAMES = tuple(f"{letter}{number}" for letter in LETTERS.values() for number in range(1, OF_A_SIZE + 1))
NUMBERS = {name: disc for disc, name in enumerate(NAMES)}
COUNT = len(NAMES)


def colour_of(disc: int) -> int:
    """The disc's colour number, which stands for its size as well."""
    return disc // OF_A_SIZE


def value_of(disc: int) -> int:
    """The disc's points."""
    return VALUES[disc // OF_A_SIZE]


def list_discs(discs: tuple[int, ...]) -> str:
    """The discs' names, with spaces between."""
    return " ".join(NAMES[disc] for disc in discs)


def find_disc(text: str, layout: Layout | None) -> int | None:
    """The disc of that name, or with `@` before a cell the one whose centre lies there; None if there is none."""
    if not text.startswith("@"):
        return NUMBERS.get(text.lower())
    discs = layout.discs if layout else ()
    return next((number for number, disc in enumerate(discs) if cell_of(disc) == text[1:].upper()), None)


PENALTY = 3
"""Points that a movement costs."""
_PAYMENTS = ((1, 0, 0), (0, 1, 1), (0, 0, 3))
"""Discs by colour that are worth the penalty exactly, in the order in which they are taken."""


@dataclass(frozen=True)
class Hand:
    """How many discs of each colour a player holds, by colour number, and the minus points."""

    discs: tuple[int, int, int] = (0, 0, 0)
    minus: int = 0

    @property
    def points(self) -> int:
        """Points of the discs held less the minus points."""
        return sum(number * value for number, value in zip(self.discs, VALUES, strict=True)) - self.minus

    def won(self, colour: int) -> Hand:
        """With a disc of that colour more."""
        red, blue, yellow = self.discs
        return Hand((red + (colour == RED), blue + (colour == BLUE), yellow + (colour == YELLOW)), self.minus)

    def payment(self) -> tuple[int, int, int]:
        """The discs by colour that pay for a movement: worth 3 if that can be, else the most below it."""
        for payment in _PAYMENTS:
            if all(has >= pays for has, pays in zip(self.discs, payment, strict=True)):
                return payment
        _, blue, yellow = self.discs
        return (0, 1, 0) if blue else (0, 0, yellow)

    def fined(self) -> Hand:
        """After paying for a movement; what the discs cannot pay is noted as minus points."""
        payment = self.payment()
        paid = sum(number * value for number, value in zip(payment, VALUES, strict=True))
        red, blue, yellow = (has - pays for has, pays in zip(self.discs, payment, strict=True))
        return Hand((red, blue, yellow), self.minus + PENALTY - paid)
