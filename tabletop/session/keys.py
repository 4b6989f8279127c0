"""The keys of the window, as a table: the window binds them, and `help` lists them.

A key is named as prompt_toolkit names it (`c-c` for Ctrl-C), but that library is not needed here.
The function keys of commands stand with the commands, in `commands.COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletop.session.tui.window import GameWindow


@dataclass(frozen=True)
class KeyBinding:
    """What some keys do.

    keys: any of them acts.
    action: what it does in the window; its second argument is the text that was typed or pasted.
        None if the line editor has its own binding, and the key is listed here for its help.
    when: whether it acts now; otherwise the line editor's own binding does. None means always.
    label, help: the line of `help`; empty for what it does not mention.
    is_eager: the key does not wait for the rest of a longer key code that begins the same way.
    """

    keys: tuple[str, ...]
    action: Callable[[GameWindow, str], object] | None = None
    when: Callable[[GameWindow], bool] | None = None
    label: str = ""
    help: str = ""
    is_eager: bool = False


def _pointing(*keys: str, **options: Any) -> KeyBinding:
    """A key that acts while a cursor stands on the board."""
    return KeyBinding(keys, when=lambda window: window.is_pointing, is_eager=True, **options)


KEY_BINDINGS = (
    _pointing("left", action=lambda window, _: window.move_cursor("left")),
    _pointing("right", action=lambda window, _: window.move_cursor("right")),
    _pointing("up", action=lambda window, _: window.move_cursor("up")),
    _pointing("down", action=lambda window, _: window.move_cursor("down")),
    _pointing("enter", action=lambda window, _: window.choose()),
    _pointing("backspace", action=lambda window, _: window.take_choice_back()),
    KeyBinding(("enter",), label="Enter", help="plays the line; after a game, starts the next one"),
    KeyBinding(
        ("enter",), lambda window, _: window.line.accept_completion(), lambda window: window.line.has_completions
    ),
    KeyBinding(("tab",), label="Tab", help="completes a move or a command, as far as it is legal"),
    KeyBinding(("up", "down"), label="Up, Down", help="earlier lines, from this game and others of its kind"),
    KeyBinding(
        ("f4",),
        lambda window, _: window.toggle_cursor(),
        label="F4",
        help="a cursor on the board: arrows move it, Enter or a click chooses, Esc leaves",
    ),
    KeyBinding(("up",), lambda window, _: window.scroll(-1), lambda window: window.is_reading),
    KeyBinding(("down",), lambda window, _: window.scroll(1), lambda window: window.is_reading),
    KeyBinding(
        ("right",),
        lambda window, _: window.turn_review(1),
        lambda window: window.is_reviewing,
        label="Right, Left",
        help="in a review: the next blunder, the one before",
    ),
    KeyBinding(("left",), lambda window, _: window.turn_review(-1), lambda window: window.is_reviewing),
    KeyBinding(
        ("escape",),
        lambda window, _: window.dismiss(),
        lambda window: not window.line.has_completions,
        label="Esc",
        help="back to the board; cancels a hint",
        is_eager=True,
    ),
    KeyBinding(
        ("escape",),
        lambda window, _: window.line.buffer.cancel_completion(),
        lambda window: window.line.has_completions,
        is_eager=True,
    ),
    KeyBinding(
        ("f9",), lambda window, _: window.show_details(), label="F9", help="the last messages and moves in full"
    ),
    KeyBinding(
        ("pageup",),
        lambda window, _: window.scroll(-window.page_rows),
        lambda window: window.is_scrollable,
        label="PgUp, PgDn",
        help="scroll a text, or a board that does not fit",
    ),
    KeyBinding(("pagedown",), lambda window, _: window.scroll(window.page_rows), lambda window: window.is_scrollable),
    KeyBinding(
        ("c-c", "<sigint>"),
        lambda window, _: window.interrupt(),
        label="Ctrl-C",
        help="makes a bot move now, or clears the line; twice, it quits",
    ),
    KeyBinding(
        ("c-d",),
        lambda window, _: window.quit(0),
        lambda window: not window.line.text or window.line.is_refused,
        label="Ctrl-D",
        help="quits; everything is saved",
    ),
    KeyBinding(("c-z",), lambda window, _: window.app.suspend_to_background()),
    KeyBinding(("<any>",), lambda window, text: window.line.replace(text), lambda window: window.line.is_refused),
    KeyBinding(("end", "right", "c-e"), lambda window, _: window.line.keep(), lambda window: window.line.is_refused),
    KeyBinding(("<bracketed-paste>",), lambda window, text: window.line.paste(text)),
)
"""In the order of their help."""
