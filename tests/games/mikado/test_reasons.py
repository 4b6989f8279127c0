"""What bots say about their moves is true: every sentence is taken apart and reckoned again."""

from __future__ import annotations

import re
from random import Random

import pytest

from tabletop.bots.bot import Evaluator, observe
from tabletop.bots.specs import make_controller
from tabletop.games.mikado import GAME
from tabletop.games.mikado.discs import NUMBERS, PENALTY, value_of
from tabletop.games.mikado.moves import Move, Pull, Touch, Waive
from tabletop.games.mikado.rules import MikadoState
from tests.games.mikado.helpers import rolled, state_of

LEVELS = ("novice", "easy", "medium", "hard")
PULL = (
    r"pulling (?P<disc>[rby]\d+) has a (?P<risk>\d+)% chance of a movement"
    r"( and brings (?P<points>\S+) points on average)?"
)
TOUCH = r"(?P<disc>[rby]\d+) is (?P<loose>\d+)% likely to be loose(?P<waive>, and you can still waive if it is not)?"
NOTHING = r"(?P<nothing>no disc brings points on average if you pull it now)"
ADDITIONS = (
    "you must pull; ",
    ", the lowest risk there is",
    ", and waiving costs nothing when you play alone",
    "; if everybody waives, another player must pull first",
)


def expected_points(state: MikadoState, disc: int) -> float:
    risk = state.believed_risk(disc)
    assert risk is not None
    return (1 - risk) * value_of(disc) - risk * PENALTY


def fault_of(state: MikadoState, move: Move, reason: str) -> str:
    """What is false in a reason for a move; empty if nothing is."""
    bare, said = reason, set()
    for addition in ADDITIONS:
        if addition in bare:
            said.add(addition)
            bare = bare.replace(addition, "")
    match = re.fullmatch(PULL, bare) or re.fullmatch(TOUCH, bare) or re.fullmatch(NOTHING, bare)
    if not match:
        return "unknown sentence"
    facts = match.groupdict()
    if facts.get("nothing") and max(expected_points(state, disc) for disc in state.allowed_discs()) > 0:
        return "a disc brings points"
    if facts.get("disc"):
        disc = NUMBERS[facts["disc"]]
        if disc not in state.tray or (isinstance(move, (Touch, Pull)) and disc != move.disc):
            return "another disc"
        if isinstance(move, Waive) and state.touched not in (None, disc):
            return "not the touched disc"
        risk = state.believed_risk(disc)
        assert risk is not None and state.beliefs is not None
        if "risk" in facts and facts["risk"] != f"{100 * risk:.0f}":
            return "another risk"
        if facts.get("points") and facts["points"] != f"{expected_points(state, disc):+.1f}":
            return "other points"
        if "loose" in facts and facts["loose"] != f"{100 * state.beliefs.loose_chance(disc):.0f}":
            return "another chance of being loose"
        if facts.get("waive") and state.must_pull:
            return "waiving is not possible"
        if ADDITIONS[1] in said and risk > min(state.believed_risk(other) or 0 for other in state.allowed_discs()):
            return "not the lowest risk"
    if (ADDITIONS[0] in said) != (isinstance(move, Pull) and state.must_pull and not state.is_solo):
        return "whether one must pull"
    if ADDITIONS[2] in said and not state.is_solo:
        return "not alone"
    return fault_about_waiting(state) if ADDITIONS[3] in said else ""


def fault_about_waiting(state: MikadoState) -> str:
    """Let everybody waive, and see who must pull."""
    player = state.player
    while not state.must_pull:
        state = state.apply(Waive())
    return "the player itself must pull first" if state.player == player else ""


@pytest.mark.parametrize(
    ("players", "options"), [(2, ()), (3, ()), (1, ()), (2, ("order",)), (2, ("no-waive",))], ids=str
)
def test_reasons_are_true(players: int, options: tuple[str, ...]) -> None:
    """Some eighty positions each: what every level chooses, and what `hard` says of other moves."""
    rng, checked, seed = Random(players), 0, 40
    controllers = {level: make_controller(GAME, level) for level in LEVELS}
    hard = controllers["hard"].bot
    assert isinstance(hard, Evaluator)
    match = rolled(seed, players, *options)
    while checked < 80:
        if match.result:
            seed += 1
            match = rolled(seed, players, *options)
        state, observation = state_of(match), observe(match, 1)
        moves = state.steps()
        said = [(move, hard.explain(observation, move)) for move in (*moves[:: max(1, len(moves) // 3)], moves[-1])]
        for level, controller in controllers.items():
            if level != "hard" or checked % 8 == 0:
                info = controller.bot.think(observation, controller.limit())
                said.append((info.move, info.explanation))
        for move, reason in said:
            assert fault_of(state, move, reason) == "", (move, reason)
        checked += 1
        kinds = sorted({type(move).__name__ for move in moves})
        kind = kinds[int(rng.random() * len(kinds))]
        of_kind = [move for move in moves if type(move).__name__ == kind]
        match.play(of_kind[int(rng.random() * len(of_kind))])
        match.settle()


def test_false_reasons_are_found() -> None:
    state = state_of(rolled(3))
    risk = f"{100 * (state.believed_risk(0) or 0):.0f}"
    points = f"{expected_points(state, 0):+.1f}"
    true = f"pulling r1 has a {risk}% chance of a movement and brings {points} points on average"
    assert fault_of(state, Pull(0), true) == ""
    assert fault_of(state, Pull(0), true.replace(points, "+9.9"))
    assert fault_of(state, Pull(0), f"you must pull; {true}")
    assert fault_of(state, Waive(), f"{true}; if everybody waives, another player must pull first")
    assert fault_of(state, Waive(), "no disc brings points on average if you pull it now")
    assert fault_of(state, Touch(0), "r1 is 100% likely to be loose")
