"""Why a move of Zickzack is illegal, with the rule: Z1 (pieces), Z3 (cells), Z5 (the end)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.errors import IllegalMove
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import BLUE, COLOURS, GREEN, Board, PieceType, ZickzackMove
from tabletop.games.zickzack.hexes import is_connected
from tabletop.text import counted, join_words

if TYPE_CHECKING:
    from tabletop.games.zickzack.rules import ZickzackState


def check_move(state: ZickzackState, move: ZickzackMove) -> None:
    """Raise IllegalMove unless the player to move may make this move."""
    if state.to_move == NOBODY:
        raise IllegalMove("Z5", "the game is over: neither player can lay a piece")
    board = state.board
    number = board.type_numbers.get(move.piece)
    if number is None:
        if move.piece == str(len(move.cells)):  # Perhaps nobody named a piece, but only cells.
            _check_cells_exist(board, move.cells)
        if move.piece == str(len(move.cells)) and not board.has_rows:
            _check_cells(state, move.cells)
            raise IllegalMove("Z1", f"no piece has the shape of {join_words(move.cells)}", move.cells[-1])
        known = join_words([piece_type.name for piece_type in board.piece_types])
        raise IllegalMove("Z1", f"there is no piece {move.piece}; the pieces are {known}", move.piece)
    piece_type = board.piece_types[number]
    if not state.hand_counts(state.to_move)[number]:
        raise IllegalMove("Z1", f"you have no {piece_type.noun} left", move.piece)
    _check_cells(state, move.cells)
    if move not in board.placement_of:
        raise IllegalMove("Z3", _wrong_cells(piece_type, move.cells), move.cells[-1])


def _check_cells(state: ZickzackState, cells: tuple[str, ...]) -> None:
    """Raise IllegalMove unless the cells exist, are free, different, connected, and in one field (Z3)."""
    board = state.board
    _check_cells_exist(board, cells)
    numbers = [board.cell_numbers[cell] for cell in cells]
    for cell, number in zip(cells, numbers, strict=True):
        if not state.free >> number & 1:
            colour = COLOURS[GREEN if state.green >> number & 1 else BLUE]
            raise IllegalMove("Z3", f"{cell} is covered by a {colour} piece", cell)
    if len({board.cell_fields[number] for number in numbers}) > 1:
        raise IllegalMove("Z3", f"{join_words(cells)} are not in the same field", cells[-1])
    if len(set(cells)) < len(cells):
        raise IllegalMove("Z3", f"{join_words(cells)}: a piece covers each cell only once", cells[-1])
    if not is_connected(board.hexes[number] for number in numbers):
        raise IllegalMove("Z3", f"{join_words(cells)} are not connected", cells[-1])


def _check_cells_exist(board: Board, cells: tuple[str, ...]) -> None:
    """Raise IllegalMove unless the board has the cells: of a run, the first or the last, which were typed."""
    for cell in (cells[0], *reversed(cells)):
        if cell not in board.cell_numbers:
            raise IllegalMove("Z3", _no_such_cell(board, cell), cell)


def _no_such_cell(board: Board, cell: str) -> str:
    """Why a cell does not exist: there is no such field, or the field has no such cell."""
    field = board.field_numbers.get(cell[:-1])
    if field is None:
        return f"there is no field {cell[:-1]}; the fields are {', '.join(field.name for field in board.fields)}"
    last = chr(ord("a") + len(board.fields[field].cells) - 1)
    return f"field {cell[:-1]} has no cell {cell}; its last cell is {cell[:-1]}{last}"


def _wrong_cells(piece_type: PieceType, cells: tuple[str, ...]) -> str:
    """Why the piece cannot cover these free cells: their number, or their shape."""
    if len(cells) == piece_type.size:
        return f"the {piece_type.noun} does not have the shape of {join_words(cells)}"
    return f"the {piece_type.noun} covers {counted(piece_type.size, 'cell')}, not {len(cells)}"
