"""Whatever is read from outside is read or refused: never another error, an odd exit code, or endless work."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.fuzz.mutate import Mutator
from tests.fuzz.targets import TARGETS, fuzz
from tests.helpers import ROOT


@pytest.mark.parametrize("name", TARGETS)
def test_mutated_texts_are_read_or_refused(name: str) -> None:
    assert fuzz(name, 40, seed=1) == []


@pytest.mark.slow
def test_fifty_thousand_mutated_texts_are_read_or_refused_within_a_gigabyte() -> None:
    command = [sys.executable, "-m", "tests.fuzz.targets", "50000", "2"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_the_same_seed_makes_the_same_variants() -> None:
    one, other = (Mutator(["place 3 on 7c-7e", "Game: fem"], 7) for _ in range(2))
    assert [one.variant() for _ in range(50)] == [other.variant() for _ in range(50)]


def test_a_reader_that_breaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def feed(text: str) -> None:
        if len(text) < 5:
            raise KeyError(text)

    monkeypatch.setitem(TARGETS, "broken", (feed, lambda: ["place 3 on 7c-7e"]))
    assert any("KeyError" in line for line in fuzz("broken", 300, seed=1))
