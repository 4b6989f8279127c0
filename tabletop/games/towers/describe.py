"""A board of towers in words: stocks, rows, columns, fields, and where a tower is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tabletop.errors import WrongUse
from tabletop.game import NOBODY, Sentences, Setup, View
from tabletop.games.towers.geometry import COLOURS, TOWERS, Bridge, field_names, field_numbers, format_pair
from tabletop.games.towers.labels import Labels
from tabletop.games.towers.rules import TowersState
from tabletop.text import counted, join_words, shorten


def stock_lines(board: TowersState, setup: Setup) -> list[str]:
    """The towers and bridges that each player has left, a line for each."""
    lines = []
    for player, name in enumerate(setup.names, 1):
        towers, bridges = board.towers_left(player), board.bridges_left(player)
        lines.append(f"{name}: {counted(towers, 'tower')} and {counted(bridges, 'bridge')} left")
    return lines


def status_lines(board: TowersState, setup: Setup) -> list[str]:
    """The stocks, and which field is fresh."""
    lines = stock_lines(board, setup)
    if board.fresh is not None and board.to_move != NOBODY:
        lines.append(f"{field_names(board.size)[board.fresh]} is fresh: no tower may be put on it in this turn")
    return lines


def sentence_of_field(board: TowersState, field: int, names: Sequence[str] = COLOURS) -> str:
    """The stack from the top, then all bridges: `e5: red on blue, height 2; red's bridge e5-e7 on level 2`."""
    stack = board.stack(field)
    name = field_names(board.size)[field]
    if not stack:
        parts = [f"{name}: empty"]
    else:
        owners = " on ".join(names[owner - 1] for owner in reversed(stack))
        parts = [f"{name}: {owners}, height {len(stack)}"]
    for bridge in board.bridges:
        if field in bridge.pair:
            parts.append(_bridge_ending_here(board, bridge, names))
        elif field in board.grid.path(bridge.pair):
            parts.append(_bridge_passing_over(board, bridge, names))
    return "; ".join(parts + ["fresh"] * (field == board.fresh))


def sentences_of_board(board: TowersState, names: Sequence[str] = COLOURS) -> list[str]:
    """A sentence for every field that has something on or over it, a1 first."""
    used = {field for field in range(board.size**2) if board.stack(field)}
    for bridge in board.bridges:
        used.update(board.grid.path(bridge.pair))
    return [sentence_of_field(board, field, names) for field in sorted(used)] or ["the board is empty"]


def _bridge_ending_here(board: TowersState, bridge: Bridge, names: Sequence[str]) -> str:
    owner, span = names[bridge.owner - 1], format_pair(board.size, bridge.pair)
    if _is_overbuilt(board, bridge):
        return f"{owner}'s bridge {span} on level {bridge.level}, overbuilt"
    return f"{owner}'s bridge {span} on level {bridge.level}"


def _bridge_passing_over(board: TowersState, bridge: Bridge, names: Sequence[str]) -> str:
    owner, span = names[bridge.owner - 1], format_pair(board.size, bridge.pair)
    if _is_overbuilt(board, bridge):
        return f"{owner}'s bridge {span} passes on level {bridge.level}, overbuilt"
    return f"{owner}'s bridge {span} passes on level {bridge.level}"


def _is_overbuilt(board: TowersState, bridge: Bridge) -> bool:
    return any(len(board.stack(end)) > bridge.level for end in bridge.pair)


_ROW = re.compile(r"(?:row|reihe|zeile)?\s*(\d)")
_COLUMN = re.compile(r"(?:column|spalte)?\s*([a-z])")
_FIELD = re.compile(r"(?:field|feld)?\s*([a-z]\d)")
_TOWER = re.compile(r"(?:(\w+)\s+)?(t\d{1,2})")


def scan(view: View[TowersState], text: str) -> list[str]:
    """A field, a row or a column; without a text, everything on the board and the stocks."""
    board, names = view.state, view.setup.names
    if not text:
        lines = [*sentences_of_board(board, names), *stock_lines(board, view.setup)]
        return [_with_full_stop(line) for line in lines]
    if (match := _FIELD.fullmatch(text)) and match[1] in field_numbers(board.size):
        return [_with_full_stop(sentence_of_field(board, field_numbers(board.size)[match[1]], names))]
    if (match := _ROW.fullmatch(text)) and 1 <= int(match[1]) <= board.size:
        row = int(match[1]) - 1
        return _fields(view, f"Row {match[1]}", [column * board.size + row for column in range(board.size)])
    if (match := _COLUMN.fullmatch(text)) and (column := ord(match[1]) - ord("a")) < board.size:
        return _fields(view, f"Column {match[1]}", [column * board.size + row for row in range(board.size)])
    raise WrongUse(f"`{shorten(text)}` is not on the board: type `row 5`, `column e`, `e5`, or nothing for all of it")


def where(view: View[TowersState], text: str) -> list[str]:
    """Where a tower is: `T3` for every player's T3, `blue T3` for one player's."""
    match = _TOWER.fullmatch(text)
    if not match or not 1 <= int(match[2][1:]) <= TOWERS:
        raise WrongUse(f"there is no tower `{shorten(text)}`: type T1 to T{TOWERS}, such as `T3` or `blue T3`")
    players = [player for player in range(1, view.setup.players + 1) if _is_called(view, player, match[1])]
    if not players:
        raise WrongUse(f"no player is called {match[1]!r}; the players are {join_words(view.setup.names)}")
    return [_tower(view, player, match[2].upper()) for player in players]


def _is_called(view: View[TowersState], player: int, name: str | None) -> bool:
    return name is None or name in (view.setup.names[player - 1].lower(), COLOURS[player - 1])


def _tower(view: View[TowersState], player: int, label: str) -> str:
    board, name = view.state, view.setup.names[player - 1]
    place = Labels.of(view).find(player, label)
    if place is None:
        return f"{name}'s {label} is in stock."
    field, above = place
    level = len(board.stack(field)) - above
    place_name = field_names(board.size)[field]
    if above:
        return f"{name}'s {label} is on {place_name}, level {level}, with {counted(above, 'tower')} above it."
    return f"{name}'s {label} is on {place_name}, level {level}, on top."


def _fields(view: View[TowersState], title: str, fields: list[int]) -> list[str]:
    """A row or column: each field with something on or over it, then the empty ones together."""
    board = view.state
    sentences = [sentence_of_field(board, field, view.setup.names) for field in fields]
    empty = [text.removesuffix(": empty") for text in sentences if text.endswith(": empty")]
    lines = [_with_full_stop(text) for text in sentences if not text.endswith(": empty")]
    if not lines:
        return [f"{title} is empty."]
    return [f"{title}.", *lines, *([f"Empty: {', '.join(empty)}."] if empty else [])]


def _with_full_stop(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


SENTENCES = Sentences(scan, where, places=("row 5", "column e", "e5"), pieces=("T3", "blue T3"))
