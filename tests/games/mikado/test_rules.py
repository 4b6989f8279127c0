"""Every rule of Scheiben Mikado, mostly in refereed games, where every outcome is stated."""

from __future__ import annotations

import pytest

from tabletop.errors import IllegalMove, WrongUse
from tabletop.game import CHANCE, NOBODY
from tabletop.games.mikado import GAME
from tabletop.games.mikado.discs import DISC_COUNT, NAMES, NUMBERS, Hand, value_of
from tabletop.games.mikado.moves import Feels, Moved, Pull, Touch, Tray, Waive
from tabletop.games.mikado.trays import Disc, Layout, cell_of
from tabletop.match import Match
from tabletop.options import make_setup
from tests.games.mikado.helpers import hands, numbers, play, pull_cleanly, refereed, refusal, rolled, state_of

ALL_BUT_THREE = [name for name in NAMES if name not in ("r1", "r2", "r3")]


# M1, M2: material and set-up


def test_m1_54_discs_of_three_values() -> None:
    assert DISC_COUNT == 54
    assert [NAMES[0], NAMES[17], NAMES[18], NAMES[35], NAMES[36], NAMES[53]] == ["r1", "r18", "b1", "b18", "y1", "y18"]
    assert [sum(value_of(disc) == value for disc in range(54)) for value in (3, 2, 1)] == [18, 18, 18]
    assert value_of(0) == 3 and value_of(18) == 2 and value_of(36) == 1


def test_m1_one_to_eight_players() -> None:
    assert make_setup(GAME).players == 1
    assert make_setup(GAME, players=8).players == 8
    with pytest.raises(WrongUse):
        make_setup(GAME, players=9)


@pytest.mark.parametrize("name", ["r19", "r0", "g3", "b99", "x1"])
def test_m1_there_are_no_other_discs(name: str) -> None:
    error = refusal(refereed(), f"pull {name}")
    assert error.rule == "M1" and error.about == name and name in error.reason


def test_m2_the_tray_comes_first() -> None:
    match = Match(GAME, make_setup(GAME, players=2, seed=3))
    assert match.to_move == CHANCE and state_of(match).turn == 0
    for move in (Touch(0), Pull(0), Waive()):
        with pytest.raises(IllegalMove, match="M2"):
            match.check(move)
    match.settle()
    assert (match.to_move, state_of(match).turn) == (1, 1)
    assert len(state_of(match).tray) == 54
    with pytest.raises(IllegalMove, match="M2"):
        match.check(match.plies[0].move)


def test_m2_an_impossible_tray_is_refused() -> None:
    layout = state_of(rolled()).layout
    assert layout is not None
    second, *others = layout.discs[1:]
    stacked = Layout((Disc("r1", "L", second.x, second.y), second, *others), layout.width, layout.slider)
    fresh = Match(GAME, make_setup(GAME, players=2, seed=3))
    with pytest.raises(IllegalMove, match="M2"):
        fresh.check(Tray(stacked))
    fresh.check(Tray(layout))


def test_m2_players_take_turns_clockwise_from_who_begins() -> None:
    match = Match(GAME, make_setup(GAME, players=3, model="referee", first=2))
    order = []
    for _ in range(5):
        order.append(match.to_move)
        play(match, "waive")
    assert order == [2, 3, 1, 2, 3]


def test_m2_a_disc_can_be_named_by_its_cell() -> None:
    match = rolled(seed=7)
    layout = state_of(match).layout
    assert layout is not None
    for number, disc in enumerate(layout.discs):
        assert match.parse(f"pull @{cell_of(disc)}") == Pull(number)
        assert match.parse(f"?@{cell_of(disc).lower()}") == Touch(number)
    taken = {cell_of(disc) for disc in layout.discs}
    empty = next(f"{letter}{row}" for letter in "ABCDEF" for row in range(1, 9) if f"{letter}{row}" not in taken)
    assert refusal(match, f"pull @{empty}").rule == "M2"
    assert refusal(refereed(), "pull @B3").rule == "M2"


# M3: a turn


def test_m3_a_touched_disc_may_be_pulled() -> None:
    match = play(refereed(), "touch r7", "feels light")
    assert match.to_move == 1
    assert match.parse("pull") == match.parse("!") == Pull(NUMBERS["r7"])
    play(match, "pull", "moved 0.4")
    assert match.to_move == 2 and hands(match)[0].points == 3


