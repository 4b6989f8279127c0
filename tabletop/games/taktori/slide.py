"""Where a tower may slide to: along its row and column, up to and onto the first stack."""

from __future__ import annotations

SIZE = 9
_COLUMN = (1 << SIZE) - 1
_ROW = sum(1 << SIZE * column for column in range(SIZE))


class _Rays(dict[int, int]):
    """By occupancy of a line, the places that can be reached from one place in it; filled as they are asked for."""

    def __init__(self, place: int, stride: int) -> None:
        super().__init__()
        self.place = place
        self.stride = stride

    def __missing__(self, occupied: int) -> int:
        reached = 0
        for way in (range(self.place - 1, -1, -1), range(self.place + 1, SIZE)):
            for place in way:
                bit = 1 << place * self.stride
                reached |= bit
                if occupied & bit:
                    break
        self[occupied] = reached
        return reached


_UPRIGHT = tuple(_Rays(row, 1) for row in range(SIZE))
_LEVEL = tuple(_Rays(column, SIZE) for column in range(SIZE))

LINES = tuple((_COLUMN << field // SIZE * SIZE | _ROW << field % SIZE) & ~(1 << field) for field in range(SIZE * SIZE))
"""By field: all other fields of its row and column."""


def slide_targets(field: int, occupied: int) -> int:
    """The fields that a rook's slide reaches, the first occupied one each way included."""
    column, row = divmod(field, SIZE)
    foot = column * SIZE
    return (_UPRIGHT[row][occupied >> foot & _COLUMN] << foot) | (_LEVEL[column][occupied >> row & _ROW] << row)


def blockers(source: int, target: int, occupied: int) -> list[int]:
    """The occupied fields strictly between two fields of one line."""
    stride = 1 if source // SIZE == target // SIZE else SIZE
    low, high = sorted((source, target))
    return [field for field in range(low + stride, high, stride) if occupied >> field & 1]
