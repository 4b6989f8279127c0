"""Threats in Fem: loops that a player could close next turn, what stops them, and wins by threat after threat.

    threats = Threats(config)
    threats.winning_turn(position, 1)       # a Turn that closes a loop now, or None
    threats.forced_win(position, 4, limit)  # a Candidate: a win by at most four threats in a row, or None

Like the search for a win by continuous fours in Gomoku, `forced_win` looks only at turns that threaten
a loop and at the answers that stop it. So it sees far, and what it finds is a win however the opponent answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.bots.limit import Limit
from tabletop.games.fem.evaluation import open_squares
from tabletop.games.fem.rules import PLACEMENTS, Config
from tabletop.games.fem.search import (
    FULL,
    Candidate,
    SearchPosition,
    closed_fields,
    tower_moves,
    winning_turn,
    with_all_bridges,
)
from tabletop.games.towers.geometry import TOWERS, bits_of
from tabletop.games.towers.moves import Turn

MAX_POSITIONS = 60
"""How many positions to look at for one forced win."""


class Threats:
    """Finds threats under a configuration, and remembers them."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._wins: tuple[dict[SearchPosition, Turn | None], dict[SearchPosition, Turn | None]] = ({}, {})
        self._forced: dict[tuple[SearchPosition, int, bool], Candidate | None] = {}
        self._positions_left = 0
        self._limit = Limit()
        self._is_over = False

    def winning_turn(self, position: SearchPosition, player: int) -> Turn | None:
        """A turn that would close a loop for the player, if it were their turn."""
        wins = self._wins[player - 1]
        if position not in wins:
            wins[position] = winning_turn(position, player, self.config)
        return wins[position]

    def placements(self, position: SearchPosition, fields: int) -> Iterator[Turn]:
        """The placements on these fields that the options allow."""
        closed = closed_fields(position, position.player, self.config)
        return (PLACEMENTS[field] for field in bits_of(fields & ~closed))

    def answers(self, position: SearchPosition, threat: Turn, thorough: bool) -> Iterator[Candidate]:
        """Turns that touch a field the threat needs; no others can stop it.

        Unless `thorough`, towers move there only if there is none to place.
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
            yield from (with_all_bridges(position, part, self.config) for part in self.placements(position, fields))
        if threat.target is not None:
            for part in tower_moves(position, player, self.config, 1 << threat.target, FULL):
                yield with_all_bridges(position, part, self.config)
        if thorough or not can_place:
            for part in tower_moves(position, player, self.config, FULL, fields):
                yield with_all_bridges(position, part, self.config)

    def safe(self, position: SearchPosition, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Those after which the opponent cannot win at once."""
        opponent = 3 - position.player
        return [
            candidate
            for candidate in candidates
            if candidate.position.winner or not self.winning_turn(candidate.position, opponent)
        ]

    def forced_win(
        self, position: SearchPosition, threats: int, limit: Limit, thorough: bool = False
    ) -> Candidate | None:
        """A turn of the player to move that wins by at most this many threats in a row, as far as the search sees.

        The win is certain only if `thorough`: then all answers are considered.
        """
        self._positions_left = MAX_POSITIONS
        if limit is not self._limit:
            self._limit, self._is_over = limit, False
        return self._forced_win(position, threats, thorough)

    def _forced_win(self, position: SearchPosition, threats: int, thorough: bool) -> Candidate | None:
        player = position.player
        if win := self.winning_turn(position, player):
            return won(position, win)
        if threats <= 0 or self._positions_left <= 0:
            return None
        self._is_over = self._is_over or self._limit.is_over()
        if self._is_over:
            return None
        key = position, threats, thorough
        if key not in self._forced:
            self._positions_left -= 1
            attacks = self._attacks(position)
            forced = (attack for attack in attacks if self._leaves_no_answer(attack.position, threats - 1, thorough))
            self._forced[key] = next(forced, None)
        return self._forced[key]

    def _attacks(self, position: SearchPosition) -> Iterator[Candidate]:
        """Turns that may threaten a loop; if the opponent threatens one too, only those that stop it."""
        if danger := self.winning_turn(position, 3 - position.player):
            yield from self.answers(position, danger, thorough=False)
            return
        fields = 0
        for squares in open_squares(position, position.player, self.config.nocover):
            for offset, need in squares.corners:
                fields |= (squares.two & need) << offset & (squares.spots | squares.lower)
        if position.towers[position.player - 1].bit_count() < TOWERS:
            parts = self.placements(position, fields)
        else:
            parts = tower_moves(position, position.player, self.config, FULL, fields)
        for part in parts:
            yield with_all_bridges(position, part, self.config)

    def _leaves_no_answer(self, position: SearchPosition, threats: int, thorough: bool) -> bool:
        """Whether the player who has just moved threatens a loop, and wins however the opponent answers."""
        opponent = position.player
        threat = self.winning_turn(position, 3 - opponent)
        if not threat or self.winning_turn(position, opponent):
            return False
        answers = self.safe(position, self.answers(position, threat, thorough))
        return all(self._forced_win(answer.position, threats, thorough) for answer in answers)


def won(position: SearchPosition, turn: Turn) -> Candidate:
    """A turn of the player to move that closes a loop; what else it changes does not matter."""
    return Candidate(turn, position._replace(winner=position.player, player=3 - position.player))
