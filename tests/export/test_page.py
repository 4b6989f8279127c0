"""Pages of games: whole, small, closed to the network, and nothing of a record is ever run."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.bots.analysis import analyze
from tabletop.export.page import page
from tabletop.frames import read_frames
from tabletop.replay import read_games
from tests.export.helpers import EXAMPLES, Elements, data_of, page_of

GAMES = ("zickzack", "taktori", "fem", "takami", "mikado")
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"


@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_a_frame_for_every_move_and_fits_a_mail(game: str) -> None:
    path = EXAMPLES / f"{game}-bots.moves"
    text = page_of(path)
    data = data_of(text)
    lines = [line for line in path.read_text("utf-8").partition("\n\n")[2].splitlines() if line[:6] != "expect"]
    moves = [line for line in lines if not line.startswith("->")]
    assert len(data["frames"]) == len(moves) + 1
    last = data["frames"][-1]
    reason = moves[-1].partition("#")[2].strip()
    assert last["comment"] == reason
    assert len(text) < 400_000


@pytest.mark.parametrize("game", GAMES)
def test_parts_are_numbered_as_the_frames_say(game: str) -> None:
    text = page_of(EXAMPLES / f"{game}-bots.moves")
    template = re.search(r'<template id="parts"><svg>\n(.*?)\n</svg></template>', text, re.DOTALL)
    assert template
    parts = template[1].split("\n")
    assert len(set(parts)) == len(parts)
    data = data_of(text)
    assert {part for frame in data["frames"] for part in frame["board"]} == set(range(len(parts)))
    assert {line for frame in data["frames"] for line in frame["words"]} == set(range(len(data["lines"])))


def test_the_same_game_gives_the_same_bytes() -> None:
    path = EXAMPLES / "fem-bots.moves"
    assert page_of(path) == page_of.__wrapped__(path)


def test_the_page_is_closed() -> None:
    """No address but places in the page itself, one script, one stylesheet, both known by their hashes."""
    text = page_of(EXAMPLES / "takami-bots.moves")
    assert not re.search(r"(?i)https?:|//[a-z]|url\(|@import", text)
    parsed = Elements(text)
    for tag, attributes in parsed.elements:
        assert not {name for name in attributes if name.startswith("on") or name in ("src", "style", "action")}, tag
        assert (attributes.get("href") or "#").startswith("#")
    policy = next(a["content"] for tag, a in parsed.elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy and policy.startswith("default-src 'none'; ")
    for element, directive in (("style", "style-src"), ("script", "script-src")):
        (content,) = re.findall(rf"<{element}>(.*?)</{element}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy


def test_a_stranger_s_text_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "evil.moves"
    path.write_text(
        f"Game: zickzack\nEvent: {EVIL}\n\n"
        f"1. place 1 on 3a # {EVIL}\n2. place 1 on 4a # +1: --> ]]> </template></svg> &lt;\n",
        "utf-8",
    )
    frames, match, _ = read_frames(next(read_games(str(path))))
    # The reader of move files refuses such names; a page would be safe even so.
    match.setup = replace(match.setup, names=(EVIL, "Bob&"))
    frames = [replace(frame, view=replace(frame.view, setup=match.setup), title=EVIL) for frame in frames]
    text = page(frames, match)
    tags = [tag for tag, _ in Elements(text).elements]
    assert set(tags) <= {tag for tag, _ in Elements(page_of(EXAMPLES / "zickzack-bots.moves")).elements}
    assert tags.count("script") == 2 and "img" not in tags
    assert data_of(text)["frames"][1]["comment"] == EVIL
    assert "<script>alert" not in text and "<img" not in text


def test_a_game_without_pictures_is_shown_as_text(tmp_path: Path) -> None:
    path = tmp_path / "nim.moves"
    path.write_text("Game: nim\n\ntake 1 from a\n", "utf-8")
    text = page_of(path)
    assert '<div id="board" role="img"' in text and "<pre>" in text
    assert data_of(text)["frames"][0]["board"] == [0]
    Elements(text)


def test_an_adviser_s_values_and_better_moves_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "fem.moves"
    path.write_text("Game: fem\n\nplace on a1\nplace on e5\nplace on a2 bridge a1-a2\n", "utf-8")
    frames, match, _ = read_frames(next(read_games(str(path))))
    annotations = {annotation.ply: annotation for annotation in analyze(match, nodes=40)}
    data = data_of(page(frames, match, annotations))
    assert [bool(frame["advice"]) for frame in data["frames"]] == [False, True, True, True]
