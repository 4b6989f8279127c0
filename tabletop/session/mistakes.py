"""Looking at a line while it is typed: where its mistake is, and how it may go on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from tabletop.errors import AmbiguousMove, IllegalMove, UnreadableMove
from tabletop.game import CHANCE
from tabletop.grammar import Completion
from tabletop.match import Match
from tabletop.session.account import format_gain

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
    if not text.strip() or match.outcome:
        return None
    found = _judge(match, text)
    return Mistake(at + found.start, at + found.end, found.message) if found else None


def continuations(match: Match, line: str) -> list[Completion]:
    """What may stand next, in canonical order; `start` counts in the line."""
    if match.outcome:
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
    if match.game.kind != "board":
        return text
    before, after = match.state.scores(), match.state.apply(move).scores()
    if before is None or after is None:
        return text
    gain = format_gain(match, player, before, after)
    return f"{text} ({gain})" if gain else text


def wish(match: Match, line: str) -> str:
    """What the grammar wants next, where the line is not a whole move; else an empty text.

    A word that leads nowhere now is said to, as far as all moves can be looked at.
    """
    if match.outcome:
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


def place_of(error: UnreadableMove | IllegalMove | AmbiguousMove, text: str) -> tuple[int, int]:
    """Where in the text the error is: start and end, from 0."""
    if isinstance(error, UnreadableMove):
        start = min(error.column - 1, len(text))
        word = re.compile(r"\S+").search(text, start)
        return (word.start(), word.end()) if word else (start, len(text))
    about = error.about if isinstance(error, IllegalMove) else ""
    if about:
        found = list(re.finditer(rf"(?<!\w){re.escape(about)}(?!\w)", text, re.IGNORECASE))
        if found:
            return found[-1].span()
    lead = len(text) - len(text.lstrip())
    return lead, len(text.rstrip())


def _body(match: Match, line: str) -> int:
    """Where the move begins, behind the arrow of an outcome."""
    arrow = STATED.match(line) if match.to_move == CHANCE else None
    return arrow.end() if arrow else 0


def _judge(match: Match, text: str) -> Mistake | None:
    """The mistake of a text that is a whole move, or that no more typing can make one."""
    try:
        match.state.check(match.parse(text))
    except UnreadableMove as error:
        start, end = place_of(error, text)
        return _judge_beginnings(match, text) if end >= len(text) else Mistake(start, end, error.reason)
    except IllegalMove as error:
        return Mistake(*place_of(error, text), f"rule {error.rule}: {error.reason}")
    except AmbiguousMove as error:
        return Mistake(*place_of(error, text), str(error))
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
            return Mistake(*place_of(error, beginning), f"rule {error.rule}: {error.reason}")
        return None
    return None
