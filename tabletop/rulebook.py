"""Rules as written in a game's rules.md: numbered, searchable, the same for `rules` and the manual.

The format: `# Title`, `## Section`, and rules as `- **Z1** text`, continued on lines
indented by two spaces. Other paragraphs belong to their section.
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
"""Columns that rules are folded to at most, so that the eye finds the next line."""


GAP = "  "
"""Between the columns of a table."""


@dataclass(frozen=True)
class Paragraph:
    """A rule (with its number), or a plain paragraph, a table or an example (number empty)."""

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
        found = _RULE.match(line)
        if found:
            close()
            number = found[1]
            lines.append(found[2])
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


def find_rules(text: str, wanted: str) -> list[Paragraph]:
    """The rule of that number, or the paragraphs that contain the word."""
    paragraphs = parse_rules(text)
    numbered = [paragraph for paragraph in paragraphs if paragraph.number.lower() == wanted.lower()]
    return numbered or [paragraph for paragraph in paragraphs if wanted.lower() in paragraph.text.lower()]


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


def unmarked(text: str) -> str:
    """The text without Markdown's signs: `code`, **strong** and *stressed* words stand as they are."""
    parts = re.split(r"`([^`]+)`", text)
    parts[::2] = [re.sub(r"(\*\*?)(?=\S)(.+?)(?<=\S)\1", r"\2", part) for part in parts[::2]]
    return "".join(parts)


def table_lines(rows: Sequence[str], width: int) -> list[str]:
    """The rows of a Markdown table in aligned columns, cells folded where the width does not suffice."""
    cells = [
        [unmarked(cell.strip()) for cell in row.strip()[1:-1].split("|")] for row in rows if set(row) - set("|-: ")
    ]
    columns = list(zip_longest(*cells, fillvalue=""))
    widths = [max(map(len, column)) for column in columns]
    least = [max(len(word) for cell in column for word in cell.split() or [""]) for column in columns]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width and widths != least:
        widest = max(
            (number for number in range(len(widths)) if widths[number] > least[number]), key=widths.__getitem__
        )
        widths[widest] -= 1
    lines: list[str] = []
    for row in zip(*columns, strict=True):
        folded = [wrap(cell, wide or 1, break_on_hyphens=False) for cell, wide in zip(row, widths, strict=True)]
        for parts in zip_longest(*folded, fillvalue=""):
            lines.append(GAP.join(part.ljust(wide) for part, wide in zip(parts, widths, strict=True)).rstrip())
    return lines


def _folded(paragraph: Paragraph, width: int, style: Style) -> str:
    label = f"{paragraph.number:<4}" if paragraph.number else ""
    indent = " " * len(label)
    lines: list[str] = []
    for chunk in _chunks(paragraph.text):
        if chunk.startswith("|"):
            lines += [indent + line for line in table_lines(chunk.splitlines(), width - len(indent))]
        elif chunk.startswith(("```", "    ")):
            lines += [indent + line for line in chunk.splitlines() if not line.startswith("```")]
        else:
            text = " ".join(chunk.split())
            bullet = "  " if text.startswith("- ") else ""
            lines += wrap(
                unmarked(text),
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
