"""What happened in a match, in one line for each player's turn."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.game import CHANCE, Move
from tabletop.match import Match, Ply


@dataclass(frozen=True)
class Run:
    """The plies from one player's move until another player moves; `start` and `end` count plies as slices do."""

    player: int
    start: int
    end: int


def runs(match: Match) -> list[Run]:
    """The whole match, cut where the player changes. What chance did before the first move is no run."""
    found: list[Run] = []
    for number, ply in enumerate(match.plies):
        if ply.player == CHANCE:
            if found:
                found[-1] = Run(found[-1].player, found[-1].start, number + 1)
        elif found and found[-1].player == ply.player:
            found[-1] = Run(ply.player, found[-1].start, number + 1)
        else:
            found.append(Run(ply.player, number, number + 1))
    return found


def recent(match: Match, viewer: int) -> list[Run]:
    """What the viewer wants to be told: all since, and with, the last complete turn of their own.

    A turn that the viewer is in the middle of is told behind what others did before it.
    """
    told = runs(match)
    own = [number for number, run in enumerate(told) if run.player == viewer]
    if own and own[-1] == len(told) - 1 and match.to_move in (viewer, CHANCE):
        return told[own[-2] + 1 if len(own) > 1 else 0 :]
    return told[own[-1] if own else 0 :]


def fresh_moves(match: Match, viewer: int) -> tuple[Move, ...]:
    """The moves to be marked on the board: what others did since the viewer's last turn, else the last turn."""
    others = [run for run in recent(match, viewer) if run.player != viewer]
    moves = tuple(ply.move for run in others for ply in match.plies[run.start : run.end])
    return moves or match.last_turn()


def account(match: Match, run: Run) -> str:
    """One line: who did what, what came of it, and what it did to the points."""
    plies = match.plies[run.start : run.end]
    parts: list[str] = []
    for ply in plies:
        text = format_ply(match, ply)
        if ply.player == CHANCE and parts:
            parts[-1] += f" {text}"
        else:
            parts.append(text)
    gain = _points(match, run)
    return f"{match.player_name(run.player)}: {', '.join(parts)}" + (f" ({gain})" if gain else "")


def format_ply(match: Match, ply: Ply) -> str:
    """A move, or an outcome with its arrow, in long notation."""
    text = match.game.format_move(ply.move)
    arrow = {"rolled": "-> ", "stated": "=> "}.get(ply.source, "")
    return arrow + text


def _points(match: Match, run: Run) -> str:
    """How the points changed over the run; empty where they did not."""
    before, after = match.states[run.start].scores(), match.states[run.end].scores()
    return format_gain(match, run.player, before, after) if before is not None and after is not None else ""


def format_gain(match: Match, mover: int, before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """How the points changed when somebody moved; empty where they did not."""
    changes = []
    for player, (old, new) in enumerate(zip(before, after, strict=True), 1):
        if old != new:
            whose = "" if player == mover else f"{match.player_name(player)} "
            changes.append(f"{whose}{new - old:+d} {'point' if abs(new - old) == 1 else 'points'}")
    return ", ".join(changes)
