"""The rules of Takami one by one, on a heap known by heart (see takami_table)."""

from __future__ import annotations

from collections import Counter

import pytest

from tabletop.errors import WrongUse
from tabletop.game import CHANCE, NOBODY
from tabletop.games import load
from tabletop.games.takami.heap import PLACES, STICKS, Heap, Place, below
from tabletop.games.takami.moves import Done, Keep, Lay, Prize, Probe, Pull, Taboo
from tabletop.match import Match
from tabletop.options import make_setup
from tests.games.takami.helpers import heap_of, play, refused, state_of, table

RAISE = "pull G2; => clean; lay 9.2; => holds"
"""G2 goes from 8.1 to 9.2, which rests on G3 and G4."""


# K1, K2: material and set-up


def test_k1_nine_sticks_of_each_of_four_colours() -> None:
    assert Counter(stick[0] for stick in STICKS) == {"R": 9, "B": 9, "Y": 9, "G": 9}
    assert len(set(STICKS)) == 36
    error = refused(table(), "pull R10")
    assert (error.rule, error.about) == ("K1", "R10")
    assert refused(table(), "probe W1").reason.startswith("there is no stick W1")


@pytest.mark.parametrize("players", [1, 6])
def test_k1_two_to_five_players(players: int) -> None:
    with pytest.raises(WrongUse, match="2 to 5 players"):
        make_setup(load("takami"), players=players)


def test_k2_places_and_what_they_rest_on() -> None:
    assert Counter(place.layer for place in PLACES) == {
        **{layer: layer for layer in range(1, 9)},
        **{layer: 16 - layer for layer in range(9, 16)},
    }
    assert below(Place(6, 2)) == (Place(5, 1), Place(5, 2))
    assert below(Place(1, 1)) == (None, None)
    assert below(Place(6, 1)) == (None, Place(5, 1))
    assert below(Place(8, 8)) == (Place(7, 7), None)
    assert below(Place(9, 2)) == (Place(8, 2), Place(8, 3))
    assert below(Place(15, 1)) == (Place(14, 1), Place(14, 2))


def test_k2_the_start_is_a_deal_that_fills_layers_1_to_8() -> None:
    match = Match(load("takami"), make_setup(load("takami"), seed=7))
    start = state_of(match)
    assert (start.to_move, start.turn, start.step, len(start.heap)) == (CHANCE, 0, 0, 0)
    match.settle()
    heap = heap_of(match)
    assert (match.to_move, state_of(match).turn, state_of(match).step) == (1, 1, 1)
    assert sorted(heap) == sorted(STICKS)
    assert [place for place in PLACES if heap.at(place)] == [place for place in PLACES if place.layer <= 8]


def test_k2_colours_are_dealt_by_the_seed() -> None:
    deals = []
    for seed in (7, 7, 8):
        match = Match(load("takami"), make_setup(load("takami"), seed=seed))
        match.settle()
        deals.append(heap_of(match))
    assert deals[0] == deals[1] != deals[2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("deal R1 R2", "2 sticks are dealt, not all 36: R3 is missing"),
        ("deal " + " ".join([*STICKS[:35], "R1"]), "R1 is dealt twice"),
        ("clean", "the heap is not built yet"),
    ],
)
def test_k2_a_deal_that_cannot_be(text: str, reason: str) -> None:
    error = refused(Match(load("takami"), make_setup(load("takami"))), text)
    assert error.rule == "K2"
    assert error.reason.startswith(reason)


def test_k2_loads_pass_half_to_each_support() -> None:
    heap = heap_of(table())
    assert [heap.loads[stick] for stick in ("G5", "Y4", "Y7", "B9", "R1")] == [0, 1, 1, 2, 7]
    # Without G3 on 8.2 the sticks Y4 and Y5 bear half a stick less each, and B7 below Y4 and Y5 half of both.
    less = heap.without(("G3",))
    assert [less.loads[stick] for stick in ("Y4", "Y5", "Y6", "B7")] == [0.5, 0.5, 1, 1.5]
    # Without Y4 on 7.1 its two riders lean: G2 on the board alone, G3 with all its weight on Y5.
    lean = heap.without(("Y4",))
    assert lean.is_leaning("G2") and lean.is_leaning("G3")
    assert lean.loads["Y5"] == 1.5
    assert lean.resting_on("Y5") == ("G3", "G4")


