"""What tests of Taktori and Fem share: positions from a few words, random ones, and pictures read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tabletop.errors import IllegalMove, UnreadablePosition
from tabletop.game import Area, Drawing, Node, Setup, View
from tabletop.games import load
from tabletop.games.towers.geometry import COLOURS, Pair, field_names, field_numbers, format_pair
from tabletop.games.towers.moves import END_TURN, Turn
from tabletop.games.towers.rules import TowersState
from tabletop.match import Match
from tabletop.options import make_setup

SIZES = {"taktori": 9, "fem": 5}


def position_text(
    name: str, stacks: str, bridges: str = "-", player: int = 1, final: str = "-", fresh: str = ""
) -> str:
    """The position string of stacks such as `e5:1 e7:12`; the fresh field (T26) is left out unless given."""
    size = SIZES[name]
    stack_at = dict(word.split(":") for word in stacks.split())
    rows = [
        ",".join(stack_at.pop(f"{column}{row}", "x") for column in "abcdefghi"[:size]) for row in range(size, 0, -1)
    ]
    assert not stack_at, stack_at
    words = ["/".join(rows), bridges, str(player), *([final] if name == "taktori" else []), *fresh.split()]
    return " ".join(words)


def table(
    name: str,
    stacks: str = "",
    bridges: str = "-",
    player: int = 1,
    final: str = "-",
    fresh: str = "",
    **setup: Any,
) -> Match:
    """A match that begins in this position; `setup` as for `make_setup`, but options as one text."""
    game = load(name)
    options = setup.pop("options", "").split()
    agreed = make_setup(game, options=options, **setup)
    assert game.parse_position is not None
    return Match(game, agreed, game.parse_position(position_text(name, stacks, bridges, player, final, fresh), agreed))


def state_at(name: str, position: str, players: int = 2, options: str = "") -> Any:
    """The state that a position string describes."""
    game = load(name)
    assert game.parse_position is not None
    return game.parse_position(position, make_setup(game, players=players, options=options.split()))


def view_at(name: str, position: str, *last: Turn, players: int = 2, layout: str = "") -> View[Any]:
    """A view of the position, with the last turn marked."""
    state = state_at(name, position, players)
    return View(state, Setup(players, COLOURS[:players]), last, layout=layout, to_move=state.to_move)


def pair_of(name: str, text: str) -> Pair:
    """The pair of fields of a bridge such as `e5-e7`."""
    low, high = (field_numbers(SIZES[name])[field] for field in text.split("-"))
    return low, high


def refused(match: Match, text: str) -> IllegalMove:
    """The error of a move that is readable but illegal."""
    with pytest.raises(IllegalMove) as caught:
        match.check(match.parse(text))
    return caught.value


def allowed(match: Match, text: str) -> bool:
    """True: the move is legal, otherwise its error is raised."""
    match.check(match.parse(text))
    return True


def position_of(match: Match) -> str:
    """The position string now."""
    assert match.game.format_position is not None
    return match.game.format_position(match.state)


def position_after(match: Match, text: str) -> str:
    """The position string after a turn."""
    match.play_text(text)
    return position_of(match)


def random_state(name: str, seed: int, turns: int, **setup: Any) -> Any:
    """The state after random steps from the start; earlier where the game ends."""
    state: Any = table(name, **setup).state
    rng = Random(seed)
    for _ in range(turns):
        if state.result() is not None:
            break
        state = state.apply(random_turn(state, rng))
    return state


def random_turn(state: Any, rng: Random) -> Turn:
    """A turn of random steps."""
    node = state
    while True:
        steps = node.steps()
        step = steps[int(rng.random() * len(steps))]
        if step == END_TURN:
            turn: Turn = node.move
            return turn
        node = node.take(step)


def crowded_match(name: str, seed: int, players: int = 2, side: int = 4, **setup: Any) -> Match:
    """A match with many towers in a square of so many fields a side, and bridges where they can lie; red is to move.

    With `immune`, some field may be fresh.
    """
    rng = Random(seed)

    def pick(count: int) -> int:
        return int(rng.random() * count)

    size, span = SIZES[name], 2 if name == "taktori" else 1
    left, bottom = pick(size - side + 1), pick(size - side + 1)
    fields = [f"{'abcdefghi'[left + x]}{bottom + y + 1}" for x in range(side) for y in range(side)]
    stacks = {}
    for field in fields:
        owners = [1 if pick(3) else 1 + pick(players) for _ in range((0, 0, 1, 1, 2)[pick(5)])]
        if owners and "".join(stacks.values()).count("1") < 11:
            stacks[field] = "".join(map(str, owners))
    words = " ".join(f"{field}:{stack}" for field, stack in stacks.items())
    match = table(name, "", players=players, **setup)
    assert match.game.parse_position is not None
    bridges: list[str] = []
    for _ in range(pick(12)):
        low, level = fields[pick(len(fields))], 1 + pick(2)
        dx, dy = ((span, 0), (0, span))[pick(2)]
        high = f"{chr(ord(low[0]) + dx)}{int(low[1]) + dy}"
        owner = stacks.get(low, "")[level - 1 : level]
        if not owner:
            continue
        more = ";".join([*bridges, f"{owner}:{low}-{high}@{level}"])
        try:
            state = match.game.parse_position(position_text(name, words, more), match.setup)
        except UnreadablePosition:
            continue
        if state.result() is None:
            bridges = more.split(";")
    fresh = ["-", *stacks][pick(len(stacks) + 1)] if "immune" in setup.get("options", "") else ""
    return table(name, words, ";".join(bridges) or "-", fresh=fresh, players=players, **setup)


def states_by_steps(node: Node) -> Iterator[Any]:
    """All states that the steps of a turn lead to, each as often as it is reached."""
    for step in node.steps():
        child = node.take(step)
        if hasattr(child, "check"):
            yield child
        else:
            yield from states_by_steps(child)


def assert_steps_are_a_sequence(state: TowersState) -> None:
    """The lazy list of first steps counts, indexes, slices and iterates as a list would."""
    steps = state.steps()
    as_list = list(steps)
    assert len(as_list) == len(steps) == len(set(as_list))
    assert [steps[index] for index in range(len(steps))] == as_list
    if as_list:
        assert steps[-1] == as_list[-1] and steps[2:5] == as_list[2:5]
        with pytest.raises(IndexError):
            steps[len(steps)]


def assert_pieces_are_complete(state: TowersState) -> None:
    """Board and stock have all towers and bridges of each player, and every bridge lies on its owner's towers."""
    owners = [owner for field in range(state.size**2) for owner in state.stack(field)]
    for player in range(1, state.players + 1):
        assert owners.count(player) + state.towers_left(player) == 16
        assert sum(bridge.owner == player for bridge in state.bridges) + state.bridges_left(player) == 15
    for bridge in state.bridges:
        for field in bridge.pair:
            assert state.stack(field)[bridge.level - 1] == bridge.owner


