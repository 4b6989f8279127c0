"""What bots think of the moves of a recorded game: read from its comments, or computed.

`# 57% to win: prepares a polygon` says which chance to win a move leaves to the player who made it, `# +2.5` what lead;
`# won` and `# fills field 5; with best play this loses by 3 points` say how the game must end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletop.bots.analysis import Annotation
from tabletop.frames import Frame
from tabletop.game import AnyGame

_SCORE = re.compile(
    r"[<>]?(?P<percent>\d{1,3}(?:\.\d{1,3})?)%(?: to win)?|(?P<lead>[+-]\d{1,4}(?:\.\d{1,4})?)"
    r"|(?P<won>won\b|wins by \d+ points?)|(?P<lost>lost\b|loses by \d+ points?)|(?P<draw>a draw)"
)
_BEST_PLAY = re.compile(r"with best play (?:this (?=wins by|loses by)|the game is (?=a draw))")
_AFTER = re.compile(r"\s*(?:[:;,]\s|$)")


@dataclass(frozen=True)
class Evaluation:
    """What a move is worth to the player who made it.

    `value` is a chance from 0 to 1, or a lead in the game's own unit; `text` is what people read.
    `advice` is a better move with its value and reason if this one is a blunder; empty if not.
    """

    value: float
    is_chance: bool
    text: str
    advice: str = ""


def from_comment(comment: str) -> Evaluation | None:
    """The evaluation that a comment begins with, or how it says that the game must end, if it does."""
    best_play = _BEST_PLAY.search(comment)
    score = _SCORE.match(comment, best_play.end() if best_play else 0)
    if score is None or not _AFTER.match(comment, score.end()):
        return None
    if score["lead"]:
        return Evaluation(float(score["lead"]), False, score[0])
    if score["percent"]:
        chance = float(score["percent"]) / 100
        return Evaluation(chance, True, score[0]) if chance <= 1 else None
    return Evaluation(1.0 if score["won"] else 0.0 if score["lost"] else 0.5, True, score[0])


def from_annotation(game: AnyGame, annotation: Annotation) -> Evaluation | None:
    """The evaluation by an adviser; None if it cannot compare moves."""
    best = annotation.best
    if annotation.value is None:
        return None
    advice = ""
    if annotation.is_blunder:
        score = "" if best.value is None else f" ({best.format_score(best.value)})"
        reason = f": {best.explanation}" if best.explanation else ""
        advice = f"better: {game.format_move(best.move)}{score}{reason}"
    chance, text = annotation.chance, best.format_score(annotation.value)
    return Evaluation(annotation.value if chance is None else chance, chance is not None, text, advice)


def evaluate_frames(
    game: AnyGame, frames: Sequence[Frame], annotations: Mapping[int, Annotation]
) -> list[Evaluation | None]:
    """An evaluation for every frame, where there is one: by the adviser, who goes first, or from the comment.

    `annotations` are by the number of the ply.
    """
    evaluations: list[Evaluation | None] = []
    before = 0
    for frame in frames:
        mine = [annotations[ply] for ply in range(before + 1, frame.plies + 1) if ply in annotations]
        before = frame.plies
        evaluations.append(from_annotation(game, mine[-1]) if mine else from_comment(frame.comment))
    return evaluations


def for_first_player(evaluation: Evaluation, player: int) -> float:
    """The same value from the side of the first of two players."""
    if player == 1:
        return evaluation.value
    return 1 - evaluation.value if evaluation.is_chance else -evaluation.value
