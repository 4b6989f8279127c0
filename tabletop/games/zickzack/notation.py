"""How Zickzack moves are written: `place 3 on 7c-7e`, or the cells alone, `7c-7e`.

Where a run of letters in one field is covered by a piece that is called by its size,
the run is written by its ends; otherwise all cells are written.
"""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.errors import AmbiguousMove
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Board, Kind, Place, size_called
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.grammar import Context, Form, Grammar, Maybe, Seq, Sign, Slot, Some, Word

PLACE_WORDS = ("place", "lay", "put", "lege", "setze")
ON_WORDS = ("on", "auf")
_CELL = r"[a-z]{0,8}[0-9]{1,3}[a-z]"
_MOST_CHOICES = 4


def format_move(move: Place, compact: bool = False) -> str:
    """The move in long or compact notation; the grammar's inverse."""
    run = len(move.cells) > 1 and move.piece.isdecimal() and move.cells == _run(move.cells[0], move.cells[-1])
    if compact:
        return f"{move.cells[0]}-{move.cells[-1]}" if run else ".".join(move.cells)
    cells = f"{move.cells[0]}-{move.cells[-1]}" if run else " ".join(move.cells)
    return f"place {move.piece} on {cells}"


def _run(first: str, last: str) -> tuple[str, ...]:
    """The cells from one to another in the same field, in either direction; just the two where fields differ."""
    if first[:-1] != last[:-1]:
        return first, last
    low, high = sorted((ord(first[-1]), ord(last[-1])))
    return tuple(first[:-1] + chr(letter) for letter in range(low, high + 1))


def _read_cells(text: str) -> tuple[str, ...]:
    """A cell or a run, as the cells it stands for."""
    first, dash, last = (part.strip() for part in text.lower().partition("-"))
    return _run(first, last) if dash else (first,)


def _sorted_cells(board: Board, cells: Iterable[str]) -> tuple[str, ...]:
    """The cells in the order of the board; those that it does not have come last, as written."""
    return tuple(sorted(cells, key=lambda cell: board.cell_numbers.get(cell, len(board.cells))))


def _written_cells(context: Context[ZickzackState]) -> tuple[str, ...]:
    board = context.state.board
    return _sorted_cells(board, (cell for cells in context.got.all("cells") for cell in cells))


def _build_long(context: Context[ZickzackState]) -> Place:
    state = context.state
    board, word, cells = state.board, context.got.get("piece"), _written_cells(context)
    kinds = board.kinds_called(word)
    size = kinds[0].size if kinds else size_called(word)
    if board.is_rows:
        if len(cells) == 1 and "-" not in context.text:
            last = chr(ord(cells[0][-1]) + max(size, 1) - 1)
            cells = _run(cells[0], cells[0][:-1] + last) if last <= "z" else cells
        return Place(kinds[0].name if kinds else str(size or word), cells)
    if 0 < len(cells) < size:
        fitting = [move for move in _openings(state, kinds) if set(cells) <= set(move.cells)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousMove(context.text, tuple(format_move(move) for move in fitting[:_MOST_CHOICES]))
    covering = board.kind_covering(cells)
    if covering in kinds:
        return Place(covering.name, cells)
    return Place(kinds[0].name if len(kinds) == 1 else str(size or word), cells)


def _build_compact(context: Context[ZickzackState]) -> Place:
    board, cells = context.state.board, _written_cells(context)
    covering = board.kind_covering(cells)
    return Place(covering.name if covering else str(len(cells)), cells)


def _openings(state: ZickzackState, kinds: list[Kind]) -> list[Place]:
    """The legal moves of the player to move with one of these kinds."""
    names = {kind.name for kind in kinds}
    return [move for move in state.legal_moves() if move.piece in names]


def _offer_pieces(context: Context[ZickzackState]) -> Iterable[str]:
    """The names of the pieces that can be laid."""
    state = context.state
    laid = {move.piece for move in state.legal_moves()}
    return [kind.name for kind in state.board.kinds if kind.name in laid]


def _offer_cells(context: Context[ZickzackState]) -> Iterable[str]:
    """On rows whole runs, otherwise the next cell of a move that begins with the cells written so far."""
    state = context.state
    if state.to_move == NOBODY:
        return []
    moves = _openings(state, state.board.kinds_called(context.got.get("piece", "")))
    written = {cell for cells in context.got.all("cells") for cell in cells}
    if state.board.is_rows:
        return [] if written else [format_move(move, compact=True) for move in moves]
    found: dict[str, None] = {}
    for move in moves:
        if written < set(move.cells):
            for cell in move.cells:
                if cell not in written:
                    found[cell] = None
    return _sorted_cells(state.board, found)


_PIECE = Slot(
    "piece",
    r"(?!(?:" + "|".join(ON_WORDS) + r")\b)(?:[0-9]{1,3}|[^\W\d_][^\W_]{0,19})",
    "a piece (such as 3 or triple)",
    str.lower,
    _offer_pieces,
)
_CELLS_NOUN = "a cell (such as 7c) or a run (7c-7e)"
_CELLS = Slot("cells", rf"{_CELL}(?:\s*-\s*{_CELL})?", _CELLS_NOUN, _read_cells, _offer_cells)
_CELLS_COMPACT = Slot("cells", rf"{_CELL}(?:-{_CELL})?", _CELLS_NOUN, _read_cells)
GRAMMAR = Grammar(
    Form(
        "place 3 on 7c-7e",
        "lay a piece on these cells; in a row the first one is enough: place 3 on 7c",
        Seq(Word(PLACE_WORDS), _PIECE, Word(ON_WORDS), Some(_CELLS, Maybe(Sign(".")))),
        _build_long,
    ),
    Form(
        "7c-7e",
        "the cells alone; on other boards joined by dots: 7a.7d.7e",
        Some(_CELLS_COMPACT, Sign(".")),
        _build_compact,
        "compact",
    ),
)
