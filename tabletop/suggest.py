"""The legal move that was probably meant: the one with the fewest changed words; of those, the nearest on the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from tabletop.game import AnyGame, Move, State

MOST_CANDIDATES = 20_000
"""A game that may have more turns than this lists near ones itself (`Game.near`)."""

FAR = 1000
"""Steps between words that are no places of one kind."""
WORD_STEPS = 2
"""Steps for a word that is added or left out."""
FIELD_STEPS = 30
"""Steps from one field of cells to the next."""
MOST_DIGITS = 9

_TOKEN = re.compile(r"[\w.@:]+")
_PLACE_PART = re.compile(r"[0-9]+|[^\W\d_]+")


def tokens(text: str) -> list[str]:
    """The words of a move: a bridge `e5-e7` is two ends, a piece `7c-7e` two cells."""
    return _TOKEN.findall(text.lower())


def distance(left: Sequence[str], right: Sequence[str], limit: int) -> int:
    """How many tokens must be changed, added or dropped; anything above `limit` may be reported as limit + 1."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        above, row[0] = row[0], i
        for j, b in enumerate(right, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (a != b))
        if min(row) > limit:
            return limit + 1
    return row[-1]


def suggest(game: AnyGame, state: State, move: Move) -> Move | None:
    """The legal move nearest to an illegal one, or None where nothing of it would be left."""
    candidates = game.near(state, move) if game.near else state.legal_moves()
    return _nearest(game, game.format_move(move), islice(candidates, MOST_CANDIDATES))


def suggest_for_text(game: AnyGame, state: State, text: str, meant: Move | None = None) -> Move | None:
    """The same for a text that names something that does not exist (a field, a disc) and so is not a move at all.

    `meant` is a move that resembles the text, where the game has one.
    """
    compact = len(text.split()) == 1
    if game.near and meant is not None:
        return _nearest(game, text, islice(game.near(state, meant), MOST_CANDIDATES), compact)
    return _nearest(game, text, islice(state.legal_moves(), MOST_CANDIDATES // 10), compact)


def _nearest(game: AnyGame, text: str, candidates: Iterable[Move], compact: bool = False) -> Move | None:
    """The candidate with the fewest changed words, at least one being left; then the nearest, then the first."""
    typed = tokens(text)
    best: Move | None = None
    least = len(typed) - 1
    steps = (0, 0)
    if least < 1:
        return None
    for candidate in candidates:
        words = tokens(game.format_move(candidate, compact=compact))
        changed = distance(typed, words, least)
        if changed < least or (changed == least and best is None):
            best, least, steps = candidate, changed, _steps(typed, words)
        elif changed == least and (nearer := _steps(typed, words)) < steps:
            best, steps = candidate, nearer
    return best


def _steps(typed: Sequence[str], words: Sequence[str]) -> tuple[int, int]:
    """How far apart the places of two moves are: `distance`, with a word counted by how much it is changed.

    A word that is changed a lot counts as one left out and one added; the second number tells such words apart.
    """
    row = [WORD_STEPS * count for count in range(len(words) + 1)]
    for i, a in enumerate(typed, 1):
        above, row[0] = row[0], WORD_STEPS * i
        for j, b in enumerate(words, 1):
            changed = above + (a != b and _token_steps(a, b))
            above, row[j] = row[j], min(row[j] + WORD_STEPS, row[j - 1] + WORD_STEPS, changed)
    is_aligned = len(typed) == len(words)
    return row[-1], sum(map(_token_steps, typed, words)) if is_aligned else 0


def _token_steps(left: str, right: str) -> int:
    """Steps from one place to another of its kind: `e5` to `f7` are three; FAR where they are of different kinds.

    In `7d`, the cell d of field 7, another field is farther than any cell of this one.
    """
    parts, other_parts = _PLACE_PART.findall(left), _PLACE_PART.findall(right)
    if [part.isdigit() for part in parts] != [part.isdigit() for part in other_parts]:
        return FAR
    steps = 0
    scale = FIELD_STEPS if len(parts) == 2 and parts[0].isdigit() and parts[1].isalpha() else 1
    for part, other in zip(parts, other_parts, strict=True):
        if part.isdigit():
            steps += scale * abs(int(part[:MOST_DIGITS]) - int(other[:MOST_DIGITS]))
        elif len(part) == len(other) == 1:
            steps += abs(ord(part) - ord(other))
        else:
            steps += FAR * (part != other)
    return steps
