"""`tabletop` alone: its menus."""

from __future__ import annotations

import pytest

from tabletop.cli import menu as cli_menu
from tabletop.session.session import Session
from tabletop.session.tui import menu
from tests.helpers import tabletop


@pytest.mark.parametrize(
    ("game", "settings", "variant", "options"),
    [
        ("fem", (), "as written", {"nocover": False, "immune": False}),
        ("fem", (), "nocover", {"nocover": True, "immune": False}),
        ("fem", ("nocover", "stacks"), "", {"nocover": True, "immune": False, "stacks": True}),
        ("fem", ("nocover", "stacks"), "as written", {"nocover": False, "immune": False, "stacks": True}),
        ("taktori", (), "immune", {"immune": True}),
        ("zickzack", (), "", {"board": "classic"}),
    ],
)
def test_the_menu_offers_the_variants_of_a_game(
    monkeypatch: pytest.MonkeyPatch, game: str, settings: tuple[str, ...], variant: str, options: dict[str, object]
) -> None:
    """Without a choice of one's own, the variant is that of the settings."""
    sessions: list[Session] = []

    def choose(offered: menu.Menu, *_: object) -> int:
        labels = [choice.label for choice in offered.choices]
        wanted = [label for label in (game, variant) if label in labels]
        return labels.index(wanted[0]) if wanted else offered.at

    def run_session(session: Session, *_: object) -> int:
        sessions.append(session)
        return 0

    monkeypatch.setattr(cli_menu, "can_redraw", lambda: True)
    monkeypatch.setattr(menu, "choose", choose)
    monkeypatch.setattr(cli_menu, "run_session", run_session)
    if settings:
        assert tabletop("config", "set", f"{game}.options", " ".join(settings)).returncode == 0
    done = tabletop()
    assert (done.returncode, done.stderr) == (0, "")
    (session,) = sessions
    values = session.match.setup.options
    assert {name: values[name] for name in options} == options


def test_esc_goes_back_to_the_menu_before(monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []
    answers = iter(["fem", "nocover", None, None, "learn", None, "rules", "zickzack", None])

    def choose(offered: menu.Menu, *_: object) -> int | None:
        titles.append(offered.title)
        assert offered.back == (offered.title != "Which game?")
        answer = next(answers)
        return None if answer is None else [choice.label for choice in offered.choices].index(answer)

    monkeypatch.setattr(cli_menu, "can_redraw", lambda: True)
    monkeypatch.setattr(menu, "choose", choose)
    done = tabletop()
    assert done.returncode == 0
    assert "Z4" in done.stdout, "the rules were shown"
    assert titles == [
        "Which game?",
        "Taktori Fem: choose the rules",
        "Taktori Fem: choose an opponent",
        "Taktori Fem: choose the rules",
        "Which game?",
        "A lesson in which game?",
        "Which game?",
        "The rules of which game?",
        "Which game?",
    ]
