"""One game of a tournament, from start to end. Takes and returns plain data, so any process can play it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from tabletop.arena.tournament import Pairing, Participant, Tournament
from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.specs import Controller
from tabletop.describe import describe_result
from tabletop.errors import EngineFailed, EngineNotStarted, IllegalMove, TabletopError
from tabletop.game import CHANCE, Result
from tabletop.games import Registration, load
from tabletop.match import Match
from tabletop.record import Header
from tabletop.replay import write_record
from tabletop.seats import ENGINE, close_controller, open_controller

MAX_PLIES = 2000
"""Plies after which a game is stopped as a draw."""

Watch = Callable[[Match, SearchInfo], None]
"""Gets the match before each move of a bot, and what the bot has found."""


@dataclass(frozen=True)
class Failure:
    """A participant crashed, stalled or cheated, and so lost its game."""

    participant: int
    at_start: bool
    """Whether it could not even be started."""


@dataclass(frozen=True)
class GameReport:
    """How a game went."""

    pairing: Pairing
    winners: tuple[int, ...]
    """Participants by number; empty for a draw."""
    points: tuple[int, ...] | None
    """By seat; None if the game has no points."""
    reason: str
    """How it ended, in a sentence without a full stop."""
    plies: int
    """Moves, without outcomes of chance."""
    seconds: tuple[float, ...]
    """The average time for a turn, by seat."""
    record: str
    """The whole game as a move file."""
    failure: Failure | None = None


def play_game(
    tournament: Tournament, pairing: Pairing, registration: Registration | None = None, watch: Watch | None = None
) -> GameReport:
    """Play one game to its end. A participant that crashes, stalls or cheats loses.

    With `registration`, a game from another package is registered first: this may be a worker process.
    `watch` sees every move before it is checked and played.
    """
    game = load(tournament.game, registration)
    table = tournament.tables[pairing.table]
    participants = [tournament.participants[number] for number in pairing.seating]
    setup = replace(tournament.setup(table), seed=pairing.seed if game.models else None)
    start = game.parse_position(table.position, setup) if table.position and game.parse_position else None
    match = Match(game, setup, start)
    controllers = [open_controller(game, participant.bot) for participant in participants]
    seconds = [0.0] * tournament.players
    turns = [0] * tournament.players
    failure: Failure | None = None
    try:
        match.settle()
        while match.result is None and len(match.plies) < MAX_PLIES:
            seat = match.to_move - 1
            started = time.perf_counter()
            bot_seed = _bot_seed(tournament, pairing, seat)
            error = _take_turn(match, controllers[seat], bot_seed, participants[seat], watch)
            if error:
                failure = Failure(pairing.seating[seat], at_start=isinstance(error, EngineNotStarted))
            seconds[seat] += time.perf_counter() - started
            turns[seat] += 1
            match.settle()
    finally:
        for controller in controllers:
            close_controller(controller)
    result = match.result or Result((), "-", f"stopped after {MAX_PLIES} moves")
    return GameReport(
        pairing=pairing,
        winners=tuple(sorted(pairing.seating[player - 1] for player in result.winners)),
        points=match.state.scores(),
        reason=result.reason,
        plies=sum(ply.player != CHANCE for ply in match.plies),
        seconds=tuple(round(total / max(1, count), 4) for total, count in zip(seconds, turns, strict=True)),
        record=write_record(match, _headers(match, result, [participant.name for participant in participants])),
        failure=failure,
    )


def _bot_seed(tournament: Tournament, pairing: Pairing, seat: int) -> int:
    """The seed for the choices in this seat, counted from 0: for an engine, another one in every game.

    A bot has the same one in all games with the same seed. An engine that gets the same one twice may play the
    same game twice.
    """
    number = pairing.seating[seat]
    if tournament.participants[number].bot.startswith(ENGINE):
        text = f"engine|{pairing.seed}|{pairing.key}|{number}"
        return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") >> 1
    return pairing.seed * len(tournament.participants) + number


def _take_turn(
    match: Match, controller: Controller, bot_seed: int, participant: Participant, watch: Watch | None
) -> TabletopError | None:
    """Play the turn of the player to move; returns the error that forfeits the game, or None."""
    player = match.to_move
    try:
        info = controller.bot.think(observe(match, bot_seed), controller.limit(participant.nodes, participant.think))
        if watch:
            watch(match, info)
        match.play(info.move)
    except (EngineFailed, IllegalMove) as error:
        match.forfeit(player, " ".join(str(error).split()))
        return error
    return None


def _headers(match: Match, result: Result, names: Sequence[str]) -> tuple[Header, ...]:
    """The headers of the record: the participants' names by seat, and how the game ended."""
    bots = " ".join(name.replace(" ", "_") for name in names)
    return Header("Bots", bots), Header("Result", describe_result(match, result, names).replace("#", ""))
