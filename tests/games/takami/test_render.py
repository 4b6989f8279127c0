"""The picture of Takami, and where things stand in it."""

from __future__ import annotations

import re

import pytest

from tabletop.game import Area, Drawing
from tabletop.games.takami import GAME
from tabletop.games.takami.heap import STICKS, Place
from tabletop.match import Match
from tabletop.style import PLAIN, Style
from tests.games.takami.helpers import RAISED, heap_of, play, scripted_match, state_of
from tests.helpers import new_match, play_randomly

START = r"""
      9   .1    .2    .3    .4    .5    .6    .7          > A  0
 8 \  <G2>  <G3>  <G4>  <G5>  <G6>  <G7>  <G8>  <G9>  /     B  0
    7 \  (Y4)  (Y5)  (Y6)  (Y7)  (Y8)  (Y9)  (G1)  /
       6 \  (B7)  (B8)  (B9)  (Y1)  (Y2)  (Y3)  /
          5 \  (B2)  (B3)  (B4)  (B5)  (B6)  /
             4 \  (R7)  (R8)  (R9)  (B1)  /
                3 \  (R4)  (R5)  (R6)  /
                   2 \  (R2)  (R3)  /
                      1 \  (R1)  /
                           \  /
                           /  \
                        /        \
<> free  .2 place
A must raise a stick.
"""


def draw(match: Match, style: Style = PLAIN) -> str:
    return GAME.render(match.view(), style).text


def test_the_picture_of_the_start() -> None:
    assert draw(scripted_match()) == START.strip("\n")


def test_every_stick_is_named_once_at_every_size() -> None:
    match = new_match("takami", 5, players=5)
    for _ in play_randomly(match, 5, 90):
        for style in (PLAIN, Style(width=60, height=20), Style(width=45, height=40), Style(width=30, height=60)):
            picture = draw(match, style)
            board = picture[: picture.find("Last:")] if "Last:" in picture else picture
            for stick in heap_of(match):
                assert len(re.findall(rf"(?<![A-Z0-9]){stick}(?!\d)", board)) == 1, (stick, picture)


def test_free_leaning_taboo_moved_and_slid_sticks_are_marked() -> None:
    match = scripted_match(f"{RAISED}; prize B9; => clean slides Y6:6.3")
    picture = draw(match)
    assert "!G2>" in picture, "taboo, sound and free"
    assert "~Y6)" in picture
    assert "(G4/  <G5/" in picture, "both lost Y6; G2 lies on G4"
    assert "^B9" in picture, "the prize, in its owner's pile"
    assert "Last: pull G2 -> clean, lay 9.2 -> holds, prize B9 -> clean slides Y6:6.3" in picture
    assert "<> free  (/ leaning  ! taboo  ^ moved  ~ slid  .2 place" in picture


def test_a_stick_just_laid_and_a_place_just_left_are_marked() -> None:
    match = scripted_match("pull Y4; => clean")
    assert re.search(r"7 \\  +-- +\(Y5\)", draw(match))
    assert "-- was here" in draw(match)
    play(match, "lay 9.2; => holds")
    assert "^Y4>" in draw(match)


def test_only_places_above_the_stick_in_hand_are_offered() -> None:
    match = scripted_match("pull Y4; => clean; keep; pull G9; => clean")
    rows = draw(match).splitlines()
    assert ".1" in rows[0] and ".7" in rows[0]
    assert " .1 " not in rows[2], "7.1 is lower than 8.8, where G9 lay"


def test_layers_above_the_rim_are_drawn_as_needed() -> None:
    match = scripted_match(f"{RAISED}; done; raise G9 to 9.3; => clean; => holds; done")
    play(match, "raise R1 to 10.2; => clean; => holds")
    assert draw(match).splitlines()[0].split()[0] == "11"
    assert draw(match).splitlines()[1].split()[:3] == ["10", ".1", "^R1>"]


def test_colour_adds_nothing_but_colour() -> None:
    match = new_match("takami", 9)
    for _ in play_randomly(match, 9, 30):
        coloured = draw(match, Style(colour=True))
        assert "\x1b[" in coloured
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == draw(match)


def test_each_stick_has_its_colour() -> None:
    picture = draw(scripted_match(), Style(colour=True))
    for stick, code in {"R1": "31", "B4": "94", "Y5": "33", "G9": "32"}.items():
        assert f"\x1b[1m\x1b[{code}m{stick}\x1b[0m" in picture


@pytest.mark.parametrize(
    ("width", "height"), [(80, 24), (60, 20), (76, 24), (75, 24), (59, 40), (41, 40), (40, 60), (20, 90)]
)
def test_pictures_fit_their_window(width: int, height: int) -> None:
    match = new_match("takami", 2, players=5, options=["rounds=2"])
    for _ in play_randomly(match, 2, 160):
        lines = draw(match, Style(width=width, height=height)).splitlines()
        assert max(map(len, lines)) <= width
        assert len(lines) < height
        assert all(line == line.rstrip() for line in lines)


