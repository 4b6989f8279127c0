"""The rules of a game from its rules.md: numbered, searchable, formatted for a window.

    paragraphs = find_rules(game.rules, "K3")     # or parse_rules(game.rules) for all
    print(format_rules(paragraphs, style))

The format of rules.md: `# Title`, `## Section`, and rules as `- **Z1** text`, continued on
lines indented by two spaces. Other paragraphs belong to their section.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from textwrap import wrap

from tabletop.style import Style

WIDEST = 100
"""Rules are wrapped to this width at most, because longer lines are hard to read."""
GAP = "  "
"""What separates the columns of a table."""


@dataclass(frozen=True)
class Paragraph:
    """A rule with its `number`, or a plain paragraph, table or example, whose number is empty.

    `section` is the title above it. `text` is Markdown and may have several lines.
    """

    section: str
    number: str
    text: str


_RULE = re.compile(r"- \*\*([A-Z]\d+)\*\* ?(.*)")


def parse_rules(text: str) -> list[Paragraph]:
    """The paragraphs of a rules.md, in order."""
    paragraphs: list[Paragraph] = []
    section, number = "", ""
    lines: list[str] = []

    def close() -> None:
        nonlocal number
        if lines:
            paragraphs.append(Paragraph(section, number, "\n".join(lines)))
        lines.clear()
        number = ""

    for line in [*text.splitlines(), ""]:
        rule = _RULE.match(line)
        if rule:
            close()
            number = rule[1]
            lines.append(rule[2])
        elif line.startswith("#"):
            close()
            section = line.lstrip("#").strip()
        elif not line.strip():
            close()
        else:
            lines.append(line[2:] if number and line.startswith("  ") else line)
    return paragraphs


@cache
def rule_numbers(text: str) -> tuple[str, ...]:
    """The numbers of all rules, in order."""
    return tuple(paragraph.number for paragraph in parse_rules(text) if paragraph.number)


def find_rules(text: str, query: str) -> list[Paragraph]:
    """The rule with that number, or else the paragraphs that contain the query."""
    paragraphs = parse_rules(text)
    numbered = [paragraph for paragraph in paragraphs if paragraph.number.lower() == query.lower()]
    return numbered or [paragraph for paragraph in paragraphs if query.lower() in paragraph.text.lower()]


def format_rules(paragraphs: list[Paragraph], style: Style) -> str:
    """The paragraphs under the titles of their sections, wrapped to the window's width."""
    width = min(style.width, WIDEST)
    blocks: list[str] = []
    section = None
    for paragraph in paragraphs:
        if paragraph.section != section:
            section = paragraph.section
            blocks.append(style.paint(section, "bold underline"))
        blocks.append(_format_paragraph(paragraph, width, style))
    return "\n\n".join(blocks)


def _strip_markdown(text: str) -> str:
    """The text without the markup of `code`, **strong** and *emphasized* words."""
    parts = re.split(r"`([^`]+)`", text)
    parts[::2] = [re.sub(r"(\*\*?)(?=\S)(.+?)(?<=\S)\1", r"\2", part) for part in parts[::2]]
    return "".join(parts)


def table_lines(rows: Sequence[str], width: int) -> list[str]:
    """The rows of a Markdown table in aligned columns; cells are wrapped where the table is too wide."""
    cells = [
        [_strip_markdown(cell.strip()) for cell in row.strip()[1:-1].split("|")]
        for row in rows
        if set(row) - set("|-: ")
    ]
    columns = list(zip_longest(*cells, fillvalue=""))
    widths = [max(map(len, column)) for column in columns]
    minimums = [max(len(word) for cell in column for word in cell.split() or [""]) for column in columns]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width and widths != minimums:
        widest = max(
            (number for number in range(len(widths)) if widths[number] > minimums[number]), key=widths.__getitem__
        )
        widths[widest] -= 1
    lines: list[str] = []
    for row in zip(*columns, strict=True):
        wrapped = [wrap(cell, wide or 1, break_on_hyphens=False) for cell, wide in zip(row, widths, strict=True)]
        for parts in zip_longest(*wrapped, fillvalue=""):
            lines.append(GAP.join(part.ljust(wide) for part, wide in zip(parts, widths, strict=True)).rstrip())
    return lines


def _format_paragraph(paragraph: Paragraph, width: int, style: Style) -> str:
    label = f"{paragraph.number:<4}" if paragraph.number else ""
    indent = " " * len(label)
    lines: list[str] = []
    for block in _split_blocks(paragraph.text):
        if block.startswith("|"):
            lines += [indent + line for line in table_lines(block.splitlines(), width - len(indent))]
        elif block.startswith(("```", "    ")):
            lines += [indent + line for line in block.splitlines() if not line.startswith("```")]
        else:
            text = " ".join(block.split())
            bullet_indent = "  " if text.startswith("- ") else ""
            lines += wrap(
                _strip_markdown(text),
                width,
                initial_indent=indent,
                subsequent_indent=indent + bullet_indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
    if label:
        lines[0] = style.paint(label.rstrip(), "bold") + label[len(label.rstrip()) :] + lines[0][len(label) :]
    return "\n".join(lines)


def _split_blocks(text: str) -> list[str]:
    """The blocks of a paragraph: lines to wrap together, or fenced, indented or table lines to leave as they are."""
    blocks: list[list[str]] = []
    in_fence = False
    for line in text.splitlines():
        is_fence = line.startswith("```")
        is_verbatim = in_fence or is_fence or line.startswith(("    ", "|"))
        begins = not blocks or (is_fence and not in_fence) or line.startswith("- ")
        if not begins and not in_fence:
            was_verbatim = blocks[-1][0].startswith(("```", "    ", "|"))
            begins = was_verbatim != is_verbatim
        if begins:
            blocks.append([line])
        else:
            blocks[-1].append(line)
        if is_fence:
            in_fence = not in_fence
    return ["\n".join(block) for block in blocks]
