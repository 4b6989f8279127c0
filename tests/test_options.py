"""Options and set-ups: read, written, refused."""

from __future__ import annotations

import pytest

from tabletop.errors import WrongUse
from tabletop.games import load
from tabletop.options import Option, format_options, make_setup, parse_options, split_options

OPTIONS = (
    Option("ousting", False, "towers may be ousted"),
    Option("centre", 0, "which centre rule", choices=(0, 1, 2)),
    Option("repetition", 3, "0 is off, else at least 2", excluded=(1,)),
    Option("slide", "rook", "how towers move", choices=("rook", "free")),
)


def test_options_are_read_and_written() -> None:
    words = ["ousting", "centre=1", "slide=free"]
    values = parse_options(OPTIONS, words)
    assert values == {"ousting": True, "centre": 1, "repetition": 3, "slide": "free"}
    assert format_options(OPTIONS, values) == "ousting centre=1 slide=free"
    assert format_options(OPTIONS, parse_options(OPTIONS, ["ousting=off"])) == ""


@pytest.mark.parametrize(
    "word", ["oust", "centre", "centre=3", "centre=x", "repetition=1", "repetition=-1", "slide=fast", "ousting=maybe"]
)
def test_wrong_options_are_refused(word: str) -> None:
    with pytest.raises(WrongUse):
        parse_options(OPTIONS, [word])
    with pytest.raises(WrongUse):
        parse_options(OPTIONS, ["ousting", "ousting"])


def test_set_ups_that_do_not_fit_are_refused() -> None:
    taktori, zickzack, mikado = load("taktori"), load("zickzack"), load("mikado")
    for game, table in [
        (taktori, {"players": 5}),
        (taktori, {"players": 1}),
        (taktori, {"names": ["a", "A"]}),
        (taktori, {"names": ["a", "b"], "players": 3}),
        (taktori, {"names": ["a", "b c"]}),
        (zickzack, {"model": "steady"}),
        (zickzack, {"skills": ["1=0.5"]}),
        (mikado, {"skills": ["1=1.5"]}),
        (mikado, {"skills": ["9=0.5"]}),
        (mikado, {"skills": ["hand"]}),
        (mikado, {"skills": ["=0.5"]}),
        (mikado, {"skills": ["1=nan"]}),
        (mikado, {"skills": ["ann=0.5"]}),
        (mikado, {"seed": -1}),
    ]:
        with pytest.raises(WrongUse):
            make_setup(game, **table)  # type: ignore[arg-type]


def test_options_with_spaces_are_quoted_in_records() -> None:
    board = Option("board", "classic", "a path")
    values = parse_options((*OPTIONS, board), ["ousting", "board=my board.toml"])
    written = format_options((*OPTIONS, board), values)
    assert written == 'ousting "board=my board.toml"'
    assert parse_options((*OPTIONS, board), split_options(written)) == values


@pytest.mark.parametrize("path", ["a#b.toml", 'a"b.toml', "a\udcffb.toml", "a\nb.toml"])
def test_what_no_move_file_can_hold_is_refused_at_once(path: str) -> None:
    with pytest.raises(WrongUse, match="cannot be written to a move file"):
        make_setup(load("zickzack"), options=[f"board={path}"])
    with pytest.raises(WrongUse, match="cannot be written to a move file"):
        make_setup(load("mikado"), model=path)


def test_skills_are_given_by_name_or_number() -> None:
    mikado = load("mikado")
    setup = make_setup(mikado, names=["Ann", "Ben", "Cid"], skills=["ann=0.8", "3=0.1", "Ben=0"])
    assert setup.skills == (0.8, 0.0, 0.1)
    with pytest.raises(WrongUse, match="no player is called 'Dan'; the players are Ann, Ben and Cid"):
        make_setup(mikado, names=["Ann", "Ben", "Cid"], skills=["Dan=0.8"])
    with pytest.raises(WrongUse, match=r"such as Ann=0\.8 or 1=0\.8, not 'Ann 0\.8'"):
        make_setup(mikado, names=["Ann", "Ben", "Cid"], skills=["Ann 0.8"])


def test_a_number_is_a_seat_before_it_is_a_name() -> None:
    mikado = load("mikado")
    assert make_setup(mikado, names=["2", "1"], skills=["1=0.8"]).skills == (0.8, 0.5), "as records write them"
    assert make_setup(mikado, names=["7", "1"], skills=["7=0.8"]).skills == (0.8, 0.5)