def test_the_highest_heap_still_fits() -> None:
    match = scripted_match()
    heap = heap_of(match)
    for layer in range(9, 16):
        stick = next(stick for stick in heap if heap.place_of(stick).layer == layer - 8)
        play(match, f"raise {stick} to {layer}.1; => clean; => holds; done")
        heap = heap_of(match)
    assert max(heap.place_of(stick).layer for stick in heap) == 15
    assert len(draw(match).splitlines()) <= 22
    assert len(draw(match, Style(width=60, height=20)).splitlines()) <= 19


def test_a_refereed_game_shows_its_sticks_by_colour() -> None:
    match = scripted_match("raise B4; => clean; => holds; done", model="referee", players=5)
    lines = draw(match).splitlines()
    assert lines[0].startswith("On the X: 36 sticks")
    assert "!B4" in lines[3]
    for width in (80, 60, 41, 40):
        assert all(stick in draw(match, Style(width=width)) for stick in STICKS)
        assert max(map(len, draw(match, Style(width=width)).splitlines())) <= width


STYLES = [
    Style(colour, unicode, width, height)
    for width, height in ((80, 24), (76, 24), (75, 24), (60, 20), (41, 40))
    for colour, unicode in ((False, False), (True, True))
]
"""Windows in which the X is drawn, wide and narrow, with the players beside and below it."""
IN_HAND = f"{RAISED}; done; pull Y4; => clean"


def text_at(drawing: Drawing, area: Area) -> str:
    """What is written there; the area must lie within the lines, without colour codes."""
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in drawing.lines]
    assert area.height == 1 and 0 <= area.row < len(lines)
    assert area.column >= 0 and area.column + area.width <= len(lines[area.row])
    return lines[area.row][area.column : area.column + area.width]


@pytest.mark.parametrize("style", STYLES)
def test_every_stick_on_the_x_has_its_place_in_the_drawing(style: Style) -> None:
    match = new_match("takami", 5, players=5)
    for _ in play_randomly(match, 5, 60):
        drawing = GAME.render(match.view(), style)
        assert not drawing.is_list
        texts = {name: text_at(drawing, area) for name, area in drawing.places.items()}
        assert {name: text for name, text in texts.items() if name in STICKS} == {
            stick: stick for stick in heap_of(match)
        }


@pytest.mark.parametrize("style", STYLES)
def test_every_place_where_a_stick_may_be_laid_has_its_place_in_the_drawing(style: Style) -> None:
    match = scripted_match(IN_HAND)
    drawing = GAME.render(match.view(), style)
    free = [place for place in state_of(match).legal_places() if place]
    assert Place(10, 1) in free
    assert all(text_at(drawing, drawing.places[str(place)]) == f".{place.slot}" for place in free)
    assert text_at(drawing, drawing.places["7.1"]) == "--", "where the stick in hand lay"
    assert {*drawing.places} == {*heap_of(match), *map(str, free), "7.1"}


@pytest.mark.parametrize("style", STYLES)
def test_every_stick_of_a_refereed_game_has_its_place_in_the_drawing(style: Style) -> None:
    match = scripted_match("raise B4; => clean; => holds; prize Y1; => falls R3 R4 R5", model="referee", players=5)
    drawing = GAME.render(match.view(), style)
    assert {name: text_at(drawing, area) for name, area in drawing.places.items()} == {
        stick: stick for stick in state_of(match).heap
    }


def test_a_list_has_no_places() -> None:
    for model in ("steady", "referee"):
        drawing = GAME.render(scripted_match(model=model).view(), Style(width=40))
        assert drawing.is_list and not drawing.places


def test_piles_are_shortened_where_the_window_is_too_small() -> None:
    fallen = " ".join(STICKS[:27])
    match = scripted_match(f"pull G2; => falls {fallen}", players=5)
    assert "R1 R2 R3" in draw(match, Style(width=80, height=24))
    assert "R123456789" in draw(match, Style(width=60, height=10))


def test_a_probed_stick_keeps_a_mark_of_how_it_felt() -> None:
    for feel, mark in (("loose", "o"), ("light", "-"), ("firm", "="), ("tight", "#")):
        assert f"(Y4){mark}" in draw(scripted_match(f"probe Y4; => sits {feel}"))


def test_what_fell_in_the_last_turn_lies_below_the_x() -> None:
    assert "fell: Y4 Y5" in draw(scripted_match("pull B7; => falls Y4 Y5"))
    assert "fell" not in draw(scripted_match("pull G2; => clean"))
