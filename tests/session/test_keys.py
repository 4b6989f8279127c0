"""The table of keys: what is bound, and what `help` says of it."""

from __future__ import annotations

from prompt_toolkit.input import DummyInput
from prompt_toolkit.key_binding.key_bindings import _parse_key
from prompt_toolkit.output import DummyOutput

from tabletop.session.commands import COMMANDS
from tabletop.session.keys import KEY_BINDINGS
from tabletop.session.tui.window import GameWindow
from tabletop.style import Style
from tests.session.helpers import new_session


def test_every_key_that_does_something_is_bound_in_the_window() -> None:
    window = GameWindow(new_session("zickzack"), Style(), DummyInput(), DummyOutput())
    assert window.app.key_bindings is not None
    bound = [binding.keys for binding in window.app.key_bindings.bindings]
    for row in KEY_BINDINGS:
        for key in row.keys:
            assert ((_parse_key(key),) in bound) == any(key in other.keys and other.action for other in KEY_BINDINGS)
    for command in COMMANDS:
        assert not command.key or bound.count((_parse_key(command.key.lower()),)) == 1


def test_a_key_of_the_table_is_no_command_s() -> None:
    of_commands = {command.key.lower() for command in COMMANDS}
    assert not of_commands & {key for row in KEY_BINDINGS for key in row.keys}


def test_a_key_without_an_action_is_there_for_its_help() -> None:
    assert all(row.help for row in KEY_BINDINGS if not row.action)
    assert all(bool(row.help) == bool(row.label) for row in KEY_BINDINGS)


def test_help_lists_the_keys() -> None:
    session = new_session("zickzack")
    session.style = Style(width=200)
    lines = session.submit("help").lines
    assert lines[lines.index("Keys") + 1 :] == (
        "  Enter        plays the line; after a game, starts the next one",
        "  Tab          completes a move or a command, as far as it is legal",
        "  Up, Down     earlier lines, from this game and others of its kind",
        "  F4           a cursor on the board: arrows move it, Enter or a click chooses, Esc leaves",
        "  Right, Left  in a review: the next blunder, the one before",
        "  Esc          back to the board; cancels a hint",
        "  F9           the last messages and moves in full",
        "  PgUp, PgDn   scroll a text, or a board that does not fit",
        "  Ctrl-C       makes a bot move now, or clears the line; twice, it quits",
        "  Ctrl-D       quits; everything is saved",
    )
