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
from functools import cached_property
from typing import Literal, assert_never

from tabletop import chance
from tabletop.chance import Rolls
from tabletop.errors import IllegalMove
from tabletop.game import CHANCE, NOBODY, Result, Setup
from tabletop.games.takami.falls import sample_lay, sample_pull
from tabletop.games.takami.heap import STICKS, Heap, Place, UntrackedHeap, build_heap
from tabletop.games.takami.legality import check_move, check_outcome
from tabletop.games.takami.model import MODELS, Chances, FallChance, Hand
from tabletop.games.takami.moves import (
    FEELS,
    Attempt,
    AttemptOutcome,
    Deal,
    Done,
    Feel,
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
from tabletop.games.takami.sits import Report, Sits, current_reports, draw_sits, redraw_sits
from tabletop.modelfiles import REFEREE, Model

ROUND_ENDS_AT = 4
"""A round ends when this many sticks or fewer are left on the X (K11)."""
RED = "R"
"""The colour whose prizes are worth nothing (K12)."""
Phase = Literal["deal", "raise", "lay", "prize", "over"]
"""What happens next: the deal, a raise, laying the stick in hand, a prize, or nothing."""
Piles = tuple[tuple[str, ...], ...]
"""Sticks by player, each pile in canonical order."""
_CERTAIN = tuple(tuple([float(other == sits) for other in range(len(FEELS))]) for sits in range(len(FEELS)))
"""For each way to sit, the chances of a stick that certainly sits so."""


@dataclass(frozen=True)
class Config:
    """What stays the same for the whole game; `hands` are by player. A refereed game has no use for them."""

    players: int
    first: int
    rounds: int
    hands: tuple[Hand, ...]
    model: Model

    @property
    def is_refereed(self) -> bool:
        """Whether the game is played at a real table, where people state every outcome."""
        return self.model.name == REFEREE


@dataclass(frozen=True)
class TakamiState:
    """A point of a game between two steps; see `tabletop.game.ChanceState`.

    A missing stick is an empty string. Sticks that are not on the heap, in a pile or in a hand
    are back in the box. `seed` and `sits` are what no player may see: both are None in a refereed
    game, in a game without a seed, and in what `seen_by` returns; `sits` before the deal too.
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
    reports: tuple[Report, ...] = ()
    """The reports of probes that still hold, oldest first. None are kept in a refereed game."""
    seed: int | str | None = None
    sits: Sits | None = None

    @property
    def to_move(self) -> int:
        if self.phase == "over":
            return NOBODY
        return CHANCE if self.pending or self.phase == "deal" else self.player

    @property
    def hand(self) -> Hand:
        """The hand of the player whose turn it is. A refereed game has no numbers, so do not use it there."""
        return self.config.hands[self.player - 1]

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
        return Result(winners, "K11", reason)

    def seen_by(self, player: int) -> TakamiState:
        """The state without the seed and how sticks sit. Probes are announced, so all players know the same."""
        return self if player == CHANCE else self._seen

    @cached_property
    def _seen(self) -> TakamiState:
        return self if self.seed is None and self.sits is None else replace(self, seed=None, sits=None)

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

        Where chance is to move: every feel, success, and the fall of every single stick, without slides; no model
        lets sticks fall after a probe (K4), so those falls are listed only where people state what happened.
        """
        if isinstance(self.pending, Probe):
            yield from map(ProbeOutcome, FEELS)
            if self.config.is_refereed:
                yield from (AttemptOutcome("falls", (stick,)) for stick in STICKS if stick in self.heap)
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

    # Chance, and what players can know

    def report_on(self, stick: str) -> Report | None:
        """The last probe of the stick, unless something has changed there since."""
        return next((report for report in reversed(self.reports) if report.stick == stick), None)

    def believed_sits(self, stick: str) -> Chances:
        """How the stick sits, as far as players can know: from what rests on it and from probes."""
        assert isinstance(self.heap, Heap)
        chances = self.hand.shares[self.heap.burdens[stick]]
        for report in self.reports:
            if report.stick == stick:
                hand = self.config.hands[report.player - 1]
                chances = hand.after_probe(chances, FEELS.index(report.feel))
        return chances

    def sits_chances(self, stick: str) -> Chances:
        """How the stick sits, by all that this state contains: the truth or, in a player's view, `believed_sits`."""
        return self.believed_sits(stick) if self.sits is None else _CERTAIN[self.sits[STICKS.index(stick)]]

    def fall_chance(self, stick: str) -> FallChance:
        """The chance that something falls when the player to move pulls the stick, by all that this state contains."""
        return self.fall_chances[stick]

    @cached_property
    def fall_chances(self) -> dict[str, FallChance]:
        """`fall_chance` of every stick on the heap."""
        heap, hand = self.heap, self.hand
        assert isinstance(heap, Heap)
        probed = {report.stick for report in self.reports}
        return {
            stick: hand.fall_chance(
                heap.place_of(stick).layer, burden, self.sits_chances(stick) if self.sits or stick in probed else None
            )
            for stick, burden in heap.burdens.items()
        }

    def odds(self) -> tuple[tuple[Move, float], ...] | None:
        """The outcomes of a probe with their chances. Those of an attempt are too many to list; see `odds`."""
        if not isinstance(self.pending, Probe) or not isinstance(self.heap, Heap):
            return None
        chances = self.hand.feel_chances(self.sits_chances(self.pending.stick))
        return tuple((ProbeOutcome(feel), chance) for feel, chance in zip(FEELS, chances, strict=True) if chance > 0)

    def sample(self, rolls: Rolls) -> Move:
        """Draw the outcome of the pending move, or the deal. The game must not be refereed.

        In a player's view, it is drawn from what players can know.
        """
        if self.phase == "deal":
            return Deal(tuple(STICKS[index] for index in rolls.shuffled(STICKS, "deal")))
        assert isinstance(self.heap, Heap)
        stick = self.pending_stick
        if isinstance(self.pending, Probe):
            return ProbeOutcome(self._sample_feel(rolls))
        if isinstance(self.pending, Lay):
            assert self.pending.place is not None
            return sample_lay(self.hand, self.heap, stick, self.pending.place, rolls)
        return sample_pull(self.hand, self.heap, stick, self.fall_chance(stick), rolls)

    def _sample_feel(self, rolls: Rolls) -> Feel:
        """Draw what the pending probe reports."""
        return FEELS[rolls.weighted(self.hand.feel_chances(self.sits_chances(self.pending_stick)), "feel")]

    def _rolls(self) -> Rolls | None:
        """The rolls of the pending move or the deal; None where the seed is not known."""
        return None if self.seed is None else Rolls(self.seed, self.turn, self.attempt, self.piece)

    # Applying moves

    def apply(self, move: Move) -> TakamiState:
        """The state after a legal move or outcome. A raise only starts its pull; the match adds the lay."""
        match move:
            case Probe() | Pull() | Lay() | Prize() | Taboo():
                return replace(self, pending=move)
            case Raise():
                return replace(self, pending=Pull(move.stick, move.under))
            case Keep():
                return self.with_minus((self.held,))._turn_over()
            case Done():
                return self._turn_over()
            case Deal():
                return self._after_deal(move)
            case ProbeOutcome():
                return self._after_probe(move)
            case AttemptOutcome():
                return self._after_attempt(move)
            case _:
                assert_never(move)

    def _after_deal(self, deal: Deal) -> TakamiState:
        heap, rolls = build_heap(deal.sticks), self._rolls()
        sits = draw_sits(self.hand.shares, heap, rolls) if rolls else None
        return replace(self, heap=heap, sits=sits, phase="raise", turn=max(self.turn, 1))

    def _after_probe(self, outcome: ProbeOutcome) -> TakamiState:
        """The state after the probe has reported how the stick sits.

        What people state is true: if the stick sits otherwise, how it sits is drawn again from
        what everybody now knows.
        """
        stick = self.pending_stick
        told = replace(self, pending=None, probed=stick)
        if self.config.is_refereed:
            return told
        told = replace(told, reports=(*self.reports, Report(stick, outcome.feel, self.player, self.turn)))
        rolls = self._rolls()
        if self.sits is None or rolls is None:
            return told
        if self._sample_feel(rolls) != outcome.feel:
            index = STICKS.index(stick)
            redrawn = rolls.weighted(told.believed_sits(stick), "sits")
            told = replace(told, sits=(*self.sits[:index], redrawn, *self.sits[index + 1 :]))
        return told

    def after_pull(self, stick: str) -> TakamiState:
        """The state with that stick in hand, as if nothing fell or slid."""
        origin = self.heap.place_of(stick) if isinstance(self.heap, Heap) else None
        heap = self.heap.without((stick,))
        return replace(self, heap=heap, phase="lay", pending=None, probed="", held=stick, origin=origin)

    def heap_before_slides(self, outcome: AttemptOutcome) -> Heap | UntrackedHeap:
        """The heap right after the pending attempt: without what fell, with what was laid, and nothing slid yet."""
        if isinstance(self.pending, Probe):
            return self.heap.without(outcome.fallen)
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
        state = replace(self._with_heap(heap), pending=None, probed="", held="", origin=None)
        if isinstance(self.pending, Probe):
            return state.with_minus(outcome.fallen)._turn_over()
        if outcome.word == "falls" or isinstance(self.pending, Taboo):
            return state.with_minus((*outcome.fallen, stick))._turn_over()
        match self.pending:
            case Pull():
                return replace(state, phase="lay", held=stick, origin=origin)
            case Lay():
                return replace(state, phase="prize", raised=stick)
            case _:
                return state.with_prize(stick)._turn_over()

    def _with_heap(self, heap: Heap | UntrackedHeap) -> TakamiState:
        """The state after the pending attempt has changed the heap; how the affected sticks sit is drawn again."""
        if not isinstance(self.heap, Heap) or not isinstance(heap, Heap):
            return replace(self, heap=heap)
        rolls = self._rolls()
        sits = redraw_sits(self.hand.shares, self.sits, self.heap, heap, rolls) if self.sits and rolls else None
        return replace(self, heap=heap, sits=sits, reports=current_reports(self.reports, self.heap, heap))

    def with_minus(self, sticks: tuple[str, ...]) -> TakamiState:
        """The state with these sticks added to the player's minus sticks."""
        pile = {*self.minus[self.player - 1], *sticks}
        return replace(self, minus=_replace_pile(self.minus, self.player, pile), held="", origin=None)

    def with_prize(self, stick: str) -> TakamiState:
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
            return _start_round(self.config, self.round + 1, self.scores(), self.turn + 1, self.seed)
        return replace(self, phase="over", banked=self.scores(), probed="", raised="", taboo="")


def _replace_pile(piles: Piles, player: int, sticks: set[str]) -> Piles:
    pile = tuple(stick for stick in STICKS if stick in sticks)
    return (*piles[: player - 1], pile, *piles[player:])


def _start_round(
    config: Config, number: int, banked: tuple[int, ...], turn: int, seed: int | str | None
) -> TakamiState:
    """The start of a round: before the deal, or in a refereed game with all sticks on the X."""
    no_sticks: Piles = ((),) * config.players
    player = (config.first + number - 2) % config.players + 1
    if config.is_refereed:
        turn = max(turn, 1)
        return TakamiState(config, UntrackedHeap(), no_sticks, no_sticks, banked, number, turn, player, "raise")
    return TakamiState(config, Heap(), no_sticks, no_sticks, banked, number, turn, player, "deal", seed=seed)


def start(setup: Setup) -> TakamiState:
    """The first state of a game, before the heap is built."""
    rounds = setup.options.get("rounds", 1)
    assert isinstance(rounds, int)
    players = setup.players
    model = setup.model or MODELS.load(MODELS.default)
    hands = tuple(Hand(setup.skill(player), model) for player in range(1, players + 1))
    config = Config(players, setup.first, rounds, hands, model)
    return _start_round(config, 1, (0,) * players, 0, setup.seed)