# K3: raising


def test_k3_a_stick_goes_to_an_empty_place_of_a_higher_layer() -> None:
    match = table("pull Y4; => clean")
    assert (state_of(match).held, state_of(match).origin) == ("Y4", Place(7, 1))
    play(match, "lay 9.3; => holds")
    assert heap_of(match).place_of("Y4") == Place(9, 3)
    assert not heap_of(match).at(Place(7, 1))


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("7.1", "7.1 is not higher than 7.1, where Y4 lay"),
        ("6.1", "6.1 is not higher than 7.1, where Y4 lay"),
        ("8.1", "8.1 is taken: G2 lies there"),
        ("10.1", "10.1 has no stick to lie on once Y4 is out: 9.1 and 9.2 are empty"),
    ],
)
def test_k3_where_a_stick_cannot_be_laid(place: str, reason: str) -> None:
    error = refused(table("pull Y4; => clean"), f"lay {place}")
    assert (error.rule, error.reason, error.about) == ("K3", reason, place)


@pytest.mark.parametrize(
    ("place", "reason"), [("9.8", "layer 9 has 7"), ("16.1", "no layer 16"), ("0.1", "no layer 0")]
)
def test_k2_places_that_do_not_exist(place: str, reason: str) -> None:
    error = refused(table("pull Y4; => clean"), f"lay {place}")
    assert error.rule == "K2"
    assert reason in error.reason


def test_k3_one_support_is_leaning_two_are_sound_and_a_board_is_no_stick() -> None:
    match = table("pull G2; => clean")
    assert {str(place) for place in state_of(match).legal_places()} == {f"9.{slot}" for slot in range(1, 8)}
    heap = heap_of(match)
    assert heap.support_count(Place(9, 1)) == 1  # G2 is gone from 8.1, G3 lies on 8.2
    assert heap.support_count(Place(9, 2)) == 2
    assert heap.support_count(Place(8, 1)) == 2  # the board and Y4
    both_gone = heap.without(("Y4",))
    assert both_gone.support_count(Place(8, 1)) == 1
    assert not both_gone.can_bear(Place(8, 1)), "a board alone is not enough"


def test_k3_a_stick_is_no_support_for_itself() -> None:
    error = refused(table("pull G2; => falls G3"), "raise G4 to 9.2")
    assert error.reason == "9.2 has no stick to lie on once G4 is out: 8.2 and 8.3 are empty"
    assert (error.rule, error.about) == ("K3", "9.2")


def test_k3_a_stick_that_is_not_on_the_x() -> None:
    match = table("pull G2; => falls G3")
    assert refused(match, "pull G3").reason == "G3 is not on the X: somebody has it as a minus stick"
    play(match, "pull Y4; => clean")
    assert refused(match, "pull G4").reason == "Y4 is in hand already; lay it or keep it"
    assert refused(match, "probe G4").rule == "K3"
    assert refused(table(), "lay 9.2").reason == "no stick is in hand; pull one first"
    assert "must be told where Y4 is to lie" in refused(match, "lay").reason


# K4: probing, and backing out


def test_k4_only_the_probed_stick_may_be_pulled() -> None:
    match = table("probe G2; => sits loose")
    assert state_of(match).probed == "G2"
    error = refused(match, "pull G3")
    assert (error.rule, error.reason) == ("K4", "G2 was probed, so only G2 may be pulled")
    assert list(match.state.legal_moves()) == [Pull("G2")]
    play(match, "pull; => clean")
    assert state_of(match).held == "G2"


def test_k4_one_probe_for_the_raise_and_one_for_the_prize() -> None:
    match = table("probe G2; => sits loose")
    assert refused(match, "probe G3").rule == "K4"
    play(match, "pull; => clean; lay 9.2; => holds; probe G9; => sits loose")
    assert refused(match, "probe G8").reason.endswith("only one stick may be probed for the prize")
    assert refused(match, "prize G8").rule == "K4"
    assert list(match.state.legal_moves()) == [Prize("G9"), Done()]


def test_k4_declining_without_a_taboo_stick() -> None:
    match = table()
    assert refused(match, "taboo").reason == "there is no taboo stick on the X, so a stick must be pulled"
    assert refused(match, "done").reason == "a stick must be raised first, for there is no taboo stick to take instead"
    play(match, "probe G2; => sits loose")
    assert refused(match, "taboo").reason == "there is no taboo stick on the X, so G2, which was probed, must be pulled"


