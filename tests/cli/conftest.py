"""Fixtures of the command line's tests."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="package")
def odd_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The paths of files that run, fail in some way, or are not move files, by what they are."""
    folder = tmp_path_factory.mktemp("odd")
    contents: dict[str, bytes] = {
        "GAME": b"Game: zickzack\n1. place 3 on 7c\nexpect turn blue\n",
        "EXPECTS": b"Game: zickzack\n1. place 3 on 7c\nexpect turn green\n",
        "ILLEGAL": b"Game: zickzack\n1. place 3 on 7c\n2. place 3 on 7d\n",
        "BINARY": bytes(range(256)) * 20,
        "EMPTY": b"",
        "LATIN": "Game: zickzack\n# M\xfcnchen\n".encode("latin-1"),
        "LONG": b"Game: zickzack\n" + b"x" * 10_000_000,
        "UNKNOWN": b"Game: chess\n1. e4\n",
        "HALF": b"Game: zickzack\n1. place 3 on\n",
        "ROLLS": b"Game: mikado\nPlayers: anna ben\npull r7\n",
    }
    paths = {"MISSING": str(folder / "missing.moves")}
    for name, content in contents.items():
        path = folder / f"{name.lower()}.moves"
        path.write_bytes(content)
        paths[name] = str(path)
    return paths
