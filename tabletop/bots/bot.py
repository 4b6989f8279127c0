"""What a bot is: it gets an Observation and a Limit, and answers with a SearchInfo.

An Observation holds only what the bot's player may see. A bot's random numbers come from the
observation's `rng`, never from the game's seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, runtime_checkable

from tabletop.bots.limit import Limit
from tabletop.game import AnyGame, Move, S, Setup
from tabletop.match import Match, Ply


@dataclass(frozen=True)
class Observation(Generic[S]):
    """A turn to take, as its player sees it."""

    game: AnyGame
    setup: Setup
    state: S
    states: Sequence[S]
    """All states so far, as the player saw them, the present one last."""
    player: int
    rng: Random
    """The bot's own stream; only `random()` and `getrandbits()` of it are stable, use no others."""
    plies: Sequence[Ply] = ()
    """The moves and outcomes that led here, for a bot that must be told (an outside engine)."""


AnyObservation: TypeAlias = Observation[Any]
"""A turn of a game that one does not know."""


def observe(match: Match, bot_seed: int) -> AnyObservation:
    """The turn to take now, without what the player to move may not know.

    The dice depend on the bot's seed and the number of plies alone, so the same position
    of the same match gives the same choice again.
    """
    player = match.to_move
    return Observation(
        game=match.game,
        setup=replace(match.setup, seed=None),
        state=match.state.seen_by(player),
        states=[state.seen_by(player) for state in match.states],
        player=player,
        rng=Random((bot_seed << 20) + len(match.plies)),
        plies=tuple(match.plies),
    )


DECIDED = 900.0
"""A lead this high is a game won for certain, its negative one lost; where a game counts in points, none is."""


@dataclass(frozen=True)
class SearchInfo:
    """What a bot has found: its move, the move's value if it has one, and why, in a sentence.

    `value` is for the player to move: a lead in the game's own measure, or a chance.
    `ranked` holds the best moves with their values, best first, where the bot compares several.
    """

    move: Move
    value: float | None = None
    explanation: str = ""
    nodes: int = 0
    ranked: tuple[tuple[Move, float], ...] = ()
    values_are_chances: bool = False
    """Whether the values are chances, from 0 to 1, rather than leads; a bot's doubts may push them a little beyond."""

    def format_score(self, value: float) -> str:
        """A value as people read it."""
        if self.values_are_chances:
            return f"{min(max(value, 0.0), 1.0):.1%}"
        if abs(value) >= DECIDED:
            return "won" if value > 0 else "lost"
        return f"{value:+.3g}"


class Bot(Protocol):
    """Something that chooses moves."""

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move, found within the budget."""


@runtime_checkable
class Evaluator(Bot, Protocol):
    """A bot that can also say what moves are worth that it would not choose."""

    @property
    def blunder(self) -> float:
        """A move worth this much less than the best one is a blunder."""

    def evaluate(
        self, observation: AnyObservation, limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these legal moves, best first, all looked into equally deep.

        Without any moves: the `lines` best ones with their values. The measure is that of
        `Thought.value`.
        """

    def explain(self, observation: AnyObservation, move: Move) -> str:
        """What speaks for a legal move, in one sentence without a full stop; may be empty."""
