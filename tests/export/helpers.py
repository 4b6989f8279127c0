"""What tests of exported games share."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from tabletop.export.page import page
from tabletop.frames import read_frames
from tabletop.replay import read_games
from tests.helpers import ROOT

EXAMPLES = ROOT / "tabletop/examples"
DATA = re.compile(r'<script type="application/json" id="game">(.*?)</script>', re.DOTALL)
VOID = {"meta", "input", "br", "hr", "img", "link"}


@cache
def page_of(path: Path) -> str:
    """The page of the first game in a file."""
    frames, match, error = read_frames(next(read_games(str(path))))
    assert error is None
    return page(frames, match)


def data_of(text: str) -> Any:
    """What the script of a page reads."""
    found = DATA.search(text)
    assert found
    return json.loads(found[1])


class Elements(HTMLParser):
    """Every element of a page with its attributes; fails where one is not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
