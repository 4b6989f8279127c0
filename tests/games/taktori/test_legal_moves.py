"""Taktori's turns against a brute-force generator, and against known counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import IllegalMove
from tabletop.games import load
from tabletop.perft import perft
from tests.games.towers.brute_force import (
    TOWERS,
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

GAME = load("taktori")


OPTIONS = st.sets(st.sampled_from(["ousting", "slide=free", "immune"])).map(sorted).map(" ".join)
"""Any combination of options that change what is legal."""


class TaktoriGenerator(BruteForceGenerator):
    parts = 4

    def __init__(self, text: str, options: str = "", players: int = 2) -> None:
        super().__init__(text, options, players)
        self.final = text.split()[3]

    def after(self, turn: str) -> str:
        """The position string after a turn, with players who cannot move passed over."""
        placed_last = re.fullmatch(r"[a-i]\d(\+.*)?", turn) and self.towers_of(self.player) == TOWERS - 1
        self.play(turn)
        if self.final != "-":
            self.final = str(int(self.final) - 1)
        elif placed_last:
            self.final = str(self.players - 1)
        for _ in range(self.players):
            self.pass_on()
            if self.final == "0" or next(self.turns(), None) is not None:
                break
            if self.final != "-":
                self.final = str(int(self.final) - 1)
        return " ".join([*self.board_words(), self.final, *self.fresh_words()])

    def turns(self) -> Iterator[str]:
        if self.final == "0":
            return
        yield from self.placements()
        for source, stack in self.stacks.items():
            for count in range(1, len(stack) + 1):
                if any(owner != self.player for owner in stack[-count:]) or self.is_touched(source, count):
                    break
                for target in self.slide_targets(source):
                    yield from self.moves(source, target, count)
        for chosen in self.bridge_sets(self.stacks, None):
            if chosen:
                yield turn_text("", chosen)

    def slide_targets(self, source: Field) -> Iterator[Field]:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            field = (source[0] + dx, source[1] + dy)
            while field in self.stacks:
                yield field
                if self.stacks[field] and "slide=free" not in self.options:
                    break
                field = (field[0] + dx, field[1] + dy)

    def is_touched(self, field: Field, count: int) -> bool:
        height = len(self.stacks[field])
        levels = range(height - count + 1, height + 1)
        return any(level in levels and field in path(span) for span, level in self.bridges)

    def with_bridges(self, text: str, stacks: Stacks, tower: Field) -> Iterator[str]:
        for chosen in self.bridge_sets(stacks, tower):
            yield turn_text(text, chosen)

    def bridge_sets(self, stacks: Stacks, tower: Field | None) -> set[Spans]:
        """All sets of bridges that can be laid one after the other, found by adding in every order."""
        spans = list(self.spans(stacks, 2))
        sets: set[Spans] = {frozenset()}
        waiting = [Spans()]
        while waiting:
            chosen = waiting.pop()
            if len(chosen) == self.bridges_left:
                continue
            for span in spans:
                level = len(stacks[span[0]])
                lying = [(other, len(stacks[other[0]])) for other in chosen]
                if any(level == at and len(path(span) & path(other)) > 1 for other, at in [*lying, *self.bridges]):
                    continue
                is_connected = any(path(span) & path(other) for other in chosen)
                is_first = not chosen if tower is None else tower in span
                more = chosen | {span}
                if (is_connected or is_first) and more not in sets:
                    sets.add(more)
                    waiting.append(more)
        return sets


def path(span: Span) -> set[Field]:
    """The three fields that a bridge lies over."""
    (a, b), (c, d) = span
    return {(a, b), ((a + c) // 2, (b + d) // 2), (c, d)}


def turn_text(text: str, chosen: Spans) -> str:
    return text + "".join(f"+{span_text(span)}" for span in sorted(chosen))


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 30), players=st.integers(2, 4), options=OPTIONS)
@examples(40)
def test_t12_random_positions_have_the_turns_of_the_brute_force_generator(
    seed: int, turns: int, players: int, options: str
) -> None:
    state = random_state("taktori", seed, turns, players=players, options=options)
    listed = listed_turns(GAME, state, 4000)
    if len(listed) < 4000 and state.result() is None:
        assert GAME.format_position is not None
        expected = TaktoriGenerator(GAME.format_position(state), options).turns()
        assert sorted(listed) == sorted(expected)


@given(seed=st.integers(0, 10**6), players=st.integers(2, 4), options=OPTIONS)
@examples(30)
def test_t26_games_pass_through_the_positions_of_the_brute_force_generator(
    seed: int, players: int, options: str
) -> None:
    match = table("taktori", players=players, options=f"{options} repetition=0")
    rng = Random(seed)
    text = position_of(match)
    while match.result is None and len(match.plies) < 70:
        move = random_turn(match.state, rng)
        match.play(move)
        text = TaktoriGenerator(text, options, players).after(GAME.format_move(move, compact=True))
        assert position_of(match) == text


CROWDED = [
    ("e5:1 e7:1 g5:1 g7:1 c5:1 c7:2 e3:11 d6:1 f6:1", "-", 1, ""),
    ("e5:1 e7:1 g5:1 g7:1 f6:2 e6:2", "1:e5-e7@1;1:e5-g5@1", 1, ""),
    ("e5:111 e8:122 g8:11 c8:11 e2:2", "-", 1, "ousting"),
    ("e5:21 e7:11 d6:22 f6:22 c4:211 c6:111", "2:d6-f6@2", 1, "ousting slide=free"),
    ("b2:1 c2:1 d2:1 e2:1 f2:1 b4:1", "-", 1, ""),
    ("e5:111 e8:122 g8:11 c8:11 e2:2", "-", 1, "ousting immune"),
]
COUNTS = [[1, 901], [1, 114, 11351], [1, 192, 23112], [1, 224, 18898], [1, 222, 17982], [1, 192, 22746]]
"""Sequences of 0, 1, 2 turns; the brute-force generator counts the same."""


@pytest.mark.parametrize(("stacks", "bridges", "player", "options"), CROWDED)
def test_t15_crowded_positions_have_the_turns_of_the_brute_force_generator(
    stacks: str, bridges: str, player: int, options: str
) -> None:
    match = table("taktori", stacks, bridges, player, options=options)
    text = position_text("taktori", stacks, bridges, player)
    expected = TaktoriGenerator(text, options).turns()
    listed = listed_turns(GAME, match.state, 20_000)
    assert len(set(listed)) == len(listed)
    assert sorted(listed) == sorted(expected)


@given(seed=st.integers(0, 10**6), players=st.integers(2, 4), options=OPTIONS)
@examples(40)
def test_t10_random_crowded_positions_have_the_turns_of_the_brute_force_generator(
    seed: int, players: int, options: str
) -> None:
    match = crowded_match("taktori", seed, players, options=options)
    listed = listed_turns(GAME, match.state, 3000)
    assert len(set(listed)) == len(listed)
    if len(listed) < 3000:
        assert sorted(listed) == sorted(TaktoriGenerator(position_of(match), options).turns())


PERFT = [
    ("", "-", 1, "", [1, 81, 6561]),
    ("", "-", 1, "immune", [1, 81, 6480]),
    *((*position, counts) for position, counts in zip(CROWDED, COUNTS, strict=True)),
]


@pytest.mark.parametrize(("stacks", "bridges", "player", "options", "counts"), PERFT)
def test_t5_counts_of_turn_sequences_are_known(
    stacks: str, bridges: str, player: int, options: str, counts: list[int]
) -> None:
    match = table("taktori", stacks, bridges, player, options=options)
    assert [perft(match.game, match.state, depth) for depth in range(len(counts))] == counts


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 26), players=st.integers(2, 4), options=OPTIONS)
@examples(30)
def test_t12_steps_and_whole_turns_reach_the_same_positions(seed: int, turns: int, players: int, options: str) -> None:
    state = random_state("taktori", seed, turns, players=players, options=options)
    if seed % 2:
        state = crowded_match("taktori", seed, players, options=options).state
    by_steps = list(islice(states_by_steps(state), 3000))
    if len(by_steps) < 3000 and state.result() is None:
        by_turns = [state.apply(move) for move in state.legal_moves()]
        assert by_steps == by_turns


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 40), players=st.integers(2, 4), options=OPTIONS)
@examples(40)
def test_t5_the_lazy_list_of_steps_is_a_sequence(seed: int, turns: int, players: int, options: str) -> None:
    assert_steps_are_a_sequence(random_state("taktori", seed, turns, players=players, options=options))


@given(seed=st.integers(0, 10**6), options=OPTIONS)
@examples(40)
def test_t12_every_listed_turn_is_legal_and_one_with_a_bridge_less_only_if_listed(seed: int, options: str) -> None:
    state: Any = crowded_match("taktori", seed, options=options).state
    moves = list(islice(state.legal_moves(), 2000))
    for move in moves[:: max(1, len(moves) // 40)]:
        state.check(move)
        if move.bridges and len(moves) < 2000:
            shorter = move._replace(bridges=move.bridges[:-1])
            try:
                state.check(shorter)
            except IllegalMove:
                assert shorter not in moves
            else:
                assert shorter in moves


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 60), players=st.integers(2, 4))
@examples(40)
def test_t2_no_tower_or_bridge_is_ever_lost(seed: int, turns: int, players: int) -> None:
    assert_pieces_are_complete(random_state("taktori", seed, turns, players=players, options="ousting"))


def test_t12_turns_are_listed_lazily_where_there_are_millions() -> None:
    """Fifteen towers in a lattice have millions of turns; the first ones come at once and are all different."""
    match = table("taktori", " ".join(f"{column}{row}:1" for column in "aceg" for row in (2, 4, 6, 8))[: -len(" g8:1")])
    first = list(islice(match.state.legal_moves(), 5000))
    assert len(set(first)) == 5000
    for move in first[::250]:
        match.state.check(move)
    assert position_of(match).startswith("x9/1,x,1,x,1,x4")
