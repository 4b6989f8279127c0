"""Takami's bots find the safe stick, the good prize and the win in one move, and know when to stop."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from tabletop.bots.analysis import analyze
from tabletop.bots.bot import Evaluator, SearchInfo, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.games.takami.bots import BOTS
from tabletop.games.takami.evaluation import NOTHING, ExpectedPoints, TurnResult, WinProbability
from tabletop.games.takami.features import heap_features
from tabletop.games.takami.heap import STICKS, Heap, Place, UntrackedHeap, build_heap
from tabletop.games.takami.model import MODELS, Hand
from tabletop.games.takami.moves import Done, Keep, Lay, Prize, Probe, Pull, Taboo
from tabletop.games.takami.odds import pull_odds
from tabletop.games.takami.rules import TakamiState
from tabletop.games.takami.search import TurnPlanner
from tabletop.match import Match
from tests.games.takami.helpers import RAISED, heap_of, match_before_deal, play, scripted_match, state_of

LEVELS = ("novice", "easy", "medium", "hard")
levels = pytest.mark.parametrize("level", LEVELS)
above_novice = pytest.mark.parametrize("level", LEVELS[1:])


def think(match: Match, level: str) -> SearchInfo:
    """What the level finds within its own limit; its move is checked."""
    controller = make_controller(match.game, level)
    info = controller.bot.think(observe(match, 1), controller.limit())
    match.check(info.move)
    return info


def with_changes(match: Match, **changes: Any) -> Match:
    """The match with fields of its state replaced."""
    return Match(match.game, match.setup, replace(state_of(match), **changes))


@above_novice
def test_a_free_stick_is_raised_to_a_sound_place(level: str) -> None:
    match = scripted_match()
    move = think(match, level).move
    assert isinstance(move, Pull)
    assert heap_of(match).is_free(move.stick)
    match.play(move)
    play(match, "=> clean")
    lay = think(match, level).move
    assert isinstance(lay, Lay) and lay.place is not None
    assert heap_of(match).support_count(lay.place) == 2


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_taboo_stick_is_taken_where_every_raise_is_risky(level: str) -> None:
    info = think(_where_no_lay_holds(), level)
    assert info.move == Taboo()
    assert info.explanation == "every raise risks more than G2 costs"


def test_easy_pulls_before_it_looks_for_a_place() -> None:
    assert isinstance(think(_where_no_lay_holds(), "easy").move, Pull)


def _where_no_lay_holds() -> Match:
    """With hands that make another stick fall at every lay, a raise costs two sticks, the taboo stick one."""
    match = scripted_match(f"{RAISED}; done")
    state = state_of(match)
    assert state.taboo == "G2"
    model = state.config.model
    clumsy = replace(model, tables={**model.tables, "lay": {**model["lay"], "base": 1000.0, "others": 1.0}})
    hands = tuple(Hand(0.5, clumsy) for _ in range(2))
    return with_changes(match, config=replace(state.config, hands=hands))


def test_a_prize_that_gives_minus_sticks_back_is_preferred() -> None:
    match = with_changes(scripted_match(RAISED, players=2), minus=(("B2", "B3"), ()), heap=_yellow_and_blue_on_top())
    for level in ("medium", "hard"):
        info = think(match, level)
        assert isinstance(info.move, Prize) and info.move.stick[0] == "B"
        assert "returns B2 B3" in info.explanation


def _yellow_and_blue_on_top() -> Heap:
    order = [stick for stick in STICKS if stick not in ("B2", "B3", "B4", "G2")]
    return build_heap([*order[:28], "Y9", "B4", "G3", "G4"]).with_stick("G2", Place(8, 8))


@levels
def test_no_prize_is_taken_where_all_are_too_risky(level: str) -> None:
    """Only red sticks are left to take: a risk without a point."""
    reds = build_heap(STICKS[:9]).with_stick("G2", Place(5, 1))
    match = with_changes(scripted_match(RAISED), heap=reds)
    info = think(match, level)
    assert isinstance(info.move, Done)
    assert info.explanation == "no prize is worth the risk"


def test_a_novice_overlooks_what_rests_on_a_prize_and_says_the_true_odds() -> None:
    """B1 carries others and Y9 does not: `easy` takes Y9, `novice` the first that it sees."""
    match = with_changes(scripted_match(RAISED), heap=_yellow_and_blue_on_top())
    assert heap_of(match).burdens["B1"] == "two" and heap_of(match).burdens["B4"] == "free"
    easy, novice = think(match, "easy"), think(match, "novice")
    assert isinstance(easy.move, Prize) and heap_of(match).is_free(easy.move.stick)
    assert novice.move == Prize("B1")
    clean = pull_odds(state_of(match), "B1").clean
    assert clean < 0.96 and novice.explanation == f"taking B1 works {round(100 * clean)}% of the time"


def test_a_plan_forgets_how_a_stick_felt_that_will_have_moved() -> None:
    state = state_of(scripted_match("probe R1; => sits tight"))
    assert [report.stick for report in state.reports] == ["R1"]
    planner = TurnPlanner(ExpectedPoints(state), plans_prize=True)
    assert planner.candidate(state, Pull("R1")).end().reports == ()


def test_a_novice_lays_on_the_first_place() -> None:
    match = scripted_match("pull G2; => clean")
    assert think(match, "novice").move == Lay(next(iter(state_of(match).legal_places())))


def test_hard_leaves_the_other_player_the_riskier_heap() -> None:
    """It would rather end its turn with red sticks on top of the others than below them."""
    state = state_of(scripted_match(RAISED))
    value_of = WinProbability(state)
    heaps = [build_heap((*STICKS[:6], *STICKS[9:24])), build_heap((*STICKS[9:24], *STICKS[:6]))]
    safe, risky = (heap_features(replace(state, heap=heap, phase="raise", raised="")) for heap in heaps)
    assert safe.prizes < risky.prizes
    values = [value_of.at_end(NOTHING, replace(state, heap=heap, raised="")) for heap in heaps]
    assert values[0] < values[1]
    done = [with_changes(scripted_match(RAISED), heap=heap.with_stick("G2", Place(7, 3))) for heap in heaps]
    info = [BOTS["hard"]({}).bot.evaluate(observe(match, 1), Limit(), [Done()])[0][1] for match in done]  # type: ignore[attr-defined]
    assert info[0] < info[1]


def test_hard_takes_a_win_in_one_move() -> None:
    """With four sticks left the game ends with this turn, so a player who is ahead stops."""
    four = build_heap(STICKS[9:12]).with_stick("G2", Place(3, 2))
    ahead = with_changes(scripted_match(RAISED), heap=four, prizes=(("Y1",), ()))
    info = think(ahead, "hard")
    assert (info.move, info.value) == (Done(), 1.0)
    behind = with_changes(scripted_match(RAISED), heap=four, prizes=((), ("Y1",)), minus=(("B7", "B8"), ()))
    assert isinstance(think(behind, "hard").move, Prize)


def test_a_stick_is_kept_where_none_can_be_laid() -> None:
    match = scripted_match("pull G2; => clean")
    alone = with_changes(match, heap=build_heap(()), origin=Place(15, 1))
    for level in LEVELS:
        assert isinstance(think(alone, level).move, Keep)


@levels
@pytest.mark.parametrize("players", [2, 5])
def test_bots_play_refereed_games(level: str, players: int) -> None:
    match = scripted_match(model="referee", players=players, options=["rounds=2"])
    for _ in range(3):
        for answer in ("=> clean", "=> holds", "=> clean"):
            info = think(match, level)
            assert info.explanation and not info.explanation.endswith(".")
            match.play(info.move)
            if isinstance(info.move, Done):
                break
            play(match, answer)
    assert isinstance(state_of(match).heap, UntrackedHeap)
    assert state_of(match).turn == 4


@levels
def test_bots_pull_the_probed_stick(level: str) -> None:
    match = scripted_match("probe R1; => sits tight")
    assert think(match, level).move == Pull("R1")


@levels
def test_the_same_observation_gives_the_same_info(level: str) -> None:
    match = scripted_match(RAISED)
    assert think(match, level) == think(match, level)


def test_a_limit_of_one_node_still_gives_a_legal_move() -> None:
    match = scripted_match(RAISED)
    info = make_controller(match.game, "hard").bot.think(observe(match, 1), Limit(nodes=1))
    match.check(info.move)


def test_when_time_is_up_every_move_still_gets_a_value_with_less_work(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    at_end = WinProbability.at_end

    def counted(self: WinProbability, result: TurnResult, end: TakamiState) -> float:
        counts[-1] += 1
        return at_end(self, result, end)

    monkeypatch.setattr(WinProbability, "at_end", counted)
    match = scripted_match(f"{RAISED}; done")
    bot, moves = make_controller(match.game, "hard").bot, list(state_of(match).legal_moves())
    assert isinstance(bot, Evaluator) and len(moves) > 70
    values = []
    for limit in (Limit(), Limit(seconds=10, now=itertools.count().__next__)):
        counts.append(0)
        values.append(dict(bot.evaluate(observe(match, 1), limit, moves)))
    assert set(values[0]) == set(values[1]) == set(moves)
    assert all(values[1][move] == pytest.approx(values[0][move], abs=0.1) for move in moves)
    assert counts[1] < counts[0] / 4


@pytest.mark.slow
def test_analysis_finds_planted_blunders_and_no_others() -> None:
    """`hard` plays against itself, but once keeps a stick that it could lay, and once takes a useless red prize."""
    match = scripted_match(seed=3)
    controller = make_controller(match.game, "hard")
    planted: list[int] = []
    has_kept = has_taken_red = False
    while match.result is None:
        state = state_of(match)
        move = controller.bot.think(observe(match, 1), controller.limit()).move
        minus_colours = {stick[0] for stick in state.minus[state.player - 1]}
        if isinstance(move, Lay) and state.turn > 10 and not has_kept:
            has_kept, move = True, Keep()
            planted.append(len(match.plies) + 1)
        elif isinstance(move, Prize) and state.turn > 14 and "R" not in minus_colours and not has_taken_red:
            stick = next((stick for stick in STICKS[:9] if stick in heap_of(match)), "")
            if stick and stick not in (state.taboo, state.raised):
                has_taken_red, move = True, Prize(stick)
                planted.append(len(match.plies) + 1)
        match.play(move)
        match.settle()
    assert has_kept and has_taken_red
    annotations = [annotation for annotation in analyze(match) if annotation.is_blunder]
    assert [annotation.ply for annotation in annotations] == planted
    assert all(annotation.best.move != annotation.move and annotation.best.explanation for annotation in annotations)


def test_a_probe_is_worth_more_than_the_pull_only_where_there_is_a_way_out() -> None:
    """The taboo stick before a raise (K4), the end of the turn before a prize (K7)."""
    slippery = MODELS.load("slippery")
    tables = {"sits": {**slippery["sits"], "two": [0.5, 0.0, 0.0, 0.5]}, "table": {**slippery["table"], "gain": 2.5}}
    match = scripted_match()
    values = evaluate(match, [Probe("Y5"), Pull("Y5")], **tables)
    assert values[Probe("Y5")] == pytest.approx(values[Pull("Y5")]), "there is no taboo stick yet"
    match = scripted_match(RAISED)
    late = with_changes(match, heap=build_heap(STICKS[20:26]).with_stick("G2", Place(4, 2)))
    assert heap_of(late).burdens["Y4"] == "two"
    values = evaluate(late, [Probe("Y4"), Prize("Y4"), Done()], **tables)
    assert values[Probe("Y4")] > max(values[Prize("Y4")], values[Done()]) + 0.05


def evaluate(match: Match, moves: list[Any], **tables: Any) -> dict[Any, float]:
    """The values that `medium` gives to these moves, with other tables of the model `slippery`."""
    model = MODELS.load("slippery")
    hands = (Hand(0.5, replace(model, tables={**model.tables, **tables})),) * 2
    changed = with_changes(match, config=replace(state_of(match).config, hands=hands))
    controller = make_controller(match.game, "medium")
    assert isinstance(controller.bot, Evaluator)
    return dict(controller.bot.evaluate(observe(changed, 1), controller.limit(), moves))


@pytest.mark.slow
def test_easy_usually_beats_random() -> None:
    wins = 0
    for seed in range(12):
        match = match_before_deal(seed=seed)
        easy = 1 + seed % 2
        while True:
            match.settle()
            if match.result:
                break
            controller = make_controller(match.game, "easy" if match.to_move == easy else "random")
            match.play(controller.bot.think(observe(match, seed), Limit(1)).move)
        wins += match.result.winners == (easy,)
    assert wins >= 9