def test_m3_a_touched_disc_may_be_left() -> None:
    match = play(refereed(), "touch r7", "feels tight", "waive")
    assert match.to_move == 2
    assert state_of(match).touched is None and "r7" in [NAMES[disc] for disc in state_of(match).tray]


@pytest.mark.parametrize("text", ["touch r8", "touch r7", "pull r8"])
def test_m3_no_second_disc_may_be_touched_or_pulled(text: str) -> None:
    match = play(refereed(), "touch r7", "feels light")
    error = refusal(match, text)
    assert error.rule == "M3" and "r7" in error.reason and error.about == text.split()[1]


def test_m3_a_disc_may_be_pulled_without_touching_it_first() -> None:
    match = play(refereed(), "pull y3", "moved 0")
    assert hands(match)[0] == Hand((0, 0, 1))


def test_m3_a_player_may_waive_without_touching() -> None:
    assert play(refereed(), "waive").to_move == 2


def test_m3_bare_pull_needs_a_touched_disc() -> None:
    assert refusal(refereed(), "pull").rule == "M3"
    assert refusal(play(refereed(), "touch r7", "feels light", "waive"), "!").rule == "M3"


def test_m3_a_disc_that_is_gone_cannot_be_touched_or_pulled() -> None:
    match = pull_cleanly(refereed(), "r7")
    for text in ("touch r7", "pull r7"):
        error = refusal(match, text)
        assert (error.rule, error.about) == ("M3", "r7")


def test_m3_a_touch_that_moves_the_slider_costs_three_points_and_ends_the_turn() -> None:
    match = play(pull_cleanly(refereed(2), "r1", "b1"), "touch r7", "moved 2")
    state = state_of(match)
    assert (match.to_move, state.touched, state.movements, state.slider_travel) == (2, None, 1, 2.0)
    assert NUMBERS["r7"] in state.tray
    assert hands(match) == (Hand(), Hand((0, 1, 0)))
    assert state_of(play(refereed(), "touch r7", "moved 1.1")).scores() == (-3, 0, 0)
    with pytest.raises(IllegalMove, match="M4"):
        match.check(Moved(2.0))


def test_m3_discs_that_pop_at_a_touch_leave_and_the_touched_one_only_if_it_pops() -> None:
    match = play(refereed(2), "touch r7", "moved 1.5 popped y3 b2")
    tray = state_of(match).tray
    assert len(tray) == 52 and NUMBERS["r7"] in tray and not set(numbers("y3", "b2")) & set(tray)
    assert len(state_of(play(refereed(2), "touch r7", "moved 1.5 popped r7")).tray) == 53
    assert refusal(play(refereed(2), "touch r7"), "moved 1.5 popped y3 y3").rule == "M6"


def test_m3_after_a_small_shift_by_a_touch_the_turn_goes_on() -> None:
    match = play(refereed(2), "touch r7", "moved 1")
    state = state_of(match)
    assert (match.to_move, state.touched, state.movements, state.slider_travel) == (1, NUMBERS["r7"], 0, 1.0)
    assert list(state.legal_moves()) == [Pull(NUMBERS["r7"]), Waive()]
    assert refusal(play(refereed(2), "touch r7"), "moved 1 popped y3").rule == "M3"


def test_m3_a_touch_that_moves_the_slider_is_neither_a_waive_nor_a_pull() -> None:
    match = play(refereed(2), "waive", "waive", "waive", "touch r7", "moved 2")
    assert state_of(match).waives == 3
    play(match, "waive")
    assert refusal(match, "waive").rule == "M7"
    play(match, "touch r7", "moved 2")
    assert refusal(match, "waive").rule == "M7"


def test_m3_a_touch_that_moves_the_slider_counts_in_a_solo_game() -> None:
    match = play(refereed(1), *["touch r7", "moved 2"] * 4)
    assert match.result is not None and (match.result.rule, match.result.winners) == ("M11", ())


def test_m3_a_stated_movement_at_a_touch_leaves_a_rolled_game_playable() -> None:
    match = play(rolled(), "touch r7", "moved 2 popped y3 b2", "touch y4", "moved 0.4", "pull")
    match.settle()
    assert match.to_move == 1 and match.result is None
    assert not any(isinstance(move, Moved) for move in play(rolled(), "touch r7").state.legal_moves())


