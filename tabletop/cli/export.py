"""`tabletop export FILE`: a game as one web page that steps through it."""

from __future__ import annotations

import click

from tabletop.bots.analysis import Annotation, analyze, default_adviser
from tabletop.bots.limit import parse_seconds
from tabletop.cli.common import echo, force_option, note_model, nth_record, write_output
from tabletop.cli.progress import ProgressLine
from tabletop.engine.signals import exit_on_sigterm
from tabletop.errors import WrongUse
from tabletop.export.page import page
from tabletop.frames import read_frames
from tabletop.match import Match
from tabletop.replay import refuse_unseeded
from tabletop.seats import close_controller, open_controller


@click.command("export")
@click.argument("path", metavar="FILE", type=click.Path())
@click.option(
    "-o", "--output", metavar="PAGE", default="-", help="Where to write the page; without it, standard output."
)
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game in the file, counting from 1.")
@click.option("--analyze", "is_analyzed", is_flag=True, help="Let a bot judge every move, as `tabletop analyze` does.")
@click.option("--bot", help="Which bot judges.")
@click.option("--think", metavar="TIME", help="Thinking time per move, such as 2s.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes to search per move.")
@force_option
def export_command(
    path: str,
    output: str,
    number: int,
    is_analyzed: bool,
    bot: str | None,
    think: str | None,
    nodes: int | None,
    force: bool,
) -> None:
    """Write a game as a web page that steps through it: one file that needs no network."""
    if not is_analyzed and (bot or think or nodes):
        raise WrongUse("`--bot`, `--think` and `--nodes` say how to judge the moves; add `--analyze`")
    if output.endswith(".moves"):
        raise WrongUse(f"{output} would be a move file; name the page like `game.html`")
    record = nth_record(path, number)
    frames, match, error = read_frames(record)
    if error:
        raise error
    refuse_unseeded(record, match)
    note_model(match)
    annotations = _annotations(match, bot, think, nodes) if is_analyzed else {}
    if write_output(page(frames, match, annotations), output, force):
        echo(f"Wrote {output}.")


def _annotations(match: Match, bot: str | None, think: str | None, nodes: int | None) -> dict[int, Annotation]:
    """What the bot thinks of every move, by the number of the ply."""
    controller = open_controller(match.game, bot or default_adviser(match.game))
    annotations: dict[int, Annotation] = {}
    progress = ProgressLine(match.moves_played)
    try:
        with exit_on_sigterm():
            for annotation in analyze(match, controller, nodes, parse_seconds(think) if think else None):
                annotations[annotation.ply] = annotation
                progress.show(len(annotations))
            return annotations
    finally:
        progress.clear()
        close_controller(controller)
