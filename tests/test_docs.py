"""Every command in README and docs/ runs, and prints what is shown; every link leads somewhere."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT, tabletop

README = ROOT / "README.md"
RUN_ELSEWHERE = {"api.md", "studies.md"}
"""The library's page is a doctest, and the games of the studies take minutes: tools/studies.py plays them."""
PAGES = [README, *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name not in RUN_ELSEWHERE)]
LINK = re.compile(r"\]\(([^)#]+)\)")
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
ELIDED = "..."
SAVED = re.compile(r"-\d{8}-[0-9a-f]{6}\b")
"""The day and the number in the name of a saved game differ from run to run."""
SHELL = frozenset(("|", ";", "&&", "||", "&", "<", ">", ">>", "(", ")"))
"""Words that only a shell understands; a command without them runs in this process, which is much quicker."""
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
    """Run a command line; the exit code and what it prints."""
    shutil.copytree(ROOT / "tabletop/examples", folder / "tabletop/examples")
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    name, *args = words
    if name == "tabletop" and not SHELL.intersection(args):
        done = tabletop(*args, cwd=folder)
        code, output = done.returncode, done.stdout + done.stderr
    else:
        code, output = run_in_shell(command, folder)
    return code, SAVED.sub("-20261116-5e1f00", output).rstrip("\n").split("\n")


def run_in_shell(command: str, folder: Path) -> tuple[int, str]:
    """Run a command line in a shell with `tabletop` on the path."""
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
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=[pytest.mark.slow] * command.startswith("tabletop arena"))
        for number, (_, command, _) in enumerate(commands())
    ],
)
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


def test_readme_is_a_screen_and_a_half_with_a_picture_and_the_illegal_bridge() -> None:
    text = README.read_text("utf-8")
    assert len(text.splitlines()) <= 150
    assert "](docs/pictures/play.svg)" in text and '"place T3 on e5 bridge e5-e7"' in text


def test_every_link_leads_to_a_file() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    links = [(page, target) for page in pages for target in LINK.findall(page.read_text("utf-8"))]
    assert len(links) > 15
    for page, target in links:
        assert "://" in target or (page.parent / target).is_file(), (page, target)


def test_every_page_is_linked_from_readme() -> None:
    linked = set(LINK.findall(README.read_text("utf-8")))
    assert {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} <= linked
