"""The course of Takami: what each step and each outcome leads to.

A state stands between two steps of a turn: a player is to choose (`stage` says what for),
or chance has to say what comes of the step just made (`pending`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from tabletop.chance import Rolls
from tabletop.errors import IllegalMove
from tabletop.game import CHANCE, NOBODY, Result, Setup
from tabletop.games.takami.heap import STICKS, Heap, Pile, Place, dealt
from tabletop.games.takami.legality import check_outcome, check_step
from tabletop.games.takami.model import MODELS, Hand
from tabletop.games.takami.moves import (
    FEELS,
    Attempt,
    ChanceMove,
    Deal,
    Done,
    Fall,
    Keep,
    Lay,
    PlayerMove,
    Prize,
    Probe,
    Pull,
    Raise,
    Sits,
    Taboo,
)
from tabletop.modelfiles import REFEREE, Model

ROUND_ENDS_AT = 4
"""So many sticks on the X, or fewer, end a round (K11)."""
RED = "R"
"""The colour whose prizes count nothing (K12)."""
Stage = Literal["deal", "raise", "lay", "prize", "over"]
Move = PlayerMove | ChanceMove
Piles = tuple[tuple[str, ...], ...]
"""Sticks by player, each pile in canonical order."""


@dataclass(frozen=True)
class Terms:
    """What was agreed for the whole game."""

    players: int
    first: int
    rounds: int
    skills: tuple[float, ...]
    model: Model

    @property
    def is_refereed(self) -> bool:
        """Whether people at a real table say what happens."""
        return self.model.name == REFEREE


@dataclass(frozen=True)
class TakamiState:
    """A point of a game. Sticks that are nowhere else are back in the box."""

    terms: Terms = field(hash=False)
    heap: Heap | Pile
    prizes: Piles
    minus: Piles
    banked: tuple[int, ...]
    """Points of the rounds that are over."""
    round: int
    turn: int
    step: int
    player: int
    """Whose turn it is, also while chance decides."""
    stage: Stage
    pending: Probe | Attempt | None = None
    """The step that chance decides on; None also while it deals."""
    probed: str = ""
    held: str = ""
    """The stick in hand: out of the heap, and not laid yet."""
    origin: Place | None = None
    """Where the stick in hand lay."""
    raised: str = ""
    """The stick laid higher in this turn."""
    taboo: str = ""

    @property
    def to_move(self) -> int:
        if self.stage == "over":
            return NOBODY
        return CHANCE if self.pending or self.stage == "deal" else self.player

    @property
    def hand(self) -> Hand:
        """The hand of the player whose turn it is. Meaningless where people referee."""
        return Hand(self.terms.skills[self.player - 1], self.terms.model)

    @property
    def in_question(self) -> str:
        """The stick that chance decides on, or an empty text."""
        match self.pending:
            case Probe(stick) | Pull(stick) | Prize(stick):
                return stick
            case Taboo():
                return self.taboo
            case Lay():
                return self.held
            case None:
                return ""

    @property
    def box(self) -> tuple[str, ...]:
        """The sticks that were given back (K8), and before the deal all."""
        out = {self.held}.union(*self.prizes, *self.minus)
        return tuple(stick for stick in STICKS if stick not in self.heap and stick not in out)

    def points(self, player: int) -> int:
        """The player's points in this round (K12)."""
        counted = [stick for stick in self.prizes[player - 1] if stick[0] != RED]
        return len(counted) - len(self.minus[player - 1])

    def scores(self) -> tuple[int, ...]:
        """Points of all rounds so far, this one included."""
        if self.stage == "over":
            return self.banked
        return tuple(points + self.points(player) for player, points in enumerate(self.banked, 1))

    def result(self) -> Result | None:
        if self.stage != "over":
            return None
        best = max(self.banked)
        winners = tuple(player for player, points in enumerate(self.banked, 1) if points == best)
        left = "one stick is" if len(self.heap) == 1 else f"{len(self.heap) or 'no'} sticks are"
        shared = f", shared by {len(winners)}" if len(winners) > 1 else ""
        return Result(winners, "K12", f"{left} left on the X, and the most points are {best}{shared}")

    def seen_by(self, player: int) -> TakamiState:
        """The state itself: the heap lies open, and chance keeps nothing up its sleeve."""
        return self

    def check(self, move: Move) -> None:
        """The truth about legality: raises IllegalMove, or returns."""
        ended = self.result()
        if ended:
            raise IllegalMove(ended.rule, f"the game is over: {ended.reason}")
        if isinstance(move, ChanceMove):
            check_outcome(self, move)
        elif self.to_move == CHANCE:
            raise IllegalMove("K5", "first it must be told what came of the last step")
        else:
            check_step(self, move)

    def legal_moves(self) -> Iterator[Move]:
        """Every step that may be made, in canonical order; a raise in one line is left to its two steps.

        Of outcomes the short ones: every feel, success, a single stick falling. No deals.
        """
        if isinstance(self.pending, Probe):
            yield from map(Sits, FEELS)
        elif self.pending:
            yield Fall("holds" if self.held else "clean")
            yield from (Fall("falls", (stick,)) for stick in STICKS if stick in self.heap)
        elif self.stage == "lay":
            yield from map(Lay, self.places())
            yield Keep()
        elif self.stage in ("raise", "prize"):
            sticks = self.takable()
            if not self.probed:
                yield from map(Probe, sticks)
            yield from map(Pull if self.stage == "raise" else Prize, sticks)
            if self.stage == "prize":
                yield Done()
            elif self.taboo:
                yield Taboo()

    def takable(self) -> tuple[str, ...]:
        """The sticks that may be pulled for a raise or taken as a prize: after a probe just the one probed."""
        if self.probed:
            return (self.probed,)
        return tuple(stick for stick in STICKS if stick in self.heap and stick not in (self.taboo, self.raised))

    def places(self) -> Iterator[Place | None]:
        """Where the stick in hand may be laid; just None where places are not noted."""
        if isinstance(self.heap, Heap):
            floor = self.origin.layer if self.origin else 0
            yield from (place for place in self.heap.empty_places() if place.layer > floor)
        else:
            yield None

    def steps(self) -> Sequence[Move]:
        return tuple(self.legal_moves())

    def take(self, step: Move) -> TakamiState:
        return self.apply(step)

    # Chance

    def odds(self) -> tuple[tuple[Move, float], ...] | None:
        """The outcomes of a probe; those of an attempt are too many for a list, see `odds.py` for their classes."""
        if isinstance(self.pending, Probe) and isinstance(self.heap, Heap):
            chances = self.hand.feel_chances(self.heap, self.pending.stick)
            return tuple((Sits(feel), chance) for feel, chance in chances if chance > 0)
        return None

    def sample(self, rolls: Rolls) -> Move:
        """Draw what comes of the last step. There must be a model to draw from."""
        if self.stage == "deal":
            return Deal(tuple(STICKS[index] for index in rolls.shuffled(STICKS, "deal")))
        assert isinstance(self.heap, Heap)
        match self.pending:
            case Probe(stick):
                return Sits(self.hand.draw_feel(self.heap, stick, rolls))
            case Lay(place):
                assert place is not None
                return self.hand.draw_lay(self.heap, self.held, place, rolls)
            case _:
                return self.hand.draw_pull(self.heap, self.in_question, rolls)

    # What comes of it

    def apply(self, move: Move) -> TakamiState:
        """The state after a legal move. Of a raise in one line only its pull is begun; the match adds the lay."""
        match move:
            case Probe() | Pull() | Lay() | Prize() | Taboo():
                return replace(self, pending=move)
            case Raise():
                return replace(self, pending=Pull(move.stick))
            case Keep():
                return self._with_minus((self.held,))._turn_over()
            case Done():
                return self._turn_over()
            case Deal():
                return replace(self, heap=dealt(move.sticks), stage="raise", turn=max(self.turn, 1), step=1)
            case Sits():
                return replace(self, pending=None, probed=self.in_question, step=self.step + 1)
            case Fall():
                return self._after(move)
            case _:
                assert_never(move)

    def after_pull(self, stick: str) -> TakamiState:
        """The state with that stick in hand, as if nothing fell or slid."""
        origin = self.heap.place_of(stick) if isinstance(self.heap, Heap) else None
        heap = self.heap.without((stick,))
        return replace(self, heap=heap, stage="lay", pending=None, probed="", held=stick, origin=origin)

    def standing(self, result: Fall) -> Heap | Pile:
        """The heap right after an attempt: what fell is gone, what was laid lies there, and nothing slid yet."""
        heap = self.heap.without((*result.fallen, self.in_question))
        if result.word != "holds":
            return heap
        if isinstance(heap, Pile):
            return heap.with_stick(self.held)
        assert isinstance(self.pending, Lay) and self.pending.place is not None
        return heap.laid(self.held, self.pending.place)

    def _after(self, result: Fall) -> TakamiState:
        heap = self.standing(result)
        if isinstance(heap, Heap):
            for stick, place in result.slides:
                heap = heap.laid(stick, place)
            heap = heap.settled()
        stick = self.in_question
        origin = self.heap.place_of(stick) if isinstance(self.heap, Heap) and not self.held else None
        state = replace(self, heap=heap, pending=None, probed="", held="", origin=None, step=self.step + 1)
        if result.word == "falls" or isinstance(self.pending, Taboo):
            fallen = (*result.fallen, *(() if stick in result.fallen else (stick,)))
            return state._with_minus(fallen)._turn_over()
        match self.pending:
            case Pull():
                return replace(state, stage="lay", held=stick, origin=origin)
            case Lay():
                return replace(state, stage="prize", raised=stick)
            case _:
                return state._with_prize(stick)._turn_over()

    def _with_minus(self, sticks: tuple[str, ...]) -> TakamiState:
        mine = self.minus[self.player - 1]
        return replace(self, minus=_changed(self.minus, self.player, {*mine, *sticks}), held="", origin=None)

    def _with_prize(self, stick: str) -> TakamiState:
        """The prize taken, and minus sticks of its colour given back (K8)."""
        prizes = _changed(self.prizes, self.player, {*self.prizes[self.player - 1], stick})
        kept = {other for other in self.minus[self.player - 1] if other[0] != stick[0]}
        return replace(self, prizes=prizes, minus=_changed(self.minus, self.player, kept))

    def _turn_over(self) -> TakamiState:
        if len(self.heap) <= ROUND_ENDS_AT:
            return self._round_over()
        return replace(
            self,
            turn=self.turn + 1,
            step=1,
            player=self.player % self.terms.players + 1,
            stage="raise",
            probed="",
            raised="",
            taboo=self.raised if self.raised in self.heap else "",
        )

    def _round_over(self) -> TakamiState:
        if self.round < self.terms.rounds:
            return _round(self.terms, self.round + 1, self.scores(), self.turn + 1)
        return replace(self, stage="over", banked=self.scores(), probed="", raised="", taboo="")


