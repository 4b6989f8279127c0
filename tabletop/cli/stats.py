"""`tabletop stats`: your results, counted by game and opponent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import click

from tabletop.bots.specs import LEVELS
from tabletop.cli.common import echo, echo_json, json_option
from tabletop.errors import WrongUse
from tabletop.games import canonical, game_names
from tabletop.saves import SavedGames
from tabletop.seats import HUMAN
from tabletop.text import join_words


@click.command()
@click.argument("game", required=False)
@click.option("--name", help="Count only the games of this player.")
@json_option
def stats(game: str | None, name: str | None, as_json: bool) -> None:
    """Show your results against each opponent."""
    game_name = canonical(game) if game else None
    if game and game_name is None:
        raise WrongUse(f"there is no game {game!r}; the games are {join_words(game_names())}")
    tallies = tally_results(SavedGames().read_results(), game_name, name)
    if as_json:
        echo_json([asdict(tally) for tally in tallies])
    elif tallies:
        for line in _table(tallies):
            echo(line)
    else:
        echo(
            "You have not finished a game against a bot yet."
            if name is None
            else f"{name} has not finished a game yet."
        )


@dataclass
class Tally:
    """The finished games of one game against one opponent; points are sums over the games.

    A win that is shared counts as drawn, among however many players.
    """

    game: str
    against: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    their_points: int = 0


def tally_results(
    results: Iterable[Mapping[str, Any]], game: str | None = None, name: str | None = None
) -> list[Tally]:
    """Count people's games by game and opponent: once for each bot at the table; sandbox games do not count.

    With `name`, only that person's games count, those against other people too. Results that
    lack something are left out.
    """
    tallies: dict[tuple[str, str], Tally] = {}
    for result in results:
        try:
            if not result["sandbox"] and game in (None, result["game"]):
                _add_result(tallies, result, name)
        except (KeyError, TypeError, IndexError, AttributeError):
            continue
    order = {level: number for number, level in enumerate(LEVELS)}
    return sorted(tallies.values(), key=lambda tally: (tally.game, order.get(tally.against, len(order)), tally.against))


def _add_result(tallies: dict[tuple[str, str], Tally], result: Mapping[str, Any], name: str | None) -> None:
    """Count one result for every person at the table, or for the one of that name."""
    names, seats, winners, scores = (result[key] for key in ("names", "seats", "winners", "scores"))
    for player, seat in enumerate(seats, 1):
        if seat != HUMAN or (name and names[player - 1].lower() != name.lower()):
            continue
        opponents = {spec for other, spec in enumerate(seats, 1) if other != player and (name or spec != HUMAN)}
        for opponent in sorted(opponents) if len(seats) > 1 else ["alone"]:
            tally = tallies.setdefault((result["game"], opponent), Tally(result["game"], opponent))
            tally.games += 1
            if player in winners and len(winners) == 1:
                tally.won += 1
            elif player in winners or (not winners and len(seats) > 1):
                tally.drawn += 1
            else:
                tally.lost += 1
            if scores:
                tally.points += scores[player - 1]
                tally.their_points += max((s for p, s in enumerate(scores, 1) if p != player), default=0)


def _table(tallies: list[Tally]) -> list[str]:
    """A line for each tally below a headline, and a note on what the points are."""
    rows: list[tuple[str, ...]] = [("game", "against", "games", "won", "drawn", "lost", "points", "theirs")]
    rows += [
        (
            tally.game,
            tally.against,
            *(str(number) for number in (tally.games, tally.won, tally.drawn, tally.lost)),
            f"{tally.points / tally.games:.1f}",
            f"{tally.their_points / tally.games:.1f}",
        )
        for tally in tallies
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        texts = [text.ljust(width) for text, width in zip(row[:2], widths[:2], strict=True)]
        numbers = [text.rjust(width) for text, width in zip(row[2:], widths[2:], strict=True)]
        lines.append("  ".join(texts + numbers).rstrip())
    return [*lines, "", "points: your average per game; theirs: the best opponent's average"]
