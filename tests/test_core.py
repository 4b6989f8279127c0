"""The smaller rooms: chance, options, models, canvas, rulebook, errors, suggestions."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tabletop.chance import Rolls, roll
from tabletop.errors import Located, UnreadableModel, WrongUse
from tabletop.games import load
from tabletop.modelfiles import Entry, ModelLibrary
from tabletop.options import Option, format_options, make_setup, parse_options, split_options
from tabletop.rulebook import find_rules, parse_rules
from tabletop.style import Canvas, Style
from tabletop.suggest import distance, tokens
from tabletop.text import shorten


def test_rolls_are_these_numbers_on_every_python() -> None:
    assert roll(42, 1, 1, "slip") == 0.9628956140423924
    assert roll(42, 1, 1, "slip", 1) == 0.9568534250575931
    assert roll(0, 0, 0, "deal", 35) == 0.7953426310172053


def test_rolls_look_uniform() -> None:
    values = [roll(7, turn, 1, "slip") for turn in range(4000)]
    assert abs(math.fsum(values) / 4000 - 0.5) < 0.02
    assert abs(sum(value < 0.1 for value in values) / 4000 - 0.1) < 0.02
    normal = [Rolls(7, turn, 1).normal("length") for turn in range(4000)]
    assert abs(math.fsum(normal) / 4000) < 0.05
    assert abs(math.fsum(value * value for value in normal) / 4000 - 1) < 0.08


def test_weighted_and_shuffled() -> None:
    picks = [Rolls(1, turn, 1).weighted([1, 0, 3], "who") for turn in range(4000)]
    assert 1 not in picks
    assert abs(picks.count(2) / 4000 - 0.75) < 0.03
    firsts = [Rolls(1, turn, 0).shuffled("abc", "deal") for turn in range(600)]
    assert {tuple(sorted(order)) for order in firsts} == {(0, 1, 2)}
    assert len({tuple(order) for order in firsts}) == 6


def test_an_event_without_a_name_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError):
        roll(1, 1, 1, "unheard-of")


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


SCHEMA = {
    "slip": {"loose": Entry("probability"), "sizes": Entry("positive", length=3)},
    "hand": {"noise": Entry("number")},
}
GOOD = "[slip]\nloose = 0.1\nsizes = [1, 2, 3]\n[hand]\nnoise = -1.5\n"


def test_a_good_model_is_read() -> None:
    model = ModelLibrary(SCHEMA, Path("nowhere"), "steady").parse(GOOD, "mine")
    assert model["slip"]["sizes"] == [1, 2, 3]
    assert model.text == GOOD


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("0.1", "1.1", "slip.loose", "from 0 to 1"),
        ("0.1", "nan", "slip.loose", "finite"),
        ("0.1", "'x'", "slip.loose", "number"),
        ("0.1", "true", "slip.loose", "number"),
        ("[1, 2, 3]", "[1, 2]", "slip.sizes", "3 values"),
        ("[1, 2, 3]", "[1, 0, 3]", "slip.sizes", "above 0"),
        ("loose", "lose", "slip.lose", "unknown"),
        ("[hand]", "[hands]", "hands", "unknown"),
        ("noise = -1.5", "", "hand.noise", "missing"),
        ("[hand]\nnoise = -1.5", "", "hand", "missing"),
        ("[slip]", "[slip", "", "TOML"),
    ],
)
def test_a_wrong_model_is_refused_with_file_key_and_reason(old: str, new: str, key: str, reason: str) -> None:
    with pytest.raises(UnreadableModel) as caught:
        ModelLibrary(SCHEMA, Path("nowhere"), "steady").parse(GOOD.replace(old, new), "mine.toml")
    assert caught.value.key == key
    assert reason in caught.value.reason
    assert str(caught.value).startswith("mine.toml: ")
    assert caught.value.exit_code == 4


def test_agreements_that_make_no_sense() -> None:
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
        (mikado, {"seed": -1}),
    ]:
        with pytest.raises(WrongUse):
            make_setup(game, **table)  # type: ignore[arg-type]


def test_canvas() -> None:
    canvas = Canvas()
    canvas.put(2, 1, "ab", "red")
    canvas.put(4, 1, "c ")
    canvas.put(3, 1, "X", "red bold")
    assert canvas.drawing(Style()).text == "\n  aXc"
    assert canvas.drawing(Style(colour=True)).text == "\n  \x1b[31ma\x1b[0m\x1b[31;1mX\x1b[0mc"
    assert (canvas.at(3, 1), canvas.at(99, 99)) == ("X", " ")


RULES = """# Game
Some words.

## Turns
- **Z1** Two players.
  They sit opposite.
- **Z2** The board (reading: its shape).

## Notation
    place 3
"""


def test_rulebook() -> None:
    assert [(p.section, p.number) for p in parse_rules(RULES)] == [
        ("Game", ""),
        ("Turns", "Z1"),
        ("Turns", "Z2"),
        ("Notation", ""),
    ]
    (one,) = find_rules(RULES, "z1")
    assert one.text == "Two players.\nThey sit opposite."
    assert [p.number for p in find_rules(RULES, "board")] == ["Z2"]
    assert find_rules(RULES, "xyzzy") == []


def test_foreign_text_is_made_safe() -> None:
    assert shorten("a\x1b[31mb\n") == "a\\x1b[31mb\\n"
    assert len(shorten("x" * 1000)) == 100
    located = Located("f", 3, 4, "line\x00", WrongUse("no"))
    assert str(located) == "f:3:4: no\n    line\\x00"
    assert located.exit_code == 2


def test_token_distance() -> None:
    assert tokens("place T3 on e5 bridge e5-e7") == ["place", "t3", "on", "e5", "bridge", "e5", "e7"]
    assert distance(tokens("place on e5"), tokens("place on e6"), 9) == 1
    assert distance(tokens("place on e5"), tokens("place T3 on e5"), 9) == 1
    assert distance(tokens("a b c d"), tokens("x y"), 2) == 3


def test_options_with_spaces_are_quoted_in_records() -> None:
    board = Option("board", "classic", "a path")
    values = parse_options((*OPTIONS, board), ["ousting", "board=my board.toml"])
    written = format_options((*OPTIONS, board), values)
    assert written == 'ousting "board=my board.toml"'
    assert parse_options((*OPTIONS, board), split_options(written)) == values


@pytest.mark.parametrize("path", ["a#b.toml", 'a"b.toml', "a\udcffb.toml", "a\nb.toml"])
def test_what_no_move_file_can_hold_is_refused_at_once(path: str) -> None:
    with pytest.raises(WrongUse, match="cannot stand in a move file"):
        make_setup(load("zickzack"), options=[f"board={path}"])
    with pytest.raises(WrongUse, match="cannot stand in a move file"):
        make_setup(load("mikado"), model=path)
