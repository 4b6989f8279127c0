"""Board files: read, refused with line and reason, played on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import Located, TabletopError, UnreadableFile, WrongUse
from tabletop.files import LARGEST_TOML
from tabletop.games.zickzack import GAME
from tabletop.games.zickzack.boardfile import load_board, parse_board
from tabletop.games.zickzack.hexes import is_connected
from tabletop.games.zickzack.position import format_position
from tabletop.games.zickzack.render import render
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import parse_records
from tabletop.replay import replayed, write_record
from tabletop.style import Style
from tests.games.zickzack.helpers import play, start_state, state_at, view_of
from tests.helpers import ROOT, examples

GOOD = """\
title = "two patches"

[[field]]
name = "1"
points = 4
cells = [[0, 0], [1, 0]]

[[field]]
name = "north2"
points = 9
cells = [
    [5, 5],
    [6, 5],  # [5, 5] in a comment is no cell
    [7, 5],
]

[[piece]]
name = "dot"
aliases = ["Punkt"]
count = 2
cells = [[0, 0]]

[[piece]]
name = "bar"
count = 1
cells = [[3, 3], [3, 4]]
"""


def refusal(text: str) -> Located:
    with pytest.raises(Located) as caught:
        parse_board(text, "my.toml")
    assert caught.value.exit_code == 4
    assert caught.value.source == "my.toml"
    return caught.value


def test_z8_a_board_file_is_read() -> None:
    board = parse_board(GOOD, "my.toml")
    assert board.cells == ("1a", "1b", "north2a", "north2b", "north2c")
    assert [field.points for field in board.fields] == [4, 9]
    assert not board.has_rows
    dot, bar = board.piece_types
    assert (dot.name, dot.count, dot.size) == ("dot", 2, 1)
    assert (bar.name, bar.count, bar.size) == ("bar", 1, 2)
    assert board == parse_board(GOOD, "my.toml")


def test_z8_a_board_file_can_be_played_on(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(GOOD, "utf-8")
    state = start_state(str(path))
    for text in ("place bar on 1a 1b", "place Punkt on north2b", "place dot on north2a", "north2c"):
        state = play(text, state=state)
        assert "north2" in render(view_of(state), Style(width=60, height=20)).text
    assert state.owners == (1, 1)
    assert state.scores() == (13, 0)
    assert format_position(state) == "11/211 11 0.0/1.1 1"
    assert state_at("11/211 11 0.0/1.1 1", str(path)) == state


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("[5, 5],\n", "[1, 0],\n", 12, "fields 1 and north2 overlap at cell [1, 0]"),
        ("[7, 5]", "[5, 5]", 14, "field north2 has the cell [5, 5] twice"),
        ("[7, 5]", "[7, 5.0]", 14, "a cell of field north2 must be a pair [q, r] of whole numbers, not [7, 5.0]"),
        ("[7, 5]", "[7, true]", 14, "a pair [q, r] of whole numbers"),
        ("[7, 5]", "[7]", 14, "a pair [q, r] of whole numbers"),
        ("[7, 5]", "[7, 1000]", 14, "coordinates must be -999 to 999"),
        ("[[0, 0], [1, 0]]", "[]", 6, "field 1 has no cells"),
        ("[[0, 0], [1, 0]]", "7", 6, "the cells of field 1 must be a list of [q, r] pairs, not 7"),
        ("[[0, 0], [1, 0]]", str([[0, n] for n in range(27)]), 6, "field 1 has too many cells; the most is 26"),
        ('name = "north2"', 'name = "1"', 9, "two fields are called 1"),
        ('name = "north2"', 'name = "North"', 9, "a field's name must be a number"),
        ('name = "north2"', "name = 2", 9, "a field's name must be a number"),
        ("points = 9", "points = 0", 10, "a field must be worth 1 to 999 points, not 0"),
        ("points = 9", "points = 1.5", 10, "not 1.5"),
        ("points = 9", "points = true", 10, "not True"),
        ("points = 9\n", "", 8, "this field needs the key 'points'"),
        ("points = 9", "worth = 9", 10, "unknown key 'worth'; the keys of a field are name, points and cells"),
        ("title", "name", 1, "unknown key 'name'; the keys of a board are title, field and piece"),
        ('"two patches"', "2", 1, "the title must be a string"),
        ("[[3, 3], [3, 4]]", "[[3, 3], [3, 5]]", 26, "the cells of piece bar are not connected"),
        ("[[3, 3], [3, 4]]", "[]", 26, "piece bar has no cells"),
        ("[[3, 3], [3, 4]]", "[[3, 3]]", 26, "pieces dot and bar have the same shape"),
        ("count = 1", "count = 0", 25, "the count of a piece must be 1 to 99, not 0"),
        ("count = 1", "count = 100", 25, "not 100"),
        ('name = "bar"', 'name = "dot"', 23, "two pieces are called dot"),
        ('name = "bar"', 'name = "punkt"', 23, "two pieces are called punkt"),
        ('name = "bar"', 'name = "triple"', 23, "a piece of 2 cells cannot be called triple"),
        ('name = "bar"', 'name = "3"', 24, "a piece of 2 cells must be called 2 or by a word, not 3"),
        ('name = "bar"', 'name = "on"', 24, "a piece's name must be one word or its size, not 'on'"),
        ('name = "bar"', 'name = "big bar"', 24, "a piece's name must be one word"),
        ('["Punkt"]', '"Punkt"', 19, "the aliases of a piece must be a list of words"),
        ("count = 1", "count = ", 25, "this is not valid TOML"),
        ("[[piece]]", "[[stone]]", 17, "unknown key 'stone'"),
    ],
)
def test_z8_refusals_name_line_and_reason(old: str, new: str, line: int, reason: str) -> None:
    assert old in GOOD
    error = refusal(GOOD.replace(old, new))
    assert error.line == line, str(error)
    assert reason in str(error.cause)
    assert error.quoted == GOOD.replace(old, new).splitlines()[line - 1].strip()


def test_z8_a_board_without_fields_or_pieces_is_refused() -> None:
    assert "no fields" in str(refusal(""))
    assert "no fields" in str(refusal('title = "empty"'))
    assert "no pieces" in str(refusal(GOOD[: GOOD.index("[[piece]]")]))
    assert "written as [[field]] tables" in str(refusal("field = 3"))
    assert "written as [[field]] tables" in str(refusal('[field]\nname = "3"'))


def test_z8_more_than_100_fields_are_refused() -> None:
    fields = "".join(f'[[field]]\nname = "{n}"\npoints = 1\ncells = [[{n}, 0]]\n' for n in range(101))
    error = refusal(fields)
    assert "at most 100 fields" in str(error)
    assert error.line == 401


def test_z8_unreadable_files_are_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="no board 'hexagon'"):
        load_board("hexagon")
    with pytest.raises(UnreadableFile, match="cannot be read"):
        load_board(str(tmp_path / "missing.toml"))
    with pytest.raises(UnreadableFile, match="cannot be read"):
        load_board("nul\0.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"title = 1\n\xff\xfe\x00")
    with pytest.raises(Located, match="not UTF-8") as caught:
        load_board(str(binary))
    assert caught.value.line == 2
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (LARGEST_TOML + 1))
    with pytest.raises(UnreadableFile, match="too large"):
        load_board(str(large))
    deep = tmp_path / "deep.toml"
    deep.write_text("x = " + "[" * 50_000, "utf-8")
    with pytest.raises(TabletopError):
        load_board(str(deep))


@examples(150)
@given(st.integers(0, len(GOOD) - 1), st.integers(0, 12), st.text(alphabet='[]0-9,"= \nabc#', max_size=6))
def test_z8_damaged_files_are_read_or_refused(start: int, length: int, new: str) -> None:
    text = GOOD[:start] + new + GOOD[start + length :]
    try:
        parse_board(text, "my.toml")
    except Located as error:
        assert 1 <= error.line <= max(1, text.count("\n") + 1)


def test_z8_a_copy_of_the_classic_board_plays_alike(tmp_path: Path) -> None:
    source = ROOT / "tabletop/games/zickzack/boards/classic.toml"
    path = tmp_path / "copy.toml"
    path.write_text(source.read_text("utf-8"), "utf-8")
    state = start_state(str(path))
    assert state.board.has_rows
    assert state.steps() == start_state().steps()
    assert format_position(state).endswith("5.4.3.1/5.4.3.1 1"), "counts are joined by dots on other boards"


def test_z8_comb_has_compact_fields_of_3_to_10() -> None:
    board = load_board("comb")
    assert [len(field.cells) for field in board.fields] == list(range(3, 11))
    assert all(is_connected(field.cells) for field in board.fields)
    triples = [piece_type.name for piece_type in board.piece_types if piece_type.size == 3]
    assert triples == ["line", "bend", "triangle"]
    assert sum(piece_type.size * piece_type.count for piece_type in board.piece_types) == 26


def test_z8_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "mark.toml"
    path.write_text(GOOD, "utf-8-sig")
    assert load_board(str(path)).fields == parse_board(GOOD, "my.toml").fields


def test_a_game_on_a_board_with_a_space_in_its_path_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "my board.toml"
    path.write_text(GOOD)
    match = Match(GAME, make_setup(GAME, options=[f"board={path}"]))
    match.play_text("1a")
    (record,) = parse_records(write_record(match))
    assert replayed(record).state == match.state


def test_z8_with_one_piece_type_a_hand_is_one_number(tmp_path: Path) -> None:
    path = tmp_path / "dots.toml"
    path.write_text(GOOD.partition("[[piece]]")[0] + '[[piece]]\nname = "1"\ncount = 12\ncells = [[0, 0]]\n')
    state = start_state(str(path))
    assert format_position(state) == "../... -- 12/12 1"
    assert state_at("../... -- 12/12 1", str(path)) == state
