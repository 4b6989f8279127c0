"""A line while it is typed: where its mistake is, how it may go on, what Enter would do.

    status = line_status(session, "place 3 on 7")
    status.mistake          # where and what, or None
    status.completions      # what may stand next
    status.plays            # the move that Enter plays, where the line is a legal one

Whatever is asked of a line, it is parsed once and completed once; `ParsedLine` keeps what came of that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from tabletop.consent import CHOICES
from tabletop.errors import AmbiguousMove, IllegalMove, UnreadableMove, mistake_span
from tabletop.game import CHANCE, Move
from tabletop.grammar import Completion
from tabletop.match import Match
from tabletop.rulebook import parse_rules
from tabletop.session.commands import BOARD_WORDS, COMMANDS, find_command
from tabletop.session.history import format_gain

if TYPE_CHECKING:
    from tabletop.session.session import Session


_ARROW = re.compile(r"\s*[=-]>\s*")
"""May stand before an outcome."""
MOST_OUTCOMES = 500
"""The most outcomes that completion looks at."""
MOST_MOVES = 2000
"""The most moves looked at to find that none begins with a word."""
FILE_COMMANDS = ("save", "load")


@dataclass(frozen=True)
class Mistake:
    """A part of the line (from 0, end excluded) and what is wrong with it."""

    start: int
    end: int
    message: str


@dataclass(frozen=True)
class ParsedLine:
    """A line as a move or an outcome of a match that is not over; made by `parse_line`.

    start: where the move begins, after the arrow of an outcome.
    move: the legal move that the line means, or None.
    error: why there is none, else None.
    """

    match: Match
    line: str
    start: int
    move: Move | None
    error: UnreadableMove | AmbiguousMove | IllegalMove | None

    @property
    def is_move(self) -> bool:
        """Whether the line can be read as a move, legal or not."""
        return not isinstance(self.error, UnreadableMove)

    @cached_property
    def completions(self) -> tuple[Completion, ...]:
        """What may stand next, in canonical order; their `start` counts in the line."""
        return _complete(self.match, self.line, self.start)

    @cached_property
    def mistake(self) -> Mistake | None:
        """What is wrong with the line, or with its beginning; None where more typing may still make it legal.

        A line that ends too early may begin with a whole move that is illegal: its beginnings are parsed as well.
        """
        text = self.line[self.start :].rstrip()
        if self.error is None or not text.strip():
            return None
        if not isinstance(self.error, UnreadableMove):
            return self._mistake(self.error, text)
        if mistake_span(self.error, text)[1] < len(text):
            return self._mistake(self.error, text)
        for word in reversed(list(re.finditer(r"\S+", text))[:-1]):
            beginning = text[: word.end()]
            try:
                move = _parse(self.match, beginning)
            except UnreadableMove:
                continue
            except (IllegalMove, AmbiguousMove):
                return None
            try:
                self.match.state.check(move)
            except IllegalMove as error:
                return self._mistake(error, beginning)
            return None
        return None

    def _mistake(self, error: UnreadableMove | AmbiguousMove | IllegalMove, text: str) -> Mistake:
        start, end = mistake_span(error, text)
        match error:
            case UnreadableMove():
                message = error.reason
            case IllegalMove():
                message = f"rule {error.rule}: {error.reason}"
            case AmbiguousMove():
                message = str(error)
        return Mistake(self.start + start, self.start + end, message)

    @property
    def expected(self) -> str:
        """What the grammar expects where reading stopped; otherwise empty.

        If no legal move begins with the first word, this says so, unless there are too many moves to look at.
        """
        if not isinstance(self.error, UnreadableMove):
            return ""
        if self._leads_nowhere():
            return f"no legal move begins with `{self.line.strip()}` now"
        return self.error.reason

    def _leads_nowhere(self) -> bool:
        """Whether the line is the first word of some moves, none of which is legal."""
        match, word = self.match, self.line.strip().lower()
        forms = match.game.grammar.forms
        if match.to_move == CHANCE or word not in {form.example.split()[0] for form in forms if form.kind == "long"}:
            return False
        moves = list(islice(match.state.legal_moves(), MOST_MOVES))
        return len(moves) < MOST_MOVES and all(match.game.format_move(move).split()[0] != word for move in moves)

    @property
    def plays(self) -> str:
        """The legal move in full, and what it does to the points; empty where there is none."""
        if self.error is not None:
            return ""
        match, text = self.match, self.match.game.format_move(self.move)
        if match.game.has_chance:
            return text
        before, after = match.state.scores(), match.state.apply(self.move).scores()
        if before is None or after is None:
            return text
        gain = format_gain(match, match.to_move, before, after)
        return f"{text} ({gain})" if gain else text


def parse_line(match: Match, line: str) -> ParsedLine:
    """Read a line as a move or an outcome, as far as possible; the match must not be over."""
    start = move_start(match, line)
    try:
        move = _parse(match, line[start:].rstrip())
        match.state.check(move)
    except (UnreadableMove, AmbiguousMove, IllegalMove) as error:
        return ParsedLine(match, line, start, None, error)
    return ParsedLine(match, line, start, move, None)


def move_start(match: Match, line: str) -> int:
    """Where the move begins in a line: after the arrow, if an outcome is due."""
    arrow = _ARROW.match(line) if match.to_move == CHANCE else None
    return arrow.end() if arrow else 0


def _parse(match: Match, text: str) -> Move:
    """The move that the text means. Unlike Match.parse it looks for no suggestion: a half-typed line needs none."""
    return match.game.grammar.parse(text, match.state, match.names[-1], outcome=match.to_move == CHANCE)


def _complete(match: Match, line: str, start: int) -> tuple[Completion, ...]:
    text = line[start:]
    if match.to_move == CHANCE:
        completions = _complete_outcome(match, text)
    else:
        completions = match.game.grammar.complete(text, match.state, match.names[-1])
    return tuple(Completion(start + completion.start, completion.text) for completion in completions)


def _complete_outcome(match: Match, text: str) -> list[Completion]:
    """The next word of the outcomes that the game lists here; where it lists none, what the grammar offers."""
    outcomes = [match.game.format_move(move) for move in islice(match.state.legal_moves(), MOST_OUTCOMES)]
    if not outcomes:
        return match.game.grammar.complete(text, match.state, match.names[-1], outcome=True)
    words = text.lower().split()
    typed = words.pop() if words and not text[-1].isspace() else ""
    completions: dict[Completion, None] = {}
    for outcome in outcomes:
        parts = outcome.lower().split()
        if parts[: len(words)] == words and len(parts) > len(words) and parts[len(words)].startswith(typed):
            completions[Completion(len(text) - len(typed), outcome.split()[len(words)])] = None
    return list(completions)


@dataclass(frozen=True)
class LineStatus:
    """A line while it is typed.

    mistake: what is wrong with it, or None.
    completions: what may stand next.
    expected: what is expected next, where nothing can be listed.
    plays: what Enter would do, where the line is a legal move.
    move: that move, or None.
    wants_file: where the name of a file begins, if one is typed.
    """

    mistake: Mistake | None = None
    completions: tuple[Completion, ...] = ()
    expected: str = ""
    plays: str = ""
    move: Move | None = None
    wants_file: int | None = None

    @property
    def goes_on(self) -> bool:
        """Whether the line may continue."""
        return bool(self.completions or self.expected) or self.wants_file is not None


def line_status(session: Session, line: str) -> LineStatus:
    """The status of a half-typed line."""
    typed = line.lstrip()
    is_command = typed.startswith(":")
    if session.asks and not is_command:
        at = len(line) - len(typed)
        return LineStatus(completions=tuple(Completion(at, word) for word in CHOICES if word.startswith(typed.lower())))
    typed = typed.removeprefix(":")
    lead = len(line) - len(typed)
    word, space, rest = typed.partition(" ")
    call = find_command(typed)
    parsed = None if is_command or session.phase not in ("human", "outcome") else parse_line(session.match, line)
    if space and call and not (parsed and parsed.is_move):
        at = lead + len(word) + 1 + len(rest) - len(rest.lstrip())
        return _argument_status(session, call.command.name, line, at)
    commands = _complete_command(word, lead) if word and not space else []
    if parsed is None:
        return LineStatus(completions=tuple(commands))
    moves = parsed.completions
    mistake = None if commands or call else parsed.mistake
    if mistake and line[mistake.start : mistake.end] == line.strip():
        # A whole move that is illegal as it is, such as `pull`, may become a legal one behind a space.
        mistake = None if _complete(session.match, f"{line} ", parsed.start) else mistake
    expected = "" if moves or commands or call or not typed else parsed.expected
    plays = "" if mistake or call or not typed else parsed.plays
    completions = (*moves, *(command for command in commands if command not in moves))
    return LineStatus(mistake, completions, expected, plays, parsed.move if plays else None)


def _argument_status(session: Session, command: str, line: str, start: int) -> LineStatus:
    """The status of a command's line, whose argument begins at `start`."""
    typed = line[start:]
    if command in FILE_COMMANDS:
        return LineStatus(wants_file=start)
    if command == "why" and session.phase == "human":
        return LineStatus(completions=_complete(session.match, line, start))
    offers: list[str] = []
    if command == "rules":
        offers = [paragraph.number for paragraph in parse_rules(session.game.rules) if paragraph.number]
    elif command == "help":
        offers = [*(entry.name for entry in COMMANDS), BOARD_WORDS[0]]
    elif command == "show":
        offers = list(session.game.layouts)
    elif session.game.sentences and command in ("scan", "where"):
        places, pieces = session.game.sentences.places, session.game.sentences.pieces
        offers = list(places if command == "scan" else (*pieces, *places))
    return LineStatus(
        completions=tuple(Completion(start, offer) for offer in offers if offer.lower().startswith(typed.lower()))
    )


def _complete_command(beginning: str, start: int) -> list[Completion]:
    """The commands that begin with this text, each by the first of its words that does; names before aliases."""
    completions: list[tuple[bool, str]] = []
    for command in COMMANDS:
        words = (word for word in command.words if word.startswith(beginning.lower()) and re.match(r"\w", word))
        word = next(words, None)
        if word:
            completions.append((word != command.name, word))
    return [Completion(start, text) for _, text in sorted(completions, key=lambda completion: completion[0])]
