"""What a strong bot says of a position (hint) and of a match that was played (analysis)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tabletop.bots import Judge, Seat, Situation, make_seat, situation
from tabletop.bots.budget import Thought
from tabletop.game import CHANCE, Move
from tabletop.match import Match

ADVISER = "hard"
BOT_SEED = 1


@dataclass(frozen=True)
class Remark:
    """What is to be said of a move that was played.

    `value` and `best_value` are in the game's own measure, for the player who moved; None
    where the bot cannot compare.
    """

    ply: int
    """Counted from 1, outcomes of chance included."""
    player: int
    move: Move
    value: float | None
    best: Move
    best_value: float | None
    why: str
    """What speaks for the best move."""
    is_blunder: bool


def hint(match: Match, adviser: Seat | None = None, nodes: int | None = None, seconds: float | None = None) -> Thought:
    """The best moves now with their values, and why. The game must not be over, nor wait for chance."""
    seat = adviser or make_seat(match.game, ADVISER)
    asked = situation(match, BOT_SEED)
    thought = seat.bot.think(asked, seat.budget(nodes, seconds))
    if not isinstance(seat.bot, Judge):
        return thought
    best = seat.bot.judge(asked, seat.budget(nodes, seconds))
    if thought.move not in dict(best):
        return thought
    ranked = tuple(sorted(best, key=lambda pair: pair[0] != thought.move))
    return Thought(thought.move, ranked[0][1], thought.why, thought.nodes, ranked)


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
        return Remark(ply, player, move, thought.value, move, thought.value, thought.why, False)
    value, best_value = _compare(asked, seat, move, thought, nodes, seconds)
    blunder = False
    if isinstance(seat.bot, Judge) and value is not None and best_value is not None:
        blunder = best_value - value >= seat.bot.blunder
    return Remark(ply, player, move, value, thought.move, best_value, thought.why, blunder)


def _compare(
    asked: Situation, seat: Seat, move: Move, thought: Thought, nodes: int | None, seconds: float | None
) -> tuple[float | None, float | None]:
    """What the move and the bot's own choice are worth."""
    if isinstance(seat.bot, Judge):
        budget = seat.budget(nodes, seconds)
        values = dict(seat.bot.judge(asked, budget, (move, thought.move)))
        return values.get(move), values.get(thought.move)
    return dict(thought.ranked).get(move), thought.value
