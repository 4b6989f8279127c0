"""`tabletop replay` in a window: what is drawn fits, keys lead through the game."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tabletop.cli import replay as replay_module
from tabletop.cli.replay import replay
from tabletop.frames import Frame
from tabletop.game import AnyGame
from tabletop.style import Style
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
    numbers = [page.rpartition("[")[2].partition("]")[0] for page in pages]
    assert numbers == ["0 of 2", "1 of 2", "2 of 2", "2 of 2", "1 of 2", "1 of 2", "2 of 2", "0 of 2"]
    assert "Right next, Left back" in pages[0]


def test_a_move_and_its_outcome_are_one_step_with_the_bot_s_reason(watch: Watcher) -> None:
    path = ROOT / "tabletop/examples/mikado-bots.moves"
    moves = [line for line in path.read_text("utf-8").splitlines() if re.match(r"(touch|pull|waive)", line)]
    start, first, *_ = watch(path, "nq")
    assert start.startswith("Scheiben Mikado, start\n") and f"[0 of {len(moves)}]" in start
    move, _, reason = moves[0].partition("#")
    assert first.startswith(f"1. A: {move.strip()} -> ")
    assert reason.split()[0] in first and "A 0  B 0" in start


def test_replay_draws_only_what_is_looked_at(watch: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    draw = replay_module.page

    def count(game: AnyGame, frame: Frame, style: Style, rows: int | None = None) -> str:
        drawn.append(frame.title)
        return draw(game, frame, style, rows)

    monkeypatch.setattr(replay_module, "page", count)
    watch(ROOT / "tabletop/examples/mikado-bots.moves", "nbGq")
    assert len(drawn) == 4


def test_replay_prints_every_position_when_piped(odd_files: dict[str, str]) -> None:
    text = tabletop("replay", odd_files["GAME"]).stdout
    assert "Zickzack, start" in text
    assert "1. green: place 3 on 7c-7e" in text
