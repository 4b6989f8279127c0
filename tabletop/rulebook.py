"""Rules as written in a game's rules.md: numbered, searchable, the same for `rules` and the manual.

The format: `# Title`, `## Section`, and rules as `- **Z1** text`, continued on lines
indented by two spaces. Other paragraphs belong to their section.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


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


def find_rules(text: str, wanted: str) -> list[Paragraph]:
    """The rule of that number, or the paragraphs that contain the word."""
    paragraphs = parse_rules(text)
    numbered = [paragraph for paragraph in paragraphs if paragraph.number.lower() == wanted.lower()]
    return numbered or [paragraph for paragraph in paragraphs if wanted.lower() in paragraph.text.lower()]
