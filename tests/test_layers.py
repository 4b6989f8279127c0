"""Imports point one way."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tabletop.games import load
from tests.helpers import ROOT, SHIPPED_GAMES

PACKAGE = ROOT / "tabletop"
RANKS = (
    ("text", "game", "chance", "svg"),
    ("errors", "style"),
    ("toml", "files", "record", "options", "grammar", "rulebook"),
    ("modelfiles", "suggest", "perft"),
    ("modelcommands", "modelfit", "saves", "match"),
    ("bots", "games", "describe", "expectations"),
    ("replay", "review", "settings", "engine"),
    ("frames", "lesson", "seats", "api"),
    ("consent", "export"),
    ("session", "arena"),
    ("cli",),
    ("__main__",),
)
"""All modules and packages of tabletop/. Each imports only what stands in a line above its own, and itself."""
RANK = {module: rank for rank, modules in enumerate(RANKS) for module in modules}
BASE = frozenset(
    {
        "text",
        "game",
        "chance",
        "errors",
        "style",
        "svg",
        "toml",
        "files",
        "options",
        "grammar",
        "rulebook",
        "modelfiles",
        "modelcommands",
        "modelfit",
    }
)
"""What games may import."""


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def files(folder: Path) -> list[Path]:
    found = sorted(folder.rglob("*.py"))
    assert found, folder
    return found


def module_of(path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.Module, package: str) -> set[str]:
    """What a file in this package imports, with the names in `from` imports; not what is under TYPE_CHECKING."""
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            found.add(origin)
            found |= {f"{origin}.{alias.name}" for alias in node.names}
    return found


@cache
def imports(path: Path) -> frozenset[str]:
    name = module_of(path)
    return frozenset(imported(tree_of(path), name if path.name == "__init__.py" else name.rpartition(".")[0]))


def modules_of(names: frozenset[str]) -> set[str]:
    """Which modules and packages of tabletop/ these names are in."""
    found = {name.split(".")[1] for name in names if name.startswith("tabletop.")}
    return {module for module in found if module in RANK or _exists(PACKAGE / module)}


def _exists(path: Path) -> bool:
    return path.is_dir() or path.with_suffix(".py").exists()


def test_imports_are_found_however_they_are_written() -> None:
    text = """
import tabletop.cli.play
from tabletop import arena, __version__
from tabletop.bots.limit import Limit
from . import rules
from .. import towers
from .moves import Move
if TYPE_CHECKING:
    from tabletop.session import Session
else:
    import colorama
def later():
    import click
"""
    found = imported(ast.parse(text), "tabletop.games.fem")
    assert {"tabletop.cli.play", "tabletop.arena", "tabletop.bots.limit", "colorama", "click"} <= found
    assert {"tabletop.games.fem.rules", "tabletop.games.towers", "tabletop.games.fem.moves.Move"} <= found
    assert not any("session" in name for name in found)
    assert modules_of(frozenset(found)) == {"cli", "arena", "bots", "games"}


def test_every_module_has_a_rank() -> None:
    there = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    there.discard("__init__")
    new = sorted(there - RANK.keys())
    assert not new, f"put {', '.join(new)} into RANKS in {Path(__file__).name}: below what it imports"
    gone = sorted(RANK.keys() - there)
    assert not gone, f"take {', '.join(gone)} out of RANKS in {Path(__file__).name}: no longer in tabletop/"
    assert len(RANK) == sum(map(len, RANKS)), "a name stands in RANKS twice"


@pytest.mark.parametrize("module", sorted(RANK))
def test_a_module_imports_only_what_is_of_lower_rank(module: str) -> None:
    """Games' bots apart, on which see below."""
    own = files(PACKAGE / module) if (PACKAGE / module).is_dir() else [PACKAGE / f"{module}.py"]
    for path in own if module != "games" else own[:1]:
        for other in sorted(modules_of(imports(path)) - {module}):
            assert other in RANK, f"{path.relative_to(ROOT)} imports {other}, which has no rank"
            assert RANK[other] < RANK[module], f"{path.relative_to(ROOT)} imports {other}, which is not below {module}"


def test_the_package_itself_imports_nothing() -> None:
    assert not modules_of(imports(PACKAGE / "__init__.py"))


def test_nothing_outside_a_game_names_it() -> None:
    """All go through the list of games, so that a game needs one line there and no other."""
    folders = {f"tabletop.games.{folder.name}" for folder in (PACKAGE / "games").iterdir() if folder.is_dir()}
    assert {f"tabletop.games.{game}" for game in SHIPPED_GAMES} <= folders
    for path in files(PACKAGE):
        if not path.is_relative_to(PACKAGE / "games") or path.parent == PACKAGE / "games":
            known = {name for name in imports(path) if any(f"{name}.".startswith(f"{game}.") for game in folders)}
            assert not known, f"{path.relative_to(ROOT)} imports {sorted(known)}"


