"""Who plays in a session, and the series of games they play; both stand in the headers of a saved game.

    headers = seating.headers(series)
    seating, series = parse_seating(record, setup)

The headers' names are in `record.SESSION_HEADERS`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection
from dataclasses import dataclass, replace

from tabletop.bots.limit import parse_seconds
from tabletop.bots.specs import Controller
from tabletop.errors import UnreadableFile, WrongUse
from tabletop.game import AnyGame, Result, Setup
from tabletop.record import SESSION_HEADERS, Header, Record
from tabletop.seats import ENGINE, HUMAN, Seat, open_controller, parse_seat
from tabletop.text import counted


@dataclass(frozen=True)
class Series:
    """Several games in a row.

    games: how many there are to be; people may play more.
    wins, points: by player, of the games played; empty before the first one has ended.
    played: how many have ended.
    """

    games: int = 1
    wins: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    played: int = 0

    def after(self, players: int, result: Result, scores: tuple[int, ...] | None) -> Series:
        """The series once a game has ended."""
        wins = self.wins or (0,) * players
        points = self.points or (0,) * players
        return Series(
            self.games,
            tuple(count + (player in result.winners) for player, count in enumerate(wins, 1)),
            tuple(old + new for old, new in zip(points, scores or (0,) * players, strict=True)),
            self.played + 1,
        )

    @property
    def goes_on(self) -> bool:
        """Whether there is another game to play."""
        return self.played < self.games

    def lines(self, names: tuple[str, ...]) -> list[str]:
        """Games won and points so far, in sentences; none before the first game has ended."""
        if not self.played:
            return []
        wins = ", ".join(f"{name} {count}" for name, count in zip(names, self.wins, strict=True))
        if self.played <= self.games:
            lines = [f"After {self.played} of {counted(self.games, 'game')}, games won: {wins}."]
        else:
            lines = [f"After {counted(self.played, 'game')}, games won: {wins}."]
        if any(self.points):
            points = ", ".join(f"{name} {count}" for name, count in zip(names, self.points, strict=True))
            lines.append(f"Points in all games: {points}.")
        return lines


@dataclass(frozen=True)
class Seating:
    """Who plays in a session, and how.

    seats: in turn order.
    seconds, nodes: the limits of every bot's search; None for the bot's own.
    sandbox: whether rolled outcomes may be taken back.
    """

    seats: tuple[Seat, ...]
    seconds: float | None = None
    nodes: int | None = None
    sandbox: bool = False

    @property
    def specs(self) -> tuple[str, ...]:
        """Who plays, seat by seat."""
        return tuple(seat.spec for seat in self.seats)

    def with_people_for(self, commands: Collection[str]) -> Seating:
        """The seating with a person in place of every engine with one of these commands."""
        specs = {f"{ENGINE}{command}" for command in commands}
        seats = (Seat(seat.name, HUMAN) if seat.spec in specs else seat for seat in self.seats)
        return replace(self, seats=tuple(seats))

    def bots(self, game: AnyGame) -> dict[int, Controller]:
        """The bots and engines by player; raises WrongUse for one that the game does not have."""
        controllers: dict[int, Controller] = {}
        for player, seat in enumerate(self.seats, 1):
            if seat.is_human:
                continue
            try:
                controllers[player] = open_controller(game, seat.spec)
            except WrongUse as error:
                if not seat.spec.isalpha():
                    raise
                raise WrongUse(f"{error}; for a person, write {seat.spec}=human") from error
        return controllers

    def headers(self, series: Series) -> tuple[Header, ...]:
        """What a saved game says about its players; `parse_seating` reads it."""
        headers = [Header("Seats", shlex.join(self.specs))]
        if self.seconds is not None:
            headers.append(Header("Think", f"{self.seconds:g}s"))
        if self.nodes is not None:
            headers.append(Header("Nodes", str(self.nodes)))
        if self.sandbox:
            headers.append(Header("Sandbox", "on"))
        if series.games > 1 or series.played:
            headers.append(Header("Games", f"{series.played} {series.games}"))
        if series.played:
            headers.append(Header("Wins", " ".join(map(str, series.wins))))
            headers.append(Header("Points", " ".join(map(str, series.points))))
        return tuple(headers)


def drop_session_tags(tags: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The tags of a move file without those that `Seating.headers` writes."""
    session_keys = {key.lower() for key in SESSION_HEADERS}
    return tuple((key, value) for key, value in tags if key.lower() not in session_keys)


def parse_seating(record: Record, setup: Setup) -> tuple[Seating, Series]:
    """Who plays a saved game: people, if the file does not say. Raises UnreadableFile."""
    try:
        specs = shlex.split(record.value("Seats")) or [HUMAN] * setup.players
    except ValueError as error:
        raise UnreadableFile(f"Seats: {error}") from error
    if len(specs) != setup.players:
        raise UnreadableFile(f"Seats: {counted(len(specs), 'seat')}, but {counted(setup.players, 'player')}")
    try:
        seats = tuple(Seat(name, parse_seat(spec)[1]) for name, spec in zip(setup.names, specs, strict=True))
        think = record.value("Think")
        seconds = parse_seconds(think) if think else None
    except WrongUse as error:
        raise UnreadableFile(str(error)) from error
    nodes = _numbers(record, "Nodes", 1)
    played, games = _numbers(record, "Games", 2) or (0, 1)
    series = Series(
        games=max(games, 1),
        played=played,
        wins=_numbers(record, "Wins", setup.players) or (0,) * setup.players,
        points=_numbers(record, "Points", setup.players) or (0,) * setup.players,
    )
    seating = Seating(seats, seconds, nodes[0] if nodes else None, record.value("Sandbox").lower() == "on")
    return seating, series if series.played else replace(series, wins=(), points=())


def _numbers(record: Record, key: str, count: int) -> tuple[int, ...]:
    """The whole numbers of a header, or none where there is no such header."""
    words = record.value(key).split()
    if not words:
        return ()
    if len(words) != count or not all(re.fullmatch(r"-?\d{1,12}", word) for word in words):
        raise UnreadableFile(f"{key}: expected {counted(count, 'whole number')}, not {' '.join(words)!r}")
    return tuple(map(int, words))
