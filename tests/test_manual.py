"""The manual pages are up to date, whole, and rendered without a warning."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.engine.client import MAX_LINE_LENGTH, MAX_LINES, MOVE_MARGIN
from tabletop.engine.info import DECIDED_SCORE
from tabletop.engine.protocol import MAX_LEGAL, MOVE_OVERHEAD, UgiProtocol
from tabletop.games import load
from tabletop.rulebook import format_rules, parse_rules, table_lines
from tabletop.style import Style
from tests.helpers import GAMES, ROOT

sys.path.insert(0, str(ROOT / "tools"))

import manual

MAN = ROOT / "man"
PAGES = sorted(MAN.glob("*.[156]"))
TEXTS = {f"tabletop-{name}.6": manual.page_text(manual.game_page(name)) for name in GAMES} | manual.pages()
"""All pages by file name; those of games that do not ship are not in man/."""


def test_no_page_is_stale() -> None:
    made = manual.pages()
    assert sorted(made) == [path.name for path in PAGES]
    stale = [path.name for path in PAGES if path.read_text("utf-8") != made[path.name]]
    assert stale == [], "run python tools/manual.py"


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_has_every_rule_option_and_command(name: str) -> None:
    text = TEXTS[f"tabletop-{name}.6"]
    game = load(name)
    for paragraph in parse_rules(game.rules):
        if paragraph.number:
            assert f"\\fB{paragraph.number}\\fR" in text
    for option in game.options:
        assert f"\\fB{manual.escape(option.name)}=" in text
    for command in ["show", "moves", "check", "play", "match", *(command.name for command in game.commands)]:
        assert f".SS tabletop {name} {command} " in text
    for form in game.grammar.forms:
        assert manual.escape(form.example) in text


def test_the_page_of_the_protocol_has_every_command_query_and_option() -> None:
    """Those of the engine itself; a game's own page has the game's."""
    text = TEXTS["tabletop-ugi.5"]
    for name in GAMES:
        protocol = UgiProtocol(load(name), "random")
        for command in protocol._commands():
            assert f"\\fB{command}" in text, command
        (refusal,) = protocol.reply("query nonsense").lines
        for topic in refusal.partition("the topics are ")[2].split(", "):
            assert f"\\fBquery {topic}" in text, topic
        own = {line.split()[2] for line in protocol.reply("ugi").lines if line.startswith("option name ")}
        for option in own - {option.name for option in load(name).options}:
            assert f"\\fB{manual.escape(option)}\\fR" in text, option
    for number in (MOVE_OVERHEAD, MOVE_MARGIN, MAX_LEGAL, f"{MAX_LINE_LENGTH:,}", f"{MAX_LINES:,}", DECIDED_SCORE):
        assert str(number) in text, number


TABLE = """\
| | long | compact |
|---|---|---|
| place a *tower* | `place on c3 *` or more | `c3` |
| | `-` | **no** |
"""


def test_tables_are_aligned_and_folded() -> None:
    assert table_lines(TABLE.splitlines(), 60) == [
        "               long                   compact",
        "place a tower  place on c3 * or more  c3",
        "               -                      no",
    ]
    narrow = table_lines(TABLE.splitlines(), 30)
    assert max(map(len, narrow)) <= 30
    assert " ".join(" ".join(narrow).split()).count("place") == 2


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [40, 80])
def test_rules_are_shown_without_markdown(name: str, width: int) -> None:
    text = format_rules(parse_rules(load(name).rules), Style(width=width))
    assert "`" not in text and "**" not in text
    assert not any(line.lstrip().startswith("|") for line in text.splitlines())
    page = TEXTS[f"tabletop-{name}.6"]
    assert "\n|" not in page and "|\\-" not in page


RENDERERS = {
    "mandoc": ["mandoc", "-T", "lint", "-W", "warning"],
    "groff": ["groff", "-man", "-Tutf8", "-ww", "-z"],
    "man": ["man", "--warnings", "-l"],
}


@pytest.mark.parametrize("renderer", [name for name, command in RENDERERS.items() if shutil.which(command[0])])
@pytest.mark.parametrize("name", sorted(TEXTS))
def test_pages_render_without_warnings(name: str, renderer: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(TEXTS[name], "utf-8")
    command = [*RENDERERS[renderer], str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    warnings = done.stderr if renderer != "mandoc" else done.stdout + done.stderr
    assert warnings.strip() == ""
    assert done.returncode == 0
