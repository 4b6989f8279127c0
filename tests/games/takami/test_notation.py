"""The notation of Takami: reading, writing, completion, and a raise in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import IllegalMove, UnreadableMove
from tabletop.games.takami import GAME
from tabletop.games.takami.heap import PLACES, STICKS, Place
from tabletop.games.takami.moves import (
    FEELS,
    AttemptOutcome,
    Deal,
    Done,
    Keep,
    Lay,
    Prize,
    Probe,
    ProbeOutcome,
    Pull,
    Raise,
    Taboo,
)
from tabletop.games.takami.notation import GRAMMAR, format_move
from tabletop.games.takami.rules import Move
from tabletop.replay import write_record
from tests.games.takami.helpers import DEAL, RAISED, heap_of, play, refused, scripted_match

STATE = scripted_match().state


@pytest.mark.parametrize(
    ("texts", "move"),
    [
        (["probe B4", "?B4", "probiere b4", "TESTE B4"], Probe("B4")),
        (["pull B4", "B4", "ziehe B4", "zieh b4"], Pull("B4")),
        (["lay 9.2", "lay on 9.2", "@9.2", "lege auf 9.2", "lege 9.2", "put on 9.2"], Lay(Place(9, 2))),
        (["lay", "@", "lege"], Lay()),
        (
            [
                "raise B4 to 9.2",
                "B4@9.2",
                "hebe B4 auf 9.2",
                "setze b4 auf 9.2",
                "erhöhe B4 auf 9.2",
                "raise B4 on 9.2",
            ],
            Raise("B4", Place(9, 2)),
        ),
        (["raise B4", "B4@"], Raise("B4")),
        (["keep", "behalte"], Keep()),
        (["prize G3", "$G3", "gewinn G3", "nimm g3"], Prize("G3")),
        (["done", ".", "fertig"], Done()),
        (["taboo", "tabu"], Taboo()),
    ],
)
def test_moves_are_read_in_long_compact_and_german_forms(texts: list[str], move: Move) -> None:
    assert [GRAMMAR.parse(text, STATE) for text in texts] == [move] * len(texts)
    assert texts[0] == format_move(move)
    assert format_move(move, compact=True) in texts


@pytest.mark.parametrize(
    ("texts", "outcome"),
    [
        (["sits loose", "sitzt locker"], ProbeOutcome("loose")),
        (["sits tight", "sitzt stramm", "SITS TIGHT"], ProbeOutcome("tight")),
        (["clean", "sauber"], AttemptOutcome("clean")),
        (["holds", "hält", "haelt"], AttemptOutcome("holds")),
        (["falls B2 G4", "fällt B2 G4", "falls b2, g4"], AttemptOutcome("falls", ("B2", "G4"))),
        (
            ["clean slides R3:7.2 Y1:6.4", "sauber rutscht R3:7.2 Y1:6.4", "clean slides r3:7.2, y1:6.4"],
            AttemptOutcome("clean", (), (("R3", Place(7, 2)), ("Y1", Place(6, 4)))),
        ),
        (["falls B2 slides R3:7.2"], AttemptOutcome("falls", ("B2",), (("R3", Place(7, 2)),))),
    ],
)
def test_outcomes_are_read_in_english_and_german(texts: list[str], outcome: Move) -> None:
    assert [GRAMMAR.parse(text, STATE, outcome=True) for text in texts] == [outcome] * len(texts)
    assert format_move(outcome) == texts[0]


def test_a_deal_is_one_short_line_layer_by_layer() -> None:
    text = format_move(DEAL)
    assert text.startswith("deal R1 / R2 R3 / R4 R5 R6 / ")
    assert len(text) < 200
    assert GRAMMAR.parse(text, STATE, outcome=True) == DEAL
    assert GRAMMAR.parse(text.replace("/ ", ""), STATE, outcome=True) == DEAL


def test_the_probed_stick_need_not_be_named() -> None:
    probed = scripted_match("probe G2; => sits loose").state
    assert GRAMMAR.parse("pull", probed) == GRAMMAR.parse("!", probed) == Pull("G2")
    prize = scripted_match(f"{RAISED}; probe G9; => sits loose").state
    assert GRAMMAR.parse("prize", prize) == GRAMMAR.parse("$", prize) == Prize("G9")
    with pytest.raises(IllegalMove, match="no stick was probed"):
        GRAMMAR.parse("!", STATE)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("pull on", 6, "expected a stick such as B4, `under` or the end of the move"),
        ("probe", 6, "expected a stick such as B4"),
        ("raise B4 to", 12, "expected a place such as 9.2"),
        ("raise B4 to 9", 13, "expected a place such as 9.2"),
        ("lay 9,2", 5, "expected `on`, a place such as 9.2 or the end of the move"),
        ("done now", 6, "expected the end of the move"),
    ],
)
def test_a_mistake_has_its_column_and_reason(text: str, column: int, reason: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        GRAMMAR.parse(text, STATE)
    assert (caught.value.column, caught.value.reason) == (column, reason)


def test_a_misspelt_word_is_corrected() -> None:
    with pytest.raises(UnreadableMove) as caught:
        GRAMMAR.parse("pul G3", STATE)
    assert caught.value.suggestion == "pull G3"


@pytest.mark.parametrize(
    "text", ["falls", "clean B2", "sits", "sits wobbly", "slides R1:1.1", "clean slides", "holds B1"]
)
def test_wrong_outcomes_are_refused(text: str) -> None:
    with pytest.raises(UnreadableMove):
        GRAMMAR.parse(text, STATE, outcome=True)


def completions(text: str, script: str = "") -> list[str]:
    match = scripted_match(script)
    return [offer.text for offer in GRAMMAR.complete(text, match.state)]


def test_completion_offers_what_is_legal() -> None:
    assert completions("") == ["probe", "pull", "raise"]
    assert completions("", RAISED) == ["probe", "prize", "done"]
    assert completions("", f"{RAISED}; done") == ["probe", "pull", "raise", "taboo"]
    assert completions("", "pull G2; => clean") == ["lay", "keep"]
    assert completions("lay ", "pull G2; => clean") == ["on", *(f"9.{slot}" for slot in range(1, 8))]
    assert completions("pull G") == [stick for stick in STICKS if stick[0] == "G"]
    assert completions("raise B4 ") == ["to"]
    assert completions("raise G2 to ") == [f"9.{slot}" for slot in range(1, 8)]
    assert completions("zie") == ["ziehe"]


sticks = st.sampled_from(STICKS)
places = st.sampled_from(PLACES)
moves = st.one_of(
    st.builds(Probe, sticks),
    st.builds(Pull, sticks),
    st.builds(Prize, sticks),
    st.builds(Lay, st.none() | places),
    st.builds(Raise, sticks, st.none() | places),
    st.sampled_from([Keep(), Done(), Taboo()]),
)
some_slides = st.lists(st.tuples(sticks, places), max_size=5).map(tuple)
some_fallen = st.lists(sticks, min_size=1, max_size=6, unique=True).map(tuple)
outcomes = st.one_of(
    st.builds(ProbeOutcome, st.sampled_from(FEELS)),
    st.builds(AttemptOutcome, st.sampled_from(["clean", "holds"]), st.just(()), some_slides),
    st.builds(AttemptOutcome, st.just("falls"), some_fallen, some_slides),
    st.permutations(STICKS).map(lambda order: Deal(tuple(order))),
)


@given(move=moves, compact=st.booleans())
def test_reading_inverts_writing(move: Move, compact: bool) -> None:
    assert GRAMMAR.parse(format_move(move, compact=compact), STATE) == move


@given(outcome=outcomes)
def test_reading_inverts_writing_of_outcomes(outcome: Move) -> None:
    assert GRAMMAR.parse(format_move(outcome), STATE, outcome=True) == outcome


# A raise in one line


def test_raise_in_one_line_and_step_by_step_are_the_same_game() -> None:
    in_one_line = scripted_match(f"{RAISED}; done; raise B2 to 9.5; => clean slides B7:5.1; => falls G6")
    in_steps = scripted_match("pull G2; => clean; lay 9.2; => holds; done")
    play(in_steps, "pull B2; => clean slides B7:5.1; lay on 9.5; => falls G6")
    assert in_one_line.states == in_steps.states
    assert write_record(in_one_line) == write_record(in_steps)


def test_raise_rolls_what_its_steps_roll() -> None:
    def record_of(*lines: str) -> str:
        match = scripted_match(seed=2)
        for line in lines:
            match.play_text(line)
            match.settle()
        return write_record(match)

    assert record_of("raise Y4 to 9.5", "done") == record_of("pull Y4", "lay 9.5", "done")


def test_the_lay_is_dropped_if_the_pull_makes_sticks_fall() -> None:
    match = scripted_match("raise Y4 to 9.5; => falls G2")
    assert match.to_move == 2
    assert [GAME.format_move(ply.move) for ply in match.plies[1:]] == ["pull Y4", "falls G2"]


def test_the_lay_is_dropped_if_the_place_is_gone() -> None:
    """G2 and G3 slide from under 9.1, so the player must choose another place."""
    match = scripted_match("pull Y5; => clean; keep; raise Y4 to 9.1; => clean slides G2:7.1 G3:7.2")
    assert GAME.format_move(match.plies[-1].move) == "clean slides G2:7.1 G3:7.2"
    assert match.to_move == 2
    assert heap_of(match).support_count(Place(9, 1)) == 0
    assert refused(match, "lay 9.1").rule == "K3"
    play(match, "lay 9.3; => holds")


def test_a_raise_is_checked_whole_before_anything_is_rolled() -> None:
    match = scripted_match()
    before = len(match.plies)
    for text, rule in [
        ("raise G2 to 8.2", "K3"),
        ("raise G2 to 9.8", "K2"),
        ("raise G2", "K3"),
        ("raise G2 to 8.1", "K3"),
    ]:
        assert refused(match, text).rule == rule
    assert len(match.plies) == before


def test_a_legal_move_is_suggested_for_an_illegal_one() -> None:
    assert refused(scripted_match(), "raise G2 to 8.9").suggestion == "raise G2 to 9.7"
    assert refused(scripted_match(), "prize G2").suggestion == "pull G2"
    assert refused(scripted_match(RAISED), "pull G9").suggestion == "prize G9"
    assert refused(scripted_match(RAISED), "probe G2").suggestion == "probe G1"


def test_records_list_the_steps_of_a_raise() -> None:
    match = scripted_match(f"{RAISED}; done")
    assert write_record(match).splitlines()[-5:] == ["pull G2", "=> clean", "lay 9.2", "=> holds", "done"]
    play(match, "B2@9.4; => clean")
    assert write_record(match).splitlines()[-2:] == ["=> clean", "lay 9.4"]
