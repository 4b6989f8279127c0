"""Bots for Taktori Fem. Values are a lead in prospects; from DECIDED on, a game won or lost.

Alpha-beta over whole turns: what decides this game is threats and answers, and a search
that sees every loop that can be closed in one turn, before it looks at anything else,
follows them far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import Observation
from tabletop.bots.game_tree import is_long_game
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.specs import BotMaker, alphabeta, level, mcts
from tabletop.bots.winchance import chance_from_lead
from tabletop.game import NOBODY
from tabletop.games.fem.evaluation import hopes, interest
from tabletop.games.fem.rules import GROUND, FemState
from tabletop.games.fem.search import (
    FIELDS,
    FULL,
    Option,
    Scene,
    bridges_left,
    built,
    followed,
    is_smothered,
    is_stuck,
    layable,
    movable,
    moves_of_towers,
    scene_of,
    state_of,
    tops_of,
    winning_turn,
)
from tabletop.games.towers.geometry import TOWERS, bits_of, field_names
from tabletop.games.towers.moves import Turn

WON = 1000.0
BLUNDER = 100.0
"""Losing this much is losing the game, or missing the win."""
SMOTHERED = 40.0
"""How bad it is to be smothered by someone who may not know it."""
LEAD = 15.0
"""A lead that wins three games in four."""
TO_MOVE = 1.5
"""What it is worth to be the one to move."""
WIDTH = 9
"""Turns looked at beyond the first."""
ROOT_WIDTH = 24
SOURCES = 4
"""Towers that may move, beyond the first turn."""

_NAMES = field_names(5)
_PLACES = tuple(Turn("place", target=field) for field in range(FIELDS))


class Taste(NamedTuple):
    """What a player values."""

    squares: tuple[float, float, float] = (7.0, 2.5, 1.0)
    """A unit square that one, two or three more towers close."""
    top: float = 0.0
    """A tower that is not overbuilt."""
    free: float = 0.0
    """A tower that may move."""
    smothers: bool = False
    """Whether the player knows how to win by overbuilding (F7)."""
    looks_back: bool = True
    """Whether the player looks at what the other could do next."""


EASY = Taste(looks_back=False)
MEDIUM = Taste(top=0.5, free=0.5)
HARD = Taste(top=2.0, free=2.0, smothers=True)


class FemTree:
    """Knowledge for one situation."""

    def __init__(self, observation: Observation[FemState], taste: Taste = HARD) -> None:
        self.variant = observation.state.variant
        self.taste = taste
        self.root = scene_of(observation.state)
        self._values: dict[Scene, float] = {}
        self._wins: tuple[dict[Scene, Turn | None], dict[Scene, Turn | None]] = ({}, {})
        past = () if is_long_game(observation) else observation.states[:-1]
        self._met = {scene_of(state) for state in past}

    def to_move(self, position: Scene) -> int:
        """The player to move."""
        return NOBODY if position.winner else position.player

    def apply(self, position: Scene, move: Option) -> Scene:
        """The position after a move."""
        return move.scene

    def value(self, position: Scene, player: int) -> float:
        """Prospects, weighed; decided where a loop is closed or can be, or where nothing can be done any more."""
        if position.winner:
            return WON if position.winner == player else -WON
        if not self.taste.looks_back:
            return self._lead(position, player)
        mover = position.player
        value = self._values.get(position)
        if value is None:
            value = self._values[position] = self._mover_value(position)
        return value if mover == player else -value

    def _mover_value(self, position: Scene) -> float:
        mover = position.player
        if is_stuck(position):
            return -WON
        if self.winning_turn(position, mover):
            return WON - 1
        value = self._lead(position, mover) + TO_MOVE
        if self.taste.smothers and is_smothered(position):
            turns_left = TOWERS - position.towers[mover - 1].bit_count()
            return value - SMOTHERED if mover == self.root.player else 2 * turns_left - WON
        return value

    def winning_turn(self, position: Scene, player: int) -> Turn | None:
        """A turn that would close a loop for the player, if it were their turn."""
        wins = self._wins[player - 1]
        if position not in wins:
            wins[position] = winning_turn(position, player, self.variant)
        return wins[position]

    def _lead(self, position: Scene, player: int) -> float:
        """What the player's prospects are worth more than the other's."""
        return self._prospects(position, player) - self._prospects(position, 3 - player)

    def _prospects(self, position: Scene, player: int) -> float:
        (for_one, for_two, for_three), top, free, _, _ = self.taste
        one, two, three = hopes(position, player)
        value = for_one * one + for_two * two + for_three * three
        if top or free:
            value += top * tops_of(position, player).bit_count() + free * movable(position, player).bit_count()
        return value

    def moves(self, position: Scene) -> Sequence[Option]:
        """A win alone; or else the answers to a threat; or else the most hopeful turns.

        At the root, where there is any turn that leaves the other player no win, there are
        none that leave one, unless the player does not look back.
        """
        player = position.player
        win = self.winning_turn(position, player)
        if win:
            return [Option(win, position._replace(winner=player, player=3 - player))]
        if not self.taste.looks_back:
            return self._plain(position)
        at_root = position == self.root
        threat = self.winning_turn(position, 3 - player)
        if threat:
            answers = self._safe(position, self._answers(position, threat, at_root))
            if answers or not at_root:
                return self._ordered(position, answers) or self._few(position)[:1]
        if not at_root:
            return self._few(position)
        options = self._ordered(position, self._plain(position))
        safe = self._safe(position, options) or self._safe(position, self._others(position))
        safe = [option for option in safe if option.scene not in self._met] or safe
        return (safe or options)[:ROOT_WIDTH]

    def _few(self, position: Scene) -> Sequence[Option]:
        """The towers of most interest to be placed, or, without any to place, to be moved."""
        player = position.player
        gain, hold = interest(position, player, self.taste.squares)
        fields = sorted(range(FIELDS), key=lambda field: -gain[field])
        if position.towers[player - 1].bit_count() < TOWERS:
            return [built(position, _PLACES[field]) for field in fields[:WIDTH]]
        sources = sorted(bits_of(GROUND.fold(movable(position, player))), key=lambda field: hold[field])[:SOURCES]
        moves = [Turn("move", source, field) for field in fields[:WIDTH] for source in sources if source != field]
        options = [built(position, move) for move in moves] or self._plain(position)
        return self._ordered(position, options)[:WIDTH]

    def _plain(self, position: Scene) -> list[Option]:
        """Every placement; moves of towers once there is none, or where one uncovers an own tower; single bridges."""
        player = position.player
        own = position.towers[player - 1]
        parts: list[Turn] = []
        moving = movable(position, player)
        if own.bit_count() < TOWERS:
            parts += _PLACES
            moving &= own << FIELDS
        if moving:
            parts += moves_of_towers(position, player, self.variant, GROUND.fold(moving), FULL)
        options = [built(position, part) for part in parts]
        can = layable(position, player)
        if (can[0] or can[1]) and bridges_left(position, player):
            for pair in GROUND.each_pair(*can):
                options.append(followed(position, Turn("bridge", bridges=(pair,)), self.variant))
        return options or list(self._others(position))

    def _others(self, position: Scene) -> Iterator[Option]:
        """Turns that are seldom good: moves of any tower, and shifting or removing a bridge."""
        for part in moves_of_towers(position, position.player, self.variant, FULL, FULL):
            yield built(position, part)
        for step in state_of(position, self.variant).steps():
            if isinstance(step, Turn) and step.target is None:
                yield followed(position, step, self.variant)

    def _answers(self, position: Scene, threat: Turn, thorough: bool) -> Iterator[Option]:
        """Turns that touch what the threat needs; no other can parry it.

        Unless it is to be thorough, towers are placed there rather than moved, if they can be.
        """
        player = position.player
        fields = 0
        for pair in (*threat.bridges, *threat.taken):
            fields |= 1 << pair[0] | 1 << pair[1]
        for field in (threat.source, threat.target):
            if field is not None:
                fields |= 1 << field
        can_place = position.towers[player - 1].bit_count() < TOWERS
        if can_place:
            yield from (built(position, _PLACES[field]) for field in bits_of(fields))
        if threat.target is not None:
            for part in moves_of_towers(position, player, self.variant, 1 << threat.target, FULL):
                yield built(position, part)
        if thorough or not can_place:
            for part in moves_of_towers(position, player, self.variant, FULL, fields):
                yield built(position, part)

    def _safe(self, position: Scene, options: Iterable[Option]) -> list[Option]:
        """Those after which the other player cannot win at once."""
        other = 3 - position.player
        return [option for option in options if option.scene.winner or not self.winning_turn(option.scene, other)]

    def _ordered(self, position: Scene, options: list[Option]) -> list[Option]:
        player = position.player
        keyed = [(-self._lead(option.scene, player), index) for index, option in enumerate(options)]
        return [options[index] for _, index in sorted(keyed)]

    def playout(self, position: Scene, rng: Random) -> tuple[float, float]:
        """What the position looks like to both, as chances."""
        red = chance_from_lead(self.value(position, 1), LEAD)
        return red, 1 - red

    def game_move(self, move: Option) -> Turn:
        """The turn itself."""
        return move.turn

    def tree_move(self, move: Turn) -> Option:
        """The move with what it leads to."""
        return followed(self.root, move._replace(label=None), self.variant)

    def explain(self, move: Turn) -> str:
        """What the move closes, stops or threatens."""
        player = self.root.player
        scene = self.tree_move(move).scene
        if scene.winner == player:
            return "closes a loop and wins"
        threat = self.winning_turn(self.root, 3 - player)
        if threat:
            if self.winning_turn(scene, 3 - player):
                return "nothing stops the loop any more"
            return f"stops the loop that {_spell(threat)} would close"
        if is_stuck(scene) or (self.taste.smothers and is_smothered(scene)):
            return "leaves no tower on top but own ones: every new one can be overbuilt until none is left"
        if self.winning_turn(scene, player):
            return "threatens to close a loop"
        if move.target is not None and self.root.towers[2 - player] & ~tops_of(scene, 3 - player) & tops_of(
            self.root, 3 - player
        ):
            return f"overbuilds the tower on {_NAMES[move.target]}"
        return "builds towards a loop"


def _spell(turn: Turn) -> str:
    """A turn in few words."""
    if turn.target is not None:
        return f"a tower on {_NAMES[turn.target]}"
    low, high = turn.bridges[0]
    return f"the bridge {_NAMES[low]}-{_NAMES[high]}"


BOTS: dict[str, BotMaker] = {
    # Closes loops and builds towards them, without a look at what the other may do next.
    "easy": level("easy", GreedyBot(partial(FemTree, taste=EASY), slack=1.0, blunder=BLUNDER)),
    # Stops loops too, and looks two turns ahead.
    "medium": level("medium", AlphaBetaBot(partial(FemTree, taste=MEDIUM), 2, slack=0.5, blunder=BLUNDER), nodes=300),
    # Looks as far as its nodes go, and knows what overbuilding does.
    "hard": level("hard", AlphaBetaBot(FemTree, slack=0.25, blunder=BLUNDER), nodes=1000),
    "alphabeta": alphabeta(FemTree, BLUNDER),
    "mcts": mcts(FemTree, iterations=500, explore=0.5),
}