def loaded_with(module: str) -> set[Path]:
    """The files of the game's own package that are imported where this module is."""
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        place = ROOT.joinpath(*waiting.pop().split("."))
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if path.exists() and path not in found:
            found.add(path)
            waiting += [name for name in imports(path) if name.startswith("tabletop.games.")]
    return found - {PACKAGE / "games" / "__init__.py"}


@pytest.mark.parametrize("game", SHIPPED_GAMES)
def test_games_import_the_base_and_themselves_alone(game: str) -> None:
    """Bots besides, but only what the game's bots load and the game itself does not: its rules play without them."""
    families = {"taktori": {"towers"}, "fem": {"towers"}}
    own = {game} | families.get(game, set())
    rules = loaded_with(f"tabletop.games.{game}")
    modules = [module for module in (load(game).bots, load(game).strategies) if module]
    of_bots = set().union(*map(loaded_with, modules)) - rules
    for module in sorted(own):
        for path in files(PACKAGE / "games" / module):
            here = path.relative_to(ROOT)
            for name in sorted(name for name in imports(path) if name.startswith("tabletop.games.")):
                assert name.split(".")[2] in own, f"{here} imports {name}"
            above = modules_of(imports(path)) - BASE - {"games"}
            if path in of_bots:
                above.discard("bots")
            assert not above, f"{here} imports {', '.join(sorted(above))}, which games do not know"


def test_one_importer_per_interface_library() -> None:
    importers: dict[str, set[Path]] = {}
    for path in files(PACKAGE):
        for name in imports(path):
            importers.setdefault(name.partition(".")[0], set()).add(path)
    places = {
        "prompt_toolkit": [PACKAGE / "session" / "tui"],
        "click": [PACKAGE / "cli"],
        "colorama": [PACKAGE / "cli" / "main.py", PACKAGE / "style.py"],
    }
    for library, allowed in places.items():
        assert importers[library], library
        others = {path for path in importers[library] if not any(map(path.is_relative_to, allowed))}
        assert others == set(), library


UNSTABLE = frozenset(
    {
        "betavariate",
        "binomialvariate",
        "choice",
        "choices",
        "expovariate",
        "gammavariate",
        "gauss",
        "lognormvariate",
        "normalvariate",
        "paretovariate",
        "randbytes",
        "randint",
        "randrange",
        "sample",
        "shuffle",
        "triangular",
        "uniform",
        "vonmisesvariate",
        "weibullvariate",
    }
)
OUR_OWN = frozenset({"choices", "sample", "uniform"})
"""Names that things of ours have too: wrong only on what is called like a stream of random numbers."""
STREAMS = frozenset({"random", "rng", "systemrandom"})


def last_name(node: ast.expr) -> str:
    """`rng` of `observation.rng`, `Random` of `Random(1)`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Call):
        return last_name(node.func)
    return last_name(node.value) if isinstance(node, ast.Subscript) else ""


def unstable(tree: ast.Module) -> list[int]:
    """The lines with random numbers that may differ from one Python to the next."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            wrong = any(alias.name == "random" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            wrong = node.module == "random" and any(alias.name != "Random" for alias in node.names)
        elif isinstance(node, ast.Attribute) and node.attr in UNSTABLE:
            stream = last_name(node.value).strip("_").lower()
            wrong = node.attr not in OUR_OWN or stream in STREAMS
        else:
            continue
        if wrong:
            found.append(node.lineno)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "random.choice(x)",
        "rng.sample(x, 2)",
        "observation.rng.choice(x)",
        "observation.rng.choices(x)",
        "self.rng.shuffle(x)",
        "self._rng.uniform(0, 1)",
        "Random(1).shuffle(x)",
        "random.Random(1).uniform(0, 1)",
        "streams[0].shuffle(x)",
        "pick = rng.choice",
        "from random import shuffle",
        "from random import Random, random",
        "import random",
        "import random as r",
    ],
)
def test_unstable_random_numbers_are_found(text: str) -> None:
    assert unstable(ast.parse(text)) == [1]


def test_what_is_stable_or_ours_is_let_through() -> None:
    text = "from random import Random\nRandom(1).random()\nrng.getrandbits(8)\nrolls.uniform('tray')\noption.choices\n"
    assert unstable(ast.parse(text)) == []


def test_no_random_numbers_that_change_between_versions() -> None:
    found = {str(path.relative_to(ROOT)): lines for path in files(PACKAGE) if (lines := unstable(tree_of(path)))}
    assert found == {}
