"""Fem's turns against a brute-force generator, and against known counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.games import load
from tabletop.games.fem.rules import has_loop
from tabletop.perft import perft
from tests.games.towers.brute_force import (
    BruteForceGenerator,
    Field,
    Span,
    Spans,
    Stacks,
    listed_turns,
    span_text,
)
from tests.games.towers.helpers import (
    assert_pieces_are_complete,
    assert_steps_are_a_sequence,
    crowded_match,
    position_of,
    position_text,
    random_state,
    random_turn,
    states_by_steps,
    table,
)
from tests.helpers import examples

GAME = load("fem")


OPTIONS = st.sets(st.sampled_from(["stacks", "ousting", "immune", "nocover"])).map(sorted).map(" ".join)
"""Any combination of options."""


class FemGenerator(BruteForceGenerator):
    parts = 3

    def after(self, turn: str) -> str:
        """The position string after a turn."""
        self.play(turn)
        self.pass_on()
        return " ".join([*self.board_words(), *self.fresh_words()])

    def turns(self) -> Iterator[str]:
        yield from self.placements()
        for source, stack in self.stacks.items():
            for count in range(1, len(stack) + 1 if "stacks" in self.options else 2):
                if stack[-count:].count(self.player) != count or self.is_touched(source, count):
                    break
                for target in self.stacks:
                    if target != source:
                        yield from self.moves(source, target, count)
        free, lying = self.free_and_lying(self.stacks)
        if self.bridges_left:
            yield from (f"+{span_text(span)}" for span in free)
        yield from (f"{span_text(taken)}>{span_text(laid)}" for taken in lying for laid in free)
        yield from (f"-{span_text(span)}" for span in lying)

    def is_touched(self, field: Field, count: int) -> bool:
        height = len(self.stacks[field])
        return any(field in span and height - count < level <= height for span, level in self.bridges)

    def free_and_lying(self, stacks: Stacks) -> tuple[list[Span], list[Span]]:
        """Pairs of own top towers side by side and of one height: those without a bridge, those with one."""
        free: list[Span] = []
        lying: list[Span] = []
        for span in self.spans(stacks, 1):
            (lying if (span, len(stacks[span[0]])) in self.bridges else free).append(span)
        return free, lying

    def with_bridges(self, text: str, stacks: Stacks, tower: Field) -> Iterator[str]:
        free, lying = self.free_and_lying(stacks)
        sets: set[Spans] = {frozenset()}
        waiting = [Spans()]
        while waiting:
            chosen = waiting.pop()
            reached = {tower}.union(*chosen)
            for span in free:
                more = chosen | {span}
                if reached & set(span) and more not in sets:
                    sets.add(more)
                    waiting.append(more)
        for chosen in sets:
            for count in range(len(chosen) + 1):
                if len(chosen) - count <= self.bridges_left:
                    for taken in combinations(lying, count):
                        sources = [f"<{span_text(span)}" for span in taken] + [""] * (len(chosen) - count)
                        laid = zip(sorted(chosen), sources, strict=True)
                        yield text + "".join(f"+{span_text(span)}{source}" for span, source in laid)


CROWDED = [
    ("a1:1 a2:1 b1:1 b2:2 c2:1", "-", 1, ""),
    ("a1:1 a2:1 b1:1 b2:11 c2:11 c1:1", "1:a1-a2@1;1:a1-b1@1;1:b2-c2@2", 1, ""),
    ("a1:2 a2:2 b1:2 b2:1 e5:1", "2:a1-a2@1", 2, ""),
    ("a1:111 b2:22 c3:211 c4:1", "-", 1, "stacks ousting"),
    ("a1:11 b1:12 a2:1 d4:2 d5:2", "1:a1-b1@1;2:d4-d5@1", 1, "ousting"),
    ("a1:111 b2:22 c3:211 c4:1", "-", 1, "stacks ousting immune"),
    ("a1:111 b2:22 c3:211 c4:1", "-", 1, "stacks ousting nocover"),
    ("a1:111 b2:122 c3:211 c4:1 d4:2", "-", 1, "stacks ousting immune nocover"),
]
COUNTS = [
    [1, 159, 7907],
    [1, 91, 2275],
    [1, 60, 4773],
    [1, 192, 16427],
    [1, 82, 5646],
    [1, 192, 15420],
    [1, 182, 13846],
    [1, 180, 17974],
]
"""Sequences of 0, 1, 2 turns; the brute-force generator counts the same."""


@pytest.mark.parametrize(("stacks", "bridges", "player", "options"), CROWDED)
def test_f3_crowded_positions_have_the_turns_of_the_brute_force_generator(
    stacks: str, bridges: str, player: int, options: str
) -> None:
    match = table("fem", stacks, bridges, player, options=options)
    text = position_text("fem", stacks, bridges, player)
    expected = FemGenerator(text, options).turns()
    listed = listed_turns(GAME, match.state, 6000)
    assert len(set(listed)) == len(listed)
    assert sorted(listed) == sorted(expected)


@given(seed=st.integers(0, 10**6), options=OPTIONS)
@examples(40)
def test_f5_random_crowded_positions_have_the_turns_of_the_brute_force_generator(seed: int, options: str) -> None:
    match = crowded_match("fem", seed, side=3, options=options)
    listed = listed_turns(GAME, match.state, 5000)
    assert len(set(listed)) == len(listed)
    if len(listed) < 5000 and match.result is None:
        assert sorted(listed) == sorted(FemGenerator(position_of(match), options).turns())


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 40), options=OPTIONS)
@examples(40)
def test_f3_random_positions_have_the_turns_of_the_brute_force_generator(seed: int, turns: int, options: str) -> None:
    state = random_state("fem", seed, turns, options=options)
    listed = listed_turns(GAME, state, 3000)
    if len(listed) < 3000 and state.result() is None:
        assert GAME.format_position is not None
        assert sorted(listed) == sorted(FemGenerator(GAME.format_position(state), options).turns())


@given(seed=st.integers(0, 10**6), options=OPTIONS)
@examples(40)
def test_f11_games_pass_through_the_positions_of_the_brute_force_generator(seed: int, options: str) -> None:
    match = table("fem", options=f"{options} repetition=0")
    rng = Random(seed)
    text = position_of(match)
    while match.result is None and len(match.plies) < 100:
        move = random_turn(match.state, rng)
        match.play(move)
        text = FemGenerator(text, options).after(GAME.format_move(move, compact=True))
        assert position_of(match) == text


@pytest.mark.slow
@pytest.mark.parametrize(("position", "counts"), list(zip(CROWDED, COUNTS, strict=True)))
def test_f3_the_brute_force_generator_counts_the_same(position: tuple[str, str, int, str], counts: list[int]) -> None:
    stacks, bridges, player, options = position
    assert brute_force_perft(position_text("fem", stacks, bridges, player), options, 2) == counts[2]


def brute_force_perft(text: str, options: str, depth: int) -> int:
    """Sequences of turns, without a loop or an end by F7 before the last."""
    turns = FemGenerator(text, options).turns()
    if depth == 1:
        return sum(1 for _ in turns)
    return sum(brute_force_perft(FemGenerator(text, options).after(turn), options, depth - 1) for turn in turns)


PERFT = [
    ("", "-", 1, "", [1, 25, 625, 31865]),
    ("", "-", 1, "immune", [1, 25, 600, 30040]),
    ("", "-", 1, "nocover", [1, 25, 600, 30040]),
    ("", "-", 1, "immune nocover", [1, 25, 600]),
    *((*position, counts) for position, counts in zip(CROWDED, COUNTS, strict=True)),
]


@pytest.mark.parametrize(("stacks", "bridges", "player", "options", "counts"), PERFT)
def test_f3_counts_of_turn_sequences_are_known(
    stacks: str, bridges: str, player: int, options: str, counts: list[int]
) -> None:
    match = table("fem", stacks, bridges, player, options=options)
    assert [perft(match.game, match.state, depth) for depth in range(len(counts))] == counts


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 30), crowded=st.booleans(), options=OPTIONS)
@examples(40)
def test_f5_steps_and_whole_turns_reach_the_same_positions(seed: int, turns: int, crowded: bool, options: str) -> None:
    state = random_state("fem", seed, turns, options=options)
    if crowded:
        state = crowded_match("fem", seed, side=3, options=options).state
    by_steps = list(islice(states_by_steps(state), 3000))
    if len(by_steps) < 3000 and state.result() is None:
        by_turns = [state.apply(move) for move in state.legal_moves()]
        assert by_steps == by_turns
        assert [after.winner for after in by_steps] == [after.winner for after in by_turns]


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 60), options=OPTIONS)
@examples(40)
def test_f3_the_lazy_list_of_steps_is_a_sequence(seed: int, turns: int, options: str) -> None:
    assert_steps_are_a_sequence(random_state("fem", seed, turns, options=options))


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 120), options=OPTIONS)
@examples(40)
def test_f1_no_tower_or_bridge_is_ever_lost_and_winners_are_found_anew(seed: int, turns: int, options: str) -> None:
    state = random_state("fem", seed, turns, options=options)
    assert_pieces_are_complete(state)
    again = state.settled()
    assert (again.winner, again.rule, again) == (state.winner, state.rule, state)


@given(seed=st.integers(0, 10**6))
@examples(100)
def test_f6_loops_are_those_found_by_joining_groups(seed: int) -> None:
    """Any set of edges: a loop is an edge whose ends were in one group already."""
    up = seed * 2654435761 & sum(1 << field for field in range(25) if field % 5 < 4)
    right = seed * 40503 & sum(1 << field for field in range(20))
    if seed % 2:
        up &= seed * 69069 >> 3
        right &= seed * 69069 >> 5
    group = list(range(25))
    closed = False
    for mask, reach in ((up, 1), (right, 5)):
        for field in range(25):
            if mask >> field & 1:
                first, second = group[field], group[field + reach]
                closed |= first == second
                group = [first if number == second else number for number in group]
    assert has_loop(up, right) is closed