def test_m3_the_outcome_must_come_before_the_next_move() -> None:
    match = play(refereed(), "touch r7")
    assert match.to_move == CHANCE
    with pytest.raises(IllegalMove, match="M3"):
        match.check(Waive())
    with pytest.raises(IllegalMove, match="M3"):
        match.check(Feels("soft"))
    play(match, "feels firm", "pull")
    with pytest.raises(IllegalMove, match="M4"):
        match.check(Waive())
    with pytest.raises(IllegalMove, match="M3"):
        match.check(Feels("firm"))


def test_m3_everybody_hears_how_a_disc_feels() -> None:
    state = state_of(play(rolled(seed=5), "touch r7", "feels light", "waive"))
    for player in (1, 2):
        assert [(report.disc, report.word) for report in state.seen_by(player).reports] == [(6, "light")]


# M4: movements


@pytest.mark.parametrize(("length", "points"), [("0", 3), ("0.4", 3), ("1", 3), ("1.0", 3), ("1.01", -3), ("1.1", -3)])
def test_m4_only_more_than_a_division_is_a_movement(length: str, points: int) -> None:
    match = play(refereed(), "pull r1", f"moved {length}")
    assert match.state.scores() == (points, 0, 0)
    assert state_of(match).movements == (points < 0)


@pytest.mark.parametrize("length", [-0.1, float("inf"), float("nan")])
def test_m4_impossible_lengths_are_refused(length: float) -> None:
    match = play(refereed(), "pull r1")
    with pytest.raises(IllegalMove, match="M4"):
        match.check(Moved(length))


def test_m4_without_a_pull_there_is_no_movement() -> None:
    with pytest.raises(IllegalMove, match="M4"):
        refereed().check(Moved(0.3))


def test_m4_the_state_keeps_where_the_slider_was_before_the_last_pull() -> None:
    state = state_of(play(refereed(), "pull r1", "moved 0.4", "pull r2", "moved 2.3"))
    assert (state.previous_travel, state.slider_travel) == (0.4, 2.7)
    state = state_of(play(refereed(), "pull r1", "moved 0.4", "waive"))
    assert (state.previous_travel, state.slider_travel) == (0.0, 0.4)


# M5: the penalty


@pytest.mark.parametrize(
    ("held", "left", "minus"),
    [
        ((2, 2, 4), (1, 2, 4), 0),  # one red
        ((1, 0, 0), (0, 0, 0), 0),
        ((0, 2, 4), (0, 1, 3), 0),  # one blue and one yellow
        ((0, 1, 1), (0, 0, 0), 0),
        ((0, 0, 4), (0, 0, 1), 0),  # three yellow
        ((0, 0, 3), (0, 0, 0), 0),
        ((0, 2, 0), (0, 1, 0), 1),  # nothing is worth exactly 3: the most below it
        ((0, 1, 0), (0, 0, 0), 1),
        ((0, 0, 2), (0, 0, 0), 1),
        ((0, 0, 1), (0, 0, 0), 2),
        ((0, 0, 0), (0, 0, 0), 3),
    ],
)
@pytest.mark.parametrize("noted", [0, 4])
def test_m5_every_hand_pays_three_points(
    held: tuple[int, int, int], left: tuple[int, int, int], minus: int, noted: int
) -> None:
    before = Hand(held, noted)
    after = before.after_penalty()
    assert after == Hand(left, noted + minus)
    assert after.points == before.points - 3


def test_m5_a_movement_costs_three_and_the_disc() -> None:
    match = refereed(2)
    pull_cleanly(match, "b1", "r1", "y1", "r2")  # A: b1 y1, B: r1 r2
    play(match, "pull r3", "moved 1.5")
    assert hands(match)[0] == Hand((0, 0, 0)) and match.state.scores() == (0, 6)
    play(match, "pull r4", "moved 7.5")
    assert hands(match)[1] == Hand((1, 0, 0)) and match.state.scores() == (0, 3)
    gone = [NAMES[disc] for disc in range(54) if disc not in state_of(match).tray]
    assert gone == ["r1", "r2", "r3", "r4", "b1", "y1"]


