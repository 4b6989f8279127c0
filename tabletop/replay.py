"""From move files to matches and back: replaying, verifying, writing records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tabletop.errors import (
    Located,
    TabletopError,
    UnreadableFile,
    UnreadableModel,
    WrongUse,
    mistake_span,
)
from tabletop.expectations import (
    expect,
    parse_expectation,
)
from tabletop.files import read_text
from tabletop.game import CHANCE, AnyGame, Setup
from tabletop.games import canonical, load
from tabletop.match import Forfeit, Match
from tabletop.modelfiles import REFEREE, Model
from tabletop.options import find_seat, format_options, make_setup, parse_seed, split_options
from tabletop.record import (
    ARENA_HEADERS,
    GAME_HEADERS,
    SESSION_HEADERS,
    Header,
    Line,
    Record,
    format_record,
    parse_records,
)
from tabletop.text import can_stand_in_header, shorten

LONGEST_REASON = 500
_EXPECT_HEAD = re.compile(r'\S+\s+(?:illegal\s+"?|\S+\s+(?=\S))?', re.IGNORECASE)


def read_games(path: str, game: AnyGame | None = None) -> Iterator[Record]:
    """The games of a move file, in order; with `game`, they must be of it, and need not say so."""
    for record in parse_records(read_text(path), path, game.name if game else None):
        named = record.header("Game")
        other = canonical(named.value) if named else None
        if named and other and game and other != game.name:
            cause = UnreadableFile(f"this is a game of {load(other).title}, not of {game.title}")
            raise record.fault(named.line, named.column, f"{named.key}: {named.value}", cause)
        yield record


def open_match(record: Record) -> Match:
    """The match that the headers describe, before its first move; raises Located at the header at fault."""
    named = record.header("Game")
    assert named is not None
    with _blaming(record, named):
        game = load(named.value)
    setup = _agreed(record, game, named)
    if found := record.header("First"):
        with _blaming(record, found):
            setup = replace(setup, first=find_seat(setup.names, found.value))
    start = None
    position, model, options = map(record.header, ("Position", "Model", "Options"))
    with _blaming(record, position or model or options or named):
        if position and position.value:
            if game.parse_position is None:
                raise WrongUse(f"{game.title} has no position strings: a record is the position")
            start = game.parse_position(position.value, setup)
        match = Match(game, setup, start)
    _refuse_names(record, match)
    match.tags = tuple((header.key, header.value) for header in record.headers if not _is_known(header.key))
    return match


def _refuse_names(record: Record, match: Match) -> None:
    """Refuse `red: place on b2`, which would be taken for a header: the player's name is left out."""
    seats = {name.lower() for name in (*match.setup.names, *match.game.seats[: match.setup.players])}
    ours = {key.lower() for key in (*GAME_HEADERS, *SESSION_HEADERS, *ARENA_HEADERS)}
    for header in record.headers:
        if header.key.lower() in seats - ours:
            with _blaming(record, header):
                raise UnreadableFile(f"{header.key} is a player; write the move alone: `{shorten(header.value)}`")


@contextmanager
def _blaming(record: Record, header: Header) -> Iterator[None]:
    """Show what goes wrong at this header, as a fault of the file."""
    try:
        yield
    except Located:
        raise
    except TabletopError as error:
        cause = UnreadableFile(str(error)) if isinstance(error, WrongUse) else error
        raise record.fault(header.line, header.column, f"{header.key}: {header.value}", cause) from error


def _agreed(record: Record, game: AnyGame, named: Header) -> Setup:
    """What the headers say is agreed, one after the other, so that each answers for itself."""
    said: dict[str, Any] = {}
    with _blaming(record, named):
        setup = make_setup(game)
    readers: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
        ("Seed", "seed", parse_seed),
        ("Players", "names", str.split),
        ("Options", "options", lambda text: [_found_beside(record, word) for word in split_options(text)]),
        ("Model", "model", lambda text: _found_beside(record, text) or None),
        ("Skill", "skills", str.split),
    )
    lost: Model | None = None
    for key, what, read in readers:
        header = record.header(key)
        if header is None:
            continue
        with _blaming(record, header):
            said[what] = read(header.value)
            try:
                setup = make_setup(game, **said)
            except UnreadableModel as error:
                if game.models is None or not record.states_outcomes:
                    raise
                lost = game.models.stand_in(said.pop("model"), str(error))
                setup = make_setup(game, **said)
    return replace(setup, model=lost) if lost else setup


