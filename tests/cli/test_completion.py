"""Shell completion, tried in a real bash."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers import tabletop

ASK = """
eval "$(tabletop completion bash)"
COMP_WORDS=({words})
COMP_CWORD={at}
_tabletop_completion tabletop
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def write_script(folder: Path) -> None:
    """Put a script `tabletop` into the folder."""
    script = folder / "tabletop"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m tabletop "$@"\n')
    script.chmod(0o755)


def complete(tmp_path: Path, *words: str) -> list[str]:
    """The words that bash offers for the last one."""
    write_script(tmp_path)
    quoted = " ".join(f"'{word}'" for word in ("tabletop", *words))
    done = subprocess.run(
        ["bash", "-c", ASK.format(words=quoted, at=len(words))],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        timeout=60,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "offers"),
    [
        (["zi"], ["zickzack"]),
        (["ver"], ["verify"]),
        (["taktori", "che"], ["check"]),
        (["taktori", "show", "--pos"], ["--position"]),
        (["taktori", "show", "--option", "cent"], ["centre=0", "centre=1", "centre=2"]),
        (["mikado", "show", "--model", "sli"], ["slippery"]),
        (["zickzack", "play", "--seat", "anna=ra"], ["anna=random"]),
        (["takami", "study", "--strategy", "n"], ["never-prize", "none"]),
        (["fem", "study", "--level", "me"], ["medium"]),
        (["fem", "rules", "F1"], ["F1", "F10", "F11", "F12"]),
        (["engine", "check", "mi"], ["mikado"]),
        (["zickzack", "show", "--option", "bo"], ["board=classic", "board=comb"]),
        (["mikado", "model", "show", "sli"], ["slippery"]),
        (["mikado", "model", "s"], ["show"]),
        (["examples", "fem-"], ["fem-bots", "fem-game", "fem-loop", "fem-rules"]),
        (["config", "set", "pl"], ["players", "plain"]),
        (["config", "set", "fem.th"], ["fem.think"]),
        (["config", "set", "color", "a"], ["auto", "always"]),
        (["config", "set", "fem.level", "h"], ["hard"]),
    ],
)
def test_bash_offers(tmp_path: Path, words: list[str], offers: list[str]) -> None:
    assert complete(tmp_path, *words) == offers


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("zickzack show --option board=co", "board=comb "),
        ("taktori show --option sl", "slide="),
        ("taktori show --option slide=r", "slide=rook "),
        ("zickzack play --seat anna=hu", "anna=human "),
        ("zickzack play --seat anna=eng", "anna=engine:"),
        ("zickzack play --seat anna=human --th", "--think "),
        ("zickzack play --seat anna= --th", "--think "),
        ("config set fem", "fem."),
    ],
)
def test_keys_pressed_in_bash(tmp_path: Path, typed: str, completed: str) -> None:
    """At a terminal bash splits words at `=` and `:`, and puts only the last part in the place of what was typed."""
    pty = pytest.importorskip("pty")
    write_script(tmp_path)
    (tmp_path / "rc").write_text('PS1=\neval "$(tabletop completion bash)"\necho ready\n')
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TERM": "dumb", "INPUTRC": os.devnull}
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe("bash", ["bash", "--noprofile", "--rcfile", str(tmp_path / "rc"), "-i"], env)
    try:
        read_until(terminal, "ready")
        os.write(terminal, f"tabletop {typed}\t".encode())
        expected = f"tabletop {typed[: typed.rindex(' ')]} {completed}"
        assert read_until(terminal, expected)
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


def read_until(terminal: int, expected: str) -> bool:
    """Read from a terminal until it shows the text; whether it does within some seconds."""
    seen, end = "", time.monotonic() + 20
    while expected not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 1000).decode(errors="replace").replace("\a", "")
    return expected in seen


def test_files_are_left_to_the_shell(tmp_path: Path) -> None:
    assert (
        "file"
        in tabletop("run", _TABLETOP_COMPLETE="bash_complete", COMP_WORDS="tabletop run x", COMP_CWORD="2").stdout
    )


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_printed(shell: str) -> None:
    done = tabletop("completion", shell)
    assert done.returncode == 0
    assert "_TABLETOP_COMPLETE" in done.stdout
