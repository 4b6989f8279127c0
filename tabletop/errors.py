"""Every error that a user may see: the whole tree, with exit codes.

TabletopError                      exit 1
 +- ExpectationFailed              exit 1   an `expect` line does not hold
 +- WorkFailed                     exit 1   a file cannot be written, a node limit was reached
 +- WrongUse                       exit 2   the command line makes no sense
 +- IllegalMove                    exit 3   readable, but against a rule
 +- Unreadable                     exit 4
 |   +- UnreadableMove                      not a move in this game's notation
 |   +- AmbiguousMove                       could be several moves
 |   +- UnreadablePosition                  not a position string, or an impossible position
 |   +- UnreadableFile                      cannot be read, or is not what it should be
 |   +- UnreadableModel                     a dexterity model with a wrong entry
 +- EngineFailed                   exit 5   an outside program crashed, stalled or cheated
 |   +- EngineNotStarted                    it could not even be started
 +- Interrupted                    exit 130 stopped with Ctrl-C, with a word on how to go on
 +- Located                                 any of these with file, line and column; keeps its exit code

Ctrl-C is Python's KeyboardInterrupt; the program then exits with INTERRUPTED. Interrupted has something to say
about it.
"""

from __future__ import annotations

import re

from tabletop.text import counted, join_choices, shorten

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class TabletopError(Exception):
    """Base of all errors that a user may see; `str()` is the message, without a final newline."""

    exit_code = 1


class ExpectationFailed(TabletopError):
    """An `expect` line of a move file does not hold."""


class WorkFailed(TabletopError):
    """The command was right, but the work could not be done."""


class WrongUse(TabletopError):
    """The command line, an option or a setting makes no sense."""

    exit_code = 2


class IllegalMove(TabletopError):
    """A readable move that breaks a rule.

    rule: the number of the rule, or `-` where no rule of the game says it.
    reason: a sentence without a full stop.
    about: the part of the move at fault, spelt as in the long notation (a field, a bridge, a disc),
        so that a prompt can mark it; may be empty.
    suggestion: the legal move that was probably meant, if one was looked for and found.
    meant: where the text names something that does not exist, a move that resembles it.
    """

    exit_code = 3

    def __init__(self, rule: str, reason: str, about: str = "", suggestion: str | None = None) -> None:
        super().__init__(rule, reason, about, suggestion)
        self.rule = rule
        self.reason = reason
        self.about = about
        self.suggestion = suggestion
        self.meant: object = None

    def __str__(self) -> str:
        return _with_suggestion(f"illegal (rule {self.rule}): {self.reason}", self.suggestion)


class Unreadable(TabletopError):
    """Something that cannot be read: a move, a position, a file, a model."""

    exit_code = 4


class UnreadableMove(Unreadable):
    """A text that is not a move; `column` counts from 1 and points at the mistake."""

    def __init__(self, text: str, column: int, reason: str, suggestion: str | None = None) -> None:
        super().__init__(text, column, reason, suggestion)
        self.text = text
        self.column = column
        self.reason = reason
        self.suggestion = suggestion

    def __str__(self) -> str:
        message = f"cannot read `{shorten(self.text)}` at column {self.column}: {self.reason}"
        return _with_suggestion(message, self.suggestion)

    def message(self) -> str:
        """The message without the column, for callers that show the place themselves."""
        return _with_suggestion(f"cannot read `{shorten(self.text)}`: {self.reason}", self.suggestion)


class AmbiguousMove(Unreadable):
    """A text that could be several moves; `choices` spells out some of them."""

    def __init__(self, text: str, choices: tuple[str, ...]) -> None:
        super().__init__(text, choices)
        self.text = text
        self.choices = choices

    def __str__(self) -> str:
        choices = join_choices([f"`{choice}`" for choice in self.choices])
        return f"`{shorten(self.text)}` is ambiguous: it could be {choices}"


class UnreadablePosition(Unreadable):
    """A position string that cannot be read, or an impossible position."""


class UnreadableFile(Unreadable):
    """A file that cannot be read, or that is not what it should be.

    about: the word at fault, where it is one.
    source: the file's name, unless a Located error around this one gives it.
    """

    def __init__(self, reason: str, about: str = "", source: str = "") -> None:
        super().__init__(reason, about, source)
        self.reason = reason
        self.about = about
        self.source = source

    def __str__(self) -> str:
        return f"{self.source}: {self.reason}" if self.source else self.reason


class UnreadableModel(Unreadable):
    """A model file with an unknown, missing or impossible entry.

    `key` is empty where all of the file is wrong, `line` is 0 where no line is at fault. `more` are
    further faults of the same file; each has a line of its own in the message.
    """

    def __init__(
        self, source: str, key: str, reason: str, line: int = 0, more: tuple[UnreadableModel, ...] = ()
    ) -> None:
        super().__init__(source, key, reason, line, more)
        self.source = source
        self.key = key
        self.reason = reason
        self.line = line
        self.more = more

    @property
    def summary(self) -> str:
        """The first fault, and how many others there are, on one line."""
        others = len(self.more)
        return f"{self._first} (and {counted(others, 'more fault')})" if others else self._first

    @property
    def _first(self) -> str:
        place = f"{self.source}:{self.line}" if self.line else self.source
        return f"{place}: {self.key}: {self.reason}" if self.key else f"{place}: {self.reason}"

    def __str__(self) -> str:
        return "\n".join([self._first, *map(str, self.more)])


class EngineFailed(TabletopError):
    """An outside engine crashed, stalled, cheated or sent nonsense."""

    exit_code = 5


class EngineNotStarted(EngineFailed):
    """An outside engine that cannot be started, or does not say `ugiok` and `readyok`."""


class Interrupted(TabletopError):
    """Work that was stopped with Ctrl-C and can go on later."""

    exit_code = INTERRUPTED


class Located(TabletopError):
    """Another error with its place in a file; `quoted` is the line as written, or empty."""

    def __init__(self, source: str, line: int, column: int, quoted: str, cause: TabletopError) -> None:
        super().__init__(source, line, column, quoted, cause)
        self.source = source
        self.line = line
        self.column = column
        self.quoted = quoted
        self.cause = cause
        self.exit_code = cause.exit_code

    def __str__(self) -> str:
        message = self.cause.message() if isinstance(self.cause, UnreadableMove) else str(self.cause)
        located = f"{self.source}:{self.line}:{self.column}: {message}"
        return f"{located}\n    {shorten(self.quoted)}" if self.quoted else located


def mistake_span(error: TabletopError, text: str, start: int = 0) -> tuple[int, int]:
    """Where in the text of a line its mistake is: from 0, end excluded.

    The words at fault stand from `start` on, and columns of UnreadableMove count from there. Where the
    error names no part of the text, all of it is at fault.
    """
    if isinstance(error, UnreadableMove):
        place = min(start + error.column - 1, len(text))
        word = re.compile(r"\S+").search(text, place)
        return (word.start(), word.end()) if word else (place, len(text))
    about = error.about if isinstance(error, IllegalMove | UnreadableFile) else ""
    if about:
        matches = list(re.finditer(rf"(?<!\w){re.escape(about)}(?!\w)", text, re.IGNORECASE))
        if matches:
            return next((match for match in reversed(matches) if match.start() >= start), matches[-1]).span()
    words = text[start:]
    return start + len(words) - len(words.lstrip()), len(text.rstrip())


def _with_suggestion(message: str, suggestion: str | None) -> str:
    return f"{message}; did you mean `{suggestion}`?" if suggestion else message