def without_colour(text: str) -> str:
    """The text without colour codes."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def text_at(drawing: Drawing, area: Area) -> str:
    """The characters of an area, rows joined; it must lie within the drawing."""
    lines = without_colour(drawing.text).split("\n")
    width = max(map(len, lines))
    assert area.column >= 0 and area.row >= 0 and area.width > 0 and area.height > 0
    assert area.row + area.height <= len(lines) and area.column < width
    rows = lines[area.row : area.row + area.height]
    return "\n".join(row.ljust(width)[area.column : area.column + area.width] for row in rows)


def stack_text(stack: tuple[int, ...]) -> str:
    """A stack as a picture shows it: the owner of its uppermost tower and its height."""
    return f"{COLOURS[stack[-1] - 1][0].upper()}{len(stack)}" if stack else ""


def assert_places_show(board: TowersState, drawing: Drawing, layout: str) -> None:
    """Every field has a place where its stack is drawn, and every bridge but in a drawing with labels."""
    names = field_names(board.size)
    bridges = set() if layout == "labels" else {format_pair(board.size, bridge.pair) for bridge in board.bridges}
    assert {*drawing.places} == {*names} | bridges
    for field, name in enumerate(names):
        stack, area = board.stack(field), drawing.places[name]
        shown = text_at(drawing, area)
        if not stack:
            assert not re.search(r"[A-Z]", shown)
        elif layout == "labels":
            assert re.sub(r"[\d\s*]", "", shown)[-1] == stack_text(stack)[0]
            assert f"+{len(stack)}" not in shown
        elif layout == "levels":
            assert shown == stack_text(stack)[0]
        else:
            assert shown == stack_text(stack)
    for name in bridges:
        assert re.search(r"[-=|\"─═│║rbgy\d]", text_at(drawing, drawing.places[name]))


def assert_bridges_can_be_read(board: TowersState, drawing: Drawing) -> None:
    """On every half the line of a bridge is drawn or none, and every bridge that is not hidden has its level."""
    lines = [list(line.ljust(90)) for line in drawing.lines]
    size = board.size
    corners = [(drawing.places[name].column, drawing.places[name].row) for name in field_names(size)]
    topmost = {}
    for bridge in sorted(board.bridges, key=lambda bridge: bridge.level):
        path = board.grid.path(bridge.pair)
        for half in pairwise(path):
            topmost[half] = bridge
    for low in range(size**2):
        for high in ([low + 1] if low % size < size - 1 else []) + ([low + size] if low + size < size**2 else []):
            (x, y), (other_x, other_y) = sorted((corners[low], corners[high]))
            if y == other_y:
                between = {lines[y][x + 4], lines[y][other_x - 1]}
                assert bool(between & {*"-=0123456789+"}) == ((low, high) in topmost), (low, high)
            else:
                between = {lines[min(y, other_y) + 1][x]}
                assert bool(between & {*'|"0123456789rbgy'}) == ((low, high) in topmost), (low, high)
    for bridge in {*topmost.values()}:
        area = drawing.places[format_pair(size, bridge.pair)]
        is_overbuilt = any(len(board.stack(end)) > bridge.level for end in bridge.pair)
        owner = COLOURS[bridge.owner - 1][0] if is_overbuilt else ""
        within = slice(area.column, area.column + max(area.width, 6))
        rows = ["".join(line[within]) for line in lines[area.row : area.row + area.height]]
        label = re.compile(rf"(?<![a-zA-Z\d+]){owner}{bridge.level}(?!\d)")
        assert any(map(label.search, rows)), (bridge, rows)
