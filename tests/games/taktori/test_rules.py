"""Taktori turn by turn: placing, moving, bridges, the end. One test or more per rule, worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.errors import IllegalMove, WrongUse
from tabletop.game import NOBODY
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.towers.moves import Turn
from tabletop.match import Match
from tests.games.towers.helpers import allowed, position_after, position_of, refused, table


def taktori(stacks: str = "", bridges: str = "-", player: int = 1, final: str = "-", **setup: Any) -> Match:
    return table("taktori", stacks, bridges, player, final, **setup)


# Material


def test_t1_fields_are_a1_to_i9() -> None:
    match = taktori()
    assert allowed(match, "place on a1") and allowed(match, "place on i9")
    for text in ("place on j1", "place on a10", "place on a0"):
        error = refused(match, text)
        assert error.rule == "T1"
        assert error.about == text.split()[-1]
    assert refused(match, "bridge h1-j1").rule == "T1"
    with pytest.raises(IllegalMove, match="T1"):
        match.state.check(Turn("place", target=81))


def test_t1_rows_count_from_the_bottom() -> None:
    assert position_after(taktori(), "place on b1") == "x9/x9/x9/x9/x9/x9/x9/x9/x,1,x7 - 2 -"


def test_t2_players_take_turns_in_order_with_their_stocks() -> None:
    match = taktori(players=4)
    state = match.state
    assert isinstance(state, TaktoriState)
    assert [state.towers_left(player) for player in (1, 2, 3, 4)] == [16] * 4
    assert [state.bridges_left(player) for player in (1, 2, 3, 4)] == [15] * 4
    for field in ("a1", "b1", "c1", "d1", "e1"):
        match.play_text(f"place on {field}")
    assert position_of(match).split("/")[-1] == "1,2,3,4,1,x4 - 2 -"
    assert match.game.seats == ("red", "blue", "green", "yellow")
    for players in (1, 5):
        with pytest.raises(WrongUse):
            taktori(players=players)


def test_t3_stacks_grow_and_have_levels() -> None:
    match = taktori("e5:12")
    state = match.state
    assert isinstance(state, TaktoriState)
    assert state.stack(4 * 9 + 4) == (1, 2)
    assert position_after(match, "place on e5") == "x9/x9/x9/x9/x4,121,x4/x9/x9/x9/x9 - 2 -"
    assert position_after(match, "place on e5") == "x9/x9/x9/x9/x4,1212,x4/x9/x9/x9/x9 - 1 -"


def test_t4_bridges_join_fields_two_apart_in_a_line() -> None:
    match = taktori("e5:1 e6:1 e7:1 e8:1 g5:1 g7:1")
    assert allowed(match, "bridge e5-e7") and allowed(match, "bridge e5-g5")
    for pair in ("e5-e6", "e5-e8", "e5-g7", "e5-e5", "e7-g5"):
        error = refused(match, f"bridge {pair}")
        assert (error.rule, error.about) == ("T4", pair)


# A turn


def test_t5_place_move_or_bridge_and_no_passing() -> None:
    match = taktori("e5:1 e7:1")
    for text in ("place on a1", "move e5 to a5", "bridge e5-e7"):
        assert allowed(match, text)
    with pytest.raises(IllegalMove, match="T5"):
        match.check(Turn("remove", taken=((40, 42),)))


def test_t5_no_tower_in_stock_no_placing() -> None:
    match = taktori("a1:1111111111111111 e5:2")
    error = refused(match, "place on b1")
    assert (error.rule, error.about) == ("T5", "b1")
    assert "no towers left" in error.reason
    assert not any(move.kind == "place" for move in match.state.legal_moves())


def test_t6_towers_are_placed_on_any_field_under_bridges_or_not() -> None:
    match = taktori("e5:1 e7:1 a1:2 b1:21", "1:e5-e7@1", player=2)
    for field in ("c3", "a1", "b1", "e5", "e6", "e7"):
        assert allowed(match, f"place on {field}")
    assert sum(move.kind == "place" and not move.bridges for move in match.state.legal_moves()) == 81


def test_t7_overbuilt_towers_do_not_move() -> None:
    error = refused(taktori("e5:12"), "move e5 to a5")
    assert (error.rule, error.about) == ("T7", "e5")
    assert "overbuilt" in error.reason


def test_t7_ends_and_middles_of_bridges_hold_towers() -> None:
    match = taktori("e5:1 e6:1 e7:1 a1:1", "1:e5-e7@1")
    for field in ("e5", "e6", "e7"):
        assert refused(match, f"move {field} to a{field[1]}").rule == "T7"
    assert "runs through" in refused(match, "move e6 to a6").reason
    assert allowed(match, "move a1 to a9")


def test_t7_opponents_bridges_hold_too_but_only_on_their_level() -> None:
    match = taktori("e5:1 e6:2 e7:1 d6:22", "1:e5-e7@1", player=2)
    assert refused(match, "move e6 to f6").rule == "T7"
    assert allowed(taktori("e5:1 e6:22 e7:1", "1:e5-e7@1", player=2), "move e6 to f6")
    assert refused(taktori("e5:11 e6:21 e7:11", "1:e5-e7@2"), "move e6 to f6").rule == "T7"


def test_t8_towers_slide_like_rooks() -> None:
    match = taktori("e5:1 e8:2 c5:2 g5:12 a1:2")
    for target in ("e6", "e7", "e8", "e1", "c5", "d5", "g5"):
        assert allowed(match, f"move e5 to {target}")
    error = refused(match, "move e5 to e9")
    assert (error.rule, error.about) == ("T8", "e9")
    assert "blue's tower on e8" in error.reason
    assert "the stack on g5" in refused(match, "move e5 to i5").reason
    assert refused(match, "move e5 to f6").rule == "T8"
    assert refused(match, "move e5 to e5").rule == "T8"
    assert refused(match, "move a1 to a2").rule == "T8"
    assert refused(match, "move b2 to b3").rule == "T8"


def test_t8_the_nearest_blocker_is_named() -> None:
    match = taktori("a5:1 c5:2 e5:2 g5:2")
    assert "on c5" in refused(match, "move a5 to i5").reason
    backwards = taktori("i5:1 c5:2 e5:2 g5:2")
    assert "on g5" in refused(backwards, "move i5 to a5").reason


def test_t8_bridges_never_block() -> None:
    match = taktori("d5:2 f5:2 e3:1 a1:1", "2:d5-f5@1")
    assert allowed(match, "move e3 to e9")
    assert allowed(match, "move e3 to e5")


def test_t8_slide_free_passes_over_towers() -> None:
    match = taktori("e5:1 e7:2", options="slide=free")
    assert allowed(match, "move e5 to e9")
    assert refused(match, "move e5 to f6").rule == "T8"
    moves = [move for move in match.state.legal_moves() if move.kind == "move"]
    assert len(moves) == 16


def test_t9_the_top_towers_of_a_stack_move_together() -> None:
    match = taktori("e5:2111 h5:2")
    for count in (2, 3):
        assert allowed(match, f"move {count} from e5 to h5")
    assert refused(match, "move 4 from e5 to h5").rule == "T9"
    assert refused(match, "move 5 from e5 to h5").rule == "T9"
    assert refused(match, "move 0 from e5 to h5").rule == "T9"
    match.play_text("move 2 from e5 to h5")
    state = match.state
    assert isinstance(state, TaktoriState)
    assert state.stack(4 * 9 + 4) == (2, 1)
    assert state.stack(7 * 9 + 4) == (2, 1, 1)


def test_t9_no_tower_of_the_moving_stack_may_be_touched() -> None:
    match = taktori("e5:111 g5:11", "1:e5-g5@2")
    assert allowed(match, "move e5 to e9")
    error = refused(match, "move 2 from e5 to e9")
    assert (error.rule, error.about) == ("T9", "e5")
    assert "level 2" in error.reason
    assert refused(taktori("e5:112"), "move 2 from e5 to e9").rule == "T9"
    assert refused(taktori("e5:11 e7:2"), "move 2 from e5 to e9").rule == "T8"


def test_t10_bridges_are_connected_to_the_tower_just_moved() -> None:
    match = taktori("e7:1 g7:1 g9:1 a1:1 a3:1")
    assert allowed(match, "place on e5 bridge e5-e7")
    assert allowed(match, "place on e5 bridge e5-e7 e7-g7 g7-g9")
    assert allowed(match, "move a1 to e1")
    assert allowed(match, "move e7 to e9 bridge e9-g9, g7-g9")
    for text in ("place on e5 bridge e7-g7", "place on e5 bridge e5-e7 a1-a3", "place on e5 bridge a1-a3"):
        assert refused(match, text).rule == "T10"
    assert refused(match, "place on e5 bridge e5-e7 a1-a3").about == "a1-a3"


def test_t10_crossing_bridges_touch_on_whatever_levels() -> None:
    crossing = taktori("e6:1 d7:1 f7:1 d5:1 d3:1")
    assert allowed(crossing, "place on e8 bridge e6-e8 d7-f7 d5-d7 d3-d5")
    levels = taktori("e6:1 d7:11 f7:11")
    assert allowed(levels, "place on e8 bridge e6-e8 d7-f7")


def test_t10_middles_of_the_moved_tower_do_not_count_as_ends() -> None:
    match = taktori("d5:1 f5:1 e7:1")
    assert refused(match, "place on e5 bridge d5-f5").rule == "T10"
    assert allowed(match, "place on e5 bridge e5-e7 d5-f5")


def test_t10_older_bridges_carry_no_connection() -> None:
    match = taktori("e7:1 g7:1 g9:1 i9:1", "1:e7-g7@1")
    assert refused(match, "place on e5 bridge e5-e7 g7-g9").rule == "T10"


def test_t10_after_a_stack_move_the_topmost_tower_counts() -> None:
    match = taktori("e1:11 g5:11 c5:1")
    assert allowed(match, "move 2 from e1 to e5 bridge e5-g5")
    assert refused(match, "move 2 from e1 to e5 bridge c5-e5").rule == "T13"


def test_t11_bridges_alone_form_one_chain() -> None:
    match = taktori("a1:1 a3:1 a5:1 g7:1 g9:1")
    assert allowed(match, "bridge a3-a5 a1-a3")
    assert allowed(match, "bridge g7-g9")
    error = refused(match, "bridge a1-a3 g7-g9")
    assert (error.rule, error.about) == ("T11", "g7-g9")
    with pytest.raises(IllegalMove, match="T11"):
        match.check(Turn("bridge"))


def test_t12_bridges_are_a_set() -> None:
    match = taktori("e7:1 g7:1 g9:1")
    one = match.parse("place on e5 bridge g7-g9, e7-g7 and e7-e5")
    assert one == match.parse("place on e5 bridge e5-e7 e7-g7 g7-g9")
    match.check(one)
    assert refused(match, "place on e5 bridge e5-e7 e7-e5").rule == "T15"


def test_t12_the_stock_must_suffice_for_the_whole_set() -> None:
    chain = "a1:1 a3:1 a5:1 a7:1 a9:1 c1:1 c3:1 c5:1 c7:1 c9:1"
    lying = [f"1:a{row}-a{row + 2}@1" for row in (1, 3, 5, 7)] + [f"1:c{row}-c{row + 2}@1" for row in (1, 3, 5, 7)]
    lying += [f"1:a{row}-c{row}@1" for row in (1, 3, 5, 7, 9)]
    match = taktori(chain + " e1:1 e3:1 e5:1", ";".join(lying))
    state = match.state
    assert isinstance(state, TaktoriState) and state.bridges_left(1) == 2
    assert allowed(match, "bridge c1-e1 e1-e3")
    error = refused(match, "bridge c1-e1 c3-e3 e1-e3")
    assert error.rule == "T13"
    assert "only 2 bridges" in error.reason
    assert all(len(move.bridges) <= 2 for move in state.legal_moves())


# Laying a bridge


def test_t13_own_top_towers_of_one_height() -> None:
    match = taktori("e5:1 e7:11 g5:2 c5:12 e3:21 a1:2121 a3:1121")
    high = refused(match, "bridge e5-e7")
    assert high.rule == "T13"
    assert "e5 has height 1, but e7 has height 2" in high.reason
    assert "blue's" in refused(match, "bridge e5-g5").reason
    assert "overbuilt" in refused(match, "bridge c5-e5").reason
    assert "no tower on i7" in refused(match, "bridge g7-i7").reason.replace("g7", "i7")
    for pair in ("e5-g5", "c5-e5", "e3-e5", "g7-i7"):
        assert refused(match, f"bridge {pair}").rule == "T13"
    assert allowed(match, "bridge a1-a3")


def test_t13_the_level_is_that_of_the_top_towers() -> None:
    match = taktori("a1:2121 a3:1121")
    match.play_text("bridge a1-a3")
    assert position_of(match).split()[1] == "1:a1-a3@4"


def test_t13_an_empty_stock_lays_nothing() -> None:
    fields = "a1:1 a3:1 a5:1 a7:1 a9:1 c1:1 c3:1 c5:1 c7:1 c9:1 e1:1 e3:1 e5:1 e7:1"
    lying = [f"1:{column}{row}-{column}{row + 2}@1" for column in "ac" for row in (1, 3, 5, 7)]
    lying += [f"1:a{row}-c{row}@1" for row in (1, 3, 5, 7, 9)] + ["1:c1-e1@1", "1:c3-e3@1"]
    match = taktori(fields, ";".join(lying))
    error = refused(match, "bridge e1-e3")
    assert error.rule == "T13"
    assert "no bridges left" in error.reason
    assert not any(move.bridges for move in match.state.legal_moves())


@pytest.mark.parametrize("middle", ["", "e6:1", "e6:2", "e6:12", "e6:2121", "e6:1112"])
def test_t14_the_middle_sets_no_condition(middle: str) -> None:
    assert allowed(taktori(f"e5:11 e7:21 {middle}"), "bridge e5-e7")


def test_t15_whole_and_half_overlaps_on_one_level() -> None:
    match = taktori("c5:1 e5:1 d5:2 f5:2 g5:1", "1:c5-e5@1", player=2)
    error = refused(match, "bridge d5-f5")
    assert (error.rule, error.about) == ("T15", "d5-f5")
    assert "red's bridge c5-e5 on level 1" in error.reason
    mine = taktori("c5:1 e5:1 g5:1", "1:c5-e5@1")
    assert refused(mine, "bridge c5-e5").rule == "T15"
    assert allowed(mine, "bridge e5-g5")
    upright = taktori("e1:1 e2:1 e3:1 e4:1", "1:e1-e3@1")
    assert refused(upright, "bridge e2-e4").rule == "T15"


def test_t15_within_one_turn() -> None:
    match = taktori("c5:1 d5:1 e5:1 f5:1 c3:1 d3:1")
    error = refused(match, "bridge c5-e5 d5-f5")
    assert error.rule == "T15"
    assert "c5-e5" in error.reason
    assert refused(match, "bridge c5-e5 c5-e5").rule == "T15"


def test_t15_other_levels_and_crossings_are_fine() -> None:
    above = taktori("c5:1 e5:1 d5:22 f5:22", "1:c5-e5@1", player=2)
    assert allowed(above, "bridge d5-f5")
    again = taktori("c5:11 e5:11", "1:c5-e5@1")
    assert allowed(again, "bridge c5-e5")
    on_a_tower = taktori("d5:1 f5:1 e4:2 e6:2 e5:1", "1:d5-f5@1", player=2)
    assert allowed(on_a_tower, "bridge e4-e6")
    in_the_open = taktori("d5:1 f5:1 e4:1 e6:1", "1:d5-f5@1")
    assert allowed(in_the_open, "bridge e4-e6")
    at_an_end = taktori("e5:1 e7:1 d7:2 f7:2", "1:e5-e7@1", player=2)
    assert allowed(at_an_end, "bridge d7-f7")


def test_t16_bridges_stay_and_may_be_overbuilt() -> None:
    match = taktori("e5:1 e7:1 h1:2", "1:e5-e7@1", player=2)
    match.play_text("place on e5")
    match.play_text("place on e6")
    match.play_text("move h1 to h2")
    assert position_of(match).split()[1] == "1:e5-e7@1"
    assert allowed(match, "place on e6")
    assert allowed(match, "place on e5")
    assert refused(match, "move e7 to a7").rule == "T7"


# The end


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t17_every_other_player_has_one_more_turn(players: int) -> None:
    stacks = "a1:111111111111111 " + " ".join(
        f"{field}:{player}" for player, field in [(2, "c1"), (3, "e1"), (4, "g1")][: players - 1]
    )
    match = taktori(stacks, players=players)
    match.play_text("place on a1")
    for left in range(players - 1, 0, -1):
        assert position_of(match).split()[3] == str(left)
        assert match.result is None
        match.play_text(f"place on i{left}")
    assert position_of(match).split()[2:] == ["1", "0"]
    assert match.result is not None and match.result.rule == "T17"
    assert match.to_move == match.state.to_move == NOBODY
    assert list(match.state.legal_moves()) == [] and len(match.state.steps()) == 0
    assert refused(match, "place on a2").rule == "T17"
    with pytest.raises(IllegalMove, match="over"):
        match.state.check(Turn("place", target=3))


def test_t17_also_players_earlier_in_the_round() -> None:
    """Green places the last tower: red and blue still move."""
    match = taktori("a1:1 b1:2 c1:333333333333333", player=3, players=3)
    match.play_text("place on d1")
    assert position_of(match).split()[2:] == ["1", "2"]
    match.play_text("place on e1")
    match.play_text("place on f1")
    assert match.result is not None


def test_t17_a_second_last_tower_does_not_begin_the_final_round_again() -> None:
    match = taktori("a1:111111111111111 b1:222222222222222 c1:3", players=3)
    match.play_text("place on a2")
    match.play_text("place on b2")
    assert position_of(match).split()[2:] == ["3", "1"]
    match.play_text("place on c2")
    assert match.result is not None


def test_t17_towers_that_come_back_do_not_stop_the_final_round() -> None:
    match = taktori("a1:111111111111111 c3:2", options="ousting")
    match.play_text("place on c5")
    match.play_text("move c3 to c5 oust 1")
    assert position_of(match).split()[2:] == ["1", "0"]
    state = match.state
    assert isinstance(state, TaktoriState) and state.towers_left(1) == 1
    assert match.result is not None and match.result.rule == "T17"


def test_t17_a_set_up_with_all_towers_does_not_begin_the_final_round() -> None:
    match = taktori("a1:1111111111111111 c3:2")
    match.play_text("move a1 to a2")
    assert position_of(match).split()[3] == "-"


def test_t17_only_placing_the_last_tower_begins_the_final_round() -> None:
    match = taktori("a1:1111111111111111 c3:222222222222222", player=2)
    match.play_text("place on c4")
    assert position_of(match).split()[2:] == ["1", "1"]


def test_t18_the_third_occurrence_ends_the_game() -> None:
    match = taktori("a1:1 i9:2")
    for _ in range(2):
        assert match.result is None
        for text in ("move a1 to a2", "move i9 to i8", "move a2 to a1", "move i8 to i9"):
            match.play_text(text)
    assert match.result is not None
    assert (match.result.rule, match.result.winners) == ("T18", (1, 2))
    assert match.to_move == NOBODY


def test_t18_the_start_counts_and_the_player_to_move_matters() -> None:
    match = taktori("a1:1 i9:2", options="repetition=2")
    for text in ("move a1 to a2", "move i9 to i8", "move a2 to a1"):
        match.play_text(text)
        assert match.result is None
    match.play_text("move i8 to i9")
    assert match.result is not None and match.result.rule == "T18"


def test_t18_repetition_off_and_max_turns() -> None:
    match = taktori("a1:1 i9:2", options="repetition=0 max-turns=9")
    turns = ["move a1 to a2", "move i9 to i8", "move a2 to a1", "move i8 to i9"] * 3
    for text in turns[:9]:
        assert match.result is None
        match.play_text(text)
    assert match.result is not None
    assert "9 turns" in match.result.reason
    with pytest.raises(WrongUse):
        taktori(options="repetition=1")


def test_t18_t17_is_the_reason_where_both_end_the_game() -> None:
    match = taktori("a1:111111111111111 i9:2", options="max-turns=2")
    match.play_text("place on a2")
    match.play_text("place on i8")
    assert match.result is not None and match.result.rule == "T17"
    assert match.game.ending is not None and match.game.ending(match.setup, match.states) is None


STUCK = "a1:1111111111111112 c3:12"


def test_t18_players_without_a_turn_are_passed_over() -> None:
    match = taktori(STUCK)
    assert match.state.to_move == 2
    match.play_text("place on e5")
    assert match.state.to_move == 2
    unstuck = taktori(STUCK)
    unstuck.play_text("move c3 to d3")
    assert unstuck.state.to_move == 1


def test_t18_passing_over_uses_up_a_turn_of_the_final_round() -> None:
    match = taktori(STUCK, final="1")
    assert match.state.to_move == NOBODY
    assert match.result is not None and match.result.rule == "T17"
    longer = taktori(STUCK + " e5:3", final="2", players=3)
    assert position_of(longer).split()[2:] == ["2", "1"]


def test_t18_nobody_can_move() -> None:
    """All towers stand in four stacks, and a bridge ends at every top."""
    match = taktori("d5:22221111 f5:22221111 e4:11112222 e6:11112222", "1:d5-f5@8;2:e4-e6@8")
    assert match.state.to_move == NOBODY
    assert match.result is not None and match.result.rule == "T18"
    assert list(match.state.legal_moves()) == []


# Ousting


def test_t22_ousting_needs_the_option() -> None:
    error = refused(taktori("e5:1 e8:2"), "move e5 to e8 oust 1")
    assert error.rule == "T22"
    assert not any(move.oust for move in taktori("e5:1 e8:2").state.legal_moves())


def test_t22_one_against_one_ends_the_turn() -> None:
    match = taktori("e5:1 e8:2 g8:1", options="ousting")
    error = refused(match, "move e5 to e8 oust 1 bridge e8-g8")
    assert (error.rule, error.about) == ("T22", "e8-g8")
    match.play_text("move e5 to e8 oust 1")
    assert position_of(match) == "x9/x6,1,x2/x9/x9/x9/x9/x9/x9/x9 - 2 -"
    state = match.state
    assert isinstance(state, TaktoriState)
    assert (state.towers_left(1), state.towers_left(2)) == (15, 16)


def test_t22_the_other_movers_land_on_what_is_left() -> None:
    match = taktori("e5:1111 e8:1222 g8:111 c5:1", options="ousting")
    match.play_text("move 3 from e5 to e8 oust 2 bridge e8-g8")
    state = match.state
    assert isinstance(state, TaktoriState)
    assert state.stack(4 * 9 + 7) == (1, 2, 1)
    assert state.stack(4 * 9 + 4) == (1,)
    assert position_of(match).split()[1] == "1:e8-g8@3"
    assert (state.towers_left(1), state.towers_left(2)) == (16 - 7, 15)


def test_t22_what_cannot_be_ousted() -> None:
    match = taktori("e5:11 e8:32 e2:22 a5:2 c5:1 g5:2 h4:2 h6:2", "2:h4-h6@1", players=3, options="ousting")
    assert refused(match, "move 2 from e5 to e8 oust 2").rule == "T22"
    assert "not all belong to one opponent" in refused(match, "move 2 from e5 to e8 oust 2").reason
    assert allowed(match, "move 2 from e5 to e8 oust 1")
    assert allowed(match, "move 2 from e5 to e2 oust 2")
    assert refused(match, "move e5 to e2 oust 2").rule == "T22"
    assert "own" in refused(match, "move e5 to c5 oust 1").reason
    assert "no tower" in refused(match, "move e5 to f5 oust 1").reason
    assert refused(match, "move 2 from e5 to e2 oust 3").rule == "T22"
    assert refused(match, "move e5 to e2 oust 0").rule == "T22"


def test_t22_towers_with_bridges_are_safe() -> None:
    match = taktori("e1:11 e4:2 e6:2 e5:22 a5:11", "2:e4-e6@1", options="ousting")
    assert refused(match, "move e1 to e4 oust 1").rule == "T22"
    assert allowed(match, "move a5 to e5 oust 1")
    error = refused(match, "move 2 from a5 to e5 oust 2")
    assert error.rule == "T22"
    assert "runs through" in error.reason


def test_t22_a_blocked_slide_is_reported_before_ousting() -> None:
    match = taktori("e1:1 e4:2 e6:2", options="ousting")
    assert refused(match, "move e1 to e6 oust 1").rule == "T8"


# The option `immune`

E5 = "x9/x9/x9/x9/x4,1,x4/x9/x9/x9/x9"


def test_t26_nobody_covers_the_tower_just_set() -> None:
    match = taktori(players=3, options="immune")
    assert position_of(match).split()[2:] == ["1", "-", "-"]
    assert position_after(match, "place on e5") == f"{E5} - 2 - e5"
    error = refused(match, "place on e5")
    assert (error.rule, error.about, error.suggestion) == ("T26", "e5", "place on d5")
    assert "immune" in error.reason
    assert allowed(match, "place on e6")
    match.play_text("place on a1")
    assert allowed(match, "place on e5")
    assert refused(match, "place on a1").rule == "T26"
    assert not any(move.target == 0 for move in match.state.legal_moves())


def test_t26_is_off_by_default() -> None:
    match = taktori()
    assert position_after(match, "place on e5") == f"{E5} - 2 -"
    assert allowed(match, "place on e5")


def test_t26_holds_for_the_owner_and_when_a_player_is_passed_over() -> None:
    """Red has no turn, so blue moves twice running and must not build on the tower just set."""
    match = taktori(STUCK, options="immune")
    match.play_text("place on e5")
    assert match.state.to_move == 2
    assert position_of(match).split()[2:] == ["2", "-", "e5"]
    assert refused(match, "place on e5").rule == "T26"
    assert allowed(match, "move c3 to e3")
    assert allowed(match, "move e5 to e9")
    passed = taktori(STUCK, player=1, fresh="c3", options="immune")
    assert position_of(passed).split()[2:] == ["2", "-", "c3"]
    assert refused(passed, "place on c3").rule == "T26"


def test_t26_moves_end_on_no_fresh_field_but_pass_over_it_and_leave_it() -> None:
    match = taktori("e5:11 e8:2 a7:2", options="immune")
    assert position_after(match, "move 2 from e5 to e7").split()[-1] == "e7"
    assert refused(match, "move e8 to e7").rule == "T26"
    assert refused(match, "move a7 to e7").rule == "T26"
    assert refused(match, "move a7 to f7").rule == "T8"
    assert allowed(match, "move a7 to d7")
    free = taktori("e7:1 a7:2 h7:1", player=2, fresh="e7", options="immune slide=free")
    assert allowed(free, "move a7 to f7")
    assert refused(free, "move a7 to e7").rule == "T26"
    assert allowed(taktori("e7:1 a7:2", fresh="e7", options="immune"), "move e7 to e1")


def test_t26_bridges_are_not_concerned_and_a_turn_of_bridges_leaves_nothing_fresh() -> None:
    match = taktori("c3:1 e3:1 c5:1 h8:2", player=2, fresh="c3", options="immune")
    match.play_text("place on a9")
    assert position_after(match, "bridge c3-e3").split()[-1] == "-"
    assert allowed(match, "place on a9") and allowed(match, "place on c5")
    to_fresh = taktori("c3:1 e3:1", fresh="e3", options="immune")
    assert allowed(to_fresh, "bridge c3-e3")
    assert allowed(to_fresh, "place on g3 bridge e3-g3, c3-e3")


def test_t26_nothing_on_the_fresh_field_is_ousted() -> None:
    match = taktori("e5:11 e8:22 a8:2", player=2, options="immune ousting")
    assert position_after(match, "move a8 to d8").split()[-1] == "d8"
    match.play_text("place on i1")
    match.play_text("move d8 to e8")
    error = refused(match, "move e5 to e8 oust 1")
    assert (error.rule, "nobody may oust" in error.reason) == ("T26", True)
    assert refused(match, "move 2 from e5 to e8 oust 2").rule == "T26"
    match.play_text("place on i2")
    match.play_text("place on a1")
    assert allowed(match, "move 2 from e5 to e8 oust 2")


def test_t26_after_ousting_the_target_is_fresh_only_if_a_mover_is_left() -> None:
    none_left = taktori("e5:1 e8:22", options="immune ousting")
    assert position_after(none_left, "move e5 to e8 oust 1").split()[-1] == "-"
    assert allowed(none_left, "place on e8")
    one_left = taktori("e5:11 e8:22", options="immune ousting")
    assert position_after(one_left, "move 2 from e5 to e8 oust 1").split()[-1] == "e8"
    assert refused(one_left, "place on e8").rule == "T26"


def test_t26_holds_in_the_final_turns_and_is_written_after_the_end() -> None:
    match = taktori("a1:111111111111111 i9:2", options="immune")
    assert position_after(match, "place on e5").split()[2:] == ["2", "1", "e5"]
    assert refused(match, "place on e5").rule == "T26"
    assert position_after(match, "place on e6").split()[2:] == ["1", "0", "e6"]
    assert match.result is not None and match.result.rule == "T17"
    assert refused(match, "place on e6").rule == "T17"


def test_t26_the_fresh_field_is_part_of_the_position_that_repeats() -> None:
    """In the set-up no field is fresh; when its board comes back, i9 is. So it counts from there."""
    match = taktori("a1:1 i9:2", options="immune")
    turns = ["move a1 to a2", "move i9 to i8", "move a2 to a1", "move i8 to i9"]
    for text in [*turns, *turns]:
        match.play_text(text)
        assert match.result is None
    match.play_text(turns[0])
    assert match.result is not None and match.result.rule == "T18"


# Which rule is cited


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("move b2 to c3 oust 1 bridge a1-a2", "T8"),
        ("move 2 from b2 to c3 oust 1", "T9"),
        ("move e5 to f7 bridge a1-a2", "T7"),
        ("move 2 from e5 to f7", "T9"),
        ("move g1 to h2 oust 1", "T8"),
        ("move g1 to g9 oust 2", "T8"),
        ("move g1 to g4 oust 2 bridge a1-a2", "T22"),
        ("place on a1 bridge a1-a2 a1-c1", "T4"),
        ("place on a1 bridge a1-c1", "T13"),
        ("place on a1 bridge a1-a3 b1-b2", "T13"),
        ("bridge c7-e7 a7-b7", "T4"),
        ("bridge c7-e7", "T15"),
        ("bridge c7-e7 i1-i3", "T15"),
        ("bridge d9-f9 h9-h7", "T11"),
        ("place on a9 bridge d9-f9", "T10"),
        ("place on d7 bridge c7-e7 d9-f9", "T15"),
    ],
)
def test_t12_the_first_broken_rule_is_cited(text: str, rule: str) -> None:
    stacks = "e5:12 g1:1 g4:2 c7:1 e7:1 a3:11 d9:1 f9:1 h9:1 h7:1"
    match = taktori(stacks, "1:c7-e7@1", options="ousting")
    assert refused(match, text).rule == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("move e8 to e5", "T8"),
        ("move 2 from c5 to e5 bridge a1-a2", "T9"),
        ("move a5 to e5", "T8"),
        ("move c5 to e5 oust 2", "T22"),
        ("move c5 to e5 oust 1", "T26"),
        ("move c5 to e5 bridge a1-a2", "T26"),
        ("place on e5", "T26"),
        ("place on e6", "T5"),
    ],
)
def test_t26_is_cited_after_ousting_and_before_the_stock(text: str, rule: str) -> None:
    stacks = "e5:2 e8:2 c5:21 a5:1 i9:11111111111111"
    assert refused(taktori(stacks, fresh="e5", options="immune ousting"), text).rule == rule
