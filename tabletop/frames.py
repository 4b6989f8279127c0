"""A recorded game as frames to step through: the start, then every move with what came of it.

frames, match, error = read_frames(record)        # error: what ends the game early, or None
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.describe import result_line
from tabletop.errors import Located
from tabletop.game import CHANCE, State, View
from tabletop.match import Match, Ply
from tabletop.record import Record
from tabletop.replay import replay


@dataclass(frozen=True)
class Frame:
    """The position after a move and what came of it.

    player: who moved; 0 at the start.
    plies: how many moves and outcomes there were by then.
    title: the move with its number, or that it is the start.
    comment: what the file says of it, such as a bot's reason; empty for nothing.
    verdict: who is to move or has won.
    status: the same, and the points while the game goes on.
    view: what a player may see, the one to move where there is one.
    """

    player: int
    plies: int
    title: str
    comment: str
    verdict: str
    status: str
    scores: tuple[int, ...] | None
    view: View[State]


def read_frames(record: Record) -> tuple[list[Frame], Match, Located | None]:
    """A frame for the start and for every move, the match at the end, and the error that ends the game early.

    Raises Located if not even the start can be set up.
    """
    frames: list[Frame] = []
    match: Match | None = None
    comment = ""
    try:
        for step in replay(record):
            match = step.match
            if step.line is not None:
                comment = comment or step.line.comment
                if not step.plies:
                    comment = ""
                    continue
            plies = match.plies[len(match.plies) - step.plies :]
            if not plies or not match.moves_played:
                frames.clear()
                title = f"{match.game.title}, start"
            elif plies[0].player == CHANCE:
                previous = frames.pop()
                title, comment = f"{previous.title} {_plies_text(match, plies)}", comment or previous.comment
            else:
                title = f"{match.moves_played}. {_plies_text(match, plies)}"
            frames.append(_frame(match, title, comment))
            comment = ""
    except Located as error:
        if match is None:
            raise
        return frames, match, error
    assert match is not None
    return frames, match, None


def _frame(match: Match, title: str, comment: str) -> Frame:
    player = next((ply.player for ply in reversed(match.plies) if ply.player != CHANCE), 0)
    viewer = match.to_move if match.to_move > 0 else max(player, 1)
    return Frame(
        player=player,
        plies=len(match.plies),
        title=title,
        comment=comment,
        verdict=result_line(match),
        status=_status(match),
        scores=match.state.scores(),
        view=match.view(player=viewer),
    )


def _plies_text(match: Match, plies: Sequence[Ply]) -> str:
    """Moves with their players, and outcomes with their arrows."""
    words = []
    for ply in plies:
        format_outcome = match.game.format_outcome or match.game.format_move
        text = (format_outcome if ply.player == CHANCE else match.game.format_move)(ply.move)
        if ply.player == CHANCE:
            words.append(f"{'->' if ply.source == 'rolled' else '=>'} {text}")
        else:
            words.append(f"{match.player_name(ply.player)}: {text}")
    return " ".join(words)


def _status(match: Match) -> str:
    """Who is to move or has won, and the points while the game goes on."""
    scores = match.state.scores()
    if match.result or scores is None:
        return result_line(match)
    points = "  ".join(f"{name} {score}" for name, score in zip(match.setup.names, scores, strict=True))
    return f"{points}   {result_line(match)}"
