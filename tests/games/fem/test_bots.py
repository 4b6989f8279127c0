"""Bots of Fem: wins are taken, avoidable losses avoided."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tabletop.bots.analysis import hint
from tabletop.bots.bot import DECIDED, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.fem.bots import TO_MOVE, FemTree
from tabletop.games.fem.rules import Config, FemState
from tabletop.games.fem.search import (
    full_state,
    search_position,
    top_towers,
    winning_turn,
)
from tabletop.games.towers.geometry import field_names, field_numbers
from tabletop.match import Match
from tabletop.options import make_setup
from tests.bots.helpers import observation_of
from tests.games.fem.helpers import CONFIGS, built_up_states, options_of
from tests.games.towers.helpers import state_at
from tests.helpers import new_match, play_randomly

GAME = load("fem")
LEVELS = ("novice", "easy", "medium", "hard")


@pytest.mark.parametrize("level", LEVELS)
def test_a_loop_is_closed(level: str) -> None:
    controller = make_controller(GAME, level)
    state = state_at("fem", "x5/x5/x,1,x3/2,1,1,x2/x,2,2,x2 - 1")
    info = controller.bot.think(observation_of(state), controller.limit(nodes=50))
    assert GAME.format_move(info.move) == "place on c3 bridge b2-b3, b2-c2, b3-c3, c2-c3"
    assert info.explanation == "closes a loop and wins"
    assert info.value is not None and info.value > DECIDED


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_loop_is_stopped(level: str) -> None:
    controller = make_controller(GAME, level)
    state = state_at("fem", "x5/x5/x,1,x3/2,1,1,x2/x,2,x3 - 2")
    info = controller.bot.think(observation_of(state), controller.limit(nodes=50))
    assert not winning_turn(search_position(state.apply(info.move)), 1, Config())
    assert info.explanation == "stops the loop that a tower on c3 would close"


@pytest.mark.slow
@pytest.mark.parametrize(
    "config",
    [
        pytest.param(config, id="+".join(options_of(config)) or "as-written", marks=[pytest.mark.slow] * any(config))
        for config in CONFIGS
    ],
)
def test_hard_never_misses_a_win_nor_allows_an_avoidable_loss(config: Config) -> None:
    """Held to the rules themselves: every legal turn is tried before a loss is called unavoidable."""
    hard = make_controller(GAME, "hard")
    wins = threats = lost = 0
    for state in built_up_states(config, 120 if config == CONFIGS[0] else 20)[::3]:
        player, position = state.player, search_position(state)
        can_win = winning_turn(position, player, config) is not None
        threats += winning_turn(position, 3 - player, config) is not None
        after = state.apply(hard.bot.think(observation_of(state), hard.limit(nodes=12)).move)
        if can_win:
            wins += 1
            assert after.winner == player
        elif winning_turn(search_position(after), 3 - player, config):
            lost += 1
            for move in islice(state.legal_moves(), 4000):
                other = search_position(state.apply(move))
                assert winning_turn(other, 3 - player, config), GAME.format_move(move)
    assert wins and threats > lost


def test_hard_wins_by_overbuilding_as_second_player() -> None:
    """As second player it overbuilds the first tower, and every one that follows."""
    hard, easy = make_controller(GAME, "hard"), make_controller(GAME, "easy")
    match = new_match("fem")
    while not match.result and len(match.plies) < 40:
        controller = hard if match.to_move == 2 else easy
        match.play(controller.bot.think(observation_of(match.state, len(match.plies)), Limit(30)).move)
    assert match.result and match.result.winners == (2,)


def closes_next_turn(state: FemState, player: int) -> bool:
    """Whether the player could close a loop if it were their turn, found by trying every turn of the rules."""
    state = FemState(state.config, state.towers, state.vertical, state.horizontal, player)
    return any(state.apply(move).winner == player for move in state.legal_moves())


@pytest.mark.parametrize(
    ("level", "options"),
    [
        ("novice", []),
        ("easy", []),
        ("medium", []),
        pytest.param("medium", ["stacks", "ousting"], marks=pytest.mark.slow),
    ],
)
def test_sporting_levels_build_on_the_tower_just_set_only_to_stop_a_loop(level: str, options: list[str]) -> None:
    controller, other = make_controller(GAME, level), make_controller(GAME, "random")
    covered = asked = 0
    for seed in range(6):
        match = new_match("fem", options=options)
        while not match.result and len(match.plies) < 40:
            state = match.state
            built_on = match.plies[-1].move.landing if match.plies else None
            # Every third turn is random, so that both players get into trouble.
            is_asked = (len(match.plies) + seed) % 3 > 0
            chosen = controller if is_asked else other
            move = chosen.bot.think(observe(match, seed), Limit(30)).move
            match.play(move)
            asked += is_asked
            if is_asked and built_on is not None and move.target == built_on:
                covered += 1
                opponent = 3 - state.player
                assert closes_next_turn(state, opponent) and not closes_next_turn(match.state, opponent)
    assert asked > 40 and (covered > 0 or level in ("novice", "easy"))


FOUR_THREATS = "x5/x2,1,x2/x,1,x,1,x/x2,1,x2/2,2,2,2,x - 1"


def test_medium_builds_on_the_tower_just_set_where_nothing_else_stops_its_loops() -> None:
    match = Match(GAME, make_setup(GAME), state_at("fem", FOUR_THREATS))
    match.play_text("place on c3")
    medium = make_controller(GAME, "medium")
    info = medium.bot.think(observe(match, 1), Limit(100))
    assert info.move.target == 12
    assert info.explanation.startswith("stops the loop")


def test_hard_plays_to_win_and_says_so() -> None:
    match = new_match("fem")
    match.play_text("place on c3")
    info = hint(match)
    assert GAME.format_move(info.move) == "place on c3"
    assert info.explanation.startswith("plays to win")
    for level in ("novice", "easy", "medium"):
        bot = make_controller(GAME, level).bot
        assert bot.think(observe(match, 1), Limit(100)).move.target != 12


@pytest.mark.parametrize("option", ["immune", "nocover"])
def test_f11_f12_hints_speak_of_no_win_that_the_options_rule_out(option: str) -> None:
    match = new_match("fem", options=[option])
    match.play_text("place on c3")
    info = hint(match, nodes=100)
    assert info.move.target != 12 and "plays to win" not in info.explanation


def test_hard_does_not_return_to_earlier_positions() -> None:
    state = state_at("fem", "x5/x5/x,1,x3/2,1,x3/x,2,x3 - 1")
    tree = FemTree(observation_of(state))
    first = tree.moves(tree.root)[0]
    again = FemTree(replace(observation_of(state), states=[full_state(first.position, Config()), state]))
    assert first.position not in [candidate.position for candidate in again.moves(again.root)]


def test_any_legal_moves_can_be_evaluated() -> None:
    hard = make_controller(GAME, "hard")
    for state in list(play_randomly(new_match("fem"), 4, 20))[::5]:
        moves = list(islice(state.legal_moves(), 0, 200, 40))
        evaluated = hard.bot.evaluate(observation_of(state), Limit(100), moves)  # type: ignore[attr-defined]
        assert {move for move, _ in evaluated} == set(moves)


def tops(state: FemState, player: int) -> set[int]:
    """The fields whose top tower is the player's."""
    bits = top_towers(search_position(state), player)
    return {field for field in range(25) if any(bits >> field + 25 * level & 1 for level in range(16))}


