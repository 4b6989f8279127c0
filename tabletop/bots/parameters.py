"""Reading what stands behind the colon of a bot's spec: `mcts:iterations=2000,c=1.4`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tabletop.errors import WrongUse, shorten
from tabletop.number import whole_number


@dataclass
class Parameters:
    """A spec's parameters; each is taken once, and `done` refuses what nobody took."""

    bot: str
    given: Mapping[str, str]
    _known: list[str] = field(default_factory=list)

    def whole(self, name: str, default: int, least: int = 1) -> int:
        """A whole number, not below `least`; raises WrongUse."""
        text = self._take(name)
        if text is None:
            return default
        number = whole_number(text)
        if number is None or number < least:
            wish = f"a whole number from {least} to 999999999"
            raise WrongUse(f"{name} of the bot `{self.bot}` is {wish}, not {shorten(text)!r}")
        return number

    def number(self, name: str, default: float) -> float:
        """A number that is not negative; raises WrongUse."""
        text = self._take(name)
        if text is None:
            return default
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 999_999_999:
            raise WrongUse(f"{name} of the bot `{self.bot}` is a number from 0 to 999999999, not {shorten(text)!r}")
        return value

    def done(self) -> None:
        """Raise WrongUse for a parameter that nobody took."""
        for name in self.given:
            if name not in self._known:
                takes = f"takes {', '.join(self._known)}" if self._known else "takes no parameters"
                raise WrongUse(f"the bot `{self.bot}` knows no {name!r}: it {takes}")

    def _take(self, name: str) -> str | None:
        self._known.append(name)
        return self.given.get(name)
