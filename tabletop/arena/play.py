"""One game of a tournament, from start to end. Takes and returns plain data, so any process can play it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from tabletop.arena.adjudication import Adjudicator
from tabletop.arena.tournament import Pairing, Participant, Tournament
from tabletop.bots.bot import AnyObservation, SearchInfo, observe
from tabletop.bots.limit import MAX_SECONDS, Clock, Limit
from tabletop.bots.specs import Controller
from tabletop.describe import describe_result
from tabletop.errors import EngineFailed, EngineNotStarted, IllegalMove, TabletopError
from tabletop.game import Result
from tabletop.games import Registration, load
from tabletop.match import Match
from tabletop.record import Header
from tabletop.replay import write_record
from tabletop.seats import ENGINE, close_controller, open_controller, prepare_controller

MAX_PLIES = 2000
"""Plies after which a game is stopped as a draw."""

NO_CLOCK = Clock(MAX_SECONDS)
"""The clock that an engine sees for an opponent without one."""

Watch = Callable[[Match, SearchInfo], None]
"""Gets the match before each move of a bot, and what the bot has found."""


@dataclass(frozen=True)
class Failure:
    """A participant crashed, stalled, cheated or ran out of time, and so lost its game."""

    participant: int
    at_start: bool
    """Whether it could not even be started."""
    on_time: bool = False
    """Whether its clock ran out, which is no fault otherwise."""


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
    match = tournament.start(tournament.tables[pairing.table], pairing.opening, pairing.seed, pairing.seating)
    adjudicator = Adjudicator(tournament.adjudication)
    result = match.result
    failure: Failure | None = None
    players: list[_Player] = []
    try:
        for seat, number in enumerate(pairing.seating):
            participant = tournament.participants[number]
            controller = open_controller(game, participant.spec, participant.options)
            bot_seed = _bot_seed(tournament, pairing, seat)
            players.append(_Player(number, participant, controller, bot_seed, participant.clock))
        while result is None:
            failure = _take_turn(match, players, tournament.margin, watch)
            match.settle()
            result = match.result or adjudicator.result(match)
            if result is None and len(match.plies) >= MAX_PLIES:
                result = Result((), "-", f"stopped after {MAX_PLIES} moves")
    finally:
        for player in players:
            close_controller(player.controller)
    names = [player.participant.name for player in players]
    return GameReport(
        pairing=pairing,
        winners=tuple(sorted(pairing.seating[player - 1] for player in result.winners)),
        points=match.state.scores(),
        reason=result.reason,
        plies=match.moves_played,
        seconds=tuple(round(player.seconds / max(1, player.turns), 4) for player in players),
        record=write_record(match, _headers(match, result, names)),
        failure=failure,
    )


@dataclass
class _Player:
    """A participant in a seat of this game."""

    number: int
    participant: Participant
    controller: Controller
    bot_seed: int
    clock: Clock | None
    seconds: float = 0.0
    turns: int = 0


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


def _take_turn(match: Match, players: Sequence[_Player], margin: float, watch: Watch | None) -> Failure | None:
    """Play the turn of the player to move; a failure forfeits the game."""
    player = players[match.to_move - 1]
    observation = observe(match, player.bot_seed)
    try:
        if player.clock and not player.turns:
            prepare_controller(player.controller, observation)
        info = _think(player, observation, _limit(player, players), margin)
        if watch:
            watch(match, info)
        match.play(info.move)
    except (EngineFailed, IllegalMove, _OutOfTime) as error:
        match.forfeit(match.to_move, " ".join(str(error).split()))
        return Failure(player.number, isinstance(error, EngineNotStarted), isinstance(error, _OutOfTime))
    return None


def _think(player: _Player, observation: AnyObservation, limit: Limit, margin: float) -> SearchInfo:
    """The move of a player, whose clock runs meanwhile; raises EngineFailed and _OutOfTime."""
    started = time.perf_counter()
    try:
        return player.controller.bot.think(observation, limit)
    finally:
        seconds = time.perf_counter() - started
        player.seconds += seconds
        player.turns += 1
        if player.clock:
            if seconds > player.clock.seconds + margin:
                raise _OutOfTime(f"out of time: {seconds:.2f} s for a move with {player.clock.seconds:.2f} s left")
            player.clock = player.clock.after(seconds)


class _OutOfTime(TabletopError):
    """A player's clock ran out."""


def _limit(player: _Player, players: Sequence[_Player]) -> Limit:
    """The limit for a move: the time that the player's clock allows, or else the participant's limits."""
    participant = player.participant
    if player.clock is None:
        return player.controller.limit(participant.nodes, participant.think)
    limit = player.controller.limit(participant.nodes, player.clock.for_move())
    limit.clocks = tuple(other.clock or NO_CLOCK for other in players)
    return limit


def _headers(match: Match, result: Result, names: Sequence[str]) -> tuple[Header, ...]:
    """The headers of the record: the participants' names by seat, and how the game ended."""
    bots = " ".join(name.replace(" ", "_") for name in names)
    return Header("Bots", bots), Header("Result", describe_result(match, result, names).replace("#", ""))
