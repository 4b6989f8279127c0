"""A contest: bots play many games against each other, changing seats, and the results are added up.

Games come in blocks, one for each way of turning the seats round; all games of a block
have the same seed, so luck and the right to begin favour nobody.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt

from tabletop.agreement import LARGEST_SEED
from tabletop.bots import Seat, situation
from tabletop.errors import WrongUse
from tabletop.game import Game, Setup, State
from tabletop.match import Match

LONGEST = 2000
"""Plies after which a game is broken off; it counts as drawn."""
NORMAL_95 = 1.959964
"""How many standard deviations either side hold 95% of a normal distribution."""


@dataclass(frozen=True)
class Fixture:
    """A game to be played: its number from 0 on, its seed, and who sits where."""

    number: int
    seed: int
    seating: tuple[int, ...]
    """Which contestant, counted from 0, has seat 1, seat 2, ..."""


@dataclass(frozen=True)
class Result:
    """How a game of a contest went; contestants are counted from 0."""

    fixture: Fixture
    winners: tuple[int, ...]
    """Nobody: a draw."""
    points: tuple[int, ...] | None
    """By contestant; None where the game has no points."""
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    """How long each contestant thought in all."""
    reason: str


@dataclass(frozen=True)
class Tally:
    """What a contestant has of all games so far."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float | None
    """On average; None where the game has no points."""
    rate: float
    """The share of all wins; a shared win or a draw is divided among those who share it."""
    low: float
    high: float
    """The 95% interval of the rate."""
    seconds: float
    """Per turn, on average."""


def schedule(contestants: int, games: int, seed: int) -> Iterator[Fixture]:
    """Who sits where in each game."""
    for number in range(games):
        block, turned = divmod(number, contestants)
        seating = tuple((seat + turned) % contestants for seat in range(contestants))
        yield Fixture(number, (seed * 1_000_003 + block) & LARGEST_SEED, seating)


def play_fixture(
    game: Game,
    setup: Setup,
    seats: Sequence[Seat],
    fixture: Fixture,
    *,
    start: State | None = None,
    nodes: int | None = None,
    think: float | None = None,
) -> tuple[Match, Result]:
    """Play one game of a contest to its end; `nodes` and `think` replace every bot's usual budget."""
    match = Match(game, replace(setup, seed=fixture.seed if game.models else None), start)
    turns = [0] * len(seats)
    seconds = [0.0] * len(seats)
    match.settle()
    while match.outcome is None and len(match.plies) < LONGEST:
        player = match.to_move
        if player < 1:
            raise WrongUse("this model rolls nothing by itself, so bots cannot play with it")
        who = fixture.seating[player - 1]
        began = time.perf_counter()
        bot_seed = fixture.seed * len(seats) + who
        thought = seats[who].bot.think(situation(match, bot_seed), seats[who].budget(nodes, think))
        seconds[who] += time.perf_counter() - began
        turns[who] += 1
        match.play(thought.move)
        match.settle()
    return match, _result(match, fixture, tuple(turns), tuple(seconds))


def _result(match: Match, fixture: Fixture, turns: tuple[int, ...], seconds: tuple[float, ...]) -> Result:
    outcome = match.outcome
    winners = outcome.winners if outcome else ()
    reason = outcome.reason if outcome else f"broken off after {LONGEST} moves"
    scores = match.state.scores()
    points = None
    if scores is not None:
        by_contestant = sorted(zip(fixture.seating, scores, strict=True))
        points = tuple(score for _, score in by_contestant)
    return Result(
        fixture, tuple(sorted(fixture.seating[player - 1] for player in winners)), points, turns, seconds, reason
    )


def contest(
    game: Game,
    setup: Setup,
    seats: Sequence[Seat],
    games: int,
    seed: int,
    *,
    start: State | None = None,
    nodes: int | None = None,
    think: float | None = None,
) -> Iterator[Result]:
    """Play the games one after the other; raises WrongUse unless every seat has a bot."""
    if len(seats) != setup.players:
        raise WrongUse(f"{setup.players} players need {setup.players} bots, not {len(seats)}")
    for fixture in schedule(len(seats), games, seed):
        yield play_fixture(game, setup, seats, fixture, start=start, nodes=nodes, think=think)[1]


def tally(names: Sequence[str], results: Iterable[Result]) -> list[Tally]:
    """The results added up, a row for each contestant."""
    played = list(results)
    rows = []
    for who, name in enumerate(names):
        wins = sum(result.winners == (who,) for result in played)
        shared = [result for result in played if who in result.winners and len(result.winners) > 1]
        drawn = sum(not result.winners for result in played)
        credit = fsum([wins, *(1 / len(result.winners) for result in shared), drawn / len(names)])
        games = len(played)
        rate = credit / games if games else 0.0
        low, high = interval(rate, games)
        points = [result.points[who] for result in played if result.points is not None]
        turns = sum(result.turns[who] for result in played)
        rows.append(
            Tally(
                name=name,
                games=games,
                wins=wins,
                draws=len(shared) + drawn,
                losses=games - wins - len(shared) - drawn,
                points=sum(points) / len(points) if points else None,
                rate=rate,
                low=low,
                high=high,
                seconds=fsum(result.seconds[who] for result in played) / turns if turns else 0.0,
            )
        )
    return rows


def interval(rate: float, games: int) -> tuple[float, float]:
    """The 95% interval of a rate after so many games (Wilson's, which keeps within 0 and 1)."""
    if games == 0:
        return 0.0, 1.0
    z = NORMAL_95
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)
