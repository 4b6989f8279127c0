"""Random games of Takami: what must hold in every one of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.chance import Rolls
from tabletop.game import CHANCE
from tabletop.games.takami.heap import PLACES, STICKS, Heap
from tabletop.games.takami.legality import nearby_moves
from tabletop.games.takami.moves import AttemptOutcome, Raise, expand
from tabletop.games.takami.rules import TakamiState
from tabletop.record import parse_records
from tabletop.replay import replay, write_record
from tests.games.takami.helpers import heap_of, state_of
from tests.helpers import examples, random_match

setups = st.fixed_dictionaries(
    {
        "players": st.integers(2, 5),
        "model": st.sampled_from(["steady", "hard", "slippery", "beginner"]),
        "options": st.sampled_from([[], ["rounds=2"]]),
    }
)


def sticks_in_play(state: TakamiState) -> list[str]:
    """All sticks on the heap, in hand and in piles; a stick in two of them is listed twice."""
    held = [state.held] if state.held else []
    return [*state.heap, *held, *(stick for pile in (*state.prizes, *state.minus) for stick in pile)]


@given(setup=setups, seed=st.integers(0, 10_000))
@examples(25)
def test_every_stick_is_always_in_exactly_one_place(setup: dict[str, Any], seed: int) -> None:
    match = random_match("takami", seed, 60, **setup)
    in_box: set[str] = set()
    for before, after in zip(match.states, match.states[1:], strict=False):
        assert isinstance(before, TakamiState) and isinstance(after, TakamiState)
        if after.phase == "deal":
            in_box = set()
            continue
        assert sorted([*sticks_in_play(after), *after.box]) == sorted(STICKS)
        if before.phase != "deal":
            returned = set(after.box) - in_box
            assert returned <= set(before.minus[before.player - 1]) and len({stick[0] for stick in returned}) <= 1
        in_box = set(after.box)


@given(setup=setups, seed=st.integers(0, 10_000))
@examples(25)
def test_no_stick_is_ever_without_support(setup: dict[str, Any], seed: int) -> None:
    for state in random_match("takami", seed, 60, **setup).states:
        assert isinstance(state, TakamiState) and isinstance(state.heap, Heap)
        assert all(state.heap.support_count(state.heap.place_of(stick)) for stick in state.heap)
        assert state.heap == state.heap.settled()


@given(seed=st.integers(0, 10_000))
@examples(25)
def test_sampled_outcomes_are_legal_and_state_every_slide(seed: int) -> None:
    match = random_match("takami", seed, 30, model="slippery")
    for state, ply in zip(match.states, match.plies, strict=False):
        state.check(ply.move)
        if isinstance(ply.move, AttemptOutcome) and isinstance(state, TakamiState):
            heap = state.heap_before_slides(ply.move)
            assert isinstance(heap, Heap)
            for stick, place in ply.move.slides:
                assert place.layer < heap.place_of(stick).layer
                heap = heap.with_stick(stick, place)
            assert heap == heap.settled(), "nothing is left to drop by itself"


@given(seed=st.integers(0, 10_000))
@examples(15)
def test_apply_does_not_change_the_state(seed: int) -> None:
    match = random_match("takami", seed, 20)
    state = match.state
    before = (repr(state), hash(state))
    for move in state.legal_moves():
        after = state.apply(move)
        if after.to_move == CHANCE and isinstance(after, TakamiState):
            after.apply(after.sample(Rolls(seed, after.turn, after.attempt, after.piece)))
    assert (repr(state), hash(state)) == before


@pytest.mark.slow
@given(seed=st.integers(0, 10_000))
@examples(15)
def test_outcomes_that_are_listed_are_legal(seed: int) -> None:
    match = random_match("takami", seed, 20, players=3)
    if match.result:
        return
    for move in match.state.legal_moves():
        after = match.state.apply(move)
        for outcome in after.legal_moves() if after.to_move == CHANCE else ():
            after.check(outcome)
            after.apply(outcome)


@pytest.mark.parametrize("seed", range(4))
def test_a_raise_is_suggested_exactly_if_its_steps_are_legal(seed: int) -> None:
    match = random_match("takami", seed, 12 * seed)
    while match.result is None and state_of(match).phase != "raise":
        match.play(list(match.state.legal_moves())[-1])
        match.settle()
    state = state_of(match)
    listed = set(nearby_moves(state, Raise("R1")))
    for stick in state.heap:
        for place in PLACES:
            move = Raise(stick, place)
            first, second = expand(move)
            legal = first in state.steps() and second in state.after_pull(stick).steps()
            assert (move in listed) == legal


@given(setup=setups, seed=st.integers(0, 10_000))
@examples(10)
def test_games_end_and_their_records_verify(setup: dict[str, Any], seed: int) -> None:
    match = random_match("takami", seed, 3000, **setup)
    assert match.result is not None
    assert len(heap_of(match)) <= 4
    scores = match.state.scores()
    assert scores is not None
    assert all((scores[winner - 1] == max(scores)) for winner in match.result.winners)
    (record,) = parse_records(write_record(match), "record")
    steps = list(replay(record, verify=True))
    assert not any(step.difference for step in steps)
    assert steps[-1].match.states == match.states
