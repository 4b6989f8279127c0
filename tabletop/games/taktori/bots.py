"""Bots for Taktori. Values are points: own minus the others', with the potential of squares not closed yet.

A turn can have a huge number of bridge sets, so turns are pruned before they are searched:
towers are ranked by what they do alone, and the best get their bridges one by one.

With two players `hard` searches with alpha-beta, where paranoid and max-n are the same (see `quick_tree`); with more
it plays the two rounds to come, in which everyone builds for themselves (see `round_tree`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, Controller, Parameters, level, mcts
from tabletop.game import Move
from tabletop.games.taktori.candidates import Candidate
from tabletop.games.taktori.quick_tree import QuickTree
from tabletop.games.taktori.round_tree import RoundTree
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.taktori.search import EASY, NoviceTree, TaktoriTree

BLUNDER = 6.0
"""The points that a blunder costs."""


@dataclass(frozen=True)
class HardBot:
    """Searches in games for two, plays two rounds ahead in games for more."""

    has_depth: ClassVar[bool] = True

    search: AlphaBetaBot[TaktoriState, Candidate]
    round: AlphaBetaBot[TaktoriState, Candidate]
    blunder: float = BLUNDER

    def think(self, observation: Observation[TaktoriState], limit: Limit) -> SearchInfo:
        """A legal move."""
        return self._bot(observation).think(observation, limit)

    def evaluate(
        self, observation: Observation[TaktoriState], limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        return self._bot(observation).evaluate(observation, limit, moves, lines)

    def explain(self, observation: Observation[TaktoriState], move: Move) -> str:
        """The case for a legal move."""
        return self._bot(observation).explain(observation, move)

    def _bot(self, observation: Observation[TaktoriState]) -> AlphaBetaBot[TaktoriState, Candidate]:
        return self.search if observation.setup.players == 2 else self.round


def make_alphabeta(parameters: Mapping[str, str]) -> Controller:
    """`alphabeta:depth=2,width=6`."""
    values = Parameters("alphabeta", parameters)
    depth = values.whole("depth", 2)
    width = values.whole("width", 6)
    values.done()
    bot = AlphaBetaBot(partial(TaktoriTree, width=width), depth=depth, blunder=BLUNDER)
    return Controller(f"alphabeta:depth={depth},width={width}", bot)


EASY_BOT = GreedyBot(partial(TaktoriTree, weights=EASY, width=4, is_sporting=True), slack=0.4, blunder=BLUNDER)

BOTS: dict[str, BotMaker] = {
    # As easy, but builds only near its last tower and overlooks the rest of the board.
    "novice": level("novice", GreedyBot(NoviceTree, slack=0.8, blunder=BLUNDER)),
    # Closes what it can and builds a little, one turn at a time, and ignores the others.
    "easy": level("easy", EASY_BOT),
    # Sees more potential in towers, and counts what the others build; one turn at a time.
    "medium": level("medium", GreedyBot(partial(TaktoriTree, is_sporting=True), slack=0.2, blunder=BLUNDER)),
    # Looks as far ahead as its nodes allow.
    "hard": level(
        "hard",
        HardBot(
            search=AlphaBetaBot(QuickTree, slack=0.1),
            round=AlphaBetaBot(RoundTree, depth=1, slack=0.1),
        ),
        nodes=300,
    ),
    "alphabeta": make_alphabeta,
    "mcts": mcts(TaktoriTree, iterations=100, explore=0.5),
}
