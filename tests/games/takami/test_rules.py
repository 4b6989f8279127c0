"""The rules of Takami one by one, on the known heap of `helpers`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tabletop.errors import WrongUse
from tabletop.game import CHANCE, NOBODY
from tabletop.games.takami.heap import PLACES, STICKS, Place
from tabletop.games.takami.moves import AttemptOutcome, Done, Keep, Lay, Prize, Probe, Pull, Taboo
from tabletop.match import Match
from tests.games.takami.helpers import RAISED, heap_of, match_before_deal, play, refused, scripted_match, state_of
from tests.helpers import new_match

# K1, K2: material and set-up


def test_k1_nine_sticks_of_each_of_four_colours() -> None:
    assert Counter(stick[0] for stick in STICKS) == {"R": 9, "B": 9, "Y": 9, "G": 9}
    assert len(set(STICKS)) == 36
    error = refused(scripted_match(), "pull R10")
    assert (error.rule, error.about) == ("K1", "R10")
    assert refused(scripted_match(), "probe W1").reason.startswith("there is no stick W1")


@pytest.mark.parametrize("players", [1, 6])
def test_k1_two_to_five_players(players: int) -> None:
    with pytest.raises(WrongUse, match="2 to 5 players"):
        match_before_deal(players=players)


def test_k2_the_start_is_a_deal_that_fills_layers_1_to_8() -> None:
    match = match_before_deal(seed=7)
    start = state_of(match)
    assert (start.to_move, start.turn, start.attempt, start.piece, len(start.heap)) == (CHANCE, 0, "setup", "-", 0)
    match.settle()
    heap = heap_of(match)
    assert (match.to_move, state_of(match).turn) == (1, 1)
    assert sorted(heap) == sorted(STICKS)
    assert [place for place in PLACES if heap.at(place)] == [place for place in PLACES if place.layer <= 8]


def test_k2_colours_are_dealt_by_the_seed() -> None:
    deals = []
    for seed in (7, 7, 8):
        match = match_before_deal(seed=seed)
        match.settle()
        deals.append(heap_of(match))
    assert deals[0] == deals[1] != deals[2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("deal R1 R2", "a deal fills layers 1 to 8 with all 36 sticks; R3 is missing"),
        ("deal " + " ".join([*STICKS[:35], "R1"]), "R1 is dealt twice"),
        ("clean", "the heap has not been built yet"),
    ],
)
def test_k2_a_deal_must_name_every_stick_once(text: str, reason: str) -> None:
    error = refused(match_before_deal(), text)
    assert error.rule == "K2"
    assert error.reason.startswith(reason)


# K3: raising


def test_k3_a_stick_goes_to_an_empty_place_of_a_higher_layer() -> None:
    match = scripted_match("pull Y4; => clean")
    assert (state_of(match).held, state_of(match).origin) == ("Y4", Place(7, 1))
    play(match, "lay 9.3; => holds")
    assert heap_of(match).place_of("Y4") == Place(9, 3)
    assert not heap_of(match).at(Place(7, 1))


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("7.1", "7.1 is not higher than 7.1, where Y4 was"),
        ("6.1", "6.1 is not higher than 7.1, where Y4 was"),
        ("8.1", "8.1 is taken by G2"),
        ("10.1", "no stick would support Y4 on 10.1: 9.1 and 9.2 are empty"),
    ],
)
def test_k3_a_stick_goes_only_to_an_empty_supported_higher_place(place: str, reason: str) -> None:
    error = refused(scripted_match("pull Y4; => clean"), f"lay {place}")
    assert (error.rule, error.reason, error.about) == ("K3", reason, place)


@pytest.mark.parametrize(
    ("place", "reason"), [("9.8", "layer 9 has 7 places"), ("16.1", "no layer 16"), ("0.1", "no layer 0")]
)
def test_k2_a_place_must_exist(place: str, reason: str) -> None:
    error = refused(scripted_match("pull Y4; => clean"), f"lay {place}")
    assert error.rule == "K2"
    assert reason in error.reason


def test_k3_one_support_is_leaning_two_are_sound_and_a_board_is_no_stick() -> None:
    match = scripted_match("pull G2; => clean")
    assert {str(place) for place in state_of(match).legal_places()} == {f"9.{slot}" for slot in range(1, 8)}
    heap = heap_of(match)
    assert heap.support_count(Place(9, 1)) == 1  # G2 is gone from 8.1, G3 lies on 8.2
    assert heap.support_count(Place(9, 2)) == 2
    assert heap.support_count(Place(8, 1)) == 2  # the board and Y4
    both_gone = heap.without(("Y4",))
    assert both_gone.support_count(Place(8, 1)) == 1
    assert not both_gone.can_bear(Place(8, 1)), "a board alone is not enough"


def test_k3_a_stick_is_no_support_for_itself() -> None:
    error = refused(scripted_match("pull G2; => falls G3"), "raise G4 to 9.2")
    assert error.reason == "no stick would support G4 on 9.2: 8.2 and 8.3 are empty"
    assert (error.rule, error.about) == ("K3", "9.2")


def test_k3_only_a_stick_on_the_x_may_be_pulled_and_only_one() -> None:
    match = scripted_match("pull G2; => falls G3")
    assert refused(match, "pull G3").reason == "G3 is not on the X: a player has it as a minus stick"
    play(match, "pull Y4; => clean")
    assert refused(match, "pull G4").reason == "Y4 is in hand already; lay it or keep it"
    assert refused(match, "probe G4").rule == "K3"
    assert refused(scripted_match(), "lay 9.2").reason == "no stick is in hand; pull one first"
    assert "say where to lay Y4" in refused(match, "lay").reason


# K4: probing, and backing out


def test_k4_only_the_probed_stick_may_be_pulled() -> None:
    match = scripted_match("probe G2; => sits loose")
    assert state_of(match).probed == "G2"
    error = refused(match, "pull G3")
    assert (error.rule, error.reason) == ("K4", "G2 was probed, so only G2 may be pulled")
    assert list(match.state.legal_moves()) == [Pull("G2")]
    play(match, "pull; => clean")
    assert state_of(match).held == "G2"


def test_k4_one_probe_for_the_raise_and_one_for_the_prize() -> None:
    match = scripted_match("probe G2; => sits loose")
    assert refused(match, "probe G3").rule == "K4"
    play(match, "pull; => clean; lay 9.2; => holds; probe G9; => sits loose")
    assert refused(match, "probe G8").reason.startswith("only one stick may be probed before a prize")
    assert refused(match, "prize G8").rule == "K4"
    assert list(match.state.legal_moves()) == [Prize("G9"), Done()]


def test_k4_without_a_taboo_stick_a_stick_must_be_pulled() -> None:
    match = scripted_match()
    assert refused(match, "taboo").reason == "there is no taboo stick on the X, so you must pull a stick"
    assert refused(match, "done").reason == "raise a stick first; there is no taboo stick to take instead"
    play(match, "probe G2; => sits loose")
    assert refused(match, "taboo").reason == "there is no taboo stick on the X, so you must pull G2, the probed stick"


def test_k4_the_taboo_stick_may_be_taken_instead_of_a_raise() -> None:
    match = scripted_match(f"{RAISED}; done")
    assert state_of(match).taboo == "G2"
    play(match, "taboo; => clean")
    assert state_of(match).minus == ((), ("G2",))
    assert (match.to_move, state_of(match).taboo) == (1, "")


def test_k4_the_taboo_stick_may_be_taken_after_a_probe() -> None:
    match = scripted_match(f"{RAISED}; done; probe G9; => sits tight")
    assert list(match.state.legal_moves()) == [Pull("G9"), Taboo()]
    play(match, "taboo; => clean")
    assert state_of(match).minus == ((), ("G2",))
    assert match.to_move == 1


def test_k4_the_taboo_stick_may_not_be_taken_with_a_stick_in_hand() -> None:
    match = scripted_match(f"{RAISED}; done; pull G9; => clean")
    assert refused(match, "taboo").rule == "K4"
    assert refused(match, "done").rule == "K6"


def test_k4_without_a_probe_the_stick_must_be_named() -> None:
    assert refused(scripted_match(), "pull").rule == "K4"
    assert refused(scripted_match(RAISED), "prize").rule == "K4"


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
def test_k4_a_stick_must_be_named_only_where_one_may_be_pulled(script: str, line: str, rule: str) -> None:
    assert refused(scripted_match(script), line).rule == rule


def test_k4_sticks_that_fall_during_a_probe_end_the_turn() -> None:
    match = scripted_match("probe Y4; => falls G3 G2")
    state = state_of(match)
    assert state.minus == (("G2", "G3"), ())
    assert "Y4" in state.heap and (match.to_move, state.probed, state.taboo, len(state.heap)) == (2, "", "", 34)
    fallen = state_of(scripted_match("probe G2; => falls G2"))
    assert fallen.minus == (("G2",), ()) and fallen.player == 2


def test_k4_a_fall_while_probing_for_the_prize_leaves_the_raise_as_it_is() -> None:
    match = scripted_match(f"{RAISED}; probe G9; => falls G8 G7")
    state = state_of(match)
    assert state.minus == (("G7", "G8"), ()) and state.prizes == ((), ())
    assert (match.to_move, state.taboo) == (2, "G2")
    raised_fell = state_of(scripted_match(f"{RAISED}; probe G9; => falls G2"))
    assert (raised_fell.minus, raised_fell.taboo) == ((("G2",), ()), "")


def test_k4_a_fall_while_probing_may_end_the_round() -> None:
    fallen = " ".join(stick for stick in STICKS if stick not in ("R1", "R2", "R3", "R4"))
    match = scripted_match(f"probe G2; => falls {fallen}")
    assert match.result is not None and match.result.rule == "K11"


def test_k4_what_else_a_probe_cannot_do() -> None:
    match = scripted_match("probe Y4")
    for outcome in ("clean", "holds"):
        error = refused(match, outcome)
        assert error.rule == "K4" and "Y4 was probed" in error.reason
    assert refused(match, "falls W1").rule == "K1"
    assert refused(match, "falls G2 G2").rule == "K5"
    error = refused(match, "falls G2 slides Y4:6.1")
    assert (error.rule, error.reason) == ("K10", "Y4 cannot slide because it was only probed")


def test_k4_at_a_real_table_falls_are_listed_after_a_probe_but_no_model_lets_them_happen() -> None:
    refereed = new_match("takami", model="referee")
    play(refereed, "probe G2")
    assert AttemptOutcome("falls", ("R1",)) in list(refereed.state.legal_moves())
    play(refereed, "=> falls G3")
    assert state_of(refereed).minus == (("G3",), ())
    rolled = scripted_match("probe G2")
    assert not any(isinstance(move, AttemptOutcome) for move in rolled.state.legal_moves())


# K5: falls


def test_k5_what_falls_while_pulling_becomes_minus_sticks_with_the_pulled_one() -> None:
    match = scripted_match("pull Y4; => falls G3 G2")
    state = state_of(match)
    assert state.minus == (("Y4", "G2", "G3"), ())
    assert (match.to_move, state.phase, state.taboo, len(state.heap)) == (2, "raise", "", 33)


def test_k5_what_falls_while_laying_becomes_minus_sticks_with_the_laid_one() -> None:
    match = scripted_match("pull G2; => clean; lay 9.2; => falls G4")
    state = state_of(match)
    assert state.minus == (("G2", "G4"), ())
    assert (match.to_move, state.taboo, len(state.heap)) == (2, "", 34)
    assert not heap_of(match).at(Place(9, 2))


def test_k5_the_laid_stick_may_fall_itself() -> None:
    state = state_of(scripted_match("pull G2; => clean; lay 9.2; => falls G2"))
    assert state.minus == (("G2",), ())
    assert state.taboo == ""


def test_k5_an_outcome_must_fit_the_move() -> None:
    match = scripted_match("pull G2")
    assert refused(match, "=> holds").rule == "K5"
    assert refused(match, "=> sits loose").rule == "K5"
    play(match, "=> clean; lay 9.2")
    assert refused(match, "=> clean").reason == "G2 was laid; state `holds`, or `falls` and what fell"
    assert refused(scripted_match("probe G2"), "=> clean").rule == "K4"


def test_k5_only_a_stick_on_the_x_can_fall_and_only_once() -> None:
    match = scripted_match("pull G2; => falls G3; pull Y4")
    error = refused(match, "=> falls G3")
    assert (error.rule, error.about) == ("K5", "G3")
    assert error.reason == "G3 cannot fall because it is not on the X: a player has it as a minus stick"
    assert refused(match, "=> falls G4 G4").reason == "G4 cannot fall twice"
    assert refused(match, "=> falls G4 X4").rule == "K1"


# K6: keeping


def test_k6_a_stick_may_be_kept_as_a_minus_stick() -> None:
    match = scripted_match("pull G2; => clean; keep")
    state = state_of(match)
    assert state.minus == (("G2",), ())
    assert (match.to_move, state.taboo, state.held) == (2, "", "")
    assert refused(match, "keep").rule == "K6"


def test_k6_the_stick_must_be_kept_where_no_place_is_higher() -> None:
    """A single tower: its top stick has nothing above to go to."""
    match = scripted_match()
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


def test_k7_a_prize_may_be_taken_after_a_raise() -> None:
    match = scripted_match(f"{RAISED}; prize G9; => clean")
    state = state_of(match)
    assert state.prizes == (("G9",), ())
    assert (match.to_move, state.taboo, state.points(1)) == (2, "G2", 1)


def test_k7_no_prize_before_a_raise_nor_with_a_stick_in_hand() -> None:
    assert refused(scripted_match(), "prize G9").rule == "K7"
    assert refused(scripted_match("pull G2; => clean"), "prize G9").rule == "K7"


def test_k7_the_prize_is_neither_the_raised_nor_the_taboo_stick() -> None:
    match = scripted_match(RAISED)
    error = refused(match, "prize G2")
    assert (error.rule, error.about) == ("K7", "G2")
    assert refused(match, "probe G2").rule == "K7"
    play(match, "done; pull G9; => clean; lay 9.5; => holds")
    assert refused(match, "prize G2").rule == "K9"
    assert refused(match, "prize G9").rule == "K7"
    assert refused(match, "pull G8").rule == "K7"


def test_k7_done_ends_the_turn_also_after_a_probe() -> None:
    assert scripted_match(f"{RAISED}; done").to_move == 2
    assert scripted_match(f"{RAISED}; probe G9; => sits loose; done").to_move == 2


def test_k7_falls_while_taking_the_prize_leave_the_raise_standing() -> None:
    match = scripted_match(f"{RAISED}; prize Y9; => falls G7")
    state = state_of(match)
    assert state.minus == (("Y9", "G7"), ())
    assert state.prizes == ((), ())
    assert (match.to_move, state.taboo) == (2, "G2")
    assert heap_of(match).place_of("G2") == Place(9, 2)


# K8: minus sticks go back


def test_k8_a_prize_returns_minus_sticks_of_its_colour() -> None:
    match = scripted_match("pull G2; => falls G3 B2 R1 R2; pull Y4; => falls G4")
    assert state_of(match).minus == (("R1", "R2", "B2", "G2", "G3"), ("Y4", "G4"))
    play(match, "pull G9; => clean; lay 9.6; => holds; prize G8; => clean")
    state = state_of(match)
    assert state.minus == (("R1", "R2", "B2"), ("Y4", "G4")), "only the player's own, only of that colour"
    assert state.prizes == (("G8",), ())
    assert state.box == ("G2", "G3")
    assert refused(match, "pull G2").reason == "G2 is not on the X: it is back in the box"


def test_k8_a_red_prize_returns_red_minus_sticks() -> None:
    match = scripted_match("pull G2; => falls R1 R2; pull Y4; => clean; keep")
    play(match, "pull G9; => clean; lay 9.6; => holds; prize R9; => clean")
    state = state_of(match)
    assert state.minus[0] == ("G2",)
    assert state.prizes[0] == ("R9",)
    assert state.points(1) == -1


def test_k8_a_fallen_prize_returns_nothing() -> None:
    match = scripted_match("pull G2; => falls G3; pull Y4; => clean; keep")
    play(match, "pull G9; => clean; lay 9.6; => holds; prize G8; => falls Y9")
    assert state_of(match).minus[0] == ("Y9", "G2", "G3", "G8")


# K9: taboo


def test_k9_no_taboo_for_the_first_player() -> None:
    state = state_of(scripted_match())
    assert state.taboo == ""
    assert {move.stick for move in state.legal_moves() if isinstance(move, Pull)} == set(STICKS)


def test_k9_the_raised_stick_is_taboo_for_the_next_player() -> None:
    match = scripted_match(f"{RAISED}; done")
    for text in ("pull G2", "probe G2", "raise G2 to 10.1"):
        error = refused(match, text)
        assert (error.rule, error.about) == ("K9", "G2")
    assert Pull("G2") not in list(match.state.legal_moves())
    assert Probe("G2") not in list(match.state.legal_moves())
    assert Taboo() in list(match.state.legal_moves())


def test_k9_the_taboo_stick_is_free_after_one_turn() -> None:
    match = scripted_match(f"{RAISED}; done; pull G9; => clean; keep", players=3)
    assert (match.to_move, state_of(match).taboo) == (3, "")
    play(match, "pull G2; => clean")
    assert state_of(match).held == "G2"


def test_k9_the_next_raise_is_the_next_taboo() -> None:
    match = scripted_match(f"{RAISED}; done; raise G9 to 9.5; => clean; => holds; done")
    assert state_of(match).taboo == "G9"
    play(match, "pull G2; => clean")


def test_k9_a_raised_stick_that_fell_is_not_taboo() -> None:
    match = scripted_match(f"{RAISED}; prize G4; => falls G2")
    state = state_of(match)
    assert state.minus == (("G2", "G4"), ())
    assert state.taboo == ""
    assert refused(match, "taboo").rule == "K4"


def test_k9_without_a_raise_there_is_no_taboo_stick() -> None:
    for script in ("pull G2; => clean; keep", "pull G2; => falls G3", "pull G2; => clean; lay 9.2; => falls G3"):
        assert state_of(scripted_match(script)).taboo == ""


# K10: sliding


def test_k10_sticks_slide_where_the_outcome_says() -> None:
    match = scripted_match("pull Y4; => clean slides G2:7.1")
    assert heap_of(match).place_of("G2") == Place(7, 1)
    assert not state_of(match).minus[0]


def test_k10_sticks_slide_sideways_too() -> None:
    match = scripted_match("pull G3; => clean; lay 9.4; => holds slides G4:8.2")
    assert heap_of(match).place_of("G4") == Place(8, 2)


@pytest.mark.parametrize(
    ("slides", "reason"),
    [
        ("G2:8.2", "G2 cannot slide to 8.2 because G3 lies there"),
        ("G2:8.1", "G2 is already on 8.1; name only sticks that slid"),
        ("G2:9.1", "G2 lies on 8.1 and cannot slide up to 9.1"),
        ("G2:7.2", "G2 cannot slide to 7.2 because Y5 lies there"),
        ("Y4:6.1", "Y4 cannot slide because it has just been pulled out"),
        ("G2:7.1 G3:7.1", "G3 cannot slide to 7.1 because G2 lies there"),
    ],
)
def test_k10_a_stick_slides_only_to_an_empty_place_that_is_not_higher(slides: str, reason: str) -> None:
    error = refused(scripted_match("pull Y4"), f"=> clean slides {slides}")
    assert (error.rule, error.reason) == ("K10", reason)


def test_k10_a_sliding_stick_needs_a_support() -> None:
    """With R1 to R3 gone, 2.1 leans on a board and holds a stick; 3.2 has nothing under it."""
    match = scripted_match("pull R1; => falls R2 R3 R4 R5 R6 slides R7:2.1")
    assert heap_of(match).place_of("R7") == Place(2, 1)
    error = refused(scripted_match("pull R1"), "=> falls R2 R3 R4 R5 R6 slides R8:3.2")
    assert error.reason == "R8 cannot slide to 3.2 because nothing would support it there"


def test_k10_only_a_stick_that_stayed_on_the_x_can_slide() -> None:
    assert refused(scripted_match("pull Y4"), "=> falls G2 slides G2:7.1").reason.endswith("because it fell off the X")
    match = scripted_match("pull G3; => falls G2; pull Y4")
    assert "not on the X" in refused(match, "=> clean slides G2:7.1").reason
    match = scripted_match("pull Y4; => clean; lay 9.2")
    assert refused(match, "=> holds slides Y4:7.1").reason == "Y4 cannot slide because it has just been laid"
    assert refused(match, "=> holds slides G2:7.9").rule == "K2"


def test_k10_a_stick_without_support_drops() -> None:
    match = scripted_match("pull Y4; => clean; keep; pull Y5; => clean; keep")
    # G3 on 8.2 lost both Y4 and Y5, and nobody said where it went: to 7.1 on its left.
    assert heap_of(match).place_of("G3") == Place(7, 1)
    assert heap_of(match).place_of("G2") == Place(8, 1)


def test_k10_taking_the_taboo_stick_can_make_others_fall() -> None:
    match = scripted_match(f"{RAISED}; done; taboo")
    play(match, "=> falls G3")
    state = state_of(match)
    assert state.minus == ((), ("G2", "G3"))
    assert (match.to_move, state.taboo) == (1, "")


# K11, K12: the end


def match_with_few_left(spared: str, **setup: Any) -> Match:
    """A first turn in which G2 is pulled and all but the spared sticks fall."""
    fallen = " ".join(stick for stick in STICKS if stick not in spared.split() and stick != "G2")
    return scripted_match(f"pull G2; => falls {fallen}", **setup)


@pytest.mark.parametrize("spared", ["R1 R2 R3 R4", "R1 R2 R3", "R1", ""])
def test_k11_four_or_fewer_sticks_end_the_round(spared: str) -> None:
    match = match_with_few_left(spared)
    assert match.to_move == NOBODY
    assert match.result is not None
    assert match.result.winners == (2,)
    assert list(match.state.legal_moves()) == []


def test_k11_five_sticks_do_not_end_the_round() -> None:
    match = match_with_few_left("R1 R2 R3 R4 R5")
    assert match.result is None
    assert match.to_move == 2


def test_k11_sticks_are_counted_when_a_turn_ends() -> None:
    match = match_with_few_left("R1 R2 R3 R4 R5")
    play(match, "pull R1; => clean")
    assert match.result is None, "four lie on the X, but the turn goes on"
    assert len(heap_of(match)) == 4
    place = next(iter(state_of(match).legal_places()))
    play(match, f"lay {place}; => holds")
    assert len(heap_of(match)) == 5
    play(match, "prize R5; => clean")
    assert match.result is not None


def test_k11_no_move_is_legal_after_the_end() -> None:
    error = refused(match_with_few_left("R1"), "pull R1")
    assert (error.rule, error.suggestion) == ("K11", None)
    assert error.reason.startswith("the game is over")


def test_k12_prizes_count_except_red_ones_and_all_minus_sticks_count() -> None:
    match = scripted_match(f"{RAISED}; prize R9; => clean")
    assert match.state.scores() == (0, 0), "a red prize counts nothing"
    play(match, "pull G9; => clean; lay 9.5; => holds; prize B9; => clean")
    assert match.state.scores() == (0, 1)
    play(match, "pull R8; => falls R7")
    assert match.state.scores() == (-2, 1), "red minus sticks count"


def test_k12_most_points_win_and_equal_points_share() -> None:
    match = match_with_few_left("R1 R2 R3 R4 R5", players=3)
    play(match, "pull R5; => falls R4")
    assert match.result is not None
    assert match.state.scores() == (-31, -2, 0)
    assert (match.result.winners, match.result.rule) == ((3,), "K11")
    shared = match_with_few_left("R1 R2 R3", players=3).result
    assert shared is not None
    assert shared.winners == (2, 3)
    assert shared.reason == "3 sticks are left on the X"


def test_k12_rounds_add_up_and_the_first_player_moves_on() -> None:
    match = match_with_few_left("R1 R2 R3 R4", players=3, options=["rounds=3"])
    state = state_of(match)
    assert match.result is None
    assert (match.to_move, state.phase, state.round, state.turn, state.attempt) == (CHANCE, "deal", 2, 2, "setup")
    assert match.state.scores() == (-32, 0, 0)
    assert state.minus == ((), (), ())
    play(match, "=> deal " + " ".join(STICKS))
    assert (match.to_move, state_of(match).turn) == (2, 2)
    assert state_of(match).taboo == ""
    play(match, f"{RAISED}; prize B9; => clean")
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
    match = match_before_deal(seed=3, options=["rounds=2"])
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


# Steps, skill and undo


def test_a_move_may_be_undone_until_its_outcome() -> None:
    match = scripted_match("pull G2; => clean; lay 9.2")
    match.back()
    assert state_of(match).phase == "lay"
    match.play(Lay(next(iter(state_of(match).legal_places()))))


def test_skill_is_per_player() -> None:
    match = scripted_match(skills=["1=0.9", "2=0.1"])
    assert state_of(match).hand.skill == 0.9
    match.play_text("pull G2")
    match.play_text("falls G3", "stated")
    assert state_of(match).hand.skill == 0.1


def test_every_outcome_of_a_turn_is_rolled_by_attempt_and_stick() -> None:
    match = scripted_match()
    rolled_at = []
    for line in ("probe G2", "=> sits loose", "pull", "=> clean", "lay 9.2", "=> holds", "probe G9", "=> sits loose"):
        match.play_text(line.removeprefix("=> "), "stated" if line.startswith("=>") else "move")
        if match.to_move == CHANCE:
            state = state_of(match)
            rolled_at.append((state.turn, state.attempt, state.piece))
    assert rolled_at == [(1, "probe", "G2"), (1, "pull", "G2"), (1, "lay", "G2"), (1, "probe", "G9")]


def test_a_probe_does_not_change_the_roll_of_the_pull() -> None:
    outcomes = set()
    for seed in range(40):
        at_once, probed = new_match("takami", seed), new_match("takami", seed)
        stick = state_of(at_once).legal_sticks()[0]
        at_once.play_text(f"pull {stick}")
        probed.play_text(f"probe {stick}")
        probed.roll()
        probed.play_text("pull")
        assert probed.roll() == at_once.roll()
        outcomes.add(at_once.plies[-1].move)
    assert len(outcomes) > 1
