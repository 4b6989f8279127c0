"""Bots for Taktori Fem. Values are a lead in potential; from DECIDED up, the game is won or lost.

Alpha-beta over whole turns. Threats and answers decide this game, and a search that first
finds every loop that can be closed in one turn can follow them far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import ClassVar, NamedTuple

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import AnyObservation, Observation, SearchInfo
from tabletop.bots.game_tree import T, in_time, is_long_game
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, alphabeta, level, mcts
from tabletop.bots.winchance import chance_from_lead
from tabletop.game import NOBODY
from tabletop.games.fem.evaluation import WIN_CURVE, closable_squares, field_values
from tabletop.games.fem.rules import GRID, PLACEMENTS, FemState
from tabletop.games.fem.search import (
    FIELDS,
    FULL,
    Candidate,
    SearchPosition,
    bridges_left,
    closed_fields,
    full_state,
    is_stuck,
    layable_bridges,
    loses_by_overbuilding,
    make_candidate,
    movable_towers,
    search_position,
    top_towers,
    tower_moves,
    with_all_bridges,
)
from tabletop.games.fem.threats import Threats, won
from tabletop.games.towers.bots import field_just_built_on
from tabletop.games.towers.geometry import TOWERS, bits_of, field_names
from tabletop.games.towers.moves import Turn

WON = 1000.0
FORCED = 500.0
"""The value of a win by threat after threat that no unusual answer stops."""
BLUNDER = 100.0
"""Losing this much means losing the game or missing a win."""
OVERBUILDING_RISK = 40.0
"""The cost of a loss by overbuilding (F7) that the opponent may not see."""
LEAD = 15.0
"""A lead that wins three games in four."""
TO_MOVE = 1.5
"""The value of being the one to move."""
WIDTH = 9
"""How many turns to try below the root."""
ROOT_WIDTH = 24
"""How many turns to try at the root."""
SOURCES = 4
"""How many towers to try moving below the root."""
OVERBUILT_SLACK = 5.0
"""How much worse than the best a field may be while every tower placed can be overbuilt at once."""

_NAMES = field_names(5)


class Weights(NamedTuple):
    """What a player values and notices in a position."""

    squares: tuple[float, float, float] = (7.0, 2.5, 1.0)
    """A unit square that one, two or three more towers close."""
    caution: tuple[float, float] = (1.0, 1.0)
    """How much the opponent's potential counts, compared with the player's own: usually, and with `nocover`.

    With `nocover`, a tower blocks a square for good, so that players who block a lot end without a loop.
    """
    top: float = 0.0
    """A tower that is not overbuilt; counts only without `nocover`, as with it the opponent overbuilds none."""
    free: float = 0.0
    """A tower that may move; counts only without `nocover`."""
    knows_overbuilding: bool = False
    """Whether the player knows how to win by overbuilding (F7)."""
    sees_threats: bool = True
    """Whether the player looks at what the opponent could do next."""
    plans: int = 0
    """How many threats in a row the player plans to win by force."""
    fears: int = 0
    """The player avoids turns after which the opponent wins by this many threats in a row."""
    foresees: int = 0
    """How many threats in a row the player sees at the end of every line, own and the opponent's."""
    is_sporting: bool = False
    """Whether the player leaves the tower just set alone, as if its field were fresh (F11), unless it threatens a loop.

    The second player has a forced win by overbuilding every tower at once, which is no fun for the first.
    """


NOVICE = Weights(squares=(3.0, 1.5, 0.0), caution=(0.0, 0.0), sees_threats=False, is_sporting=True)
EASY = Weights(sees_threats=False, is_sporting=True)
MEDIUM = Weights(caution=(0.5, 0.1), plans=4, fears=1, is_sporting=True)
HARD = Weights(caution=(1.0, 0.1), top=2.0, free=2.0, knows_overbuilding=True, plans=8, fears=4, foresees=4)


