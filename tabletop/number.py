"""Numbers in words: read from what people type, put into sentences."""

from __future__ import annotations


def whole_number(text: str, digits: int = 9) -> int | None:
    """The number that the text says in plain digits, at most so many; None where it says none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def counted(number: int, noun: str) -> str:
    """`1 tower`, `2 towers`, `-1 point`."""
    return f"{number} {noun}{'' if abs(number) == 1 else 's'}"
