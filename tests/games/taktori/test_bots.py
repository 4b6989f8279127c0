"""Bots of Taktori: their turns are legal, wins are not missed, plans and reasons are sound."""

from __future__ import annotations

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.games.taktori.bots import EASY, HARD, PlanningTree, TaktoriTree
from tabletop.games.taktori.rules import TaktoriState
from tests.bots.helpers import observation_of
from tests.games.taktori.helpers import GAME, built_up_matches, built_up_states, setups
from tests.games.towers.helpers import state_at
from tests.helpers import random_match


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


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_win_in_the_last_turn_is_taken(level: str) -> None:
    """Two bridges that must be laid together close the square that wins."""
    text = "x9/x9/x9/x9/x9/x9/1,x,x,x,x,2,x,2,x/x9/1,x,1,x,x,2,x,2,x 1:a1-a3@1;1:a1-c1@1 1 1"
    state = state_at("taktori", text)
    controller = make_controller(GAME, level)
    after = state.apply(controller.bot.think(observation_of(state), controller.limit()).move)
    result = after.result()
    assert result is not None and result.winners == (1,)


def test_a_plan_adds_the_value_of_later_turns() -> None:
    match = random_match("taktori", 3, 0, players=4)
    tree = PlanningTree(observe(match, 1))
    plain = TaktoriTree(observe(match, 1))
    candidate = tree.moves(tree.root)[0]
    assert tree.value(candidate.state, 1) > plain.value(candidate.state, 1)


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


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("bridge c1-c3", "scores 4 points"),
        ("place on e1 bridge c1-e1", "lays bridges towards a polygon"),
        ("place on e5", "overbuilds e5, where an opponent could lay bridges"),
        ("place on g5", "prepares a polygon"),
    ],
)
def test_moves_are_explained(text: str, explanation: str) -> None:
    state = state_at("taktori", "x9/x9/x9/x9/x4,2,x4/x9/1,x,1,x6/x9/1,x,1,x6 1:a1-a3@1;1:a1-c1@1;1:a3-c3@1 1 -")
    assert TaktoriTree(observation_of(state)).explain(GAME.grammar.parse(text, state, None)) == explanation