class FemTree:
    """The game tree of one observation. Values of positions and winning turns are remembered."""

    values_are_points: ClassVar[bool] = False

    def __init__(self, observation: Observation[FemState], weights: Weights = HARD) -> None:
        self.config = observation.state.config
        self.weights = weights
        self.limit = Limit()
        self.root = search_position(observation.state)
        self._just_built_on = field_just_built_on(observation)
        if weights.is_sporting and not (self.config.immune or self.config.nocover):
            self.root = self.root._replace(fresh=self._just_built_on)
        self._values: dict[SearchPosition, float] = {}
        self._threats = Threats(self.config)
        self._caution = weights.caution[self.config.nocover]
        past = () if is_long_game(observation) else observation.states[:-1]
        self._visited = {search_position(state) for state in past}

    def to_move(self, position: SearchPosition) -> int:
        """The player to move."""
        return NOBODY if position.winner else position.player

    def apply(self, position: SearchPosition, move: Candidate) -> SearchPosition:
        """The position after a move."""
        return move.position

    def value(self, position: SearchPosition, player: int) -> float:
        """The lead in potential; won or lost if a loop is or can be closed, or a player has no turn left."""
        if position.winner:
            return WON if position.winner == player else -WON
        if not self.weights.sees_threats:
            return self._lead(position, player)
        mover = position.player
        value = self._values.get(position)
        if value is None:
            value = self._values[position] = self._mover_value(position)
        return value if mover == player else -value

    def _mover_value(self, position: SearchPosition) -> float:
        mover = position.player
        if is_stuck(position):
            return -WON
        if self.winning_turn(position, mover):
            return WON - 1
        value = self._lead(position, mover) + TO_MOVE
        if self.weights.foresees and self._threats.forced_win(position, self.weights.foresees, self.limit):
            return FORCED + value
        if self.weights.knows_overbuilding and loses_by_overbuilding(position, self.config):
            turns_left = TOWERS - position.towers[mover - 1].bit_count()
            return value - OVERBUILDING_RISK if mover == self.root.player else 2 * turns_left - WON
        return value

    def winning_turn(self, position: SearchPosition, player: int) -> Turn | None:
        """A turn that would close a loop for the player, if it were their turn."""
        return self._threats.winning_turn(position, player)

    def _lead(self, position: SearchPosition, player: int) -> float:
        """The player's potential minus the opponent's."""
        mine, theirs = (1.0, self._caution) if player == self.root.player else (self._caution, 1.0)
        return mine * self._potential(position, player) - theirs * self._potential(position, 3 - player)

    def _potential(self, position: SearchPosition, player: int) -> float:
        (for_one, for_two, for_three), _, top, free, *_ = self.weights
        one, two, three = closable_squares(position, player, self.config.nocover)
        value = for_one * one + for_two * two + for_three * three
        if (top or free) and not self.config.nocover:
            tops, movable = top_towers(position, player), movable_towers(position, player)
            value += top * tops.bit_count() + free * movable.bit_count()
        return value

    def moves(self, position: SearchPosition) -> Sequence[Candidate]:
        """Only a win, if there is one; otherwise the answers to a threat; otherwise the most promising turns.

        At the root, turns that leave the opponent a win are left out if there are others,
        unless the player does not see threats; and a sporting player builds on the tower just set
        only if that stops a loop.
        """
        player = position.player
        win = self.winning_turn(position, player)
        if win:
            return [won(position, win)]
        if not self.weights.sees_threats:
            return self._ordinary_turns(position)
        is_root = position == self.root
        threat = self.winning_turn(position, 3 - player)
        if threat:
            # Whatever stops the loop will do.
            unbound = position if self.config.immune else position._replace(fresh=None)
            if win := self.winning_turn(unbound, player):
                return [won(position, win)]
            answers = self._safe(position, self._threats.answers(unbound, threat, is_root))
            if answers or not is_root:
                return self._ordered(position, answers) or self._promising_turns(position)[:1]
        if not is_root:
            return self._promising_turns(position)
        if forced := self._forced_win():
            return [forced]
        candidates = self._ordered(position, self._ordinary_turns(position))
        safe = self._safe(position, candidates) or self._safe(position, self._rare_turns(position))
        safe = [candidate for candidate in safe if candidate.position not in self._visited] or safe
        if fears := self.weights.fears:
            forced_win = partial(self._threats.forced_win, threats=fears, limit=self.limit)
            tried = self._in_time(safe[:ROOT_WIDTH], position)
            safe = [candidate for candidate in tried if not forced_win(candidate.position)] or safe
        return (safe or candidates)[:ROOT_WIDTH]

    def _forced_win(self) -> Candidate | None:
        """A turn that begins a win by force, if the player plans so far; all answers have been considered."""
        likely = self.weights.plans and self._threats.forced_win(self.root, self.weights.plans, self.limit)
        return self._threats.forced_win(self.root, self.weights.plans, self.limit, thorough=True) if likely else None

    def _promising_turns(self, position: SearchPosition) -> Sequence[Candidate]:
        """Towers placed on the most valuable fields or, if none is in stock, moved there from the least valuable."""
        player = position.player
        new, standing = field_values(position, player, self.weights.squares, self.config.nocover)
        closed = closed_fields(position, player, self.config)
        fields = sorted((field for field in range(FIELDS) if not closed >> field & 1), key=lambda field: -new[field])
        if position.towers[player - 1].bit_count() < TOWERS:
            return [with_all_bridges(position, PLACEMENTS[field], self.config) for field in fields[:WIDTH]]
        movable = bits_of(GRID.flatten(movable_towers(position, player)))
        sources = sorted(movable, key=lambda field: standing[field])[:SOURCES]
        moves = [Turn("move", source, field) for field in fields[:WIDTH] for source in sources if source != field]
        candidates = [with_all_bridges(position, move, self.config) for move in self._in_time(moves, position)]
        candidates = candidates or self._ordinary_turns(position)
        return self._ordered(position, candidates)[:WIDTH]

    def _ordinary_turns(self, position: SearchPosition) -> list[Candidate]:
        """All placements; moves that uncover an own tower, or all moves if none is in stock; single bridges."""
        player = position.player
        own = position.towers[player - 1]
        parts: Iterable[Turn] = ()
        moving = movable_towers(position, player)
        if own.bit_count() < TOWERS:
            parts = self._threats.placements(position, FULL)
            moving &= own << FIELDS
        if moving:
            parts = chain(parts, tower_moves(position, player, self.config, GRID.flatten(moving), FULL))
        candidates = [with_all_bridges(position, part, self.config) for part in self._in_time(parts, position)]
        layable = layable_bridges(position, player)
        if (layable[0] or layable[1]) and bridges_left(position, player):
            for pair in GRID.pairs_of(*layable):
                candidates.append(make_candidate(position, Turn("bridge", bridges=(pair,)), self.config))
        return candidates or list(self._in_time(self._rare_turns(position), position))

    def _rare_turns(self, position: SearchPosition) -> Iterator[Candidate]:
        """Turns that are seldom good: moves of any tower, and shifting or removing a bridge."""
        for part in tower_moves(position, position.player, self.config, FULL, FULL):
            yield with_all_bridges(position, part, self.config)
        for step in full_state(position, self.config).steps():
            if isinstance(step, Turn) and step.target is None:
                yield make_candidate(position, step, self.config)

    def _safe(self, position: SearchPosition, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Those after which the opponent cannot win at once."""
        return self._threats.safe(position, self._in_time(candidates, position))

    def _in_time(self, items: Iterable[T], position: SearchPosition) -> Iterator[T]:
        return in_time(items, self.limit, is_root=position == self.root)

    def _ordered(self, position: SearchPosition, candidates: list[Candidate]) -> list[Candidate]:
        player = position.player
        keyed = [(-self._lead(candidate.position, player), index) for index, candidate in enumerate(candidates)]
        return [candidates[index] for _, index in sorted(keyed)]

    def playout(self, position: SearchPosition, rng: Random) -> tuple[float, float]:
        """Each player's chance to win, estimated from the value of the position."""
        red = chance_from_lead(self.value(position, 1), LEAD)
        return red, 1 - red

    def win_chance(self, value: float) -> float:
        """The chance to win that a value means; what caution leaves out of the opponent's potential counts here."""
        left_out = (1 - self._caution) * self._potential(self.root, 3 - self.root.player)
        return WIN_CURVE.chance(value - left_out)

    def game_move(self, move: Candidate) -> Turn:
        """The turn itself."""
        return move.turn

    def tree_move(self, move: Turn) -> Candidate:
        """The move with what it leads to."""
        return make_candidate(self.root, move._replace(label=None), self.config)

    def explain(self, move: Turn) -> str:
        """What the move closes, stops or threatens."""
        player = self.root.player
        after = full_state(self.root, self.config).apply(move)
        position = search_position(after)
        if after.winner == player:
            return "closes a loop and wins" if after.rule == "F6" else "leaves the opponent no legal turn and wins"
        opponent = 3 - player
        threat = self.winning_turn(self.root, opponent)
        if self.winning_turn(position, opponent):
            if threat and not self._can_stop(threat):
                return "nothing can stop the loop now"
            return "leaves a loop that the opponent can close"
        if threat:
            return f"stops the loop that {_in_words(threat)} would close"
        if self.weights.knows_overbuilding and loses_by_overbuilding(position, self.config):
            return "plays to win: the opponent has no tower on top, and each new one can be covered until none is left"
        if self.winning_turn(position, player):
            return "threatens to close a loop"
        overbuilt = top_towers(self.root, opponent) & ~top_towers(position, opponent)
        if move.target is not None and overbuilt:
            if move.target == self._just_built_on:
                return f"plays to win: covers the tower just set on {_NAMES[move.target]}"
            return f"overbuilds the tower on {_NAMES[move.target]}"
        return self._progress(move, position)

    def _can_stop(self, threat: Turn) -> bool:
        """Whether a turn stops the loop, or wins first."""
        unbound = self.root if self.config.immune else self.root._replace(fresh=None)
        wins = self.winning_turn(unbound, self.root.player)
        return bool(wins or self._threats.safe(self.root, self._threats.answers(unbound, threat, thorough=True)))

    def _progress(self, move: Turn, position: SearchPosition) -> str:
        """What a turn that neither wins nor stops a loop has changed, by the squares that a player may close yet."""
        player, nocover = self.root.player, self.config.nocover
        mine, theirs = (
            [closable_squares(each, owner, nocover) for each in (self.root, position)] for owner in (player, 3 - player)
        )
        builds, blocks = bool(move.bridges) or mine[1] > mine[0], theirs[1] < theirs[0]
        if builds and blocks:
            return "builds towards a loop and stands in the way of the opponent's"
        if builds:
            return "builds towards a loop"
        return "stands in the way of a loop" if blocks else "neither builds nor blocks a loop"


def _in_words(turn: Turn) -> str:
    """A turn in a few words."""
    if turn.target is not None:
        return f"a tower on {_NAMES[turn.target]}"
    low, high = turn.bridges[0]
    return f"the bridge {_NAMES[low]}-{_NAMES[high]}"


class HardBot(AlphaBetaBot[SearchPosition, Candidate]):
    """Looks ahead, but only one turn where more is of no use.

    If its towers are all overbuilt and the next can be too, it takes any field, so that games differ. If no square is
    left that three more towers would close, as late in games without a loop with `nocover`, it looks at its own turn
    only.
    """

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move."""
        position, config = search_position(observation.state), observation.state.config
        has_towers = position.towers[position.player - 1]
        if has_towers and loses_by_overbuilding(position, config):
            return AlphaBetaBot(self.tree, 1, OVERBUILT_SLACK, self.blunder).think(observation, limit)
        if config.nocover and limit.depth is None and is_blocked(position):
            return AlphaBetaBot(self.tree, 1, self.slack, self.blunder).think(observation, limit)
        return super().think(observation, limit)


def is_blocked(position: SearchPosition) -> bool:
    """Whether, with `nocover`, neither player could close a unit square with three more towers."""
    has_begun = position.towers[0] and position.towers[1]
    return bool(has_begun) and not any(sum(closable_squares(position, player, nocover=True)) for player in (1, 2))


BOTS: dict[str, BotMaker] = {
    # Closes loops, but notices a square only when it has two corners of it, and never looks at the opponent's.
    "novice": level("novice", GreedyBot(partial(FemTree, weights=NOVICE), slack=2.0, blunder=BLUNDER)),
    # Closes loops and builds towards them, and ignores what the opponent may do next.
    "easy": level("easy", GreedyBot(partial(FemTree, weights=EASY), slack=2.0, blunder=BLUNDER)),
    # Stops loops too, finds wins by a few threats in a row, and cares more for its own loops than for the opponent's.
    "medium": level("medium", AlphaBetaBot(partial(FemTree, weights=MEDIUM), 2, slack=1.0, blunder=BLUNDER), nodes=300),
    # Looks as far ahead as its nodes allow, sees long rows of threats, and knows how to win by overbuilding.
    "hard": level("hard", HardBot(FemTree, slack=0.25, blunder=BLUNDER), nodes=1000),
    "alphabeta": alphabeta(FemTree, BLUNDER),
    "mcts": mcts(FemTree, iterations=500, explore=0.5),
}
