"""A session: people and bots take turns. A line comes in, a Reply goes out; nothing here prints, asks or waits.

    session = Session.begin(game, setup, seating, autosave)
    reply = session.submit("place 3 on 7c")         # a move, an outcome or a command
    while session.phase == "bot":
        search = session.bot_search().start()       # in a thread of its own
        search.wait()
        reply = session.play_bot_move(search)
    session.close()

Two front ends read the lines and show the replies: `console` line by line, `tui` in a window.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.specs import Controller
from tabletop.chance import bot_seed
from tabletop.consent import ANSWERS, Consent, question_lines, remember_commands
from tabletop.describe import result_line, score_lines
from tabletop.errors import (
    AmbiguousMove,
    EngineFailed,
    IllegalMove,
    TabletopError,
    UnreadableMove,
    WorkFailed,
    WrongUse,
    mistake_span,
)
from tabletop.game import CHANCE, NOBODY, AnyGame, Move, Setup, State, View
from tabletop.match import Match, Ply
from tabletop.record import Record
from tabletop.replay import replayed, write_record
from tabletop.review import Review
from tabletop.saves import Autosave
from tabletop.seats import close_controller
from tabletop.session.advice import can_review
from tabletop.session.background import BackgroundSearch
from tabletop.session.commands import find_command, nearest_command
from tabletop.session.describe import describe_player, is_refereed, refusal_sentence, sentence, turn_line
from tabletop.session.history import Turn, format_plies, format_ply, history_line, recent_moves, recent_turns
from tabletop.session.input_line import move_start, parse_line
from tabletop.session.reply import QUIET, Reply, page, refusal
from tabletop.session.saver import GameSaver
from tabletop.session.seating import Seating, Series, drop_session_tags, parse_seating
from tabletop.style import PLAIN
from tabletop.text import shorten

ENGINE_QUESTION = (
    "May it start? Type `yes`, `no` (a person plays instead) or `always` (do not ask again in this folder)."
)
Phase = Literal["human", "bot", "outcome", "over"]
"""Who is to act: a person or a bot is to move, people are to state what happened at their table, or nobody is."""


def new_seed() -> int:
    """A seed nobody chose, short enough to be read out."""
    return time.time_ns() // 1000 % 1_000_000


class Session:
    """People and bots who play one game after another.

    match: the present game; `new`, `again` and `load` put another one in its place.
    seating, series, bots: who plays it, how the series stands, and the bots and engines by player.
    redo_stack: the plies that `redo` plays again, the next one first; empty after every other move.
    layout: which of the game's layouts `show` asked for; empty for the usual one.
    is_turned: whether `flip` turned the board.
    last_info: the last move of a bot, with its player; None before it.
    last_refusal: why the last move was refused, if a rule forbids it.
    review: the last review of this game, which may have fewer moves; None before it.
    engine_failed: whether an engine crashed, stalled or cheated in any of the games.
    style: how texts are folded and boards drawn; the front end keeps it up to date.
    autosave, saver: where games and typed lines are kept, and what saves this one.
    consent: which engines may be started.
    """

    match: Match
    seating: Seating
    series: Series
    bots: dict[int, Controller]
    redo_stack: list[Ply]
    layout: str
    last_info: tuple[int, SearchInfo] | None
    last_refusal: IllegalMove | None
    review: Review | None

    def __init__(
        self,
        match: Match,
        seating: Seating,
        autosave: Autosave,
        series: Series | None = None,
        consent: Consent | None = None,
    ) -> None:
        self.style = PLAIN
        self.is_turned = False
        self.engine_failed = False
        self.autosave = autosave
        self.saver = GameSaver(self, autosave)
        self.consent = consent or Consent(seating.specs)
        self._pending: tuple[Seating, Callable[[Seating], Reply]] | None = None
        """A game with engines that nobody has allowed yet, and what to do once they are."""
        self._set_game(match, seating, series or Series(), self._open_bots(match.game, seating))

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        setup: Setup,
        seating: Seating,
        autosave: Autosave,
        start: State | None = None,
        games: int = 1,
        consent: Consent | None = None,
    ) -> Session:
        """A session that begins with a new game, from the position `start` if it is given."""
        return cls(Match(game, setup, start), seating, autosave, Series(games), consent)

    @classmethod
    def restore(
        cls,
        record: Record,
        autosave: Autosave,
        consent: Consent | None = None,
        may_start: Callable[[Sequence[str]], bool] = lambda commands: False,
    ) -> Session:
        """A session that continues a saved game; raises Located or UnreadableFile.

        `may_start` is asked about engines without consent; where it says no, people play instead.
        """
        consent = consent or Consent()
        match = replayed(record)
        if match.states[0].to_move > 0:
            # A position string says who begins, but does not set `first`, which the next game needs.
            match.setup = replace(match.setup, first=match.states[0].to_move)
        seating, series = parse_seating(record, match.setup)
        commands = consent.missing(seating.specs)
        if commands and not may_start(commands):
            seating = seating.with_people_for(commands)
        return cls(match, seating, autosave, series, consent)

    # What front ends show.

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def phase(self) -> Phase:
        """Who is to act."""
        player = self.match.to_move
        if player == NOBODY:
            return "over"
        if player == CHANCE:
            return "outcome"
        return "bot" if player in self.bots else "human"

    @property
    def viewer(self) -> int:
        """The player for whom the board is drawn: the person to move, or else the last one who was."""
        self._update_viewer()
        return self._viewer

    def _update_viewer(self) -> None:
        if self.phase == "human":
            self._viewer = self.match.to_move

    def view(self) -> View[State]:
        """What the viewer sees, with the moves to mark."""
        view = self.match.view(self.layout, self.viewer)
        return replace(view, last=recent_moves(self.match, self.viewer), turned=self.is_turned)

    def preview(self, move: Move) -> View[State]:
        """What the viewer would see after a legal move; in a game with chance, what there is now."""
        view = self.view()
        if self.game.has_chance:
            return view
        match, names = self.match, self.match.names[-1]
        return replace(
            view,
            state=match.state.apply(move).seen_by(self.viewer),
            last=(move,),
            names=names.after(match.state, move) if names else None,
            is_preview=True,
        )

    def visible_state(self) -> State:
        """The state as far as the viewer knows it."""
        return self.match.state.seen_by(self.viewer)

    def history(self) -> list[tuple[int, str]]:
        """A player and a line for each turn, from the viewer's last one on."""
        return [(turn.player, history_line(self.match, turn)) for turn in recent_turns(self.match, self.viewer)]

    # People.

    def submit(self, line: str) -> Reply:
        """Do what a line says: a move, an outcome or a command; what could be either is a move."""
        line = line.rstrip()
        text = line.lstrip()
        if self.asks and not text.startswith(":"):
            return self._answer(text)
        if not text:
            return self.again() if self.phase == "over" and self.series.goes_on else QUIET
        only_command = text.startswith(":")
        command = find_command(text.removeprefix(":").strip())
        is_turn = self.phase in ("human", "outcome")
        try:
            if command and (only_command or not (is_turn and parse_line(self.match, text).is_move)):
                return command.run(self)
            if only_command:
                return refusal(f"There is no command `{text[1:].strip()}`; `help` lists them.")
            return self._play_line(line)
        except TabletopError as error:
            return refusal(sentence(str(error)))

    def _play_line(self, line: str) -> Reply:
        match self.phase:
            case "over":
                return refusal("The game is over; `again` plays another, `undo` takes back the last turn.")
            case "bot":
                return Reply("refusal", (f"It is not your turn yet: {turn_line(self)}",), is_early=True)
        offset = move_start(self.match, line)
        text = line[offset:]
        try:
            self.match.play_text(text, "stated" if self.phase == "outcome" else "move")
        except (UnreadableMove, IllegalMove, AmbiguousMove) as error:
            if isinstance(error, UnreadableMove) and (command := nearest_command(self.game, text)):
                return refusal(
                    f"There is neither a move nor a command `{shorten(text.split()[0])}`; did you mean `{command}`?"
                )
            start, end = mistake_span(error, text)
            self.last_refusal = error if isinstance(error, IllegalMove) else None
            return refusal(refusal_sentence(error), place=(offset + start, offset + end))
        return self._after_move()

    def _after_move(self) -> Reply:
        """Roll what is due, and save; the reply states the move and its outcome."""
        match = self.match
        self.redo_stack.clear()
        self.last_refusal = None
        start = len(match.plies) - 1
        match.settle()
        mover = next((ply.player for ply in reversed(match.plies[: start + 1]) if ply.player != CHANCE), CHANCE)
        return self.save_and_reply([], history_line(match, Turn(mover, start, len(match.plies))))

    def save_and_reply(self, lines: list[str], *history: str) -> Reply:
        """The reply after any change of the game, which is saved, or counted where it is over."""
        self._update_viewer()
        if self.match.result:
            lines += self._finish_game()
        else:
            self.saver.save()
        if warning := self.autosave.warning():
            lines.append(f"Warning: {warning}.")
        return Reply("news", tuple(lines), tuple(f"{line}." for line in history), wants_board=True)

    # Bots.

    def bot_search(self) -> BackgroundSearch[SearchInfo]:
        """The search for the move of the bot whose turn it is; not started yet."""
        match, player = self.match, self.match.to_move
        controller = self.bots[player]
        observation = observe(match, bot_seed(match.setup.seed, player))

        def think(search: BackgroundSearch[SearchInfo]) -> SearchInfo:
            watched = search.watch(controller)
            return watched.bot.think(observation, watched.limit(self.seating.nodes, self.seating.seconds))

        return BackgroundSearch(think, self.position_test())

    def play_bot_move(self, search: BackgroundSearch[SearchInfo]) -> Reply:
        """Play the move that a bot found; one that failed or cheated has lost. `undo` lets it try again."""
        player, info, error = self.match.to_move, search.result, search.error
        if info is not None:
            try:
                self.match.play(info.move)
            except IllegalMove as cheat:
                error = cheat
            else:
                self.last_info = (player, info)
                return self._after_move()
        if isinstance(error, EngineFailed):
            self.engine_failed = True
        reason = " ".join(str(error).split()) or type(error).__name__
        self.match.forfeit(player, f"{self.match.player_name(player)}'s bot failed: {reason}")
        return self.save_and_reply([])

    def position_test(self) -> Callable[[], bool]:
        """A test for later: is the game still in its present position?"""
        match, state, phase = self.match, self.match.state, self.phase
        return lambda: self.match is match and match.state is state and self.phase == phase

    # Engines that a file names.

    @property
    def asks(self) -> bool:
        """Whether the next line answers a question: may an engine be started?"""
        return self._pending is not None

    def with_consent(self, seating: Seating, source: str, go_on: Callable[[Seating], Reply]) -> Reply:
        """Go on with a seating that a file names, after a question if it has engines that nobody has allowed.

        Raises WrongUse if nobody can be asked.
        """
        self._pending = None
        commands = self.consent.missing(seating.specs)
        if not commands:
            return go_on(seating)
        self.consent.check_can_ask(commands, source)
        self._pending = seating, go_on
        return page("may it start?", [*question_lines(commands, source), ENGINE_QUESTION])

    def _answer(self, text: str) -> Reply:
        assert self._pending
        seating, go_on = self._pending
        answer = ANSWERS.get(text.lower())
        if answer is None:
            return refusal(ENGINE_QUESTION)
        self._pending = None
        commands = self.consent.missing(seating.specs)
        if answer == "no":
            return go_on(seating.with_people_for(commands))
        self.consent.give(commands)
        reply = go_on(seating)
        if answer == "always":
            try:
                remember_commands(commands)
            except WorkFailed as error:
                reply = replace(reply, lines=(*reply.lines, sentence(str(error))))
        return reply

    # Undo and redo.

    @property
    def can_undo(self) -> bool:
        """Whether `undo` is worth offering: rolled outcomes stand, except in a sandbox."""
        return not self.game.has_chance or self.seating.sandbox

    def undo(self) -> Reply:
        """Go back to the last decision of a person. Rolled outcomes stand, except in a sandbox."""
        match = self.match
        if match.unresign():
            return self.save_and_reply(["The game goes on."])
        states = match.states
        target = next((i for i in range(len(states) - 2, -1, -1) if self._is_decision(states[i])), None)
        if target is None:
            return refusal("There is nothing to take back.")
        rolled = next((ply for ply in match.plies[target:] if ply.source == "rolled"), None)
        if rolled and not self.seating.sandbox:
            return refusal(
                f"`{format_ply(match, rolled)}` was rolled and cannot be taken back; only `--sandbox` allows that."
            )
        plies = match.plies[target:]
        for _ in plies:
            match.back(sandbox=self.seating.sandbox)
        self.redo_stack[:0] = plies
        return self.save_and_reply([f"Taken back: {format_plies(match, plies)}."])

    def redo(self) -> Reply:
        """Go forward again to the next decision of a person."""
        match = self.match
        if not self.redo_stack:
            return refusal("There is nothing to redo.")
        plies: list[Ply] = []
        while self.redo_stack and (not plies or not self._is_decision(match.state)):
            ply = self.redo_stack.pop(0)
            match.play(ply.move, ply.source)
            plies.append(ply)
        return self.save_and_reply([f"Redone: {format_plies(match, plies)}."])

    def _is_decision(self, state: State) -> bool:
        """Whether a person acts in this state: moves, or says what happened."""
        if state.to_move == CHANCE:
            return not self.match.can_roll
        return state.to_move > 0 and state.to_move not in self.bots

    def resign(self) -> Reply:
        """End the game; the viewer has lost."""
        if self.phase == "over":
            return refusal("The game is already over.")
        if not any(seat.is_human for seat in self.seating.seats):
            return refusal("Nobody here can resign: all players are bots.")
        self.match.resign(self.viewer)
        return self.save_and_reply([])

    # From game to game.

    def again(self) -> Reply:
        """Begin the next game of the same players; its seed is the next number, so that a series can be repeated."""
        if self.phase != "over":
            return refusal("This game is not over; `resign` ends it, `new` starts another.")
        seed = self.match.setup.seed
        return self._start_game(self._next_first(), None if seed is None else seed + 1, self.series, [])

    def new(self, seed: int | None = None) -> Reply:
        """Begin another game and series; this game stays saved if it is not over."""
        lines = [] if self.phase == "over" or not self.has_moves else [self.saver.location()]
        return self._start_game(1, seed, Series(self.series.games), lines)

    def seed_line(self) -> str:
        """The seed, for those who ask."""
        if is_refereed(self.match):
            return "Nothing is rolled in this game, so it has no seed."
        seed = self.match.setup.seed
        return "This game has no seed." if seed is None else f"The seed is {seed}."

    def _start_game(self, first: int, seed: int | None, series: Series, lines: list[str]) -> Reply:
        setup = replace(self.match.setup, seed=new_seed() if seed is None else seed, first=first)
        self.replace_game(Match(self.game, setup), self.seating, series)
        to_move = self.match.to_move
        begins = f"{describe_player(self, to_move)} begins." if to_move > 0 else turn_line(self)
        return self.save_and_reply([*lines, f"A new game. {begins}"])

    def replace_game(self, match: Match, seating: Seating, series: Series) -> None:
        """Close the present game and go on with another one; raises WrongUse for bots that do not exist."""
        bots = self._open_bots(match.game, seating)
        self.close()
        self.autosave.next_game(match.game.name)
        self._set_game(match, seating, series, bots)

    def _open_bots(self, game: AnyGame, seating: Seating) -> dict[int, Controller]:
        """The bots and engines of a seating; raises WrongUse for an engine that nobody has allowed."""
        if commands := self.consent.missing(seating.specs):
            raise WrongUse(f"you have not allowed the engine `{commands[0]}` to start")
        return seating.bots(game)

    def _set_game(self, match: Match, seating: Seating, series: Series, bots: dict[int, Controller]) -> None:
        self.match, self.seating, self.series, self.bots = match, seating, series, bots
        self.redo_stack = []
        self.layout = ""
        self.last_info = self.last_refusal = self.review = None
        self._is_counted = False
        self._viewer = next((player for player, seat in enumerate(seating.seats, 1) if seat.is_human), 1)
        self.saver.reset()
        match.tags = drop_session_tags(match.tags)
        match.settle()
        self._update_viewer()

    def _next_first(self) -> int:
        """Who begins the next game: the winner where the game says so, else the next in turn."""
        result, setup = self.match.result, self.match.setup
        if not self.game.winner_begins:
            return setup.first % setup.players + 1
        return result.winners[0] if result and len(result.winners) == 1 else setup.first

    def _finish_game(self) -> list[str]:
        """Count and keep the game that is over, once; its result and points, those of the series, what Enter does."""
        match = self.match
        result = match.result
        assert result is not None
        if not self._is_counted:
            self._is_counted = True
            self.series = self.series.after(match.setup.players, result, match.state.scores())
            if self.has_moves:
                self.saver.finish()
        lines = self.score_lines()
        lines.remove(result_line(match))
        next_step = "Enter plays the next game." if self.series.goes_on else "`again` plays another game."
        review = ["`review` shows how the chances went, and the blunders."] if can_review(self) else []
        return [result_line(match), *lines, *review, next_step]

    def score_lines(self) -> list[str]:
        """The points, the result if there is one, what the game adds, and the points of the series."""
        lines = score_lines(self.match, self.style)
        if self.series.played > 1 or self.series.games > 1:
            lines += self.series.lines(self.match.setup.names)
        return lines

    @property
    def has_moves(self) -> bool:
        """Whether anybody has moved yet."""
        return self.move_count > 0

    @property
    def move_count(self) -> int:
        """How many moves people and bots have made; outcomes of chance are not counted."""
        return self.match.moves_played

    def record(self) -> str:
        """The game as a move file, with who plays it and how the series stands."""
        return write_record(self.match, self.seating.headers(self.series))

    def close(self) -> None:
        """End the engines, and let go of the game: while it is not over it stays saved, unless nobody has moved."""
        for controller in self.bots.values():
            close_controller(controller)
        self.saver.close()
