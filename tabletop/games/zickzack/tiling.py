"""Which pieces may lie on given cells: exact cover, field by field, with a budget of pieces."""

from __future__ import annotations

from tabletop.games.zickzack.board import Board, Placement


def tile(board: Board, cells: int, budget: tuple[int, ...]) -> list[Placement] | None:
    """Placements that cover exactly the cells with exactly the budget of each kind; None where there are none.

    Of several tilings the same one is chosen each time: larger pieces first, then lower cells.
    """
    size = sum(count * kind.size for count, kind in zip(budget, board.kinds, strict=True))
    if size != cells.bit_count():
        return None
    fields = [cells & mask for mask in board.field_masks]
    choices = [_by_lowest_cell(board, number, mask) for number, mask in enumerate(fields)]
    dead: set[tuple[int, int, tuple[int, ...]]] = set()

    def search(field: int, left: int, budget: tuple[int, ...]) -> list[Placement] | None:
        while not left:
            field += 1
            if field == len(fields):
                return []
            left = fields[field]
        if (field, left, budget) in dead:
            return None
        for item in choices[field].get(left & -left, ()):
            if budget[item.kind] and item.mask & left == item.mask:
                spent = (*budget[: item.kind], budget[item.kind] - 1, *budget[item.kind + 1 :])
                rest = search(field, left ^ item.mask, spent)
                if rest is not None:
                    return [item, *rest]
        dead.add((field, left, budget))
        return None

    return search(-1, 0, budget)


def _by_lowest_cell(board: Board, field: int, cells: int) -> dict[int, list[Placement]]:
    """The placements that fit on these cells of a field, by the bit of their lowest cell; larger ones first."""
    found: dict[int, list[Placement]] = {}
    fitting = [item for item in board.placements[field] if item.mask & cells == item.mask]
    for item in sorted(fitting, key=lambda item: (-item.mask.bit_count(), item.kind, item.mask)):
        found.setdefault(item.mask & -item.mask, []).append(item)
    return found
