"""The part of position strings that both games share: board, bridges and player.

Reading is lenient, writing canonical.

parts = ("board", "bridges", "player")
board, bridges, player, fresh = split_position("x5/x5/x5/x5/1,1,x3 1:a1-b1@1 2", parts, immune=False)
parsed = parse_board(board, bridges, player, grid, players=2)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tabletop.errors import UnreadablePosition
from tabletop.games.towers.geometry import (
    BRIDGES,
    TOWERS,
    Bridge,
    Grid,
    colour,
    field_names,
    field_numbers,
    format_pair,
)
from tabletop.games.towers.legality import overlap_lengthwise
from tabletop.games.towers.rules import TowersState
from tabletop.text import counted

_EMPTY = re.compile(r"x([0-9]{0,4})")
_STACK = re.compile(r"[0-9]+")
_BRIDGE = re.compile(r"([0-9]{1,4}):([a-z][0-9]{1,4})-([a-z][0-9]{1,4})@([0-9]{1,4})")


def split_position(text: str, parts: tuple[str, ...], immune: bool) -> list[str]:
    """The words of a position string, one for each part, and the fresh field, which may be missing."""
    words = text.lower().split()
    form = " ".join(f"<{part}>" for part in parts)
    if len(words) == len(parts):
        return [*words, "-"]
    if len(words) == len(parts) + 1:
        if immune:
            return words
        raise UnreadablePosition(f"a position has {len(parts)} parts: {form}; a fresh field needs the option `immune`")
    if immune:
        raise UnreadablePosition(f"a position has {len(parts)} or {len(parts) + 1} parts: {form} <fresh>")
    raise UnreadablePosition(f"a position has {len(parts)} parts: {form}")


class ParsedBoard(NamedTuple):
    """The towers of each player, all bridges, and the player to move, as a state keeps them."""

    towers: tuple[int, ...]
    vertical: int
    horizontal: int
    player: int


def parse_board(board: str, bridges: str, player: str, grid: Grid, players: int) -> ParsedBoard:
    """Parse the first three words of a position string."""
    towers = _parse_towers(board, grid, players)
    vertical, horizontal = _parse_bridges(bridges, grid, towers)
    return ParsedBoard(towers, vertical, horizontal, _parse_player(player, players))


def _parse_towers(text: str, grid: Grid, players: int) -> tuple[int, ...]:
    """The towers of each player, as bits."""
    rows = text.split("/")
    if len(rows) != grid.size:
        raise UnreadablePosition(f"the board has {counted(len(rows), 'row')} instead of {grid.size}")
    towers = [0] * players
    for row, row_text in zip(range(grid.size - 1, -1, -1), rows, strict=True):
        stacks = _parse_row(row_text, row + 1, grid.size)
        for column, stack in enumerate(stacks):
            bit = 1 << column * grid.size + row
            for digit in stack:
                if not 1 <= int(digit) <= players:
                    raise UnreadablePosition(f"row {row + 1}: there is no player {digit}; players are 1 to {players}")
                towers[int(digit) - 1] |= bit
                bit <<= grid.fields
    for player, owned in enumerate(towers, 1):
        if owned.bit_count() > TOWERS:
            raise UnreadablePosition(f"{colour(player)} has {owned.bit_count()} towers; a player has at most {TOWERS}")
    return tuple(towers)


def _parse_row(text: str, row: int, size: int) -> list[str]:
    stacks: list[str] = []
    for part in text.split(","):
        if match := _EMPTY.fullmatch(part):
            count = int(match[1] or 1)
            if not 1 <= count <= size:
                raise UnreadablePosition(f"row {row}: {part} must be 1 to {size} empty fields")
            stacks += [""] * count
        elif _STACK.fullmatch(part):
            stacks.append(part)
        else:
            raise UnreadablePosition(f"row {row}: {part!r} is not x, x2 ... or a stack such as 12")
    if len(stacks) != size:
        raise UnreadablePosition(f"row {row} has {counted(len(stacks), 'field')} instead of {size}")
    return stacks


def _parse_bridges(text: str, grid: Grid, towers: tuple[int, ...]) -> tuple[int, int]:
    """The vertical and the horizontal bridges, as bits."""
    bridges: list[Bridge] = []
    for part in [] if text == "-" else text.split(";"):
        bridge = _parse_bridge(part, grid, towers)
        for other in bridges:
            if bridge.level == other.level and overlap_lengthwise(grid, bridge.pair, other.pair):
                first, second = format_pair(grid.size, other.pair), format_pair(grid.size, bridge.pair)
                raise UnreadablePosition(f"{first} and {second} overlap lengthwise on level {bridge.level}")
        bridges.append(bridge)
    for player in range(1, len(towers) + 1):
        count = sum(bridge.owner == player for bridge in bridges)
        if count > BRIDGES:
            raise UnreadablePosition(f"{colour(player)} has {count} bridges; a player has at most {BRIDGES}")
    vertical = horizontal = 0
    for bridge in bridges:
        bit = 1 << (bridge.level - 1) * grid.fields + bridge.low
        if bridge.high - bridge.low == grid.span:
            vertical |= bit
        else:
            horizontal |= bit
    return vertical, horizontal


def _parse_bridge(text: str, grid: Grid, towers: tuple[int, ...]) -> Bridge:
    match = _BRIDGE.fullmatch(text)
    if not match:
        raise UnreadablePosition(f"{text!r} is not a bridge; write it like 1:c3-c{3 + grid.span}@1")
    owner, level = int(match[1]), int(match[4])
    if not 1 <= owner <= len(towers):
        raise UnreadablePosition(f"{text}: there is no player {owner}; players are 1 to {len(towers)}")
    ends = []
    for name in (match[2], match[3]):
        field = _parse_field(name, grid)
        if field is None:
            raise UnreadablePosition(f"{text}: there is no field {name}")
        ends.append(field)
    low, high = sorted(ends)
    if (low, high) not in grid.touching:
        if grid.span == 1:
            raise UnreadablePosition(f"{text}: the ends are not neighbours in a row or column")
        raise UnreadablePosition(f"{text}: the ends are not two fields apart in a row or column")
    for field in (low, high):
        place = (level - 1) * grid.fields + field
        if level < 1 or not towers[owner - 1] >> place & 1:
            name = field_names(grid.size)[field]
            raise UnreadablePosition(f"{text}: {colour(owner)} has no tower on level {level} of {name}")
    return Bridge(low, high, level, owner)


def _parse_field(text: str, grid: Grid) -> int | None:
    """The number of a field, whose row may begin with zeros; None if there is no such field."""
    match = re.fullmatch(r"([a-z])0*([0-9]{1,3})", text)
    return field_numbers(grid.size).get(match[1] + match[2]) if match else None


def _parse_player(text: str, players: int) -> int:
    """The player to move."""
    if not re.fullmatch(r"[0-9]{1,4}", text) or not 1 <= int(text) <= players:
        raise UnreadablePosition(f"the player to move must be 1 to {players}, not {text!r}")
    return int(text)


def parse_fresh(text: str, grid: Grid, towers: tuple[int, ...]) -> int | None:
    """The field on which the turn before put a tower; `-` for none."""
    if text == "-":
        return None
    field = _parse_field(text, grid)
    if field is None:
        raise UnreadablePosition(f"the fresh field must be - or a field such as c3, not {text!r}")
    if not any(owned >> field & 1 for owned in towers):
        raise UnreadablePosition(f"the fresh field {text} has no tower on it")
    return field


def format_fresh(board: TowersState, immune: bool) -> str:
    """The fresh field as the last word of a position string, after a space; nothing without `immune`."""
    if not immune:
        return ""
    return " -" if board.fresh is None else f" {field_names(board.size)[board.fresh]}"


def format_board(board: TowersState) -> str:
    """The board as the first three words of a position string."""
    return f"{_format_towers(board)} {_format_bridges(board)} {board.player}"


def _format_towers(board: TowersState) -> str:
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


def _format_bridges(board: TowersState) -> str:
    """The bridges in canonical order, or a dash."""
    size = board.size
    return ";".join(f"{b.owner}:{format_pair(size, b.pair)}@{b.level}" for b in board.bridges) or "-"
