"""How output looks: colour or not, Unicode or not, how wide. Decided in `cli`, once; never inside a game."""

from __future__ import annotations

from dataclasses import dataclass

INKS = {
    "bold": "1",
    "dim": "2",
    "underline": "4",
    "reverse": "7",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "94",
    "magenta": "35",
    "cyan": "36",
    "white": "97",
    "grey": "90",
}
"""Names of inks and their SGR numbers; `paint` takes several, separated by spaces."""


@dataclass(frozen=True)
class Style:
    """Plain ASCII in 80 columns unless told otherwise."""

    colour: bool = False
    unicode: bool = False
    width: int = 80
    height: int = 24

    def paint(self, text: str, ink: str) -> str:
        """The text in that ink, or as it is where there is no colour. Colour never carries meaning alone."""
        if not self.colour or not ink or not text:
            return text
        return f"\x1b[{';'.join(INKS[name] for name in ink.split())}m{text}\x1b[0m"

    def pick(self, unicode: str, ascii: str) -> str:
        """The lovelier sign where the terminal has it."""
        return unicode if self.unicode else ascii


PLAIN = Style()
