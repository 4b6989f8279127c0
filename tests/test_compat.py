"""Every file that an earlier version wrote is read, and says what it said then."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tabletop.saves import SavedGames
from tests.helpers import ROOT, Done, tabletop

COMPAT = ROOT / "tests" / "compat"
EXPECTED = "expected.json"
Facts = dict[str, Any]


@dataclass(frozen=True)
class Copy:
    """A version's folder, copied so that the program may write there, and one file in it."""

    folder: Path
    file: Path

    def run(self, *args: str, stdin: str = "", code: int = 0) -> Done:
        """The program, with the user's folders in the copy."""
        homes = {"XDG_STATE_HOME": str(self.folder / "state"), "XDG_CONFIG_HOME": str(self.folder / "nothing")}
        done = tabletop(*args, stdin=stdin, cwd=self.file.parent, **homes)
        assert done.returncode == code, done.stderr
        return done

    def json(self, *args: str) -> Any:
        return json.loads(self.run(*args, "--json").stdout)


def record(copy: Copy) -> Facts:
    """A game, run and verified."""
    facts = copy.json("run", str(copy.file))
    has_rolls = "\n-> " in copy.file.read_text("utf-8")
    verified = copy.run("verify", str(copy.file), code=1 if has_rolls else 0)
    rolled = re.search(r"(\d+) outcomes? rolled by version 0.1: cannot be recomputed", verified.stderr)
    assert bool(rolled) == has_rolls, verified.stderr
    names = ("game", "moves", "turn", "position", "scores", "over", "winners")
    return {name: facts[name] for name in names} | {"rolled": int(rolled[1]) if rolled else 0}


def saved(copy: Copy) -> Facts:
    """A game under way: in the list, taken up again, put back."""
    name = copy.file.stem
    (line,) = (line for line in copy.run("resume", "--list").stdout.splitlines() if f" {name} " in line)
    listed = re.search(r"(\S+(?: - \S+(?: \(\w+\))?)+) +(\d+) moves? +(\w+) to move", line)
    assert listed, line
    before = copy.file.read_text("utf-8").splitlines()
    done = copy.run("resume", name, "--plain", stdin="last\nquit\n")
    after = copy.file.read_text("utf-8").splitlines()
    assert set(before) <= set(after), "seats, budgets and the series are still there"
    turns = re.findall(r"^(\w+) to move\.$", done.stdout, re.MULTILINE)
    assert turns, done.stdout
    position = re.search(r"^Position: (.*)$", done.stdout, re.MULTILINE)
    return {
        "players": listed[1],
        "moves": int(listed[2]),
        "turn": listed[3],
        "turn when resumed": turns[-1],
        "position": position[1] if position else None,
    }


def results(copy: Copy) -> Facts:
    return {"lines": len(copy.file.read_text("utf-8").splitlines()), "stats": copy.json("stats")}


def typed(copy: Copy) -> Facts:
    """What the arrow keys bring back in the window."""
    return {"lines": list(SavedGames(copy.folder / "state" / "tabletop").read_history(copy.file.name))}


def config(copy: Copy) -> Facts:
    home = {"XDG_CONFIG_HOME": str(copy.folder / "config")}
    shown = tabletop("config", "show", "--json", **home)
    assert shown.returncode == 0, shown.stderr
    facts: Facts = json.loads(shown.stdout)
    return facts


def model(copy: Copy) -> Facts:
    """The odds of the first stick or disc with it; a copy of a preset would give others.

    Takami's model has other numbers since 0.1: its file is refused with what to write instead.
    """
    game = copy.file.stem
    if game == "takami":
        faults = copy.run(game, "model", "check", str(copy.file), code=4).stderr.splitlines()
        assert all(re.search(r":\d+: \w+\.\w+: a key of version 0\.1; ", fault) for fault in faults), faults
        return {"faults": len(faults)}
    copy.run(game, "model", "check", str(copy.file))
    odds = copy.json(game, "odds", "--seed", "7", "--model", str(copy.file))
    first = (odds.get("sticks") or odds.get("discs"))[0]
    return {name: first[name] for name in ("stick", "clean", "sits", "disc", "loose", "movement") if name in first}


