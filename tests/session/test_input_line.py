"""The status of a line while it is typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.completion import CompleteEvent

from tabletop.errors import TabletopError
from tabletop.grammar import Grammar
from tabletop.session.input_line import line_status
from tabletop.session.session import Session
from tabletop.session.tui.line_editor import LineEditor
from tests.helpers import GAMES
from tests.session.helpers import any_move, new_session, play_bots


def offered(session: Session, line: str) -> list[str]:
    return [completion.text for completion in line_status(session, line).completions]


def marked(session: Session, line: str) -> str:
    mistake = line_status(session, line).mistake
    return line[mistake.start : mistake.end] if mistake else ""


def test_completion_goes_token_by_token() -> None:
    session = new_session("zickzack")
    assert "place" in offered(session, "")
    assert offered(session, "pl") == ["place"]
    assert offered(session, "place ") == ["1", "2", "3", "4"]
    assert offered(session, "place 4 on 3") == []
    assert offered(session, "place 3 on 3") == ["3a-3c"]
    assert offered(session, "setze 3 auf 3") == ["3a-3c"]


def test_only_what_is_legal_is_offered() -> None:
    session = new_session("zickzack", "human", "human")
    session.submit("3b")
    assert offered(session, "place 1 on 3") == ["3a", "3c"]
    assert offered(session, "place 2 on 3") == []


def test_commands_are_offered_once_a_letter_is_typed() -> None:
    session = new_session("zickzack")
    assert "help" not in offered(session, "")
    assert offered(session, "h") == ["help", "hint"]
    assert offered(session, "hil") == ["hilfe"]
    assert offered(session, "r") == ["review", "rules", "redo", "resign", "rat"]
    assert offered(session, ":u") == ["undo"]
    assert offered(session, "rules Z") == [f"Z{n}" for n in range(1, 9)]
    assert offered(session, "help un") == ["undo"]
    assert offered(session, "why place 3 on 3") == ["3a-3c"]
    assert offered(session, "zeige l") == ["list"]


def test_a_finished_move_says_what_enter_does() -> None:
    session = new_session("zickzack", "human", "human")
    assert line_status(session, "7c-7e").plays == line_status(session, "place 3 on 7c").plays == "place 3 on 7c-7e"
    assert line_status(session, "place 3 on 7").plays == line_status(session, "help").plays == ""
    assert line_status(session, "place 9 on 3a").plays == "", "that is illegal"
    gaining = new_session("zickzack", "human", "human")
    for line in ("3a", "4a", "3b", "4b"):
        gaining.submit(line)
    assert line_status(gaining, "3c").plays.startswith("place 1 on 3c (+"), "a field of one's own"


def test_a_move_that_wants_one_more_word_is_no_mistake_yet() -> None:
    session = new_session("mikado")
    for line in ("pull", "pull "):
        assert line_status(session, line).mistake is None
    assert "r7" in offered(session, "pull ")
    assert line_status(session, "pull r99").mistake is not None


def test_a_first_word_of_no_legal_move_is_named() -> None:
    session = new_session("taktori")
    assert line_status(session, "bridge ").expected == "no legal move begins with `bridge` now"
    assert "a bridge" in line_status(session, "place on e5 bridge ").expected
    assert line_status(session, "place ").expected == ""


def test_completions_say_where_they_begin() -> None:
    session = new_session("zickzack")
    for line in ("place 3 on 3", "why place 3 on 3", ":why place 3 on 3"):
        (completion,) = line_status(session, line).completions
        assert line[: completion.start] + completion.text == line[: -len("3")] + "3a-3c"


def test_the_name_of_a_file_is_left_to_others_to_complete() -> None:
    status = line_status(new_session("zickzack"), "save my/fi")
    assert status.wants_file == 5 and not status.completions


@pytest.mark.parametrize(
    ("line", "at_fault", "rule"),
    [
        ("place 3 on 7c-7e", "", ""),
        ("place 2 on 7c-7d", "7c", "rule Z3"),
        ("place 9 on 3a", "9", "rule Z1"),
        ("plaec 3 on 7a", "plaec", "expected"),
        ("place 3 at 7a", "at", "expected"),
        ("7c", "7c", "rule Z3"),
    ],
)
def test_a_mistake_is_marked_at_its_place(line: str, at_fault: str, rule: str) -> None:
    session = new_session("zickzack", "human", "human")
    session.submit("place 2 on 7b-7c" if at_fault.startswith("7") else "3b")
    mistake = line_status(session, line).mistake
    if not at_fault:
        assert mistake is None
        return
    assert mistake is not None and rule in mistake.message
    assert line[mistake.start : mistake.end].startswith(at_fault)


@pytest.mark.parametrize(
    "line", ["", "p", "pla", "place", "place ", "place 3 o", "place 3 on ", "place 3 on 7", "7c-", "7"]
)
def test_what_is_half_typed_is_no_mistake(line: str) -> None:
    assert line_status(new_session("zickzack"), line).mistake is None


def test_the_beginning_of_a_turn_is_checked_while_its_rest_is_typed() -> None:
    session = new_session("taktori", "human", "human")
    session.submit("place on e5")
    assert marked(session, "move e5 to e6 bridge") != "", "e5 is red's"
    assert marked(session, "place on e5 bridge") == ""


def test_a_turn_that_only_works_as_a_whole_is_not_marked() -> None:
    """The first bridge alone touches nothing; with the second one it does."""
    session = new_session("taktori", "human", "human")
    for line in ("place on e7", "place on a1", "place on g7", "place on a2"):
        assert session.submit(line).kind == "news"
    whole = "place on e5 bridge e7-g7, e5-e7"
    assert marked(session, "place on e5 bridge e7-g7") == "e7-g7"
    assert marked(session, whole) == ""
    assert session.submit(whole).kind == "news"


def test_moves_are_not_checked_when_it_is_not_one_s_turn() -> None:
    session = new_session("zickzack")
    session.submit("3a")
    assert line_status(session, "place 9 on 3a").mistake is None
    assert offered(session, "pl") == []
    assert offered(session, "und") == ["undo"]


def test_outcomes_are_completed_for_a_referee() -> None:
    session = new_session("mikado", "human", "human", model="referee")
    session.submit("touch r7")
    assert offered(session, "=> ") == ["feels", "moved"]
    assert offered(session, "=> feels l") == ["loose", "light"]
    assert offered(session, "feels ") == ["loose", "light", "firm", "tight"]
    assert marked(session, "=> feels purple x") == "purple"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_typed_by_completion_alone_is_legal(name: str) -> None:
    """Take offers at random until the line is a move that may end there: check accepts it."""
    from random import Random

    rng = Random(5)
    session = new_session(name)
    for _ in range(3):
        session.submit(any_move(session))
        play_bots(session)
    if session.phase != "human":
        return
    whole = 0
    for _ in range(30):
        line = ""
        for _ in range(12):
            offers = [
                completion
                for completion in line_status(session, line).completions
                if completion.start >= len(line.rstrip()) or not line
            ]
            if not offers:
                break
            completion = offers[int(rng.random() * len(offers))]
            line = line[: completion.start] + completion.text + " "
            try:
                session.match.check(session.match.parse(line))
            except TabletopError:
                continue
            whole += 1
            assert line_status(session, line.strip()).mistake is None, line
    assert whole


@pytest.fixture
def grammar_calls(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """How often the grammar parsed and completed each text, from now on."""
    calls: Counter[tuple[str, str]] = Counter()

    def counting(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(grammar: Grammar, text: str, *args: Any, **options: Any) -> Any:
            calls[name, text] += 1
            return original(grammar, text, *args, **options)

        return call

    for name in ("parse", "complete"):
        monkeypatch.setattr(Grammar, name, counting(name, getattr(Grammar, name)))
    return calls


@pytest.mark.parametrize("name", GAMES)
def test_a_line_is_parsed_once_and_completed_once(name: str, grammar_calls: Counter[tuple[str, str]]) -> None:
    """Besides the line itself, beginnings of it are parsed to find a mistake in them, never longer texts.

    What may stand behind the line and a space is a text of its own, completed once at most.
    """
    session = new_session(name, "human", "human")
    move = any_move(session)
    wrong = move.replace(move.split()[-1], "z9")
    lines = [move[:end] for end in range(len(move) + 1)]
    for typed in [*lines, f"{move} ", wrong, f"{wrong} x", "help", "save x", "1"]:
        grammar_calls.clear()
        line_status(session, typed)
        parsed = {text for kind, text in grammar_calls if kind == "parse"}
        completed = {text for kind, text in grammar_calls if kind == "complete"}
        assert set(grammar_calls.values()) <= {1}, (typed, grammar_calls)
        assert all(typed.startswith(text) for text in parsed) and len(parsed) <= max(1, len(typed.split()))
        assert completed <= {typed, f"{typed} "}


def test_drawing_marking_and_completing_look_at_one_result(grammar_calls: Counter[tuple[str, str]]) -> None:
    session = new_session("zickzack", "human", "human")
    line = LineEditor(session, send=lambda text: False, on_edit=lambda: None)
    typed = "place 3 on 7"
    for letter in typed:
        line.buffer.insert_text(letter)
        line.status()
        complete(line)
        calls = grammar_calls.copy()
        line.status()
        complete(line)
        assert grammar_calls == calls
    assert {count for (kind, _), count in grammar_calls.items() if kind == "complete"} == {1}
    session.submit("place 3 on 7a")
    grammar_calls.clear()
    assert "7a-7c" not in complete(line), "another position, another answer"
    assert grammar_calls["parse", typed] == 1


def complete(line: LineEditor) -> list[str]:
    """What Tab offers."""
    assert line.buffer.completer is not None
    completions = line.buffer.completer.get_completions(line.buffer.document, CompleteEvent())
    return [completion.text for completion in completions]


@pytest.mark.parametrize("name", GAMES)
@given(line=st.text(max_size=40))
def test_nothing_that_is_typed_breaks_anything(name: str, line: str) -> None:
    session = _sessions.setdefault(name, new_session(name))
    mistake = line_status(session, line).mistake
    if mistake:
        assert 0 <= mistake.start <= mistake.end <= len(line)


_sessions: dict[str, Session] = {}
