"""Sessions for tests: made, and played without a front end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from tabletop.game import CHANCE
from tabletop.games import load
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import parse_records
from tabletop.replay import replayed
from tabletop.saves import Autosave, SavedGames
from tabletop.seats import fill_seats
from tabletop.session.seating import Seating
from tabletop.session.session import Session
from tests.helpers import random_move


def new_session(
    name: str,
    *seats: str,
    seed: int = 42,
    saved_games: Path | None = None,
    position: str | None = None,
    games: int = 1,
    sandbox: bool = False,
    **setup_options: Any,
) -> Session:
    """A session that begins a game; it saves in the folder `saved_games`, or where the test's home is."""
    game = load(name)
    all_seats = fill_seats(game, seats or ("anna=human", "random"))
    setup = make_setup(game, names=[seat.name for seat in all_seats], seed=seed, **setup_options)
    start = game.parse_position(position, setup) if position and game.parse_position else None
    saves = SavedGames(saved_games)
    return Session.begin(
        game, setup, Seating(all_seats, sandbox=sandbox), Autosave(saves, saves.new_slot(name)), start, games
    )


def answer(session: Session, line: str) -> str:
    """What the session says to a line."""
    reply = session.submit(line)
    return "\n".join([*reply.history, *reply.lines])


def play_bots(session: Session) -> None:
    """Let bots move until a person is to act, or the game is over."""
    while session.phase == "bot":
        search = session.bot_search().start()
        assert search.wait(30)
        session.play_bot_move(search)


def any_move(session: Session) -> str:
    """A legal move of the player to move, the same one every time, as a person would type it."""
    match = session.match
    return match.game.format_move(random_move(match, Random(len(match.plies))))


def play_to_end(session: Session, most: int = 2000) -> list[str]:
    """Play a session to its end; what the people typed."""
    lines: list[str] = []
    for _ in range(most):
        play_bots(session)
        if session.phase != "human":
            break
        lines.append(any_move(session))
        reply = session.submit(lines[-1])
        assert reply.kind == "news", reply
    return lines


def moves_played(match: Match) -> list[str]:
    """All moves of people and bots so far, in long notation."""
    return [match.game.format_move(ply.move) for ply in match.plies if ply.player != CHANCE]


def saved_moves() -> list[list[str]]:
    """The moves of every game under way in the test's home, read back as `resume` reads them."""
    return [moves_played(replayed(next(parse_records(saved.text)))) for saved in SavedGames().saved()]
