"""`tabletop stats`: one's own results."""

from __future__ import annotations

import click

from tabletop.cli.common import json_option, out, out_json
from tabletop.errors import WrongUse
from tabletop.games import canonical
from tabletop.session.results import Tally, tally
from tabletop.storage import Shelf


@click.command()
@click.argument("game", required=False)
@click.option("--name", help="Only games of the player of this name.")
@json_option
def stats(game: str | None, name: str | None, as_json: bool) -> None:
    """Show your results against each level: games, won, drawn, lost, points."""
    wanted = canonical(game) if game else None
    if game and wanted is None:
        raise WrongUse(f"no game {game!r}")
    rows = tally(Shelf().read_results(), wanted, name)
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
