"""The bots of Scheiben Mikado play legally, reproducibly, without hidden knowledge, and sensibly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from tabletop.bots.analysis import analyze, hint
from tabletop.bots.bot import Evaluator, Observation, SearchInfo, observe
from tabletop.bots.specs import make_controller
from tabletop.chance import Rolls
from tabletop.errors import WrongUse
from tabletop.game import CHANCE, NOBODY
from tabletop.games.mikado import GAME
from tabletop.games.mikado.bots import RISK_TAKEN
from tabletop.games.mikado.discs import NAMES, NUMBERS, Hand, value_of
from tabletop.games.mikado.evaluation import Evaluation
from tabletop.games.mikado.loads import GONE, HiddenLoads
from tabletop.games.mikado.model import LOAD_BINS
from tabletop.games.mikado.moves import Move, Pull, Touch, Waive
from tabletop.games.mikado.rules import MikadoState
from tabletop.games.mikado.trays import WIDTH, Layout, deal_layout
from tabletop.options import make_setup
from tests.games.mikado.helpers import numbers, play, refereed, rolled, state_of

LEVELS = ("novice", "easy", "medium", "hard")


def observation_of(state: MikadoState, seed: int = 1) -> Observation:
    """The state as its player sees it."""
    seen = state.seen_by(state.player)
    setup = make_setup(GAME, players=state.config.players, model="steady")
    return Observation(GAME, setup, seen, [seen], state.player, Random(seed))


def think(level: str, state: MikadoState) -> SearchInfo:
    controller = make_controller(GAME, level)
    return controller.bot.think(observation_of(state), controller.limit())


def choice(level: str, state: MikadoState) -> Move:
    """The level's move, which must be legal."""
    move: Move = think(level, state).move
    state.check(move)
    return move


def with_loose_chances(state: MikadoState, loose: dict[str, float], otherwise: float = 0.0) -> MikadoState:
    """The state in which players believe discs to be loose with these probabilities, and else to have any load."""
    assert state.beliefs is not None
    probabilities: list[tuple[float, ...]] = []
    for disc, name in enumerate(NAMES):
        chance = loose.get(name, otherwise)
        others = [(1 - chance) / LOAD_BINS] * LOAD_BINS
        probabilities.append((chance, *others) if disc in state.tray else ())
    return replace(state, beliefs=replace(state.beliefs, probabilities=tuple(probabilities)))


def with_tray(*names: str, points: tuple[int, ...] = (0, 0)) -> MikadoState:
    """A state with only these discs in the tray; points are held as yellow discs, or noted as minus."""
    state = state_of(rolled(players=len(points)))
    hands = tuple(Hand((0, 0, max(0, score)), max(0, -score)) for score in points)
    tray = tuple(sorted(numbers(*names)))
    hidden, layout = state.hidden, side_by_side(tray)
    if isinstance(hidden, HiddenLoads):
        loads = tuple(load if disc in tray else GONE for disc, load in enumerate(hidden.loads))
        hidden = replace(hidden, loads=loads, layout=layout)
    return replace(state, tray=tray, hands=hands, reports=(), hidden=hidden, layout=layout)


