"""Consent: a program that a file names is started only if a person agrees.

    consent = Consent(typed=["engine:./mybot"], can_ask=True)
    commands = consent.missing(["human", "engine:./theirs --fast"])     # ("./theirs --fast",)
    print(*question_lines(commands, "their.moves"), sep="\n")           # show them, and ask
    consent.give(commands)                                              # this time
    remember_commands(commands)                                         # always: in the settings

Engines that people name on the command line, or in their settings, need no consent. Those in move files,
saved games and plans do.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from tabletop.errors import TabletopError, UnreadableFile, WorkFailed, WrongUse
from tabletop.seats import ENGINE
from tabletop.settings import load_settings, store_setting
from tabletop.text import join_words, shorten

Answer = Literal["yes", "no", "always"]
ANSWERS: dict[str, Answer] = {
    "": "no",
    **dict.fromkeys(("n", "no", "nein"), "no"),
    **dict.fromkeys(("y", "yes", "j", "ja"), "yes"),
    **dict.fromkeys(("a", "always", "immer"), "always"),
}
"""What people may answer; no answer means no."""
CHOICES = ("yes", "no", "always")
LONGEST_COMMAND = 2000
"""Characters of a command that a file may name: it must be shown whole."""


@dataclass(frozen=True)
class Program:
    """What a command runs, as the settings remember it.

    program: the absolute path.
    arguments: the other words of the command.
    folder: where it runs; arguments may name files there.
    """

    program: str
    arguments: tuple[str, ...]
    folder: str


def find_program(command: str) -> Program | None:
    """What the command would run, started now and here; None if there is no such program."""
    from tabletop.engine.client import split_command

    try:
        program, *arguments = split_command(command)
        folder = os.getcwd()
    except (ValueError, OSError):
        return None
    path = shutil.which(program)
    return Program(os.path.abspath(path), tuple(arguments), folder) if path else None


class Consent:
    """What a person allows in one run of the program.

    can_ask: whether somebody can be asked.
    allows_all: whether every command may run, as `--yes` says.
    was_refused: whether a command was refused because nobody could be asked.
    """

    def __init__(self, typed: Iterable[str] = (), *, can_ask: bool = False, allows_all: bool = False) -> None:
        """`typed` are the specs of seats that the person named."""
        self.can_ask = can_ask
        self.allows_all = allows_all
        self.was_refused = False
        self._given = set(_commands(typed))

    def missing(self, specs: Iterable[str]) -> tuple[str, ...]:
        """The commands of engines among these specs that nobody has allowed, in their order."""
        commands = [command for command in _commands(specs) if command not in self._given]
        if self.allows_all or not commands:
            return ()
        remembered = _remembered()
        return tuple(dict.fromkeys(command for command in commands if find_program(command) not in remembered))

    def give(self, commands: Iterable[str]) -> None:
        """Allow these commands until this run of the program ends."""
        self._given.update(commands)

    def check_can_ask(self, commands: Sequence[str], source: str) -> None:
        """Raise WrongUse if nobody can be asked about the commands that `source` names."""
        if any(len(command) > LONGEST_COMMAND for command in commands):
            raise UnreadableFile(f"an engine's command has more than {LONGEST_COMMAND} characters", source=source)
        if not self.can_ask:
            self.was_refused = True
            names = join_words([f"`{shown(command)}`" for command in commands])
            if len(commands) == 1:
                raise WrongUse(f"{source} would start the engine {names}; without a terminal, only `--yes` allows that")
            raise WrongUse(f"{source} would start the engines {names}; without a terminal, only `--yes` allows that")


def question_lines(commands: Sequence[str], source: str) -> list[str]:
    """What `source` would start: each command exactly, the program it runs, and where."""
    if len(commands) == 1:
        lines = [f"{source} would start an engine, a program that can do anything you can do:"]
    else:
        lines = [f"{source} would start {len(commands)} engines, programs that can do anything you can do:"]
    for command in commands:
        found = find_program(command)
        lines.append(f"  {shown(command)}")
        if found:
            lines.append(f"    program {shown(found.program)}, folder {shown(_folder())}")
        else:
            lines.append(f"    no such program, folder {shown(_folder())}")
    return lines


def shown(text: str) -> str:
    """A command or a path as it is, on one line; characters that a terminal would not show are escaped."""
    return shorten(text, 10 * len(text) + 10)


def remember_commands(commands: Iterable[str]) -> None:
    """Allow these commands in their folder from now on; raises WorkFailed if they cannot be remembered."""
    remembered = _remembered()
    for command in commands:
        program = find_program(command)
        if program is None:
            raise WorkFailed(f"`{shown(command)}` cannot be remembered: there is no such program")
        if program not in remembered:
            remembered.append(program)
    try:
        store_setting("engines", [asdict(program) | {"arguments": list(program.arguments)} for program in remembered])
    except TabletopError as error:
        raise WorkFailed(f"your answer cannot be remembered: {error}") from error


def _remembered() -> list[Program]:
    entries: list[dict[str, Any]] = load_settings().get("engines") or []
    return [Program(entry["program"], tuple(entry["arguments"]), entry["folder"]) for entry in entries]


def _commands(specs: Iterable[str]) -> list[str]:
    return [spec.removeprefix(ENGINE) for spec in specs if spec.startswith(ENGINE)]


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "?"
