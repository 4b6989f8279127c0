"""Refereed games, at a real table: no heap, no heights, every outcome stated."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.errors import WrongUse
from tabletop.games.takami import GAME
from tabletop.games.takami.heap import STICKS
from tabletop.games.takami.moves import Keep, Lay, Pull
from tabletop.match import Match
from tabletop.record import parse_records
from tabletop.replay import replayed, write_record
from tests.games.takami.helpers import play, refused, scripted_match, state_of


def refereed(script: str = "", **setup: Any) -> Match:
    return scripted_match(script, model="referee", **setup)


def test_there_is_no_deal() -> None:
    match = refereed()
    assert (match.to_move, state_of(match).turn) == (1, 1)
    assert sorted(state_of(match).heap) == sorted(STICKS)


def test_lay_needs_no_place() -> None:
    match = refereed("pull B4; => clean")
    assert list(match.state.legal_moves()) == [Lay(), Keep()]
    play(match, "lay; => holds; prize G3; => clean")
    state = state_of(match)
    assert (state.taboo, state.prizes, match.to_move) == ("B4", (("G3",), ()), 2)


def test_raise_needs_no_place() -> None:
    match = refereed("raise B4; => clean; => holds; done")
    assert state_of(match).taboo == "B4"
    assert refereed("B4@; => clean; => holds; .").state == match.state


def test_places_and_slides_are_recorded_but_have_no_effect() -> None:
    match = refereed("raise B4 to 9.2; => clean slides R1:2.1; => holds; done")
    assert "lay 9.2" in write_record(match)
    assert match.state == refereed("raise B4; => clean; => holds; done").state
    assert refused(match, "raise B5 to 9.9").rule == "K2"


def test_all_other_rules_are_checked() -> None:
    match = refereed("pull B4; => clean; lay; => holds; done")
    assert refused(match, "pull B4").rule == "K9"
    assert refused(match, "prize B5").rule == "K7"
    play(match, "pull B5; => falls B6 G1")
    assert state_of(match).minus == ((), ("B5", "B6", "G1"))
    assert refused(match, "pull B6").rule == "K3"
    play(match, "pull R1")
    assert refused(match, "=> falls B6").rule == "K5"
    assert refused(match, "=> clean slides B6:1.1").rule == "K10"
    play(match, "=> clean; lay; => holds; prize B1; => clean")
    assert match.state.scores() == (1, -3)


def test_a_stick_that_does_not_lie_higher_is_kept() -> None:
    match = refereed("pull B4; => clean; keep")
    assert state_of(match).minus == (("B4",), ())


def test_four_sticks_end_the_game_or_start_the_next_round() -> None:
    fallen = " ".join(STICKS[1:32])
    match = refereed(f"pull R1; => falls {fallen}")
    assert match.result is not None
    assert match.result.winners == (2,)
    match = refereed(f"pull R1; => falls {fallen}", options=["rounds=2"])
    state = state_of(match)
    assert (match.to_move, state.round, state.turn, len(state.heap)) == (2, 2, 2, 36)


def test_nothing_is_rolled() -> None:
    match = refereed(seed=7)
    match.play_text("pull B4")
    assert match.settle() == []
    with pytest.raises(WrongUse, match="referee"):
        match.roll()


def test_a_pull_may_say_how_many_sticks_rested_on_the_stick() -> None:
    script = "ziehe B4 unter 2; => clean; lay; => holds; prize G3 under 0; => clean; raise B5 under 1 to 9.2; => clean"
    match = refereed(script)
    text = write_record(match)
    assert [line for line in text.splitlines() if "under" in line] == [
        "pull B4 under 2",
        "prize G3 under 0",
        "pull B5 under 1",
    ]
    assert match.state == refereed(script.replace(" unter 2", "").replace(" under 0", "").replace(" under 1", "")).state
    (record,) = parse_records(text, "record")
    assert write_record(replayed(record)) == text
    probed = refereed("probe B4; => sits firm; pull under 12")
    assert state_of(probed).pending == Pull("B4", 12)
    assert GAME.format_move(Pull("B4", 12), compact=True) == "pull B4 under 12"


def test_k2_what_is_said_about_the_heap_must_be_possible() -> None:
    match = refereed()
    assert refused(match, "pull B4 under 36").rule == "K2"
    assert str(refused(match, "pull B4 under 36")).startswith("illegal (rule K2): 36 sticks cannot rest on it")
    assert "for real tables" in refused(scripted_match(seed=1), "pull G2 under 2").reason
