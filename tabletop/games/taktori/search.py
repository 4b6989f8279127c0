"""The game tree of Taktori: which turns to try, and what positions are worth.

Values are points: own minus the others', with the potential of squares not closed yet. Towers are ranked by what they
do alone, and the best get their bridges one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import fsum
from random import Random

from tabletop.bots.bot import Observation
from tabletop.bots.game_tree import T, in_time, is_long_game
from tabletop.bots.limit import Limit
from tabletop.bots.winchance import chance_from_lead
from tabletop.game import NOBODY
from tabletop.games.taktori.candidates import (
    Candidate,
    Worth,
    best_final_turn,
    with_best_bridges,
)
from tabletop.games.taktori.evaluation import (
    WIN_CURVES,
    PlayerBoard,
    Weights,
    player_board,
    player_value,
    points,
    progress,
    turns_left,
)
from tabletop.games.taktori.polygons import SIZE
from tabletop.games.taktori.reasons import reason
from tabletop.games.taktori.rules import PLACEMENTS, TaktoriState
from tabletop.games.taktori.squares import ground
from tabletop.games.taktori.threats import TooManyTurns, closing_gain
from tabletop.games.towers.bots import field_just_built_on
from tabletop.games.towers.geometry import TOWERS
from tabletop.games.towers.moves import LayBridge, Turn
from tabletop.games.towers.rules import occupancy

WIN = 10.0
"""The value of winning, on top of the points."""
POINTS_AHEAD = 10.0
"""A lead that wins three games in four."""
BEST_OPPONENT_SHARE = 0.7
"""How much of what counts against a player is the best opponent's value; the rest is the average."""
CLOSING = 2.5
"""The value of a square that a tower makes closable, before its bridges are looked at."""
MOST_TURNS = 400
"""How many turns to look at one by one when there are too many to try them all."""

NEARBY = 2
"""How many steps along columns and rows a beginner looks from the last tower."""

EASY = Weights((0.0, 0.1, 0.3, 0.8, 2.0), (0.0, 0.05, 0.2, 0.6, 0.0), far=0.0, link=0.04, counts_opponents=False)
HARD = Weights()


