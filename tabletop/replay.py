"""Move files played through a match, and matches written as move files.

for record in read_games("game.moves"):
    match = replayed(record)            # or, line by line: for step in replay(record): ...
    print(write_record(match))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tabletop.chance import RNG_VERSION
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
from tabletop.text import can_stand_in_header, shorten, whole_number

LONGEST_REASON = 500
OLDEST_RNG = 1
"""The version of 0.1, whose records have no header `Rng`."""
_EXPECT_HEAD = re.compile(r'\S+\s+(?:illegal\s+"?|\S+\s+(?=\S))?', re.IGNORECASE)


def read_games(path: str, game: AnyGame | None = None) -> Iterator[Record]:
    """The games of a move file, in order; with `game`, they must be of it, and need not say so."""
    for record in parse_records(read_text(path), path, game.name if game else None):
        named = record.header("Game")
        other = canonical(named.value) if named else None
        if named and other and game and other != game.name:
            cause = UnreadableFile(f"this is a game of {load(other).title}, not {game.title}")
            raise record.error_at(named.line, named.column, f"{named.key}: {named.value}", cause)
        yield record


def nth_game(records: Iterable[Record], number: int) -> tuple[Record | None, int]:
    """The record of that number, from 1, if there is one, and how many records there are."""
    chosen, count = None, 0
    for count, record in enumerate(records, 1):
        if count == number:
            chosen = record
    return chosen, count


def open_match(record: Record) -> Match:
    """The match that the headers describe, before its first move; raises Located at the header at fault."""
    named = record.header("Game")
    assert named is not None
    with _located_at(record, named):
        game = load(named.value)
    setup = _read_setup(record, game, named)
    if first := record.header("First"):
        with _located_at(record, first):
            setup = replace(setup, first=find_seat(setup.names, first.value))
    start = None
    position, model, options = map(record.header, ("Position", "Model", "Options"))
    with _located_at(record, position or model or options or named):
        if position and position.value:
            if game.parse_position is None:
                raise WrongUse(f"{game.title} has no position strings; use a record instead")
            start = game.parse_position(position.value, setup)
        match = Match(game, setup, start)
    _refuse_names(record, match)
    match.rng_version = _rng_version(record)
    if model_hash := record.header("Model-Hash"):
        match.model_hash = model_hash.value
    elif record.has_rolled_outcomes:
        match.model_hash = ""
    match.tags = tuple((header.key, header.value) for header in record.headers if not _is_known(header.key))
    return match


def _rng_version(record: Record) -> int:
    """The version that rolled the outcomes; a record that does not say is of 0.1, a script is rolled by today's."""
    header = record.header("Rng")
    if header is None:
        return OLDEST_RNG if record.has_rolled_outcomes else RNG_VERSION
    with _located_at(record, header):
        version = whole_number(header.value, digits=4)
        if not version:
            raise UnreadableFile(f"`Rng:` must be a version of the random numbers, such as {RNG_VERSION}")
        return version


def _refuse_names(record: Record, match: Match) -> None:
    """Refuse `red: place on b2`, which would be taken for a header: the player's name is left out."""
    seats = {name.lower() for name in (*match.setup.names, *match.game.seats[: match.setup.players])}
    known = {key.lower() for key in (*GAME_HEADERS, *SESSION_HEADERS, *ARENA_HEADERS)}
    for header in record.headers:
        if header.key.lower() in seats - known:
            with _located_at(record, header):
                raise UnreadableFile(f"{header.key} is a player; write only the move: `{shorten(header.value)}`")


@contextmanager
def _located_at(record: Record, header: Header) -> Iterator[None]:
    """Locate whatever is raised inside at this header."""
    try:
        yield
    except Located:
        raise
    except TabletopError as error:
        cause = UnreadableFile(str(error)) if isinstance(error, WrongUse) else error
        raise record.error_at(header.line, header.column, f"{header.key}: {header.value}", cause) from error


def _read_setup(record: Record, game: AnyGame, named: Header) -> Setup:
    """The setup that the headers describe, read one by one, so that an error is located at its own header."""
    arguments: dict[str, Any] = {}
    with _located_at(record, named):
        setup = make_setup(game)
    readers: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
        ("Seed", "seed", parse_seed),
        ("Players", "names", str.split),
        ("Options", "options", lambda text: [_resolve_beside(record, word) for word in split_options(text)]),
        ("Model", "model", lambda text: _resolve_beside(record, text) or None),
        ("Skill", "skills", str.split),
    )
    unreadable: Model | None = None
    for key, argument, read in readers:
        header = record.header(key)
        if header is None:
            continue
        with _located_at(record, header):
            arguments[argument] = read(header.value)
            try:
                setup = make_setup(game, **arguments)
            except UnreadableModel as error:
                if game.models is None or not record.states_outcomes:
                    raise
                unreadable = game.models.stand_in(arguments.pop("model"), error.summary)
                setup = make_setup(game, **arguments)
    return replace(setup, model=unreadable) if unreadable else setup


def _resolve_beside(record: Record, word: str) -> str:
    """The word, with an absolute path where it ends in the path of a TOML file beside the move file."""
    name, equals, value = word.rpartition("=")
    if record.source == "-" or not value.endswith(".toml") or Path(value).is_absolute():
        return word
    path = Path(record.source).parent / value
    whole = str(path.resolve()) if path.is_file() else value
    return f"{name}{equals}{whole}" if can_stand_in_header(whole) else word