def board(copy: Copy) -> Facts:
    moves = copy.run("zickzack", "moves", "--option", f"board={copy.file}").stdout.splitlines()
    return {"moves": len(moves), "first": moves[0], "last": moves[-1]}


def plan(copy: Copy) -> Facts:
    """What came of it, from the results beside it; nothing is played again."""
    results = copy.file.with_suffix(".results")
    before = results.read_bytes()
    facts = copy.json("arena", str(copy.file))
    assert results.read_bytes() == before
    standings = {row["name"]: [row["wins"], row["draws"], row["losses"]] for row in facts["standings"]}
    decision = facts["sprt"]["decision"] if facts["sprt"] else None
    return {"game": facts["game"], "games": facts["games"], "standings": standings, "decision": decision}


def games_of_a_plan(copy: Copy) -> Facts:
    """Each game of a results file, as records and as lines; the one that is missing is played again."""
    source = copy.file.with_suffix(".toml")
    before = copy.file.read_bytes()
    games = copy.folder / "games"
    lines = copy.run("arena", str(source), "--csv", "--records", str(games)).stdout.splitlines()
    assert copy.file.read_bytes() == before
    moves = {path.name: copy.json("run", str(path))["moves"] for path in sorted(games.iterdir())}
    *whole, last = before.splitlines(keepends=True)
    copy.file.write_bytes(b"".join(whole))
    copy.run("arena", str(source))
    again = copy.file.read_bytes().splitlines(keepends=True)
    assert again[: len(whole)] == whole
    assert json.loads(again[len(whole)])["key"] == json.loads(last)["key"]
    return {"games": len(lines) - 1, "moves": moves}


KINDS: dict[str, Callable[[Copy], Facts]] = {
    "records/*.moves": record,
    "state/tabletop/games/*.moves": saved,
    "state/tabletop/finished/*.moves": record,
    "state/tabletop/results.jsonl": results,
    "state/tabletop/typed/*": typed,
    "config/tabletop/config.toml": config,
    "models/*.toml": model,
    "boards/*.toml": board,
    "arena/*.toml": plan,
    "arena/*.results": games_of_a_plan,
}
"""Where a version's files lie, and what is asked of each; expected.json has the answers."""

VERSIONS = sorted(path for path in COMPAT.iterdir() if path.is_dir())
FILES = [
    pytest.param(version, file.relative_to(version), id=str(file.relative_to(COMPAT)))
    for version in VERSIONS
    for file in sorted(version.rglob("*"))
    if file.is_file() and file.name != EXPECTED
]


def kind(file: Path) -> str | None:
    """The line of KINDS that a file belongs to."""
    return next((pattern for pattern in KINDS if file.match(pattern)), None)


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_what_is_expected_is_there(version: Path, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    path = version / EXPECTED
    files = [file.relative_to(version) for file in sorted(version.rglob("*")) if file.is_file() and file != path]
    if not path.exists() and request.config.getoption("--update-golden"):
        facts = {}
        for number, file in enumerate(files):
            folder = tmp_path / str(number)
            shutil.copytree(version, folder)
            facts[file.as_posix()] = KINDS[kind(file) or ""](Copy(folder, folder / file))
        path.write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", "utf-8")
    assert list(json.loads(path.read_text("utf-8"))) == [file.as_posix() for file in files]


@pytest.mark.parametrize(("version", "file"), FILES)
def test_a_file_of_an_earlier_version_is_read(version: Path, file: Path, tmp_path: Path) -> None:
    name = kind(file)
    assert name, f"nobody tests {file}: add its kind to KINDS"
    folder = tmp_path / "copy"
    shutil.copytree(version, folder)
    facts = json.loads(json.dumps(KINDS[name](Copy(folder, folder / file))))
    expected = json.loads((version / EXPECTED).read_text("utf-8"))
    assert facts == expected[file.as_posix()]


def test_there_is_a_file_of_every_kind() -> None:
    assert {kind(parameters.values[1]) for parameters in FILES} == set(KINDS)
