"""`tabletop GAME rules`: the rules in our own words, with their numbers."""

from __future__ import annotations

import re
from textwrap import wrap

import click

from tabletop.cli.common import out, style_for, style_options
from tabletop.errors import WorkFailed
from tabletop.game import Game
from tabletop.rulebook import Paragraph, find_rules, parse_rules
from tabletop.style import Style

WIDEST = 100


def rules_command(game: Game) -> click.Command:
    """The command for one game."""

    @click.command("rules", help="Read the rules: all, the rule of a NUMBER, or what they say of a WORD.")
    @click.argument("wanted", metavar="[NUMBER | WORD]", required=False)
    @style_options
    def rules(wanted: str | None, color: str | None, ascii: bool) -> None:
        style = style_for(color, ascii)
        found = find_rules(game.rules, wanted) if wanted else parse_rules(game.rules)
        if not found:
            raise WorkFailed(f"the rules of {game.title} have no number and no word {wanted!r}")
        out(format_rules(found, style), style)

    return rules


def format_rules(paragraphs: list[Paragraph], style: Style) -> str:
    """The paragraphs below their sections' titles, folded to the window's width."""
    width = min(style.width, WIDEST)
    blocks: list[str] = []
    section = None
    for paragraph in paragraphs:
        if paragraph.section != section:
            section = paragraph.section
            blocks.append(style.paint(section, "bold underline"))
        blocks.append(_folded(paragraph, width, style))
    return "\n\n".join(blocks)


def _folded(paragraph: Paragraph, width: int, style: Style) -> str:
    label = f"{paragraph.number:<4}" if paragraph.number else ""
    indent = " " * len(label)
    lines: list[str] = []
    for chunk in _chunks(paragraph.text):
        if chunk.startswith(("```", "    ", "|")):
            lines += [indent + line for line in chunk.splitlines() if not line.startswith("```")]
        else:
            text = re.sub(r"\*\*(.+?)\*\*", r"\1", " ".join(chunk.split()))
            bullet = "  " if text.startswith("- ") else ""
            lines += wrap(
                text,
                width,
                initial_indent=indent,
                subsequent_indent=indent + bullet,
                break_long_words=False,
                break_on_hyphens=False,
            )
    if label:
        lines[0] = style.paint(label.rstrip(), "bold") + label[len(label.rstrip()) :] + lines[0][len(label) :]
    return "\n".join(lines)


def _chunks(text: str) -> list[str]:
    """Runs of lines to be folded together, and fenced, indented or table lines to be kept."""
    chunks: list[list[str]] = []
    fenced = False
    for line in text.splitlines():
        starts_fence = line.startswith("```")
        kept = fenced or starts_fence or line.startswith(("    ", "|"))
        begins = not chunks or (starts_fence and not fenced) or line.startswith("- ")
        if not begins and not fenced:
            previous_kept = chunks[-1][0].startswith(("```", "    ", "|"))
            begins = previous_kept != kept
        if begins:
            chunks.append([line])
        else:
            chunks[-1].append(line)
        if starts_fence:
            fenced = not fenced
    return ["\n".join(chunk) for chunk in chunks]
