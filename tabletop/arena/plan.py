"""Plans: tournaments as people write them, in TOML.

    tournament = read_tournament("plan.toml")

The manual page tabletop-arena(1) describes the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabletop.arena.adjudication import Adjudication
from tabletop.arena.openings import Opening, read_openings, shuffled
from tabletop.arena.tournament import (
    TIME_MARGIN,
    Participant,
    Sprt,
    Table,
    Tournament,
    blocks_for,
    check_tournament,
)
from tabletop.bots.limit import parse_clock, parse_seconds
from tabletop.errors import TabletopError, UnreadableFile, WrongUse
from tabletop.files import LARGEST_TOML, read_text
from tabletop.game import AnyGame
from tabletop.games import load
from tabletop.options import split_options
from tabletop.text import shorten
from tabletop.toml import NotToml, format_value, parse_toml

KEYS = {
    *("game", "seed", "games", "players", "schedule", "skill", "entrant", "table", "sprt"),
    *("nodes", "think", "time", "margin", "openings", "adjudication"),
}
LIMITS = ("nodes", "think", "time")
"""Keys of the plan and of each entrant; an entrant with one of them has none of the plan's."""


def read_tournament(path: str) -> Tournament:
    """The tournament in a TOML file, or on standard input with `-`; raises UnreadableFile with the mistake."""
    try:
        data = parse_toml(read_text(path, "a plan", LARGEST_TOML))
    except NotToml as error:
        raise UnreadableFile(f"not valid TOML: {error}", source=path) from error
    try:
        return _tournament(data, Path() if path == "-" else Path(path).parent)
    except TabletopError as error:
        raise UnreadableFile(f"{path}: {error}") from error


def _tournament(data: dict[str, Any], folder: Path) -> Tournament:
    """The tournament; its paths are relative to the folder."""
    _refuse_unknown(data, KEYS, "")
    game = load(_text(data, "game"))
    players = _whole(data, "players", max(2, game.players[0]), least=2)
    seed = _whole(data, "seed", 1, least=0)
    schedule = data.get("schedule", "round-robin")
    if schedule not in ("round-robin", "gauntlet"):
        raise WrongUse(f"schedule: must be round-robin or gauntlet, not {shorten(repr(schedule))}")
    tournament = Tournament(
        game=game.name,
        participants=tuple(_participant(entrant, data) for entrant in _list(data, "entrant")),
        blocks=blocks_for(_whole(data, "games", 2), players),
        players=players,
        seed=seed,
        gauntlet=schedule == "gauntlet",
        tables=tuple(_table(table) for table in _list(data, "table")) if "table" in data else (Table(),),
        skills=_words(data, "skill"),
        sprt=_sprt(data["sprt"]) if "sprt" in data else None,
        openings=_openings(data["openings"], game, seed, folder) if "openings" in data else (),
        adjudication=_adjudication(data.get("adjudication", {})),
        margin=_seconds(data, "margin") if "margin" in data else TIME_MARGIN,
    )
    check_tournament(tournament)
    return tournament


def parse_sprt(text: str) -> Sprt:
    """The test in a text such as `elo0=0,elo1=20`; raises WrongUse."""
    values: dict[str, float] = {}
    for word in text.split(","):
        key, _, number = word.partition("=")
        try:
            values[key.strip()] = float(number)
        except ValueError:
            raise WrongUse(f"write a sequential test as elo0=0,elo1=20, not {text!r}") from None
    return _sprt(values)


def _sprt(values: Any) -> Sprt:
    if not isinstance(values, dict):
        raise WrongUse("sprt: must be a table with elo0 and elo1")
    _refuse_unknown(values, {"elo0", "elo1", "alpha", "beta"}, "sprt.")
    if not {"elo0", "elo1"} <= set(values):
        raise WrongUse("sprt: needs elo0 and elo1")
    for key, value in values.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 2000:
            raise WrongUse(f"sprt.{key}: must be a number, not {value!r}")
    test = Sprt(**{key: float(value) for key, value in values.items()})
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise WrongUse("sprt: alpha and beta must be between 0 and 0.5")
    return test


