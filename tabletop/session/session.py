"""A session: people and bots at one table. A line comes in, a Reply goes out; nothing here prints, asks or waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from tabletop.bots.analysis import ADVISER, hint
from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.specs import Controller, make_controller
from tabletop.chance import roll
from tabletop.describe import result_line, score_lines
from tabletop.errors import AmbiguousMove, IllegalMove, TabletopError, UnreadableMove, WrongUse, mistake_span
from tabletop.game import CHANCE, NOBODY, AnyGame, Setup, State, View
from tabletop.match import Match, Ply
from tabletop.record import Record
from tabletop.replay import replayed, write_record
from tabletop.saves import Autosave
from tabletop.seats import close_controller
from tabletop.session.background import Task, Thinking
from tabletop.session.commands import find_command
from tabletop.session.describe import describe_player, hint_lines, is_refereed, sentence, turn_line
from tabletop.session.history import Run, account, format_ply, fresh_moves, recent
from tabletop.session.input_line import move_start, parse_line
from tabletop.session.reply import QUIET, Reply, news, refusal
from tabletop.session.saver import GameSaver
from tabletop.session.seating import Seating, Series, foreign_tags, parse_seating
from tabletop.style import PLAIN

Waiting = Literal["human", "outcome", "bot", "over"]
"""For whom the game waits; `outcome`: for people to say what happened at their table."""


def new_seed() -> int:
    """A seed nobody chose, short enough to be read out."""
    return time.time_ns() // 1000 % 1_000_000


class Session:
    """People and bots who play one game after another.

    match: the present game; `new`, `again` and `load` put another one in its place.
    seating, series, bots: who plays it, how the series stands, and the bots and engines by player.
    redo_stack: the plies that `redo` plays again, the next one first; empty after every other move.
    layout: which of the game's layouts `show` asked for; empty for the usual one.
    last_info: the last move of a bot, with its player; None before it.
    last_refusal: why the last move was refused, if a rule forbids it.
    style: how texts are folded and boards drawn; the front end keeps it up to date.
    autosave, saver: where games and typed lines are kept, and what saves this one.
    """

    match: Match
    seating: Seating
    series: Series
    bots: dict[int, Controller]
    redo_stack: list[Ply]
    layout: str
    last_info: tuple[int, SearchInfo] | None
    last_refusal: IllegalMove | None

    def __init__(self, match: Match, seating: Seating, autosave: Autosave, series: Series | None = None) -> None:
        self.style = PLAIN
        self.autosave = autosave
        self.saver = GameSaver(self, autosave)
        self._set_game(match, seating, series or Series(), seating.bots(match.game))

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        setup: Setup,
        seating: Seating,
        autosave: Autosave,
        start: State | None = None,
        games: int = 1,
    ) -> Session:
        """A session at a fresh table."""
        return cls(Match(game, setup, start), seating, autosave, Series(games))

    @classmethod
    def restore(cls, record: Record, autosave: Autosave) -> Session:
        """A session that goes on with a record; raises Located or UnreadableFile."""
        match = replayed(record)
        if match.states[0].to_move > 0:
            # A position string says who begins, but not that it was agreed: the next game asks for that.
            match.setup = replace(match.setup, first=match.states[0].to_move)
        seating, series = parse_seating(record, match.setup)
        return cls(match, seating, autosave, series)

    # What a front end looks at.

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def waiting(self) -> Waiting:
        """For whom the game waits."""
        player = self.match.to_move
        if player == NOBODY:
            return "over"
        if player == CHANCE:
            return "outcome"
        return "bot" if player in self.bots else "human"

    @property
    def viewer(self) -> int:
        """The player through whose eyes the board is shown: the human to move, else the one who moved last."""
        self._look()
        return self._viewer

    def _look(self) -> None:
        if self.waiting == "human":
            self._viewer = self.match.to_move

    def view(self) -> View[State]:
        """What is to be drawn."""
        view = self.match.view(self.layout, self.viewer)
        return replace(view, last=fresh_moves(self.match, self.viewer))

    def seen(self) -> State:
        """The state as the viewer may know it."""
        return self.match.state.seen_by(self.viewer)

    def accounts(self) -> list[tuple[int, str]]:
        """Player and line for every turn that the viewer wants to be told of."""
        return [(run.player, account(self.match, run)) for run in recent(self.match, self.viewer)]

    # What people do.

    def submit(self, line: str) -> Reply:
        """Do what a line says: a move, an outcome, or a command. A move wins over a command of the same name."""
        line = line.rstrip()
        text = line.lstrip()
        if not text:
            return self.again() if self.waiting == "over" and self.series.goes_on else QUIET
        only_command = text.startswith(":")
        command = find_command(text.removeprefix(":").strip())
        try:
            if command and (only_command or not self.is_move(text)):
                return command.run(self)
            if only_command:
                return refusal(f"There is no command `{text[1:].strip()}`; `help` lists them.")
            return self._move(line)
        except TabletopError as error:
            return refusal(sentence(str(error)))

    def is_move(self, text: str) -> bool:
        """Whether the text is a move or an outcome now, legal or not."""
        return self.waiting in ("human", "outcome") and parse_line(self.match, text).is_move

    def _move(self, line: str) -> Reply:
        match self.waiting:
            case "over":
                return refusal("The game is over; `again` plays another one, `undo` takes the last turn back.")
            case "bot":
                return Reply("refusal", (f"It is not your turn yet: {turn_line(self)}",), is_early=True)
        offset = move_start(self.match, line)
        text = line[offset:]
        try:
            self.match.play_text(text, "stated" if self.waiting == "outcome" else "move")
        except (UnreadableMove, IllegalMove, AmbiguousMove) as error:
            start, end = mistake_span(error, text)
            self.last_refusal = error if isinstance(error, IllegalMove) else None
            return refusal(sentence(_refused(error)), place=(offset + start, offset + end))
        return self._happened()

    def _happened(self) -> Reply:
        """Roll what is due, save, and tell."""
        match = self.match
        self.redo_stack.clear()
        played = len(match.plies) - 1
        match.settle()
        mover = next((ply.player for ply in reversed(match.plies[: played + 1]) if ply.player != CHANCE), CHANCE)
        return self.changed([], account(match, Run(mover, played, len(match.plies))))

    def changed(self, lines: list[str], *accounts: str) -> Reply:
        """End of whatever changed the game: save it, count it if it is over, warn if that fails."""
        self._look()
        if self.match.result:
            lines += self._end()
        else:
            self.saver.save()
        if warning := self.autosave.warning():
            lines.append(f"Warning: {warning}.")
        return Reply("news", tuple(lines), tuple(f"{text}." for text in accounts), wants_board=True)

    # What bots do.

    def bot_task(self) -> Task:
        """What the bot to move is to think about."""
        match, player = self.match, self.match.to_move
        controller = self.bots[player]
        seed = match.setup.seed
        stream = int(roll(seed if seed is not None else 0, 0, player, "bot") * 2**53)
        asked = observe(match, stream)

        def job(thinking: Thinking) -> SearchInfo:
            watched = thinking.watched(controller)
            return watched.bot.think(asked, watched.limit(self.seating.nodes, self.seating.seconds))

        return Task(job, self._unchanged())

    def bot_moves(self, thinking: Thinking) -> Reply:
        """Play what a bot came to; one that failed or cheated has lost. `undo` lets it try again."""
        player, info, error = self.match.to_move, thinking.result, thinking.error
        if info is not None:
            try:
                self.match.play(info.move)
            except IllegalMove as cheat:
                error = cheat
            else:
                self.last_info = (player, info)
                return self._happened()
        why = " ".join(str(error).split()) or type(error).__name__
        self.match.forfeit(player, f"the bot of {self.match.player_name(player)} failed: {why}")
        return self.changed([])

    def advice_task(self) -> Task:
        """What a strong bot is to think about for a hint; raises WrongUse where nobody can be advised."""
        if self.waiting != "human":
            raise WrongUse("advice is for the player to move, and no person is")
        adviser, match = make_controller(self.game, ADVISER), _copied(self.match)

        def job(thinking: Thinking) -> SearchInfo:
            return hint(match, thinking.watched(adviser), self.seating.nodes, self.seating.seconds)

        return Task(job, self._unchanged())

    def _unchanged(self) -> Callable[[], bool]:
        """Whether later the game is still where it is now."""
        match, plies, waiting = self.match, len(self.match.plies), self.waiting
        return lambda: self.match is match and len(match.plies) == plies and self.waiting == waiting

    def advice(self, thinking: Thinking) -> Reply:
        """The hint that a bot came to."""
        if thinking.error is not None or thinking.result is None:
            return refusal(f"No advice: {_first_line(thinking.error or WrongUse('none was found'))}.")
        return news(*hint_lines(self.game, thinking.result))

    # Going back and forth.

    @property
    def can_take_back(self) -> bool:
        """Whether `undo` would work, as far as can be told at once."""
        return not self.game.has_chance or self.seating.sandbox

    def undo(self) -> Reply:
        """Back to the last decision of a person. What was rolled stands, but for a sandbox."""
        match = self.match
        if match.unresign():
            return self.changed(["The game goes on."])
        target = self._last_decision()
        if target is None:
            return refusal("There is nothing to take back.")
        rolled = next((ply for ply in match.plies[target:] if ply.source == "rolled"), None)
        if rolled and not self.seating.sandbox:
            return refusal(f"`{format_ply(match, rolled)}` was rolled and stands; only `--sandbox` takes it back.")
        taken = match.plies[target:]
        for _ in taken:
            match.back(sandbox=self.seating.sandbox)
        self.redo_stack[:0] = taken
        said = ", ".join(f"{match.player_name(ply.player)}: {format_ply(match, ply)}" for ply in taken)
        return self.changed([f"Taken back: {said}."])

    def redo(self) -> Reply:
        """Forward again to the next decision of a person."""
        match = self.match
        if not self.redo_stack:
            return refusal("There is nothing to play again.")
        done: list[Ply] = []
        while self.redo_stack and (not done or not self._decides(match.state)):
            ply = self.redo_stack.pop(0)
            match.play(ply.move, ply.source)
            done.append(ply)
        said = ", ".join(f"{match.player_name(ply.player)}: {format_ply(match, ply)}" for ply in done)
        return self.changed([f"Played again: {said}."])

    def _decides(self, state: State) -> bool:
        """Whether a person decided there: moved, or said what happened."""
        if state.to_move == CHANCE:
            return not self.match.can_roll
        return state.to_move > 0 and state.to_move not in self.bots

    def _last_decision(self) -> int | None:
        states = self.match.states
        return next((i for i in range(len(states) - 2, -1, -1) if self._decides(states[i])), None)

    def resign(self) -> Reply:
        """The viewer gives up."""
        if self.waiting == "over":
            return refusal("The game is over already.")
        if not any(seat.is_human for seat in self.seating.seats):
            return refusal("Nobody here can resign: all players are bots.")
        self.match.resign(self.viewer)
        return self.changed([])

    # From game to game.

    def again(self) -> Reply:
        """The next game at this table, once this one is over; its seed is the next one, so that matches repeat."""
        if self.waiting != "over":
            return refusal("This game is not over; `resign` gives it up, `new` begins another one.")
        seed = self.match.setup.seed
        return self._start(self._next_first(), None if seed is None else seed + 1, keep_series=True)

    def new(self, seed: int | None = None) -> Reply:
        """Another game from the start; this one stays saved if it is not over."""
        said = [] if self.waiting == "over" or not self.has_moves else [self.saver.location()]
        return self._start(1, seed, said=said)

    def _start(
        self, first: int, seed: int | None, *, keep_series: bool = False, said: list[str] | None = None
    ) -> Reply:
        setup = replace(self.match.setup, seed=new_seed() if seed is None else seed, first=first)
        series = self.series if keep_series else Series(self.series.games)
        self.adopt(Match(self.game, setup), self.seating, series)
        to_move = self.match.to_move
        begins = f"{describe_player(self, to_move)} begins." if to_move > 0 else turn_line(self)
        seed_shown = "" if is_refereed(self.match) else f", seed {setup.seed}"
        return self.changed([*(said or []), f"A new game{seed_shown}. {begins}"])

    def adopt(self, match: Match, seating: Seating, series: Series) -> None:
        """Put another game on the table, in a place of its own; raises WrongUse where its bots do not exist."""
        bots = seating.bots(match.game)
        self.close()
        self.autosave.next_game(match.game.name)
        self._set_game(match, seating, series, bots)

    def _set_game(self, match: Match, seating: Seating, series: Series, bots: dict[int, Controller]) -> None:
        self.match, self.seating, self.series, self.bots = match, seating, series, bots
        self.redo_stack = []
        self.layout = ""
        self.last_info = self.last_refusal = None
        self._is_counted = False
        self._viewer = next((player for player, seat in enumerate(seating.seats, 1) if seat.is_human), 1)
        self.saver.reset()
        match.tags = foreign_tags(match.tags)
        match.settle()
        self._look()

    def _next_first(self) -> int:
        """Who begins the next game: the winner where the game says so, else the next in turn."""
        result, setup = self.match.result, self.match.setup
        if not self.game.winner_begins:
            return setup.first % setup.players + 1
        return result.winners[0] if result and len(result.winners) == 1 else setup.first

    def _end(self) -> list[str]:
        """Result, points, and the standing of the series; counted and put away once."""
        match = self.match
        result = match.result
        assert result is not None
        scores = match.state.scores()
        if not self._is_counted:
            self._is_counted = True
            self.series = self.series.after(match.setup.players, result, scores)
            if self.has_moves:
                self.saver.finish()
        sentence, others = result_line(match), self.standing()
        others.remove(sentence)
        goes_on = "Enter plays the next game." if self.series.goes_on else "`again` plays another game."
        return [sentence, *others, goes_on]

    def standing(self) -> list[str]:
        """The points, the result if there is one, what the game adds, and the standing of the series."""
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
        return sum(ply.player != CHANCE for ply in self.match.plies)

    def record(self) -> str:
        """The game as a move file that also says who sits where."""
        return write_record(self.match, self.seating.headers(self.series))

    def close(self) -> None:
        """End the engines, and let go of the game: while it is not over it stays saved, unless nobody has moved."""
        for controller in self.bots.values():
            close_controller(controller)
        self.saver.close()


def _copied(match: Match) -> Match:
    """A match that another thread may hold while this one goes on."""
    copy = Match(match.game, match.setup, match.states[0])
    copy.states, copy.names, copy.plies = list(match.states), list(match.names), list(match.plies)
    return copy


def _refused(error: TabletopError) -> str:
    if isinstance(error, UnreadableMove):
        again = f"; did you mean `{error.suggestion}`?" if error.suggestion else ""
        return f"cannot read this: {error.reason}{again}"
    return str(error)


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
