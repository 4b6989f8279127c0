"""A menu as lines: what can be chosen, which one is, and as much of it as fits the window."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.session.screen import clip

AROUND = 4
"""Rows of a menu that are no choices: title, keys, and an empty one beside each."""


@dataclass(frozen=True)
class Choice:
    """A line of a menu; one that `is_closed` is shown, but cannot be chosen."""

    label: str
    detail: str = ""
    is_closed: bool = False


@dataclass(frozen=True)
class Menu:
    """Choices, and the one that is marked; at least one is not closed."""

    title: str
    choices: tuple[Choice, ...]
    at: int = 0

    def moved(self, by: int) -> Menu:
        """The next choice that is not closed, that many steps down (or up, if negative) and round the ends."""
        at = self.at
        step = 1 if by > 0 else -1
        for _ in range(abs(by)):
            at = (at + step) % len(self.choices)
            while self.choices[at].is_closed:
                at = (at + step) % len(self.choices)
        return Menu(self.title, self.choices, at)

    def lines(self, columns: int, rows: int) -> list[tuple[str, bool]]:
        """The menu's lines, each with whether it is the marked one; none is longer than the window is wide."""
        width = max(len(choice.label) for choice in self.choices)
        room = max(1, rows - AROUND)
        top = max(0, min(self.at - room // 2, len(self.choices) - room))
        found = [(self.title, False), ("", False)]
        for number, choice in list(enumerate(self.choices))[top : top + room]:
            key = "-" if choice.is_closed else number + 1
            found.append((f"{key:>2}  {choice.label:<{width}}  {choice.detail}".rstrip(), number == self.at))
        hidden = len(self.choices) - room
        keys = "Up, Down, Enter, or a number; Esc leaves."
        found += [("", False), (f"{keys} {len(self.choices)} in all." if hidden > 0 else keys, False)]
        return [(clip(text, columns - 1), is_marked) for text, is_marked in found]