def is_true(reason: str, state: FemState, after: FemState) -> bool:
    """Whether a reason for a turn holds, found by trying every turn of the rules; a reason unknown here does not."""
    player, opponent = state.player, 3 - state.player
    leaves_a_loop = closes_next_turn(after, opponent)
    if reason == "closes a loop and wins":
        return (after.winner, after.rule) == (player, "F6")
    if reason == "leaves the opponent no legal turn and wins":
        return after.winner == player and not any(after.legal_moves())
    if after.winner:
        return False
    stopping = (
        next_state.winner == player or not closes_next_turn(next_state, opponent)
        for next_state in map(state.apply, state.legal_moves())
    )
    if reason == "nothing can stop the loop now":
        return leaves_a_loop and not any(stopping)
    if reason == "leaves a loop that the opponent can close":
        return leaves_a_loop and any(stopping)
    if leaves_a_loop:
        return False
    if reason.startswith("stops the loop that "):
        return closes_next_turn(state, opponent)
    if reason == "threatens to close a loop":
        return closes_next_turn(after, player)
    if reason.startswith("plays to win: the opponent has no tower on top"):
        return not tops(after, opponent)
    built_on = [field for field in tops(state, opponent) - tops(after, opponent) if field in tops(after, player)]
    if reason.startswith(("overbuilds the tower on ", "plays to win: covers the tower just set on ")):
        return reason.split()[-1] in [field_names(5)[field] for field in built_on]
    return not built_on and reason in (
        "builds towards a loop",
        "builds towards a loop and stands in the way of the opponent's",
        "stands in the way of a loop",
        "neither builds nor blocks a loop",
    )


