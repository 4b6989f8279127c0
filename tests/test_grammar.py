"""The grammar machine: reading, the place of a mistake, completion."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tabletop.errors import UnreadableMove
from tabletop.game import State
from tabletop.grammar import (
    LONGEST_MOVE,
    Completion,
    Context,
    Either,
    Form,
    Grammar,
    Maybe,
    Seq,
    Sign,
    Slot,
    Some,
    Word,
)
from tests.helpers import new_match

NO_STATE = cast(State, None)


def built(context: Context) -> Any:
    return tuple((item.name, item.value) for item in context.captures.items)


FIELD = Slot("field", r"[a-z]\d+", "a field such as e5", str.lower, lambda context: ["a1", "a2", "b1"])
NUMBER = Slot("number", r"\d+", "a number", int)
SMALL = Slot("small", r"\d", "a digit below 5", lambda text: int(text) if int(text) < 5 else int("x"))
BRIDGE = Word(("bridge", "brücke"), when=lambda context: context.captures.get("field") != "b1")
GRAMMAR = Grammar(
    Form(
        "place on e5",
        "place a tower",
        Seq(
            Word(("place", "setze")),
            Maybe(NUMBER),
            Word(("on", "auf")),
            FIELD,
            Maybe(Seq(BRIDGE, Some(FIELD, Maybe(Either(Sign(","), Word(("and", "und"))))))),
        ),
        built,
    ),
    Form("wait", "do nothing", Seq(Word(("wait",), catch="word"), Maybe(SMALL)), built),
    Form("e5+e6", "place and bridge", Seq(FIELD, Maybe(Some(Seq(Sign("+"), FIELD)))), built, "compact"),
    Form("falls a1", "what happened", Seq(Word(("falls",)), Some(FIELD)), built, "outcome"),
)


def read(text: str, outcome: bool = False) -> Any:
    return GRAMMAR.parse(text, NO_STATE, outcome=outcome)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("place on e5", ["e5"]),
        ("  PLACE   On  E5 ", ["e5"]),
        ("setze 3 auf e5", [3, "e5"]),
        ("place on e5 bridge e6, e7 and e8 e9", ["e5", "e6", "e7", "e8", "e9"]),
        ("place on e5 brücke e6", ["e5", "e6"]),
        ("wait", ["wait"]),
        ("wait 3", ["wait", 3]),
        ("e5+e6+e7", ["e5", "e6", "e7"]),
        (" e5 ", ["e5"]),
    ],
)
def test_reads(text: str, values: list[Any]) -> None:
    assert [value for _, value in read(text)] == values


@pytest.mark.parametrize(
    ("text", "column", "wish"),
    [
        ("", 1, "`place`"),
        ("plonk", 1, "`place`"),
        ("place", 6, "`on`"),
        ("place on", 9, "a field"),
        ("place on 5", 10, "a field"),
        ("place on e5 bridge", 19, "a field"),
        ("place on e5 fridge e6", 13, "`bridge`"),
        ("place on e5x", 10, "a field"),
        ("e5+", 4, "a field"),
        ("e5 + e6", 3, "the end of the move"),
        ("wait 7", 6, "a digit below 5"),
        ("waits", 1, "`wait`"),
        ("falls a1", 1, "`place`"),
    ],
)
def test_a_mistake_has_a_place_and_a_wish(text: str, column: int, wish: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        read(text)
    assert (caught.value.column, wish in caught.value.reason) == (column, True), caught.value


def test_a_misspelt_word_is_guessed() -> None:
    with pytest.raises(UnreadableMove) as caught:
        read("plase on e5")
    assert caught.value.suggestion == "place on e5"
    assert "did you mean `place on e5`" in str(caught.value)


def test_outcomes_are_read_only_when_asked_for() -> None:
    assert read("falls a1 b2", outcome=True) == (("field", "a1"), ("field", "b2"))
    with pytest.raises(UnreadableMove):
        read("wait", outcome=True)


def test_long_nonsense_is_refused_quickly() -> None:
    with pytest.raises(UnreadableMove):
        read("place on e5 bridge " + "e6 " * 600 + "!")
    with pytest.raises(UnreadableMove) as caught:
        read("x" * 10_000_000)
    assert caught.value.column == LONGEST_MOVE + 1
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("", [(0, "place"), (0, "wait")]),
        ("pl", [(0, "place")]),
        ("se", [(0, "setze")]),
        ("place", [(0, "place")]),
        ("place ", [(6, "on")]),
        ("place on ", [(9, "a1"), (9, "a2"), (9, "b1")]),
        ("place on a", [(9, "a1"), (9, "a2")]),
        ("place on a1 ", [(12, "bridge")]),
        ("place on b1 ", []),
        ("place on a1 bridge a1 ", [(22, "and"), (22, "a1"), (22, "a2"), (22, "b1")]),
        ("nonsense ", []),
    ],
)
def test_completion_follows_the_grammar(text: str, offers: list[tuple[int, str]]) -> None:
    assert GRAMMAR.complete(text, NO_STATE) == [Completion(*offer) for offer in offers]


@pytest.mark.parametrize("text", ["place 3 on 7c\u20137e", "place 3\u00a0on 7c\u22127e", "7c\u20147e"])
def test_dashes_and_spaces_of_pasted_text_are_read(text: str) -> None:
    match = new_match("zickzack")
    assert match.game.format_move(match.parse(text)) == "place 3 on 7c-7e"
    assert match.game.grammar.complete("place 3 on 7c\u2013", match.state) == match.game.grammar.complete(
        "place 3 on 7c-", match.state
    )
