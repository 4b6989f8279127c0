"""Position strings of both games: boards, bridges and players, read leniently and written canonically."""

from __future__ import annotations

import re

from tabletop.errors import UnreadablePosition
from tabletop.games.towers.geometry import (
    BRIDGES,
    TOWERS,
    Bridge,
    Ground,
    colour,
    field_names,
    field_numbers,
    format_pair,
)
from tabletop.games.towers.legality import lengthwise
from tabletop.games.towers.rules import Board
from tabletop.text import counted

_EMPTY = re.compile(r"x([0-9]{0,4})")
_STACK = re.compile(r"[0-9]+")
_BRIDGE = re.compile(r"([0-9]{1,4}):([a-z][0-9]{1,4})-([a-z][0-9]{1,4})@([0-9]{1,4})")


def split_position(text: str, parts: tuple[str, ...]) -> list[str]:
    """The words of a position string, as many as there are parts."""
    words = text.lower().split()
    if len(words) != len(parts):
        raise UnreadablePosition(f"a position is {' '.join(f'<{part}>' for part in parts)}, {len(parts)} words")
    return words


def parse_towers(text: str, ground: Ground, players: int) -> tuple[int, ...]:
    """The towers of each player, as bits."""
    rows = text.split("/")
    if len(rows) != ground.size:
        raise UnreadablePosition(f"the board has {counted(len(rows), 'row')} instead of {ground.size}")
    towers = [0] * players
    for row, row_text in zip(range(ground.size - 1, -1, -1), rows, strict=True):
        stacks = _parse_row(row_text, row + 1, ground.size)
        for column, stack in enumerate(stacks):
            bit = 1 << column * ground.size + row
            for digit in stack:
                if not 1 <= int(digit) <= players:
                    raise UnreadablePosition(f"row {row + 1}: there is no player {digit} of {players}")
                towers[int(digit) - 1] |= bit
                bit <<= ground.fields
    for player, owned in enumerate(towers, 1):
        if owned.bit_count() > TOWERS:
            raise UnreadablePosition(f"{colour(player)} has {owned.bit_count()} towers, more than {TOWERS}")
    return tuple(towers)


def _parse_row(text: str, row: int, size: int) -> list[str]:
    stacks: list[str] = []
    for part in text.split(","):
        if found := _EMPTY.fullmatch(part):
            count = int(found[1] or 1)
            if not 1 <= count <= size:
                raise UnreadablePosition(f"row {row}: {part} is not 1 to {size} empty fields")
            stacks += [""] * count
        elif _STACK.fullmatch(part):
            stacks.append(part)
        else:
            raise UnreadablePosition(f"row {row}: {part!r} is neither x, x2 ... nor a stack such as 12")
    if len(stacks) != size:
        raise UnreadablePosition(f"row {row} has {counted(len(stacks), 'field')} instead of {size}")
    return stacks


def parse_bridges(text: str, ground: Ground, towers: tuple[int, ...]) -> tuple[int, int]:
    """The vertical and the horizontal bridges, as bits."""
    bridges: list[Bridge] = []
    for part in [] if text == "-" else text.split(";"):
        bridge = _parse_bridge(part, ground, towers)
        for other in bridges:
            if bridge.level == other.level and lengthwise(ground, bridge.pair, other.pair):
                one, two = format_pair(ground.size, other.pair), format_pair(ground.size, bridge.pair)
                raise UnreadablePosition(f"{one} and {two} lie lengthwise on each other on level {bridge.level}")
        bridges.append(bridge)
    for player in range(1, len(towers) + 1):
        count = sum(bridge.owner == player for bridge in bridges)
        if count > BRIDGES:
            raise UnreadablePosition(f"{colour(player)} has {count} bridges, more than {BRIDGES}")
    vertical = horizontal = 0
    for bridge in bridges:
        bit = 1 << (bridge.level - 1) * ground.fields + bridge.low
        if bridge.high - bridge.low == ground.span:
            vertical |= bit
        else:
            horizontal |= bit
    return vertical, horizontal


def _parse_bridge(text: str, ground: Ground, towers: tuple[int, ...]) -> Bridge:
    found = _BRIDGE.fullmatch(text)
    if not found:
        raise UnreadablePosition(f"{text!r} is no bridge such as 1:c3-c{3 + ground.span}@1")
    owner, level = int(found[1]), int(found[4])
    if not 1 <= owner <= len(towers):
        raise UnreadablePosition(f"{text}: there is no player {owner} of {len(towers)}")
    numbers = field_numbers(ground.size)
    for name in (found[2], found[3]):
        if name not in numbers:
            raise UnreadablePosition(f"{text}: there is no field {name}")
    low, high = sorted((numbers[found[2]], numbers[found[3]]))
    if (low, high) not in ground.touching:
        apart = "two fields apart" if ground.span == 2 else "neighbours"
        raise UnreadablePosition(f"{text}: the ends are not {apart} in one row or column")
    for field in (low, high):
        place = (level - 1) * ground.fields + field
        if level < 1 or not towers[owner - 1] >> place & 1:
            name = field_names(ground.size)[field]
            raise UnreadablePosition(f"{text}: {colour(owner)} has no tower on level {level} of {name}")
    return Bridge(low, high, level, owner)


def parse_player(text: str, players: int) -> int:
    """The player to move."""
    if not re.fullmatch(r"[0-9]{1,4}", text) or not 1 <= int(text) <= players:
        raise UnreadablePosition(f"the player to move is 1 to {players}, not {text!r}")
    return int(text)


def format_towers(board: Board) -> str:
    """The board, rows from the top down."""
    rows = []
    for row in range(board.size - 1, -1, -1):
        parts: list[str] = []
        empty = 0
        for column in range(board.size):
            stack = board.stack(column * board.size + row)
            if not stack:
                empty += 1
                continue
            if empty:
                parts.append(_format_empty(empty))
                empty = 0
            parts.append("".join(map(str, stack)))
        if empty:
            parts.append(_format_empty(empty))
        rows.append(",".join(parts))
    return "/".join(rows)


def _format_empty(count: int) -> str:
    return "x" if count == 1 else f"x{count}"


def format_bridges(board: Board) -> str:
    """The bridges in canonical order, or a dash."""
    size = board.size
    return ";".join(f"{b.owner}:{format_pair(size, b.pair)}@{b.level}" for b in board.bridges) or "-"
