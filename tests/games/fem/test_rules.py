"""Taktori Fem turn by turn. One test or more per rule, worked by hand."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tabletop.errors import IllegalMove, UnreadableMove, WrongUse
from tabletop.game import NOBODY
from tabletop.games.fem.rules import GRID, FemState, has_loop
from tabletop.games.towers.moves import Turn
from tabletop.match import Match
from tests.games.towers.helpers import allowed, position_after, refused, table


def fem(stacks: str = "", bridges: str = "-", player: int = 1, **setup: Any) -> Match:
    return table("fem", stacks, bridges, player, **setup)


def bridges_after(match: Match, text: str) -> str:
    """The bridges after a turn."""
    return position_after(match, text).split()[1]


def test_f1_board_and_stocks() -> None:
    match = fem()
    state = match.state
    assert isinstance(state, FemState)
    assert [(state.towers_left(p), state.bridges_left(p)) for p in (1, 2)] == [(16, 15), (16, 15)]
    assert position_after(match, "place on a1") == "x5/x5/x5/x5/1,x4 - 2"
    assert position_after(match, "place on a1") == "x5/x5/x5/x5/12,x4 - 1"
    for field in ("f1", "a6", "a0"):
        assert refused(match, f"place on {field}").rule == "F1"
    with pytest.raises(IllegalMove, match="F1"):
        match.state.check(Turn("place", target=25))
    assert refused(match, "place T17 on a1").rule == "F1"
    with pytest.raises(WrongUse):
        fem(players=3)


def test_f2_bridges_join_neighbours() -> None:
    match = fem("a1:1 a2:1 b1:1 b2:1 a3:1")
    assert allowed(match, "bridge a1-a2") and allowed(match, "bridge a1-b1")
    for pair in ("a1-b2", "a1-a3", "a1-a1", "a2-b1", "a5-b1"):
        error = refused(match, f"bridge {pair}")
        assert (error.rule, error.about) == ("F2", pair)


def test_f2_own_top_towers_of_one_level() -> None:
    match = fem("a1:1 a2:11 b1:2 a3:12 b2:21 c2:1")
    high = refused(match, "bridge a1-a2")
    assert high.rule == "F2"
    assert "a1 has height 1, but a2 has height 2" in high.reason
    assert "blue's" in refused(match, "bridge a1-b1").reason
    assert "overbuilt" in refused(match, "bridge a2-a3").reason
    assert "no tower on d2" in refused(match, "bridge c2-d2").reason
    assert allowed(match, "bridge a2-b2")


def test_f2_one_bridge_per_pair_and_level() -> None:
    match = fem("a1:1 a2:1", "1:a1-a2@1")
    error = refused(match, "bridge a1-a2")
    assert error.rule == "F2"
    assert "already a bridge on a1-a2 on level 1" in error.reason
    assert bridges_after(fem("a1:11 a2:11", "1:a1-a2@1"), "bridge a1-a2") == "1:a1-a2@1;1:a1-a2@2"


def test_f2_only_own_bridges_that_are_there_are_taken_up() -> None:
    match = fem("a1:1 a2:1 c1:2 c2:2 e1:1 e2:1", "1:a1-a2@1;2:c1-c2@1")
    assert refused(match, "remove e1-e2").rule == "F2"
    error = refused(match, "remove c1-c2")
    assert error.rule == "F2"
    assert "blue's" in error.reason
    assert refused(match, "shift c1-c2 to e1-e2").rule == "F2"
    assert refused(match, "shift a1-a2 to c1-c2").rule == "F2"
    assert refused(match, "remove a1-b2").rule == "F2"


def test_f3_place_anywhere() -> None:
    match = fem("a1:2 b1:12")
    for field in ("a1", "b1", "c3"):
        assert allowed(match, f"place on {field}")
    assert refused(fem("a1:1111111111111111 c3:2"), "place on c4").rule == "F3"


def test_f3_free_towers_move_to_any_other_field() -> None:
    match = fem("a1:1 c3:2 b2:12")
    moves = [move for move in match.state.legal_moves() if move.kind == "move"]
    assert len(moves) == 24
    assert position_after(match, "move a1 to e4") == "x5/x4,1/x2,2,x2/x,12,x3/x5 - 2"
    for text in ("move a1 to a1", "move b2 to e5", "move c3 to e5", "move d4 to e5"):
        assert refused(fem("a1:1 c3:2 b2:12"), text).rule == "F3"
    assert "overbuilt" in refused(fem("b2:12"), "move b2 to e5").reason


def test_f3_bridges_hold_the_towers_they_end_at() -> None:
    match = fem("a1:1 a2:11 a3:1", "1:a1-a2@1")
    assert refused(match, "move a1 to e5").rule == "F3"
    assert allowed(match, "move a2 to e5")
    assert allowed(match, "move a3 to e5")


def test_f3_exactly_one_new_bridge() -> None:
    match = fem("a1:1 a2:1 a3:1 b1:1")
    assert bridges_after(fem("a1:1 a2:1 a3:1"), "bridge a1-a2") == "1:a1-a2@1"
    error = refused(match, "bridge a1-a2 a2-a3")
    assert (error.rule, error.about) == ("F3", "a2-a3")
    with pytest.raises(IllegalMove, match="F3"):
        match.state.check(Turn("bridge"))
    lying = fem("a1:1 a2:1 a3:1 b1:1", "1:a2-a3@1")
    assert refused(lying, "bridge a1-a2 from a2-a3").rule == "F3"


def test_f3_a_new_bridge_needs_stock() -> None:
    match = fem(TREE, TREE_BRIDGES)
    state = match.state
    assert isinstance(state, FemState) and state.bridges_left(1) == 0
    error = refused(match, "bridge a5-b5")
    assert error.rule == "F3"
    assert "no bridges left" in error.reason
    assert not any(move.kind == "bridge" for move in state.legal_moves())
    assert allowed(match, "shift a1-a2 to a5-b5")
    assert allowed(match, "remove a1-a2")


# Sixteen towers and fifteen bridges in a tree: three full columns and the field d1.
TREE = " ".join(f"{column}{row}:1" for column in "abc" for row in range(1, 6)) + " d1:1"
TREE_BRIDGES = ";".join(
    [f"1:{column}{row}-{column}{row + 1}@1" for column in "abc" for row in range(1, 5)]
    + ["1:a1-b1@1", "1:b1-c1@1", "1:c1-d1@1"]
)


def test_f3_shift_to_another_pair() -> None:
    match = fem("a1:1 a2:1 b1:1 b2:1", "1:a1-a2@1")
    error = refused(match, "shift a1-a2 to a1-a2")
    assert error.rule == "F3"
    assert bridges_after(match, "shift a1-a2 to b1-b2") == "1:b1-b2@1"
    with pytest.raises(IllegalMove, match="F3"):
        fem("a1:1 a2:1", "1:a1-a2@1").state.check(Turn("shift", taken=((0, 1),)))


def test_f3_remove_goes_back_into_stock() -> None:
    match = fem("a1:1 a2:1", "1:a1-a2@1")
    assert bridges_after(match, "remove a1-a2") == "-"
    state = match.state
    assert isinstance(state, FemState) and state.bridges_left(1) == 15
    with pytest.raises(IllegalMove, match="F3"):
        fem("a1:1 a2:1", "1:a1-a2@1").state.check(Turn("remove"))
    with pytest.raises(IllegalMove, match="F3"):
        fem().state.check(Turn("swap"))  # type: ignore[arg-type]


def test_f4_overbuilt_bridges_stay() -> None:
    match = fem("a1:1 a2:12 b1:1 b2:1", "1:a1-a2@1")
    for text in ("remove a1-a2", "shift a1-a2 to b1-b2", "place on b3 bridge b2-b3 from a1-a2"):
        error = refused(match, text)
        assert (error.rule, error.about) == ("F4", "a1-a2")
    assert "a2" in refused(match, "remove a1-a2").reason


def test_f4_only_the_highest_of_several_can_be_taken_up() -> None:
    match = fem("a1:11 a2:11", "1:a1-a2@1;1:a1-a2@2")
    assert bridges_after(match, "remove a1-a2") == "1:a1-a2@1"
    match.play_text("place on e5")
    assert refused(match, "remove a1-a2").rule == "F4"


def test_f5_bridges_are_connected_to_the_tower_just_moved() -> None:
    match = fem("a1:1 a2:1 b3:1 c3:1 e4:1 e5:1")
    assert bridges_after(fem("a1:1 a2:1 b3:1 c3:1"), "place on a3 bridge a2-a3 a1-a2 a3-b3 b3-c3").count("@") == 4
    assert allowed(match, "move a1 to b2 bridge b2-b3, a2-b2")
    for text in ("place on a3 bridge e4-e5", "place on a3 bridge a1-a2", "place on a3 bridge a2-a3 e4-e5"):
        assert refused(match, text).rule == "F5"


def test_f5_older_bridges_carry_no_connection() -> None:
    match = fem("a1:1 a2:1 a3:1", "1:a2-a3@1")
    assert refused(match, "place on a4 bridge a3-a4 a1-a2").rule == "F5"


def test_f5_bridges_may_be_taken_up_for_it() -> None:
    match = fem("a1:1 a2:1 c4:1 d4:1", "1:a1-a2@1")
    assert bridges_after(match, "place on c3 bridge c3-c4 from a1-a2, c4-d4") == "1:c3-c4@1;1:c4-d4@1"
    state = match.state
    assert isinstance(state, FemState) and state.bridges_left(1) == 13


def test_f5_taking_up_is_checked_after_the_tower_part() -> None:
    on_top = fem("a1:1 a2:1 b2:11 c2:1", "1:a1-a2@1")
    assert refused(on_top, "place on a2 bridge a2-b2 from a1-a2").rule == "F4"
    uncovered = fem("a1:1 a2:11 c3:1 e5:1", "1:a1-a2@1")
    assert bridges_after(uncovered, "move a2 to c4 bridge c3-c4 from a1-a2") == "1:c3-c4@1"


def test_f5_a_pair_is_not_both_taken_from_and_laid_on() -> None:
    match = fem("a1:1 a2:1 b1:1", "1:a1-a2@1")
    error = refused(match, "place on a3 bridge a2-a3, a1-a2 from a1-a2")
    assert (error.rule, error.about) == ("F5", "a1-a2")


def test_f5_no_more_taken_up_than_laid_and_the_rest_from_stock() -> None:
    match = fem("a1:1 a2:1 a3:1 c3:1", "1:a1-a2@1;1:a2-a3@1")
    turn = Turn("place", target=13, bridges=((12, 13),), taken=((0, 1), (1, 2)))
    with pytest.raises(IllegalMove, match="F5"):
        match.state.check(turn)
    last = fem(TREE.replace(" d1:1", ""), TREE_BRIDGES.replace(";1:c1-d1@1", ""))
    state = last.state
    assert isinstance(state, FemState)
    assert (state.bridges_left(1), state.towers_left(1)) == (1, 1)
    assert allowed(last, "place on d3 bridge c3-d3")
    error = refused(last, "place on d3 bridge c3-d3, b3-c3")
    assert error.rule == "F5"
    assert "needs 2 bridges from stock, but red has only 1" in error.reason
    assert allowed(last, "place on d3 bridge c3-d3 from a4-a5, b3-c3")
    assert refused(last, "place on d3 bridge c3-d3 from a4-a5, b3-c3, a3-b3").rule == "F5"
    assert allowed(last, "place on d3 bridge c3-d3 from a4-a5, b3-c3 from a3-a4, a3-b3")


def test_f5_which_taken_bridge_is_laid_where_makes_no_difference() -> None:
    match = fem("a1:1 a2:1 b1:1 c4:1 d4:1", "1:a1-a2@1;1:a1-b1@1")
    one = match.parse("place on c3 bridge c3-c4 from a1-a2, c4-d4 from a1-b1")
    two = match.parse("place on c3 bridge c4-d4 from a1-a2, c3-c4 from a1-b1")
    assert one == two
    assert match.game.format_move(one) == "place on c3 bridge c3-c4 from a1-a2, c4-d4 from a1-b1"
    late = match.parse("place on c3 bridge c3-c4, c4-d4 from a1-a2")
    assert match.game.format_move(late) == "place on c3 bridge c3-c4 from a1-a2, c4-d4"
    assert match.game.format_move(late, compact=True) == "c3+c3-c4<a1-a2+c4-d4"


SQUARE = "a1:1 a2:1 b1:1 b2:1"


def test_f6_a_closed_loop_wins_at_once() -> None:
    match = fem(SQUARE + " e5:2", "1:a1-a2@1;1:a1-b1@1;1:b1-b2@1")
    match.play_text("bridge a2-b2")
    assert match.result is not None
    assert (match.result.rule, match.result.winners) == ("F6", (1,))
    assert match.to_move == match.state.to_move == NOBODY
    assert list(match.state.legal_moves()) == [] and len(match.state.steps()) == 0
    with pytest.raises(IllegalMove, match="over"):
        match.state.check(Turn("place", target=3))


def test_f6_levels_may_differ_seen_from_above() -> None:
    match = fem("a1:11 a2:11 b1:1 b2:11 e5:2", "1:a1-a2@1;1:a1-b1@1;1:b1-b2@1")
    match.play_text("bridge a2-b2")
    assert match.result is not None and match.result.winners == (1,)


def test_f6_bridges_above_each_other_are_no_loop() -> None:
    match = fem("a1:1111 a2:1111", "1:a1-a2@1;1:a1-a2@2;1:a1-a2@3")
    match.play_text("bridge a1-a2")
    assert match.result is None


def test_f6_a_long_loop_and_only_ones_own_bridges() -> None:
    ring = [*["a1", "a2", "a3", "b3", "c3", "c2", "c1", "b1"]]
    pairs = ["-".join(sorted(pair)) for pair in zip(ring, ring[1:] + ring[:1], strict=True)]
    stacks = " ".join(f"{field}:1" for field in ring)
    match = fem(stacks, ";".join(f"1:{pair}@1" for pair in pairs[:-1]))
    assert match.result is None
    match.play_text(f"bridge {pairs[-1]}")
    assert match.result is not None and match.result.rule == "F6"
    mixed = fem("a1:12 a2:12 b1:1 b2:12 e5:1", "1:a1-b1@1;1:b1-b2@1;2:a1-a2@2", player=2)
    mixed.play_text("bridge a2-b2")
    assert mixed.result is None


def test_f6_loops_in_a_position_string() -> None:
    loop = "1:a1-a2@1;1:a1-b1@1;1:b1-b2@1;1:a2-b2@1"
    for player in (1, 2):
        match = fem(SQUARE, loop, player)
        assert match.result is not None and match.result.winners == (1,)
    other = ";".join(f"2:{pair}@1" for pair in ("d4-d5", "d4-e4", "e4-e5", "d5-e5"))
    both = SQUARE + " d4:2 d5:2 e4:2 e5:2"
    for player in (1, 2):
        match = fem(both, f"{loop};{other}", player)
        assert match.result is not None and match.result.winners == (3 - player,)


@pytest.mark.parametrize(
    ("up", "right", "closed"),
    [
        ([], [], False),
        ([0, 5], [0, 1], True),
        ([0, 1, 2, 3], [0, 5, 10], False),
        ([0, 1, 10, 11], [0, 5, 2, 7], True),
        ([4], [4], False),
        ([0, 5, 6, 7], [0, 1, 3, 8], True),
    ],
)
def test_f6_has_loop(up: list[int], right: list[int], closed: bool) -> None:
    assert has_loop(sum(1 << field for field in up), sum(1 << field for field in right)) is closed


def test_f7_no_legal_turn_loses() -> None:
    """All of red's towers are buried in one stack under blue's last one."""
    stack = "2" * 15 + "1" * 16 + "2"
    match = fem(f"c3:{stack}", player=1)
    assert match.result is not None
    assert (match.result.rule, match.result.winners) == ("F7", (2,))
    played = fem(f"c3:{'2' * 15 + '1' * 16}", player=2)
    assert played.result is None
    played.play_text("place on c3")
    assert played.result is not None
    assert (played.result.rule, played.result.winners) == ("F7", (2,))
    elsewhere = fem(f"c3:{'2' * 15 + '1' * 16}", player=2)
    elsewhere.play_text("place on c4")
    assert elsewhere.result is None


def test_f7_a_bridge_to_take_up_is_a_turn() -> None:
    stack = "2" * 15 + "1" * 14 + "2"
    match = fem(f"c3:{stack} a1:1 a2:1", "1:a1-a2@1")
    assert match.result is None
    assert [match.game.format_move(move) for move in match.state.legal_moves()] == ["remove a1-a2"]


def test_f8_third_occurrence_is_a_draw() -> None:
    match = fem("a1:1 e5:2")
    for _ in range(2):
        assert match.result is None
        for text in ("move a1 to a2", "move e5 to e4", "move a2 to a1", "move e4 to e5"):
            match.play_text(text)
    assert match.result is not None
    assert (match.result.rule, match.result.winners) == ("F8", ())


def test_f8_options_and_f6_first() -> None:
    match = fem(SQUARE + " e5:2", "1:a1-a2@1;1:a1-b1@1;1:b1-b2@1", options="repetition=0 max-turns=1")
    match.play_text("bridge a2-b2")
    assert match.result is not None and match.result.rule == "F6"
    assert match.game.ending is not None and match.game.ending(match.setup, match.states) is None
    limited = fem("a1:1 e5:2", options="max-turns=1")
    limited.play_text("place on b1")
    assert limited.result is not None
    assert (limited.result.rule, limited.result.winners) == ("F8", ())
    with pytest.raises(WrongUse):
        fem(options="repetition=1")


def test_f9_stacks_move_only_with_the_option() -> None:
    assert refused(fem("c3:11"), "move 2 from c3 to e5").rule == "F9"
    match = fem("c3:2111 e5:2 e4:211", options="stacks")
    for count in (1, 2, 3):
        assert allowed(match, f"move {count} from c3 to e5")
    assert refused(match, "move 4 from c3 to e5").rule == "F9"
    assert refused(match, "move 0 from c3 to e5").rule == "F9"
    assert refused(match, "move 5 from c3 to e5").rule == "F9"
    assert position_after(match, "move 2 from c3 to e5 bridge e4-e5") == "x4,211/x4,211/x2,21,x2/x5/x5 1:e4-e5@3 2"


def test_f9_none_of_the_moving_towers_may_have_a_bridge() -> None:
    match = fem("c3:111 c4:11", "1:c3-c4@2", options="stacks")
    assert allowed(match, "move c3 to e5")
    assert refused(match, "move 2 from c3 to e5").rule == "F9"


def test_f10_ousting_one_against_one() -> None:
    assert refused(fem("c3:1 e5:2"), "move c3 to e5 oust 1").rule == "F10"
    match = fem("c3:1 e5:12 a1:11 b1:2 b2:2 a5:2", "2:b1-b2@1", options="ousting")
    assert refused(match, "move c3 to b1 oust 1").rule == "F10"
    assert refused(match, "move c3 to d3 oust 1").rule == "F10"
    assert refused(match, "move c3 to a1 oust 1").rule == "F10"
    assert refused(match, "move c3 to e5 oust 2").rule == "F10"
    assert refused(match, "move c3 to e5 oust 1 bridge e4-e5").rule == "F10"
    assert refused(match, "move c3 to e5 oust 0").rule == "F10"
    match.play_text("move c3 to e5 oust 1")
    state = match.state
    assert isinstance(state, FemState)
    assert state.stack(24) == (1,)
    assert (state.towers_left(1), state.towers_left(2)) == (13, 13)


def test_f10_with_stacks_the_others_land() -> None:
    """The original's example: three towers move, two of them oust two."""
    match = fem("c3:111 e5:122 e4:11", options="ousting stacks")
    assert position_after(match, "move 3 from c3 to e5 oust 2 bridge e4-e5") == "x4,11/x4,11/x5/x5/x5 1:e4-e5@2 2"


