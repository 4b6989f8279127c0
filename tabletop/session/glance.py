"""What a front end shows of a line while it is typed, be it a move or a command."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabletop.grammar import Completion
from tabletop.rulebook import parse_rules
from tabletop.session.commands import COMMANDS, find_command
from tabletop.session.mistakes import Mistake, continuations, effect, find_mistake, wish

if TYPE_CHECKING:
    from tabletop.session.session import Session

FILE_COMMANDS = ("save", "load")


@dataclass(frozen=True)
class Glance:
    """The line's mistake if it has one, how it may go on, and what is wanted next where nothing can be listed.

    `plays` is what Enter would do, where the line is a legal move.
    """

    mistake: Mistake | None = None
    completions: tuple[Completion, ...] = ()
    wish: str = ""
    plays: str = ""
    wants_file: int | None = None
    """Where the name of a file begins, if one is typed."""

    @property
    def goes_on(self) -> bool:
        """Whether more may stand behind the line."""
        return bool(self.completions or self.wish) or self.wants_file is not None


def glance(session: Session, line: str) -> Glance:
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
        return Glance(completions=tuple(commands))
    moves = continuations(session.match, line)
    mistake = None if commands or call else find_mistake(session.match, line)
    if mistake and line[mistake.start : mistake.end] == line.strip() and continuations(session.match, f"{line} "):
        mistake = None
    wanted = "" if moves or commands or call or not typed else wish(session.match, line)
    plays = "" if mistake or call or not typed else effect(session.match, line)
    return Glance(mistake, (*moves, *(one for one in commands if one not in moves)), wanted, plays)


def _argument(session: Session, command: str, line: str, at: int) -> Glance:
    """What stands behind a command."""
    typed = line[at:]
    if command in FILE_COMMANDS:
        return Glance(wants_file=at)
    if command == "why" and session.waiting == "human":
        inner = continuations(session.match, typed)
        return Glance(completions=tuple(Completion(at + one.start, one.text) for one in inner))
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
    return Glance(completions=tuple(found))


def _commands(word: str, at: int) -> list[Completion]:
    """The commands that begin so, each by the first of its words that does; those named so before other words."""
    found: list[tuple[bool, str]] = []
    for command in COMMANDS:
        fitting = next((one for one in command.words if one.startswith(word.lower()) and re.match(r"\w", one)), None)
        if fitting:
            found.append((fitting != command.name, fitting))
    return [Completion(at, text) for _, text in sorted(found, key=lambda one: one[0])]
