"""A line typed in the terminal, completed by Tab."""

from __future__ import annotations

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from tabletop import new_match
from tabletop.session.tui.prompt import MoveCompleter, ask_line


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("pl", [("place", -2)]),
        ("place 3 o", [("on", -1)]),
        ("sk", [("skip", -2)]),
        ("place 3 on 3", [("3a-3c", -1)]),
        ("xyz", []),
    ],
)
def test_moves_and_words_are_offered(typed: str, offers: list[tuple[str, int]]) -> None:
    completer = MoveCompleter(new_match("zickzack"), ("skip", "quit"))
    completions = completer.get_completions(Document(typed), CompleteEvent())
    assert [(completion.text, completion.start_position) for completion in completions] == offers


def test_a_line_is_read_until_the_input_ends() -> None:
    with create_pipe_input() as pipe:
        pipe.send_text("place 1 on 3a\r")
        assert ask_line(new_match("zickzack"), "> ", input=pipe, output=DummyOutput()) == "place 1 on 3a"
        pipe.send_text("\x04")
        assert ask_line(new_match("zickzack"), "> ", input=pipe, output=DummyOutput()) is None
