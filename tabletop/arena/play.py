"""One game of the arena, from start to end, in whatever process. Takes and returns plain data."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from tabletop.arena.plan import Entrant, Plan
from tabletop.arena.schedule import Fixture
from tabletop.bots import Seat, situation
from tabletop.errors import EngineFailed, IllegalMove
from tabletop.game import CHANCE
from tabletop.games import load
from tabletop.match import Match
from tabletop.players import close_seat, open_seat
from tabletop.record import Header
from tabletop.replay import write_record

LONGEST = 2000
"""Plies after which a game is broken off and nobody wins."""


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
    try:
        match.settle()
        while match.outcome is None and len(match.plies) < LONGEST:
            seat = match.to_move - 1
            began = time.perf_counter()
            bot_seed = fixture.seed * len(plan.entrants) + fixture.seating[seat]
            _take_turn(match, seats[seat], bot_seed, entrants[seat])
            seconds[seat] += time.perf_counter() - began
            turns[seat] += 1
            match.settle()
    finally:
        for one in seats:
            close_seat(one)
    outcome = match.outcome
    return Result(
        fixture=fixture,
        winners=tuple(sorted(fixture.seating[player - 1] for player in outcome.winners)) if outcome else (),
        points=match.state.scores(),
        reason=outcome.reason if outcome else f"broken off after {LONGEST} moves",
        plies=sum(ply.player != CHANCE for ply in match.plies),
        seconds=tuple(round(all_ / max(1, number), 4) for all_, number in zip(seconds, turns, strict=True)),
        record=write_record(match, tuple(_headers(plan, fixture, match))),
    )


def _take_turn(match: Match, seat: Seat, bot_seed: int, entrant: Entrant) -> None:
    player = match.to_move
    try:
        thought = seat.bot.think(situation(match, bot_seed), seat.budget(entrant.nodes, entrant.think))
        match.play(thought.move)
    except (EngineFailed, IllegalMove) as error:
        match.forfeit(player, " ".join(str(error).split()))


def _headers(plan: Plan, fixture: Fixture, match: Match) -> list[Header]:
    bots = " ".join(plan.entrants[who].name.replace(" ", "_") for who in fixture.seating)
    headers = [Header("Bots", bots)]
    if match.outcome:
        headers.append(Header("Result", match.outcome.reason.replace("#", "")))
    return headers
