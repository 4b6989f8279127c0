"""Position strings: `<fields> <owners> <hands> <player>`, refused with the reason if they are impossible."""

from __future__ import annotations

from tabletop.errors import UnreadablePosition
from tabletop.game import Setup
from tabletop.games.zickzack.board import BLUE, COLOURS, GREEN, Board, Placement
from tabletop.games.zickzack.boardfile import load_board
from tabletop.games.zickzack.rules import LaidPieces, ZickzackState
from tabletop.text import counted, join_words, shorten, whole_number


def tile(board: Board, cells: int, counts: tuple[int, ...]) -> list[Placement] | None:
    """Cover exactly these cells with exactly these counts of pieces; None if that is impossible.

    Of several tilings, the same one is chosen each time: larger pieces first, then lower cells.
    """
    if _total_size(board, counts) != cells.bit_count():
        return None
    fields = [cells & mask for mask in board.field_masks]
    choices = [_by_lowest_cell(board, number, mask) for number, mask in enumerate(fields)]
    failed: set[tuple[int, int, tuple[int, ...]]] = set()

    def search(field: int, uncovered: int, counts: tuple[int, ...]) -> list[Placement] | None:
        """Tile the uncovered cells of a field and all fields after it."""
        while not uncovered:
            field += 1
            if field == len(fields):
                return []
            uncovered = fields[field]
        if (field, uncovered, counts) in failed:
            return None
        for item in choices[field].get(uncovered & -uncovered, ()):
            number = item.type_number
            if counts[number] and item.mask & uncovered == item.mask:
                counts_left = (*counts[:number], counts[number] - 1, *counts[number + 1 :])
                rest = search(field, uncovered ^ item.mask, counts_left)
                if rest is not None:
                    return [item, *rest]
        failed.add((field, uncovered, counts))
        return None

    return search(-1, 0, counts)


def _total_size(board: Board, counts: tuple[int, ...]) -> int:
    """How many cells these counts of pieces cover."""
    return sum(count * piece_type.size for count, piece_type in zip(counts, board.piece_types, strict=True))


def _by_lowest_cell(board: Board, field: int, cells: int) -> dict[int, list[Placement]]:
    """The placements that fit on these cells of a field, by the bit of their lowest cell; larger ones first."""
    placements: dict[int, list[Placement]] = {}
    fitting = [item for item in board.placements[field] if item.mask & cells == item.mask]
    for item in sorted(fitting, key=lambda item: (-item.mask.bit_count(), item.type_number, item.mask)):
        placements.setdefault(item.mask & -item.mask, []).append(item)
    return placements


def format_position(state: ZickzackState) -> str:
    """The position as `parse_position` reads it; after the end it names who would be next."""
    board = state.board
    cells = "".join(
        "." if state.free >> cell & 1 else "1" if state.green >> cell & 1 else "2" for cell in range(len(board.cells))
    )
    fields, start = [], 0
    for field in board.fields:
        fields.append(cells[start : start + len(field.cells)])
        start += len(field.cells)
    owners = "".join("-12"[owner] for owner in state.owners)
    separator = "" if board.name == "classic" else "."
    hands = "/".join(separator.join(map(str, state.hand_counts(player))) for player in (GREEN, BLUE))
    return f"{'/'.join(fields)} {owners} {hands} {state.player}"


def parse_position(text: str, setup: Setup) -> ZickzackState:
    """Read a position of the board that the setup chooses; raises UnreadablePosition with the reason."""
    board = load_board(str(setup.options.get("board", "classic")))
    parts = text.split()
    if len(parts) != 4:
        raise UnreadablePosition(
            f"a position has four parts: fields, owners, hands and player; `{shorten(text)}` has {len(parts)}"
        )
    green, blue = _parse_fields(parts[0], board)
    owners = _parse_owners(parts[1], board, green, blue)
    hands = _parse_hands(parts[2], board)
    to_move = whole_number(parts[3])
    if to_move not in (GREEN, BLUE):
        raise UnreadablePosition(f"the player to move must be 1 or 2, not `{shorten(parts[3])}`")
    laid_pieces: LaidPieces | None = None
    for player, cells in ((GREEN, green), (BLUE, blue)):
        laid = tuple(
            piece_type.count - count for piece_type, count in zip(board.piece_types, hands[player - 1], strict=True)
        )
        tiling = tile(board, cells, laid)
        if tiling is None:
            raise UnreadablePosition(_untileable(board, player, cells, laid))
        for placement in tiling:
            laid_pieces = (player, placement.move, laid_pieces)
    free = board.all_cells & ~(green | blue)
    green_hand, blue_hand = map(board.pack_hand, hands)
    return ZickzackState(board, free, green, owners, green_hand, blue_hand, to_move, laid_pieces)


