"""Completion, asked for by a real bash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import tabletop

ASK = """
eval "$(tabletop completion bash)"
COMP_WORDS=({words})
COMP_CWORD={at}
_tabletop_completion tabletop
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def complete(tmp_path: Path, *words: str) -> list[str]:
    """What bash would offer for the last of the words."""
    script = tmp_path / "tabletop"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m tabletop "$@"\n')
    script.chmod(0o755)
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
        (["fem", "rules", "F1"], ["F1", "F10"]),
        (["engine", "check", "mi"], ["mikado"]),
    ],
)
def test_bash_offers(tmp_path: Path, words: list[str], offers: list[str]) -> None:
    assert complete(tmp_path, *words) == offers


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