def test_f11_nobody_covers_or_ousts_the_tower_just_set() -> None:
    match = fem(options="immune ousting")
    assert position_after(match, "place on c3") == "x5/x5/x2,1,x2/x5/x5 - 2 c3"
    error = refused(match, "place on c3")
    assert (error.rule, error.about, error.suggestion) == ("F11", "c3", "place on b3")
    match.play_text("place on a1")
    match.play_text("move c3 to d4")
    assert match.state.fresh == 18
    assert refused(match, "move a1 to d4").rule == "F11"
    assert refused(match, "move a1 to d4 oust 1").rule == "F11"
    assert allowed(match, "move a1 to c3")
    match.play_text("place on b1 bridge a1-b1")
    assert position_after(match, "place on e5").split()[3] == "e5"
    assert position_after(match, "remove a1-b1").split()[1:] == ["-", "1", "-"]
    assert allowed(match, "place on b1")


def test_f11_is_off_by_default() -> None:
    match = fem()
    assert position_after(match, "place on c3") == "x5/x5/x2,1,x2/x5/x5 - 2"
    assert allowed(match, "place on c3")


def test_f11_after_ousting_the_target_is_fresh_only_if_a_mover_is_left() -> None:
    assert position_after(fem("a1:1 c3:22", options="immune ousting"), "move a1 to c3 oust 1").split()[3] == "-"
    match = fem("a1:11 c3:22", options="immune ousting stacks")
    assert position_after(match, "move 2 from a1 to c3 oust 1").split()[3] == "c3"
    assert refused(match, "place on c3").rule == "F11"