def _parse_fields(text: str, board: Board) -> tuple[int, int]:
    """The cells covered by green and by blue."""
    rows = text.split("/")
    if len(rows) != len(board.fields):
        raise UnreadablePosition(
            f"the board has {counted(len(board.fields), 'field')}, but the position has {len(rows)}"
        )
    masks = {".": 0, "1": 0, "2": 0}
    cell = 0
    for field, row in zip(board.fields, rows, strict=True):
        if len(row) != len(field.cells):
            cells = counted(len(field.cells), "cell")
            raise UnreadablePosition(f"field {field.name} has {cells}, but the position gives it {len(row)}")
        for char in row:
            if char not in masks:
                raise UnreadablePosition(f"a cell must be `.`, `1` or `2`; field {field.name} has `{shorten(char)}`")
            masks[char] |= 1 << cell
            cell += 1
    return masks["1"], masks["2"]


def _parse_owners(text: str, board: Board, green: int, blue: int) -> tuple[int, ...]:
    if len(text) != len(board.fields):
        raise UnreadablePosition(
            f"the board has {counted(len(board.fields), 'field')}, but the position has {counted(len(text), 'owner')}"
        )
    owners = []
    for field, mask, char in zip(board.fields, board.field_masks, text, strict=True):
        if char not in "-12":
            raise UnreadablePosition(f"an owner must be `-`, `1` or `2`; field {field.name} has `{shorten(char)}`")
        owner = "-12".index(char)
        is_full = mask & (green | blue) == mask
        if is_full and not owner:
            raise UnreadablePosition(f"field {field.name} is full, but nobody owns it")
        if owner and not is_full:
            raise UnreadablePosition(f"field {field.name} is not full, but {COLOURS[owner]} owns it")
        if owner and not mask & (green if owner == GREEN else blue):
            raise UnreadablePosition(f"{COLOURS[owner]} owns field {field.name} without a cell in it")
        owners.append(owner)
    return tuple(owners)


def _parse_hands(text: str, board: Board) -> tuple[tuple[int, ...], ...]:
    hands = text.split("/")
    if len(hands) != 2:
        raise UnreadablePosition(f"the hands must be two, joined by a slash, not `{shorten(text)}`")
    return tuple(_parse_hand(hand, board, player) for player, hand in zip((GREEN, BLUE), hands, strict=True))


def _parse_hand(text: str, board: Board, player: int) -> tuple[int, ...]:
    """The counts of a hand: single digits on a board with rows, otherwise numbers joined by dots."""
    colour = COLOURS[player]
    has_digits = board.has_rows and "." not in text and len(board.piece_types) > 1
    words = list(text) if has_digits else text.split(".")
    if len(words) != len(board.piece_types):
        raise UnreadablePosition(
            f"{colour}'s hand needs {counted(len(board.piece_types), 'count')}, one for each kind of piece; "
            f"`{shorten(text)}` has {len(words)}"
        )
    counts = []
    for piece_type, word in zip(board.piece_types, words, strict=True):
        if not (word.isascii() and word.isdecimal() and len(word) <= 3):
            raise UnreadablePosition(f"{colour}'s hand must be numbers, not `{shorten(text)}`")
        if int(word) > piece_type.count:
            raise UnreadablePosition(
                f"{colour} cannot have {word} of piece {piece_type.name}: each player begins with {piece_type.count}"
            )
        counts.append(int(word))
    return tuple(counts)


def _untileable(board: Board, player: int, cells: int, laid: tuple[int, ...]) -> str:
    """Why the player's cells cannot be those of the pieces laid."""
    colour = COLOURS[player]
    if not any(laid):
        return f"{colour} covers {counted(cells.bit_count(), 'cell')}, but has laid no pieces"
    types = zip(laid, board.piece_types, strict=True)
    pieces = join_words([f"{count} of piece {piece_type.name}" for count, piece_type in types if count])
    size = _total_size(board, laid)
    if size != cells.bit_count():
        covered = counted(cells.bit_count(), "cell")
        return f"{colour} covers {covered}, but has laid {pieces}, which makes {counted(size, 'cell')}"
    return f"{colour}'s cells cannot be covered by the pieces laid: {pieces}"
