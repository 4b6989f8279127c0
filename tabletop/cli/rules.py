"""`tabletop GAME rules`: the rules, one of them by its number, or those with a word."""

from __future__ import annotations

import click

from tabletop.cli.common import echo, style_for, style_options
from tabletop.cli.completion import rules_completer
from tabletop.errors import WorkFailed
from tabletop.game import AnyGame
from tabletop.rulebook import find_rules, format_rules, parse_rules


def rules_command(game: AnyGame) -> click.Command:
    """The command of one game."""

    @click.command("rules", help="Show the rules: all of them, rule NUMBER, or those that contain WORD.")
    @click.argument("query", metavar="[NUMBER | WORD]", required=False, shell_complete=rules_completer(game))
    @style_options
    def rules(query: str | None, color: str | None, ascii: bool) -> None:
        style = style_for(color, ascii)
        paragraphs = find_rules(game.rules, query) if query else parse_rules(game.rules)
        if not paragraphs:
            raise WorkFailed(f"the rules of {game.title} have no rule {query!r} and do not contain that word")
        echo(format_rules(paragraphs, style), style)

    return rules
