"""A Zickzack position in words and as data: points, fields, hands, and what lies where."""

from __future__ import annotations

import re
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import Sentences, Setup, View
from tabletop.games.zickzack.board import BLUE, GREEN, Kind, Place, player_name
from tabletop.games.zickzack.notation import format_move
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.style import Style
from tabletop.text import join_words, shorten


def score_details(state: ZickzackState, setup: Setup) -> dict[str, Any]:
    """The fields won by each player, and those that nobody has won."""
    won = {setup.names[player - 1]: _fields_of(state, player) for player in (GREEN, BLUE)}
    return {"fields": won, "open": _fields_of(state, 0)}


def score_lines(state: ZickzackState, setup: Setup, style: Style) -> list[str]:
    """The same in a line each."""
    lines = [f"{player_name(setup, player)} won {_listed(_fields_of(state, player))}" for player in (GREEN, BLUE)]
    if 0 in state.owners:
        lines.append(f"nobody won {_listed(_fields_of(state, 0))}")
    return lines


def status_lines(state: ZickzackState, setup: Setup) -> list[str]:
    """Points and hand of each player, and what is free."""
    lines = []
    for player in (GREEN, BLUE):
        counts = zip(state.board.kinds, state.counts(player), strict=True)
        hand = ", ".join(f"{count} {kind.noun}" for kind, count in counts if count) or "nothing"
        lines.append(f"{player_name(setup, player)}: {state.scores()[player - 1]} points, in hand {hand}")
    free = [
        f"{field.name} ({cells})"
        for field, mask in zip(state.board.fields, state.board.field_masks, strict=True)
        if (cells := (state.free & mask).bit_count())
    ]
    lines.append("free cells: " + (", ".join(free) or "none"))
    return lines


def _fields_of(state: ZickzackState, player: int) -> list[str]:
    return [field.name for field, owner in zip(state.board.fields, state.owners, strict=True) if owner == player]


def _listed(names: list[str]) -> str:
    if not names:
        return "no field"
    return f"{'field' if len(names) == 1 else 'fields'} {join_words(names)}"


_FIELD = re.compile(r"(?:(?:field|feld|row|reihe)\s*)?(\w+)")


def scan(view: View[ZickzackState], text: str) -> list[str]:
    """A cell, a field, or all fields and hands."""
    state, board = view.state, view.state.board
    if not text:
        fields = [_field(view, number) for number in range(len(board.fields))]
        return fields + [f"{line}." for line in status_lines(state, view.setup)]
    word = found[1] if (found := _FIELD.fullmatch(text)) else text
    by_name = {field.name.lower(): number for number, field in enumerate(board.fields)}
    if word in by_name:
        return [_field(view, by_name[word])]
    if word in board.cell_numbers:
        return [_cell(view, word)]
    names = f"{board.fields[0].name} to {board.fields[-1].name}"
    raise WrongUse(f"`{shorten(text)}` is no part of the board: say a field ({names}), a cell such as 7c, or nothing")


def where(view: View[ZickzackState], text: str) -> list[str]:
    """Where the pieces of a kind lie, and how many are still in hand; or who covers a cell."""
    board = view.state.board
    if text in board.cell_numbers:
        return [_cell(view, text)]
    kinds = board.kinds_called(text)
    if not kinds:
        known = ", ".join(kind.name for kind in board.kinds)
        raise WrongUse(f"there is no piece `{shorten(text)}`; there are {known}")
    return [_pieces(view, player, kind) for kind in kinds for player in (GREEN, BLUE)]


def _pieces(view: View[ZickzackState], player: int, kind: Kind) -> str:
    state = view.state
    laid = [_cells(piece) for owner, piece in state.pieces() if owner == player and piece.piece == kind.name]
    left = state.counts(player)[state.board.kind_numbers[kind.name]]
    return f"{view.setup.names[player - 1]}, {kind.noun}: on {', '.join(laid) or 'no field'}; {left} in hand."


def _field(view: View[ZickzackState], number: int) -> str:
    """`Field 7, 7 points: 7c-7e green; free 7a, 7b, 7f, 7g.`"""
    state = view.state
    field, mask = state.board.fields[number], state.board.field_masks[number]
    own = set(state.board.named(mask))
    here = [(owner, piece) for owner, piece in state.pieces() if own & set(piece.cells)]
    parts = [f"{_cells(piece)} {view.setup.names[owner - 1]}" for owner, piece in here]
    free = list(state.board.named(mask & state.free))
    if free:
        parts.append("all free" if len(free) == len(own) else f"free {', '.join(free)}")
    else:
        parts.append(f"won by {view.setup.names[state.owners[number] - 1]}")
    return f"Field {field.name}, {field.points} points: {'; '.join(parts)}."


def _cell(view: View[ZickzackState], cell: str) -> str:
    state = view.state
    bit = 1 << state.board.cell_numbers[cell]
    if state.free & bit:
        return f"{cell} is free."
    name = view.setup.names[(GREEN if state.green & bit else BLUE) - 1]
    piece = next(piece for _, piece in state.pieces() if cell in piece.cells)
    return f"{cell} is covered by {name}" + (f", with {_cells(piece)}." if len(piece.cells) > 1 else ".")


def _cells(piece: Place) -> str:
    return format_move(piece, compact=True)


SENTENCES = Sentences(scan, where, places=("field 7", "7c"), pieces=("3", "triple", "7c"))
