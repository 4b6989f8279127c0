"""Fem's turns against a slow generator that shares nothing with the rules, and against known counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.games import load
from tabletop.games.fem.rules import has_loop
from tabletop.perft import perft
from tests.games.towers import crowd, position_of, position_text, table, wander

Field = tuple[int, int]
Span = tuple[Field, Field]
GAME = load("fem")


class Slow:
    """A position as lists and sets, read from its string; every rule is looked up field by field."""

    def __init__(self, text: str, stacks: bool = False, ousting: bool = False) -> None:
        board, bridges, player = text.split()
        self.player, self.stacking, self.ousting = int(player), stacks, ousting
        self.stacks: dict[Field, list[int]] = {(x, y): [] for x in range(5) for y in range(5)}
        for y, row in zip(range(4, -1, -1), board.split("/"), strict=True):
            x = 0
            for part in row.split(","):
                if part[0] == "x":
                    x += int(part[1:] or 1)
                else:
                    self.stacks[x, y] = [int(digit) for digit in part]
                    x += 1
        self.bridges: dict[tuple[Span, int], int] = {}
        for part in bridges.split(";") if bridges != "-" else []:
            owner, rest = part.split(":")
            span, level = rest.split("@")
            low, high = ((ord(end[0]) - 97, int(end[1]) - 1) for end in span.split("-"))
            self.bridges[(low, high), int(level)] = int(owner)
        self.stock = 15 - list(self.bridges.values()).count(self.player)

    def turns(self) -> Iterator[str]:
        """All legal turns in compact notation."""
        if sum(stack.count(self.player) for stack in self.stacks.values()) < 16:
            for field in self.stacks:
                board = self.copy()
                board[field].append(self.player)
                yield from self.dressed(name(field), board, field)
        for source, stack in self.stacks.items():
            for count in range(1, len(stack) + 1 if self.stacking else 2):
                if stack[-count:].count(self.player) != count or self.held(source, count):
                    break
                for target in self.stacks:
                    if target != source:
                        yield from self.moves(source, target, count)
        free, lying = self.spans(self.stacks)
        if self.stock:
            yield from (f"+{spelt(span)}" for span in free)
        yield from (f"{spelt(span)}>{spelt(goal)}" for span in lying for goal in free)
        yield from (f"-{spelt(span)}" for span in lying)

    def moves(self, source: Field, target: Field, count: int) -> Iterator[str]:
        for oust in range(count + 1 if self.ousting else 1):
            goal = self.stacks[target]
            top = goal[len(goal) - oust :]
            if len(goal) < oust or (oust and (self.player in top or self.held(target, oust))):
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

    def held(self, field: Field, count: int) -> bool:
        height = len(self.stacks[field])
        return any(field in span and height - count < level <= height for span, level in self.bridges)

    def spans(self, board: dict[Field, list[int]]) -> tuple[list[Span], list[Span]]:
        """Pairs of own top towers side by side and of one height: those without a bridge, those with one."""
        free, lying = [], []
        for (x, y), stack in sorted(board.items()):
            for high in ((x, y + 1), (x + 1, y)):
                other = board.get(high, [])
                if stack and len(stack) == len(other) and stack[-1] == other[-1] == self.player:
                    span = ((x, y), high)
                    (lying if (span, len(stack)) in self.bridges else free).append(span)
        return free, lying

    def dressed(self, text: str, board: dict[Field, list[int]], tower: Field) -> Iterator[str]:
        free, lying = self.spans(board)
        found: set[frozenset[Span]] = {frozenset()}
        waiting = [frozenset[Span]()]
        while waiting:
            chosen = waiting.pop()
            reached = {tower}.union(*chosen)
            for span in free:
                more = chosen | {span}
                if reached & set(span) and more not in found:
                    found.add(more)
                    waiting.append(more)
        for chosen in found:
            for count in range(len(chosen) + 1):
                if len(chosen) - count <= self.stock:
                    for taken in combinations(lying, count):
                        feeds = [f"<{spelt(span)}" for span in taken] + [""] * (len(chosen) - count)
                        laid = zip(sorted(chosen), feeds, strict=True)
                        yield text + "".join(f"+{spelt(span)}{feed}" for span, feed in laid)


def name(field: Field) -> str:
    return f"{'abcde'[field[0]]}{field[1] + 1}"


def spelt(span: Span) -> str:
    return f"{name(span[0])}-{name(span[1])}"


def listed(state: Any, most: int = 6000) -> list[str]:
    return [GAME.format_move(move, compact=True) for move in islice(state.legal_moves(), most)]


CROWDED = [
    ("a1:1 a2:1 b1:1 b2:2 c2:1", "-", 1, ""),
    ("a1:1 a2:1 b1:1 b2:11 c2:11 c1:1", "1:a1-a2@1;1:a1-b1@1;1:b2-c2@2", 1, ""),
    ("a1:2 a2:2 b1:2 b2:1 e5:1", "2:a1-a2@1", 2, ""),
    ("a1:111 b2:22 c3:211 c4:1", "-", 1, "stacks ousting"),
    ("a1:11 b1:12 a2:1 d4:2 d5:2", "1:a1-b1@1;2:d4-d5@1", 1, "ousting"),
]
COUNTS = [[1, 159, 7907], [1, 91, 2275], [1, 60, 4773], [1, 192, 16427], [1, 82, 5646]]
"""Sequences of 0, 1, 2 turns; the slow generator counts the same."""


@pytest.mark.parametrize(("stacks", "bridges", "player", "options"), CROWDED)
def test_f3_crowded_positions_agree_with_the_slow_generator(
    stacks: str, bridges: str, player: int, options: str
) -> None:
    match = table("fem", stacks, bridges, player, options=options)
    slow = Slow(position_text("fem", stacks, bridges, player), "stacks" in options, "ousting" in options)
    fast = listed(match.state)
    assert len(set(fast)) == len(fast)
    assert sorted(fast) == sorted(slow.turns())


@given(seed=st.integers(0, 10**6), stacks=st.booleans(), ousting=st.booleans())
@settings(max_examples=25)
def test_f5_crowded_turns_are_those_of_the_slow_generator(seed: int, stacks: bool, ousting: bool) -> None:
    options = f"{'stacks ' if stacks else ''}{'ousting' if ousting else ''}"
    match = crowd("fem", seed, side=3, options=options)
    fast = listed(match.state, 5000)
    assert len(set(fast)) == len(fast)
    if len(fast) < 5000 and match.result is None:
        assert sorted(fast) == sorted(Slow(position_of(match), stacks, ousting).turns())


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 40))
@settings(max_examples=25)
def test_f3_turns_are_those_of_the_slow_generator(seed: int, turns: int) -> None:
    state = wander("fem", seed, turns)
    fast = listed(state, 3000)
    if len(fast) < 3000 and state.result() is None:
        assert GAME.format_position is not None
        assert sorted(fast) == sorted(Slow(GAME.format_position(state)).turns())


PERFT = [
    ("", "-", 1, "", [1, 25, 625, 31865]),
    *((*position, counts) for position, counts in zip(CROWDED, COUNTS, strict=True)),
]


@pytest.mark.parametrize(("stacks", "bridges", "player", "options", "counts"), PERFT)
def test_f3_perft(stacks: str, bridges: str, player: int, options: str, counts: list[int]) -> None:
    match = table("fem", stacks, bridges, player, options=options)
    assert [perft(match.game, match.state, depth) for depth in range(len(counts))] == counts


def positions_by_steps(node: Any) -> Iterator[Any]:
    """All positions that the steps of a turn lead to, each as often as it is reached."""
    for step in node.steps():
        child = node.take(step)
        if hasattr(child, "check"):
            yield child
        else:
            yield from positions_by_steps(child)


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 30), crowded=st.booleans())
@settings(max_examples=30)
def test_f5_steps_and_whole_turns_reach_the_same_positions(seed: int, turns: int, crowded: bool) -> None:
    state: Any = wander("fem", seed, turns, options="stacks ousting")
    if crowded:
        state = crowd("fem", seed, side=3, options="stacks ousting").state
    by_steps = list(islice(positions_by_steps(state), 3000))
    if len(by_steps) < 3000 and state.result() is None:
        by_turns = [state.apply(move) for move in state.legal_moves()]
        assert by_steps == by_turns
        assert [after.winner for after in by_steps] == [after.winner for after in by_turns]


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 60), options=st.sampled_from(["", "stacks", "ousting"]))
@settings(max_examples=40)
def test_f3_the_lazy_list_of_steps_is_a_sequence(seed: int, turns: int, options: str) -> None:
    state = wander("fem", seed, turns, options=options)
    steps = state.steps()
    listed_steps = list(steps)
    assert len(listed_steps) == len(steps) == len(set(listed_steps))
    assert [steps[index] for index in range(len(steps))] == listed_steps
    if listed_steps:
        assert steps[-1] == listed_steps[-1] and steps[2:5] == listed_steps[2:5]
        with pytest.raises(IndexError):
            steps[len(steps)]


@given(seed=st.integers(0, 10**6), turns=st.integers(0, 120))
@settings(max_examples=40)
def test_f1_nothing_is_ever_lost_and_winners_are_found_anew(seed: int, turns: int) -> None:
    state = wander("fem", seed, turns, options="stacks ousting")
    standing = [owner for field in range(25) for owner in state.stack(field)]
    for player in (1, 2):
        assert standing.count(player) + state.towers_left(player) == 16
        assert sum(bridge.owner == player for bridge in state.bridges) + state.bridges_left(player) == 15
    for bridge in state.bridges:
        for field in (bridge.low, bridge.high):
            assert state.stack(field)[bridge.level - 1] == bridge.owner
    again = state.settled()
    assert (again.winner, again.rule, again) == (state.winner, state.rule, state)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=100)
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
                one, two = group[field], group[field + reach]
                closed |= one == two
                group = [one if label == two else label for label in group]
    assert has_loop(up, right) is closed
