"""Bots of Taktori: their turns are legal, wins are not missed, plans and reasons are sound."""

from __future__ import annotations

import pytest

from tabletop.bots.bot import Evaluator, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.games.taktori.candidates import promising_fields, zones_of
from tabletop.games.taktori.polygons import polygons
from tabletop.games.taktori.quick_tree import QuickTree
from tabletop.games.taktori.round_tree import LATER, RoundTree
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.taktori.search import EASY, HARD, NEARBY, TaktoriTree
from tabletop.match import Match
from tabletop.options import make_setup
from tests.bots.helpers import observation_of
from tests.games.taktori.helpers import GAME, built_up_matches, built_up_states, setups
from tests.games.towers.helpers import state_at
from tests.helpers import new_match


@setups
def test_candidates_are_legal_and_lead_where_the_rules_lead(setup: dict[str, object]) -> None:
    for match in built_up_matches(setup, 2):
        if match.result:
            match.back()
        tree = TaktoriTree(observe(match, 1))
        candidates = tree.moves(tree.root)
        assert candidates
        for candidate in candidates:
            match.state.check(candidate.turn)
            assert match.state.apply(candidate.turn) == candidate.state


@setups
def test_t26_candidates_further_down_the_tree_are_legal_too(setup: dict[str, object]) -> None:
    for state in built_up_states(setup, 1)[:3]:
        tree = TaktoriTree(observation_of(state))
        for candidate in tree.moves(tree.root)[:3]:
            after = candidate.state
            for reply in tree.moves(after) if after.to_move else ():
                after.check(reply.turn)
                assert after.apply(reply.turn) == reply.state


TWO = [{}, {"options": ["immune"]}, {"options": ["centre=2", "ousting"]}]


@pytest.mark.parametrize("setup", TWO, ids=["two", "immune", "centre"])
def test_turns_of_the_quick_tree_are_legal_and_one_players_lead_is_the_others_deficit(
    setup: dict[str, object],
) -> None:
    for state in built_up_states(setup, 2):
        tree = QuickTree(observation_of(state))
        candidates = tree.moves(tree.root)
        assert candidates
        for candidate in candidates:
            state.check(candidate.turn)
            assert state.apply(candidate.turn) == candidate.state
        assert tree.value(state, 1) == -tree.value(state, 2)


def test_what_can_be_closed_next_is_worth_more_to_the_player_to_move() -> None:
    three_sides = "x9/x9/x9/x9/x9/x9/1,x,1,x6/x9/1,x8 1:a1-a3@1;1:a3-c3@1 {} -"
    covered = three_sides.replace("1,x8", "12,x8")
    state, later = (state_at("taktori", three_sides.format(player)) for player in (1, 2))
    value = QuickTree(observation_of(state)).value(state, 1)
    assert value > QuickTree(observation_of(later)).value(later, 1) > 0
    stopped = state_at("taktori", covered.format(1))
    assert value > QuickTree(observation_of(stopped)).value(stopped, 1) + 2


def test_hard_stops_the_best_of_the_polygons_that_can_be_closed_next() -> None:
    text = "x9/x9/x9/x9/x9/2,x8/2,1,x,1,x5/x9/x,1,x7 1:b1-b3@1;1:b3-d3@1 2 - -"
    match = Match(GAME, make_setup(GAME, options=["immune"]), state_at("taktori", text, options="immune"))
    controller = make_controller(GAME, "hard")
    match.play(controller.bot.think(observe(match, 1), controller.limit()).move)
    assert gain_by_closing(match.state, 1) == 0


def test_promising_fields_are_those_where_a_tower_may_be_placed() -> None:
    for state in built_up_states({"options": ["immune"]}, 1):
        fields = promising_fields(state, zones_of(state))
        assert sorted(fields) == [field for field in range(81) if field != state.fresh]


def gain_by_closing(state: TaktoriState, player: int) -> int:
    """The most points that a turn which closes a polygon would bring the player, found by trying every turn."""
    state = TaktoriState(state.config, state.towers, state.vertical, state.horizontal, player)
    before = {polygon.fields for polygon in polygons(state.bridges, player, 0)}
    gains = [0]
    for move in state.legal_moves():
        if move.bridges:
            after = state.apply(move)
            if {polygon.fields for polygon in polygons(after.bridges, player, 0)} - before:
                gains.append(after.scores()[player - 1] - state.scores()[player - 1])
    return max(gains)


@pytest.mark.parametrize("level", ["novice", "easy", "medium"])
def test_sporting_levels_build_on_the_tower_just_set_only_to_stop_a_polygon(level: str) -> None:
    controller = make_controller(GAME, level)
    covered = 0
    for seed in range(3):
        match = new_match("taktori")
        while not match.result and len(match.plies) < 24:
            state, built_on = match.state, match.plies[-1].move.landing if match.plies else None
            move = controller.bot.think(observe(match, seed), controller.limit()).move
            match.play(move)
            if built_on is not None and move.target == built_on:
                covered += 1
                player, opponent = state.player, 3 - state.player
                stopped = gain_by_closing(state, opponent) - gain_by_closing(match.state, opponent)
                given_up = gain_by_closing(state, player) - (
                    match.state.scores()[player - 1] - state.scores()[player - 1]
                )
                assert stopped > max(0, given_up)
    assert covered > 0 or level != "medium"


