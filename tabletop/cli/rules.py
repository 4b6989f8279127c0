"""`tabletop GAME rules`: the rules in our own words, with their numbers."""

from __future__ import annotations

import click

from tabletop.cli.common import out, style_for, style_options
from tabletop.cli.completion import rules_completer
from tabletop.errors import WorkFailed
from tabletop.game import AnyGame
from tabletop.rulebook import find_rules, format_rules, parse_rules


def rules_command(game: AnyGame) -> click.Command:
    """The command for one game."""

    @click.command("rules", help="Read the rules: all, the rule of a NUMBER, or what they say of a WORD.")
    @click.argument("wanted", metavar="[NUMBER | WORD]", required=False, shell_complete=rules_completer(game))
    @style_options
    def rules(wanted: str | None, color: str | None, ascii: bool) -> None:
        style = style_for(color, ascii)
        found = find_rules(game.rules, wanted) if wanted else parse_rules(game.rules)
        if not found:
            raise WorkFailed(f"the rules of {game.title} have no number and no word {wanted!r}")
        out(format_rules(found, style), style)

    return rules
