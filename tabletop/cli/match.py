"""`tabletop GAME match`: bots and engines play many games against each other, changing seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tabletop.arena.openings import read_openings
from tabletop.arena.plan import parse_sprt
from tabletop.arena.tournament import Participant, Table, Tournament, blocks_for, check_tournament
from tabletop.bots.limit import parse_clock, parse_seconds
from tabletop.cli.arena import arena_options, report_option, run_and_report
from tabletop.cli.common import SetupArguments, setup_options
from tabletop.cli.completion import seats_completer
from tabletop.errors import WrongUse
from tabletop.game import AnyGame
from tabletop.seats import split_seat

HELP = """Play bots and engines against each other and report the results.

They change seats after each game. An engine that crashes, stalls or cheats loses that game.
The exit code is 5 if an engine could not be started, or failed in all its games.
"""


def match_command(game: AnyGame) -> click.Command:
    """The command of one game."""

    @click.command("match", help=HELP)
    @click.option(
        "--seat",
        "seats",
        multiple=True,
        required=True,
        metavar="[NAME=]BOT",
        help="Who plays: a level, a spec or engine:COMMAND. Repeat for each seat.",
        shell_complete=seats_completer(game),
    )
    @click.option("--games", type=click.IntRange(1), default=2, help="Number of games, rounded up to whole blocks.")
    @click.option("--think", metavar="TIME", help="Thinking time per move, such as 2s.")
    @click.option("--time", "clock", metavar="CLOCK", help="Time for a game and per move, such as 10s+0.1s.")
    @click.option("--nodes", type=click.IntRange(1), help="Nodes to search per move.")
    @click.option("--openings", metavar="FILE", help="Start from these positions or move files, one on each line.")
    @click.option("--sprt", metavar="elo0=0,elo1=20", help="Stop as soon as this sequential test is decided.")
    @setup_options(game, file="")
    @report_option
    @arena_options
    def match(
        seats: tuple[str, ...],
        games: int,
        think: str | None,
        clock: str | None,
        nodes: int | None,
        openings: str | None,
        sprt: str | None,
        results: Path | None,
        arguments: SetupArguments,
        **run_options: Any,
    ) -> None:
        players = len(seats)
        if arguments.players not in (None, players):
            raise WrongUse(f"{arguments.players} players need {arguments.players} seats, not {players}")
        limits: dict[str, Any] = {
            "nodes": nodes,
            "think": parse_seconds(think) if think else None,
            "clock": parse_clock(clock) if clock else None,
        }
        tournament = Tournament(
            game=game.name,
            participants=tuple(replace(participant, **limits) for participant in participants_from(seats)),
            blocks=blocks_for(games, players),
            players=players,
            seed=1 if arguments.seed is None else arguments.seed,
            tables=(Table(arguments.options, arguments.model, arguments.position),),
            skills=arguments.skills,
            sprt=parse_sprt(sprt) if sprt else None,
            openings=read_openings(openings, game) if openings else (),
        )
        check_tournament(tournament)
        run_and_report(tournament, results, **run_options)

    if not game.models:
        match = click.option("--seed", type=int, help="Seed for the bots' choices.")(match)
    return match


def participants_from(words: Iterable[str]) -> list[Participant]:
    """The participants that words such as `anna=hard` and `hard` name: without a name, the bot is its name.

    Equal names are numbered.
    """
    participants: list[Participant] = []
    for word in words:
        name, bot = split_seat(word)
        unique = name = word if bot == word else name
        taken = {participant.name for participant in participants}
        number = 1
        while unique in taken:
            number += 1
            unique = f"{name}-{number}"
        participants.append(Participant(unique, bot))
    return participants
