"""The words of the notation: what pieces may be called, in English and German."""

from __future__ import annotations

import re

SIZE_WORDS = {
    word: size
    for size, words in {
        1: "single einzel einzelstein eins",
        2: "double doppel doppelstein zweifach zwei",
        3: "triple dreifach dreifachstein drei",
        4: "quad quadruple vierfach vierfachstein vier",
    }.items()
    for word in words.split()
}
"""Words for a piece of that size, where the board has no piece of that name."""

PLACE_WORDS = ("place", "lay", "put", "lege", "setze")
ON_WORDS = ("on", "auf")

_PIECE_WORD = re.compile(r"(?!(?:on|auf)$)[^\W\d_][^\W_]{0,19}", re.IGNORECASE)


def size_called(word: str) -> int:
    """The size of piece that a word or number means; 0 for a word that means none."""
    return int(word) if word.isdecimal() else SIZE_WORDS.get(word, 0)


def is_piece_word(text: str) -> bool:
    """Whether a board file may call a piece so."""
    return bool(_PIECE_WORD.fullmatch(text))
