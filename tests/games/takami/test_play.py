"""Whole games of Takami at random: what must hold in every one of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.chance import Rolls
from tabletop.game import CHANCE
from tabletop.games.takami.heap import PLACES, STICKS, Heap
from tabletop.games.takami.legality import nearby_moves
from tabletop.games.takami.moves import AttemptOutcome, Lay, Raise, expand
from tabletop.games.takami.rules import TakamiState
from tabletop.match import Match
from tabletop.record import parse_records
from tabletop.replay import replay, write_record
from tests.games.takami.helpers import heap_of, state_of, table
from tests.helpers import new_match, play_randomly

tables = st.fixed_dictionaries(
    {
        "players": st.integers(2, 5),
        "model": st.sampled_from(["steady", "hard", "slippery", "beginner"]),
        "options": st.sampled_from([[], ["rounds=2"]]),
    }
)


def whereabouts(state: TakamiState) -> list[str]:
    """Every stick once for every place it is in, the box aside."""
    held = [state.held] if state.held else []
    return [*state.heap, *held, *(stick for pile in (*state.prizes, *state.minus) for stick in pile)]


def play_some(table: dict[str, Any], seed: int, plies: int = 60) -> Match:
    match = new_match("takami", seed, **table)
    for _ in play_randomly(match, seed, plies):
        pass
    return match


@given(agreed=tables, seed=st.integers(0, 10_000))
@settings(max_examples=25)
def test_36_sticks_are_always_somewhere_once(agreed: dict[str, Any], seed: int) -> None:
    match = play_some(agreed, seed)
    in_box: set[str] = set()
    for before, after in zip(match.states, match.states[1:], strict=False):
        assert isinstance(before, TakamiState) and isinstance(after, TakamiState)
        if after.phase == "deal":
            in_box = set()
            continue
        found = whereabouts(after)
        assert len(found) == len(set(found))
        assert set(found).isdisjoint(after.box)
        assert sorted([*found, *after.box]) == sorted(STICKS)
        if before.phase != "deal":
            returned = set(after.box) - in_box
            mine = before.minus[before.player - 1]
            assert returned <= set(mine) and len({stick[0] for stick in returned}) <= 1
        in_box = set(after.box)


@given(agreed=tables, seed=st.integers(0, 10_000))
@settings(max_examples=25)
def test_nothing_ever_hangs_in_the_air(agreed: dict[str, Any], seed: int) -> None:
    for state in play_some(agreed, seed).states:
        assert isinstance(state, TakamiState) and isinstance(state.heap, Heap)
        assert all(state.heap.support_count(state.heap.place_of(stick)) for stick in state.heap)
        assert state.heap == state.heap.settled()


@given(seed=st.integers(0, 10_000))
@settings(max_examples=25)
def test_what_is_drawn_passes_the_check_and_tells_every_slide(seed: int) -> None:
    match = play_some({"model": "slippery"}, seed, 30)
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
@settings(max_examples=15)
def test_apply_leaves_its_parent_alone(seed: int) -> None:
    match = play_some({}, seed, 20)
    state = match.state
    before = (repr(state), hash(state))
    for move in state.legal_moves():
        after = state.apply(move)
        if after.to_move == CHANCE and isinstance(after, TakamiState):
            after.apply(after.sample(Rolls(seed, after.turn, after.step)))
    assert (repr(state), hash(state)) == before


@given(seed=st.integers(0, 10_000))
@settings(max_examples=15)
def test_listed_outcomes_pass_the_check(seed: int) -> None:
    match = play_some({"players": 3}, seed, 20)
    if match.result:
        return
    for move in match.state.legal_moves():
        after = match.state.apply(move)
        for outcome in after.legal_moves() if after.to_move == CHANCE else ():
            after.check(outcome)
            after.apply(outcome)


@pytest.mark.parametrize("seed", range(4))
def test_a_raise_is_legal_exactly_if_its_steps_are(seed: int) -> None:
    match = new_match("takami", seed)
    for _ in play_randomly(match, seed, 12 * seed):
        pass
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


@given(agreed=tables, seed=st.integers(0, 10_000))
@settings(max_examples=10)
def test_games_end_and_their_records_verify(agreed: dict[str, Any], seed: int) -> None:
    match = play_some(agreed, seed, 3000)
    assert match.result is not None
    assert len(heap_of(match)) <= 4
    scores = match.state.scores()
    assert scores is not None
    assert all((scores[winner - 1] == max(scores)) for winner in match.result.winners)
    (record,) = parse_records(write_record(match), "record")
    steps = list(replay(record, verify=True))
    assert not any(step.difference for step in steps)
    assert steps[-1].match.states == match.states


def test_a_turn_is_undone_up_to_the_last_roll() -> None:
    match = table("pull G2; => clean; lay 9.2")
    match.back()
    assert state_of(match).phase == "lay"
    match.play(Lay(next(iter(state_of(match).legal_places()))))


def test_skill_is_per_player() -> None:
    match = table(skills=["1=0.9", "2=0.1"])
    assert state_of(match).hand.skill == 0.9
    match.play_text("pull G2")
    match.play_text("falls G3", "stated")
    assert state_of(match).hand.skill == 0.1


def test_step_numbers_place_the_rolls() -> None:
    match = table()
    places = []
    for line in ("probe G2", "=> sits loose", "pull", "=> clean", "lay 9.2", "=> holds", "probe G9", "=> sits loose"):
        match.play_text(line.removeprefix("=> "), "stated" if line.startswith("=>") else "move")
        if match.to_move == CHANCE:
            places.append((state_of(match).turn, state_of(match).step))
    assert places == [(1, 1), (1, 2), (1, 3), (1, 4)]
