"""What a session answers to a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tabletop.session.advice import Advice


@dataclass(frozen=True)
class Reply:
    """An answer.

    kind: `news` something happened; `refusal` nothing did, and `lines` say why; `page` a text to read;
        `quiet` nothing to say.
    lines: what is said.
    history: what was played, a sentence each; a front end that shows the history anyway need not repeat it.
    title: the page's title, or what `show` asks to draw.
    place: the part of the refused line that is at fault, from 0, end excluded.
    is_early: the refused line may be sent again when it is the player's turn.
    wants_advice: what to ask a bot for, with `advice.advice_search`; None for nothing.
    wants_board: whether to draw the board.
    quits: whether to close the session.
    """

    kind: Literal["news", "refusal", "page", "quiet"] = "quiet"
    lines: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    title: str = ""
    place: tuple[int, int] | None = None
    is_early: bool = False
    wants_advice: Advice | None = None
    wants_board: bool = False
    quits: bool = False


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
