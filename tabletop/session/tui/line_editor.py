"""The line below the board: typed, completed, pasted, and marked where it is wrong."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History
from prompt_toolkit.layout import BufferControl
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.layout.utils import explode_text_fragments

from tabletop.session.input_line import LineStatus, line_status
from tabletop.session.screen import choices_line
from tabletop.session.session import Session

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[^\S\n]|[\x00-\x09\x0b-\x1f\x7f]")
"""What pasted text may contain but no move does: colour codes, tabs and the like."""


class LineEditor:
    """The line of a window.

    buffer: the text and the cursor.
    is_refused: whether the line was sent and refused, and has not been edited since.
    """

    def __init__(self, session: Session, send: Callable[[str], bool], on_edit: Callable[[], None]) -> None:
        """`send` takes the line at Enter, and returns whether it stays; `on_edit` is called whenever it is edited."""
        self.session = session
        self.is_refused: bool = False
        self._send = send
        self._on_edit = on_edit
        self._pasted: deque[str] = deque()
        """Lines to be sent in turn."""
        self._pasted_rest = ""
        """What was pasted after them, without a line end."""
        self._statuses: dict[str, LineStatus] = {}
        """By text, for one position."""
        self._position: tuple[object, object, object] = (None, None, None)
        self.buffer: Buffer = Buffer(
            completer=_MoveCompleter(self),
            history=_TypedLines(session),
            multiline=False,
            accept_handler=self._accept,
            on_text_changed=lambda _: self._edited(),
            on_cursor_position_changed=lambda _: self._edited(),
        )

    def control(self) -> BufferControl:
        """The control that shows the line in a layout."""
        return BufferControl(self.buffer, input_processors=[_MistakeMark(self)])

    @property
    def text(self) -> str:
        return self.buffer.text

    def status(self) -> LineStatus:
        """The status of the line as it is."""
        return self.status_of(self.text)

    def status_of(self, text: str) -> LineStatus:
        """The status of a text in the line; worked out once per text and position."""
        match, wanted = self.session.match, (self.session.phase, self.session.asks)
        if not (match is self._position[0] and match.state is self._position[1] and wanted == self._position[2]):
            self._position = (match, match.state, wanted)
            self._statuses.clear()
        if text not in self._statuses:
            self._statuses[text] = line_status(self.session, text)
        return self._statuses[text]

    def goes_on(self, text: str) -> bool:
        """Whether the text may continue after a space."""
        return self.status_of(f"{text} ").goes_on

    def clear(self) -> None:
        """Empty the line; if it was sent, Up brings it back."""
        self.buffer.reset()
        self.is_refused = False
        self.buffer.load_history_if_not_yet_loaded()

    def replace(self, text: str) -> None:
        """Begin a new line with the text."""
        self.clear()
        self.buffer.insert_text(text)

    def refuse(self, is_early: bool) -> None:
        """Keep the line that was refused: the next key begins a new one, unless it only came too early."""
        self.buffer.cursor_position = len(self.text)
        self.is_refused = not is_early

    def keep(self) -> None:
        """Keep editing a line that was refused."""
        self.is_refused = False

    def _edited(self) -> None:
        self.is_refused = False
        self._on_edit()

    def _accept(self, buffer: Buffer) -> bool:
        self.is_refused = False
        return self._send(buffer.text)

    # Completion.

    @property
    def has_completions(self) -> bool:
        """Whether Tab goes through completions."""
        return bool(self.buffer.complete_state and self.buffer.complete_state.completions)

    def completions(self, width: int) -> StyleAndTextTuples:
        """What Tab goes through, as much as fits, the chosen one marked; nothing where it does not."""
        state = self.buffer.complete_state
        if not state or not state.completions:
            return []
        words = [completion.display_text.strip() for completion in state.completions]
        parts = choices_line(words, state.complete_index, width)
        return [("class:chosen" if is_chosen else "", text) for text, is_chosen in parts]

    def accept_completion(self) -> None:
        """Take the completion that is marked; where none is, send the line."""
        state = self.buffer.complete_state
        if state and state.current_completion:
            self.buffer.complete_state = None
            if not self.text.endswith(" ") and self.goes_on(self.text):
                self.buffer.insert_text(" ")
        else:
            self.buffer.validate_and_handle()

    # Pasting.

    @property
    def has_pasted(self) -> bool:
        """Whether a pasted line can be sent now."""
        return bool(self._pasted) and not self.text

    def paste(self, text: str) -> None:
        """Put pasted text into the line; of several lines those that end are sent in turn, until one is refused."""
        if self.is_refused:
            self.clear()
        text = _CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")).lstrip("\n")
        if "\n" not in text:
            self.buffer.insert_text(text)
            return
        before, after = self.buffer.document.text_before_cursor, self.buffer.document.text_after_cursor
        *lines, rest = [*self._pasted, *f"{self._pasted_rest}{before}{text}{after}".split("\n")]
        self._pasted = deque(line for line in lines if line.strip())
        self.buffer.reset()
        self._pasted_rest = rest

    def send_pasted(self) -> None:
        """Send the next of several pasted lines; none after one that is refused."""
        self.buffer.text = self._pasted.popleft()
        self.buffer.validate_and_handle()
        if self.text:
            self._pasted.clear()
        elif not self._pasted:
            self.buffer.insert_text(self._pasted_rest)
            self._pasted_rest = ""

    def drop_pasted(self) -> None:
        """Send no more of the pasted lines."""
        self._pasted.clear()


class _MistakeMark(Processor):
    """Marks the part of the line that is wrong."""

    def __init__(self, line: LineEditor) -> None:
        self.line = line

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        fragments = explode_text_fragments(transformation_input.fragments)
        mistake = self.line.status().mistake
        if mistake:
            for index in range(mistake.start, min(mistake.end, len(fragments))):
                fragments[index] = (f"{fragments[index][0]} class:mistake", fragments[index][1])
        return Transformation(fragments)


class _MoveCompleter(Completer):
    """Offers what is legal, as the game's grammar lists it; after `save` and `load`, files."""

    def __init__(self, line: LineEditor) -> None:
        self.line = line
        self.paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        text = document.text_before_cursor
        status = self.line.status_of(text)
        if status.wants_file is not None:
            name = text[status.wants_file :]
            yield from self.paths.get_completions(Document(name, len(name)), complete_event)
            return
        is_only = len(status.completions) == 1
        for completion in status.completions:
            space = " " if is_only and self.line.goes_on(text[: completion.start] + completion.text) else ""
            yield Completion(completion.text + space, start_position=completion.start - len(text))


class _TypedLines(History):
    """The lines typed in this game, now and before."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def load_history_strings(self) -> Iterable[str]:
        return reversed(self.session.autosave.saved_games.read_history(self.session.game.name))

    def store_string(self, string: str) -> None:
        self.session.autosave.remember(self.session.game.name, string.strip())