def test_k4_who_does_not_dare_takes_the_taboo_stick() -> None:
    match = table(RAISE + "; done")
    assert state_of(match).taboo == "G2"
    play(match, "taboo; => clean")
    assert state_of(match).minus == ((), ("G2",))
    assert (match.to_move, state_of(match).taboo) == (1, "")


def test_k4_declining_after_a_probe() -> None:
    match = table(RAISE + "; done; probe G9; => sits tight")
    assert list(match.state.legal_moves()) == [Pull("G9"), Taboo()]
    play(match, "taboo; => clean")
    assert state_of(match).minus == ((), ("G2",))
    assert match.to_move == 1


def test_k4_too_late_to_decline() -> None:
    match = table(RAISE + "; done; pull G9; => clean")
    assert refused(match, "taboo").rule == "K4"
    assert refused(match, "done").rule == "K6"


def test_k4_nothing_was_probed() -> None:
    assert refused(table(), "pull").rule == "K4"
    assert refused(table(RAISE), "prize").rule == "K4"


# K5: falls


def test_k5_falls_while_pulling() -> None:
    match = table("pull Y4; => falls G3 G2")
    state = state_of(match)
    assert state.minus == (("Y4", "G2", "G3"), ())
    assert (match.to_move, state.phase, state.taboo, len(state.heap)) == (2, "raise", "", 33)


def test_k5_falls_while_laying() -> None:
    match = table("pull G2; => clean; lay 9.2; => falls G4")
    state = state_of(match)
    assert state.minus == (("G2", "G4"), ())
    assert (match.to_move, state.taboo, len(state.heap)) == (2, "", 34)
    assert not heap_of(match).at(Place(9, 2))


def test_k5_the_laid_stick_itself_falls() -> None:
    state = state_of(table("pull G2; => clean; lay 9.2; => falls G2"))
    assert state.minus == (("G2",), ())
    assert state.taboo == ""


def test_k5_an_outcome_that_does_not_fit_the_step() -> None:
    match = table("pull G2")
    assert refused(match, "=> holds").rule == "K5"
    assert refused(match, "=> sits loose").rule == "K5"
    play(match, "=> clean; lay 9.2")
    assert refused(match, "=> clean").reason == "G2 was laid: it `holds`, or something `falls`"
    assert refused(table("probe G2"), "=> clean").rule == "K4"


def test_k5_what_is_not_there_cannot_fall() -> None:
    match = table("pull G2; => falls G3; pull Y4")
    error = refused(match, "=> falls G3")
    assert (error.rule, error.about) == ("K5", "G3")
    assert error.reason == "G3 cannot fall, it is not on the X: somebody has it as a minus stick"
    assert refused(match, "=> falls G4 G4").reason == "G4 cannot fall twice"
    assert refused(match, "=> falls G4 X4").rule == "K1"


# K6: keeping


def test_k6_a_stick_may_be_kept_as_a_minus_stick() -> None:
    match = table("pull G2; => clean; keep")
    state = state_of(match)
    assert state.minus == (("G2",), ())
    assert (match.to_move, state.taboo, state.held) == (2, "", "")
    assert refused(match, "keep").rule == "K6"


def test_k6_keep_remains_when_no_place_is_higher() -> None:
    """A single tower: its top stick has nothing above to go to."""
    match = table()
    tower = {"R1", "R2", "R4", "R7", "B2", "B7"}
    fallen = " ".join(stick for stick in STICKS if stick not in tower)
    play(match, f"pull Y4; => falls {fallen}")
    assert sorted(heap_of(match)) == sorted(tower)
    play(match, "pull B7; => clean")
    assert heap_of(match).place_of("B2") == Place(5, 1)
    legal = list(match.state.legal_moves())
    assert all(isinstance(move, Lay | Keep) for move in legal)
    assert legal == [Keep()], "above layer 6 nothing bears a stick"


# K7: the prize


def test_k7_a_prize_after_a_raise() -> None:
    match = table(RAISE + "; prize G9; => clean")
    state = state_of(match)
    assert state.prizes == (("G9",), ())
    assert (match.to_move, state.taboo, state.points(1)) == (2, "G2", 1)


