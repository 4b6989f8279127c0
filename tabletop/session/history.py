"""What happened in a match, in one line for each player's turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.game import CHANCE, Move
from tabletop.match import Match, Ply

_LINES = {
    (False, False): "{player}: {moves}",
    (True, False): "{player}: {moves} ({gain})",
    (False, True): "{player}: {moves} ({note})",
    (True, True): "{player}: {moves} ({gain}; {note})",
}
"""A turn's line, by whether the points changed and whether the game has a note on it."""


@dataclass(frozen=True)
class Turn:
    """The plies of one player until another player moves, with what chance brought; `start` and `end` as in a slice."""

    player: int
    start: int
    end: int


def split_turns(match: Match) -> list[Turn]:
    """All turns of the match. What chance brought before the first move belongs to none."""
    turns: list[Turn] = []
    for number, ply in enumerate(match.plies):
        if turns and ply.player in (CHANCE, turns[-1].player):
            turns[-1] = Turn(turns[-1].player, turns[-1].start, number + 1)
        elif ply.player != CHANCE:
            turns.append(Turn(ply.player, number, number + 1))
    return turns


def recent_turns(match: Match, viewer: int) -> list[Turn]:
    """The viewer's last turn and all later ones.

    While the viewer is in the middle of a turn, those since the one before it.
    """
    turns = split_turns(match)
    of_viewer = [number for number, turn in enumerate(turns) if turn.player == viewer]
    if of_viewer and of_viewer[-1] == len(turns) - 1 and match.to_move in (viewer, CHANCE):
        return turns[of_viewer[-2] + 1 if len(of_viewer) > 1 else 0 :]
    return turns[of_viewer[-1] if of_viewer else 0 :]


def recent_moves(match: Match, viewer: int) -> tuple[Move, ...]:
    """The moves to mark on the board: what others did since the viewer's last turn, else the last turn."""
    others = [turn for turn in recent_turns(match, viewer) if turn.player != viewer]
    moves = tuple(ply.move for turn in others for ply in match.plies[turn.start : turn.end])
    return moves or match.last_turn()


def history_line(match: Match, turn: Turn) -> str:
    """One line: who did what, what came of it, and what it did to the points."""
    parts: list[str] = []
    for ply in match.plies[turn.start : turn.end]:
        text = format_ply(match, ply)
        if ply.player == CHANCE and parts:
            parts[-1] += f" {text}"
        else:
            parts.append(text)
    before, after = match.states[turn.start].scores(), match.states[turn.end].scores()
    gain = format_gain(match, turn.player, before, after) if before is not None and after is not None else ""
    game = match.game
    note = game.turn_note(match.states[turn.start], match.states[turn.end]) if game.turn_note else ""
    template = _LINES[bool(gain), bool(note)]
    return template.format(player=match.player_name(turn.player), moves=", ".join(parts), gain=gain, note=note)


def format_ply(match: Match, ply: Ply) -> str:
    """A move, or an outcome with its arrow, in long notation, without places that the board shows."""
    arrow = {"rolled": "-> ", "stated": "=> "}.get(ply.source, "")
    format_outcome = match.game.format_outcome
    short = format_outcome if format_outcome and ply.player == CHANCE else match.game.format_move
    return arrow + short(ply.move)


def format_plies(match: Match, plies: Sequence[Ply]) -> str:
    """Some plies in one line, each with its player."""
    return ", ".join(f"{match.player_name(ply.player)}: {format_ply(match, ply)}" for ply in plies)


def format_gain(match: Match, mover: int, before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """How the points changed when a player moved, such as `+2 points, blue -1 point`; empty where they did not."""
    changes = []
    for player, (old, new) in enumerate(zip(before, after, strict=True), 1):
        if old != new:
            owner = "" if player == mover else f"{match.player_name(player)} "
            changes.append(f"{owner}{new - old:+d} {'point' if abs(new - old) == 1 else 'points'}")
    return ", ".join(changes)
