"""A single line typed in the terminal, where Tab completes what is legal."""

from __future__ import annotations

from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from tabletop.match import Match
from tabletop.session.input_line import parse_line


def ask_line(
    match: Match, label: str, words: tuple[str, ...] = (), input: Input | None = None, output: Output | None = None
) -> str | None:
    """The line that a person types, or None at the end of input; Tab offers moves and, at the start, these words."""
    session: PromptSession[str] = PromptSession(
        completer=MoveCompleter(match, words), complete_while_typing=False, input=input, output=output
    )
    try:
        return session.prompt(label)
    except EOFError:
        return None


class MoveCompleter(Completer):
    """Offers how a move may go on, and some words at the start of the line."""

    def __init__(self, match: Match, words: tuple[str, ...]) -> None:
        self.match = match
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        text = document.text_before_cursor
        for completion in parse_line(self.match, text).completions:
            yield Completion(completion.text, start_position=completion.start - len(text))
        for word in self.words:
            if text and word.startswith(text.lower()):
                yield Completion(word, start_position=-len(text))
