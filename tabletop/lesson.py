"""A guided game: a move file whose comments are a teacher's words.

The learner has the first seat. A lesson is a move file like any other, so `tabletop run`
holds it to the rules; three kinds of lines mean more here:

    #> words                       said before the learner's next move
    expect illegal "MOVE" RULE     a wrong answer that belongs to the next move: worth trying
    #< words                       said after the move before

Moves of other seats, and outcomes, are played by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files

from tabletop.errors import TabletopError, WrongUse
from tabletop.expectations import parse_expectation
from tabletop.game import CHANCE, AnyGame
from tabletop.games import find
from tabletop.match import Match
from tabletop.record import Line, Record, parse_records
from tabletop.replay import open_match

LEARNER = 1


@dataclass(frozen=True)
class LessonStep:
    """A move that the learner makes.

    words: said before it.
    wrong: illegal moves that are worth trying first.
    move: what the learner is asked to play.
    praise: said after it.
    after: outcomes and moves of other seats that follow.
    """

    words: str
    wrong: tuple[str, ...]
    move: str
    praise: str
    after: tuple[Line, ...]


@dataclass
class _Draft:
    words: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    move: str = ""
    praise: list[str] = field(default_factory=list)
    after: list[Line] = field(default_factory=list)

    def step(self) -> LessonStep:
        praise = " ".join(self.praise)
        return LessonStep(" ".join(self.words), tuple(self.wrong), self.move, praise, tuple(self.after))


def lesson_text(game: AnyGame) -> str:
    """The game's lesson.moves; raises WrongUse where it has none."""
    entry = find(game.name)
    package = entry.import_module() if entry else None
    if package is not None and hasattr(package, "__path__"):
        path = files(package) / "lesson.moves"
        if path.is_file():
            return path.read_text("utf-8")
    raise WrongUse(f"there is no lesson for {game.title} yet; `tabletop {game.name} rules` explains the game")


@dataclass(frozen=True)
class Answer:
    """What the teacher says to a line; `right` when the step is done."""

    right: bool
    text: str


class Lesson:
    """A lesson under way. Nothing here prints or asks."""

    def __init__(self, text: str) -> None:
        (self._record,) = parse_records(text, "lesson")
        self.match: Match = open_match(self._record)
        self.steps = _steps(text, self._record, self.match)
        self.at = 0
        self._play_opening()

    def _play_opening(self) -> None:
        """Play what comes before the learner's first move: the set-up."""
        first = self.steps[0]
        for line in self._record.lines:
            if line.text == first.move and line.kind == "move":
                return
            if line.kind != "expect":
                self._play(line)

    @property
    def step(self) -> LessonStep | None:
        """The present step; None at the end."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    def answer(self, line: str) -> Answer:
        """Answer what the learner typed, and go on if it was the move that the step asks for."""
        step = self.step
        assert step is not None
        match = self.match
        expected = match.parse(step.move)
        try:
            move = match.parse(line)
            match.check(move)
        except TabletopError as error:
            reason = str(error)
            return Answer(False, f"No: {reason}" if reason.endswith("?") else f"No: {reason}.")
        if match.game.format_move(move) != match.game.format_move(expected):
            return Answer(False, f"That is legal too, but try this now: {step.move}")
        match.play(move)
        for following in step.after:
            self._play(following)
        self.at += 1
        return Answer(True, step.praise or "Good.")

    def _play(self, line: Line) -> None:
        assert line.kind != "expect"
        self.match.play_text(line.text, line.kind)


def _steps(text: str, record: Record, match: Match) -> list[LessonStep]:
    """The steps of a lesson: every move of the learner begins one."""
    lines = {line.line: line for line in record.lines}
    drafts = [_Draft()]
    play = Match(match.game, match.setup, match.states[0])
    for number, raw in enumerate(text.splitlines(), 1):
        if raw.startswith("#>"):
            if drafts[-1].move:
                drafts.append(_Draft())
            drafts[-1].words.append(raw[2:].strip())
        elif raw.startswith("#<"):
            drafts[-1].praise.append(raw[2:].strip())
        elif (line := lines.get(number)) is None:
            continue
        elif line.kind == "expect":
            expectation = parse_expectation(line.text)
            if expectation.what == "illegal":
                drafts[-1].wrong.append(expectation.words[0])
        else:
            is_learners = line.kind == "move" and play.to_move == LEARNER
            if is_learners and not drafts[-1].move:
                drafts[-1].move = line.text
            elif play.to_move != CHANCE or drafts[-1].move:
                drafts[-1].after.append(line)
            play.play_text(line.text, "move" if line.kind == "move" else "stated")
    return [draft.step() for draft in drafts if draft.move]
