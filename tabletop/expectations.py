"""The `expect` lines of a move file: reading them, and checking them against a match.

expect(match, parse_expectation('expect score red 7 blue 0'))     # raises ExpectationFailed
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from tabletop.errors import (
    ExpectationFailed,
    IllegalMove,
    UnreadableFile,
)
from tabletop.game import CHANCE, NOBODY
from tabletop.match import Match
from tabletop.options import find_seat
from tabletop.rulebook import rule_numbers
from tabletop.text import join_choices, join_words, quoted, whole_number

EXPECTATIONS = ("illegal", "score", "position", "over", "winner", "turn", "turns")
NOBODY_WORD = "nobody"
MOST_COUNTED = 10_000
"""Legal turns that are counted, to say how many there are instead of those expected."""
MOST_EXPECTED = 100_000
"""Legal turns that may be expected: a position can have millions, and a small file must not make long work."""
MOST_IN_ALL = 150_000
"""Legal turns that all the lines `expect turns` of one game may count together."""
LONGEST_NUMBER = 30
"""Digits."""
_QUOTED = re.compile(r'"([^"]*)"(?:\s+(\S+))?')


@dataclass(frozen=True)
class Expectation:
    """An `expect` line: one of EXPECTATIONS, and the words after it."""

    what: str
    words: tuple[str, ...]


def parse_expectation(text: str) -> Expectation:
    """What an `expect` line says; raises UnreadableFile."""
    _, what, rest = (*text.split(None, 2), "", "")[:3]
    what = what.lower()
    if not what:
        raise UnreadableFile(f"`expect` needs more words, beginning with {join_choices(EXPECTATIONS)}")
    if what == "illegal":
        quoted_move = _QUOTED.fullmatch(rest)
        if not quoted_move:
            raise UnreadableFile('expected `expect illegal "MOVE"`, with or without a rule number after it')
        return Expectation(what, (quoted_move[1], quoted_move[2]) if quoted_move[2] else (quoted_move[1],))
    if what not in EXPECTATIONS:
        raise UnreadableFile(f"cannot expect {quoted(what)}; use {join_choices(EXPECTATIONS)}", what)
    words = (rest,) if what == "position" else tuple(rest.split())
    if (what == "over") == bool(words and words != ("",)):
        raise UnreadableFile("`expect over` stands alone" if what == "over" else f"`expect {what}` needs more words")
    if what in ("turn", "turns") and len(words) > 1:
        raise UnreadableFile(f"`expect {what}` takes one word")
    return Expectation(what, words)


def expect(match: Match, expectation: Expectation) -> None:
    """Raise ExpectationFailed unless the expectation holds; other errors where it makes no sense."""
    failure = _failure(match, expectation)
    if failure:
        words = " ".join((expectation.what, *expectation.words))
        raise ExpectationFailed(f"expected {words}, but {failure}")


def _failure(match: Match, expectation: Expectation) -> str | None:
    """How the match differs from what is expected; None where it does not."""
    words = expectation.words
    match expectation.what:
        case "illegal":
            return _expect_illegal(match, *words)
        case "score":
            return _expect_score(match, words)
        case "position":
            return _expect_position(match, words[0])
        case "over":
            return None if match.result else _who_is_to_move(match)
        case "winner":
            return _expect_winner(match, words)
        case "turn":
            return _expect_turn(match, words[0])
        case what:
            assert what == "turns"
            return _expect_turns(match, words[0])


def _who_is_to_move(match: Match) -> str:
    if match.to_move == CHANCE:
        return "the game is not over: an outcome is missing"
    return f"the game is not over: {match.player_name(match.to_move)} is to move"


def _expect_illegal(match: Match, text: str, rule: str = "") -> str | None:
    known = rule_numbers(match.game.rules)
    if rule and rule.upper() not in known:
        raise UnreadableFile(
            f"{match.game.title} has no rule {quoted(rule)}; its rules are {known[0]} to {known[-1]}", rule
        )
    try:
        match.check(match.parse(text))
    except IllegalMove as error:
        if rule and error.rule.lower() != rule.lower():
            return f"rule {error.rule} forbids it: {error.reason}"
        return None
    return "it is legal"


def _expect_score(match: Match, words: tuple[str, ...]) -> str | None:
    scores = match.state.scores()
    if scores is None:
        raise UnreadableFile(f"{match.game.title} has no points")
    if len(words) % 2:
        raise UnreadableFile("expected `expect score NAME NUMBER ...`")
    for name, text in zip(words[::2], words[1::2], strict=True):
        expected = _whole(text.removeprefix("-")) * (-1 if text.startswith("-") else 1)
        score = scores[find_seat(match.setup.names, name) - 1]
        if score != expected:
            return f"{name} has {score}"
    return None


def _expect_position(match: Match, text: str) -> str | None:
    game = match.game
    if game.parse_position is None or game.format_position is None:
        raise UnreadableFile(f"{game.title} has no position strings; use a record instead")
    expected = game.format_position(game.parse_position(text, match.setup))
    now = game.format_position(match.state)
    return None if expected == now else f"the position is {now}"


def _expect_winner(match: Match, words: tuple[str, ...]) -> str | None:
    is_nobody = [word.lower() for word in words] == [NOBODY_WORD]
    expected = [] if is_nobody else sorted(find_seat(match.setup.names, word) for word in words)
    result = match.result
    if result is None:
        return "the game is not over"
    if expected == sorted(result.winners):
        return None
    names = [match.player_name(player) for player in result.winners]
    if len(names) > 1:
        return f"the winners are {join_words(names)}"
    return f"the winner is {names[0]}" if names else "nobody wins"


def _expect_turn(match: Match, name: str) -> str | None:
    seat = NOBODY if name.lower() == NOBODY_WORD else find_seat(match.setup.names, name)
    now = match.to_move
    if seat == now:
        return None
    return "the game is over" if now == NOBODY else f"{match.player_name(now)} is to move"


_counted: WeakKeyDictionary[Match, int] = WeakKeyDictionary()
"""How many legal turns `expect turns` has counted so far."""


def _expect_turns(match: Match, text: str) -> str | None:
    expected = _whole(text)
    most = min(max(expected, MOST_COUNTED), MOST_EXPECTED)
    number = sum(1 for _ in match.legal_turns(most + 1))
    counted_so_far = _counted.get(match, 0) + number
    if counted_so_far > MOST_IN_ALL:
        raise UnreadableFile(f"the `expect turns` lines of a game count at most {MOST_IN_ALL} legal turns in all", text)
    _counted[match] = counted_so_far
    if number == expected:
        return None
    if expected > MOST_EXPECTED < number:
        raise UnreadableFile(f"`expect turns` counts at most {MOST_EXPECTED} legal turns", text)
    if number > most:
        return f"there are more than {most} legal turns"
    return "there is 1 legal turn" if number == 1 else f"there are {number} legal turns"


def _whole(text: str) -> int:
    number = whole_number(text, LONGEST_NUMBER)
    if number is None:
        raise UnreadableFile(f"{quoted(text)} is not a number", text)
    return number
