"""Bots for Taktori. Values are points: own less the others', with hopes of squares not closed yet.

A turn can have a huge number of bridge sets, so turns are pruned before they are searched:
towers are ranked by what they do alone, and the best get their bridges one by one.

With two players `hard` searches with alpha-beta, where paranoid and max-n are the same.
With more it is max-n in spirit: everyone is taken to build for themselves, which is what
pays against several; and since others' building touches the own one little, they are
taken to stand still while the own next turns are played ahead. A paranoid search was
tried too and did worse: it defends against attacks that nobody has a reason to make.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import fsum
from random import Random

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.game_tree import is_long_game
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, Controller, Parameters, level, mcts
from tabletop.bots.winchance import chance_from_lead
from tabletop.game import NOBODY, Move
from tabletop.games.taktori.evaluation import FIELDS, Option, Side, Taste, best_last, bridged, rounds_left, worth
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.towers.geometry import TOWERS, field_names
from tabletop.games.towers.moves import Lay, Turn
from tabletop.games.towers.rules import standing_of

WIN = 10.0
"""What winning is worth beyond the points."""
POINTS_AHEAD = 10.0
"""A lead that wins three games in four."""
BLUNDER = 6.0
"""Points that a blunder costs."""
AGAINST = (0.0, 1.0, 0.6, 0.4)
"""How much the others' worth counts, by their number: what harms one of several helps the rest as well."""
BEST_OTHER = 0.7
"""How much the best of several opponents counts; the rest is for their average."""
CLOSING = 2.5
"""What a square counts that a tower makes closable, before its bridges are looked at."""
MOST_TURNS = 400
"""Turns that are looked at one by one where all would be too many."""

PLANNED = 6
"""Own turns that are played ahead."""
PLAN_TRUST = 0.5
"""How much of what a plan brings is counted on."""

EASY = Taste((0.0, 0.1, 0.3, 0.8, 2.0), (0.0, 0.05, 0.2, 0.6, 0.0), far=0.0, link=0.04, minds_others=False)
HARD = Taste()
EASY_GOING = Taste(minds_others=False)
"""How the own turns of a plan are valued."""

_NAMES = field_names(9)
_PLACES = tuple(Turn("place", target=field) for field in range(FIELDS))


class TaktoriTree:
    """Knowledge for one situation; `width` is how many turns are worth trying in each position."""

    def __init__(self, observation: Observation[TaktoriState], taste: Taste = HARD, width: int = 6) -> None:
        state = observation.state
        self.root = state
        self.taste = taste
        self.width = width
        limit = int(observation.setup.options.get("max-turns", 0))
        self._is_last = state.final is not None or (limit > 0 and len(observation.states) >= limit)
        self._met = set() if is_long_game(observation) else set(observation.states[:-1])

    def to_move(self, position: TaktoriState) -> int:
        """The player to move."""
        return position.to_move

    def apply(self, position: TaktoriState, move: Option) -> TaktoriState:
        """The position after a move."""
        return move.state

    def value(self, position: TaktoriState, player: int) -> float:
        """Points with hopes, less the others'."""
        if position.to_move == NOBODY:
            scores = position.scores()
            lead = scores[player - 1] - max(points for who, points in enumerate(scores, 1) if who != player)
            return lead + (WIN if lead > 0 else -WIN if lead < 0 else 0)
        return self.lead(position, player, self.taste)

    def lead(self, position: TaktoriState, player: int, taste: Taste, closing: float = 0.0) -> float:
        """Own worth less the others', of whom the best counts most."""
        towers, variant = position.towers, position.variant
        standing = standing_of(towers)
        own = 0.0
        others = []
        for who in range(1, variant.players + 1):
            if who == player or taste.minds_others:
                side = Side(towers[who - 1], standing, position.vertical, position.horizontal)
                turns = rounds_left(position, who)
                if who == player:
                    own = worth(side, turns, variant.centre, taste, closing)
                else:
                    others.append(worth(side, turns, variant.centre, taste))
        if not others:
            return own
        against = BEST_OTHER * max(others) + (1 - BEST_OTHER) * fsum(others) / len(others)
        return own - AGAINST[len(others)] * against

    def moves(self, position: TaktoriState) -> Sequence[Option]:
        """The most promising turns: towers first by what they do alone, then with their bridges."""
        player = position.player
        parts = self.parts(position, self.taste)
        options = [bridged(position, part, self.taste) for part in parts[: 3 * self.width]]
        bridges = bridged(position, Turn("bridge"), self.taste)
        if bridges.turn.bridges:
            options.append(bridges)
        if position is self.root:
            options = [option for option in options if option.state not in self._met] or options
            if self._is_last:
                options += self._last(position, parts)
        if not options:
            options = [Option(move, position.apply(move)) for move in islice(position.legal_moves(), MOST_TURNS)]
        values = [TaktoriTree.value(self, option.state, player) for option in options]
        order = sorted(range(len(options)), key=lambda index: -values[index])
        return [options[index] for index in order[: self.width]]

    def _last(self, position: TaktoriState, parts: Sequence[Turn]) -> list[Option]:
        """The turn with most points, for the last turn of all."""
        lays = [step for step in position.steps() if isinstance(step, Lay)]
        best = best_last(position, [*parts, *lays], MOST_TURNS)
        return [Option(best, position.apply(best))] if best else []

    def parts(self, position: TaktoriState, taste: Taste) -> list[Turn]:
        """Ways to place and move towers, the best first.

        Moves are looked at where placing is good too, where there is nothing to place, and where they oust.
        """
        own = position.towers[position.player - 1]
        can_place = own.bit_count() < TOWERS
        parts = list(_PLACES) if can_place else []
        costs = [self._cost(position, part, taste) for part in parts]
        good = sorted(range(len(parts)), key=lambda index: costs[index])[: self.width]
        for step in position.steps():
            if isinstance(step, Turn) and step.kind == "move" and (not can_place or step.oust or step.target in good):
                parts.append(step)
                costs.append(self._cost(position, step, taste))
        return [parts[index] for index in sorted(range(len(parts)), key=lambda index: costs[index])]

    def _cost(self, position: TaktoriState, part: Turn, taste: Taste) -> float:
        """How bad the position is after the tower part alone."""
        towers = position.towers_after(part)
        after = position.following(towers, position.vertical, position.horizontal, part.kind == "place")
        return -self.lead(after, position.player, taste, CLOSING)

    def playout(self, position: TaktoriState, rng: Random) -> tuple[float, ...]:
        """What the position looks like to everyone, as chances."""
        players = range(1, position.variant.players + 1)
        return tuple(chance_from_lead(self.value(position, player), POINTS_AHEAD) for player in players)

    def game_move(self, move: Option) -> Turn:
        """The turn itself."""
        return move.turn

    def tree_move(self, move: Turn) -> Option:
        """The move with what it leads to."""
        return Option(move, self.root.apply(move))

    def explain(self, move: Turn) -> str:
        """What the move brings, spoils or prepares."""
        player = self.root.player
        after = self.root.apply(move)
        gain = after.scores()[player - 1] - self.root.scores()[player - 1]
        if gain > 0:
            return f"closes polygons for {gain} points" if gain > 1 else "closes a polygon for 1 point"
        if move.target is not None and self._is_top_of_another(move.target):
            return f"overbuilds {_NAMES[move.target]}, where another could have laid bridges"
        return "lays bridges towards a polygon" if move.bridges else "prepares a polygon"

    def _is_top_of_another(self, field: int) -> bool:
        stack = self.root.stack(field)
        return bool(stack) and stack[-1] != self.root.player


