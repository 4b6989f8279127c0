"""What Takami's bots say about a step is true: percentages are the published odds, and facts are on the table."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.game import NOBODY
from tabletop.games.takami.heap import Heap
from tabletop.games.takami.moves import AttemptOutcome, Done, Keep, Lay, Move, Prize, Probe, Pull, Taboo
from tabletop.games.takami.odds import lay_odds, pull_odds
from tabletop.games.takami.rules import TakamiState
from tests.helpers import random_match

WORKS = re.compile(r"(?:pulling|laying|taking) (\w+)(?: on (\S+))? works (\d+)% of the time")
RANGE = re.compile(r"pulling (\w+) works (\d+) to (\d+)% of the time, depending on how it sits")


def percent(state: TakamiState, move: Move) -> int:
    """How often the step works, by the odds that players can ask for."""
    if isinstance(move, Lay):
        assert move.place is not None
        return round(100 * lay_odds(state, move.place).holds)
    assert isinstance(move, (Pull, Prize))
    return round(100 * pull_odds(state, move.stick).clean)


def claims(state: TakamiState, move: Move, reason: str) -> dict[str, bool]:
    """What a reason says besides the percentage, and whether it holds."""
    moves = list(state.legal_moves())
    can_lay = any(isinstance(step, Lay) for step in moves)
    found = {
        "cannot be laid higher": not can_lay,
        "it can be laid higher": isinstance(move, Pull) and any(state.after_pull(move.stick).legal_places()),
        "brings the end nearer": isinstance(move, Prize) and move.stick[0] == "R",
        "costs a point and saves the raise": isinstance(move, Taboo),
        "without a risk": isinstance(move, (Done, Keep)),
        "no prize is worth the risk": isinstance(move, Done),
        "risks more than losing it": isinstance(move, Keep) and can_lay,
        "every raise risks more than": isinstance(move, Taboo),
        "so a probe changes nothing": (
            isinstance(move, Probe) and isinstance(state.heap, Heap) and state.heap.is_free(move.stick)
        ),
    }
    return {claim: holds for claim, holds in found.items() if claim in reason}


def check_reason(state: TakamiState, move: Move, reason: str) -> None:
    works, between = WORKS.search(reason), RANGE.fullmatch(reason)
    claimed = claims(state, move, reason)
    assert all(claimed.values()), (reason, claimed)
    if between:
        low, high = int(between[2]), int(between[3])
        assert isinstance(move, Probe) and between[1] == move.stick
        assert 0 <= low <= round(100 * pull_odds(state, move.stick).clean) <= high <= 100
    elif works:
        assert int(works[3]) == percent(state, move), reason
        if returned := re.search(r"and returns (.*)", reason):
            assert isinstance(move, Prize)
            after = state.apply(move).apply(AttemptOutcome("clean"))
            gone = set(state.minus[state.player - 1]) - set(after.minus[state.player - 1])
            assert set(returned[1].split()) == gone
    else:
        assert claimed, f"unknown reason: {reason}"


@pytest.mark.parametrize("games", [2, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("level", ["novice", "easy", "medium", "hard"])
def test_every_reason_is_true(level: str, games: int) -> None:
    """Of the bot's own step, and of any other step that it may be asked about."""
    controller = make_controller(random_match("takami", 1, 0).game, level)
    said = set()
    for seed in range(games):
        match = random_match("takami", seed, 5 + 7 * seed % 50, players=2 + seed % 4)
        if match.to_move == NOBODY:
            continue
        observation = observe(match, seed)
        state = observation.state
        info = controller.bot.think(observation, controller.limit())
        check_reason(state, info.move, info.explanation)
        for move in islice(state.legal_moves(), seed % 3, None, 5):
            reason = controller.bot.explain(observation, move)  # type: ignore[attr-defined]
            check_reason(state, move, reason)
            said.add(type(move).__name__)
    assert said
