"""Text for people: whole numbers read and counted, foreign text made safe to print."""

from __future__ import annotations

from collections.abc import Sequence


def whole_number(text: str, digits: int = 9) -> int | None:
    """The whole number that the text is, in plain digits, at most this many; None if it is not one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def counted(number: float, noun: str) -> str:
    """`1 tower`, `2 towers`, `-1 point`, `0.4 divisions`."""
    digits = str(number) if isinstance(number, int) else f"{number:g}"
    return f"{digits} {noun}{'' if abs(number) == 1 else 's'}"


def join_words(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; there must be at least one."""
    return _join(words, "and")


def join_choices(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`; there must be at least one."""
    return _join(words, "or")


def _join(words: Sequence[str], conjunction: str) -> str:
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}" if len(words) > 1 else words[0]


def quoted(text: str) -> str:
    """Foreign text in quotes, safe to print on one line."""
    return f"'{shorten(text)}'"


def printable(text: str) -> str:
    """Foreign text with control characters and the like escaped, so that a terminal only shows it; lines stay lines."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else _escaped(c) for c in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


def shorten(text: str, width: int = 100) -> str:
    """Make foreign text safe to print on one line: odd characters escaped, long ones cut."""
    cut = text[: width + 1]
    safe = "".join(c if c.isprintable() else _escaped(c) for c in cut)
    return safe if len(safe) <= width else safe[: width - 3] + "..."


def can_stand_in_header(text: str) -> bool:
    """Whether a header's value is read back as it is: a hash would begin a comment, odd characters are refused."""
    return text.isprintable() and "#" not in text
