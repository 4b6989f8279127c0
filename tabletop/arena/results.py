"""The file of finished games: one line each, only ever appended to, so that a crash loses at most its last line."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from tabletop.arena.plan import Plan
from tabletop.arena.play import Result
from tabletop.arena.schedule import Fixture
from tabletop.errors import UnreadableFile, WorkFailed

VERSION = 1


class ResultsFile:
    """An open results file that belongs to one plan; use it in a `with` statement."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._plan = plan
        self.known: dict[str, Result] = {}
        self._stream: IO[str] | None = None

    def __enter__(self) -> ResultsFile:
        try:
            whole = self._read() if self.path.exists() else 0
            self._stream = self.path.open("a", encoding="utf-8")
            if self._stream.tell() > whole:
                self._stream.truncate(whole)
            if whole == 0:
                self._write({"arena": VERSION, "plan": self._plan.fingerprint()})
        except OSError as error:
            raise WorkFailed(f"{self.path}: {error.strerror or error}") from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream:
            self._stream.close()

    def add(self, result: Result) -> None:
        """Keep a finished game; one that is there already is not counted again."""
        if result.fixture.key not in self.known:
            self.known[result.fixture.key] = result
            self._write({"key": result.fixture.key, **asdict(result)})

    def _write(self, value: dict[str, Any]) -> None:
        assert self._stream
        try:
            self._stream.write(json.dumps(value, ensure_ascii=False) + "\n")
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise WorkFailed(f"{self.path}: {error.strerror or error}") from error

    def _read(self) -> int:
        """Take in the games of an earlier run; how many bytes are whole lines."""
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                value = json.loads(line)
                if number == 1:
                    self._check_head(value)
                else:
                    result = parse_result(value)
                    self.known[result.fixture.key] = result
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise UnreadableFile(f"{self.path}:{number}: this is no line of an arena's results") from error
        return whole

    def _check_head(self, value: dict[str, Any]) -> None:
        if value["arena"] != VERSION or value["plan"] != self._plan.fingerprint():
            raise UnreadableFile(f"{self.path}: these are the results of another plan; choose another file")


def parse_result(value: dict[str, Any]) -> Result:
    """A result from its JSON."""
    fixture = value["fixture"]
    return Result(
        fixture=Fixture(fixture["block"], fixture["table"], tuple(fixture["seating"]), fixture["seed"]),
        winners=tuple(value["winners"]),
        points=tuple(value["points"]) if value["points"] is not None else None,
        reason=value["reason"],
        plies=value["plies"],
        seconds=tuple(value["seconds"]),
        record=value["record"],
    )
