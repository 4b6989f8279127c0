"""The picture of a window that README shows is what the program draws today."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import pytest

from tests.helpers import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import window_picture


@pytest.fixture(scope="module")
def made() -> str:
    return window_picture.picture()


def test_the_picture_is_not_stale(made: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        window_picture.PICTURE.write_text(made, "utf-8")
    assert window_picture.PICTURE.read_text("utf-8") == made, "run python tools/window_picture.py, and look at it"


def test_the_picture_holds_the_text_of_the_window(made: str) -> None:
    texts = [element.text or "" for element in ElementTree.fromstring(made).iter("{http://www.w3.org/2000/svg}text")]
    assert any(text.startswith("Enter plays") for text in texts)
    assert " ".join(texts).count("R1") >= 8
    assert len(made) < 40_000


def test_every_run_keeps_its_columns() -> None:
    plain, tinted = window_picture.Look("#fff", "", False, False), window_picture.Look("#000", "#f00", True, True)
    row = [window_picture.Cell(char, plain) for char in "  a<b "] + [
        window_picture.Cell(char, tinted) for char in " x "
    ]
    paper, first, second = window_picture._row(row, 0.0)
    assert 'width="25.2"' in paper and 'fill="#f00"' in paper
    assert 'textLength="25.2"' in first and ">a&lt;b</text>" in first
    assert 'class="b u"' in second and ">x</text>" in second
