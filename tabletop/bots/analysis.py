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
    """The best moves now with their values, and why. The game must not be over, nor wait for chance.

    A limit that is given is for all of it. What wins at once is best, whatever else may promise more.
    """
    seat = adviser or make_seat(match.game, ADVISER)
    asked = situation(match, BOT_SEED)
    bot = seat.bot
    if not isinstance(bot, Judge):
        return bot.think(asked, seat.budget(nodes, seconds))
    half = _half(nodes, seconds)
    thought = bot.think(asked, seat.budget(*half))
    best = bot.judge(asked, seat.budget(*half), lines=LINES)
    values = dict(best)
    move, value = best[0]
    if values.get(thought.move) == value or _wins_at_once(match, thought.move):
        move, value = thought.move, values.get(thought.move, thought.value or value)
    why = thought.why if move == thought.move else bot.why(asked, move)
    others = [pair for pair in best if pair[0] != move]
    return replace(thought, move=move, value=value, why=why, ranked=((move, value), *others[: LINES - 1]))


def _half(nodes: int | None, seconds: float | None) -> tuple[int | None, float | None]:
    """Limits for each of two looks."""
    return None if nodes is None else max(1, nodes // 2), None if seconds is None else seconds / 2


def _wins_at_once(match: Match, move: Move) -> bool:
    outcome = match.state.apply(move).outcome()
    return outcome is not None and match.to_move in outcome.winners


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
    if isinstance(seat.bot, Judge):
        nodes, seconds = _half(nodes, seconds)
    thought = seat.bot.think(asked, seat.budget(nodes, seconds))
    if thought.move == move:
        return Remark(ply, player, move, thought.value, thought, False)
    if not isinstance(seat.bot, Judge):
        return Remark(ply, player, move, dict(thought.ranked).get(move), thought, False)
    values = dict(seat.bot.judge(asked, seat.budget(nodes, seconds), (move, thought.move)))
    value, best_value = values[move], values[thought.move]
    best = replace(thought, value=best_value)
    return Remark(ply, player, move, value, best, best_value - value >= seat.bot.blunder)
