"""What a strong bot says of a position (hint) and of a match that was played (analysis)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tabletop.bots import Judge, Seat, make_seat, situation
from tabletop.bots.thought import Thought
from tabletop.game import CHANCE, Move
from tabletop.match import Match

ADVISER = "hard"
BOT_SEED = 1
LINES = 3
"""Moves that a hint tells of."""


@dataclass(frozen=True)
class Remark:
    """What is to be said of a move that was played."""

    ply: int
    """Counted from 1, outcomes of chance included."""
    player: int
    move: Move
    value: float | None
    """In the measure of the thought, for the player who moved; None where the bot cannot compare."""
    best: Thought
    """What the adviser would have done; its value was found by looking as deep as for the move's."""
    is_blunder: bool


def hint(match: Match, adviser: Seat | None = None, nodes: int | None = None, seconds: float | None = None) -> Thought:
    """The best moves now with their values, and why. The game must not be over, nor wait for chance."""
    seat = adviser or make_seat(match.game, ADVISER)
    asked = situation(match, BOT_SEED)
    thought = seat.bot.think(asked, seat.budget(nodes, seconds))
    if not isinstance(seat.bot, Judge):
        return thought
    best = seat.bot.judge(asked, seat.budget(nodes, seconds), lines=LINES)
    value = dict(best).get(thought.move, thought.value)
    assert value is not None, "who judges moves has a value for the own one"
    others = [pair for pair in best if pair[0] != thought.move]
    return replace(thought, value=value, ranked=((thought.move, value), *others[: LINES - 1]))


def analyze(
    match: Match, adviser: Seat | None = None, nodes: int | None = None, seconds: float | None = None
) -> Iterator[Remark]:
    """A remark on every move of the match, in order; outcomes of chance get none.

    A blunder is a move that the adviser values less than its own choice by the bot's
    `blunder` or more, both looked into equally deep.
    """
    seat = adviser or make_seat(match.game, ADVISER)
    again = Match(match.game, match.setup, match.states[0])
    for number, ply in enumerate(match.plies, 1):
        if ply.player != CHANCE:
            yield _remark(again, number, ply.player, ply.move, seat, nodes, seconds)
        again.play(ply.move, ply.source)


def _remark(
    match: Match, ply: int, player: int, move: Move, seat: Seat, nodes: int | None, seconds: float | None
) -> Remark:
    asked = situation(match, BOT_SEED)
    thought = seat.bot.think(asked, seat.budget(nodes, seconds))
    if thought.move == move:
        return Remark(ply, player, move, thought.value, thought, False)
    if not isinstance(seat.bot, Judge):
        return Remark(ply, player, move, dict(thought.ranked).get(move), thought, False)
    values = dict(seat.bot.judge(asked, seat.budget(nodes, seconds), (move, thought.move)))
    value, best_value = values[move], values[thought.move]
    best = replace(thought, value=best_value)
    return Remark(ply, player, move, value, best, best_value - value >= seat.bot.blunder)