def test_f11_the_fresh_field_does_not_hold_its_own_towers() -> None:
    match = fem("a1:1 a2:1 c3:2", fresh="a1", options="immune")
    assert allowed(match, "move a1 to e5") and allowed(match, "bridge a1-a2")
    moves = [move for move in match.state.legal_moves() if move.kind == "move"]
    assert len({move.target for move in moves if move.source == 0}) == 24
    assert not any(move.target == 0 for move in moves)


def test_f11_the_fresh_field_is_part_of_the_position_that_repeats() -> None:
    match = fem("a1:1 e5:2", options="immune")
    turns = ["move a1 to a2", "move e5 to e4", "move a2 to a1", "move e4 to e5"]
    for text in [*turns, *turns]:
        match.play_text(text)
        assert match.result is None
    match.play_text(turns[0])
    assert match.result is not None and match.result.rule == "F8"


def test_f11_the_fresh_field_is_written_after_the_end() -> None:
    match = fem("a1:1 a2:1 b1:1 c5:2", "1:a1-a2@1;1:a1-b1@1", options="immune")
    after = position_after(match, "place on b2 bridge a2-b2, b1-b2")
    assert match.result is not None and match.result.rule == "F6"
    assert after.split()[2:] == ["2", "b2"]


def test_f12_no_tower_is_put_on_an_opposing_one() -> None:
    match = fem("a1:1 b1:2 c1:12 d1:21", options="nocover")
    for text in ("place on b1", "place on c1", "move a1 to b1", "move d1 to c1"):
        error = refused(match, text)
        assert (error.rule, error.about) == ("F12", text.split()[-1])
        assert "blue's" in error.reason and "nocover" in error.reason
    for text in ("place on a1", "place on d1", "place on e5", "move a1 to d1", "move d1 to a1", "move d1 to e5"):
        assert allowed(match, text)
    targets = {move.target for move in match.state.legal_moves() if move.target is not None}
    assert targets == {field for field in range(25) if field not in (5, 10)}
    assert allowed(fem("a1:1 b1:2"), "place on b1")