def test_k7_no_prize_before_a_raise_nor_with_a_stick_in_hand() -> None:
    assert refused(table(), "prize G9").rule == "K7"
    assert refused(table("pull G2; => clean"), "prize G9").rule == "K7"


def test_k7_neither_the_raised_nor_the_taboo_stick() -> None:
    match = table(RAISE)
    error = refused(match, "prize G2")
    assert (error.rule, error.about) == ("K7", "G2")
    assert refused(match, "probe G2").rule == "K7"
    play(match, "done; pull G9; => clean; lay 9.5; => holds")
    assert refused(match, "prize G2").rule == "K9"
    assert refused(match, "prize G9").rule == "K7"
    assert refused(match, "pull G8").rule == "K7"


def test_k7_done_ends_the_turn_also_after_a_probe() -> None:
    assert table(RAISE + "; done").to_move == 2
    assert table(RAISE + "; probe G9; => sits loose; done").to_move == 2


def test_k7_falls_while_taking_the_prize_leave_the_raise_standing() -> None:
    match = table(RAISE + "; prize Y9; => falls G7")
    state = state_of(match)
    assert state.minus == (("Y9", "G7"), ())
    assert state.prizes == ((), ())
    assert (match.to_move, state.taboo) == (2, "G2")
    assert heap_of(match).place_of("G2") == Place(9, 2)


# K8: minus sticks go back


def test_k8_a_prize_returns_minus_sticks_of_its_colour() -> None:
    match = table("pull G2; => falls G3 B2 R1 R2; pull Y4; => falls G4")
    assert state_of(match).minus == (("R1", "R2", "B2", "G2", "G3"), ("Y4", "G4"))
    play(match, "pull G9; => clean; lay 9.6; => holds; prize G8; => clean")
    state = state_of(match)
    assert state.minus == (("R1", "R2", "B2"), ("Y4", "G4")), "only the player's own, only of that colour"
    assert state.prizes == (("G8",), ())
    assert state.box == ("G2", "G3")
    assert refused(match, "pull G2").reason == "G2 is not on the X: it is back in the box"


def test_k8_red_too() -> None:
    match = table("pull G2; => falls R1 R2; pull Y4; => clean; keep")
    play(match, "pull G9; => clean; lay 9.6; => holds; prize R9; => clean")
    state = state_of(match)
    assert state.minus[0] == ("G2",)
    assert state.prizes[0] == ("R9",)
    assert state.points(1) == -1


def test_k8_a_fallen_prize_returns_nothing() -> None:
    match = table("pull G2; => falls G3; pull Y4; => clean; keep")
    play(match, "pull G9; => clean; lay 9.6; => holds; prize G8; => falls Y9")
    assert state_of(match).minus[0] == ("Y9", "G2", "G3", "G8")


# K9: taboo


def test_k9_no_taboo_for_the_first_player() -> None:
    state = state_of(table())
    assert state.taboo == ""
    assert {move.stick for move in state.legal_moves() if isinstance(move, Pull)} == set(STICKS)


def test_k9_the_raised_stick_is_taboo_for_the_next_player() -> None:
    match = table(RAISE + "; done")
    for text in ("pull G2", "probe G2", "raise G2 to 10.1"):
        error = refused(match, text)
        assert (error.rule, error.about) == ("K9", "G2")
    assert Pull("G2") not in list(match.state.legal_moves())
    assert Probe("G2") not in list(match.state.legal_moves())
    assert Taboo() in list(match.state.legal_moves())


def test_k9_freed_after_one_turn() -> None:
    match = table(RAISE + "; done; pull G9; => clean; keep", players=3)
    assert (match.to_move, state_of(match).taboo) == (3, "")
    play(match, "pull G2; => clean")
    assert state_of(match).held == "G2"


def test_k9_the_next_raise_is_the_next_taboo() -> None:
    match = table(RAISE + "; done; raise G9 to 9.5; => clean; => holds; done")
    assert state_of(match).taboo == "G9"
    play(match, "pull G2; => clean")


def test_k9_the_taboo_stick_fell() -> None:
    match = table(RAISE + "; prize G4; => falls G2")
    state = state_of(match)
    assert state.minus == (("G2", "G4"), ())
    assert state.taboo == ""
    assert refused(match, "taboo").rule == "K4"


