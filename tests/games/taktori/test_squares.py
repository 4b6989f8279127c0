"""Counting squares on masks gives what a plain count over fields, pairs and levels gives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tabletop.games.taktori.rules import GRID, TaktoriState
from tabletop.games.taktori.squares import COUNTS, MIDDLE, SQUARES, count_squares, ground
from tabletop.games.towers.geometry import Pair
from tabletop.games.towers.rules import occupancy
from tests.games.taktori.helpers import built_up_states, setups
from tests.games.towers.helpers import crowded_match
from tests.helpers import examples

Half = tuple[int, int]


def halves_of(pair: Pair) -> set[Half]:
    low, high = pair
    middle = (low + high) // 2
    return {(low, middle), (middle, high)}


def towers_needed(state: TaktoriState, player: int, pair: Pair) -> int | None:
    """How many more own towers the bridge needs, each end on the level of the other; None if it cannot be laid soon."""
    tops = [(len(stack), stack[-1] == player) if stack else (0, False) for stack in map(state.stack, pair)]
    choices = []
    for first in (0, 1):
        for second in (0, 1):
            levels = [height + more for (height, _), more in zip(tops, (first, second), strict=True)]
            stands = [more or is_own for (_, is_own), more in zip(tops, (first, second), strict=True)]
            if all(stands) and levels[0] == levels[1]:
                overlapping = [
                    bridge
                    for bridge in state.bridges
                    if bridge.level == levels[0] and halves_of(bridge.pair) & halves_of(pair)
                ]
                if not overlapping:
                    choices.append(first + second)
    return min(choices, default=None)


def counted_plainly(state: TaktoriState, player: int, area: int) -> dict[str, int]:
    """The counts, square by square."""
    counts = dict.fromkeys(COUNTS, 0)
    covered = {half for bridge in state.bridges if bridge.owner == player for half in halves_of(bridge.pair)}
    needed: dict[Half, int] = {}
    for pair in GRID.pairs:
        # The same pair may be short of one tower on one level and of two on another, so both are kept.
        more = towers_needed(state, player, pair)
        if more is None:
            continue
        if area >> pair[0] & 1 or area == SQUARES:
            counts["layable"] += more == 0
            counts["links"] += is_link(state, player, pair)
        for half in halves_of(pair):
            needed[half] = min(more, needed.get(half, more))
    for square in range(81):
        if not area >> square & 1:
            continue
        around = {(square, square + 1), (square + 9, square + 10), (square, square + 9), (square + 1, square + 10)}
        laid = len(around & covered)
        more = [0 if half in covered else needed.get(half, 9) for half in around]
        if laid == 4 or max(more) > 2:
            continue
        if laid:
            counts[f"covered {laid}"] += 1
        if ready := more.count(0):
            counts[f"{'near' if max(more) < 2 else 'far'} {ready}"] += 1
    return counts


def is_link(state: TaktoriState, player: int, pair: Pair) -> bool:
    """Whether one more tower lets the player lay the bridge: the other end is own and on top, on the same level."""
    for own, other in (pair, pair[::-1]):
        stack = state.stack(own)
        if stack and stack[-1] == player and len(state.stack(other)) + 1 == len(stack):
            return not any(
                bridge.level == len(stack) and halves_of(bridge.pair) & halves_of(pair) for bridge in state.bridges
            )
    return False


def compare(state: TaktoriState) -> int:
    around = ground(occupancy(state.towers), state.vertical, state.horizontal)
    for area in (SQUARES, MIDDLE):
        for player, own in enumerate(state.towers, 1):
            counts = dict(zip(COUNTS, count_squares(own, around, area), strict=True))
            assert counts == counted_plainly(state, player, area)
    return around.tops.bit_length()


@setups
def test_squares_are_counted_as_one_by_one_in_games(setup: dict[str, object]) -> None:
    for state in built_up_states(setup, 2)[::2]:
        compare(state)


@examples(25)
@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from(["", "ousting", "immune"]))
def test_squares_are_counted_as_one_by_one_where_stacks_are_high(seed: int, players: int, options: str) -> None:
    compare(crowded_match("taktori", seed, players, side=3 + seed % 2, options=options).state)


def test_the_crowded_positions_have_stacks() -> None:
    assert max(compare(crowded_match("taktori", seed, 3, side=3).state) for seed in range(5)) > 81
