"""Golden transcripts hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import scripts, transcript


@pytest.mark.parametrize("path", scripts(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_transcript(path: Path, request: pytest.FixtureRequest) -> None:
    golden = path.with_suffix(".txt")
    now = transcript(path)
    if request.config.getoption("--update-golden"):
        golden.write_text(now, "utf-8")
    assert now == golden.read_text("utf-8")
