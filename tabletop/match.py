"""A match: one game from its start to its end. The only path that checks and applies moves.

match = Match(game, make_setup(game, seed=7))
match.settle()                       # roll what is due: a dexterity game's set-up
match.play_text("place T3 on e5")    # or: match.play(move), raises IllegalMove with a suggestion
match.result                         # None while the game goes on
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from sys import maxsize
from typing import Literal

from tabletop.chance import RNG_VERSION, Rolls
from tabletop.errors import IllegalMove, Unreadable, UnreadableMove, WrongUse
from tabletop.game import CHANCE, NOBODY, AnyGame, ChanceState, Move, Names, Result, Setup, State, View
from tabletop.modelfiles import REFEREE
from tabletop.style import PLAIN, Style
from tabletop.suggest import suggest, suggest_for_text

Source = Literal["move", "rolled", "stated"]


@dataclass(frozen=True)
class Ply:
    """A move that was applied: a player's, or an outcome (player CHANCE), rolled or stated by people."""

    move: Move
    player: int
    source: Source = "move"


@dataclass(frozen=True)
class Forfeit:
    """A game lost without a move: by resignation, or because a bot failed."""

    player: int
    reason: str
    is_resignation: bool = False


class Match:
    """A game under way, with its history. Nothing here prints, asks or waits.

    states: all states, the start first; one more than there are plies.
    names: for each state the names of single pieces, or None in a game without such names.
    plies: all moves and outcomes that were applied.
    tags: headers of a move file that the match does not use (`Event: Thursday`); written back.
    forfeited: set when a player resigned, or lost without a move.
    rng_version: which version rolled the outcomes; an earlier one in a game that was begun with it.
    model_hash: the fingerprint of the model that a record was played with; empty if it does not say.
    """

    def __init__(self, game: AnyGame, setup: Setup, start: State | None = None) -> None:
        self.game = game
        self.setup = setup
        self.states: list[State] = [start or game.start(setup)]
        self.names: list[Names | None] = [game.first_names(self.states[0]) if game.first_names else None]
        self.plies: list[Ply] = []
        self.tags: tuple[tuple[str, str], ...] = ()
        self._queues: list[tuple[Move, ...]] = [()]
        """For each state, the steps that are left of a move of several steps."""
        self.forfeited: Forfeit | None = None
        self.rng_version = RNG_VERSION
        self.model_hash = setup.model.fingerprint if setup.model else ""

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self.forfeited:
            others = (player for player in range(1, self.setup.players + 1) if player != self.forfeited.player)
            return Result(tuple(others), "-", self.forfeited.reason)
        result = self.state.result()
        if result or not self.game.ending:
            return result
        return self.game.ending(self.setup, self.states)

    @property
    def to_move(self) -> int:
        """A player, CHANCE or NOBODY."""
        return NOBODY if self.result else self.state.to_move

    @property
    def can_roll(self) -> bool:
        """Whether outcomes can be rolled: there are a seed and a readable model, and the game is not refereed."""
        model = self.setup.model
        return self.setup.seed is not None and model is not None and model.name != REFEREE and not model.error

    @property
    def has_other_model(self) -> bool:
        """Whether the model of that name has other numbers now than when the game was recorded."""
        now = self.setup.model.fingerprint if self.setup.model else ""
        return bool(now and self.model_hash) and self.model_hash != now

    def parse(self, text: str) -> Move:
        """The move or outcome that the text means here.

        Legality is not checked, but names of things that do not exist raise IllegalMove.
        """
        try:
            return self._parse(text)
        except IllegalMove as error:
            self._refuse_after_end()
            if error.suggestion is None:
                error.suggestion = self._nearest(text, error.meant)
            raise
        except UnreadableMove as error:
            if error.suggestion is not None:
                error.suggestion = self._legal_text(error.suggestion)
            raise

    def _parse(self, text: str) -> Move:
        return self.game.grammar.parse(text, self.state, self.names[-1], outcome=self.to_move == CHANCE)

    def _nearest(self, text: str, meant: Move | None = None) -> str | None:
        """The legal move nearest to a text, if there is one; no outcome is ever suggested."""
        near = None if self.to_move == CHANCE else suggest_for_text(self.game, self.state, text, meant)
        return None if near is None else self.game.format_move(near)

    def _legal_text(self, text: str) -> str | None:
        """The text itself if it is a legal move, or else the legal move nearest to it, if there is one."""
        try:
            self.check(self._parse(text))
        except IllegalMove as error:
            return error.suggestion or self._nearest(text, error.meant)
        except Unreadable:
            return self._nearest(text)
        return text

    def check(self, move: Move) -> None:
        """Raise IllegalMove, with the move that was probably meant, unless the move is legal now."""
        self._refuse_after_end()
        try:
            self.state.check(move)
        except IllegalMove as error:
            if error.suggestion is None and self.state.to_move != CHANCE:
                near = suggest(self.game, self.state, move)
                if near is not None:
                    error.suggestion = self.game.format_move(near)
            raise

    def play(self, move: Move, source: Source = "move") -> None:
        """Check and apply a move or an outcome. Outcomes that follow are not rolled: see `settle`."""
        self.check(move)
        if self.state.to_move == CHANCE:
            queue = self._queues[-1]
            self._apply(move, "rolled" if source == "rolled" else "stated", queue)
            if queue:
                self._continue(queue)
            return
        first, *rest = self.game.expand(move) if self.game.expand else (move,)
        self._apply(first, "move", tuple(rest))

    def play_text(self, text: str, source: Source = "move") -> Move:
        """Read, check and apply; returns the move."""
        move = self.parse(text)
        self.play(move, source)
        return move

    def roll(self) -> Move:
        """Roll and apply the pending outcome; raises WrongUse if nothing can be rolled."""
        move = self.sample_outcome()
        self.play(move, "rolled")
        return move

    def sample_outcome(self) -> Move:
        """The outcome that the seed and the model give now, without applying it; raises WrongUse if there is none."""
        if self.setup.model is not None and self.setup.model.name == REFEREE:
            raise WrongUse("with the model `referee` you state each outcome (`=> ...`)")
        if self.setup.model is not None and self.setup.model.error:
            raise WrongUse(f"cannot roll or verify outcomes without the model: {self.setup.model.error}")
        if not self.can_roll:
            raise WrongUse("cannot roll the outcome without a seed; give a seed, or state the outcome (`=> ...`)")
        state = self.state
        assert isinstance(state, ChanceState) and self.setup.seed is not None
        return state.sample(Rolls(self.setup.seed, state.turn, state.attempt, state.piece))

    def settle(self) -> list[Ply]:
        """Roll all pending outcomes, as far as possible; returns the plies applied."""
        before = len(self.plies)
        while self.to_move == CHANCE and self.can_roll:
            self.roll()
        return self.plies[before:]

    def resign(self, player: int) -> None:
        """The player gives up; the others win."""
        self.forfeited = Forfeit(player, f"{self.setup.names[player - 1]} resigned", is_resignation=True)

    def forfeit(self, player: int, reason: str) -> None:
        """The player loses without a move (an engine crashed, for example); the others win."""
        self.forfeited = Forfeit(player, reason)

    def unresign(self) -> bool:
        """Cancel a resignation or a forfeit; returns whether there was one."""
        forfeited, self.forfeited = self.forfeited, None
        return forfeited is not None

    def back(self, *, sandbox: bool = False) -> Ply:
        """Take the last ply back, and a resignation with it.

        Except in a sandbox, a rolled outcome stands, so that nobody can roll again; one that
        people stated may be a typing error.
        """
        self.unresign()
        if not self.plies:
            raise WrongUse("there is nothing to take back")
        if self.plies[-1].source == "rolled" and not sandbox:
            raise WrongUse("a rolled outcome can only be taken back in a sandbox game")
        self.states.pop()
        self.names.pop()
        self._queues.pop()
        return self.plies.pop()

    @property
    def moves_played(self) -> int:
        """How many moves players have made; outcomes do not count."""
        return sum(ply.player != CHANCE for ply in self.plies)

    def legal_turns(self, most: int | None = None) -> Iterator[Move]:
        """The legal turns now, lazily; none once the game is over, and not more than `most`."""
        moves = iter(()) if self.result else self.state.legal_moves()
        return islice(moves, None if most is None else min(most, maxsize))

    def view(self, layout: str = "", player: int | None = None) -> View[State]:
        """What a renderer draws: with `player`, only what that player may see."""
        state = self.state if player is None else self.state.seen_by(player)
        return View(state, self.setup, self.last_turn(), self.names[-1], layout, to_move=self.to_move)

    def draw(self, style: Style = PLAIN, layout: str = "", player: int | None = None) -> str:
        """The board as text; with `player`, as that player sees it."""
        return self.game.render(self.view(layout, player), style).text

    def last_turn(self) -> tuple[Move, ...]:
        """The moves and outcomes of the last turn, oldest first."""
        player_plies = [index for index, ply in enumerate(self.plies) if ply.player != CHANCE]
        if not player_plies or not self.game.has_chance:
            return tuple(ply.move for ply in self.plies[player_plies[-1] if player_plies else 0 :])
        turns = [getattr(state, "turn", 0) for state in self.states]
        return tuple(ply.move for ply, turn in zip(self.plies, turns, strict=False) if turn == turns[player_plies[-1]])

    def player_name(self, player: int) -> str:
        """The name of a seat."""
        return self.setup.names[player - 1] if player > 0 else ("chance" if player == CHANCE else "nobody")

    def _refuse_after_end(self) -> None:
        result = self.result
        if result:
            reason = f"the game is over: {result.reason}" if result.reason else "the game is over"
            raise IllegalMove(result.rule, reason)

    def _apply(self, move: Move, source: Source, queue: Sequence[Move]) -> None:
        names = self.names[-1]
        self.plies.append(Ply(move, self.state.to_move, source))
        self.names.append(names.after(self.state, move) if names else None)
        self.states.append(self.state.apply(move))
        self._queues.append(tuple(queue))

    def _continue(self, queue: tuple[Move, ...]) -> None:
        """Play the next step of a move of several, unless an outcome has made it illegal."""
        mover = next(ply.player for ply in reversed(self.plies) if ply.player != CHANCE)
        self._queues[-1] = ()
        if self.to_move != mover:
            return
        try:
            self.state.check(queue[0])
        except IllegalMove:
            return
        self._apply(queue[0], "move", queue[1:])
