"""Takami's bots: they see the safe stick, the good prize, the win at hand, and know when to stop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tabletop.bots.analysis import analyze
from tabletop.bots.bot import Evaluator, SearchInfo, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.takami.evaluation import ExpectedPoints, TurnResult, WinProbability, points_value
from tabletop.games.takami.heap import STICKS, Heap, Place, UntrackedHeap, build_heap
from tabletop.games.takami.moves import Done, Keep, Lay, Prize, Probe, Pull, Taboo
from tabletop.match import Match
from tabletop.options import make_setup
from tests.games.takami.helpers import heap_of, play, state_of, table

LEVELS = ("easy", "medium", "hard")
levels = pytest.mark.parametrize("level", LEVELS)

RAISED = "raise G2 to 9.5; => clean; => holds"


def info(match: Match, level: str) -> SearchInfo:
    """What the level thinks with its usual budget."""
    seat = make_controller(match.game, level)
    found = seat.bot.think(observe(match, 1), seat.limit())
    match.check(found.move)
    return found


def changed(match: Match, **changes: Any) -> Match:
    """The table with its state changed by hand."""
    return Match(match.game, match.setup, replace(state_of(match), **changes))


@levels
def test_a_free_stick_is_raised_to_a_sound_place(level: str) -> None:
    match = table()
    move = info(match, level).move
    assert isinstance(move, Pull)
    assert heap_of(match).is_free(move.stick)
    match.play(move)
    play(match, "=> clean")
    lay = info(match, level).move
    assert isinstance(lay, Lay) and lay.place is not None
    assert heap_of(match).support_count(lay.place) == 2


@levels
def test_the_taboo_stick_is_taken_where_every_raise_is_risky(level: str) -> None:
    """With hands that let every laid stick drop another, a raise costs two sticks, the taboo stick one."""
    match = table(f"{RAISED}; done")
    state = state_of(match)
    tables = {**state.config.model.tables, "lay": {"steady": 0.0, "shaky": 0.0, "leaning": 0.0, "own": 0.0}}
    clumsy = replace(state.config, model=replace(state.config.model, tables=tables))
    assert state.taboo == "G2"
    found = info(changed(match, config=clumsy), level)
    assert found.move == Taboo()
    assert found.explanation == "every raise risks more than G2 costs"


def test_a_prize_that_gives_minus_sticks_back_is_preferred() -> None:
    match = changed(table(RAISED, players=2), minus=(("B2", "B3"), ()), heap=_yellow_and_blue_on_top())
    for level in ("medium", "hard"):
        found = info(match, level)
        assert isinstance(found.move, Prize) and found.move.stick[0] == "B"
        assert "gives back B2 B3" in found.explanation


def _yellow_and_blue_on_top() -> Heap:
    order = [stick for stick in STICKS if stick not in ("B2", "B3", "B4", "G2")]
    return build_heap([*order[:28], "Y9", "B4", "G3", "G4"]).with_stick("G2", Place(8, 8))


@levels
def test_no_prize_where_all_are_too_risky(level: str) -> None:
    """Only red sticks are left to take: a risk without a point."""
    reds = build_heap(STICKS[:9]).with_stick("G2", Place(5, 1))
    match = changed(table(RAISED), heap=reds)
    found = info(match, level)
    assert isinstance(found.move, Done)
    assert found.explanation == "no prize is worth its risk"


def test_hard_takes_a_win_at_hand() -> None:
    """With four sticks left the turn's end is the game's: who is ahead stops."""
    four = build_heap(STICKS[9:12]).with_stick("G2", Place(3, 2))
    ahead = changed(table(RAISED), heap=four, prizes=(("Y1",), ()))
    found = info(ahead, "hard")
    assert (found.move, found.value) == (Done(), 1.0)
    behind = changed(table(RAISED), heap=four, prizes=((), ("Y1",)), minus=(("B7", "B8"), ()))
    assert isinstance(info(behind, "hard").move, Prize)


def test_a_stick_is_kept_where_none_can_be_laid() -> None:
    match = table("pull G2; => clean")
    alone = changed(match, heap=build_heap(()), origin=Place(15, 1))
    for level in LEVELS:
        assert isinstance(info(alone, level).move, Keep)


def test_points_of_a_turn() -> None:
    state = replace(state_of(table()), minus=(("R1", "B1", "B2"), ()))
    worth, plain = points_value(state, True), points_value(state, False)
    assert [worth(TurnResult(prize=colour)) for colour in "RBYG"] == [1, 3, 1, 1]
    assert [plain(TurnResult(prize=colour)) for colour in "RBYG"] == [0, 1, 1, 1]
    assert worth(TurnResult(minus="RB")) == -2


def test_minus_sticks_cost_less_early_than_late() -> None:
    early = state_of(table())
    late = replace(early, heap=build_heap(STICKS[:7]))
    lost = [
        WinProbability(state)(TurnResult()) - WinProbability(state)(TurnResult(minus="B")) for state in (early, late)
    ]
    assert 0 < lost[0] < lost[1] / 3


def test_a_second_minus_stick_of_a_colour_may_come_back_with_the_first() -> None:
    """So it costs less than a point early on, and a whole one in the last turn."""
    early = replace(state_of(table()), minus=(("B1",), ()))
    late = replace(early, heap=build_heap(STICKS[:4]))
    costs = [-ExpectedPoints(state)(TurnResult(minus="B")) for state in (early, late)]
    assert 0 < costs[0] < 0.5 < costs[1] == 1
    assert ExpectedPoints(early)(TurnResult()) == 0


def test_chance_to_win_at_the_end_is_certain() -> None:
    state = replace(state_of(table()), heap=build_heap(STICKS[:4]))
    assert WinProbability(state)(TurnResult()) == 0.5
    assert WinProbability(state)(TurnResult(prize="Y")) == 1
    assert WinProbability(state)(TurnResult(prize="R")) == 0.5
    assert WinProbability(state)(TurnResult(minus="Y")) == 0


@levels
@pytest.mark.parametrize("players", [2, 5])
def test_bots_play_at_a_real_table(level: str, players: int) -> None:
    match = table(model="referee", players=players, options=["rounds=2"])
    for _ in range(3):
        for answer in ("=> clean", "=> holds", "=> clean"):
            found = info(match, level)
            assert found.explanation and not found.explanation.endswith(".")
            match.play(found.move)
            if isinstance(found.move, Done):
                break
            play(match, answer)
    assert isinstance(state_of(match).heap, UntrackedHeap)
    assert state_of(match).turn == 4


@levels
def test_a_probed_stick_is_the_only_one_to_pull(level: str) -> None:
    match = table("probe R1; => sits tight")
    assert info(match, level).move == Pull("R1")


@levels
def test_same_situation_same_thought(level: str) -> None:
    match = table(RAISED)
    assert info(match, level) == info(match, level)


def test_a_spent_budget_still_answers() -> None:
    match = table(RAISED)
    found = make_controller(match.game, "hard").bot.think(observe(match, 1), Limit(nodes=1))
    match.check(found.move)


@pytest.mark.slow
def test_planted_blunders_are_found_and_no_others() -> None:
    """A game of `hard` against itself, but for a stick kept that could be laid, and a red prize that gives nothing."""
    match = table(seed=3)
    seat = make_controller(match.game, "hard")
    planted: list[int] = []
    kept = red = False
    while match.result is None:
        state = state_of(match)
        move = seat.bot.think(observe(match, 1), seat.limit()).move
        mine = {stick[0] for stick in state.minus[state.player - 1]}
        if isinstance(move, Lay) and state.turn > 10 and not kept:
            kept, move = True, Keep()
            planted.append(len(match.plies) + 1)
        elif isinstance(move, Prize) and state.turn > 14 and "R" not in mine and not red:
            stick = next((stick for stick in STICKS[:9] if stick in heap_of(match)), "")
            if stick and stick not in (state.taboo, state.raised):
                red, move = True, Prize(stick)
                planted.append(len(match.plies) + 1)
        match.play(move)
        match.settle()
    assert kept and red
    annotations = [annotation for annotation in analyze(match) if annotation.is_blunder]
    assert [annotation.ply for annotation in annotations] == planted
    assert all(annotation.best.move != annotation.move and annotation.best.explanation for annotation in annotations)


def test_a_probe_is_worth_what_may_follow_it() -> None:
    """Only the probed stick may be pulled then, or the taboo stick taken (K4)."""
    match = table(f"{RAISED}; done")
    seat = make_controller(match.game, "hard")
    assert isinstance(seat.bot, Evaluator)
    moves = [Probe("R1"), Pull("R1"), Taboo(), Probe("G3"), Pull("G3")]
    values = dict(seat.bot.evaluate(observe(match, 1), seat.limit(), moves))
    assert values[Probe("G3")] == values[Pull("G3")] > values[Pull("R1")]
    assert values[Probe("R1")] == max(values[Pull("R1")], values[Taboo()])


@pytest.mark.slow
def test_easy_beats_random() -> None:
    game = load("takami")
    won = 0
    for seed in range(12):
        match = Match(game, make_setup(game, seed=seed))
        easy = 1 + seed % 2
        while True:
            match.settle()
            if match.result:
                break
            seat = make_controller(game, "easy" if match.to_move == easy else "random")
            match.play(seat.bot.think(observe(match, seed), Limit(1)).move)
        won += match.result.winners == (easy,)
    assert won >= 9
