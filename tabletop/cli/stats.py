"""`tabletop stats`: your results, counted by game and opponent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import click

from tabletop.bots.specs import LEVELS
from tabletop.cli.common import json_option, out, out_json
from tabletop.errors import WrongUse
from tabletop.games import canonical
from tabletop.saves import SavedGames
from tabletop.seats import HUMAN


@dataclass
class Tally:
    """The games of one kind against one opponent; points are sums over the games."""

    game: str
    against: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    their_points: int = 0

    def facts(self) -> dict[str, Any]:
        """All numbers by name."""
        return asdict(self)


def tally(results: Iterable[Mapping[str, Any]], game: str | None = None, name: str | None = None) -> list[Tally]:
    """Count the games of people against bots, once for each level at the table; sandbox games do not count.

    With `name`, only that person's games count, those against other people too. Lines
    that do not say what a result says are left out.
    """
    found: dict[tuple[str, str], Tally] = {}
    for result in results:
        try:
            if result["sandbox"] or (game and result["game"] != game):
                continue
            _count(found, result, name)
        except (KeyError, TypeError, IndexError, AttributeError):
            continue
    order = {level: number for number, level in enumerate(LEVELS)}
    return sorted(found.values(), key=lambda row: (row.game, order.get(row.against, len(order)), row.against))


def _count(found: dict[tuple[str, str], Tally], result: Mapping[str, Any], name: str | None) -> None:
    names, seats, winners, scores = (result[key] for key in ("names", "seats", "winners", "scores"))
    for player, seat in enumerate(seats, 1):
        if seat != HUMAN or (name and names[player - 1].lower() != name.lower()):
            continue
        others = {spec for other, spec in enumerate(seats, 1) if other != player and (name or spec != HUMAN)}
        for spec in sorted(others) if len(seats) > 1 else ["alone"]:
            row = found.setdefault((result["game"], spec), Tally(result["game"], spec))
            row.games += 1
            if player in winners and len(winners) < max(2, len(seats)):
                row.won += 1
            elif player in winners or (not winners and len(seats) > 1):
                row.drawn += 1
            else:
                row.lost += 1
            if scores:
                row.points += scores[player - 1]
                row.their_points += max((s for p, s in enumerate(scores, 1) if p != player), default=0)


@click.command()
@click.argument("game", required=False)
@click.option("--name", help="Only games of the player of this name.")
@json_option
def stats(game: str | None, name: str | None, as_json: bool) -> None:
    """Show your results against each level: games, won, drawn, lost, points."""
    wanted = canonical(game) if game else None
    if game and wanted is None:
        raise WrongUse(f"no game {game!r}")
    rows = tally(SavedGames().read_results(), wanted, name)
    if as_json:
        out_json([row.facts() for row in rows])
        return
    if not rows:
        out("No game against a bot has been finished yet." if name is None else f"No finished game of {name}.")
        return
    for line in table(rows):
        out(line)


def table(rows: list[Tally]) -> list[str]:
    """The tallies as lines below a head."""
    cells: list[tuple[str, ...]] = [("game", "against", "games", "won", "drawn", "lost", "points", "theirs")]
    cells += [
        (
            row.game,
            row.against,
            *(str(number) for number in (row.games, row.won, row.drawn, row.lost)),
            f"{row.points / row.games:.1f}",
            f"{row.their_points / row.games:.1f}",
        )
        for row in rows
    ]
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    lines = []
    for line in cells:
        left = [line[0].ljust(widths[0]), line[1].ljust(widths[1])]
        right = [text.rjust(width) for text, width in zip(line[2:], widths[2:], strict=True)]
        lines.append("  ".join(left + right).rstrip())
    return [*lines, "", "points and theirs: the average of a game; theirs is the best opponent's"]
