"""`tabletop GAME rules`."""

from __future__ import annotations

import re

import pytest

from tabletop.games import load
from tabletop.rulebook import parse_rules
from tests.cli.helpers import call
from tests.helpers import GAMES, tabletop


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_found_by_number_and_by_word(name: str) -> None:
    rules = [paragraph for paragraph in parse_rules(load(name).rules) if paragraph.number]
    rule = rules[len(rules) // 2]
    lines = call(name, "rules", rule.number).output.splitlines()
    shown = [line.partition(" ")[0] for line in lines]
    assert [other.number for other in rules if other.number in shown] == [rule.number]
    word = max(re.findall("[a-z]+", rule.text), key=len)
    assert word in call(name, "rules", word.upper()).output.lower()
    assert tabletop(name, "rules", "xyzzy").returncode == 1
