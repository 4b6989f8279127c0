"""One game of the arena, from start to end, in whatever process. Takes and returns plain data."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabletop.arena.tournament import Pairing, Participant, Tournament
from tabletop.bots.bot import observe
from tabletop.bots.specs import Controller
from tabletop.errors import EngineFailed, EngineNotStarted, IllegalMove, TabletopError
from tabletop.game import CHANCE, Result
from tabletop.games import load
from tabletop.match import Match
from tabletop.record import Header
from tabletop.replay import write_record
from tabletop.seats import close_controller, open_controller

LONGEST = 2000
"""Plies after which a game is broken off and nobody wins."""


@dataclass(frozen=True)
class Failure:
    """An entrant, counted from 0, that crashed, stalled or cheated and so lost its game."""

    who: int
    at_start: bool
    """Whether it could not even be started."""


@dataclass(frozen=True)
class GameReport:
    """How a game went. Entrants are counted from 0; no winners is a draw."""

    pairing: Pairing
    winners: tuple[int, ...]
    points: tuple[int, ...] | None
    """By seat; None where the game has no points."""
    reason: str
    plies: int
    seconds: tuple[float, ...]
    """How long each seat thought for a turn, on average."""
    record: str
    """The whole game as a move file."""
    failure: Failure | None = None


def play_game(tournament: Tournament, pairing: Pairing) -> GameReport:
    """Play one game to its end. Who crashes, stalls or cheats has lost."""
    game = load(tournament.game)
    table = tournament.tables[pairing.table]
    participants = [tournament.participants[who] for who in pairing.seating]
    setup = replace(tournament.setup(table), seed=pairing.seed if game.models else None)
    start = game.parse_position(table.position, setup) if table.position and game.parse_position else None
    match = Match(game, setup, start)
    seats = [open_controller(game, participant.bot) for participant in participants]
    seconds = [0.0] * tournament.players
    turns = [0] * tournament.players
    failure: Failure | None = None
    try:
        match.settle()
        while match.result is None and len(match.plies) < LONGEST:
            seat = match.to_move - 1
            began = time.perf_counter()
            bot_seed = pairing.seed * len(tournament.participants) + pairing.seating[seat]
            error = _take_turn(match, seats[seat], bot_seed, participants[seat])
            if error:
                failure = Failure(pairing.seating[seat], isinstance(error, EngineNotStarted))
            seconds[seat] += time.perf_counter() - began
            turns[seat] += 1
            match.settle()
    finally:
        for one in seats:
            close_controller(one)
    result = match.result or Result((), "-", f"broken off after {LONGEST} moves")
    return GameReport(
        pairing=pairing,
        winners=tuple(sorted(pairing.seating[player - 1] for player in result.winners)),
        points=match.state.scores(),
        reason=result.reason,
        plies=sum(ply.player != CHANCE for ply in match.plies),
        seconds=tuple(round(all_ / max(1, number), 4) for all_, number in zip(seconds, turns, strict=True)),
        record=write_record(match, _headers([participant.name for participant in participants], result)),
        failure=failure,
    )


def _take_turn(match: Match, seat: Controller, bot_seed: int, participant: Participant) -> TabletopError | None:
    """Let the player to move take its turn; the error by which it has lost, if there is one."""
    player = match.to_move
    try:
        info = seat.bot.think(observe(match, bot_seed), seat.limit(participant.nodes, participant.think))
        match.play(info.move)
    except (EngineFailed, IllegalMove) as error:
        match.forfeit(player, " ".join(str(error).split()))
        return error
    return None


def _headers(names: Sequence[str], result: Result) -> tuple[Header, ...]:
    """Who sat where, and who won and why; names are those of the entrants by seat."""
    winners = [names[player - 1] for player in result.winners]
    if not winners or len(winners) == len(names):
        head = "draw"
    else:
        head = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    bots = " ".join(name.replace(" ", "_") for name in names)
    return Header("Bots", bots), Header("Result", f"{head}: {result.reason}".replace("#", ""))
