"""The pictures that README and docs show are what the program draws today."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import pytest

from tests.helpers import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import pictures


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pictures.pictures()


def test_no_picture_is_stale(made: dict[str, str], request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        pictures.main()
    assert sorted(made) == sorted(path.name for path in pictures.PICTURES.iterdir())
    stale = [name for name, text in made.items() if (pictures.PICTURES / name).read_text("utf-8") != text]
    assert stale == [], "run python tools/pictures.py, and look at them"


def test_the_picture_holds_the_text_of_the_window(made: dict[str, str]) -> None:
    root = ElementTree.fromstring(made["play.svg"])
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert any(text.startswith("Enter plays") for text in texts)
    assert " ".join(texts).count("R1") >= 8
    assert len(made["play.svg"]) < 40_000


def test_every_run_keeps_its_columns() -> None:
    plain, tinted = pictures.Look("#fff", "", False, False), pictures.Look("#000", "#f00", True, True)
    row = [pictures.Cell(char, plain) for char in "  a<b "] + [pictures.Cell(char, tinted) for char in " x "]
    paper, first, second = pictures._row(row, 0.0)
    assert 'width="25.2"' in paper and 'fill="#f00"' in paper
    assert 'textLength="25.2"' in first and ">a&lt;b</text>" in first
    assert 'class="b u"' in second and ">x</text>" in second
