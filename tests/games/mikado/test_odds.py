"""The command `odds`: what players can know of every disc, in lines and as JSON."""

from __future__ import annotations

import re

import pytest

from tabletop.errors import WrongUse
from tabletop.games.mikado import GAME
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.rules import start
from tabletop.games.mikado.trays import cell_of
from tabletop.match import Match
from tests.games.mikado.helpers import play, rolled, run_command, state_of
from tests.helpers import tabletop

CHANCES = r"\d+% chance of being loose, \d+% chance of a movement"


def test_odds_of_all_discs_and_of_the_touched_one() -> None:
    match = rolled(seed=7, players=3)
    lines = run_command(match, "odds")
    assert "A (skill 0.5) to move" in lines[0] and "54 discs" in lines[0]
    assert all(len(line) <= 80 for line in lines)
    assert sum(line.startswith("r") for line in lines) == 18
    play(match, "touch b7")
    assert "is being touched; it may feel: loose" in run_command(match, "odds")[1]
    play(match, "feels tight")
    assert re.fullmatch(rf"b7 \(blue\) feels tight: {CHANCES}", run_command(match, "odds")[1])
    assert '"touched": "b7"' in run_command(match, "odds", json=True)[0]


def test_odds_of_a_solo_game_of_one_that_is_over_and_of_one_without_a_tray() -> None:
    assert not any("worth" in line for line in run_command(rolled(players=1), "odds"))
    assert '"worth": null' in run_command(rolled(players=1), "odds", json=True)[0]
    with pytest.raises(WrongUse, match="seed"):
        run_command(Match(GAME, rolled().setup, start(rolled().setup)), "odds")
    over = rolled(players=8)
    for disc in range(46):
        over.play_text(GAME.format_move(list(over.state.legal_moves())[len(over.state.tray)]))
        over.play_text("moved 0")
        assert len(over.state.tray) == 53 - disc
    assert run_command(over, "odds") == ["The game is over."]
    assert run_command(over, "odds", json=True) == ['{"over": true}']


def test_m9_odds_of_a_tray_that_a_single_pull_has_emptied() -> None:
    match = rolled(1, 2, "order")
    play(match, "pull y1", f"moved 0 popped {' '.join(name for name in NAMES if name != 'y1')}")
    assert run_command(match, "odds") == ["The game is over."]
    assert run_command(match, "odds", json=True) == ['{"over": true}']


def test_odds_of_discs_by_name_and_by_cell() -> None:
    match = rolled(seed=7, players=2)
    layout = state_of(match).layout
    assert layout is not None
    _, named = run_command(match, "odds", of="B7")[:2]
    assert re.fullmatch(rf"b7 \(blue\): {CHANCES}", named)
    cell = cell_of(layout.discs[NUMBERS["b7"]])
    assert run_command(match, "odds", of=f"@{cell.lower()}")[1] == named
    several = run_command(match, "odds", of="r3 y4 y5")
    assert [line.split()[0] for line in several[3:5]] == ["r3", "y5"] and "y4" in several[3]
    play(match, "touch b7", "feels tight", "waive", "pull r1", "moved 0")
    assert re.fullmatch(rf"b7 \(blue\) felt tight: {CHANCES}", run_command(match, "odds", of="b7")[1])
    for text, reason in (("r1", "no longer in the tray"), ("q9", "there is no disc"), ("@Z99", "there is no disc")):
        with pytest.raises(WrongUse, match=reason):
            run_command(match, "odds", of=text)


def test_odds_on_the_command_line() -> None:
    refused = tabletop("mikado", "odds", "--seed", "1", "--model", "referee")
    assert refused.returncode == 2 and "referee" in refused.stderr
    shown = tabletop("mikado", "odds", "--seed", "1", "--players", "2", "--skill", "1=0.8")
    assert shown.returncode == 0 and "skill 0.8" in shown.stdout