class TaktoriTree:
    """The game tree of one observation; `width` is how many turns to try in each position.

    A sporting player in a game for two does not build on the tower just set, unless that stops a polygon that is
    worth more than it costs. A player who always does keeps the other at 0, which is no fun.
    """

    def __init__(
        self,
        observation: Observation[TaktoriState],
        weights: Weights = HARD,
        width: int = 6,
        is_sporting: bool = False,
    ) -> None:
        state = observation.state
        self.root = state
        self.weights = weights
        self.width = width
        self.parts = 3 * width
        self.limit = Limit()
        most_turns = int(observation.setup.options.get("max-turns", 0))
        self._is_last_turn = state.final is not None or 0 < most_turns <= len(observation.states)
        self._just_built_on = field_just_built_on(observation)
        self._spared = self._just_built_on if is_sporting and state.config.players == 2 else None
        self._visited = set() if is_long_game(observation) else set(observation.states[:-1])
        self._worth = self.worth(weights)

    def worth(self, weights: Weights) -> Worth:
        """What a board is worth to the player who chooses bridges."""
        centre = self.root.config.centre

        def worth(board: PlayerBoard, player: int, after: TaktoriState) -> float:
            return player_value(board, turns_left(after, player), centre, weights)

        return worth

    def to_move(self, position: TaktoriState) -> int:
        """The player to move."""
        return position.to_move

    def apply(self, position: TaktoriState, move: Candidate) -> TaktoriState:
        """The position after a move."""
        return move.state

    def value(self, position: TaktoriState, player: int) -> float:
        """Points with potential, minus the others'; plus a bonus for the winner when the game is over."""
        if position.to_move == NOBODY:
            scores = position.scores()
            lead = scores[player - 1] - max(points for seat, points in enumerate(scores, 1) if seat != player)
            return lead + (WIN if lead > 0 else -WIN if lead < 0 else 0)
        return self.lead(position, player, self.weights)

    def lead(self, position: TaktoriState, player: int, weights: Weights, closing: float = 0.0) -> float:
        """The player's value minus the others', of whom the best counts most."""
        towers, config = position.towers, position.config
        occupied = occupancy(towers)
        around = ground(occupied, position.vertical, position.horizontal)
        own = 0.0
        others = []
        for seat in range(1, config.players + 1):
            if seat == player or weights.counts_opponents:
                board = PlayerBoard(towers[seat - 1], occupied, position.vertical, position.horizontal)
                turns = turns_left(position, seat)
                if seat == player:
                    own = player_value(board, turns, config.centre, weights, closing, around)
                else:
                    others.append(player_value(board, turns, config.centre, weights, 0.0, around))
        if not others:
            return own
        against = BEST_OPPONENT_SHARE * max(others) + (1 - BEST_OPPONENT_SHARE) * fsum(others) / len(others)
        return own - weights.against[len(others)] * against

    def moves(self, position: TaktoriState) -> Sequence[Candidate]:
        """The most promising turns: towers first by what they do alone, then with their bridges."""
        player = position.player
        tower_parts = self.tower_parts(position, self.weights)
        promising = self._in_time(tower_parts[: self.parts], position)
        candidates = [with_best_bridges(position, part, self._worth) for part in promising]
        bridges_alone = with_best_bridges(position, Turn("bridge"), self._worth)
        if bridges_alone.turn.bridges:
            candidates.append(bridges_alone)
        if position is self.root:
            candidates = [candidate for candidate in candidates if candidate.state not in self._visited] or candidates
            if self._is_last_turn:
                candidates += self._final_turn(position, [part for part in tower_parts if not self._covers(part)])
            if self._spared is not None:
                candidates = self._fair(candidates)
        if not candidates:
            moves = (move for move in position.legal_moves() if not (position is self.root and self._covers(move)))
            legal_moves = self._in_time(islice(moves, MOST_TURNS), position)
            candidates = [Candidate(move, position.apply(move)) for move in legal_moves]
        values = [TaktoriTree.value(self, candidate.state, player) for candidate in candidates]
        order = sorted(range(len(candidates)), key=lambda index: -values[index])
        return [candidates[index] for index in order[: self.width]]

    def _covers(self, turn: Turn) -> bool:
        """Whether the turn builds on the tower just set that a sporting player spares."""
        return self._spared is not None and turn.target == self._spared

    def _fair(self, candidates: list[Candidate]) -> list[Candidate]:
        """Those that leave the tower just set alone, and those whose tower on it stops more points than it gives up."""
        fair = [candidate for candidate in candidates if not self._covers(candidate.turn)]
        covering = [candidate for candidate in candidates if self._covers(candidate.turn)]
        if not covering or self._is_last_turn:
            return fair
        player, opponent, centre = self.root.player, 3 - self.root.player, self.root.config.centre
        try:
            if threat := closing_gain(self.root, opponent):
                points_now = points(player_board(self.root, player), centre)
                most = closing_gain(self.root, player)
                for candidate in covering:
                    gain = points(player_board(candidate.state, player), centre) - points_now
                    if threat - closing_gain(candidate.state, opponent) > max(0, most - gain):
                        fair.append(candidate)
        except TooManyTurns:
            pass
        return fair

    def _final_turn(self, position: TaktoriState, tower_parts: Sequence[Turn]) -> list[Candidate]:
        """The turn with the most points, if it is the player's last."""
        bridge_steps = [step for step in position.steps() if isinstance(step, LayBridge)]
        best = best_final_turn(position, [*tower_parts, *bridge_steps], MOST_TURNS, self.limit)
        return [Candidate(best, position.apply(best))] if best else []

    def tower_parts(self, position: TaktoriState, weights: Weights) -> list[Turn]:
        """Ways to place and move towers, the best first.

        Moves count only if they oust, lead where placing is good too, or if there is nothing left to place.
        """
        own = position.towers[position.player - 1]
        can_place = own.bit_count() < TOWERS
        tower_parts: list[Turn] = []
        costs: list[float] = []
        placements = [part for part in PLACEMENTS if part.target != position.fresh] if can_place else []
        for part in self._in_time(placements, position):
            tower_parts.append(part)
            costs.append(self._tower_cost(position, part, weights))
        order = sorted(range(len(tower_parts)), key=lambda index: costs[index])
        good = {tower_parts[index].target for index in order[: self.width]}
        for step in self._in_time(position.steps(), position):
            if isinstance(step, Turn) and step.kind == "move" and (not can_place or step.oust or step.target in good):
                tower_parts.append(step)
                costs.append(self._tower_cost(position, step, weights))
        return [tower_parts[index] for index in sorted(range(len(tower_parts)), key=lambda index: costs[index])]

    def _in_time(self, items: Iterable[T], position: TaktoriState) -> Iterator[T]:
        return in_time(items, self.limit, is_root=position is self.root)

    def _tower_cost(self, position: TaktoriState, part: Turn, weights: Weights) -> float:
        """How bad the position is after the tower part alone."""
        towers = position.towers_after(part)
        after = position.next_state(towers, position.vertical, position.horizontal, part)
        return -self.lead(after, position.player, weights, CLOSING)

    def playout(self, position: TaktoriState, rng: Random) -> tuple[float, ...]:
        """Each player's chance to win, estimated from the value of the position."""
        players = range(1, position.config.players + 1)
        return tuple(chance_from_lead(self.value(position, player), POINTS_AHEAD) for player in players)

    def win_chance(self, value: float) -> float:
        """The chance to win that a value means; opponents whom the weights leave out count here."""
        if not self.weights.counts_opponents:
            player, counting = self.root.player, self.weights._replace(counts_opponents=True)
            value += self.lead(self.root, player, counting) - self.lead(self.root, player, self.weights)
        return WIN_CURVES[self.root.config.players].chance(value, progress(self.root))

    def game_move(self, move: Candidate) -> Turn:
        """The turn itself."""
        return move.turn

    def tree_move(self, move: Turn) -> Candidate:
        """The move with what it leads to."""
        return Candidate(move, self.root.apply(move))

    def explain(self, move: Turn) -> str:
        """What the move scores, stops, covers or prepares."""
        plays_to_win = self._spared is None and self.root.config.players == 2
        return reason(self.root, move, self._just_built_on if plays_to_win else None)


class NoviceTree(TaktoriTree):
    """The tree of a beginner, who goes on building where the last own tower stands and overlooks the rest of the board.

    Neither towers further away nor moves of towers come to a beginner's mind while there is one to place nearby.
    """

    def __init__(self, observation: Observation[TaktoriState]) -> None:
        super().__init__(observation, EASY, width=4, is_sporting=True)
        turns: list[Turn] = [ply.move for ply in observation.plies if ply.player == observation.player]
        self._last = next((turn.landing for turn in reversed(turns) if turn.landing is not None), None)

    def tower_parts(self, position: TaktoriState, weights: Weights) -> list[Turn]:
        """Ways to place a tower near the last one, the best first; all tower parts where there are none."""
        parts = super().tower_parts(position, weights)
        near = [part for part in parts if part.kind == "place" and self._is_near(part.target)]
        return near or parts

    def _is_near(self, field: int | None) -> bool:
        if self._last is None or field is None:
            return False
        column, row = divmod(field, SIZE)
        last_column, last_row = divmod(self._last, SIZE)
        return abs(column - last_column) + abs(row - last_row) <= NEARBY
