"""The file of finished games: one line of JSON each, only ever appended, so that a crash loses at most the last line.

    with ResultsFile(Path("plan.results"), tournament) as results:
        results.reports        # the games of earlier runs, by key
        results.add(report)

The first line holds the tournament's fingerprint; a file of another tournament is refused. While it is open, the
file is locked, so that two processes cannot play the same games.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any, Generic, Self, TypeVar

from tabletop.arena.openings import Opening
from tabletop.arena.play import Failure, GameReport
from tabletop.arena.tournament import Pairing, Tournament, matchups, parse_fingerprint
from tabletop.errors import UnreadableFile, WorkFailed, WrongUse
from tabletop.files import hold, open_file

R = TypeVar("R")
"""The report of a game."""

VERSION = 1
LARGEST_RESULTS = 1_000_000_000
"""Bytes of a results file."""
LONGEST_RESULT = 10_000_000
"""Bytes of its longest line."""


class GamesFile(Generic[R]):
    """A file of finished games that can be resumed; use it in a `with` statement.

    Attributes:
        path: where it is.
        reports: all games in the file by key, those of earlier runs included; complete once it is open.
        _head: the first line; a file with another one is refused.
        _key, _fields, _parse: a game's key, and how it becomes a line's fields and is made of them again;
            `_parse` raises ValueError, KeyError or TypeError where they do not fit.
        _stream: open for appending, in the `with` statement.
    """

    def __init__(
        self,
        path: Path,
        head: dict[str, Any],
        key: Callable[[R], str],
        fields: Callable[[R], dict[str, Any]],
        parse: Callable[[dict[str, Any]], R],
    ) -> None:
        self.path = path
        self.reports: dict[str, R] = {}
        self._head = head
        self._key = key
        self._fields = fields
        self._parse = parse
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            if self.path.exists():
                open_file(self.path).close()  # refuses what is not a file
            self._stream = self.path.open("ab")
            if not hold(self._stream):
                remedy = "wait until it is done, or choose another file with `--results`"
                raise UnreadableFile(f"{self.path}: another process is adding games to this file; {remedy}")
            size = self._read()
            self._stream.truncate(size)
            if size == 0:
                self._write(_line(self._head))
        except BaseException as error:
            self.__exit__()
            if isinstance(error, OSError):
                raise WorkFailed(f"{self.path}: {error.strerror or error}") from error
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream:
            self._stream.close()

    def read(self) -> dict[str, R]:
        """All games in the file, by key, without opening it for more; raises UnreadableFile."""
        self._read()
        return self.reports

    def add(self, report: R) -> None:
        """Append a finished game, unless it is there already; raises WorkFailed."""
        key = self._key(report)
        if key not in self.reports:
            line = _line({"key": key, **self._fields(report)})
            self.reports[key] = report
            self._write(line)

    def _write(self, line: bytes) -> None:
        assert self._stream
        try:
            self._stream.write(line)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise WorkFailed(f"{self.path}: {error.strerror or error}") from error

    def _read(self) -> int:
        """Read the games of earlier runs; the number of bytes up to the end of the last complete line."""
        with open_file(self.path) as stream:
            size = number = 0
            while line := stream.readline(LONGEST_RESULT):
                number += 1
                if not line.endswith(b"\n") and len(line) < LONGEST_RESULT:
                    self._check_cut_off(line, number)
                    break
                size += len(line)
                if size > LARGEST_RESULTS:
                    raise UnreadableFile(f"{self.path}: too large for a results file")
                self._read_line(line, number)
        return size

    def _check_cut_off(self, line: bytes, number: int) -> None:
        """A crash may have cut the last line off, and a single line may be what is left of the first."""
        if number == 1 and not _line(self._head).startswith(line):
            raise UnreadableFile(f"{self.path}: not a results file; choose another file")

    def _read_line(self, line: bytes, number: int) -> None:
        try:
            fields = json.loads(line)
            if number == 1:
                self._check_head(fields)
            else:
                report = self._parse(fields)
                self.reports[self._key(report)] = report
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise UnreadableFile(f"{self.path}:{number}: not a line of a results file") from error

    def _check_head(self, head: dict[str, Any]) -> None:
        if any(head[key] != value for key, value in self._head.items()):
            raise UnreadableFile(f"{self.path}: this file holds the results of another plan; choose another file")


class ResultsFile(GamesFile[GameReport]):
    """The games of a tournament."""

    def __init__(self, path: Path, tournament: Tournament, plan: str | None = None) -> None:
        """The file of a tournament; `plan` is its fingerprint, if the tournament does not tell all of it."""
        head = {"arena": VERSION, "plan": tournament.fingerprint() if plan is None else plan}
        openings = {opening.number: opening for opening in tournament.openings}
        super().__init__(
            path,
            head,
            lambda report: report.pairing.key,
            _fields,
            lambda fields: parse_report(fields, tournament, openings),
        )


def read_results(path: Path) -> tuple[Tournament, dict[str, GameReport]]:
    """The games in a results file by key, and their tournament, as far as the file tells; raises UnreadableFile."""
    with open_file(path) as stream:
        head = stream.readline(LONGEST_RESULT)
    try:
        plan = json.loads(head)["plan"]
        tournament = parse_fingerprint(plan)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, WrongUse) as error:
        raise UnreadableFile(f"{path}: not a results file of the arena") from error
    reports = ResultsFile(path, tournament, plan).read()
    blocks_of_round = len(matchups(tournament)) * len(tournament.tables)
    rounds = 1 + max((report.pairing.block for report in reports.values()), default=0) // blocks_of_round
    return replace(tournament, blocks=rounds), reports


def _line(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _fields(report: GameReport) -> dict[str, Any]:
    """The report with the keys of results files."""
    fields = {"fixture": asdict(report.pairing), **asdict(report)}
    del fields["pairing"]
    opening = fields["fixture"].pop("opening")
    if opening:
        fields["fixture"]["opening"] = opening["number"]
    if report.failure:
        fields["failure"] = {"who": report.failure.participant, "at_start": report.failure.at_start}
        if report.failure.on_time:
            fields["failure"]["on_time"] = True
    return fields


def parse_report(fields: dict[str, Any], tournament: Tournament, openings: Mapping[int, Opening]) -> GameReport:
    """A game of the tournament from a line's fields; raises ValueError, KeyError or TypeError if they do not fit.

    `openings` are those of the tournament by number.
    """
    pairing = fields["fixture"]
    opening = openings[pairing["opening"]] if openings else None
    failure = fields.get("failure")
    report = GameReport(
        pairing=Pairing(pairing["block"], pairing["table"], tuple(pairing["seating"]), pairing["seed"], opening),
        winners=tuple(fields["winners"]),
        points=tuple(fields["points"]) if fields["points"] is not None else None,
        reason=fields["reason"],
        plies=fields["plies"],
        seconds=tuple(fields["seconds"]),
        record=fields["record"],
        failure=Failure(failure["who"], failure["at_start"], failure.get("on_time", False)) if failure else None,
    )
    _check_report(report, tournament)
    return report


def _check_report(report: GameReport, tournament: Tournament) -> None:
    """Raise ValueError unless all values have the right type and fit the tournament."""
    pairing = report.pairing
    seated = set(pairing.seating)
    integers = (pairing.block, pairing.table, pairing.seed, report.plies, *pairing.seating, *(report.points or ()))
    fits = (
        all(type(number) is int for number in integers)
        and all(isinstance(number, (int, float)) for number in report.seconds)
        and isinstance(report.reason, str)
        and isinstance(report.record, str)
        and len(seated) == len(pairing.seating) == len(report.seconds) == tournament.players
        and seated <= set(range(len(tournament.participants)))
        and set(report.winners) <= seated
        and (report.points is None or len(report.points) == tournament.players)
        and 0 <= pairing.table < len(tournament.tables)
        and (report.failure is None or report.failure.participant in seated)
    )
    if not fits:
        raise ValueError