def _found_beside(record: Record, word: str) -> str:
    """A word that ends in the path of a TOML file, with the path made whole if the file lies beside the move file."""
    name, equals, value = word.rpartition("=")
    if record.source == "-" or not value.endswith(".toml") or Path(value).is_absolute():
        return word
    path = Path(record.source).parent / value
    whole = str(path.resolve()) if path.is_file() else value
    return f"{name}{equals}{whole}" if can_stand_in_header(whole) else word


@dataclass
class Step:
    """A line of a move file and what came of it: the match as it is now, and how many plies the line added."""

    line: Line | None
    match: Match
    plies: int = 0
    difference: str = ""


def replay(record: Record, *, verify: bool = False) -> Iterator[Step]:
    """Play a record line by line; yields after every line, and once for what is rolled at the end.

    Raises Located at the first line that cannot be, and applies nothing after it. With
    `verify`, rolled outcomes are computed again and a Step says how one differs.
    """
    match = open_match(record)
    last = max((number for number, line in enumerate(record.lines, 1) if line.kind != "expect"), default=0)
    if last == 0:
        _give_up(record, match)
    yield Step(None, match)
    for number, line in enumerate(record.lines, 1):
        before = len(match.plies)
        try:
            difference = _follow(match, line, verify)
        except Located:
            raise
        except TabletopError as error:
            cause = UnreadableFile(str(error)) if isinstance(error, WrongUse) else error
            raise record.fault(line.line, _column(line, error), line.raw, cause) from error
        if number == last:
            _give_up(record, match)
        yield Step(line, match, len(match.plies) - before, difference)
    before = len(match.plies)
    match.settle()
    if len(match.plies) > before:
        yield Step(None, match, len(match.plies) - before)


def refuse_unseeded(record: Record, match: Match) -> None:
    """Raise Located for a script that ends where a roll is due and has no seed; what people state may still come."""
    model = match.setup.model
    is_stated = model is not None and (model.name == REFEREE or bool(model.error))
    if match.to_move != CHANCE or match.setup.seed is not None or is_stated:
        return
    remedy = "and there is no seed; give one (`Seed: 7`), or state the outcome (`=> ...`)"
    if not record.lines:
        with _blaming(record, record.headers[0]):
            raise UnreadableFile(f"{match.game.title} is set up by chance, {remedy}")
    last = record.lines[-1]
    raise record.fault(last.line, last.column, last.raw, UnreadableFile(f"what comes of this must be rolled, {remedy}"))


def _give_up(record: Record, match: Match) -> None:
    """End the match behind its last move as `Resigned` or `Forfeit` says."""
    header = record.header("Resigned") or record.header("Forfeit")
    if header is None:
        return
    with _blaming(record, header):
        match.settle()
        if match.result:
            raise UnreadableFile(f"the game is over before: {match.result.reason}")
        name, _, reason = header.value.partition(" ")
        player = find_seat(match.setup.names, name)
        if header.key.lower() == "forfeit":
            match.forfeit(player, reason.strip() or f"{name} lost by forfeit")
        elif reason:
            raise UnreadableFile("expected `Resigned: NAME`")
        else:
            match.resign(player)


def replayed(record: Record) -> Match:
    """The match after all lines of the record; raises Located."""
    match: Match | None = None
    for step in replay(record):
        match = step.match
    assert match is not None
    return match


def _column(line: Line, error: TabletopError) -> int:
    """The column of a line's mistake in its file."""
    start = _own_words(line.text) if line.kind == "expect" else 0
    return line.column + mistake_span(error, line.text, start)[0]


