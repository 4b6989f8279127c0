"""What people read: plurals come from one place, and sentences are whole and without words of a private dialect."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tabletop.cli.main import root
from tabletop.games import load
from tests.helpers import GAMES, ROOT

SOURCES = sorted((ROOT / "tabletop").rglob("*.py"))
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "man/*.md", "tabletop/games/*/rules.md", "tabletop/**/*.moves")
    for path in ROOT.glob(pattern)
)
DIALECT = {
    "a plural in brackets": r"\w\(s\)",
    "a wrong plural": r"(?<![\d.:-])\b1 (?:points|games|moves|turns|towers|bridges|sticks|discs|players|seats)\b",
    "`who` for `a player who`": r"(?:^|[.:;] )Who (?:has|cannot|can|lays|closes|fills|wins)\b[^?]*$",
    "`so many` for `this many`": r"\b(?:after|by|at most|takes?|gives?) so many\b",
    "translated German": r"\b(?:is told|whose opinion|hardly meant|as it is agreed)\b",
}
"""What we wrote once and should not write again."""


def find_dialect(text: str) -> list[str]:
    """The faults in a text, each with the words."""
    matches = ((name, re.search(pattern, text)) for name, pattern in DIALECT.items())
    return [f"{name}: {match[0]!r}" for name, match in matches if match]


def helps(command: click.Command, path: str) -> Iterator[tuple[str, str]]:
    """Every help text of a command and of those below it, with the words that lead there."""
    context = click.Context(command, info_name=path)
    if command.help:
        yield path, command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            yield f"{path} {parameter.opts[0]}", parameter.help
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below, f"{path} {name}")


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page that are sentences: without code; of a move file, its comments."""
    is_code = False
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif path.suffix == ".moves":
            if "#" in line:
                yield number, line.partition("#")[2].lstrip("<> ")
        elif not is_code and not line.startswith(("    ", "|")):
            yield number, line.lstrip("- ")


def test_faults_are_found() -> None:
    assert find_dialect("the top tower(s)") and find_dialect("red wins with 1 points") and find_dialect("It is told.")
    assert find_dialect("Who has no legal turn loses.") and find_dialect("Z5: Who cannot lay is passed over.")
    assert find_dialect("ends after so many turns")
    assert not find_dialect("11 points, 2.1 points, 0:1 games. Who has won? There are so many.")


def test_help_texts_are_whole_sentences() -> None:
    texts = list(helps(root, "tabletop"))
    assert len(texts) > 100
    for path, text in texts:
        assert not find_dialect(text), path
        first = text.replace("\b", "").split("\n\n")[0].strip()
        assert first[0].isupper() and first[-1] in ".)`", f"{path}: {first!r}"
        assert "  " not in re.sub(r"\n\s*", " ", text.strip()), f"{path}: two spaces in {text!r}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_have_no_dialect(path: Path) -> None:
    faults = {number: found for number, line in prose(path) if (found := find_dialect(line))}
    assert not faults


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_text_makes_plurals(path: Path) -> None:
    if path.name == "text.py":
        return
    tree = ast.parse(path.read_text("utf-8"))
    endings = [node for node in ast.walk(tree) if isinstance(node, ast.IfExp) and _is_ending(node)]
    assert not endings, f"line {endings[0].lineno}: use text.counted"
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            assert not find_dialect(node.value), f"line {node.lineno}"


def _is_ending(node: ast.IfExp) -> bool:
    """Whether this is `"" if n == 1 else "s"`, or the like."""
    values = {branch.value for branch in (node.body, node.orelse) if isinstance(branch, ast.Constant)}
    return len(values) == 2 and values <= {"", "s", "es"}


@pytest.mark.parametrize("name", GAMES)
def test_options_and_models_are_explained(name: str) -> None:
    """Each in words without a final full stop, which the pages add."""
    game = load(name)
    explanations = [option.help for option in game.options]
    if game.models:
        explanations += [entry.help for entries in game.models.schema.values() for entry in entries.values()]
    for text in explanations:
        assert text and not text.endswith(".") and not find_dialect(text), text
