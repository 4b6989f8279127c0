"""`tabletop replay` in a window: what is drawn fits, keys lead through the game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tabletop.cli.replay import replay
from tests.helpers import ROOT, tabletop

EXAMPLES = sorted((ROOT / "tabletop/examples").glob("*.moves"))
Watcher = Callable[[Path, str], list[str]]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Watcher:
    """Shows the pages seen in a terminal of 80 columns and 24 rows while keys are pressed."""

    def pages(path: Path, keys: str) -> list[str]:
        pressed = iter(keys)
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        for name, value in (("TERM", "xterm"), ("COLUMNS", "80"), ("LINES", "24"), ("NO_COLOR", "1")):
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(click, "getchar", lambda: next(pressed))
        monkeypatch.setattr(click, "clear", lambda: click.echo("\f", nl=False))
        assert replay.callback
        replay.callback(path=str(path), number=1, color=None, ascii=False)
        return capsys.readouterr().out.split("\f")[1:]

    return pages


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_pages_fit_the_window(path: Path, watch: Watcher) -> None:
    pages = watch(path, "Gbgq")
    assert len(pages) == 4
    for page in pages:
        lines = page.rstrip("\n").split("\n")
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80


def test_keys_lead_through_a_game(watch: Watcher) -> None:
    pages = watch(ROOT / "tabletop/examples/zickzack-rules.moves", "n nbxGgq")
    numbers = [page.rpartition("[")[2][:3] for page in pages]
    assert numbers == ["1/3", "2/3", "3/3", "3/3", "2/3", "2/3", "3/3", "1/3"]


def test_replay_prints_every_position_when_piped(odd_files: dict[str, str]) -> None:
    text = tabletop("replay", odd_files["GAME"]).stdout
    assert "Zickzack, start" in text
    assert "1. green: place 3 on 7c-7e" in text
