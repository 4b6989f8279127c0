"""A player's hand: the discs won, and the points noted as minus."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.games.mikado.discs import BLUE, RED, VALUES, YELLOW

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
