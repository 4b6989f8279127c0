"""Reading TOML: one error, whatever is wrong with a text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.toml import LARGEST, NotToml, parse_toml
from tests.helpers import tabletop


def test_valid_toml_is_read() -> None:
    assert parse_toml(f"a = {LARGEST}\n[b]\nc = [[1, 2]]") == {"a": LARGEST, "b": {"c": [[1, 2]]}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = ", "invalid value (line 1"),
        ("a = 1\n[b", "(line 2, column"),
        ("x = " + "[" * 20_000, "nested too deeply"),
        ("x = " + "[" * 60 + "]" * 60, "nested too deeply"),
        (".".join(["x"] * 20_000) + " = 1", "a key has more than 8 parts (line 1, column 16)"),
        ("a = 1\n['x' . " + " . ".join(['"."'] * 8) + "]", "a key has more than 8 parts (line 2"),
        ("a = {" + ".".join(["x"] * 9) + " = 1}", "a key has more than 8 parts"),
        ("a = '" + "x." * 50, "expected"),
        ("x = " + "9" * 5000, "too many digits"),
        ("x = [{ y = 0x" + "f" * 5000 + " }]", "too many digits"),
        (f"x = {LARGEST + 1}", "too many digits"),
    ],
)
def test_invalid_toml_raises_one_error_with_reason_and_place(text: str, words: str) -> None:
    with pytest.raises(NotToml) as caught:
        parse_toml(text)
    assert words in str(caught.value).lower()


def test_dots_elsewhere_are_no_parts_of_a_key() -> None:
    text = 'a.b.c.d.e.f.g.h = "a.b.c.d.e.f.g.h.i \\" a.b.c.d.e.f.g.h.i" # a.b.c.d.e.f.g.h.i\n'
    text += "x = ['....................', 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]"
    assert parse_toml(text)["x"][0] == "." * 20


@given(st.text())
def test_any_text_is_read_or_raises_that_error(text: str) -> None:
    try:
        repr(parse_toml(text))
    except NotToml as error:
        assert error.reason


HUGE = "9" * 5000
FILES_WITH_HUGE_NUMBERS = {
    "board": (f"[[field]]\nname = '7'\npoints = {HUGE}", ["zickzack", "show", "--option", "board=huge.toml"]),
    "model": (f"[slip]\nloose = {HUGE}", ["mikado", "show", "--seed", "1", "--model", "huge.toml"]),
    "plan": (f"games = {HUGE}", ["arena", "huge.toml"]),
}


@pytest.mark.parametrize("kind", FILES_WITH_HUGE_NUMBERS)
def test_every_kind_of_toml_file_is_refused_with_its_name(kind: str, tmp_path: Path) -> None:
    text, args = FILES_WITH_HUGE_NUMBERS[kind]
    (tmp_path / "huge.toml").write_text(text)
    done = tabletop(*args, cwd=tmp_path)
    assert done.returncode == 4
    assert "huge.toml" in done.stderr and "too many digits" in done.stderr
