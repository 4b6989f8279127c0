"""Every game has golden transcripts, and they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import FOLDER, scripts, transcript
from tests.helpers import GAMES


@pytest.mark.parametrize("path", scripts(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_transcript(path: Path, request: pytest.FixtureRequest) -> None:
    golden = path.with_suffix(".txt")
    now = transcript(path)
    if request.config.getoption("--update-golden"):
        golden.write_text(now, "utf-8")
    assert now == golden.read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_transcripts(name: str) -> None:
    assert any(path.parent.name == name for path in scripts()), f"put a move file into {FOLDER / name}"