def _participant(data: Any, plan: Mapping[str, Any]) -> Participant:
    """A participant; the plan's limits are for those without one of their own."""
    if not isinstance(data, dict):
        raise WrongUse("entrant: write each entrant as a table, `[[entrant]]`")
    _refuse_unknown(data, {"name", "bot", "options", "skill", *LIMITS}, "entrant.")
    bot = _text(data, "bot")
    limits = data if any(key in data for key in LIMITS) else plan
    return Participant(
        name=_text(data, "name") if "name" in data else bot,
        bot=bot,
        nodes=_whole(limits, "nodes") if "nodes" in limits else None,
        think=_seconds(limits, "think") if "think" in limits else None,
        clock=parse_clock(str(limits["time"])) if "time" in limits else None,
        options=_participant_options(data["options"]) if "options" in data else (),
        skill=_skill(data["skill"]) if "skill" in data else None,
    )


def _skill(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise WrongUse(f"entrant.skill: must be a number from 0 to 1, not {format_value(value)}")
    return float(value)


def _participant_options(data: Any) -> tuple[tuple[str, str], ...]:
    """The options of an engine or a bot, as names and values."""
    if not isinstance(data, dict):
        raise WrongUse("entrant.options: write a table, `[entrant.options]`")
    options = []
    for name, value in data.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if not isinstance(value, (bool, int, float, str)) or not (name + text).isprintable() or not name.strip():
            raise WrongUse(f"entrant.options.{shorten(name)}: must be text, a number, true or false, on one line")
        options.append((name, text))
    return tuple(options)


def _table(data: Any) -> Table:
    if not isinstance(data, dict):
        raise WrongUse("table: write each one as a table, `[[table]]`")
    _refuse_unknown(data, {"name", "options", "model", "position"}, "table.")
    model, position, name = (_text(data, key) if key in data else None for key in ("model", "position", "name"))
    return Table(_words(data, "options"), model, position, name or "")


def _openings(data: Any, game: AnyGame, seed: int, folder: Path) -> tuple[Opening, ...]:
    """The openings of `"FILE"` or `{file = "FILE", order = "random", plies = 8}`."""
    values = {"file": data} if isinstance(data, str) else data
    if not isinstance(values, dict):
        raise WrongUse("openings: must be a file's name, or a table with `file`")
    _refuse_unknown(values, {"file", "order", "plies"}, "openings.")
    order = values.get("order", "sequential")
    if order not in ("sequential", "random"):
        raise WrongUse(f"openings.order: must be sequential or random, not {shorten(repr(order))}")
    plies = _whole(values, "plies") if "plies" in values else None
    openings = read_openings(str(folder / _text(values, "file")), game, plies)
    return shuffled(openings, seed) if order == "random" else openings


def _adjudication(data: Any) -> Adjudication:
    """When games are ended early: `{draw = {turns = 200}, win = {points = 20, turns = 6}}`."""
    if not isinstance(data, dict):
        raise WrongUse("adjudication: must be a table with draw or win")
    _refuse_unknown(data, {"draw", "win"}, "adjudication.")
    draw, win = data.get("draw"), data.get("win")
    for key, value, known in (("draw", draw, {"turns"}), ("win", win, {"points", "turns"})):
        if value is None:
            continue
        if not isinstance(value, dict):
            raise WrongUse(f"adjudication.{key}: must be a table with {' and '.join(sorted(known))}")
        _refuse_unknown(value, known, f"adjudication.{key}.")
    return Adjudication(
        draw_turns=None if draw is None else _whole(draw, "turns"),
        win_points=None if win is None else _whole(win, "points"),
        win_turns=1 if win is None else _whole(win, "turns"),
    )


def _seconds(data: Mapping[str, Any], key: str) -> float:
    return parse_seconds(str(data[key]))


def _refuse_unknown(data: Mapping[str, Any], known: set[str], prefix: str) -> None:
    for key in data:
        if key not in known:
            raise WrongUse(f"{prefix}{key}: unknown key; the keys are {', '.join(sorted(known))}")


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise WrongUse(f"{key}: missing, or not text")
    return value


def _words(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of words, or a text that is split into words."""
    value = data.get(key, [])
    words = split_options(value) if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise WrongUse(f"{key}: must be a list of words, not {shorten(repr(value))}")
    return tuple(words)


def _whole(data: Mapping[str, Any], key: str, default: int | None = None, *, least: int = 1) -> int:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise WrongUse(f"{key}: must be a whole number, at least {least}, not {shorten(repr(value))}")
    return value


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list) or not value:
        raise WrongUse(f"{key}: missing; add a table `[[{key}]]`")
    return value