@pytest.mark.parametrize("games", [2, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("config", [Config(), Config(nocover=True), Config(immune=True)], ids=str)
def test_every_reason_is_true(config: Config, games: int) -> None:
    """Of good turns and bad ones: a hint is given for the bot's turn, a verdict for any."""
    reasons = set()
    for number, state in enumerate(built_up_states(config, games)):
        moves = list(state.legal_moves())
        tree = FemTree(observation_of(state))
        for move in (tree.game_move(tree.moves(tree.root)[0]), *moves[number :: 1 + len(moves) // 2]):
            reason = tree.explain(move)
            assert is_true(reason, state, state.apply(move)), (GAME.format_position(state), str(move), reason)
            reasons.add(reason.partition(" on ")[0])
    assert len(reasons) > 4


@pytest.mark.parametrize("games", [1, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("options", [[], ["nocover"], ["immune"]], ids=" ".join)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_gives_true_reasons_for_its_turns(level: str, options: list[str], games: int) -> None:
    """Every third turn is random, so that both players get into trouble."""
    controller, other = make_controller(GAME, level), make_controller(GAME, "random")
    reasons = set()
    for seed in range(games):
        match = new_match("fem", options=options)
        while not match.result and len(match.plies) < 40:
            state, is_asked = match.state, len(match.plies) % 3 > 0
            info = (controller if is_asked else other).bot.think(observe(match, seed), Limit(30))
            match.play(info.move)
            if is_asked:
                assert is_true(info.explanation, state, match.state), (GAME.format_position(state), info)
                reasons.add(info.explanation)
    assert len(reasons) > 1


def test_a_loop_that_could_be_stopped_is_not_called_unstoppable() -> None:
    state = state_at("fem", "x5/x5/x,1,x3/2,1,1,x2/x,2,x3 - 2")
    reason = FemTree(observation_of(state)).explain(GAME.grammar.parse("place on e5", state))
    assert reason == "leaves a loop that the opponent can close"


def test_squares_gained_and_squares_lost_are_told_apart() -> None:
    state = state_at("fem", "x5/x5/x,1,x3/x,1,x3/x2,2,2,x - 1")
    tree = FemTree(observation_of(state))
    expected = {
        "place on e5": "builds towards a loop",
        "bridge b2-b3": "builds towards a loop",
        "place on e1": "stands in the way of a loop",
        "place on d2": "builds towards a loop and stands in the way of the opponent's",
        "move b2 to a1": "neither builds nor blocks a loop",
    }
    assert {text: tree.explain(GAME.grammar.parse(text, state)) for text in expected} == expected


def test_hard_varies_its_fields_while_every_tower_is_overbuilt() -> None:
    controller = make_controller(GAME, "hard")
    match = new_match("fem")
    for _ in range(2):
        match.play_text("place on d3")
    moves = {controller.bot.think(observe(match, seed), Limit(60)).move.target for seed in range(12)}
    assert len(moves) > 4


def test_novice_looks_at_its_own_squares_only() -> None:
    """Blue lacks one tower: `easy` stands in the way, `novice` builds beside its own."""
    state = state_at("fem", "x4,2/x3,2,2/x5/x,1,x3/x5 - 1", options="nocover")
    targets = {}
    for level in ("novice", "easy"):
        controller = make_controller(GAME, level)
        seeds = (replace(observation_of(state), rng=Random(seed)) for seed in range(8))
        targets[level] = {controller.bot.think(observation, Limit(20)).move.target for observation in seeds}
    assert targets["easy"] == {field_numbers(5)["d5"]}
    assert field_numbers(5)["d5"] not in targets["novice"]


@pytest.mark.parametrize(
    ("option", "is_counted"),
    [("immune", True), ("nocover", False)],
)
def test_towers_on_top_count_only_where_they_can_be_overbuilt(option: str, is_counted: bool) -> None:
    """A corner tower whose only square is blocked is worth something only for being on top."""
    without, with_tower = (state_at("fem", f"x5/x5/x5/x,2,x3/{row},x3,1 - 1", options=option) for row in ("x", "1"))
    before, after = (FemTree(observation_of(state)).value(search_position(state), 1) for state in (without, with_tower))
    assert (after - before > 3) is is_counted


def test_chances_do_not_lean_towards_the_player_to_move() -> None:
    """Though `hard` cares more for its own loops, what it tells both players about one position agrees."""
    for row in ("1,x3,2", "1,x,1,x,2", "x,2,x,2,1"):
        chances = []
        for player in (1, 2):
            tree = FemTree(observation_of(state_at("fem", f"x5/x5/x5/x5/{row} - {player}", options="nocover")))
            chances.append(tree.win_chance(tree.value(tree.root, player) - TO_MOVE))
        assert sum(chances) == pytest.approx(1)


BLOCKED = "2,1,2,1,2/1,2,1,2,1/2,1,2,1,2/1,2,1,2,1/2,1,2,1,1 - 1"
OPEN = "2,1,2,1,2/1,2,1,2,1/2,1,2,1,2/1,2,1,x,1/2,1,2,x2 - 1"


def test_hard_wastes_no_search_where_nobody_can_close_a_square() -> None:
    hard = make_controller(GAME, "hard")
    limit = hard.limit()
    hard.bot.think(observation_of(state_at("fem", BLOCKED, options="nocover")), limit)
    assert limit.spent < 100
    limit = hard.limit()
    hard.bot.think(observation_of(state_at("fem", OPEN, options="nocover")), limit)
    assert limit.spent >= 100


@pytest.mark.slow
def test_hard_beats_medium_with_nocover() -> None:
    """From both seats; a game that is not decided after 40 turns counts as a draw."""
    score = 0.0
    for number in range(8):
        match = new_match("fem", options=["nocover", "max-turns=40"])
        seat = 1 + number % 2
        controllers = {seat: make_controller(GAME, "hard"), 3 - seat: make_controller(GAME, "medium")}
        while not match.result:
            controller = controllers[match.to_move]
            match.play(controller.bot.think(observe(match, number), controller.limit()).move)
        score += 0.5 if not match.result.winners else match.result.winners == (seat,)
    assert score >= 5
