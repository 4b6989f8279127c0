"""The arrows of the house point one way."""

from __future__ import annotations

import ast
from pathlib import Path

from helpers import GAMES, ROOT

PACKAGE = ROOT / "tabletop"
BELOW = [
    "errors",
    "number",
    "game",
    "option",
    "chance",
    "style",
    "canvas",
    "grid",
    "grammar",
    "rulebook",
    "toml",
    "models",
]
"""What games may import; none of these imports anything above."""


def imports(path: Path) -> set[str]:
    """The modules a file imports, those under TYPE_CHECKING left out."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def inside(name: str, rooms: list[str]) -> bool:
    return any(name == f"tabletop.{room}" or name.startswith(f"tabletop.{room}.") for room in rooms)


def test_the_ground_floor_imports_nothing_above() -> None:
    for room in BELOW:
        for path in [PACKAGE / f"{room}.py"] if (PACKAGE / f"{room}.py").exists() else files(PACKAGE / room):
            ours = {name for name in imports(path) if name.startswith("tabletop.")}
            assert all(inside(name, BELOW) for name in ours), (path.name, ours)


def test_games_import_the_ground_floor_and_themselves_alone() -> None:
    for game in GAMES:
        own = [f"games.{game}"] + (["games.towers"] if game in ("taktori", "fem") else [])
        for path in files(PACKAGE / "games" / game):
            allowed = [*BELOW, *own, *(["bots"] if "bot" in path.stem else [])]
            ours = {name for name in imports(path) if name.startswith("tabletop.")}
            assert all(inside(name, allowed) for name in ours), (path, {n for n in ours if not inside(n, allowed)})


def test_one_importer_per_interface_library() -> None:
    for path in files(PACKAGE):
        names = {name.partition(".")[0] for name in imports(path)}
        if "click" in names or "colorama" in names:
            assert path.is_relative_to(PACKAGE / "cli"), path
        if "prompt_toolkit" in names:
            assert path == PACKAGE / "session" / "prompt.py", path


def test_nothing_above_the_match_is_known_below_it() -> None:
    for room in ["match", "replay", "record", "report", "suggest", "agreement", "perft"]:
        ours = imports(PACKAGE / f"{room}.py")
        assert not any(inside(name, ["cli", "session", "arena", "engine", "bots"]) for name in ours), room


def test_no_random_numbers_that_change_between_versions() -> None:
    banned = {"shuffle", "choice", "choices", "sample", "gauss", "randint", "randrange", "uniform", "betavariate"}
    for path in files(PACKAGE):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in banned and isinstance(node.value, ast.Name):
                assert node.value.id not in ("random", "dice", "rng"), (path, node.lineno)
