"""What `import tabletop` offers, and that it costs nothing before it is used."""

from __future__ import annotations

import doctest
import multiprocessing
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.pool import Pool

import pytest

import tabletop
from tests.helpers import GAMES, ROOT, play_randomly, random_match


def test_every_public_name_is_there_and_listed() -> None:
    for name in tabletop.__all__:
        assert getattr(tabletop, name).__name__ == name
    assert set(tabletop.__all__) <= set(dir(tabletop))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = tabletop.nonsense


def test_every_error_of_ours_is_public() -> None:
    errors = vars(sys.modules["tabletop.errors"]).values()
    classes = {entry.__name__ for entry in errors if isinstance(entry, type) and issubclass(entry, Exception)}
    assert classes <= set(tabletop.__all__)


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys, tabletop; print([name for name in sys.modules if name.startswith('tabletop.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


def test_the_examples_of_the_documentation_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 20) == (0, True)


def play_on(data: bytes) -> bytes:
    """Take a pickled match, play four turns, and send it back: runs in another process."""
    match = pickle.loads(data)
    for _ in play_randomly(match, seed=5, plies=4):
        pass
    return pickle.dumps(match)


@pytest.fixture(scope="module")
def another_process() -> Iterator[Pool]:
    """One for all games: its start takes a second."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        yield pool


@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_to_another_process_and_back(name: str, another_process: Pool) -> None:
    match = random_match(name, seed=3, plies=6)
    returned = pickle.loads(another_process.apply(play_on, (pickle.dumps(match),)))
    for _ in play_randomly(match, seed=5, plies=4):
        pass
    assert returned.game is match.game
    assert returned.setup == match.setup
    assert returned.states == match.states
    assert tabletop.write_record(returned) == tabletop.write_record(match)


def test_a_new_match_begins_where_it_is_told(tmp_path: os.PathLike[str]) -> None:
    match = tabletop.new_match("fem", names=["ann", "bob"], position="x5/x5/x,1,x3/x5/x5 - 2")
    assert match.player_name(match.to_move) == "bob"
    with pytest.raises(tabletop.WrongUse, match="no position strings"):
        tabletop.new_match("takami", seed=1, position="x")
    with pytest.raises(tabletop.WrongUse, match="no game 'chess'"):
        tabletop.new_match("chess")


def test_a_record_is_chosen_by_its_number() -> None:
    path = ROOT / "tabletop" / "examples" / "fem-loop.moves"
    assert tabletop.read_record(path).result == tabletop.read_record(path, 1).result
    with pytest.raises(tabletop.WrongUse, match="there is no game 2; this file has 1 game"):
        tabletop.read_record(path, 2)
