"""Every command in README and docs/pictures.md runs, and prints what is shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT

README = ROOT / "README.md"
PAGES = (README, ROOT / "docs/pictures.md")
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
ELIDED = "..."
SAVED = re.compile(r"-\d{8}-[0-9a-f]{6}\b")
"""The day and the number in the name of a saved game differ from run to run."""
EXIT = re.compile(r"# exit (\d+)\s*$")


def commands() -> list[tuple[Path, str, list[str]]]:
    """Every command of the console blocks with the page it stands on and the output shown below it."""
    examples: list[tuple[Path, str, list[str]]] = []
    for page in PAGES:
        for block in BLOCK.findall(page.read_text("utf-8")):
            for line in block.splitlines():
                if line.startswith("$ "):
                    examples.append((page, line[2:], []))
                else:
                    examples[-1][2].append(line)
    return examples


def run(command: str, folder: Path) -> tuple[int, list[str]]:
    """Run a command line with `tabletop` on the path."""
    shutil.copytree(ROOT / "tabletop/examples", folder / "tabletop/examples")
    script = folder / "bin/tabletop"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m tabletop "$@"\n')
    script.chmod(0o755)
    env = {**os.environ, "PATH": f"{script.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-c", f"({command}\n) 2>&1 < /dev/null"],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, SAVED.sub("-20261116-5e1f00", done.stdout).rstrip("\n").split("\n")


@pytest.mark.parametrize("number", range(len(commands())))
def test_a_command_prints_what_is_shown(number: int, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    page, command, shown = commands()[number]
    exit_code = EXIT.search(command)
    code, output = run(command, tmp_path)
    assert code == (int(exit_code[1]) if exit_code else 0), output
    if shown == [ELIDED]:
        assert output
        return
    if request.config.getoption("--update-golden"):
        text = page.read_text("utf-8")
        old = "\n".join([f"$ {command}", *shown])
        assert text.count(old + "\n") == 1
        page.write_text(text.replace(old + "\n", "\n".join([f"$ {command}", *output]) + "\n"), "utf-8")
        return
    assert output == shown


@pytest.mark.slow
def test_the_first_command_sets_up_and_plays(tmp_path: Path) -> None:
    """In a copy of the tree, with nothing but Python."""
    first = next(
        line.strip() for line in README.read_text("utf-8").splitlines() if line.startswith("    python3 -m venv")
    )
    tree = tmp_path / "clone"
    ignored = shutil.ignore_patterns(
        ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, tree, ignore=ignored)
    done = subprocess.run(
        ["bash", "-c", first],
        cwd=tree,
        input="place 3 on 7c\nquit\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "7c" in done.stdout


def test_the_illegal_bridge_is_explained() -> None:
    assert any('"place T3 on e5 bridge e5-e7"' in command for _, command, _ in commands())