def side_by_side(tray: tuple[int, ...]) -> Layout:
    """A layout in which all discs of the tray touch the slider."""
    discs = list(deal_layout(Rolls(1)).discs)
    for place, disc in enumerate(tray):
        discs[disc] = discs[disc]._replace(x=14.0 + 25 * (place % 8), y=90.0 - discs[disc].radius - 25 * (place // 8))
    return Layout(tuple(discs), WIDTH, 90.0)


def play_game(seed: int, levels: tuple[str, ...], options: Sequence[str] = ()) -> MikadoState:
    """The last state of a game between these levels."""
    controllers = [make_controller(GAME, level) for level in levels]
    setup = make_setup(GAME, players=len(levels), seed=seed, options=options)
    state = GAME.start(setup)
    assert isinstance(state, MikadoState)
    steps = 0
    while state.to_move != NOBODY:
        steps += 1
        if state.to_move == CHANCE:
            state = state.apply(state.sample(Rolls(seed, state.turn, state.attempt, state.piece)))
            continue
        controller = controllers[state.player - 1]
        move = controller.bot.think(observation_of(state, steps), controller.limit()).move
        state.check(move)
        state = state.apply(move)
    return state


# Legal and reproducible


@pytest.mark.slow
@pytest.mark.parametrize(
    "level", [pytest.param(level, marks=pytest.mark.slow if level == "hard" else ()) for level in LEVELS]
)
def test_moves_are_legal_in_all_states(level: str) -> None:
    rng = Random(7)
    controller = make_controller(GAME, level)
    for seed in range(6 if level == "hard" else 16):
        options = [name for name in ("order", "no-waive") if rng.random() < 0.4]
        players = 1 + int(rng.random() * 8)
        model = ("steady", "hard", "slippery", "beginner")[int(rng.random() * 4)]
        setup = make_setup(GAME, players=players, seed=seed, options=options, model=model, skills=["1=0.9"])
        state = GAME.start(setup)
        assert isinstance(state, MikadoState)
        while state.to_move != NOBODY:
            if state.to_move == CHANCE:
                state = state.apply(state.sample(Rolls(seed, state.turn, state.attempt, state.piece)))
                continue
            if rng.random() < 0.15:
                state.check(controller.bot.think(observation_of(state), controller.limit()).move)
            moves = state.steps()
            state = state.apply(moves[int(rng.random() * len(moves))])


@pytest.mark.parametrize("options", [pytest.param([], marks=pytest.mark.slow), ["order", "no-waive"]])
def test_all_levels_play_a_whole_game_together(options: list[str]) -> None:
    assert play_game(5, LEVELS, options).result() is not None


def test_in_a_refereed_game_bots_go_by_sizes_and_feels() -> None:
    match = refereed(2)
    for level in LEVELS:
        choice(level, state_of(match))
    play(match, "touch r3", "feels loose")
    assert [choice(level, state_of(match)) for level in LEVELS] == [Pull(NUMBERS["r3"])] * 4
    match = play(refereed(2), "touch r3", "feels tight")
    assert [choice(level, state_of(match)) for level in LEVELS] == [Waive()] * 4


def test_in_a_refereed_game_an_old_feel_counts_less() -> None:
    recent = play(refereed(2), "touch y3", "feels loose", "waive")
    stale = play(refereed(2), "touch y3", "feels loose", "waive", "pull r1", "moved 0.2")
    y3 = NUMBERS["y3"]
    now, later = (Evaluation(state_of(match)).group_of(y3).loose_chance for match in (recent, stale))
    untouched = Evaluation(state_of(stale)).group_of(NUMBERS["y4"]).loose_chance
    assert now > later > untouched


@pytest.mark.slow
def test_choices_are_the_same_in_every_process() -> None:
    script = (
        "from tabletop.options import make_setup; from tabletop.bots.bot import observe;"
        "from tabletop.bots.specs import make_controller;"
        "from tabletop.games import load; from tabletop.match import Match;"
        "game = load('mikado'); match = Match(game, make_setup(game, players=2, seed=4)); match.settle();"
        "controllers = [make_controller(game, 'hard'), make_controller(game, 'medium')]\n"
        "while len(match.plies) < 60:\n"
        "    controller = controllers[match.to_move - 1]\n"
        "    match.play(controller.bot.think(observe(match, 1), controller.limit()).move); match.settle()\n"
        "print([ply.move for ply in match.plies[1:]])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_bots_choose_the_same_whatever_the_hidden_loads_are() -> None:
    state = state_of(rolled(seed=3))
    assert state.config.tray_model is not None and state.layout is not None
    other = replace(state, hidden=state.config.tray_model.hidden_tray(state.layout, "other"))
    assert state.hidden != other.hidden
    for level in LEVELS:
        assert choice(level, state) == choice(level, other)
    match = rolled(seed=3)
    shown = observe(match, 1)
    assert isinstance(shown.state, MikadoState) and shown.state.hidden is None and shown.state.seed is None


def test_no_level_takes_parameters() -> None:
    for level in LEVELS:
        with pytest.raises(WrongUse):
            make_controller(GAME, f"{level}:depth=3")


def test_a_limit_of_one_node_still_gives_a_move() -> None:
    state = state_of(rolled(seed=2))
    controller = make_controller(GAME, "hard")
    state.check(controller.bot.think(observation_of(state), controller.limit(nodes=1)).move)


# Sensible moves


def test_a_loose_disc_is_pulled() -> None:
    state = with_loose_chances(state_of(rolled()), {"r5": 1.0})
    for level in LEVELS:
        assert choice(level, state) == Pull(NUMBERS["r5"])


def test_a_touched_disc_that_sits_tight_is_with_tray() -> None:
    state = replace(with_loose_chances(state_of(rolled()), {}, 0.05), touched=NUMBERS["r5"])
    for level in LEVELS:
        assert choice(level, state) == Waive()
        assert "r5" in think(level, state).explanation


def test_m7_a_player_who_must_pull_pulls_the_least_costly_disc() -> None:
    state = replace(with_loose_chances(state_of(rolled()), {"y7": 0.5}), waives=4)
    for level in ("novice", "easy", "hard"):
        assert choice(level, state) == Pull(NUMBERS["y7"])
    state = replace(state, touched=NUMBERS["r5"])
    for level in LEVELS:
        assert choice(level, state) == Pull(NUMBERS["r5"])


def test_m9_bots_touch_and_pull_only_the_allowed_colour() -> None:
    state = with_loose_chances(state_of(rolled(1, 2, "order")), {"r5": 1.0}, 0.1)
    for level in LEVELS:
        move = choice(level, state)
        assert isinstance(move, (Touch, Pull)) and move.disc in numbers(*(f"y{number}" for number in range(1, 19)))


def test_m10_where_waiving_is_impossible_bots_pull_without_touching() -> None:
    state = with_loose_chances(state_of(rolled(1, 2, "no-waive")), {"y2": 0.6}, 0.1)
    for level in LEVELS:
        assert choice(level, state) == Pull(NUMBERS["y2"])


def test_novice_never_touches() -> None:
    state = with_loose_chances(state_of(rolled()), {"y2": 0.4}, 0.1)
    assert choice("novice", state) == Pull(NUMBERS["y2"])
    assert [type(choice(level, state)) for level in LEVELS[1:]] == [Touch] * 3


def test_easy_goes_by_how_a_disc_feels() -> None:
    """It reckons neither with points nor with chances: a light red disc is pulled, though that costs points."""
    for word, move in (("loose", Pull), ("light", Pull), ("firm", Waive), ("tight", Waive)):
        state = state_of(play(rolled(seed=3), "touch r5", f"feels {word}"))
        assert isinstance(choice("easy", state), move), word
    light = with_loose_chances(state_of(play(rolled(seed=3), "touch r5", "feels light")), {})
    assert Evaluation(light).group_of(NUMBERS["r5"]).expected_points[0] < 0
    assert choice("easy", light) == Pull(NUMBERS["r5"])


def test_medium_overlooks_what_a_movement_costs() -> None:
    """A small disc that moves the slider in a third of cases loses points on average; `hard` leaves it."""
    state = replace(with_loose_chances(state_of(rolled()), {}), touched=NUMBERS["y5"])
    risk = Evaluation(state).group_of(NUMBERS["y5"]).risks[0]
    assert 1 / 4 < risk < RISK_TAKEN
    assert choice("medium", state) == Pull(NUMBERS["y5"])
    assert choice("hard", state) == Waive()


def test_m7_medium_goes_for_points_even_when_it_must_pull() -> None:
    state = replace(with_loose_chances(state_of(rolled()), {"y7": 0.5}), waives=4)
    move = choice("medium", state)
    assert isinstance(move, Pull) and value_of(move.disc) == 3


def test_easy_takes_the_smallest_of_equally_safe_discs() -> None:
    state = with_loose_chances(state_of(rolled()), {"r5": 1.0, "b4": 1.0, "y2": 1.0})
    assert choice("easy", state) == Pull(NUMBERS["y2"])
    state = with_loose_chances(state_of(rolled()), {"r5": 1.0, "y2": 0.9})
    assert choice("easy", state) == Pull(NUMBERS["r5"]), "it is safer"


def test_of_two_loose_discs_the_more_valuable_one_is_pulled() -> None:
    state = with_loose_chances(state_of(rolled()), {"r5": 1.0, "y2": 1.0})
    for level in ("medium", "hard"):
        assert choice(level, state) == Pull(NUMBERS["r5"])


def test_a_sure_win_is_taken() -> None:
    """A single pull is left: b1, loose, wins by a point; r1 would win by more, but may well move the slider."""
    state = with_loose_chances(with_tray("b1", "r1", "r2", points=(5, 6)), {"b1": 1.0})
    for level in LEVELS:
        assert choice(level, state) == Pull(NUMBERS["b1"])


def test_the_end_is_played_for_the_win_and_not_for_points() -> None:
    """One pull left, two points behind: loose b1 is worth more points but only shares the win; r1 may win it."""
    state = with_loose_chances(with_tray("b1", "r1", "r2", points=(5, 7)), {"b1": 1.0, "r1": 0.0})
    evaluation = Evaluation(state)
    assert evaluation.group_of(NUMBERS["b1"]).expected_points[0] > evaluation.group_of(NUMBERS["r1"]).expected_points[0]
    state = replace(state, waives=4)
    assert choice("novice", state) == Pull(NUMBERS["b1"])
    assert choice("hard", state) == Pull(NUMBERS["r1"])


def test_a_win_that_not_even_a_movement_endangers_is_taken() -> None:
    """Four points ahead with one pull to come: it ends the game, whatever it brings."""
    state = with_loose_chances(with_tray("r1", "r2", "r3", points=(11, 7)), {}, 0.0)
    for level in LEVELS:
        assert isinstance(choice(level, state), Pull)


def test_m11_in_a_solo_game_discs_are_touched_until_one_is_loose() -> None:
    state = with_loose_chances(state_of(rolled(players=1)), {}, 0.2)
    for level in LEVELS:
        assert isinstance(choice(level, state), Touch)
    loose = with_loose_chances(state, {"b4": 1.0}, 0.2)
    for level in LEVELS:
        assert choice(level, loose) == Pull(NUMBERS["b4"])
    touched = replace(state, touched=NUMBERS["r4"])
    for level in LEVELS:
        assert choice(level, touched) == Waive()


@pytest.mark.slow
def test_m11_bots_finish_solo_games() -> None:
    names = [f"{colour}{number}" for colour in "rby" for number in range(1, 9)]
    for level in LEVELS:
        state = with_loose_chances(with_tray(*names, points=(0,)), {}, 0.3)
        controller = make_controller(GAME, level)
        steps = 0
        while state.to_move != NOBODY and steps < 1000:
            steps += 1
            if state.to_move == CHANCE:
                state = state.apply(state.sample(Rolls(11, state.turn, state.attempt, state.piece)))
            else:
                state = state.apply(controller.bot.think(observation_of(state), controller.limit()).move)
        assert state.to_move == NOBODY, level


# Hints and analysis


def test_hints_of_hard_are_ranked_and_explained() -> None:
    match = rolled(seed=6)
    best = hint(match)
    assert len(best.ranked) == 3 and best.value == best.ranked[0][1]
    assert all(0 <= value <= 1 for _, value in best.ranked)
    assert [value for _, value in best.ranked] == sorted((value for _, value in best.ranked), reverse=True)
    assert best.explanation and not best.explanation.endswith(".")
    controller = make_controller(GAME, "hard")
    assert isinstance(controller.bot, Evaluator)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_hard_can_evaluate_every_legal_move(players: int) -> None:
    match = rolled(seed=8, players=players)
    controller = make_controller(GAME, "hard")
    assert isinstance(controller.bot, Evaluator)
    moves = match.state.steps()[::7]
    evaluated = controller.bot.evaluate(observe(match, 1), controller.limit(), moves)
    assert sorted(map(str, dict(evaluated))) == sorted(map(str, moves))


def planted_and_found(seed: int) -> tuple[set[int], set[int]]:
    """The plies of two pulls of red discs that sit tight, in a game of `hard` against itself; those called blunders."""
    match = rolled(seed=seed)
    controller = make_controller(GAME, "hard")
    planted: set[int] = set()
    while len(match.plies) < 90 and match.result is None:
        state = state_of(match)
        is_free_to_choose = state.touched is None and not state.must_pull
        risky = [disc for disc in state.tray if disc < 18 and (state.believed_risk(disc) or 0) > 0.7]
        if is_free_to_choose and risky and len(match.plies) > 20 and len(planted) < 2 and len(match.plies) % 3 == 0:
            planted.add(len(match.plies) + 1)
            match.play(Pull(risky[0]))
        else:
            match.play(controller.bot.think(observe(match, 1), controller.limit()).move)
        match.settle()
    return planted, {annotation.ply for annotation in analyze(match) if annotation.is_blunder}


@pytest.mark.slow
def test_most_planted_blunders_are_found_and_hardly_any_others() -> None:
    games = [planted_and_found(seed) for seed in range(10, 15)]
    planted = sum(len(planted) for planted, _ in games)
    assert planted >= 8
    assert sum(len(planted & found) for planted, found in games) >= 0.75 * planted
    assert sum(len(found - planted) for planted, found in games) <= 1


# Strength


@pytest.mark.slow
@pytest.mark.parametrize(("better", "games"), [("easy", 6), ("medium", 6)])
def test_levels_beat_random_moves(better: str, games: int) -> None:
    won = 0
    for game in range(games):
        levels = (better, "random") if game % 2 else ("random", better)
        result = play_game(100 + game // 2, levels).result()
        assert result is not None
        won += result.winners == (levels.index(better) + 1,)
    assert won >= games - 1
