"""Position strings: `<fields> <owners> <hands> <player>`, refused with the reason where they are impossible."""

from __future__ import annotations

from tabletop.errors import UnreadablePosition
from tabletop.game import Setup
from tabletop.games.zickzack.board import BLUE, COLOURS, GREEN, Board, Placement
from tabletop.games.zickzack.boardfile import load_board
from tabletop.games.zickzack.rules import Laid, ZickzackState
from tabletop.text import shorten


def tile(board: Board, cells: int, limit: tuple[int, ...]) -> list[Placement] | None:
    """Placements that cover exactly the cells with exactly the budget of each kind; None where there are none.

    Of several tilings the same one is chosen each time: larger pieces first, then lower cells.
    """
    size = sum(count * kind.size for count, kind in zip(limit, board.kinds, strict=True))
    if size != cells.bit_count():
        return None
    fields = [cells & mask for mask in board.field_masks]
    choices = [_by_lowest_cell(board, number, mask) for number, mask in enumerate(fields)]
    dead: set[tuple[int, int, tuple[int, ...]]] = set()

    def search(field: int, left: int, limit: tuple[int, ...]) -> list[Placement] | None:
        while not left:
            field += 1
            if field == len(fields):
                return []
            left = fields[field]
        if (field, left, limit) in dead:
            return None
        for item in choices[field].get(left & -left, ()):
            if limit[item.kind] and item.mask & left == item.mask:
                spent = (*limit[: item.kind], limit[item.kind] - 1, *limit[item.kind + 1 :])
                rest = search(field, left ^ item.mask, spent)
                if rest is not None:
                    return [item, *rest]
        dead.add((field, left, limit))
        return None

    return search(-1, 0, limit)


def _by_lowest_cell(board: Board, field: int, cells: int) -> dict[int, list[Placement]]:
    """The placements that fit on these cells of a field, by the bit of their lowest cell; larger ones first."""
    found: dict[int, list[Placement]] = {}
    fitting = [item for item in board.placements[field] if item.mask & cells == item.mask]
    for item in sorted(fitting, key=lambda item: (-item.mask.bit_count(), item.kind, item.mask)):
        found.setdefault(item.mask & -item.mask, []).append(item)
    return found


def format_position(state: ZickzackState) -> str:
    """The position as `parse_position` reads it; after the end it names who would be next."""
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


def parse_position(text: str, setup: Setup) -> ZickzackState:
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
    return ZickzackState(board, free, green, owners, board.hand(hands[0]), board.hand(hands[1]), int(parts[3]), laid)


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