def test_m5_minus_points_are_noted_and_stay() -> None:
    match = refereed(2)
    play(match, "pull r1", "moved 2", "waive", "pull r2", "moved 3.1", "waive")
    assert hands(match)[0] == Hand((0, 0, 0), 6) and match.state.scores() == (-6, 0)
    pull_cleanly(match, "r3", "y1")
    assert hands(match)[0] == Hand((1, 0, 0), 6) and match.state.scores() == (-3, 1)


# M6: discs that spring out


def test_m6_popped_discs_count_for_nobody() -> None:
    match = play(refereed(2), "pull r1", "moved 2.0 popped y3 y9")
    assert match.state.scores() == (-3, 0)
    assert len(state_of(match).tray) == 51
    assert not set(numbers("r1", "y3", "y9")) & set(state_of(match).tray)
    assert refusal(match, "pull y9").rule == "M3"


def test_m6_discs_may_pop_without_a_movement() -> None:
    match = play(refereed(2), "pull r1", "moved 0.3 popped b4")
    assert match.state.scores() == (3, 0) and len(state_of(match).tray) == 52


@pytest.mark.parametrize("text", ["moved 2 popped r1", "moved 2 popped r5", "moved 2 popped y3 y3"])
def test_m6_only_discs_in_the_tray_can_pop_and_only_once(text: str) -> None:
    match = play(pull_cleanly(refereed(2), "r5"), "pull r1")
    error = refusal(match, text)
    assert error.rule == "M6" and error.about == text.split()[3]


def test_m6_the_report_on_a_popped_disc_is_dropped() -> None:
    match = play(refereed(2), "touch y3", "feels loose", "waive", "pull r1", "moved 2 popped y3")
    assert state_of(match).reports == ()


# M7: waiving


def test_m7_example_a_of_the_source() -> None:
    match = refereed(3)
    for _ in range(6):
        assert Waive() in match.state.legal_moves()
        play(match, "waive")
    assert match.to_move == 1
    assert refusal(match, "waive").rule == "M7"
    assert Waive() not in match.state.legal_moves()
    play(match, "pull r1", "moved 5")
    assert match.to_move == 2
    match.check(Waive())


def test_m7_example_b_of_the_source() -> None:
    match = refereed(3)
    play(match, "waive", "waive", "waive", "waive")
    assert match.to_move == 2
    play(match, "pull y1", "moved 0")
    waivers = []
    while Waive() in match.state.legal_moves():
        waivers.append(match.to_move)
        play(match, "waive")
    assert waivers == [3, 1, 2, 3, 1, 2]  # round two C; round three A, B, C; round four A, B
    assert match.to_move == 3  # round four: C must pull
    assert refusal(match, "waive").rule == "M7"


def test_m7_who_must_pull_may_touch_but_then_must_pull_that_disc() -> None:
    match = play(refereed(2), *["waive"] * 4)
    play(match, "touch r7", "feels tight")
    assert list(match.state.legal_moves()) == [Pull(NUMBERS["r7"])]
    error = refusal(match, "waive")
    assert error.rule == "M7" and "r7" in error.reason
    assert refusal(match, "pull r8").rule == "M3"


def test_m7_the_status_counts_waives_and_says_who_must_pull() -> None:
    match = refereed(2)

    def last_line() -> str:
        assert GAME.status_lines is not None
        return GAME.status_lines(match.state, match.setup)[-1]

    play(match, "waive")
    assert last_line() == "1 waive in a row; after 3 more the next player must pull"
    play(match, "waive", "waive")
    assert last_line() == "3 waives in a row; after 1 more the next player must pull"
    play(match, "waive")
    assert last_line() == "A must pull"
    play(match, "touch r7", "feels tight")
    assert last_line() == "A touched r7, which feels tight, and must pull it"


def test_m7_waiving_after_a_touch_counts_too() -> None:
    match = play(refereed(2), *["touch r7", "feels tight", "waive"] * 4)
    assert refusal(match, "waive").rule == "M7"


# M8: the end


@pytest.mark.parametrize("players", [2, 3, 8])
def test_m8_the_game_ends_with_as_many_discs_as_players(players: int) -> None:
    match = refereed(players)
    for name in NAMES[: 54 - players]:
        assert match.result is None
        play(match, f"pull {name}", "moved 0")
    assert match.result is not None and match.result.rule == "M8"
    assert match.to_move == NOBODY and list(match.state.legal_moves()) == []
    assert refusal(match, "waive").rule == "M8"


