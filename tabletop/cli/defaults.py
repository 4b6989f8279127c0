"""The user's settings as defaults for a game.

    level = default_for(game, "level", load_settings())

A value is checked against the game when it is used, and against all games when it is set.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from tabletop.errors import TabletopError, Unreadable, UnreadableFile, WrongUse
from tabletop.game import AnyGame
from tabletop.games import load, registrations
from tabletop.options import check_name, make_setup, parse_skills, split_skill
from tabletop.settings import Settings, settings_path


def default_for(game: AnyGame, key: str, settings: Settings) -> Any:
    """The value set for this game, or for all games, or None; raises UnreadableFile if the game refuses it.

    A value for all games that this game cannot use but another can, such as three players, is ignored.
    """
    value = settings.get(key, game.name)
    if value is None:
        return None
    name = f"{game.name}.{key}" if key in settings.games.get(game.name, {}) else key
    try:
        _check(key, value, game)
    except (WrongUse, Unreadable) as error:
        if name == key and _suits_some_game(key, value):
            return None
        raise UnreadableFile(
            f"{settings_path()}: {name}: {error}; "
            f"change it with `tabletop config set {name} ...` or remove it with `tabletop config unset {name}`"
        ) from error
    return value


def _suits_some_game(key: str, value: Any) -> bool:
    with suppress(WrongUse, Unreadable):
        check_setting(key, value)
        return True
    return False


def check_setting(name: str, value: Any) -> None:
    """Raise WrongUse or Unreadable if the game in the name, or every game if there is none, refuses the value."""
    game, _, key = name.rpartition(".")
    if game:
        _check(key, value, load(game))
        return
    refusals: list[TabletopError] = []
    for entry in registrations():
        checked = load(entry.name)
        if key in ("model", "skills") and not checked.models:
            continue
        try:
            _check(key, value, checked)
        except (WrongUse, Unreadable) as error:
            refusals.append(error)
        else:
            return
    if len({str(error) for error in refusals}) == 1:
        raise refusals[0]
    raise WrongUse(f"no game accepts this value: {refusals[0]}")


def _check(key: str, value: Any, game: AnyGame) -> None:
    match key:
        case "name":
            check_name(value)
        case "level":
            _check_bot(game, value)
        case "seats":
            from tabletop.seats import fill_seats

            seats = fill_seats(game, value)
            make_setup(game, names=[seat.name for seat in seats])
            for seat in seats:
                if not seat.is_human:
                    _check_bot(game, seat.spec)
        case "players":
            make_setup(game, players=value)
        case "options":
            make_setup(game, options=value)
        case "model":
            make_setup(game, model=value)
        case "skills":
            _check_skills(game, value)
        case "think":
            from tabletop.bots.limit import parse_seconds

            parse_seconds(value)


def _check_skills(game: AnyGame, words: Sequence[str]) -> None:
    """Refuse what no table can use; whether a player of that name is there, only a table can say."""
    for word in words:
        who, _ = split_skill(word)
        names = game.seats if who.isdigit() else (who,)
        for name in names:
            check_name(name)
        parse_skills(game, [word], names)


def _check_bot(game: AnyGame, spec: str) -> None:
    from tabletop.seats import close_controller, open_controller

    close_controller(open_controller(game, spec))
