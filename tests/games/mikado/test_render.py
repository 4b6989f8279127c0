"""The drawn tray shows every disc by name, fits the window, and says where things stand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game import Area, Drawing, Setup, View
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.moves import Feels, Moved, Pull, Touch, Waive
from tabletop.games.mikado.render import LARGE_WIDTH, LEFT, TrayPainter, render
from tabletop.games.mikado.rules import MikadoState, start
from tabletop.games.mikado.trays import Disc, Layout, baked, cell_of, count
from tabletop.style import PLAIN, Style
from tests.games.mikado.helpers import numbers, play, refereed, rolled, state_of, without_colour
from tests.helpers import examples

SMALL = Style(width=60, height=20)
PEOPLE = ("anna", "ben", "carla", "david", "eva", "fritz", "gerda", "hans")


def table(players: int = 2, seed: int = 7, model: str = "steady") -> tuple[MikadoState, Setup]:
    """The first state of a game after its set-up, and the setup."""
    names = PEOPLE[:players]
    match = refereed(players, names=names) if model == "referee" else rolled(seed, players, model=model, names=names)
    return state_of(match), match.setup


def text_of(state: MikadoState, setup: Setup, style: Style = PLAIN, layout: str = "") -> str:
    return render(View(state, setup, layout=layout, to_move=state.to_move), style).text


def pulled(state: MikadoState, name: str, length: float = 0.0, *popped: str) -> MikadoState:
    """The state after a pull of that disc with this outcome."""
    return state.apply(Pull(NUMBERS[name])).apply(Moved(length, numbers(*popped)))


def rows(picture: str) -> list[str]:
    """The rows of the tray, without what is left of it."""
    return [line[LEFT:] for line in picture.split("\n") if re.match(r"[ 1][0-9]\||[ 1][0-9]│", line)]


def names(picture: str) -> list[str]:
    return re.findall(r"[rby][0-9]{1,2}", "\n".join(rows(picture)))


def test_three_discs_are_drawn_as_expected() -> None:
    discs = (Disc("r1", "L", 12.0, 12.0), Disc("b1", "M", 36.0, 15.0), Disc("y1", "S", 52.0, 9.0))
    picture = TrayPainter(Layout(discs, 200.0, 24.0), discs, "b1", PLAIN).draw_large().drawing(PLAIN).text
    assert [line[:24].rstrip() for line in picture.split("\n")] == [
        "  +-A--B--C--D--E--F--G-",
        " 1|  .###.",
        " 2|(#######)  .===. (y1)",
        " 3|(###r1##) ([b1]=)",
        " 4|  '###'    '==='",
    ]


@pytest.mark.parametrize("style", [PLAIN, SMALL, Style(unicode=True), Style(width=60, height=20, unicode=True)])
def test_every_disc_has_its_whole_name_once_in_every_tray(style: Style) -> None:
    state, setup = table()
    for index in range(0, count(), 8):
        picture = text_of(replace(state, layout=baked(index)[0]), setup, style)
        assert sorted(names(picture)) == sorted(NAMES), f"tray {index}\n{picture}"


def test_names_are_written_on_their_discs_in_their_cells() -> None:
    state, setup = table()
    for index in range(0, count(), 32):
        tray, _ = baked(index)
        lines = rows(text_of(replace(state, layout=tray), setup))
        for disc in tray.discs:
            row = int(cell_of(disc)[1:]) - 1
            name = re.search(rf"{disc.name}(?![0-9])", lines[row])
            assert name, (index, disc)
            middle = (name.start() + name.end()) / 2 * 200 / 75
            assert abs(middle - disc.x) < 200 / 75, (index, disc)


def test_sizes_differ_without_colour() -> None:
    """Large and medium discs are filled with a character of their own, small ones are not filled."""
    state, setup = table()
    for index in range(0, count(), 64):
        lines = "\n".join(rows(text_of(replace(state, layout=baked(index)[0]), setup)))
        for before, name, after in re.findall(r"(.)([rby][0-9]+)(?=(.))", lines):
            if name[0] == "r":
                assert "#" in (before, after)
            elif name[0] == "b":
                assert "=" in (before, after)
            else:
                assert before == "(" or after == ")"


def test_coordinates_are_written_along_the_edges() -> None:
    state, setup = table()
    lines = text_of(state, setup).split("\n")
    assert re.sub("[-+ ]", "", lines[0]) == "ABCDEFGHIJKLMNOPQRSTUVWXY"
    assert [line[:2].strip() for line in lines[1:17]] == [str(row) for row in range(1, 17)]


def test_windows_of_80_by_24_and_60_by_20_are_large_enough() -> None:
    for players in (1, 2, 4, 8):
        state, setup = table(players)
        for index in range(0, count(), 64):
            now = replace(state, layout=baked(index)[0]).apply(Touch(30)).apply(Feels("firm"))
            for style in (PLAIN, SMALL):
                lines = text_of(now, setup, style).split("\n")
                assert len(lines) <= style.height, (players, index)
                assert max(map(len, lines)) <= style.width
                assert lines[0].startswith("  +-A-")


def test_removed_discs_leave_a_gap() -> None:
    state, setup = table()
    before = rows(text_of(state, setup))
    after = rows(text_of(pulled(pulled(state, "r8"), "y4"), setup))
    assert set(names(text_of(pulled(pulled(state, "r8"), "y4"), setup))) == set(NAMES) - {"r8", "y4"}
    for old, new in zip(before, after, strict=True):
        for was, now in zip(old, new, strict=True):
            assert now in (was, " ") or (was + now in ("#)", "=)", " )", " (", "((", "))"))


def test_the_touched_disc_is_marked_and_its_feel_shown() -> None:
    state, setup = table()
    assert "[" not in text_of(state, setup)
    now = state.apply(Touch(NUMBERS["y13"]))
    assert "[y13]" in "\n".join(rows(text_of(now, setup)))
    felt = now.apply(Feels("light"))
    for style in (PLAIN, SMALL):
        assert "[y13]" in "\n".join(rows(text_of(felt, setup, style)))
        assert re.search(r"\[y13@[A-Y][0-9]+\] feels light", text_of(felt, setup, style))
    assert "[" not in text_of(felt.apply(Waive()), setup)
    assert "felt: y13 light" in text_of(felt.apply(Waive()), setup)


def test_a_disc_that_is_being_pulled_is_marked() -> None:
    state, setup = table()
    assert "[r3]" in text_of(state.apply(Pull(NUMBERS["r3"])), setup)


@pytest.mark.slow
def test_a_touched_disc_never_hides_a_name() -> None:
    state, setup = table()
    for index in range(0, count(), 64):
        for disc in range(54):
            picture = text_of(replace(state, layout=baked(index)[0], touched=disc), setup)
            assert sorted(names(picture)) == sorted(NAMES), (index, NAMES[disc])


def test_touched_discs_keep_a_mark_of_how_they_felt() -> None:
    """Until they leave the tray; the disc touched in this turn is shown in brackets and in words."""
    match = rolled(seed=7, names=("anna", "ben"))
    for disc, word in (("b5", "loose"), ("r4", "light"), ("y9", "firm"), ("b12", "tight")):
        play(match, f"touch {disc}", f"feels {word}", "waive")
    for style in (PLAIN, SMALL):
        picture = "\n".join(rows(text_of(state_of(match), match.setup, style)))
        for name, mark in {"b5": "o", "r4": "-", "y9": "+", "b12": "!"}.items():
            assert re.search(rf"{name}{re.escape(mark)}|{re.escape(mark)}{name}(?![0-9])", picture), name
    play(match, "touch b5", "feels firm")
    assert "[b5]" in text_of(state_of(match), match.setup)
    play(match, "pull", "moved 0")
    assert "b5" not in "\n".join(rows(text_of(state_of(match), match.setup)))


def test_names_side_by_side_stay_whole_when_one_is_touched() -> None:
    discs = (Disc("y10", "S", 50.7, 6.1), Disc("y11", "S", 61.1, 11.9))
    for touched in ("", "y10", "y11"):
        picture = TrayPainter(Layout(discs, 200.0, 18.0), discs, touched, PLAIN).draw_large().drawing(PLAIN).text
        assert "y10y11" in picture


def scale(picture: str) -> str:
    lines = picture.split("\n")
    return next(line for line in lines if " at " in line)


def test_the_scale_shows_where_the_slider_was() -> None:
    state, setup = table()
    assert scale(text_of(state, setup)).startswith("   >.:.:.:.:.5.:.:.:.:.10:.")
    assert scale(text_of(state, setup)).endswith("at 0")
    once = pulled(state, "r1", 2.5)
    assert scale(text_of(once, setup)).startswith("   o====>:.:.5.:.")
    twice = pulled(once, "r2", 4.0)
    assert scale(text_of(twice, setup)).startswith("   0.:.:o=======>:.:.:.10:.:")
    assert scale(text_of(twice, setup)).endswith("at 6.5, 2.5 before the last pull")
    still = pulled(twice, "r3", 0.0)
    assert scale(text_of(still, setup)).startswith("   0.:.:.:.:.5.:>:.:.:.10:.:")
    assert scale(text_of(still, setup)).endswith("at 6.5, as before")


@pytest.mark.slow
@examples(60)
@given(st.lists(st.floats(0, 150).map(lambda length: round(length, 1)), min_size=1, max_size=6), st.booleans())
def test_the_slider_is_always_on_the_scale(lengths: list[float], is_small: bool) -> None:
    state, setup = table(1)
    for disc, length in enumerate(lengths):
        state = pulled(state, NAMES[disc], length)
    picture = text_of(state, setup, SMALL if is_small else PLAIN)
    lines = [line for line in picture.split("\n") if ">" in line]
    assert len(lines) == 1
    assert max(map(len, picture.split("\n"))) <= 80


def test_players_are_shown_with_points_and_discs() -> None:
    state, setup = table(3)
    state = pulled(state, "r1")
    state = pulled(state, "b1", 3.0)
    state = pulled(state, "y1")
    picture = text_of(state, setup)
    assert ">anna 3 = 1r   ben -3   carla 1 = 1y" in picture
    state = pulled(pulled(pulled(pulled(state, "r2"), "b2"), "b3"), "y2")
    assert "anna 7 = 2r 1y   >ben -1 = 1b - 3   carla 3 = 1b 1y" in text_of(state, setup)
    assert "in the tray 47 = 16r 15b 16y" in text_of(state, setup)


def test_waives_are_counted_until_a_player_must_pull() -> None:
    state, setup = table(2)
    for _ in range(3):
        state = state.apply(Waive())
    assert "waives 3 of 4" in text_of(state, setup)
    assert "must pull" in text_of(state.apply(Waive()), setup)


def test_m11_movements_are_counted_in_a_solo_game() -> None:
    state, setup = table(1)
    assert "movements 1 (3 allowed)" in text_of(pulled(state, "b1", 2.0), setup)


def test_popped_discs_leave_a_gap_too() -> None:
    state, setup = table()
    assert set(names(text_of(pulled(state, "b1", 2.0, "y1", "y2"), setup))) == set(NAMES) - {"b1", "y1", "y2"}


def test_refereed_games_show_a_list_of_discs() -> None:
    state, setup = table(2, model="referee")
    assert state.layout is None
    state = pulled(pulled(state, "r1"), "b1", 2.5, "y18").apply(Touch(NUMBERS["r2"]))
    lines = text_of(state, setup).split("\n")
    assert lines[0] == "red 17: [r2] " + " ".join(f"r{number}" for number in range(3, 19))
    assert lines[1] == "blue 17: " + " ".join(f"b{number}" for number in range(2, 19))
    assert lines[2] == "yellow 17: " + " ".join(f"y{number}" for number in range(1, 18))
    assert lines[3] == "gone 3: r1 b1 y18"
    assert lines[4] == "slider at 2.5, 0 before the last pull"
    assert "@" not in "".join(lines)


def test_the_list_gives_every_disc_its_cell() -> None:
    state, setup = table()
    assert state.layout
    for text in (text_of(state, setup, layout="list"), text_of(state, setup, Style(width=40))):
        for disc in state.layout.discs:
            assert f"{disc.name}@{cell_of(disc)}" in text.split()
        assert "gone 0: none" in text


def test_before_the_set_up_a_sentence_is_shown() -> None:
    _, setup = table()
    assert text_of(start(setup), setup) == "The discs are not in the tray yet."


def test_at_the_end_nobody_is_marked_as_to_move() -> None:
    state, setup = table(2)
    for name in NAMES[:52]:
        state = pulled(state, name)
    assert ">anna" not in text_of(state, setup) and ">ben" not in text_of(state, setup)
    assert sorted(names(text_of(state, setup))) == ["y17", "y18"]


@pytest.mark.slow
@examples(80)
@given(
    seed=st.integers(0, 500),
    players=st.integers(1, 8),
    out=st.lists(st.sampled_from(NAMES), unique=True, max_size=40),
    width=st.integers(20, 130),
    height=st.integers(10, 50),
    unicode=st.booleans(),
    as_list=st.booleans(),
)
def test_every_drawing_fits_its_width(
    seed: int, players: int, out: list[str], width: int, height: int, unicode: bool, as_list: bool
) -> None:
    state, setup = table(players, seed)
    for turn, name in enumerate(out):
        if not state.is_over:
            state = pulled(state, name, 1.3 * (turn % 3))
    if not state.is_over:
        state = state.apply(Touch(state.tray[0]))
    style = Style(width=width, height=height, unicode=unicode)
    plain = text_of(state, setup, style, "list" if as_list else "")
    for line in plain.split("\n"):
        assert len(line) <= width
        assert line == line.rstrip()
    assert unicode or plain.isascii()
    assert "\x1b" not in plain
    assert without_colour(text_of(state, setup, replace(style, colour=True), "list" if as_list else "")) == plain
    assert set(re.findall(r"[rby][0-9]{1,2}", plain)) >= {NAMES[disc] for disc in state.tray}


def text_at(drawing: Drawing, area: Area) -> str:
    """What stands there; the area must lie within the lines, whose colour codes take no column."""
    lines = [without_colour(line) for line in drawing.lines]
    assert area.height == 1 and 0 <= area.row < len(lines)
    assert area.column >= 0 and area.column + area.width <= len(lines[area.row])
    return lines[area.row][area.column : area.column + area.width]


WINDOWS = ((130, 50), (80, 24), (79, 20), (78, 24), (60, 20), (60, 17), (55, 30), (50, 24))


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), WINDOWS)
@pytest.mark.parametrize(("colour", "unicode"), [(False, False), (True, True)])
def test_every_disc_in_the_tray_has_a_place_in_the_picture(
    width: int, height: int, colour: bool, unicode: bool
) -> None:
    style = Style(colour, unicode, width, height)
    state, setup = table()
    states = [state, state.apply(Touch(NUMBERS["y13"])).apply(Feels("light")), pulled(state, "r8", 2.5, "y4")]
    pictures = 0
    for index in range(0, count(), 64):
        for now in states:
            now = replace(now, layout=baked(index)[0])
            drawing = render(View(now, setup, to_move=now.to_move), style)
            if drawing.is_list:
                assert width < 60, "60 columns are always enough for a picture"
                assert not drawing.places
                continue
            pictures += 1
            places = dict(drawing.places)
            slider = places.pop("slider", None)
            assert {name: text_at(drawing, area) for name, area in places.items()} == {
                NAMES[disc]: NAMES[disc] for disc in now.tray
            }
            if slider:
                assert re.search("slider|>|▶", text_at(drawing, slider))
            else:
                assert height < 20, "only a low window leaves the slider out"
    assert pictures


def test_the_slider_is_placed_on_its_bar_or_with_its_scale() -> None:
    state, setup = table()
    view = View(state, setup, to_move=state.to_move)
    large, small = render(view, PLAIN), render(view, SMALL)
    assert " slider " in text_at(large, large.places["slider"])
    assert text_at(small, small.places["slider"]).startswith("|>.:.:.:.:.5")
    low = render(view, Style(width=60, height=17))
    assert "slider" not in low.places and "r1" in low.places


def test_a_list_has_no_places() -> None:
    for model, layout, style in (("steady", "list", PLAIN), ("referee", "", PLAIN), ("steady", "", Style(width=40))):
        state, setup = table(model=model)
        drawing = render(View(state, setup, layout=layout, to_move=state.to_move), style)
        assert drawing.is_list and not drawing.places


def test_discs_have_their_colours() -> None:
    state, setup = table()
    picture = text_of(state, setup, Style(colour=True))
    for name, code in (("r1", "31"), ("b1", "94"), ("y1", "33")):
        assert re.search(rf"\x1b\[{code}m\x1b\[1m{name}\x1b", picture)


def test_the_picture_is_79_columns_wide() -> None:
    assert LARGE_WIDTH == 79
