"""Tables to play at in tests."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from tabletop.game import CHANCE, Game
from tabletop.games import NAMES, load
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.saves import Autosave, SavedGames
from tabletop.seats import fill_seats
from tabletop.session.seating import Seating
from tabletop.session.session import Session
from tests.helpers import random_move

GAMES = [entry.name for entry in NAMES]


def sit(
    name: str,
    *seats: str,
    seed: int = 42,
    saved_games: Path | None = None,
    position: str | None = None,
    games: int = 1,
    sandbox: bool = False,
    **agreed: Any,
) -> Session:
    """A session at a fresh table, its files in `shelf` or where the test's home is."""
    game = load(name)
    seats = fill_seats(game, seats or ("anna=human", "random"))
    setup = make_setup(game, names=[seat.name for seat in seats], seed=seed, **agreed)
    start = game.parse_position(position, setup) if position and game.parse_position else None
    kept = SavedGames(saved_games) if saved_games else SavedGames()
    return Session.begin(
        game, setup, Seating(seats, sandbox=sandbox), Autosave(kept, kept.new_slot(name)), start, games
    )


def think(session: Session) -> None:
    """Let bots move until a person is asked, or the game is over."""
    while session.phase == "bot":
        search = session.bot_search().start()
        assert search.wait(30)
        session.play_bot_move(search)


def any_move(session: Session) -> str:
    """A legal move of the player to move, the same one every time, as a person would type it."""
    match = session.match
    return match.game.format_move(random_move(match, Random(len(match.plies))))


def script(session: Session, most: int = 2000) -> list[str]:
    """Play a session to its end; what the people typed."""
    lines: list[str] = []
    for _ in range(most):
        think(session)
        if session.phase != "human":
            break
        lines.append(any_move(session))
        reply = session.submit(lines[-1])
        assert reply.kind == "news", reply
    return lines


def plain_moves(match: Match) -> list[str]:
    """All moves of people and bots so far, in long notation."""
    return [match.game.format_move(ply.move) for ply in match.plies if ply.player != CHANCE]


def every_game() -> list[Game]:
    """All registered games."""
    return [load(name) for name in GAMES]
