"""Position strings: `<fields> <owners> <hands> <player>`, refused with the reason where they cannot be."""

from __future__ import annotations

from typing import cast

from tabletop.errors import UnreadablePosition, shorten
from tabletop.game import Setup, State
from tabletop.games.zickzack.board import Board
from tabletop.games.zickzack.boardfile import load_board
from tabletop.games.zickzack.players import BLUE, COLOURS, GREEN
from tabletop.games.zickzack.rules import Laid, Zickzack
from tabletop.games.zickzack.tiling import tile


def format_position(position: State) -> str:
    """The position as `parse_position` reads it; after the end it names who would be next."""
    state = cast(Zickzack, position)
    board = state.board
    signs = "".join(
        "." if state.free >> cell & 1 else "1" if state.green >> cell & 1 else "2" for cell in range(len(board.cells))
    )
    rows, at = [], 0
    for field in board.fields:
        rows.append(signs[at : at + len(field.cells)])
        at += len(field.cells)
    owners = "".join("-12"[owner] for owner in state.owners)
    joint = "" if board.name == "classic" else "."
    hands = "/".join(joint.join(map(str, state.counts(player))) for player in (GREEN, BLUE))
    return f"{'/'.join(rows)} {owners} {hands} {state.player}"


def parse_position(text: str, setup: Setup) -> Zickzack:
    """Read a position of the board that the setup chooses; raises UnreadablePosition with the reason."""
    board = load_board(str(setup.options.get("board", "classic")))
    parts = text.split()
    if len(parts) != 4:
        raise UnreadablePosition(
            f"a position has four parts, fields, owners, hands and player; `{shorten(text)}` has {len(parts)}"
        )
    green, blue = _read_fields(parts[0], board)
    owners = _read_owners(parts[1], board, green, blue)
    hands = _read_hands(parts[2], board)
    if parts[3] not in ("1", "2"):
        raise UnreadablePosition(f"the player to move is 1 or 2, not `{shorten(parts[3])}`")
    laid: Laid | None = None
    for player, cells in ((GREEN, green), (BLUE, blue)):
        gone = tuple(kind.count - count for kind, count in zip(board.kinds, hands[player - 1], strict=True))
        tiling = tile(board, cells, gone)
        if tiling is None:
            raise UnreadablePosition(_untileable(board, player, cells, gone))
        for placement in tiling:
            laid = (player, placement.move, laid)
    free = board.all_cells & ~(green | blue)
    return Zickzack(board, free, green, owners, board.hand(hands[0]), board.hand(hands[1]), int(parts[3]), laid)


def _read_fields(text: str, board: Board) -> tuple[int, int]:
    """The cells covered by green and by blue."""
    rows = text.split("/")
    if len(rows) != len(board.fields):
        raise UnreadablePosition(f"the board has {len(board.fields)} fields, the position {len(rows)}")
    masks = {".": 0, "1": 0, "2": 0}
    cell = 0
    for field, row in zip(board.fields, rows, strict=True):
        if len(row) != len(field.cells):
            raise UnreadablePosition(f"field {field.name} has {len(field.cells)} cells, the position {len(row)}")
        for sign in row:
            if sign not in masks:
                raise UnreadablePosition(f"a cell is `.`, `1` or `2`; field {field.name} has `{shorten(sign)}`")
            masks[sign] |= 1 << cell
            cell += 1
    return masks["1"], masks["2"]


def _read_owners(text: str, board: Board, green: int, blue: int) -> tuple[int, ...]:
    if len(text) != len(board.fields):
        raise UnreadablePosition(f"there are {len(board.fields)} fields, but {len(text)} owners")
    owners = []
    for field, mask, sign in zip(board.fields, board.field_masks, text, strict=True):
        if sign not in "-12":
            raise UnreadablePosition(f"an owner is `-`, `1` or `2`; field {field.name} has `{shorten(sign)}`")
        owner = "-12".index(sign)
        is_full = mask & (green | blue) == mask
        if is_full and not owner:
            raise UnreadablePosition(f"field {field.name} is full, but nobody owns it")
        if owner and not is_full:
            raise UnreadablePosition(f"field {field.name} is not full, but {COLOURS[owner]} owns it")
        if owner and not mask & (green if owner == GREEN else blue):
            raise UnreadablePosition(f"{COLOURS[owner]} owns field {field.name} without a cell in it")
        owners.append(owner)
    return tuple(owners)


def _read_hands(text: str, board: Board) -> tuple[tuple[int, ...], ...]:
    hands = text.split("/")
    if len(hands) != 2:
        raise UnreadablePosition(f"there are two hands, joined by a slash, not `{shorten(text)}`")
    return tuple(_read_hand(hand, board, player) for player, hand in zip((GREEN, BLUE), hands, strict=True))


def _read_hand(text: str, board: Board, player: int) -> tuple[int, ...]:
    colour = COLOURS[player]
    together = board.is_rows and "." not in text and len(board.kinds) > 1
    words = list(text) if together else text.split(".")
    if len(words) != len(board.kinds):
        raise UnreadablePosition(
            f"{colour}'s hand counts {len(board.kinds)} kinds of pieces, `{shorten(text)}` has {len(words)}"
        )
    counts = []
    for kind, word in zip(board.kinds, words, strict=True):
        if not (word.isascii() and word.isdecimal() and len(word) <= 3):
            raise UnreadablePosition(f"{colour}'s hand is made of numbers, not `{shorten(text)}`")
        if int(word) > kind.count:
            raise UnreadablePosition(f"{colour} cannot have {word} pieces {kind.name}: each begins with {kind.count}")
        counts.append(int(word))
    return tuple(counts)


def _untileable(board: Board, player: int, cells: int, gone: tuple[int, ...]) -> str:
    colour = COLOURS[player]
    pieces = " and ".join(
        f"{count} of piece {kind.name}" for count, kind in zip(gone, board.kinds, strict=True) if count
    )
    size = sum(count * kind.size for count, kind in zip(gone, board.kinds, strict=True))
    if size != cells.bit_count():
        return f"{colour} covers {cells.bit_count()} cells, but has laid {pieces or 'nothing'}, that is {size} cells"
    return f"{colour}'s cells cannot be covered by the pieces laid: {pieces}"