def _follow(match: Match, line: Line, verify: bool) -> str:
    """Do what a line says; the text of a difference, if verifying finds one."""
    if line.kind in ("rolled", "stated"):
        return _outcome(match, line, verify)
    if line.kind == "expect":
        expectation = parse_expectation(line.text)
        if expectation.what != "illegal" or match.to_move == CHANCE:
            match.settle()
        if expectation.what in ("turn", "turns") and match.to_move == CHANCE:
            match.sample_outcome()
        expect(match, expectation)
        return ""
    match.settle()
    if match.to_move == CHANCE:
        match.sample_outcome()
    match.play_text(line.text)
    return ""


def _outcome(match: Match, line: Line, verify: bool) -> str:
    if match.to_move != CHANCE:
        raise UnreadableFile("no outcome is due here")
    move = match.parse(line.text)
    if line.kind == "stated":
        match.play(move, "stated")
        return ""
    difference = ""
    if verify:
        drawn = match.sample_outcome()
        if drawn != move:
            difference = f"seed and model give `-> {match.game.format_move(drawn)}`"
    match.play(move, "rolled")
    return difference


def _own_words(text: str) -> int:
    """Where in an `expect` line its own words begin: behind `expect turn`, or at the last word."""
    head = _EXPECT_HEAD.match(text)
    return head.end() if head else 0


def write_record(match: Match, extra: tuple[Header, ...] = ()) -> str:
    """The match as the text of a move file: every outcome is in it, so it replays without the seed.

    `extra` are further headers; they come before tags of the same name.
    """
    said = {header.key.lower() for header in extra}
    tags = (Header(key, value) for key, value in match.tags if key.lower() not in said)
    return format_record([*_headers(match), *extra, *tags], _lines(match))


def _is_known(key: str) -> bool:
    """Whether a header says something about the game; others are kept as they are."""
    return key.lower() in {known.lower() for known in GAME_HEADERS}


def _headers(match: Match) -> list[Header]:
    game, setup = match.game, match.setup
    headers = [Header("Game", game.name), Header("Players", " ".join(setup.names))]
    if options := format_options(game.options, setup.options):
        headers.append(Header("Options", options))
    if setup.seed is not None:
        headers.append(Header("Seed", str(setup.seed)))
    if setup.model is not None:
        headers.append(Header("Model", setup.model.name))
    if any(skill != 0.5 for skill in setup.skills):
        skills = " ".join(f"{p}={skill!r}" for p, skill in enumerate(setup.skills, 1))
        headers.append(Header("Skill", skills))
    if setup.first != 1 and game.format_position is None:
        headers.append(Header("First", setup.names[setup.first - 1]))
    if game.format_position and game.format_position(match.states[0]) != _default_position(game, match):
        headers.append(Header("Position", game.format_position(match.states[0])))
    if match.forfeited:
        headers.append(_forfeit_header(match.forfeited, setup.names))
    return headers


def _forfeit_header(forfeit: Forfeit, names: Sequence[str]) -> Header:
    name = names[forfeit.player - 1]
    if forfeit.is_resignation:
        return Header("Resigned", name)
    reason = shorten(" ".join(forfeit.reason.replace("#", "").split()), LONGEST_REASON)
    return Header("Forfeit", f"{name} {reason}".strip())


def _default_position(game: AnyGame, match: Match) -> str:
    """The start that a reader of the record would set up without a Position header."""
    assert game.format_position
    options = split_options(format_options(game.options, match.setup.options))
    setup = make_setup(game, names=match.setup.names, options=options)
    return game.format_position(game.start(setup))


def _lines(match: Match) -> Iterator[Line]:
    number = 0
    for ply in match.plies:
        text = match.game.format_move(ply.move)
        if ply.player != CHANCE and match.game.numbers_moves:
            number += 1
            text = f"{number}. {text}"
        yield Line(ply.source, text)
