"""What a session answers to a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Reply:
    """An answer.

    kind: `news` something happened, `refusal` nothing did, and `lines` say why;
    `page` a text to read; `quiet` nothing to say.
    """

    kind: Literal["news", "refusal", "page", "quiet"] = "quiet"
    lines: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    """What was played, a sentence each; a front end that shows accounts anyway need not say them again."""
    title: str = ""
    place: tuple[int, int] | None = None
    """Of a refusal: the part of the line at fault, from 0, end excluded."""
    is_early: bool = False
    """Of a refusal: the line may be sent again when it is the player's turn."""
    wants_hint: bool = False
    """A bot is to be asked for advice: see `Session.advice`."""
    wants_board: bool = False
    """The board is to be drawn."""
    leaves: bool = False


QUIET = Reply()


def news(*lines: str) -> Reply:
    """Something happened."""
    return Reply("news", lines)


def refusal(*lines: str, place: tuple[int, int] | None = None) -> Reply:
    """Nothing happened."""
    return Reply("refusal", lines, place=place)


def page(title: str, lines: list[str]) -> Reply:
    """A text to read."""
    return Reply("page", tuple(lines), title=title)
