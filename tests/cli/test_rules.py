"""`tabletop GAME rules`."""

from __future__ import annotations

import pytest

from tabletop.games import load
from tabletop.rulebook import rule_numbers
from tests.cli.helpers import call
from tests.helpers import GAMES, tabletop


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_found_by_number_and_by_word(name: str) -> None:
    _, wanted, other, *_ = rule_numbers(load(name).rules)
    one = call(name, "rules", wanted).output
    assert f"{wanted} " in one
    assert f"{other} " not in one
    assert "players" in call(name, "rules", "players").output.lower()
    assert tabletop(name, "rules", "xyzzy").returncode == 1