@dataclass
class ReplayStep:
    """A line of a move file, played.

    line: None for the state before the first line, and for what is rolled after the last.
    match: as it is now; the same object in every step.
    plies: how many the line added.
    difference: with `verify`, how a rolled outcome differs from what seed and model give; else empty.
    """

    line: Line | None
    match: Match
    plies: int = 0
    difference: str = ""


def replay(record: Record, *, verify: bool = False) -> Iterator[ReplayStep]:
    """Play a record line by line; yields after every line, and once for what is rolled at the end.

    Raises Located at the first line that cannot be played, and applies nothing after it. With
    `verify`, rolled outcomes are computed again and a ReplayStep says how one differs.
    """
    match = open_match(record)
    forfeit = record.header("Resigned") or record.header("Forfeit")
    lines = _mark_last_move(record.lines) if forfeit else ((line, False) for line in record.lines)
    if forfeit and all(line.kind == "expect" for line in record.lines):
        _apply_forfeit(record, match)
    yield ReplayStep(None, match)
    for line, is_last_move in lines:
        before = len(match.plies)
        try:
            difference = _play_line(match, line, verify)
        except Located:
            raise
        except TabletopError as error:
            cause = UnreadableFile(str(error)) if isinstance(error, WrongUse) else error
            raise record.error_at(line.line, _column(line, error), line.raw, cause) from error
        if is_last_move:
            _apply_forfeit(record, match)
        yield ReplayStep(line, match, len(match.plies) - before, difference)
    before = len(match.plies)
    match.settle()
    if len(match.plies) > before:
        yield ReplayStep(None, match, len(match.plies) - before)


def _mark_last_move(lines: Iterable[Line]) -> Iterator[tuple[Line, bool]]:
    """The lines, and of each whether only expectations come behind it; reads no further than it must to know that."""
    waiting: list[Line] = []  # A line that may be the last, and the expectations behind it.
    for line in lines:
        if line.kind != "expect":
            yield from ((earlier, False) for earlier in waiting)
            waiting = []
        waiting.append(line)
    yield from ((line, line.kind != "expect") for line in waiting)


def refuse_unseeded(record: Record, match: Match) -> None:
    """Raise Located for a script that ends where a roll is due and has no seed; what people state may still come."""
    model = match.setup.model
    is_stated = model is not None and (model.name == REFEREE or bool(model.error))
    if match.to_move != CHANCE or match.setup.seed is not None or is_stated:
        return
    if not record.lines:
        with _located_at(record, record.headers[0]):
            raise UnreadableFile(
                f"{match.game.title} has a random set-up; give a seed (`Seed: 7`), or state the set-up (`=> ...`)"
            )
    last = record.lines[-1]
    reason = "the outcome cannot be rolled without a seed; give one (`Seed: 7`), or state the outcome (`=> ...`)"
    raise record.error_at(last.line, last.column, last.raw, UnreadableFile(reason))


def _apply_forfeit(record: Record, match: Match) -> None:
    """End the match after its last move, as the header `Resigned` or `Forfeit` says."""
    header = record.header("Resigned") or record.header("Forfeit")
    if header is None:
        return
    with _located_at(record, header):
        match.settle()
        if match.result:
            raise UnreadableFile(f"the game is already over: {match.result.reason}")
        name, _, reason = header.value.partition(" ")
        player = find_seat(match.setup.names, name)
        if header.key.lower() == "forfeit":
            match.forfeit(player, reason.strip() or f"{name} lost by forfeit")
        elif reason:
            raise UnreadableFile("expected `Resigned: NAME`")
        else:
            match.resign(player)


def replayed(record: Record, moves: int | None = None) -> Match:
    """The match after all lines of the record, or after this many moves and what came of them; raises Located."""
    match: Match | None = None
    for step in replay(record):
        match = step.match
        if moves is not None and match.moves_played >= moves and match.to_move != CHANCE:
            break
    assert match is not None
    return match


def _column(line: Line, error: TabletopError) -> int:
    """The column of a line's mistake in its file."""
    start = _argument_start(line.text) if line.kind == "expect" else 0
    return line.column + mistake_span(error, line.text, start)[0]


def _play_line(match: Match, line: Line, verify: bool) -> str:
    """Play a line; returns the difference that verifying found, or an empty text."""
    if line.kind in ("rolled", "stated"):
        return _play_outcome(match, line, verify)
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


def _play_outcome(match: Match, line: Line, verify: bool) -> str:
    if match.to_move != CHANCE:
        raise UnreadableFile("no move is waiting for an outcome here")
    move = match.parse(line.text)
    if line.kind == "stated":
        match.play(move, "stated")
        return ""
    difference = ""
    if verify and match.rng_version == RNG_VERSION and not match.has_other_model:
        sampled = match.sample_outcome()
        if sampled != move:
            difference = f"the seed and the model give `-> {match.game.format_move(sampled)}`"
    match.play(move, "rolled")
    return difference


def _argument_start(text: str) -> int:
    """Where the arguments of an `expect` line begin: after `expect turn`, or at its last word."""
    head = _EXPECT_HEAD.match(text)
    return head.end() if head else 0


def write_record(match: Match, extra: tuple[Header, ...] = ()) -> str:
    """The match as the text of a move file: every outcome is in it, so it replays without the seed.

    `extra` are further headers; they come before tags of the same name.
    """
    arguments = {header.key.lower() for header in extra}
    tags = (Header(key, value) for key, value in match.tags if key.lower() not in arguments)
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
        if setup.model.name != REFEREE and match.rng_version != OLDEST_RNG:
            headers.append(Header("Rng", str(match.rng_version)))
        headers.append(Header("Model", setup.model.name))
        if match.model_hash:
            headers.append(Header("Model-Hash", match.model_hash))
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
