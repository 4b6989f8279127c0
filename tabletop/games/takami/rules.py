"""The rules of Takami: a state, the moves it allows, and the state after each move or outcome.

    state = start(make_setup(load("takami"), seed=7))      # before the deal
    state = state.apply(state.sample(Rolls(7)))            # the heap is built
    state = state.apply(Pull("B4"))                        # now chance is to move

A state lies between two steps of a turn: either a player is to choose (`phase` says what),
or chance is to answer the move just made (`pending`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from tabletop import chance
from tabletop.chance import Rolls
from tabletop.errors import IllegalMove
from tabletop.game import CHANCE, NOBODY, Result, Setup
from tabletop.games.takami.heap import STICKS, Heap, Place, UntrackedHeap, build_heap
from tabletop.games.takami.legality import check_move, check_outcome
from tabletop.games.takami.model import MODELS, Hand
from tabletop.games.takami.moves import (
    FEELS,
    Attempt,
    AttemptOutcome,
    Deal,
    Done,
    Keep,
    Lay,
    Move,
    Outcome,
    Prize,
    Probe,
    ProbeOutcome,
    Pull,
    Raise,
    Taboo,
)
from tabletop.modelfiles import REFEREE, Model

ROUND_ENDS_AT = 4
"""A round ends when this many sticks or fewer are left on the X (K11)."""
RED = "R"
"""The colour whose prizes are worth nothing (K12)."""
Phase = Literal["deal", "raise", "lay", "prize", "over"]
"""What happens next: the deal, a raise, laying the stick in hand, a prize, or nothing."""
Piles = tuple[tuple[str, ...], ...]
"""Sticks by player, each pile in canonical order."""


@dataclass(frozen=True)
class Config:
    """What stays the same for the whole game; `skills` are by player, 0..1."""

    players: int
    first: int
    rounds: int
    skills: tuple[float, ...]
    model: Model

    @property
    def is_refereed(self) -> bool:
        """Whether the game is played at a real table, where people state every outcome."""
        return self.model.name == REFEREE


@dataclass(frozen=True)
class TakamiState:
    """A point of a game between two steps; see `tabletop.game.ChanceState`.

    A missing stick is an empty string. Sticks that are not on the heap, in a pile or in a hand
    are back in the box.
    """

    config: Config = field(hash=False)
    heap: Heap | UntrackedHeap
    """An UntrackedHeap where the game is refereed."""
    prizes: Piles
    minus: Piles
    banked: tuple[int, ...]
    """Points by player of the rounds that are over."""
    round: int
    turn: int
    player: int
    """Whose turn it is, also while chance is to move."""
    phase: Phase
    pending: Probe | Attempt | None = None
    """The move whose outcome is pending; None while a player is to move, and before the deal."""
    probed: str = ""
    """The stick probed for the present raise or prize: no other may be pulled (K4)."""
    held: str = ""
    """The stick in hand; only in the phase `lay`."""
    origin: Place | None = None
    """Where the stick in hand lay; None also where the game is refereed."""
    raised: str = ""
    """The stick raised in this turn; only in the phase `prize`."""
    taboo: str = ""
    """The stick that the previous player raised: it may not be pulled in this turn (K9)."""

    @property
    def to_move(self) -> int:
        if self.phase == "over":
            return NOBODY
        return CHANCE if self.pending or self.phase == "deal" else self.player

    @property
    def hand(self) -> Hand:
        """The hand of the player whose turn it is. A refereed game has no numbers, so do not use it there."""
        return Hand(self.config.skills[self.player - 1], self.config.model)

    @property
    def pending_stick(self) -> str:
        """The stick that the pending move is about, or an empty string."""
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
    def attempt(self) -> chance.Attempt:
        match self.pending:
            case Probe():
                return "probe"
            case Pull():
                return "pull"
            case Lay():
                return "lay"
            case Prize():
                return "prize"
            case Taboo():
                return "taboo"
            case None:
                return "setup"

    @property
    def piece(self) -> str:
        return self.pending_stick or chance.NO_PIECE

    @property
    def box(self) -> tuple[str, ...]:
        """The sticks that were given back (K8); before the deal all sticks."""
        taken = {self.held}.union(*self.prizes, *self.minus)
        return tuple(stick for stick in STICKS if stick not in self.heap and stick not in taken)

    def points(self, player: int) -> int:
        """The player's points in this round (K12)."""
        scoring = [stick for stick in self.prizes[player - 1] if stick[0] != RED]
        return len(scoring) - len(self.minus[player - 1])

    def scores(self) -> tuple[int, ...]:
        """Points of all rounds so far, this one included."""
        if self.phase == "over":
            return self.banked
        return tuple(points + self.points(player) for player, points in enumerate(self.banked, 1))

    def result(self) -> Result | None:
        if self.phase != "over":
            return None
        best = max(self.banked)
        winners = tuple(player for player, points in enumerate(self.banked, 1) if points == best)
        sticks = len(self.heap)
        reason = "1 stick is left on the X" if sticks == 1 else f"{sticks or 'no'} sticks are left on the X"
        return Result(winners, "K12", reason)

    def seen_by(self, player: int) -> TakamiState:
        """The state itself: nothing is hidden in Takami."""
        return self

    def check(self, move: Move) -> None:
        """Raise IllegalMove unless the move or outcome is legal now."""
        result = self.result()
        if result:
            raise IllegalMove(result.rule, f"the game is over: {result.reason}")
        if isinstance(move, Outcome):
            check_outcome(self, move)
        elif self.to_move == CHANCE:
            raise IllegalMove("K5", "waiting for the outcome of the last step; state it with `=> ...`")
        else:
            check_move(self, move)

    def legal_moves(self) -> Iterator[Move]:
        """Every legal single step, in canonical order; a raise is listed as its pull.

        Where chance is to move: every feel, success, and the fall of every single stick, without slides.
        """
        if isinstance(self.pending, Probe):
            yield from map(ProbeOutcome, FEELS)
        elif self.pending:
            yield AttemptOutcome("holds" if self.held else "clean")
            yield from (AttemptOutcome("falls", (stick,)) for stick in STICKS if stick in self.heap)
        elif self.phase == "lay":
            yield from map(Lay, self.legal_places())
            yield Keep()
        elif self.phase in ("raise", "prize"):
            sticks = self.legal_sticks()
            if not self.probed:
                yield from map(Probe, sticks)
            yield from map(Pull if self.phase == "raise" else Prize, sticks)
            if self.phase == "prize":
                yield Done()
            elif self.taboo:
                yield Taboo()

    def legal_sticks(self) -> tuple[str, ...]:
        """The sticks that may be pulled for a raise or taken as a prize; after a probe only the probed one."""
        if self.probed:
            return (self.probed,)
        return tuple(stick for stick in STICKS if stick in self.heap and stick not in (self.taboo, self.raised))

    def legal_places(self) -> Iterator[Place | None]:
        """Where the stick in hand may be laid; None alone in a refereed game, where no places are noted."""
        if isinstance(self.heap, Heap):
            origin_layer = self.origin.layer if self.origin else 0
            yield from (place for place in self.heap.supported_places() if place.layer > origin_layer)
        else:
            yield None

    def steps(self) -> Sequence[Move]:
        return tuple(self.legal_moves())

    def take(self, step: Move) -> TakamiState:
        return self.apply(step)

    # Chance

    def odds(self) -> tuple[tuple[Move, float], ...] | None:
        """The outcomes of a probe with their chances. Those of an attempt are too many to list; see `odds`."""
        if isinstance(self.pending, Probe) and isinstance(self.heap, Heap):
            chances = self.hand.feel_chances(self.heap, self.pending.stick)
            return tuple((ProbeOutcome(feel), chance) for feel, chance in chances if chance > 0)
        return None

    def sample(self, rolls: Rolls) -> Move:
        """Draw the outcome of the pending move, or the deal. The game must not be refereed."""
        if self.phase == "deal":
            return Deal(tuple(STICKS[index] for index in rolls.shuffled(STICKS, "deal")))
        assert isinstance(self.heap, Heap)
        match self.pending:
            case Probe(stick):
                return ProbeOutcome(self.hand.sample_feel(self.heap, stick, rolls))
            case Lay(place):
                assert place is not None
                return self.hand.sample_lay(self.heap, self.held, place, rolls)
            case _:
                return self.hand.sample_pull(self.heap, self.pending_stick, rolls)

    # Applying moves

    def apply(self, move: Move) -> TakamiState:
        """The state after a legal move or outcome. A raise only starts its pull; the match adds the lay."""
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
                return replace(self, heap=build_heap(move.sticks), phase="raise", turn=max(self.turn, 1))
            case ProbeOutcome():
                return replace(self, pending=None, probed=self.pending_stick)
            case AttemptOutcome():
                return self._after_attempt(move)
            case _:
                assert_never(move)

    def after_pull(self, stick: str) -> TakamiState:
        """The state with that stick in hand, as if nothing fell or slid."""
        origin = self.heap.place_of(stick) if isinstance(self.heap, Heap) else None
        heap = self.heap.without((stick,))
        return replace(self, heap=heap, phase="lay", pending=None, probed="", held=stick, origin=origin)

    def heap_before_slides(self, outcome: AttemptOutcome) -> Heap | UntrackedHeap:
        """The heap right after the pending attempt: without what fell, with what was laid, and nothing slid yet."""
        heap = self.heap.without((*outcome.fallen, self.pending_stick))
        if outcome.word != "holds":
            return heap
        if isinstance(heap, UntrackedHeap):
            return heap.with_stick(self.held)
        assert isinstance(self.pending, Lay) and self.pending.place is not None
        return heap.with_stick(self.held, self.pending.place)

    def _after_attempt(self, outcome: AttemptOutcome) -> TakamiState:
        heap = self.heap_before_slides(outcome)
        if isinstance(heap, Heap):
            for stick, place in outcome.slides:
                heap = heap.with_stick(stick, place)
            heap = heap.settled()
        stick = self.pending_stick
        origin = self.heap.place_of(stick) if isinstance(self.heap, Heap) and not self.held else None
        state = replace(self, heap=heap, pending=None, probed="", held="", origin=None)
        if outcome.word == "falls" or isinstance(self.pending, Taboo):
            return state._with_minus((*outcome.fallen, stick))._turn_over()
        match self.pending:
            case Pull():
                return replace(state, phase="lay", held=stick, origin=origin)
            case Lay():
                return replace(state, phase="prize", raised=stick)
            case _:
                return state._with_prize(stick)._turn_over()

    def _with_minus(self, sticks: tuple[str, ...]) -> TakamiState:
        """The state with these sticks added to the player's minus sticks."""
        pile = {*self.minus[self.player - 1], *sticks}
        return replace(self, minus=_replace_pile(self.minus, self.player, pile), held="", origin=None)

    def _with_prize(self, stick: str) -> TakamiState:
        """The state with the prize taken and the player's minus sticks of its colour returned (K8)."""
        prizes = _replace_pile(self.prizes, self.player, {*self.prizes[self.player - 1], stick})
        minus = {other for other in self.minus[self.player - 1] if other[0] != stick[0]}
        return replace(self, prizes=prizes, minus=_replace_pile(self.minus, self.player, minus))

    def _turn_over(self) -> TakamiState:
        if len(self.heap) <= ROUND_ENDS_AT:
            return self._round_over()
        return replace(
            self,
            turn=self.turn + 1,
            player=self.player % self.config.players + 1,
            phase="raise",
            probed="",
            raised="",
            taboo=self.raised if self.raised in self.heap else "",
        )

    def _round_over(self) -> TakamiState:
        if self.round < self.config.rounds:
            return _start_round(self.config, self.round + 1, self.scores(), self.turn + 1)
        return replace(self, phase="over", banked=self.scores(), probed="", raised="", taboo="")


def _replace_pile(piles: Piles, player: int, sticks: set[str]) -> Piles:
    pile = tuple(stick for stick in STICKS if stick in sticks)
    return (*piles[: player - 1], pile, *piles[player:])


def _start_round(config: Config, number: int, banked: tuple[int, ...], turn: int) -> TakamiState:
    """The start of a round: before the deal, or in a refereed game with all sticks on the X."""
    no_sticks: Piles = ((),) * config.players
    player = (config.first + number - 2) % config.players + 1
    if config.is_refereed:
        turn = max(turn, 1)
        return TakamiState(config, UntrackedHeap(), no_sticks, no_sticks, banked, number, turn, player, "raise")
    return TakamiState(config, Heap(), no_sticks, no_sticks, banked, number, turn, player, "deal")


def start(setup: Setup) -> TakamiState:
    """The first state of a game, before the heap is built."""
    rounds = setup.options.get("rounds", 1)
    assert isinstance(rounds, int)
    players = setup.players
    skills = tuple(setup.skill(player) for player in range(1, players + 1))
    config = Config(players, setup.first, rounds, skills, setup.model or MODELS.load(MODELS.default))
    return _start_round(config, 1, (0,) * players, 0)