def test_k9_none_raised_none_taboo() -> None:
    for script in ("pull G2; => clean; keep", "pull G2; => falls G3", "pull G2; => clean; lay 9.2; => falls G3"):
        assert state_of(table(script)).taboo == ""


# K10: sliding


def test_k10_sticks_slide_where_the_outcome_says() -> None:
    match = table("pull Y4; => clean slides G2:7.1")
    assert heap_of(match).place_of("G2") == Place(7, 1)
    assert not state_of(match).minus[0]


def test_k10_sticks_slide_sideways_too() -> None:
    match = table("pull G3; => clean; lay 9.4; => holds slides G4:8.2")
    assert heap_of(match).place_of("G4") == Place(8, 2)


@pytest.mark.parametrize(
    ("slides", "reason"),
    [
        ("G2:8.2", "G2 cannot slide to 8.2, for G3 lies there"),
        ("G2:8.1", "G2 lies on 8.1 already; tell only what slid"),
        ("G2:9.1", "G2 lies on 8.1 and cannot slide up to 9.1"),
        ("G2:7.2", "G2 cannot slide to 7.2, for Y5 lies there"),
        ("Y4:6.1", "Y4 is the stick that was pulled out; it cannot slide as well"),
        ("G2:7.1 G3:7.1", "G3 cannot slide to 7.1, for G2 lies there"),
    ],
)
def test_k10_slides_that_cannot_be(slides: str, reason: str) -> None:
    error = refused(table("pull Y4"), f"=> clean slides {slides}")
    assert (error.rule, error.reason) == ("K10", reason)


@pytest.mark.parametrize(
    ("script", "line", "rule"),
    [
        ("pull G2; => clean", "pull", "K3"),
        ("pull G2; => clean", "!", "K3"),
        ("pull G2; => clean", "prize", "K7"),
        ("raise G2 to 9.5; => clean; => holds", "pull", "K7"),
        ("", "prize", "K7"),
        ("", "$", "K7"),
        ("", "pull", "K4"),
        ("raise G2 to 9.5; => clean; => holds", "prize", "K4"),
    ],
)
def test_k4_a_stick_need_only_be_named_when_it_is_time_for_one(script: str, line: str, rule: str) -> None:
    assert refused(table(script), line).rule == rule


def test_k10_a_slide_needs_a_stop() -> None:
    """With R1 to R3 gone, 2.1 leans on a board and holds a stick; 3.2 has nothing under it."""
    match = table("pull R1; => falls R2 R3 R4 R5 R6 slides R7:2.1")
    assert heap_of(match).place_of("R7") == Place(2, 1)
    error = refused(table("pull R1"), "=> falls R2 R3 R4 R5 R6 slides R8:3.2")
    assert error.reason == "R8 cannot slide to 3.2, for nothing is there to stop it"


def test_k10_what_fell_cannot_slide() -> None:
    assert refused(table("pull Y4"), "=> falls G2 slides G2:7.1").reason.endswith("for it fell off")
    match = table("pull G3; => falls G2; pull Y4")
    assert "not on the X" in refused(match, "=> clean slides G2:7.1").reason
    match = table("pull Y4; => clean; lay 9.2")
    assert refused(match, "=> holds slides Y4:7.1").reason == "Y4 is the stick that was laid; it cannot slide as well"
    assert refused(match, "=> holds slides G2:7.9").rule == "K2"


def test_k10_what_hangs_in_the_air_drops() -> None:
    match = table("pull Y4; => clean; keep; pull Y5; => clean; keep")
    # G3 on 8.2 lost both Y4 and Y5, and nobody said where it went: to 7.1 on its left.
    assert heap_of(match).place_of("G3") == Place(7, 1)
    assert heap_of(match).place_of("G2") == Place(8, 1)


def test_k10_taking_the_taboo_stick_can_make_others_fall() -> None:
    match = table(RAISE + "; done; taboo")
    play(match, "=> falls G3")
    state = state_of(match)
    assert state.minus == ((), ("G2", "G3"))
    assert (match.to_move, state.taboo) == (1, "")


# K11, K12: the end


def ending(spared: str, **agreed: object) -> Match:
    """A first turn in which G2 is pulled and all but the spared sticks fall."""
    fallen = " ".join(stick for stick in STICKS if stick not in spared.split() and stick != "G2")
    return table(f"pull G2; => falls {fallen}", **agreed)


