"""The file of finished games: one line each, only ever appended to, so that a crash loses at most its last line."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from tabletop.arena.play import Failure, GameReport
from tabletop.arena.tournament import Pairing, Tournament
from tabletop.errors import UnreadableFile, WorkFailed

VERSION = 1


class ResultsFile:
    """An open results file that belongs to one plan; use it in a `with` statement."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self._tournament = tournament
        self.reports: dict[str, GameReport] = {}
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> ResultsFile:
        try:
            whole = self._read() if self.path.exists() else 0
            self._stream = self.path.open("ab")
            if self._stream.tell() > whole:
                self._stream.truncate(whole)
            if whole == 0:
                self._write(self._head())
        except OSError as error:
            raise WorkFailed(f"{self.path}: {error.strerror or error}") from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream:
            self._stream.close()

    def add(self, result: GameReport) -> None:
        """Keep a finished game; one that is there already is not counted again."""
        if result.pairing.key not in self.reports:
            self.reports[result.pairing.key] = result
            self._write({"key": result.pairing.key, **_fields(result)})

    def _write(self, value: dict[str, Any]) -> None:
        assert self._stream
        try:
            self._stream.write(_line(value))
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise WorkFailed(f"{self.path}: {error.strerror or error}") from error

    def _read(self) -> int:
        """Take in the games of an earlier run; how many bytes are whole lines."""
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if not whole and not _line(self._head()).startswith(data):
            raise UnreadableFile(f"{self.path}: this is no file of an arena's results; choose another one")
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                value = json.loads(line)
                if number == 1:
                    self._check_head(value)
                else:
                    result = parse_report(value, self._tournament)
                    self.reports[result.pairing.key] = result
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise UnreadableFile(f"{self.path}:{number}: this is no line of an arena's results") from error
        return whole

    def _head(self) -> dict[str, Any]:
        return {"arena": VERSION, "plan": self._tournament.fingerprint()}

    def _check_head(self, value: dict[str, Any]) -> None:
        if value["arena"] != VERSION or value["plan"] != self._tournament.fingerprint():
            raise UnreadableFile(f"{self.path}: these are the results of another plan; choose another file")


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _fields(report: GameReport) -> dict[str, Any]:
    """The report as results files have always spelt it."""
    fields = asdict(report)
    return {"fixture": fields.pop("pairing"), **fields}


def parse_report(value: dict[str, Any], tournament: Tournament) -> GameReport:
    """A result of the plan from its JSON; raises ValueError, KeyError or TypeError where it is none."""
    pairing = value["fixture"]
    failure = value.get("failure")
    result = GameReport(
        pairing=Pairing(pairing["block"], pairing["table"], tuple(pairing["seating"]), pairing["seed"]),
        winners=tuple(value["winners"]),
        points=tuple(value["points"]) if value["points"] is not None else None,
        reason=value["reason"],
        plies=value["plies"],
        seconds=tuple(value["seconds"]),
        record=value["record"],
        failure=Failure(failure["who"], failure["at_start"]) if failure else None,
    )
    _check(result, tournament)
    return result


def _check(result: GameReport, tournament: Tournament) -> None:
    """Raise ValueError unless everything has the kind and the number that the plan asks for."""
    pairing = result.pairing
    seats = set(pairing.seating)
    whole = (pairing.block, pairing.table, pairing.seed, result.plies, *pairing.seating, *(result.points or ()))
    fits = (
        all(type(number) is int for number in whole)
        and all(isinstance(number, (int, float)) for number in result.seconds)
        and isinstance(result.reason, str)
        and isinstance(result.record, str)
        and len(seats) == len(pairing.seating) == len(result.seconds) == tournament.players
        and seats <= set(range(len(tournament.participants)))
        and set(result.winners) <= seats
        and (result.points is None or len(result.points) == tournament.players)
        and 0 <= pairing.table < len(tournament.tables)
        and (result.failure is None or result.failure.who in seats)
    )
    if not fits:
        raise ValueError
