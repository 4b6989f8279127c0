"""Taktori's turns against a slow generator that shares nothing with the rules, and against known counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.errors import IllegalMove
from tabletop.games import load
from tabletop.perft import perft
from tests.games.towers import crowd, position_of, position_text, table, wander

Field = tuple[int, int]
Span = tuple[Field, Field]


class Slow:
    """A position as lists and sets, read from its string; every rule is looked up field by field."""

    def __init__(self, text: str, ousting: bool = False, free: bool = False) -> None:
        board, bridges, player, final = text.split()
        self.player, self.ousting, self.free = int(player), ousting, free
        self.over = final == "0"
        self.stacks: dict[Field, list[int]] = {(x, y): [] for x in range(9) for y in range(9)}
        for y, row in zip(range(8, -1, -1), board.split("/"), strict=True):
            x = 0
            for part in row.split(","):
                if part[0] == "x":
                    x += int(part[1:] or 1)
                else:
                    self.stacks[x, y] = [int(digit) for digit in part]
                    x += 1
        self.bridges: set[tuple[Span, int]] = set()
        self.mine = 0
        for part in bridges.split(";") if bridges != "-" else []:
            owner, rest = part.split(":")
            span, level = rest.split("@")
            low, high = ((ord(end[0]) - 97, int(end[1]) - 1) for end in span.split("-"))
            self.bridges.add(((low, high), int(level)))
            self.mine += int(owner) == self.player

    def turns(self) -> Iterator[str]:
        """All legal turns in compact notation."""
        if self.over:
            return
        if sum(stack.count(self.player) for stack in self.stacks.values()) < 16:
            for field in self.stacks:
                board = self.copy()
                board[field].append(self.player)
                yield from self.dressed(name(field), board, field)
        for source, stack in self.stacks.items():
            for count in range(1, len(stack) + 1):
                if any(owner != self.player for owner in stack[-count:]) or self.held(source, count):
                    break
                for target in self.reach(source):
                    yield from self.moves(source, target, count)
        for chosen in self.sets(self.stacks, None):
            if chosen:
                yield spelt("", chosen)

    def moves(self, source: Field, target: Field, count: int) -> Iterator[str]:
        for oust in range(count + 1 if self.ousting else 1):
            goal = self.stacks[target]
            top = goal[len(goal) - oust :]
            if len(goal) < oust or (oust and (len(set(top)) > 1 or self.player in top or self.held(target, oust))):
                continue
            board = self.copy()
            moving = board[source][-count:]
            del board[source][-count:]
            if oust:
                del board[target][-oust:]
            board[target] += moving[oust:]
            text = f"{count if count > 1 else ''}{name(source)}>{name(target)}{f'x{oust}' if oust else ''}"
            if oust == count:
                yield text
            else:
                yield from self.dressed(text, board, target)

    def copy(self) -> dict[Field, list[int]]:
        return {field: list(stack) for field, stack in self.stacks.items()}

    def reach(self, source: Field) -> Iterator[Field]:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            field = (source[0] + dx, source[1] + dy)
            while field in self.stacks:
                yield field
                if self.stacks[field] and not self.free:
                    break
                field = (field[0] + dx, field[1] + dy)

    def held(self, field: Field, count: int) -> bool:
        height = len(self.stacks[field])
        levels = range(height - count + 1, height + 1)
        return any(level in levels and field in three(span) for span, level in self.bridges)

    def dressed(self, text: str, board: dict[Field, list[int]], tower: Field) -> Iterator[str]:
        for chosen in self.sets(board, tower):
            yield spelt(text, chosen)

    def sets(self, board: dict[Field, list[int]], tower: Field | None) -> set[frozenset[Span]]:
        """All sets of bridges that can be laid one after the other, found by adding in every order."""
        spans = []
        for (x, y), stack in board.items():
            for high in ((x + 2, y), (x, y + 2)):
                other = board.get(high, [])
                if stack and len(stack) == len(other) and stack[-1] == other[-1] == self.player:
                    spans.append(((x, y), high))
        found: set[frozenset[Span]] = {frozenset()}
        waiting = [frozenset[Span]()]
        while waiting:
            chosen = waiting.pop()
            if self.mine + len(chosen) == 15:
                continue
            for span in spans:
                level = len(board[span[0]])
                lying = [(other, len(board[other[0]])) for other in chosen]
                if any(level == at and len(three(span) & three(other)) > 1 for other, at in [*lying, *self.bridges]):
                    continue
                connected = any(three(span) & three(other) for other in chosen)
                begins = not chosen if tower is None else tower in span
                more = chosen | {span}
                if (connected or begins) and more not in found:
                    found.add(more)
                    waiting.append(more)
        return found


def three(span: Span) -> set[Field]:
    (a, b), (c, d) = span
    return {(a, b), ((a + c) // 2, (b + d) // 2), (c, d)}


def name(field: Field) -> str:
    return f"{'abcdefghi'[field[0]]}{field[1] + 1}"


def spelt(text: str, chosen: frozenset[Span]) -> str:
    return text + "".join(f"+{name(low)}-{name(high)}" for low, high in sorted(chosen))


GAME = load("taktori")


def listed(state: Any, most: int = 20_000) -> list[str]:
    return [GAME.format_move(move, compact=True) for move in islice(state.legal_moves(), most)]


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 30), players=st.integers(2, 4), ousting=st.booleans())
@settings(max_examples=25)
def test_t12_turns_are_those_of_the_slow_generator(seed: int, turns: int, players: int, ousting: bool) -> None:
    free = seed % 3 == 0
    options = f"{'ousting ' if ousting else ''}{'slide=free' if free else ''}"
    state = wander("taktori", seed, turns, players=players, options=options)
    fast = listed(state, 4000)
    if len(fast) < 4000 and state.result() is None:
        assert GAME.format_position is not None
        slow = sorted(Slow(GAME.format_position(state), ousting, free).turns())
        assert sorted(fast) == slow


CROWDED = [
    ("e5:1 e7:1 g5:1 g7:1 c5:1 c7:2 e3:11 d6:1 f6:1", "-", 1, ""),
    ("e5:1 e7:1 g5:1 g7:1 f6:2 e6:2", "1:e5-e7@1;1:e5-g5@1", 1, ""),
    ("e5:111 e8:122 g8:11 c8:11 e2:2", "-", 1, "ousting"),
    ("e5:21 e7:11 d6:22 f6:22 c4:211 c6:111", "2:d6-f6@2", 1, "ousting slide=free"),
    ("b2:1 c2:1 d2:1 e2:1 f2:1 b4:1", "-", 1, ""),
]
COUNTS = [[1, 901], [1, 114, 11351], [1, 192, 23112], [1, 224, 18898], [1, 222, 17982]]
"""Sequences of 0, 1, 2 turns; the slow generator counts the same."""


@pytest.mark.parametrize(("stacks", "bridges", "player", "options"), CROWDED)
def test_t15_crowded_positions_agree_with_the_slow_generator(
    stacks: str, bridges: str, player: int, options: str
) -> None:
    match = table("taktori", stacks, bridges, player, options=options)
    slow = Slow(position_text("taktori", stacks, bridges, player), "ousting" in options, "free" in options)
    fast = listed(match.state)
    assert len(set(fast)) == len(fast)
    assert sorted(fast) == sorted(slow.turns())


@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
@settings(max_examples=30)
def test_t10_crowded_turns_are_those_of_the_slow_generator(seed: int, players: int) -> None:
    match = crowd("taktori", seed, players, options="ousting")
    fast = listed(match.state, 3000)
    assert len(set(fast)) == len(fast)
    if len(fast) < 3000:
        assert sorted(fast) == sorted(Slow(position_of(match), True).turns())


PERFT = [
    ("", "-", 1, "", [1, 81, 6561]),
    *((*position, counts) for position, counts in zip(CROWDED, COUNTS, strict=True)),
]


@pytest.mark.parametrize(("stacks", "bridges", "player", "options", "counts"), PERFT)
def test_t5_perft(stacks: str, bridges: str, player: int, options: str, counts: list[int]) -> None:
    match = table("taktori", stacks, bridges, player, options=options)
    assert [perft(match.game, match.state, depth) for depth in range(len(counts))] == counts


def positions_by_steps(node: Any) -> Iterator[Any]:
    """All positions that the steps of a turn lead to, each as often as it is reached."""
    for step in node.steps():
        child = node.take(step)
        if hasattr(child, "check"):
            yield child
        else:
            yield from positions_by_steps(child)


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 26), players=st.integers(2, 4))
@settings(max_examples=25)
def test_t12_steps_and_whole_turns_reach_the_same_positions(seed: int, turns: int, players: int) -> None:
    state = wander("taktori", seed, turns, players=players, options="ousting")
    if seed % 2:
        state = crowd("taktori", seed, players).state
    by_steps = list(islice(positions_by_steps(state), 3000))
    if len(by_steps) < 3000 and state.result() is None:
        by_turns = [state.apply(move) for move in state.legal_moves()]
        assert by_steps == by_turns


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 40), players=st.integers(2, 4))
@settings(max_examples=40)
def test_t5_the_lazy_list_of_steps_is_a_sequence(seed: int, turns: int, players: int) -> None:
    state = wander("taktori", seed, turns, players=players, options="ousting")
    steps = state.steps()
    listed_steps = list(steps)
    assert len(listed_steps) == len(steps)
    assert [steps[index] for index in range(len(steps))] == listed_steps
    assert len(set(listed_steps)) == len(steps)
    if listed_steps:
        assert steps[-1] == listed_steps[-1] and steps[2:5] == listed_steps[2:5]
        with pytest.raises(IndexError):
            steps[len(steps)]


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_t12_every_turn_passes_and_a_disturbed_one_passes_only_if_listed(seed: int) -> None:
    state: Any = crowd("taktori", seed, options="ousting").state
    moves = list(islice(state.legal_moves(), 2000))
    for move in moves[:: max(1, len(moves) // 40)]:
        state.check(move)
        if move.bridges and len(moves) < 2000:
            cut = move._replace(bridges=move.bridges[:-1])
            try:
                state.check(cut)
            except IllegalMove:
                assert cut not in moves
            else:
                assert cut in moves


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 60), players=st.integers(2, 4))
@settings(max_examples=40)
def test_t2_nothing_is_ever_lost(seed: int, turns: int, players: int) -> None:
    state = wander("taktori", seed, turns, players=players, options="ousting")
    standing = [owner for field in range(81) for owner in state.stack(field)]
    for player in range(1, players + 1):
        assert standing.count(player) + state.towers_left(player) == 16
        assert sum(bridge.owner == player for bridge in state.bridges) + state.bridges_left(player) == 15
    for bridge in state.bridges:
        for field in (bridge.low, bridge.high):
            assert state.stack(field)[bridge.level - 1] == bridge.owner


def test_t12_a_lattice_streams_its_turns() -> None:
    """Fifteen towers in a lattice have millions of turns; the first ones come at once and are all different."""
    match = table("taktori", " ".join(f"{column}{row}:1" for column in "aceg" for row in (2, 4, 6, 8))[: -len(" g8:1")])
    first = list(islice(match.state.legal_moves(), 5000))
    assert len(set(first)) == 5000
    for move in first[::250]:
        match.state.check(move)
    assert position_of(match).startswith("x9/1,x,1,x,1,x4")