def test_m8_popped_discs_may_skip_the_number() -> None:
    match = pull_cleanly(refereed(3), *ALL_BUT_THREE[:-1])
    assert match.result is None
    play(match, f"pull {ALL_BUT_THREE[-1]}", "moved 4 popped r1 r2")
    assert match.result is not None and len(state_of(match).tray) == 1


def test_m8_most_points_win_and_level_players_share() -> None:
    match = pull_cleanly(refereed(3), *ALL_BUT_THREE)
    scores = match.state.scores()
    assert scores is not None and match.result is not None
    assert match.result.winners == tuple(p for p in (1, 2, 3) if scores[p - 1] == max(scores))
    level = refereed(2)
    pull_cleanly(level, *NAMES[:52])
    assert level.state.scores() == (53, 53)
    assert level.result is not None and level.result.winners == (1, 2)


# M9, M10: variants


def test_m9_yellow_then_blue_then_red() -> None:
    match = refereed(2, "order")
    for text in ("touch r1", "pull b1"):
        error = refusal(match, text)
        assert error.rule == "M9" and "the tray still holds 18 yellow discs" in error.reason
    pull_cleanly(match, *[f"y{n}" for n in range(1, 18)])
    assert "the tray still holds 1 yellow disc;" in refusal(match, "pull b1").reason
    assert list(match.state.legal_moves()) == [Touch(53), Pull(53), Waive()]
    pull_cleanly(match, "y18")
    assert refusal(match, "pull r1").rule == "M9"
    pull_cleanly(match, *[f"b{n}" for n in range(1, 19)])
    pull_cleanly(match, "r1")
    assert state_of(match).hands[0].discs[0] == 1


def test_m9_end_and_penalties_are_as_always() -> None:
    match = play(refereed(2, "order"), "pull y1", "moved 2")
    assert match.state.scores() == (-3, 0)
    pull_cleanly(match, *(name for name in reversed(NAMES) if name not in ("y1", "r17", "r18")))
    assert match.result is not None and match.result.rule == "M8"


def test_m10_nobody_may_waive() -> None:
    match = refereed(2, "no-waive")
    assert refusal(match, "waive").rule == "M10"
    assert Waive() not in match.state.legal_moves()
    play(match, "touch r7", "feels tight")
    assert refusal(match, "verzichte").rule == "M10"
    assert list(match.state.legal_moves()) == [Pull(NUMBERS["r7"])]


# M11: solo


def test_m11_lost_on_the_fourth_movement() -> None:
    match = refereed(1)
    for disc in ("r1", "r2", "r3"):
        play(match, f"pull {disc}", "moved 1.2")
        assert match.result is None
    pull_cleanly(match, "y1", "y2")
    play(match, "pull r4", "moved 1.1")
    assert match.result is not None
    assert (match.result.winners, match.result.rule) == ((), "M11")
    assert "the tray still holds 48 discs" in match.result.reason
    assert refusal(match, "pull r5").rule == "M11"


def test_m11_a_small_movement_is_none() -> None:
    match = refereed(1)
    for number in range(1, 10):
        play(match, f"pull r{number}", "moved 1.0")
    assert state_of(match).movements == 0 and match.result is None


@pytest.mark.parametrize("last", ["moved 0", "moved 3 popped y18"])
def test_m11_one_or_none_left_wins(last: str) -> None:
    match = pull_cleanly(refereed(1), *NAMES[:52])
    assert match.result is None
    play(match, "pull y17", last)
    assert match.result is not None and match.result.winners == (1,)


def test_m11_the_fourth_movement_loses_even_with_the_last_disc() -> None:
    match = pull_cleanly(refereed(1), *NAMES[3:52])
    play(match, *[line for disc in NAMES[:3] for line in (f"pull {disc}", "moved 2")])
    assert match.result is None
    play(match, "pull y17", "moved 2")
    assert match.result is not None and match.result.winners == ()


def test_m11_solo_games_have_unlimited_waives_no_points_and_no_payments() -> None:
    match = play(refereed(1), *["waive"] * 40)
    match.check(Waive())
    play(match, "pull r1", "moved 3", "pull r2", "moved 0")
    assert match.state.scores() is None
    assert hands(match) == (Hand(),)
