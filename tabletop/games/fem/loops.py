"""Closed loops of bridges, seen from above (F6)."""

from __future__ import annotations

SHORTEST = 4
"""Bridges of the smallest loop."""


def has_loop(up: int, right: int) -> bool:
    """Whether edges of the 5 x 5 grid contain a closed loop.

    An edge is the bit of its lower field: in `up` it goes one row up, in `right` one column right.
    """
    while True:
        down, left = up << 1, right << 5
        # An edge with an end that no other edge reaches belongs to no loop; what is left when none is cut, does.
        joined = up & down | right & left | (up | down) & (right | left)
        kept_up = up & joined & joined >> 1
        kept_right = right & joined & joined >> 5
        if kept_up == up and kept_right == right:
            return bool(up or right)
        up, right = kept_up, kept_right
