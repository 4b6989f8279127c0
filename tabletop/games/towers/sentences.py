"""A board in sentences, for ears instead of eyes."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.games.towers.board import Board
from tabletop.games.towers.pieces import COLOURS, Bridge
from tabletop.grid import field_names


def sentence_of_field(board: Board, field: int, names: Sequence[str] = COLOURS) -> str:
    """`e5: red on blue on red, height 3; bridge e5-e7 level 3 red`: the stack from the top, and all bridges there."""
    stack = board.stack(field)
    name = field_names(board.size)[field]
    if not stack:
        parts = [f"{name}: empty"]
    else:
        owners = " on ".join(names[owner - 1] for owner in reversed(stack))
        parts = [f"{name}: {owners}, height {len(stack)}"]
    for bridge in board.bridges:
        if field in (bridge.low, bridge.high):
            parts.append(_bridge(board, bridge, names))
        elif field in board.ground.path((bridge.low, bridge.high)):
            parts.append(f"{_bridge(board, bridge, names)} passes")
    return "; ".join(parts)


def sentences_of_board(board: Board, names: Sequence[str] = COLOURS) -> list[str]:
    """A sentence for every field that has something on or over it, a1 first."""
    busy = {field for field in range(board.size**2) if board.stack(field)}
    for bridge in board.bridges:
        busy.update(board.ground.path((bridge.low, bridge.high)))
    return [sentence_of_field(board, field, names) for field in sorted(busy)] or ["the board is empty"]


def _bridge(board: Board, bridge: Bridge, names: Sequence[str]) -> str:
    fields = field_names(board.size)
    text = f"bridge {fields[bridge.low]}-{fields[bridge.high]} level {bridge.level} {names[bridge.owner - 1]}"
    is_overbuilt = any(len(board.stack(end)) > bridge.level for end in (bridge.low, bridge.high))
    return f"{text} overbuilt" if is_overbuilt else text
