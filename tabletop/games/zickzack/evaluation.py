"""What searches know about a Zickzack position: canonical fields, and moves by what they allow the other player.

A search needs only the free cells of each field. On a board with rows, only the lengths of the
gaps matter, not their order, so fields that differ only in that have the same canonical form.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletop.bots.winchance import WinCurve
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Board
from tabletop.games.zickzack.rules import ZickzackState

WIN_CURVE = WinCurve(start=0.060, change=0.424)
"""The chance to win that a value means: fitted to 979 moves of 60 games of `hard` and `medium` from random
openings, with 2500 nodes a move."""


class SearchPosition(NamedTuple):
    """A position as searches see it."""

    fields: tuple[int, ...]
    """The free cells of each field, in canonical form."""
    hands: tuple[int, int]
    player: int
    """The player to move; NOBODY after the end."""
    lead: int
    """Green's points minus blue's."""


class SearchMove(NamedTuple):
    """A move as searches see it: the numbers of field and piece type, and the field's free cells after it."""

    field: int
    type_number: int
    free: int


class MovesByRisk(NamedTuple):
    """A player's moves into one field, by what the other player can do next."""

    fills: tuple[SearchMove, ...]
    """Moves that win the field."""
    safe: tuple[SearchMove, ...]
    """Moves after which the other player cannot win the field at once."""
    giveaways: tuple[SearchMove, ...]
    """Moves after which the other player can."""


class SearchTables:
    """Lookup tables for the searches on one board; filled as needed."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.points = tuple(field.points for field in board.fields)
        self._canonical: list[dict[int, int]] = [{} for _ in board.fields]
        self._moves: list[dict[tuple[int, int], tuple[SearchMove, ...]]] = [{} for _ in board.fields]
        self._moves_by_risk: dict[tuple[int, int, int, int], MovesByRisk] = {}

    def canonical(self, field: int, free: int) -> int:
        """The free cells of a field in canonical form."""
        forms = self._canonical[field]
        if free not in forms:
            forms[free] = _canonical_row(free, self.board.field_masks[field]) if self.board.has_rows else free
        return forms[free]

    def moves(self, field: int, free: int, types: int) -> tuple[SearchMove, ...]:
        """The different moves into a field for a hand with these piece types, larger pieces first."""
        cache = self._moves[field]
        moves = cache.get((free, types))
        if moves is None:
            different: dict[SearchMove, None] = {}
            for item in sorted(self.board.placements[field], key=lambda item: -item.mask.bit_count()):
                if types >> item.type_number & 1 and item.mask & free == item.mask:
                    different[SearchMove(field, item.type_number, self.canonical(field, free ^ item.mask))] = None
            moves = cache[free, types] = tuple(different)
        return moves

    def moves_by_risk(self, field: int, free: int, own: int, other: int) -> MovesByRisk:
        """The moves into a field for a hand with the piece types `own` against one with the types `other`."""
        key = (field, free, own, other)
        by_risk = self._moves_by_risk.get(key)
        if by_risk is None:
            moves = self.moves(field, free, own)
            fills = tuple(move for move in moves if not move.free)
            giveaways = tuple(move for move in moves if move.free and self._can_fill(field, move.free, other))
            safe = tuple(move for move in moves if move.free and move not in giveaways)
            by_risk = self._moves_by_risk[key] = MovesByRisk(fills, safe, giveaways)
        return by_risk

    def _can_fill(self, field: int, free: int, types: int) -> bool:
        """Whether one piece of these types fills the field."""
        return any(not move.free for move in self.moves(field, free, types))

    def can_move(self, fields: Sequence[int], types: int) -> bool:
        """Whether a piece of these types fits anywhere."""
        return any(free and self.moves(field, free, types) for field, free in enumerate(fields))

    def position(self, fields: tuple[int, ...], hands: tuple[int, int], player: int, lead: int) -> SearchPosition:
        """The position in which `player` is next by Z4, or the other one by Z5."""
        types_in_hand = self.board.types_in_hand
        if not self.can_move(fields, types_in_hand[hands[player - 1]]):
            player = 3 - player
            if not self.can_move(fields, types_in_hand[hands[player - 1]]):
                player = NOBODY
        return SearchPosition(fields, hands, player, lead)


def progress(state: ZickzackState) -> float:
    """How much of the game is over: the share of cells that are covered."""
    return 1 - state.free.bit_count() / state.board.all_cells.bit_count()


@lru_cache(maxsize=8)
def search_tables(board: Board) -> SearchTables:
    """The tables of a board, made once."""
    return SearchTables(board)


def _canonical_row(free: int, field: int) -> int:
    """The gaps of a row sorted, longest first, with one covered cell between two."""
    low = (field & -field).bit_length() - 1
    lengths = sorted((len(gap) for gap in bin(free >> low)[2:].split("0") if gap), reverse=True)
    row, start = 0, low
    for length in lengths:
        row |= ((1 << length) - 1) << start
        start += length + 1
    return row
