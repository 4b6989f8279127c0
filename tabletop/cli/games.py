"""`tabletop games`: the table of games."""

from __future__ import annotations

from typing import Any

import click

from tabletop.cli.common import echo, echo_json, json_option, style_for, style_options
from tabletop.game import AnyGame
from tabletop.games import load, registrations


@click.command()
@json_option
@style_options
def games(as_json: bool, color: str | None, ascii: bool) -> None:
    """List the games with their players, kind and options."""
    loaded = [(entry, load(entry.name)) for entry in registrations()]
    if as_json:
        echo_json([_facts(game, list(entry.aliases)) for entry, game in loaded])
        return
    style = style_for(color, ascii)
    rows = [("Game", "Players", "Kind", "Options")]
    for entry, game in loaded:
        facts = _facts(game, list(entry.aliases))
        options = ", ".join(_format_option(option) for option in facts["options"]) or "-"
        rows.append((entry.name, facts["players"], game.kind, options))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    indent = sum(widths) + 6
    for number, row in enumerate(rows):
        head = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        lines = _fold(row[3], max(20, style.width - indent))
        text = "\n".join([f"{head}  {lines[0]}", *(" " * indent + line for line in lines[1:])])
        echo(style.paint(text, "bold") if number == 0 else text, style)
    echo("\nPlay one with `tabletop GAME play`; read its rules with `tabletop GAME rules`.", style)


def _facts(game: AnyGame, aliases: list[str]) -> dict[str, Any]:
    fewest, most = game.players
    return {
        "name": game.name,
        "title": game.title,
        "aliases": aliases,
        "players": str(fewest) if fewest == most else f"{fewest}-{most}",
        "kind": game.kind,
        "options": [
            {"name": option.name, "default": option.default, "choices": list(option.choices), "help": option.help}
            for option in game.options
        ],
        "models": game.models.names() if game.models else [],
    }


def _format_option(option: dict[str, Any]) -> str:
    if option["choices"]:
        return f"{option['name']}={'|'.join(map(str, option['choices']))}"
    return str(option["name"]) if isinstance(option["default"], bool) else f"{option['name']}={option['default']}"


def _fold(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
