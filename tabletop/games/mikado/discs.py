"""The 54 discs as numbers (r1..r18, b1..b18, y1..y18 are 0..53, the canonical order), and the players' hands."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.games.mikado.trays import DISC_NAMES, DISCS_PER_SIZE, Layout, cell_of

COLOURS = ("red", "blue", "yellow")
"""By colour number; red discs are the large ones, blue the medium ones, yellow the small ones."""
VALUES = (3, 2, 1)
"""Points by colour number."""
RED, BLUE, YELLOW = range(3)
NAMES = DISC_NAMES
NUMBERS = {name: disc for disc, name in enumerate(NAMES)}
DISC_COUNT = len(NAMES)


def colour_of(disc: int) -> int:
    """The disc's colour number, which stands for its size as well."""
    return disc // DISCS_PER_SIZE


def value_of(disc: int) -> int:
    """The disc's points."""
    return VALUES[disc // DISCS_PER_SIZE]


def list_discs(discs: tuple[int, ...]) -> str:
    """The discs' names, separated by spaces."""
    return " ".join(NAMES[disc] for disc in discs)


def find_disc(text: str, layout: Layout | None, tray: tuple[int, ...]) -> int | None:
    """The disc of that name, or for `@B3` the one in the tray with its centre in that cell; None if there is none."""
    if not text.startswith("@"):
        return NUMBERS.get(text.lower())
    if layout is None:
        return None
    return next((disc for disc in tray if cell_of(layout.discs[disc]) == text[1:].upper()), None)


PENALTY = 3
"""Points that a movement costs."""
_PAYMENTS = ((1, 0, 0), (0, 1, 1), (0, 0, 3))
"""Discs by colour that are worth exactly the penalty, in the order in which they are tried."""


@dataclass(frozen=True)
class Hand:
    """The discs that a player holds, counted by colour number, and the minus points noted."""

    discs: tuple[int, int, int] = (0, 0, 0)
    minus: int = 0

    @property
    def points(self) -> int:
        """Points of the discs held less the minus points."""
        return sum(number * value for number, value in zip(self.discs, VALUES, strict=True)) - self.minus

    def with_disc(self, colour: int) -> Hand:
        """The hand with one more disc of that colour."""
        red, blue, yellow = self.discs
        return Hand((red + (colour == RED), blue + (colour == BLUE), yellow + (colour == YELLOW)), self.minus)

    def payment(self) -> tuple[int, int, int]:
        """The discs by colour that pay for a movement: worth exactly 3 if possible, otherwise the most below 3."""
        for payment in _PAYMENTS:
            if all(held >= paid for held, paid in zip(self.discs, payment, strict=True)):
                return payment
        _, blue, yellow = self.discs
        return (0, 1, 0) if blue else (0, 0, yellow)

    def after_penalty(self) -> Hand:
        """The hand after paying for a movement; what the discs cannot pay is noted as minus points."""
        payment = self.payment()
        paid_points = sum(number * value for number, value in zip(payment, VALUES, strict=True))
        red, blue, yellow = (held - paid for held, paid in zip(self.discs, payment, strict=True))
        return Hand((red, blue, yellow), self.minus + PENALTY - paid_points)
