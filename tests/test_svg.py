"""The SVG writer: well-formed whatever the texts are, the same bytes every time, colours that can be told apart."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.svg import BACKGROUNDS, COLOURS, MARGIN, Box, Picture, Player, escape, number, stylesheet

SVG = "{http://www.w3.org/2000/svg}"


@given(st.text())
def test_any_text_stays_text(text: str) -> None:
    picture = Picture(text)
    picture.text(0, 0, text, "m ink", name=text)
    picture.players(0, 20, [Player(text, text, True, "R", "red")], 100)
    root = ElementTree.fromstring(picture.svg())
    assert {element.tag.removeprefix(SVG) for element in root} <= {
        "title",
        "style",
        "rect",
        "text",
        "polygon",
        "circle",
    }
    written = root.findall(f"{SVG}text")[0]
    assert (written.text or "") == "".join(char if char.isprintable() or char == "\n" else "?" for char in text)


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.01, "0"), (12.0, "12"), (3.14159, "3.1"), (-2.55, "-2.5"), (1e3, "1000")]
)
def test_coordinates_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_markup_is_escaped() -> None:
    assert escape("<b a=\"1\" c='2'>&\x00\x1b\ud800") == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;???"


def test_the_paper_is_as_large_as_what_is_drawn_and_a_margin() -> None:
    picture = Picture("nothing")
    picture.rect(Box(0, 0, 30, 20), "red")
    picture.circle(40, 10, 5, "blue")
    assert picture.box == Box(-MARGIN, -MARGIN, 45 + MARGIN, 20 + MARGIN)
    assert f'viewBox="{picture.box.view_box()}"' in picture.svg()


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_a_stylesheet_has_every_look_once_for_each_background(background: str) -> None:
    text = stylesheet(background)
    for colour in COLOURS:
        for look in (f".{colour}{{", f".{colour}-line{{", f".{colour}-tint{{", f".on-{colour}{{"):
            assert text.count(look) == (2 if background == "auto" else 1)
    assert ("prefers-color-scheme" in text) == (background == "auto")


def luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("background", ["light", "dark"])
def test_texts_can_be_read(background: str) -> None:
    """As WCAG asks of text: 4.5 to 1."""
    fills = dict(re.findall(r"\.([\w-]+)\{fill:(#\w+)\}", stylesheet(background)))
    for colour in COLOURS:
        assert contrast(fills[colour], fills[f"on-{colour}"]) >= 4.5, colour
    for text in ("ink", "muted"):
        for ground in ("paper", "ground"):
            assert contrast(fills[text], fills[ground]) >= 4.5, (text, ground)
