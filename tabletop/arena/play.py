"""One game of the arena, from start to end, in whatever process. Takes and returns plain data."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabletop.arena.plan import Entrant, Plan
from tabletop.arena.schedule import Fixture
from tabletop.bots import Seat, situation
from tabletop.engine import EngineNotStarted
from tabletop.errors import EngineFailed, IllegalMove, TabletopError
from tabletop.game import CHANCE, Outcome
from tabletop.games import load
from tabletop.match import Match
from tabletop.players import close_seat, open_seat
from tabletop.record import Header
from tabletop.replay import write_record

LONGEST = 2000
"""Plies after which a game is broken off and nobody wins."""


@dataclass(frozen=True)
class Failure:
    """An entrant, counted from 0, that crashed, stalled or cheated and so lost its game."""

    who: int
    at_start: bool
    """Whether it could not even be started."""


@dataclass(frozen=True)
class Result:
    """How a game went. Entrants are counted from 0; no winners is a draw."""

    fixture: Fixture
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


def play_game(plan: Plan, fixture: Fixture) -> Result:
    """Play one game to its end. Who crashes, stalls or cheats has lost."""
    game = load(plan.game)
    table = plan.tables[fixture.table]
    entrants = [plan.entrants[who] for who in fixture.seating]
    setup = replace(plan.setup(table), seed=fixture.seed if game.models else None)
    start = game.parse_position(table.position, setup) if table.position and game.parse_position else None
    match = Match(game, setup, start)
    seats = [open_seat(game, entrant.bot) for entrant in entrants]
    seconds = [0.0] * plan.players
    turns = [0] * plan.players
    failure: Failure | None = None
    try:
        match.settle()
        while match.outcome is None and len(match.plies) < LONGEST:
            seat = match.to_move - 1
            began = time.perf_counter()
            bot_seed = fixture.seed * len(plan.entrants) + fixture.seating[seat]
            error = _take_turn(match, seats[seat], bot_seed, entrants[seat])
            if error:
                failure = Failure(fixture.seating[seat], isinstance(error, EngineNotStarted))
            seconds[seat] += time.perf_counter() - began
            turns[seat] += 1
            match.settle()
    finally:
        for one in seats:
            close_seat(one)
    outcome = match.outcome or Outcome((), "-", f"broken off after {LONGEST} moves")
    return Result(
        fixture=fixture,
        winners=tuple(sorted(fixture.seating[player - 1] for player in outcome.winners)),
        points=match.state.scores(),
        reason=outcome.reason,
        plies=sum(ply.player != CHANCE for ply in match.plies),
        seconds=tuple(round(all_ / max(1, number), 4) for all_, number in zip(seconds, turns, strict=True)),
        record=write_record(match, _headers([entrant.name for entrant in entrants], outcome)),
        failure=failure,
    )


def _take_turn(match: Match, seat: Seat, bot_seed: int, entrant: Entrant) -> TabletopError | None:
    """Let the player to move take its turn; the error by which it has lost, if there is one."""
    player = match.to_move
    try:
        thought = seat.bot.think(situation(match, bot_seed), seat.budget(entrant.nodes, entrant.think))
        match.play(thought.move)
    except (EngineFailed, IllegalMove) as error:
        match.forfeit(player, " ".join(str(error).split()))
        return error
    return None


def _headers(names: Sequence[str], outcome: Outcome) -> tuple[Header, ...]:
    """Who sat where, and who won and why; names are those of the entrants by seat."""
    winners = [names[player - 1] for player in outcome.winners]
    if not winners or len(winners) == len(names):
        head = "draw"
    else:
        head = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    bots = " ".join(name.replace(" ", "_") for name in names)
    return Header("Bots", bots), Header("Result", f"{head}: {outcome.reason}".replace("#", ""))
