"""Games for other programs to show: boards as vector pictures, whole games as web pages."""

from __future__ import annotations

from importlib import import_module

from tabletop.describe import result_line
from tabletop.errors import WrongUse
from tabletop.game import AnyGame, State, View
from tabletop.match import Match
from tabletop.svg import Picture


def draw_view(game: AnyGame, view: View[State]) -> Picture:
    """The picture of a view; raises WrongUse if the game has none."""
    if not game.picture:
        raise WrongUse(f"{game.title} has no vector picture; `show` without `--svg` draws the board as text")
    picture: Picture = import_module(game.picture).draw(view)
    return picture


def draw_picture(match: Match) -> Picture:
    """The picture of a match as it is now, with only what the player to move may see."""
    picture = draw_view(match.game, match.view(player=max(match.to_move, 1)))
    picture.title = f"{match.game.title}: {result_line(match)}"
    return picture