def test_f12_an_ousting_move_lands_only_on_its_own_tower_or_the_ground() -> None:
    match = fem("a1:11 b1:2 c1:12 d1:22 e1:122", options="nocover ousting stacks")
    assert position_after(fem("a1:11 b1:2", options="nocover ousting stacks"), "move 2 from a1 to b1 oust 1") == (
        "x5/x5/x5/x5/x,1,x3 - 2"
    )
    assert allowed(match, "move 2 from a1 to c1 oust 1")
    error = refused(match, "move 2 from a1 to d1 oust 1")
    assert (error.rule, error.about) == ("F12", "d1")
    assert refused(match, "move 2 from a1 to e1 oust 1").rule == "F12"
    assert refused(match, "move 2 from a1 to b1").rule == "F12"


def test_f12_an_ousting_move_that_leaves_no_mover_is_not_concerned() -> None:
    match = fem("a1:11 d1:22 e1:222", options="nocover ousting stacks")
    assert allowed(match, "move a1 to d1 oust 1")
    assert allowed(match, "move 2 from a1 to e1 oust 2")
    listed = {match.game.format_move(move, compact=True) for move in match.state.legal_moves()}
    assert {"a1>d1x1", "2a1>d1x2", "a1>e1x1", "2a1>e1x2"} <= listed
    assert not {"a1>d1", "2a1>d1", "2a1>d1x1", "2a1>e1x1"} & listed


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("move b1 to c3", "F3"),
        ("move 2 from a1 to c3", "F9"),
        ("move a1 to c3 oust 2", "F10"),
        ("move a1 to c3", "F12"),
        ("move 3 from e5 to c3 oust 2", "F12"),
        ("move 2 from e5 to c3 oust 2", "F11"),
        ("place on c3 bridge a1-a3", "F12"),
        ("move e1 to a1 bridge a1-a3", "F2"),
    ],
)
def test_f12_is_cited_after_ousting_and_before_the_fresh_field(text: str, rule: str) -> None:
    match = fem("a1:21 b1:2 c3:2222 e5:111 e1:1", fresh="c3", options="immune nocover ousting stacks")
    assert refused(match, text).rule == rule