FOUR_THREATS = "x9/x9/x4,1,x4/x9/x2,1,x3,1,x2/x9/x4,1,x4/x9/2,2,2,2,x5 - 1 -"


def test_medium_stops_a_polygon_by_building_on_the_tower_just_set_but_nothing_less() -> None:
    medium = make_controller(GAME, "medium")
    match = new_match("taktori")
    match.play_text("place on e5")
    assert medium.bot.think(observe(match, 1), Limit()).move.target != 40
    # Whichever of four squares around c4 red closes next, c4 is a corner of it.
    match = Match(GAME, make_setup(GAME), state_at("taktori", FOUR_THREATS))
    match.play_text("place on e5")
    assert medium.bot.think(observe(match, 1), Limit()).move.target == 40


def test_hard_plays_to_win_and_says_so() -> None:
    match = new_match("taktori")
    match.play_text("place on c3")
    hard = make_controller(GAME, "hard").bot
    assert isinstance(hard, Evaluator)
    cover = match.parse("place on c3")
    assert hard.explain(observe(match, 1), cover) == "plays to win: covers the tower just set on c3"
    three = new_match("taktori", players=3)
    three.play_text("place on c3")
    assert "plays to win" not in hard.explain(observe(three, 1), three.parse("place on c3"))


@pytest.mark.parametrize("level", ["novice", "easy", "medium", "hard"])
def test_a_win_in_the_last_turn_is_taken(level: str) -> None:
    """Two bridges that must be laid together close the square that wins."""
    text = "x9/x9/x9/x9/x9/x9/1,x,x,x,x,2,x,2,x/x9/1,x,1,x,x,2,x,2,x 1:a1-a3@1;1:a1-c1@1 1 1"
    state = state_at("taktori", text)
    controller = make_controller(GAME, level)
    after = state.apply(controller.bot.think(observation_of(state), controller.limit()).move)
    result = after.result()
    assert result is not None and result.winners == (1,)


def test_a_turn_is_judged_by_the_two_rounds_to_come() -> None:
    match = built_up_matches({"players": 3}, 1, 20)[0]
    tree, plain = RoundTree(observe(match, 1)), TaktoriTree(observe(match, 1))
    candidate = tree.moves(tree.root)[0]
    later = candidate.state
    for _ in range(6):
        later = plain.moves(later)[0].state
    player = match.to_move
    assert later.to_move == candidate.state.to_move != player
    now = plain.lead(candidate.state, player, LATER)
    assert tree.value(candidate.state, player) == plain.lead(later, player, LATER) != now
    tree.limit.stop()
    assert tree.value(candidate.state, player) == now


def test_a_novice_builds_near_the_last_own_tower() -> None:
    novice = make_controller(GAME, "novice")
    match = new_match("taktori", options=["immune"])
    match.play_text("place on b2")
    match.play_text("place on h8")
    for _ in range(6):
        own = match.plies[-2].move.landing
        move = novice.bot.think(observe(match, 1), Limit()).move
        assert move.kind == "place" and move.target is not None
        assert abs(move.target // 9 - own // 9) + abs(move.target % 9 - own % 9) <= NEARBY
        match.play(move)


def test_easy_ignores_its_opponents() -> None:
    state = built_up_states({}, 1)[-1]
    alone = TaktoriState(
        state.config,
        (state.towers[0], 0),
        state.vertical & state.towers[0],
        state.horizontal & state.towers[0],
        state.player,
    )
    tree = TaktoriTree(observation_of(state))
    assert tree.lead(state, 1, EASY) > 0
    assert tree.lead(alone, 1, EASY) > 0
    assert tree.lead(alone, 1, HARD) > tree.lead(state, 1, HARD)


def test_the_chances_of_a_player_who_ignores_opponents_reckon_with_them() -> None:
    """Whoever is behind is not told that the game is won."""
    behind = 0
    for state in built_up_states({"options": ["immune"]}, 3):
        scores = state.scores()
        if scores[state.player - 1] < max(scores) - 5:
            tree = TaktoriTree(observation_of(state), EASY)
            assert tree.win_chance(tree.value(tree.root, state.player)) < 0.6
            behind += 1
    assert behind


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("bridge c1-c3", "scores 4 points"),
        ("place on e1 bridge c1-e1", "threatens to score 8 points by closing polygons"),
        ("place on e5", "covers blue's tower on e5, which could have had a bridge"),
        ("place on g5", "takes the empty field g5"),
    ],
)
def test_moves_are_explained(text: str, explanation: str) -> None:
    state = state_at("taktori", "x9/x9/x9/x9/x4,2,x4/x9/1,x,1,x6/x9/1,x,1,x6 1:a1-a3@1;1:a1-c1@1;1:a3-c3@1 1 -")
    assert TaktoriTree(observation_of(state)).explain(GAME.grammar.parse(text, state, None)) == explanation
