"""The rules of Scheiben Mikado: who may do what, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tabletop.chance import Rolls
from tabletop.errors import IllegalMove, WrongUse
from tabletop.game import CHANCE, NOBODY, Result, Setup
from tabletop.games.mikado.beliefs import Beliefs, first_beliefs
from tabletop.games.mikado.discs import COUNT, Hand, colour_of
from tabletop.games.mikado.legality import check_outcome, check_step
from tabletop.games.mikado.light import Light
from tabletop.games.mikado.model import MODELS, PHYSICS, Figures, Hidden, Simulator, figures_of
from tabletop.games.mikado.moves import WORDS, Attempt, Feels, Move, Moved, Pull, Touch, Tray, Waive
from tabletop.games.mikado.trays import Layout
from tabletop.modelfiles import REFEREE, Model
from tabletop.text import counted


@dataclass(frozen=True)
class Terms:
    """Players, variants, and what discs do here."""

    players: int
    in_order: bool
    may_waive: bool
    is_refereed: bool
    skills: tuple[float, ...]
    simulator: Simulator | None = field(repr=False)
    figures: Figures | None = field(repr=False)
    """What players expect of the discs; None where nothing is simulated."""


def terms_of(setup: Setup) -> Terms:
    """The table that a setup describes."""
    simulator, figures = _simulation(setup.model)
    return Terms(
        players=setup.players,
        in_order=bool(setup.options.get("order", False)),
        may_waive=not setup.options.get("no-waive", False),
        is_refereed=setup.model is not None and setup.model.name == REFEREE,
        skills=tuple(setup.skill(player) for player in range(1, setup.players + 1)),
        simulator=simulator,
        figures=figures,
    )


def _simulation(model: Model | None) -> tuple[Simulator | None, Figures | None]:
    """What makes trays, and what players expect of them: of a simulated tray, what the default model says."""
    if model is None or model.name == REFEREE:
        return None, None
    if model.name == PHYSICS:
        from tabletop.games.mikado.physics import Physics

        figures = figures_of(MODELS.load(MODELS.default))
        return Physics(figures), figures
    figures = figures_of(model)
    return Light(figures), figures


WAIVES_EACH = 2
"""Once every player has waived so often without a pull between, the next must pull (M7)."""
MOVEMENTS_ALONE = 3
"""A player alone may move the slider so often (M11)."""


@dataclass(frozen=True)
class Told:
    """How a disc felt, as everybody heard, and in which turn."""

    disc: int
    word: str
    turn: int


@dataclass(frozen=True)
class MikadoState:
    """The table between two steps. What nobody may see is in `seed` and `hidden`; both may be missing."""

    terms: Terms
    hands: tuple[Hand, ...]
    player: int
    """Whose turn it is, also while an outcome is awaited."""
    turn: int
    step: int
    layout: Layout | None = None
    """Where the discs lay at the set-up; None before it and in a refereed game."""
    tray: tuple[int, ...] = tuple(range(COUNT))
    """The discs in the tray, rising."""
    touched: int | None = None
    """The disc touched in this turn."""
    awaited: Attempt | None = None
    """What an outcome is awaited of."""
    waives: int = 0
    """Since the last pull."""
    movements: int = 0
    slid: float = 0.0
    """How many divisions the slider has moved since the set-up."""
    slid_before: float = 0.0
    """The same before the last pull."""
    told: tuple[Told, ...] = ()
    """The last feel of every disc in the tray that was touched, by disc."""
    beliefs: Beliefs | None = field(default=None, repr=False)
    seed: int | str | None = None
    hidden: Hidden | None = None

    def __hash__(self) -> int:
        return hash((self.turn, self.step, self.tray, self.touched, self.hands, self.awaited))

    # Who moves, and how it ends

    @property
    def to_move(self) -> int:
        """A player, CHANCE while an outcome is awaited, NOBODY at the end."""
        if self.is_over:
            return NOBODY
        return CHANCE if self.turn == 0 or self.awaited else self.player

    @property
    def is_alone(self) -> bool:
        """Whether a single player plays (M11)."""
        return self.terms.players == 1

    @property
    def is_lost_alone(self) -> bool:
        """Whether the slider has moved once too often (M11)."""
        return self.is_alone and self.movements > MOVEMENTS_ALONE

    @property
    def is_over(self) -> bool:
        """Whether no more discs are left than there are players (M8), or a player alone has lost (M11)."""
        return len(self.tray) <= self.terms.players or self.is_lost_alone

    @property
    def must_pull(self) -> bool:
        """Whether waiving is over for now (M7, M10)."""
        return not self.terms.may_waive or self.all_have_waived

    @property
    def all_have_waived(self) -> bool:
        """Whether every player has waived twice since the last pull (M7); a player alone never has to pull."""
        return not self.is_alone and self.waives >= WAIVES_EACH * self.terms.players

    def result(self) -> Result | None:
        """How the game ended, or None."""
        if not self.is_over:
            return None
        left = len(self.tray)
        discs = f"{counted(left, 'disc')} left"
        if self.is_lost_alone:
            return Result((), "M11", f"the slider has moved {self.movements} times, {discs}")
        if self.is_alone:
            return Result((1,), "M11", f"{discs} after {self.movements} of {MOVEMENTS_ALONE} movements allowed")
        points = [hand.points for hand in self.hands]
        winners = tuple(player for player, score in enumerate(points, 1) if score == max(points))
        return Result(winners, "M8", f"{discs} for {self.terms.players} players")

    def scores(self) -> tuple[int, ...] | None:
        """Points by player; a player alone has none."""
        return None if self.is_alone else tuple(hand.points for hand in self.hands)

    # What may be done

    def allowed_discs(self) -> tuple[int, ...]:
        """The discs that may be touched or pulled in this turn, as far as the variant `order` has a say (M9)."""
        if not self.terms.in_order:
            return self.tray
        last = max(map(colour_of, self.tray))
        return tuple(disc for disc in self.tray if colour_of(disc) == last)

    def legal_moves(self) -> Iterator[Move]:
        """Touches, pulls, waiving. Of outcomes every feel, but of movements the shortest of either kind only."""
        if self.is_over or self.turn == 0:
            return
        if self.awaited:
            yield from map(Feels, WORDS) if isinstance(self.awaited, Touch) else map(Moved, (0.0, 1.1))
            return
        if self.touched is not None:
            yield Pull(self.touched)
        else:
            discs = self.allowed_discs()
            yield from map(Touch, discs)
            yield from map(Pull, discs)
        if not self.must_pull:
            yield Waive()

    def steps(self) -> tuple[Move, ...]:
        """The legal moves: a turn is made of them one by one."""
        return tuple(self.legal_moves())

    def check(self, move: Move) -> None:
        """Raise IllegalMove unless the move, or the outcome, can be now."""
        outcome = self.result()
        if outcome:
            raise IllegalMove(outcome.rule, f"the game is over: {outcome.reason}")
        if isinstance(move, (Touch, Pull, Waive)):
            check_step(self, move)
        else:
            check_outcome(self, move)

    # What follows

    def take(self, step: Move) -> MikadoState:
        """The same as `apply`."""
        return self.apply(step)

    def apply(self, move: Move) -> MikadoState:
        """The state after a legal move or outcome. Legality is not checked."""
        match move:
            case Touch():
                return replace(self, touched=move.disc, awaited=move)
            case Pull():
                return replace(self, awaited=move)
            case Waive():
                return self._next_turn(waives=self.waives + 1)
            case Tray():
                return self._set_up(move.layout)
            case Feels():
                return self._told(move.word)
            case Moved():
                return self._pulled(move)

    def _next_turn(self, waives: int) -> MikadoState:
        player = self.player % self.terms.players + 1
        return replace(self, player=player, turn=self.turn + 1, step=1, touched=None, awaited=None, waives=waives)

    def _set_up(self, layout: Layout) -> MikadoState:
        figures, simulator = self.terms.figures, self.terms.simulator
        return replace(
            self,
            turn=1,
            step=1,
            layout=layout,
            beliefs=first_beliefs(figures, layout) if figures else None,
            hidden=simulator.begin(layout, self.seed) if simulator and self.seed is not None else None,
        )

    def _told(self, word: str) -> MikadoState:
        assert self.touched is not None
        others = (told for told in self.told if told.disc != self.touched)
        told = sorted((*others, Told(self.touched, word, self.turn)), key=lambda one: one.disc)
        beliefs = self.beliefs.told(self.touched, word, self.skill) if self.beliefs else None
        return replace(self, awaited=None, step=self.step + 1, told=tuple(told), beliefs=beliefs)

    def _pulled(self, moved: Moved) -> MikadoState:
        assert self.awaited is not None
        disc = self.awaited.disc
        out = {disc, *moved.popped}
        hands = list(self.hands)
        if not self.is_alone:
            hand = hands[self.player - 1]
            hands[self.player - 1] = hand.fined() if moved.is_movement else hand.won(colour_of(disc))
        hidden = None
        if self.hidden and self.seed is not None:
            hidden = self.hidden.after(disc, moved, Rolls(self.seed, self.turn, self.step))
        return replace(
            self._next_turn(waives=0),
            hands=tuple(hands),
            tray=tuple(one for one in self.tray if one not in out),
            movements=self.movements + moved.is_movement,
            slid=round(self.slid + moved.length, 6),
            slid_before=self.slid,
            told=tuple(told for told in self.told if told.disc not in out),
            beliefs=self.beliefs.pulled(disc, moved, self.skill) if self.beliefs else None,
            hidden=hidden,
        )

    # Chance, and what can be known

    @property
    def skill(self) -> float:
        """The skill of the player whose turn it is."""
        return self.terms.skills[self.player - 1]

    def odds(self) -> tuple[tuple[Feels, float], ...] | None:
        """The true probabilities of a touch's outcomes; None where outcomes cannot be listed, or loads are not known.

        How far a slider moves cannot be listed.
        """
        if self.hidden is None or self.terms.figures is None or not isinstance(self.awaited, Touch):
            return None
        chances = self.terms.figures.feel_odds(self.hidden.load(self.awaited.disc), self.skill)
        return tuple((Feels(word), chance) for word, chance in zip(WORDS, chances, strict=True))

    def believed_odds(self, disc: int) -> tuple[tuple[Feels, float], ...] | None:
        """How likely each feel of the disc is by what everybody can know; None where nothing is simulated."""
        if self.beliefs is None:
            return None
        chances = self.beliefs.feel_odds(disc, self.skill)
        return tuple((Feels(word), chance) for word, chance in zip(WORDS, chances, strict=True))

    def believed_risk(self, disc: int) -> float | None:
        """How likely a movement is, if the player whose turn it is pulls the disc, by what everybody can know."""
        return self.beliefs.risk(disc, self.skill) if self.beliefs else None

    def sample(self, rolls: Rolls) -> Move:
        """Draw the outcome that is awaited; raises WrongUse where the loads are not known."""
        simulator, figures = self.terms.simulator, self.terms.figures
        if self.turn == 0 and simulator:
            return Tray(simulator.tray(rolls))
        if self.hidden is None or figures is None or self.awaited is None:
            raise WrongUse("nothing can be rolled here: state the outcome (`=> ...`)")
        if isinstance(self.awaited, Touch):
            return Feels(figures.feel(self.hidden.load(self.awaited.disc), self.skill, rolls))
        return self.hidden.pull(self.awaited.disc, self.skill, rolls)

    def seen_by(self, player: int) -> MikadoState:
        """Without loads and seed. Feels are told aloud, so all players know the same; CHANCE knows everything."""
        if player == CHANCE or (self.seed is None and self.hidden is None):
            return self
        return replace(self, seed=None, hidden=None)


def start(setup: Setup) -> MikadoState:
    """The table before the discs are in the tray; refereed, before the first turn."""
    terms = terms_of(setup)
    begun = int(terms.is_refereed)
    seed = None if terms.is_refereed else setup.seed
    return MikadoState(terms, (Hand(),) * setup.players, player=setup.first, turn=begun, step=begun, seed=seed)
