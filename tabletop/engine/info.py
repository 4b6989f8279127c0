"""The `info` lines of our engine: what a search has found so far.

    info_line(game, SearchInfo(move, value=1.5, depth=3), nodes=420, seconds=0.012)
    # "info depth 3 score cp 150 nodes 420 time 12 pv 7c-7e"

What a bot does not know is left out.
"""

from __future__ import annotations

import math

from tabletop.bots.bot import DECIDED, SearchInfo
from tabletop.game import AnyGame

DECIDED_SCORE = 10_000
"""The score of a game that is certainly won."""
SUREST = 0.9999
"""Chances to win nearer to certainty have the score of this one, 921."""


def info_line(game: AnyGame, info: SearchInfo, nodes: int, seconds: float) -> str:
    """What the bot knows, in one line."""
    words = ["info"]
    if info.depth:
        words.append(f"depth {info.depth}")
    score = score_of(info)
    if score is not None:
        words.append(f"score cp {score}")
    words.append(f"nodes {nodes} time {round(seconds * 1000)} pv")
    words += ["_".join(game.format_move(move, compact=True).split()) for move in info.line or (info.move,)]
    return " ".join(words)


def score_of(info: SearchInfo) -> int | None:
    """The value in hundredths of a point, or 100 times the log odds of winning where values are not points."""
    if info.value is None:
        return None
    if not info.values_are_chances and abs(info.value) >= DECIDED:
        return DECIDED_SCORE if info.value > 0 else -DECIDED_SCORE
    chance = info.win_chance(info.value)
    if chance is None or (info.values_are_points and not info.values_are_chances):
        return round(100 * info.value)
    chance = min(SUREST, max(1 - SUREST, chance))
    return round(100 * math.log(chance / (1 - chance)))
