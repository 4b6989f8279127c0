"""Where in a TOML text a table, a key or a list entry stands: tomllib does not tell."""

from __future__ import annotations

import re


class TomlPlaces:
    """The lines of a TOML text. Tables and keys are found where they are written one to a line, else roughly."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()

    def line(self, table: str = "", number: int = 0, key: str = "", index: int = -1) -> int:
        """The line (from 1) of the number-th [[table]], of a key in it, or of the index-th list in the key's list.

        Without a table: of a key before all tables, or of the first table of that name.
        """
        found, section, seen = 1, "", -1
        for at, content in enumerate(self.lines, 1):
            header = re.match(r"\s*\[\[?\s*[\"']?([A-Za-z_][\w-]*)", content)
            if header:
                section = header[1]
                seen += section == table
                if section == table and seen == number:
                    found = at
                elif not table and section == key:
                    return at
                continue
            is_here = section == table and (not table or seen == number)
            if is_here and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", content):
                return at if index < 0 else self._entry(at, index)
        return found

    def quote(self, line: int) -> str:
        """The line without spaces around it; empty behind the end."""
        return self.lines[line - 1].strip() if line <= len(self.lines) else ""

    def _entry(self, start: int, index: int) -> int:
        """The line of the index-th list within the list that begins in line `start`."""
        depth = count = 0
        for at in range(start, len(self.lines) + 1):
            for char in self.lines[at - 1].partition("#")[0]:
                if char == "[":
                    depth += 1
                    if depth == 2 and count == index:
                        return at
                    count += depth == 2
                elif char == "]":
                    depth -= 1
                    if not depth:
                        return at
        return start
