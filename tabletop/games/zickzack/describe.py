"""A Zickzack position in words and as data: points, fields, hands, and where the pieces are."""

from __future__ import annotations

import re
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import Sentences, Setup, View
from tabletop.games.zickzack.board import BLUE, GREEN, PieceType, ZickzackMove, player_name
from tabletop.games.zickzack.notation import format_move
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.style import Style
from tabletop.text import counted, join_words, shorten


def score_details(state: ZickzackState, setup: Setup) -> dict[str, Any]:
    """The fields won by each player, and those that nobody has won."""
    won = {setup.names[player - 1]: _fields_won(state, player) for player in (GREEN, BLUE)}
    return {"fields": won, "open": _fields_won(state, 0)}


def score_lines(state: ZickzackState, setup: Setup, style: Style) -> list[str]:
    """The same as lines of text."""
    lines = [_line_of_fields(state, player, player_name(setup, player)) for player in (GREEN, BLUE)]
    if 0 in state.owners:
        lines.append(_line_of_fields(state, 0, "nobody"))
    return lines


def status_lines(state: ZickzackState, setup: Setup) -> list[str]:
    """Each player's points and hand, and the free cells."""
    lines = []
    for player in (GREEN, BLUE):
        counts = zip(state.board.piece_types, state.hand_counts(player), strict=True)
        hand = ", ".join(piece_type.counted(count) for piece_type, count in counts if count) or "nothing"
        points = counted(state.scores()[player - 1], "point")
        lines.append(f"{player_name(setup, player)}: {points}; in hand: {hand}")
    free = [
        f"{field.name} ({cells})"
        for field, mask in zip(state.board.fields, state.board.field_masks, strict=True)
        if (cells := (state.free & mask).bit_count())
    ]
    lines.append(f"free cells by field: {', '.join(free)}" if free else "no free cells")
    return lines


def _fields_won(state: ZickzackState, player: int) -> list[str]:
    """The names of the fields that the player has won; with player 0, of those that nobody has won."""
    return [field.name for field, owner in zip(state.board.fields, state.owners, strict=True) if owner == player]


def _line_of_fields(state: ZickzackState, player: int, name: str) -> str:
    """The fields that the player has won, in a sentence."""
    fields = _fields_won(state, player)
    if not fields:
        return f"{name} has won no fields"
    if len(fields) == 1:
        return f"{name} has won field {fields[0]}"
    return f"{name} has won fields {join_words(fields)}"


_FIELD = re.compile(r"(?:(?:field|feld|row|reihe)\s*)?(\w+)")


def scan(view: View[ZickzackState], text: str) -> list[str]:
    """Describe a field or a cell; without a text, all fields and hands."""
    board = view.state.board
    if not text:
        fields = [_describe_field(view, number) for number in range(len(board.fields))]
        return fields + [f"{line}." for line in status_lines(view.state, view.setup)]
    match = _FIELD.fullmatch(text)
    name = match[1] if match else text
    field_numbers = {field.name.lower(): number for number, field in enumerate(board.fields)}
    if name in field_numbers:
        return [_describe_field(view, field_numbers[name])]
    if name in board.cell_numbers:
        return [_describe_cell(view, name)]
    names = f"{board.fields[0].name} to {board.fields[-1].name}"
    raise WrongUse(
        f"`{shorten(text)}` is not on the board: type a field ({names}), a cell such as 7c, or nothing for all"
    )


def where(view: View[ZickzackState], text: str) -> list[str]:
    """Where the pieces of a type are, and how many are still in hand; or who covers a cell."""
    board = view.state.board
    if text in board.cell_numbers:
        return [_describe_cell(view, text)]
    piece_types = board.find_piece_types(text)
    if not piece_types:
        known = join_words([piece_type.name for piece_type in board.piece_types])
        raise WrongUse(f"there is no piece `{shorten(text)}`; the pieces are {known}")
    return [_describe_pieces(view, player, piece_type) for piece_type in piece_types for player in (GREEN, BLUE)]


def _describe_pieces(view: View[ZickzackState], player: int, piece_type: PieceType) -> str:
    state = view.state
    laid = [_cells(move) for owner, move in state.pieces() if owner == player and move.piece == piece_type.name]
    left = state.hand_counts(player)[state.board.type_numbers[piece_type.name]]
    name = view.setup.names[player - 1]
    if not laid:
        return f"{name}, {piece_type.noun}: none laid; {left} in hand."
    return f"{name}, {piece_type.noun}: on {', '.join(laid)}; {left} in hand."


def _describe_field(view: View[ZickzackState], number: int) -> str:
    """`Field 7, 7 points: green on 7c-7e; free: 7a, 7b, 7f, 7g.`"""
    state, board = view.state, view.state.board
    field, mask = board.fields[number], board.field_masks[number]
    parts = [
        f"{view.setup.names[player - 1]} on {_cells(move)}"
        for player, move in state.pieces()
        if board.placement_of[move].field == number
    ]
    free = board.cell_names(mask & state.free)
    if free:
        parts.append("all free" if len(free) == len(field.cells) else f"free: {', '.join(free)}")
    else:
        parts.append(f"won by {view.setup.names[state.owners[number] - 1]}")
    return f"Field {field.name}, {counted(field.points, 'point')}: {'; '.join(parts)}."


def _describe_cell(view: View[ZickzackState], cell: str) -> str:
    state = view.state
    bit = 1 << state.board.cell_numbers[cell]
    if state.free & bit:
        return f"{cell} is free."
    name = view.setup.names[(GREEN if state.green & bit else BLUE) - 1]
    piece = next(move for _, move in state.pieces() if cell in move.cells)
    if len(piece.cells) == 1:
        return f"{cell} is covered by {name}."
    return f"{cell} is covered by {name}'s piece on {_cells(piece)}."


def _cells(move: ZickzackMove) -> str:
    return format_move(move, compact=True)


SENTENCES = Sentences(scan, where, places=("field 7", "7c"), pieces=("3", "triple", "7c"))