def _changed(piles: Piles, player: int, sticks: set[str]) -> Piles:
    pile = tuple(stick for stick in STICKS if stick in sticks)
    return (*piles[: player - 1], pile, *piles[player:])


def _round(terms: Terms, number: int, banked: tuple[int, ...], turn: int) -> TakamiState:
    """The start of a round; the deal is still to come, but at a real table."""
    none: Piles = ((),) * terms.players
    player = (terms.first + number - 2) % terms.players + 1
    if terms.is_refereed:
        return TakamiState(terms, Pile(), none, none, banked, number, max(turn, 1), 1, player, "raise")
    return TakamiState(terms, Heap(), none, none, banked, number, turn, 0, player, "deal")


def start(setup: Setup) -> TakamiState:
    """The state before the heap is built."""
    rounds = setup.options.get("rounds", 1)
    assert isinstance(rounds, int)
    players = setup.players
    skills = tuple(setup.skill(player) for player in range(1, players + 1))
    terms = Terms(players, setup.first, rounds, skills, setup.model or MODELS.load(MODELS.default))
    return _round(terms, 1, (0,) * players, 0)


def expand(move: Move) -> tuple[Move, ...]:
    """The steps of a move: a raise is a pull and a lay."""
    return move.parts() if isinstance(move, Raise) else (move,)


def near(state: TakamiState, move: Move) -> Iterator[Move]:
    """Raises near a raise, otherwise the legal steps; who does not want to probe hears of probes last."""
    if not isinstance(move, Raise):
        yield from sorted(state.legal_moves(), key=lambda step: isinstance(step, Probe) != isinstance(move, Probe))
        return
    for step in state.legal_moves():
        if isinstance(step, Pull):
            yield from (Raise(step.stick, place) for place in state.after_pull(step.stick).places())
