"""A game's notation, declared once: it gives the parser, the place of a mistake, and completion.

A grammar is a tuple of forms. A form is a pattern of nodes and a function that makes a
move of what the slots caught:

    Form("place 3 on 7c-7e", "lay a piece", Seq(PLACE, SIZE, ON, CELLS), build)

Long and outcome forms take spaces between their parts; compact forms are one word.
Upper and lower case never matter. Patterns are meant to be wide (any letter, any
number): that a field does not exist is for `check` to say, with its rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Generic, Literal

from tabletop.errors import UnreadableMove
from tabletop.game import Move, Names, S, State
from tabletop.text import join_choices

LONGEST_MOVE = 2000
"""Characters; a longer text is not a move of any game."""

_TYPED = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-") | {0xA0: " "}
"""Dashes and spaces that come with pasted text, as they are typed."""


@dataclass(frozen=True)
class Capture:
    """What a slot caught: its name, the value read, and where it stands (column from 1)."""

    name: str
    value: Any
    column: int
    text: str


@dataclass(frozen=True)
class Captures:
    """What the slots of a form caught, in order."""

    items: tuple[Capture, ...] = ()

    def all(self, name: str) -> list[Any]:
        """The values of all slots of that name."""
        return [item.value for item in self.items if item.name == name]

    def get(self, name: str, default: Any = None) -> Any:
        """The first value of that name, or the default."""
        return next((item.value for item in self.items if item.name == name), default)

    def __contains__(self, name: str) -> bool:
        return any(item.name == name for item in self.items)


@dataclass(frozen=True)
class Context(Generic[S]):
    """What a builder or an offer may look at."""

    state: S
    names: Names | None
    captures: Captures
    text: str = ""


def _no_offer(context: Context[Any]) -> Iterable[str]:
    return ()


def _always(context: Context[Any]) -> bool:
    return True


@dataclass(frozen=True)
class Word:
    """A word, the first spelling being the canonical one, the others aliases (German ones among them).

    `catch` records it as a capture. `when` tells completion whether the word leads anywhere.
    """

    spellings: tuple[str, ...]
    catch: str = ""
    when: Callable[[Context[Any]], bool] = _always

    @cached_property
    def regex(self) -> re.Pattern[str]:
        words = sorted(self.spellings, key=len, reverse=True)
        return re.compile("(?:" + "|".join(map(re.escape, words)) + r")(?![^\W_])", re.IGNORECASE)


@dataclass(frozen=True)
class Sign:
    """Punctuation, such as `>` or `,`; `catch` records it as a capture. Never offered by completion."""

    spelling: str
    catch: str = ""

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(re.escape(self.spelling), re.IGNORECASE)


@dataclass(frozen=True)
class Slot:
    """A place for a value: `pattern` says how it looks, `noun` what it is called in messages.

    `read` turns the text into a value; ValueError means it does not fit after all.
    `offer` lists what completion may put here.
    """

    name: str
    pattern: str
    noun: str
    read: Callable[[str], Any] = str
    offer: Callable[[Context[Any]], Iterable[str]] = _no_offer

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.IGNORECASE)


@dataclass(frozen=True)
class Seq:
    """One part after the other."""

    parts: tuple[Part, ...]

    def __init__(self, *parts: Part) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True)
class Either:
    """One of the parts; earlier ones are tried first."""

    parts: tuple[Part, ...]

    def __init__(self, *parts: Part) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True)
class Maybe:
    """The part, or nothing."""

    part: Part


@dataclass(frozen=True)
class Some:
    """The part once or more often, with `separator` (if any) between."""

    part: Part
    separator: Part | None = None


Part = Word | Sign | Slot | Seq | Either | Maybe | Some


@dataclass(frozen=True)
class Form:
    """One way to write a move: an example and its meaning for the manual, a pattern, and what makes the move.

    `build` may raise AmbiguousMove, UnreadableMove or IllegalMove.
    """

    example: str
    meaning: str
    pattern: Part
    build: Callable[[Context[Any]], Move]
    kind: Literal["long", "compact", "outcome"] = "long"


@dataclass(frozen=True, order=True)
class Completion:
    """A text that may stand from `start` (from 0) on."""

    start: int
    text: str


_Expected = tuple[int, Word | Sign | Slot, Captures]
"""What would fit at a place of the text (from 0), and the captures before it."""


@dataclass
class _Matcher:
    """One walk over a text by one form; `expected` lists every place it reached and what would fit there."""

    text: str
    spaced: bool
    expected: list[_Expected] = field(default_factory=list)

    def match(self, part: Part, at: int, captures: Captures) -> Iterator[tuple[int, Captures]]:
        match part:
            case Word() | Sign() | Slot():
                yield from self._terminal(part, at, captures)
            case Seq():
                yield from self._sequence(part.parts, at, captures)
            case Either():
                for choice in part.parts:
                    yield from self.match(choice, at, captures)
            case Maybe():
                yield from self.match(part.part, at, captures)
                yield at, captures
            case Some():
                yield from self._some(part, at, captures)

    def _sequence(self, parts: tuple[Part, ...], at: int, captures: Captures) -> Iterator[tuple[int, Captures]]:
        if not parts:
            yield at, captures
            return
        for middle, inner in self.match(parts[0], at, captures):
            yield from self._sequence(parts[1:], middle, inner)

    def _some(self, part: Some, at: int, captures: Captures) -> Iterator[tuple[int, Captures]]:
        """Longest first; within one repetition only the first reading counts, so that time stays linear."""
        ends: list[tuple[int, Captures]] = []
        again: Part = part.part
        while (end := next(self.match(again, at, captures), None)) is not None and end[0] > at:
            ends.append(end)
            at, captures = end
            again = Seq(part.separator, part.part) if part.separator else part.part
        yield from reversed(ends)

    def skip(self, at: int) -> int:
        while self.spaced and at < len(self.text) and self.text[at].isspace():
            at += 1
        return at

    def _terminal(self, part: Word | Sign | Slot, at: int, captures: Captures) -> Iterator[tuple[int, Captures]]:
        start = self.skip(at)
        self.expected.append((start, part, captures))
        text_match = part.regex.match(self.text, start)
        if not text_match:
            return
        end = text_match.end()
        if self.spaced and isinstance(part, Slot) and self.text[end : end + 1].isalnum():
            return
        name = part.name if isinstance(part, Slot) else part.catch
        if not name:
            yield end, captures
            return
        value: Any = text_match.group()
        if isinstance(part, Slot):
            try:
                value = part.read(value)
            except ValueError:
                return
        capture = Capture(name, value, start + 1, text_match.group())
        yield end, Captures((*captures.items, capture))


class Grammar:
    """All the ways to write a move of one game."""

    def __init__(self, *forms: Form) -> None:
        self.forms = forms

    def parse(self, text: str, state: State, names: Names | None = None, *, outcome: bool = False) -> Move:
        """The move that the text means. Whether it is legal is not checked.

        With `outcome`, the text of an outcome without its arrow.
        """
        if len(text) > LONGEST_MOVE:
            raise UnreadableMove(text, LONGEST_MOVE + 1, "this is too long for a move")
        expected: list[_Expected] = []
        text = text.translate(_TYPED)
        for form in self._forms(outcome):
            matcher = _Matcher(text, form.kind != "compact")
            start = matcher.skip(0) if matcher.spaced else len(text) - len(text.lstrip())
            for end, captures in matcher.match(form.pattern, start, Captures()):
                if not text[end:].strip():
                    return form.build(Context(state, names, captures, text))
                matcher.expected.append((matcher.skip(end), END, captures))
            expected += matcher.expected
        raise _unreadable(text, expected)

    def complete(
        self, text: str, state: State, names: Names | None = None, *, outcome: bool = False
    ) -> list[Completion]:
        """What may stand at the end of the text, by the long forms or those of outcomes, in grammar order."""
        completions: dict[Completion, None] = {}
        text = text.translate(_TYPED)
        for form in self._forms(outcome):
            if form.kind == "compact":
                continue
            matcher = _Matcher(text, spaced=True)
            for _ in matcher.match(form.pattern, matcher.skip(0), Captures()):
                pass
            for start, part, captures in matcher.expected:
                typed = text[start:]
                if not typed and start and text[start - 1].isalnum():
                    continue
                context = Context(state, names, captures, text)
                for candidate in _offers(part, typed, context):
                    completions[Completion(start, candidate)] = None
        return list(completions)

    def _forms(self, outcome: bool) -> Iterator[Form]:
        return (form for form in self.forms if (form.kind == "outcome") == outcome)


END = Sign("the end")
"""Stands for the end of the text in `expected`; its pattern is never tried."""


def _offers(part: Word | Sign | Slot, typed: str, context: Context[Any]) -> Iterator[str]:
    if isinstance(part, Word):
        if part.spellings[0].lower().startswith(typed.lower()):
            if part.when(context):
                yield part.spellings[0]
        elif typed:
            for spelling in part.spellings[1:]:
                if spelling.lower().startswith(typed.lower()) and part.when(context):
                    yield spelling
                    break
    elif isinstance(part, Slot) and not any(c.isspace() for c in typed):
        for candidate in part.offer(context):
            if candidate.lower().startswith(typed.lower()):
                yield candidate


def _unreadable(text: str, expected: list[_Expected]) -> UnreadableMove:
    """The error at the farthest place that any form reached, saying what was expected there."""
    far = max((start for start, _, _ in expected), default=0)
    nouns: dict[str, None] = {}
    words: list[str] = []
    for start, part, _ in expected:
        if start < far:
            continue
        if part is END:
            nouns["the end of the move"] = None
        elif isinstance(part, Slot):
            nouns[part.noun] = None
        elif isinstance(part, Word):
            nouns[f"`{part.spellings[0]}`"] = None
            words += part.spellings
    typed = re.match(r"\w*", text[far:])
    close = get_close_matches(typed.group().lower(), words, 1) if typed and typed.group() else []
    listed = list(nouns)
    choices = join_choices(listed) if listed else "a move"
    suggestion = text[:far] + close[0] + text[far + len(typed.group()) :] if close and typed else None
    return UnreadableMove(text, far + 1, f"expected {choices}", suggestion)
