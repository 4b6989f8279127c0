"""The rules of Scheiben Mikado: a state of the game, its legal moves, and what moves and outcomes change."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tabletop import chance
from tabletop.chance import Rolls
from tabletop.errors import IllegalMove, WrongUse
from tabletop.game import CHANCE, NOBODY, Result, Setup
from tabletop.games.mikado.beliefs import Beliefs, initial_beliefs
from tabletop.games.mikado.discs import DISC_COUNT, NAMES, Hand, colour_of
from tabletop.games.mikado.legality import check_outcome, check_step
from tabletop.games.mikado.loads import StatisticalModel, certain_risks, least_length
from tabletop.games.mikado.model import MODELS, PHYSICS, HiddenTray, Parameters, TrayModel, parameters_of
from tabletop.games.mikado.moves import FEELS, Attempt, Feels, Move, Moved, Pull, Touch, Tray, Waive
from tabletop.games.mikado.packing import FARTHER, follow_roughly, nearness
from tabletop.games.mikado.trays import Layout
from tabletop.modelfiles import REFEREE, Model
from tabletop.text import counted

WAIVES_EACH = 2
"""Once every player has waived this often since the last pull, the next one must pull (M7)."""
SOLO_MOVEMENTS = 3
"""How often the slider may move in a solo game (M11)."""
NO_NEARNESS = bytes([FARTHER]) * DISC_COUNT
"""Where the layout is not known."""


@dataclass(frozen=True)
class Config:
    """What the set-up settles for the whole game.

    `tray_model` draws the outcomes, `parameters` are what players expect of the discs; both
    are None in a refereed game. With the model `physics` players expect what the default model says.
    """

    players: int
    in_order: bool
    """Variant `order` (M9)."""
    may_waive: bool
    """False in the variant `no-waive` (M10)."""
    is_refereed: bool
    skills: tuple[float, ...]
    tray_model: TrayModel | None = field(repr=False)
    parameters: Parameters | None = field(repr=False)


def config_of(setup: Setup) -> Config:
    """The config of a setup."""
    tray_model, parameters = _load_model(setup.model)
    return Config(
        players=setup.players,
        in_order=bool(setup.options.get("order", False)),
        may_waive=not setup.options.get("no-waive", False),
        is_refereed=setup.model is not None and setup.model.name == REFEREE,
        skills=tuple(setup.skill(player) for player in range(1, setup.players + 1)),
        tray_model=tray_model,
        parameters=parameters,
    )


def _load_model(model: Model | None) -> tuple[TrayModel | None, Parameters | None]:
    if model is None or model.name == REFEREE:
        return None, None
    if model.name == PHYSICS:
        from tabletop.games.mikado.physics import PhysicsModel

        parameters = parameters_of(MODELS.load(MODELS.default))
        return PhysicsModel(parameters), parameters
    parameters = parameters_of(model)
    return StatisticalModel(parameters), parameters


@dataclass(frozen=True)
class TouchReport:
    """What everybody heard after a touch: how the disc felt, and in which turn."""

    disc: int
    word: str
    turn: int


@dataclass(frozen=True)
class MikadoState:
    """The table between two steps.

    `seed` and `hidden` are what no player may see; both are None in a refereed game, in a game
    without a seed, and in what `seen_by` returns. `layout` and `beliefs` are None in a refereed
    game; like `hidden`, they are None before the set-up too.
    """

    config: Config
    hands: tuple[Hand, ...]
    player: int
    """Whose turn it is, also while an outcome is pending."""
    turn: int
    layout: Layout | None = None
    """Where the slider and the discs are now, as far as anybody knows."""
    depth: float = 0.0
    """How far the slider was from the back wall at the set-up, in mm."""
    tray: tuple[int, ...] = tuple(range(DISC_COUNT))
    """The discs in the tray, in rising order."""
    touched: int | None = None
    """The disc touched in this turn."""
    pending: Attempt | None = None
    """The touch or pull whose outcome is pending; None during the set-up too."""
    waives: int = 0
    """How often players have waived since the last pull."""
    movements: int = 0
    """How often the slider has moved by more than a division."""
    slider_travel: float = 0.0
    """How many divisions the slider has moved since the set-up."""
    previous_travel: float = 0.0
    """How many it had moved before the last pull, or touch that moved it."""
    reports: tuple[TouchReport, ...] = ()
    """The last touch of every disc in the tray that has been touched, by disc."""
    beliefs: Beliefs | None = field(default=None, repr=False)
    seed: int | str | None = None
    hidden: HiddenTray | None = None

    def __hash__(self) -> int:
        return hash((self.turn, self.tray, self.touched, self.hands, self.pending))

    # Whose turn it is, and the end

    @property
    def to_move(self) -> int:
        """A player, CHANCE while an outcome is pending, NOBODY at the end."""
        if self.is_over:
            return NOBODY
        return CHANCE if self.turn == 0 or self.pending else self.player

    @property
    def attempt(self) -> chance.Attempt:
        match self.pending:
            case Touch():
                return "touch"
            case Pull():
                return "pull"
            case None:
                return "setup"

    @property
    def piece(self) -> str:
        return NAMES[self.pending.disc] if self.pending else chance.NO_PIECE

    @property
    def is_solo(self) -> bool:
        """Whether there is only one player (M11)."""
        return self.config.players == 1

    @property
    def is_solo_loss(self) -> bool:
        """Whether the slider has moved too often in a solo game (M11)."""
        return self.is_solo and self.movements > SOLO_MOVEMENTS

    @property
    def is_over(self) -> bool:
        """Whether no more discs are left than there are players (M8), or a solo game is lost (M11)."""
        return len(self.tray) <= self.config.players or self.is_solo_loss

    @property
    def must_pull(self) -> bool:
        """Whether the player may not waive (M7, M10)."""
        return not self.config.may_waive or self.all_have_waived

    @property
    def all_have_waived(self) -> bool:
        """Whether every player has waived twice since the last pull (M7), which never counts in a solo game."""
        return not self.is_solo and self.waives >= WAIVES_EACH * self.config.players

    def result(self) -> Result | None:
        """How the game ended, or None."""
        if not self.is_over:
            return None
        discs = counted(len(self.tray), "disc") if self.tray else "no discs"
        if self.is_solo_loss:
            return Result((), "M11", f"the slider has moved {self.movements} times, and the tray still holds {discs}")
        if self.is_solo:
            return Result((1,), "M11", f"the tray holds {discs} after {counted(self.movements, 'movement')}")
        points = [hand.points for hand in self.hands]
        winners = tuple(player for player, score in enumerate(points, 1) if score == max(points))
        return Result(winners, "M8", f"the tray holds {discs}")

    def scores(self) -> tuple[int, ...] | None:
        """Points by player; None in a solo game."""
        return None if self.is_solo else tuple(hand.points for hand in self.hands)

    # Legal moves

    def allowed_discs(self) -> tuple[int, ...]:
        """The discs in the tray that may be touched or pulled; with the variant `order` those of one colour (M9)."""
        if not self.config.in_order:
            return self.tray
        colour = max(map(colour_of, self.tray))
        return tuple(disc for disc in self.tray if colour_of(disc) == colour)

    def legal_moves(self) -> Iterator[Move]:
        """Touches, pulls and waiving in canonical order, or outcomes: every feel, but only two lengths of a pull.

        These are 0.0 and 1.1, the shortest without and with a movement. After a touch they are listed only in a
        refereed game, because no model moves the slider by touching (M3).
        """
        if self.is_over or self.turn == 0:
            return
        if self.pending:
            if isinstance(self.pending, Touch):
                yield from map(Feels, FEELS)
            if isinstance(self.pending, Pull) or self.config.is_refereed:
                yield from map(Moved, (0.0, 1.1))
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
        """The legal moves, which are the steps of a turn."""
        return tuple(self.legal_moves())

    def check(self, move: Move) -> None:
        """Raise IllegalMove unless the move or outcome is legal now."""
        result = self.result()
        if result:
            raise IllegalMove(result.rule, f"the game is over: {result.reason}")
        if isinstance(move, (Touch, Pull, Waive)):
            check_step(self, move)
        else:
            check_outcome(self, move)

    # What moves and outcomes change

    def take(self, step: Move) -> MikadoState:
        """The same as `apply`."""
        return self.apply(step)

    def apply(self, move: Move) -> MikadoState:
        """The state after a legal move or outcome. Legality is not checked."""
        match move:
            case Touch():
                return replace(self, touched=move.disc, pending=move)
            case Pull():
                return replace(self, pending=move)
            case Waive():
                return self._next_turn(waives=self.waives + 1)
            case Tray():
                return self._set_up(move.layout)
            case Feels():
                return self._after_feel(move.word)
            case Moved():
                return self._after_touch(move) if isinstance(self.pending, Touch) else self._after_pull(move)

    def _next_turn(self, waives: int, **changes: Any) -> MikadoState:
        """The state at the beginning of the next turn, with these other changes."""
        player = self.player % self.config.players + 1
        return replace(self, player=player, turn=self.turn + 1, touched=None, pending=None, waives=waives, **changes)

    def _set_up(self, layout: Layout) -> MikadoState:
        parameters, tray_model = self.config.parameters, self.config.tray_model
        return replace(
            self,
            turn=1,
            layout=layout,
            depth=layout.slider,
            beliefs=initial_beliefs(parameters, layout) if parameters else None,
            hidden=tray_model.hidden_tray(layout, self.seed) if tray_model and self.seed is not None else None,
        )

    def _after_feel(self, word: str) -> MikadoState:
        assert self.touched is not None
        others = (report for report in self.reports if report.disc != self.touched)
        reports = sorted((*others, TouchReport(self.touched, word, self.turn)), key=lambda report: report.disc)
        beliefs = self.beliefs.after_touch(self.touched, word, self.skill) if self.beliefs else None
        return replace(self, pending=None, reports=tuple(reports), beliefs=beliefs)

    def _after_touch(self, moved: Moved) -> MikadoState:
        """The state after a touch that moved the slider (M3), which no model does: people state it."""
        layout = self._layout_after(moved, moved.popped)
        travel = replace(
            self,
            pending=None,
            slider_travel=round(self.slider_travel + moved.length, 6),
            previous_travel=self.slider_travel,
            layout=layout,
            hidden=self.hidden.with_layout(layout) if self.hidden and layout else None,
        )
        if not moved.is_movement:
            return travel
        assert self.pending is not None
        hands = list(self.hands)
        if not self.is_solo:
            hands[self.player - 1] = hands[self.player - 1].after_penalty()
        hidden, beliefs = travel.hidden, self.beliefs
        if moved.popped and layout:
            # The popped discs leave as if they had been pulled.
            first, rest = moved.popped[0], Moved(moved.length, moved.popped[1:])
            near = self._nearness(first)
            if hidden and self.seed is not None:
                rolls = Rolls(self.seed, self.turn, "touch", self.piece)
                hidden = hidden.after_pull(first, rest, layout, near, rolls)
            beliefs = beliefs.after_pull(first, rest, self.skill, near, is_foreseen=True) if beliefs else None
        return travel._next_turn(
            waives=self.waives,
            hands=tuple(hands),
            tray=tuple(disc for disc in self.tray if disc not in moved.popped),
            movements=self.movements + 1,
            reports=tuple(report for report in self.reports if report.disc not in moved.popped),
            beliefs=beliefs,
            hidden=hidden,
        )

    def _after_pull(self, moved: Moved) -> MikadoState:
        assert self.pending is not None
        disc = self.pending.disc
        out = {disc, *moved.popped}
        hands = list(self.hands)
        if not self.is_solo:
            hand = hands[self.player - 1]
            hands[self.player - 1] = hand.after_penalty() if moved.is_movement else hand.with_disc(colour_of(disc))
        near, layout = self._nearness(disc), self._layout_after(moved, out)
        hidden = None
        if self.hidden and layout and self.seed is not None:
            rolls = Rolls(self.seed, self.turn, "pull", NAMES[disc])
            hidden = self.hidden.after_pull(disc, moved, layout, near, rolls)
        return self._next_turn(
            waives=0,
            hands=tuple(hands),
            tray=tuple(other for other in self.tray if other not in out),
            movements=self.movements + moved.is_movement,
            slider_travel=round(self.slider_travel + moved.length, 6),
            previous_travel=self.slider_travel,
            reports=tuple(report for report in self.reports if report.disc not in out),
            layout=layout,
            beliefs=self._beliefs_after_pull(disc, moved, near),
            hidden=hidden,
        )

    def _nearness(self, disc: int) -> bytes:
        """How near every other disc lies to that one."""
        return nearness(self.layout, self.tray, disc) if self.layout else NO_NEARNESS

    def _layout_after(self, moved: Moved, out: Collection[int]) -> Layout | None:
        """Where everything lies then; if the outcome does not say it, where the slider pushes what is not out."""
        layout, parameters = self.layout, self.config.parameters
        if layout and moved.places:
            return layout.after(moved.places)
        if layout is None or parameters is None or moved.length == 0:
            return layout
        left = [disc for disc in self.tray if disc not in out]
        return follow_roughly(layout, left, layout.slider - moved.length * parameters.division)

    def _beliefs_after_pull(self, disc: int, moved: Moved, near: bytes) -> Beliefs | None:
        """The outcome tells how the disc sat, unless everybody could foresee it."""
        if self.beliefs is None or self.layout is None:
            return self.beliefs
        left = [other for other in self.tray if other != disc]
        shortest = least_length(self.layout, left, self.beliefs.parameters.division)
        is_foreseen = disc in self.certain_risks() or 0 < moved.length <= shortest
        return self.beliefs.after_pull(disc, moved, self.skill, near, is_foreseen)

    # Chance, and what players can know

    def last_report(self, disc: int) -> TouchReport | None:
        """The last touch of the disc; None if nobody has touched it."""
        return next((report for report in self.reports if report.disc == disc), None)

    @property
    def skill(self) -> float:
        """The skill of the player whose turn it is."""
        return self.config.skills[self.player - 1]

    def odds(self) -> tuple[tuple[Feels, float], ...] | None:
        """The true probabilities of a pending touch's outcomes; None where loads are not known, and for a pull.

        There are too many outcomes of a pull to list.
        """
        if self.hidden is None or self.config.parameters is None or not isinstance(self.pending, Touch):
            return None
        chances = self.config.parameters.feel_odds(self.hidden.load(self.pending.disc), self.skill)
        return tuple((Feels(word), chance) for word, chance in zip(FEELS, chances, strict=True))

    def believed_odds(self, disc: int) -> tuple[tuple[Feels, float], ...] | None:
        """The probabilities of the feels of a disc, as far as players can know; None in a refereed game."""
        if self.beliefs is None:
            return None
        chances = self.beliefs.feel_odds(disc, self.skill)
        return tuple((Feels(word), chance) for word, chance in zip(FEELS, chances, strict=True))

    def believed_risk(self, disc: int) -> float | None:
        """The probability that pulling the disc is a movement, as far as players can know; None in a refereed game."""
        if self.beliefs is None:
            return None
        certain = self.certain_risks().get(disc)
        return self.beliefs.risk(disc, self.skill) if certain is None else certain

    def certain_risks(self) -> dict[int, float]:
        """The discs of which everybody can see that pulling them is a movement (1.0), or that it is none (0.0)."""
        parameters = self.config.parameters
        return certain_risks(self.layout, self.tray, parameters.division) if self.layout and parameters else {}

    def sample(self, rolls: Rolls) -> Move:
        """Draw the pending outcome; raises WrongUse where the loads are not known."""
        tray_model, parameters = self.config.tray_model, self.config.parameters
        if self.turn == 0 and tray_model:
            return Tray(tray_model.deal(rolls))
        if self.hidden is None or parameters is None or self.pending is None:
            raise WrongUse("cannot roll this outcome; state it (`=> ...`)")
        if isinstance(self.pending, Touch):
            return Feels(parameters.sample_feel(self.hidden.load(self.pending.disc), self.skill, rolls))
        return self.hidden.sample_pull(self.pending.disc, self.skill, rolls)

    def seen_by(self, player: int) -> MikadoState:
        """The state without loads and seed. Feels are said aloud, so all players know the same; CHANCE knows all."""
        if player == CHANCE or (self.seed is None and self.hidden is None):
            return self
        return replace(self, seed=None, hidden=None)


def start(setup: Setup) -> MikadoState:
    """The state before the set-up, which is an outcome; in a refereed game that before the first turn."""
    config = config_of(setup)
    turn = int(config.is_refereed)
    seed = None if config.is_refereed else setup.seed
    return MikadoState(config, (Hand(),) * setup.players, player=setup.first, turn=turn, seed=seed)