def test_f11_an_empty_stock_is_cited_first() -> None:
    match = fem("a1:1111111111111111 c3:2", fresh="c3", options="immune nocover")
    assert refused(match, "place on c3").rule == "F3"


def test_f11_own_towers_on_the_fresh_field_are_not_built_on() -> None:
    match = fem("a1:1 b1:1 c3:2", fresh="b1", options="immune nocover")
    assert refused(match, "place on b1").rule == "F11"
    assert refused(match, "move a1 to b1").rule == "F11"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("move e5 to a1 oust 1 bridge a1-a3", "F3"),
        ("move 2 from e5 to a1 oust 1", "F9"),
        ("move a1 to e5 oust 2 bridge a1-a3", "F10"),
        ("place on a3 bridge a3-a5", "F2"),
        ("place on c5 bridge c1-c2", "F2"),
        ("place on c5 bridge b3-b4 from c1-c2", "F4"),
        ("place on c5 bridge a1-b1 from b3-b4", "F5"),
        ("bridge a1-b1 b3-b4", "F3"),
        ("bridge a1-a3", "F2"),
        ("remove c1-c2", "F4"),
    ],
)
def test_f5_the_first_broken_rule_is_cited(text: str, rule: str) -> None:
    stacks = "a1:1 b1:1 e5:2 b3:1 b4:1 c1:1 c2:12"
    match = fem(stacks, "1:b3-b4@1;1:c1-c2@1", options="ousting stacks")
    if text == "place on c5 bridge b3-b4 from c1-c2":
        stacks = stacks.replace("b4:1", "b4:1 c5:2")
        match = fem(stacks, "1:c1-c2@1", options="ousting stacks")
    assert refused(match, text).rule == rule


def test_f3_a_named_tower_that_cannot_move() -> None:
    match = fem("c3:12 a1:1")
    assert refused(match, "move T2 to e5").rule == "F3"
    assert "overbuilt" in refused(match, "move T2 to e5").reason
    with pytest.raises(UnreadableMove):
        match.game.grammar.parse("move T1 to e5", match.state)


def test_f12_a_player_who_answers_in_pairs_is_never_beaten() -> None:
    """As rules.md says: whoever has one field of each brick at most has no loop, whatever is on the other fields."""
    bricks = [(column * 5 + row, column * 5 + row + 5) for row in range(5) for column in range(row % 2, 4, 2)]
    full, up = GRID.full, GRID.vertical & GRID.full
    singles = full & ~sum(1 << field for brick in bricks for field in brick)
    assert len(bricks) == 10 and singles.bit_count() == 5
    for chosen in product(*bricks):
        fields = singles | sum(1 << field for field in chosen)
        assert not has_loop(fields & fields >> 1 & up, fields & fields >> 5)
    assert has_loop(full & up, full >> 5)
