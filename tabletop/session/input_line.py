"""A line while it is typed: where its mistake is, how it may go on, what Enter would do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from tabletop.errors import AmbiguousMove, IllegalMove, UnreadableMove, mistake_span
from tabletop.game import CHANCE
from tabletop.grammar import Completion
from tabletop.match import Match
from tabletop.rulebook import parse_rules
from tabletop.session.commands import COMMANDS, find_command
from tabletop.session.history import format_gain

if TYPE_CHECKING:
    from tabletop.session.session import Session


STATED = re.compile(r"\s*[=-]>\s*")
"""The arrow that may stand before an outcome."""
MOST_OUTCOMES = 500
"""So many are looked at for completion."""
MOST_MOVES = 2000
"""So many are looked at to find that none begins with a word."""


@dataclass(frozen=True)
class Mistake:
    """A part of the line (from 0, end excluded) and what is wrong with it."""

    start: int
    end: int
    message: str


def find_mistake(match: Match, line: str) -> Mistake | None:
    """The mistake in a move, or in one half typed; None where it may still become a legal one."""
    at = _body(match, line)
    text = line[at:].rstrip()
    if not text.strip() or match.result:
        return None
    found = _judge(match, text)
    return Mistake(at + found.start, at + found.end, found.message) if found else None


def continuations(match: Match, line: str) -> list[Completion]:
    """What may stand next, in canonical order; `start` counts in the line."""
    if match.result:
        return []
    at = _body(match, line)
    if match.to_move == CHANCE:
        found = _outcomes(match, line[at:])
    else:
        found = match.game.grammar.complete(line[at:], match.state, match.names[-1])
    return [Completion(at + one.start, one.text) for one in found]


def _outcomes(match: Match, text: str) -> list[Completion]:
    """The next word of the outcomes that the game lists here; where it lists none, what the grammar offers."""
    listed = [match.game.format_move(move) for move in islice(match.state.legal_moves(), MOST_OUTCOMES)]
    if not listed:
        return match.game.grammar.complete(text, match.state, match.names[-1], outcome=True)
    words = text.lower().split()
    typed = words.pop() if words and not text[-1].isspace() else ""
    found: dict[Completion, None] = {}
    for outcome in listed:
        parts = outcome.lower().split()
        if parts[: len(words)] == words and len(parts) > len(words) and parts[len(words)].startswith(typed):
            found[Completion(len(text) - len(typed), outcome.split()[len(words)])] = None
    return list(found)


def effect(match: Match, line: str) -> str:
    """What a line does if it is a legal move: the move in full, and what it does to the points; else an empty text."""
    try:
        move = match.parse(line[_body(match, line) :])
        match.state.check(move)
    except (UnreadableMove, AmbiguousMove, IllegalMove):
        return ""
    text = match.game.format_move(move)
    player = match.to_move
    if match.game.has_chance:
        return text
    before, after = match.state.scores(), match.state.apply(move).scores()
    if before is None or after is None:
        return text
    gain = format_gain(match, player, before, after)
    return f"{text} ({gain})" if gain else text


def expected(match: Match, line: str) -> str:
    """What the grammar wants next, where the line is not a whole move; else an empty text.

    A word that leads nowhere now is said to, as far as all moves can be looked at.
    """
    if match.result:
        return ""
    try:
        match.parse(line[_body(match, line) :])
    except UnreadableMove as error:
        return f"no legal move begins with `{line.strip()}` now" if _leads_nowhere(match, line) else error.reason
    except (AmbiguousMove, IllegalMove):
        pass
    return ""


def _leads_nowhere(match: Match, line: str) -> bool:
    """Whether the line is the first word of moves, but of none that is legal."""
    word = line.strip().lower()
    forms = match.game.grammar.forms
    if match.to_move == CHANCE or word not in {form.example.split()[0] for form in forms if form.kind == "long"}:
        return False
    moves = list(islice(match.state.legal_moves(), MOST_MOVES))
    return len(moves) < MOST_MOVES and all(match.game.format_move(move).split()[0] != word for move in moves)


def _body(match: Match, line: str) -> int:
    """Where the move begins, behind the arrow of an outcome."""
    arrow = STATED.match(line) if match.to_move == CHANCE else None
    return arrow.end() if arrow else 0


def _judge(match: Match, text: str) -> Mistake | None:
    """The mistake of a text that is a whole move, or that no more typing can make one."""
    try:
        match.state.check(match.parse(text))
    except UnreadableMove as error:
        start, end = mistake_span(error, text)
        return _judge_beginnings(match, text) if end >= len(text) else Mistake(start, end, error.reason)
    except IllegalMove as error:
        return Mistake(*mistake_span(error, text), f"rule {error.rule}: {error.reason}")
    except AmbiguousMove as error:
        return Mistake(*mistake_span(error, text), str(error))
    return None


def _judge_beginnings(match: Match, text: str) -> Mistake | None:
    """The mistake of the longest beginning that is a whole move, where the text itself is none yet."""
    words = list(re.finditer(r"\S+", text))
    for word in reversed(words[:-1]):
        beginning = text[: word.end()]
        try:
            move = match.parse(beginning)
        except UnreadableMove:
            continue
        except (IllegalMove, AmbiguousMove):
            return None
        try:
            match.state.check(move)
        except IllegalMove as error:
            return Mistake(*mistake_span(error, beginning), f"rule {error.rule}: {error.reason}")
        return None
    return None


FILE_COMMANDS = ("save", "load")


@dataclass(frozen=True)
class LineStatus:
    """The line's mistake if it has one, how it may go on, and what is wanted next where nothing can be listed.

    `plays` is what Enter would do, where the line is a legal move.
    """

    mistake: Mistake | None = None
    completions: tuple[Completion, ...] = ()
    expected: str = ""
    plays: str = ""
    wants_file: int | None = None
    """Where the name of a file begins, if one is typed."""

    @property
    def goes_on(self) -> bool:
        """Whether more may stand behind the line."""
        return bool(self.completions or self.expected) or self.wants_file is not None


def line_status(session: Session, line: str) -> LineStatus:
    """Look at a line half typed. Nothing is changed."""
    typed = line.lstrip()
    lead = len(line) - len(typed)
    if typed.startswith(":"):
        lead += 1
        typed = typed[1:]
    word, space, rest = typed.partition(" ")
    call = find_command(typed)
    if space and call and not session.is_move(line):
        at = lead + len(word) + 1 + len(rest) - len(rest.lstrip())
        return _argument(session, call.command.name, line, at)
    commands = _commands(word, lead) if word and not space else []
    if session.waiting not in ("human", "outcome") or line.lstrip().startswith(":"):
        return LineStatus(completions=tuple(commands))
    moves = continuations(session.match, line)
    mistake = None if commands or call else find_mistake(session.match, line)
    if mistake and line[mistake.start : mistake.end] == line.strip() and continuations(session.match, f"{line} "):
        mistake = None
    wanted = "" if moves or commands or call or not typed else expected(session.match, line)
    plays = "" if mistake or call or not typed else effect(session.match, line)
    return LineStatus(mistake, (*moves, *(one for one in commands if one not in moves)), wanted, plays)


def _argument(session: Session, command: str, line: str, at: int) -> LineStatus:
    """What stands behind a command."""
    typed = line[at:]
    if command in FILE_COMMANDS:
        return LineStatus(wants_file=at)
    if command == "why" and session.waiting == "human":
        inner = continuations(session.match, typed)
        return LineStatus(completions=tuple(Completion(at + one.start, one.text) for one in inner))
    offers: list[str] = []
    if command == "rules":
        offers = [paragraph.number for paragraph in parse_rules(session.game.rules) if paragraph.number]
    elif command == "help":
        offers = [one.name for one in COMMANDS]
    elif command == "show":
        offers = list(session.game.layouts)
    elif session.game.sentences and command in ("scan", "where"):
        offers = list(session.game.sentences.places if command == "scan" else session.game.sentences.pieces)
    found = [Completion(at, offer) for offer in offers if offer.lower().startswith(typed.lower())]
    return LineStatus(completions=tuple(found))


def _commands(word: str, at: int) -> list[Completion]:
    """The commands that begin so, each by the first of its words that does; those named so before other words."""
    found: list[tuple[bool, str]] = []
    for command in COMMANDS:
        fitting = next((one for one in command.words if one.startswith(word.lower()) and re.match(r"\w", one)), None)
        if fitting:
            found.append((fitting != command.name, fitting))
    return [Completion(at, text) for _, text in sorted(found, key=lambda one: one[0])]
