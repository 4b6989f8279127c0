"""What a strong bot says of a position (hint) and of a match that was played (analysis)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tabletop.bots.bot import Evaluator, SearchInfo, observe
from tabletop.bots.specs import Controller, make_controller
from tabletop.game import CHANCE, Move
from tabletop.match import Match

ADVISER = "hard"
BOT_SEED = 1
LINES = 3
"""Moves that a hint tells of."""


@dataclass(frozen=True)
class Annotation:
    """What is to be said of a move that was played."""

    ply: int
    """Counted from 1, outcomes of chance included."""
    player: int
    move: Move
    value: float | None
    """In the measure of the thought, for the player who moved; None where the bot cannot compare."""
    best: SearchInfo
    """What the adviser would have done; its value was found by looking as deep as for the move's."""
    is_blunder: bool


def hint(
    match: Match, adviser: Controller | None = None, nodes: int | None = None, seconds: float | None = None
) -> SearchInfo:
    """The best moves now with their values, and why. The game must not be over, nor wait for chance.

    A limit that is given is for all of it. What wins at once is best, whatever else may promise more.
    """
    controller = adviser or make_controller(match.game, ADVISER)
    asked = observe(match, BOT_SEED)
    bot = controller.bot
    if not isinstance(bot, Evaluator):
        return bot.think(asked, controller.limit(nodes, seconds))
    half = _half(nodes, seconds)
    info = bot.think(asked, controller.limit(*half))
    best = bot.evaluate(asked, controller.limit(*half), lines=LINES)
    values = dict(best)
    move, value = best[0]
    if values.get(info.move) == value or _wins_at_once(match, info.move):
        move, value = info.move, values.get(info.move, info.value or value)
    why = info.explanation if move == info.move else bot.explain(asked, move)
    others = [pair for pair in best if pair[0] != move]
    return replace(info, move=move, value=value, explanation=why, ranked=((move, value), *others[: LINES - 1]))


def _half(nodes: int | None, seconds: float | None) -> tuple[int | None, float | None]:
    """Limits for each of two looks."""
    return None if nodes is None else max(1, nodes // 2), None if seconds is None else seconds / 2


def _wins_at_once(match: Match, move: Move) -> bool:
    result = match.state.apply(move).result()
    return result is not None and match.to_move in result.winners


def analyze(
    match: Match, adviser: Controller | None = None, nodes: int | None = None, seconds: float | None = None
) -> Iterator[Annotation]:
    """A remark on every move of the match, in order; outcomes of chance get none.

    A blunder is a move that the adviser values less than its own choice by the bot's
    `blunder` or more, both looked into equally deep.
    """
    controller = adviser or make_controller(match.game, ADVISER)
    again = Match(match.game, match.setup, match.states[0])
    for number, ply in enumerate(match.plies, 1):
        if ply.player != CHANCE:
            yield _annotate(again, number, ply.player, ply.move, controller, nodes, seconds)
        again.play(ply.move, ply.source)


def _annotate(
    match: Match, ply: int, player: int, move: Move, controller: Controller, nodes: int | None, seconds: float | None
) -> Annotation:
    asked = observe(match, BOT_SEED)
    if isinstance(controller.bot, Evaluator):
        nodes, seconds = _half(nodes, seconds)
    info = controller.bot.think(asked, controller.limit(nodes, seconds))
    if info.move == move:
        return Annotation(ply, player, move, info.value, info, False)
    if not isinstance(controller.bot, Evaluator):
        return Annotation(ply, player, move, dict(info.ranked).get(move), info, False)
    values = dict(controller.bot.evaluate(asked, controller.limit(nodes, seconds), (move, info.move)))
    value, best_value = values[move], values[info.move]
    best = replace(info, value=best_value)
    return Annotation(ply, player, move, value, best, best_value - value >= controller.bot.blunder)
