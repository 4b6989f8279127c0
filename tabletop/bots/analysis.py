"""Hints for a position, and annotations for the moves of a match.

    info = hint(match)                     # the best moves now, their values, and a reason
    for annotation in analyze(match):      # one for each move that was played
        print(annotation.ply, annotation.is_blunder, annotation.best.move)

The adviser, `hard` by default, should be an Evaluator: other bots can only say what they would
play, and find no blunders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tabletop.bots.bot import Evaluator, ExactValues, SearchInfo, observe
from tabletop.bots.specs import Controller, bot_makers, make_controller
from tabletop.errors import WrongUse
from tabletop.game import CHANCE, AnyGame, Move
from tabletop.match import Match

ADVISER = "hard"
"""The bot that gives hints and analyzes games unless the user names another."""
BOT_SEED = 1
LOST_CHANCE = 0.25
"""A move that loses so much of the chance to win is a blunder, however few points it costs."""
HINT_MOVES = 3
"""Moves that a hint lists."""


@dataclass(frozen=True)
class Annotation:
    """The adviser's opinion of a move that was played."""

    ply: int
    """Counted from 1, outcomes of chance included."""
    player: int
    move: Move
    value: float | None
    """For the player who moved, in the unit of `best.value`; None if the bot cannot compare moves."""
    best: SearchInfo
    """The adviser's own choice; its value comes from a search as deep as that of the move played."""
    is_blunder: bool
    """Whether the move loses the adviser's `blunder` or more, or so much of the chance to win as LOST_CHANCE."""

    @property
    def chance(self) -> float | None:
        """The chance to win after the move of the player who made it, 0 to 1; None if the bot does not know."""
        return self.best.win_chance(self.value)

    @property
    def best_chance(self) -> float | None:
        """The chance to win after the adviser's own choice."""
        return self.best.win_chance(self.best.value)


def default_adviser(game: AnyGame) -> str:
    """ADVISER if the game has that bot; raises WrongUse if not."""
    if ADVISER not in bot_makers(game):
        raise WrongUse(f"{game.title} has no bot that can judge moves")
    return ADVISER


def hint(
    match: Match, adviser: Controller | None = None, nodes: int | None = None, seconds: float | None = None
) -> SearchInfo:
    """The best moves now with their values, and a reason. A player must be to move.

    The nodes or seconds are for the whole hint. A move that wins at once comes first, even if
    another has a higher value.
    """
    controller = adviser or make_controller(match.game, default_adviser(match.game))
    observation = observe(match, BOT_SEED)
    bot = controller.bot
    if not isinstance(bot, Evaluator):
        return bot.think(observation, controller.limit(nodes, seconds))
    half_limit = _half(nodes, seconds)
    info = bot.think(observation, controller.limit(*half_limit))
    ranked = bot.evaluate(observation, controller.judging_limit(*half_limit), lines=HINT_MOVES)
    is_exact = isinstance(ranked, ExactValues)
    if info.is_exact and not is_exact:
        return info
    values = dict(ranked)
    move, value = ranked[0]
    if values.get(info.move) == value or _wins_at_once(match, info.move):
        move, value = info.move, values.get(info.move, info.value or value)
    explanation = info.explanation if move == info.move else bot.explain(observation, move)
    others = [pair for pair in ranked if pair[0] != move]
    ranked = ((move, value), *others[: HINT_MOVES - 1])
    return replace(info, move=move, value=value, explanation=explanation, ranked=ranked, is_exact=is_exact)


def _half(nodes: int | None, seconds: float | None) -> tuple[int | None, float | None]:
    """The limits for each of two searches."""
    return None if nodes is None else max(1, nodes // 2), None if seconds is None else seconds / 2


def _wins_at_once(match: Match, move: Move) -> bool:
    result = match.state.apply(move).result()
    return result is not None and match.to_move in result.winners


def analyze(
    match: Match, adviser: Controller | None = None, nodes: int | None = None, seconds: float | None = None
) -> Iterator[Annotation]:
    """An annotation for every move of the match, in order; outcomes of chance get none."""
    controller = adviser or make_controller(match.game, default_adviser(match.game))
    replayed = Match(match.game, match.setup, match.states[0])
    for number, ply in enumerate(match.plies, 1):
        if ply.player != CHANCE:
            yield _annotate(replayed, number, ply.player, ply.move, controller, nodes, seconds)
        replayed.play(ply.move, ply.source)


def _annotate(
    match: Match, ply: int, player: int, move: Move, controller: Controller, nodes: int | None, seconds: float | None
) -> Annotation:
    """The annotation for a move that the player is about to make in the match."""
    observation = observe(match, BOT_SEED)
    bot = controller.bot
    if not isinstance(bot, Evaluator):
        info = bot.think(observation, controller.limit(nodes, seconds))
        value = info.value if info.move == move else dict(info.ranked).get(move)
        return Annotation(ply, player, move, value, info, is_blunder=False)
    half_limit = _half(nodes, seconds)
    info = bot.think(observation, controller.limit(*half_limit))
    if info.move == move:
        return Annotation(ply, player, move, info.value, info, is_blunder=False)
    ranked = bot.evaluate(observation, controller.judging_limit(*half_limit), (move, info.move))
    values = dict(ranked)
    best = replace(info, value=values[info.move], is_exact=isinstance(ranked, ExactValues))
    annotation = Annotation(ply, player, move, values[move], best, is_blunder=False)
    lost = (annotation.best_chance or 0.0) - (annotation.chance or 0.0)
    is_blunder = values[info.move] - values[move] >= bot.blunder or lost >= LOST_CHANCE
    return replace(annotation, is_blunder=is_blunder)