@pytest.mark.parametrize("spared", ["R1 R2 R3 R4", "R1 R2 R3", "R1", ""])
def test_k11_four_or_fewer_sticks_end_the_round(spared: str) -> None:
    match = ending(spared)
    assert match.to_move == NOBODY
    assert match.result is not None
    assert match.result.winners == (2,)
    assert list(match.state.legal_moves()) == []


def test_k11_five_sticks_do_not() -> None:
    match = ending("R1 R2 R3 R4 R5")
    assert match.result is None
    assert match.to_move == 2


def test_k11_it_is_looked_at_when_a_turn_ends() -> None:
    match = ending("R1 R2 R3 R4 R5")
    play(match, "pull R1; => clean")
    assert match.result is None, "four lie on the X, but the turn goes on"
    assert len(heap_of(match)) == 4
    place = next(iter(state_of(match).legal_places()))
    play(match, f"lay {place}; => holds")
    assert len(heap_of(match)) == 5
    play(match, "prize R5; => clean")
    assert match.result is not None


def test_k11_nothing_can_be_done_after_the_end() -> None:
    error = refused(ending("R1"), "pull R1")
    assert (error.rule, error.suggestion) == ("K12", None)
    assert error.reason.startswith("the game is over")


def test_k12_points_of_prizes_and_minus_sticks_with_red() -> None:
    match = table(RAISE + "; prize R9; => clean")
    assert match.state.scores() == (0, 0), "a red prize counts nothing"
    play(match, "pull G9; => clean; lay 9.5; => holds; prize B9; => clean")
    assert match.state.scores() == (0, 1)
    play(match, "pull R8; => falls R7")
    assert match.state.scores() == (-2, 1), "red minus sticks count"


def test_k12_most_points_win_and_equal_points_share() -> None:
    match = ending("R1 R2 R3 R4 R5", players=3)
    play(match, "pull R5; => falls R4")
    outcome = match.result
    assert outcome is not None
    assert match.state.scores() == (-31, -2, 0)
    assert (outcome.winners, outcome.rule) == ((3,), "K12")
    shared = ending("R1 R2 R3", players=3).result
    assert shared is not None
    assert shared.winners == (2, 3)
    assert shared.reason == "3 sticks are left on the X, and the most points are 0, shared by 2"


def test_k12_rounds_add_up_and_the_first_player_moves_on() -> None:
    match = ending("R1 R2 R3 R4", players=3, options=["rounds=3"])
    state = state_of(match)
    assert match.result is None
    assert (match.to_move, state.phase, state.round, state.turn, state.step) == (CHANCE, "deal", 2, 2, 0)
    assert match.state.scores() == (-32, 0, 0)
    assert state.minus == ((), (), ())
    play(match, "=> deal " + " ".join(STICKS))
    assert (match.to_move, state_of(match).turn, state_of(match).step) == (2, 2, 1)
    assert state_of(match).taboo == ""
    play(match, RAISE + "; prize B9; => clean")
    assert match.state.scores() == (-32, 1, 0)
    fallen = " ".join(stick for stick in STICKS[:-3] if stick not in ("B9", "G3", "G2"))
    play(match, f"pull G3; => falls {fallen} G2")
    assert state_of(match).round == 3
    assert match.state.scores() == (-32, 1, -32)
    play(match, "=> deal " + " ".join(STICKS))
    assert match.to_move == 3
    play(match, "pull G2; => falls " + " ".join(STICKS[:27]) + " G3 G4 G5 G6")
    assert match.result is not None
    assert match.result.winners == (2,)
    assert match.state.scores() == (-32, 1, -64)


def test_k12_the_deals_of_two_rounds_differ() -> None:
    match = Match(load("takami"), make_setup(load("takami"), seed=3, options=["rounds=2"]))
    match.settle()
    first = heap_of(match)
    fallen = " ".join(stick for stick in first if stick not in list(first)[:4])
    stick = list(first)[-1]
    match.play_text(f"pull {stick}")
    match.play_text(f"falls {fallen}", "stated")
    match.settle()
    assert state_of(match).round == 2
    assert len(heap_of(match)) == 36
    assert heap_of(match) != first


def test_heaps_are_equal_by_value() -> None:
    assert Heap(heap_of(table()).sticks) == heap_of(table())
    assert hash(Heap(heap_of(table()).sticks)) == hash(heap_of(table()))
