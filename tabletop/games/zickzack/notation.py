"""How Zickzack moves are written: `place 3 on 7c-7e`, or the cells alone, `7c-7e`.

A piece that is called by its size and covers a run of letters is written by the ends of
the run; otherwise all cells are written.
"""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.errors import AmbiguousMove
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Board, PieceType, ZickzackMove, parse_size
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.grammar import Context, Form, Grammar, Maybe, Seq, Sign, Slot, Some, Word

PLACE_WORDS = ("place", "lay", "put", "lege", "setze")
ON_WORDS = ("on", "auf")
_CELL = r"[a-z]{0,8}[0-9]{1,3}[a-z]"
_MAX_CHOICES = 4
"""How many moves to name if a text could mean several."""


def format_move(move: ZickzackMove, compact: bool = False) -> str:
    """The move in long or compact notation, as the grammar reads it."""
    first, last = move.cells[0], move.cells[-1]
    is_run = len(move.cells) > 1 and move.piece.isdecimal() and move.cells == _run(first, last)
    cells = f"{first}-{last}" if is_run else ("." if compact else " ").join(move.cells)
    return cells if compact else f"place {move.piece} on {cells}"


def _run(first: str, last: str) -> tuple[str, ...]:
    """The cells from one to another in the same field, in either direction; just the two if the fields differ."""
    if first[:-1] != last[:-1]:
        return first, last
    low, high = sorted((ord(first[-1]), ord(last[-1])))
    return tuple(first[:-1] + chr(letter) for letter in range(low, high + 1))


def _parse_cells(text: str) -> tuple[str, ...]:
    """The cells that a cell or a run stands for."""
    first, dash, last = (part.strip() for part in text.lower().partition("-"))
    return _run(first, last) if dash else (first,)


def _sorted_cells(board: Board, cells: Iterable[str]) -> tuple[str, ...]:
    """The cells in the order of the board; those that it does not have come last, as written."""
    return tuple(sorted(cells, key=lambda cell: board.cell_numbers.get(cell, len(board.cells))))


def _written_cells(context: Context[ZickzackState]) -> tuple[str, ...]:
    return _sorted_cells(context.state.board, (cell for cells in context.captures.all("cells") for cell in cells))


def _build_long(context: Context[ZickzackState]) -> ZickzackMove:
    """The move with the piece and the cells written, completed if some of the cells are enough to tell."""
    state = context.state
    board, word, cells = state.board, context.captures.get("piece"), _written_cells(context)
    piece_types = board.find_piece_types(word)
    size = piece_types[0].size if piece_types else parse_size(word)
    if board.has_rows:
        if len(cells) == 1 and "-" not in context.text:
            last = chr(ord(cells[0][-1]) + max(size, 1) - 1)
            run = _run(cells[0], cells[0][:-1] + last) if last <= "z" else cells
            # A piece that does not exist is the mistake, not the cells that it would cover outside the field.
            cells = run if piece_types or run[-1] in board.cell_numbers else cells
        return ZickzackMove(piece_types[0].name if piece_types else str(size or word), cells)
    if 0 < len(cells) < size:
        fitting = [move for move in _legal_moves_with(state, piece_types) if set(cells) <= set(move.cells)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousMove(context.text, tuple(format_move(move) for move in fitting[:_MAX_CHOICES]))
    covering = board.piece_type_covering(cells)
    if covering in piece_types:
        return ZickzackMove(covering.name, cells)
    return ZickzackMove(piece_types[0].name if len(piece_types) == 1 else str(size or word), cells)


def _build_compact(context: Context[ZickzackState]) -> ZickzackMove:
    cells = _written_cells(context)
    covering = context.state.board.piece_type_covering(cells)
    return ZickzackMove(covering.name if covering else str(len(cells)), cells)


def _legal_moves_with(state: ZickzackState, piece_types: list[PieceType]) -> list[ZickzackMove]:
    """The legal moves with a piece of one of these types."""
    names = {piece_type.name for piece_type in piece_types}
    return [move for move in state.legal_moves() if move.piece in names]


def _offer_pieces(context: Context[ZickzackState]) -> Iterable[str]:
    """The names of the pieces that can be laid."""
    legal = {move.piece for move in context.state.legal_moves()}
    return [piece_type.name for piece_type in context.state.board.piece_types if piece_type.name in legal]


def _offer_cells(context: Context[ZickzackState]) -> Iterable[str]:
    """On a board with rows, whole runs; otherwise the cells that may follow those written so far."""
    state = context.state
    if state.to_move == NOBODY:
        return []
    moves = _legal_moves_with(state, state.board.find_piece_types(context.captures.get("piece", "")))
    written = {cell for cells in context.captures.all("cells") for cell in cells}
    if state.board.has_rows:
        return [] if written else [format_move(move, compact=True) for move in moves]
    following = {cell for move in moves if written < set(move.cells) for cell in move.cells if cell not in written}
    return _sorted_cells(state.board, following)


_PIECE = Slot(
    "piece",
    r"(?!(?:" + "|".join(ON_WORDS) + r")\b)(?:[0-9]{1,3}|[^\W\d_][^\W_]{0,19})",
    "a piece (such as 3 or triple)",
    str.lower,
    _offer_pieces,
)
_CELLS_NOUN = "a cell (such as 7c) or a run (7c-7e)"
_CELLS = Slot("cells", rf"{_CELL}(?:\s*-\s*{_CELL})?", _CELLS_NOUN, _parse_cells, _offer_cells)
_CELLS_COMPACT = Slot("cells", rf"{_CELL}(?:-{_CELL})?", _CELLS_NOUN, _parse_cells)
GRAMMAR = Grammar(
    Form(
        "place 3 on 7c-7e",
        "lay a piece on these cells; on a row the first cell is enough: place 3 on 7c",
        Seq(Word(PLACE_WORDS), _PIECE, Word(ON_WORDS), Some(_CELLS, Maybe(Sign(".")))),
        _build_long,
    ),
    Form(
        "7c-7e",
        "just the cells; on other boards, joined by dots: 7a.7d.7e",
        Some(_CELLS_COMPACT, Sign(".")),
        _build_compact,
        "compact",
    ),
)
