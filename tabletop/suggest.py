"""The legal move that was probably meant: the one with the fewest changed tokens, ties in canonical order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from tabletop.game import AnyGame, Move, State

MOST_CANDIDATES = 20_000
"""A game whose turns may be more than this lists near ones itself (`Game.near`)."""

_TOKEN = re.compile(r"[\w.@:]+")


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
    """The same for a text that names something there is not (a field, a disc), so that it is no move at all.

    `meant` is a move that resembles the text, where the game has one.
    """
    compact = len(text.split()) == 1
    if game.near and meant is not None:
        return _nearest(game, text, islice(game.near(state, meant), MOST_CANDIDATES), compact)
    return _nearest(game, text, islice(state.legal_moves(), MOST_CANDIDATES // 10), compact)


def _nearest(game: AnyGame, text: str, candidates: Iterable[Move], compact: bool = False) -> Move | None:
    typed = tokens(text)
    best: Move | None = None
    least = len(typed)
    for candidate in candidates:
        changed = distance(typed, tokens(game.format_move(candidate, compact=compact)), least - 1)
        if changed < least:
            best, least = candidate, changed
            if least <= 1:
                break
    return best
