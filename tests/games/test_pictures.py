"""Pictures of all games that have them: well-formed, every place named, no labels on top of each other, no secrets."""

from __future__ import annotations

import re
from importlib import import_module
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import WrongUse
from tabletop.export import draw_picture, draw_view
from tabletop.frames import read_frames
from tabletop.games import load
from tabletop.match import Match
from tabletop.replay import read_games
from tabletop.style import Style
from tabletop.svg import LETTER_WIDTH, TEXT_SIZES, Box, Picture, stylesheet
from tests.helpers import ROOT, SHIPPED_GAMES, examples, new_match, random_match, tables

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [name for name in SHIPPED_GAMES if load(name).picture]
CASES = [(name, table) for name in GAMES for table in tables(load(name))]
EXAMPLES = sorted((ROOT / "tabletop/examples").glob("*.moves"))
CLASSES = set(re.findall(r"\.([a-z][\w-]*)[{.]", stylesheet()))


def draw(match: Match) -> Picture:
    picture: Picture = import_module(match.game.picture).draw(match.view())
    return picture


def labels(picture: Picture) -> list[tuple[str, Box]]:
    """The texts, and about where each stands; a little less than it takes, so that neighbours may touch."""
    boxes = []
    for element in ElementTree.fromstring(picture.svg()).iter(f"{SVG}text"):
        look = element.attrib["class"].split()
        size = next(TEXT_SIZES[word] for word in look if word in TEXT_SIZES)
        x, y = float(element.attrib["x"]), float(element.attrib["y"]) - 0.36 * size
        width = len(element.text or "") * size * LETTER_WIDTH * 0.8
        left = x if "start" in look else x - width if "end" in look else x - width / 2
        boxes.append((element.text or "", Box(left, y - 0.35 * size, left + width, y + 0.35 * size)))
    return boxes


def overlap(first: Box, second: Box) -> bool:
    return (
        first.left < second.right
        and second.left < first.right
        and first.top < second.bottom
        and second.top < first.bottom
    )


@pytest.mark.parametrize(("name", "table"), CASES, ids=str)
@examples(4)
@given(seed=st.integers(0, 10_000), plies=st.integers(0, 30))
def test_a_picture_is_whole(name: str, table: dict[str, object], seed: int, plies: int) -> None:
    match = random_match(name, seed, plies, **table)
    picture = draw(match)
    text = picture.svg()
    root = ElementTree.fromstring(text)
    assert text == draw(match).svg(), "the same position gives the same bytes"
    for element in root.iter():
        assert set(element.attrib.get("class", "").split()) <= CLASSES
        assert "style" not in element.attrib
    places = match.game.render(match.view(), Style(width=80, height=60)).places
    named = {element.attrib["data-name"] for element in root.iter() if "data-name" in element.attrib}
    fields = {place for place in places if not re.fullmatch(r"\d+", place)}
    assert fields - named == set(), "what the text names, the picture names"
    assert len(text) < 60_000
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert 380 < width < 520 and 300 < height < 1000
    for _, box in labels(picture):
        assert left <= box.left and box.right <= left + width and top <= box.top and box.bottom <= top + height


def clashes(picture: Picture) -> list[tuple[str, str]]:
    """The pairs of labels that lie on each other."""
    placed = labels(picture)
    return [
        (text, other)
        for index, (text, box) in enumerate(placed)
        for other, other_box in placed[index + 1 :]
        if overlap(box, other_box)
    ]


@pytest.mark.parametrize(("name", "table"), CASES, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_labels_do_not_lie_on_each_other(name: str, table: dict[str, object], seed: int) -> None:
    assert clashes(draw(random_match(name, seed, 12 + 12 * seed, **table))) == []


@pytest.mark.parametrize("name", [path.stem for path in EXAMPLES if path.stem.endswith(("-game", "-bots"))])
def test_labels_do_not_lie_on_each_other_in_real_games(name: str) -> None:
    (record,) = read_games(str(ROOT / f"tabletop/examples/{name}.moves"))
    frames, match, _ = read_frames(record)
    for frame in frames[:: max(1, len(frames) // 6)] + frames[-1:]:
        assert clashes(draw_view(match.game, frame.view)) == [], frame.title


def test_labels_that_lie_on_each_other_are_found() -> None:
    picture = Picture("two")
    picture.text(0, 0, "first", "m ink")
    picture.text(20, 4, "second", "m ink")
    assert clashes(picture) == [("first", "second")]


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_shows_only_what_players_may_see(name: str) -> None:
    match = random_match(name, 3, 20)
    full, seen = draw(match), import_module(match.game.picture).draw(match.view(player=1))
    assert full.svg() == seen.svg()


@pytest.mark.parametrize("name", ["takami", "mikado"])
def test_a_refereed_game_has_a_picture_too(name: str) -> None:
    match = new_match(name, model="referee")
    ElementTree.fromstring(draw(match).svg())


def test_boards_of_other_shapes_are_drawn() -> None:
    match = random_match("zickzack", 2, 6, options=["board=comb"])
    svg = draw(match).svg()
    assert all(f'data-name="{cell}"' in svg for cell in match.state.board.cells)


def test_a_polygon_is_tinted_and_has_its_points() -> None:
    game = load("taktori")
    match = Match(game, new_match("taktori").setup)
    for turn in "a1", "i9", "c1 bridge a1-c1", "i8", "c3 bridge c1-c3", "i7", "a3 bridge a1-a3, a3-c3":
        match.play_text(f"place on {turn}")
    svg = draw(match).svg()
    assert "red-tint" in svg and ">R: 4</text>" in svg
    assert 'data-name="a1-c1"' in svg


def test_a_game_without_a_picture_says_so() -> None:
    with pytest.raises(WrongUse, match="Nim has no vector picture; `show` without `--svg`"):
        draw_picture(new_match("nim"))