class PlanningTree(TaktoriTree):
    """Knowledge that plays the own next turns ahead, as if the others stood still."""

    def value(self, position: TaktoriState, player: int) -> float:
        """The lead, with some of what the next turns would add."""
        value = super().value(position, player)
        if position.to_move == NOBODY or position.final is not None:
            return value
        state = position
        for _ in range(PLANNED):
            state = TaktoriState(state.variant, state.towers, state.vertical, state.horizontal, player)
            options = [bridged(state, part, EASY_GOING) for part in self.parts(state, EASY_GOING)[:PLANNED]]
            if not options:
                break
            state = max(options, key=lambda option: self.lead(option.state, player, EASY_GOING)).state
            if state.final is not None:
                break
        added = self.lead(state, player, EASY_GOING) - self.lead(position, player, EASY_GOING)
        return value + PLAN_TRUST * added


@dataclass(frozen=True)
class HardBot:
    """Searches with two players, plans with more."""

    search: AlphaBetaBot[TaktoriState, Option]
    plan: AlphaBetaBot[TaktoriState, Option]
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
        """What speaks for a legal move."""
        return self._bot(observation).explain(observation, move)

    def _bot(self, observation: Observation[TaktoriState]) -> AlphaBetaBot[TaktoriState, Option]:
        return self.search if observation.setup.players == 2 else self.plan


def make_alphabeta(parameters: Mapping[str, str]) -> Controller:
    """`alphabeta:depth=2,width=6`."""
    given = Parameters("alphabeta", parameters)
    depth = given.whole("depth", 2)
    width = given.whole("width", 6)
    given.done()
    bot = AlphaBetaBot(partial(TaktoriTree, width=width), depth=depth, blunder=BLUNDER)
    return Controller(f"alphabeta:depth={depth},width={width}", bot)


BOTS: dict[str, BotMaker] = {
    # Closes what it can and builds a little, one turn at a time, without a look at the others.
    "easy": level("easy", GreedyBot(partial(TaktoriTree, taste=EASY, width=4), slack=0.4, blunder=BLUNDER)),
    # Sees further what can become of towers, and minds what the others build; one turn at a time.
    "medium": level("medium", GreedyBot(TaktoriTree, slack=0.2, blunder=BLUNDER)),
    # Looks ahead as far as its nodes go.
    "hard": level(
        "hard",
        HardBot(
            search=AlphaBetaBot(partial(TaktoriTree, width=8), slack=0.1),
            plan=AlphaBetaBot(PlanningTree, depth=1, slack=0.1),
        ),
        nodes=120,
    ),
    "alphabeta": make_alphabeta,
    "mcts": mcts(TaktoriTree, iterations=100, explore=0.5),
}
