"""`tabletop GAME rules`."""

from __future__ import annotations

import pytest

from tabletop.games import load
from tabletop.rulebook import rule_numbers
from tests.cli.helpers import call
from tests.helpers import GAMES, tabletop


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_found_by_number_and_by_word(name: str) -> None:
    _, number, other_number, *_ = rule_numbers(load(name).rules)
    rule = call(name, "rules", number).output
    assert f"{number} " in rule
    assert f"{other_number} " not in rule
    assert "players" in call(name, "rules", "players").output.lower()
    assert tabletop(name, "rules", "xyzzy").returncode == 1
