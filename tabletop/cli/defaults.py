"""The user's settings as defaults for a game: checked against the game when they are set and when they are used."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from tabletop.errors import TabletopError, Unreadable, UnreadableFile, WrongUse
from tabletop.game import AnyGame
from tabletop.games import NAMES, load
from tabletop.options import check_name, make_setup
from tabletop.settings import Settings, settings_path


def usual(settings: Settings, key: str, game: AnyGame) -> Any:
    """What is set for this game, or for all; raises UnreadableFile, with the file's name, where it makes no sense.

    What is set for all games and makes sense in others alone, such as three players, is not for this one.
    """
    value = settings.get(key, game.name)
    if value is None:
        return None
    own = f"{game.name}.{key}" if key in settings.games.get(game.name, {}) else key
    try:
        _check(key, value, game)
    except (WrongUse, Unreadable) as error:
        if own == key and _suits_some(key, value):
            return None
        remedy = f"`tabletop config set {own} ...` or `tabletop config unset {own}` changes it"
        raise UnreadableFile(f"{settings_path()}: {own}: {error}; {remedy}") from error
    return value


def _suits_some(key: str, value: Any) -> bool:
    with suppress(WrongUse, Unreadable):
        check_setting(key, value)
        return True
    return False


def check_setting(name: str, value: Any) -> None:
    """Raise WrongUse or Unreadable for a value that its game, or every game, would refuse."""
    own, _, key = name.rpartition(".")
    if own:
        _check(key, value, load(own))
        return
    refusals: list[TabletopError] = []
    for entry in NAMES:
        try:
            _check(key, value, load(entry.name))
        except (WrongUse, Unreadable) as error:
            refusals.append(error)
        else:
            return
    if len({str(error) for error in refusals}) == 1:
        raise refusals[0]
    raise WrongUse(f"no game takes this: {refusals[-1]}")


def _check(key: str, value: Any, game: AnyGame) -> None:
    most = game.players[1]
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
            make_setup(game, players=most, skills=value)
        case "think":
            from tabletop.bots.limit import parse_seconds

            parse_seconds(value)


def _check_bot(game: AnyGame, spec: str) -> None:
    from tabletop.seats import close_controller, open_controller

    close_controller(open_controller(game, spec))
