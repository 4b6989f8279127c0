"""Rules pages: parsed, searched, folded."""

from __future__ import annotations

from tabletop.rulebook import find_rules, parse_rules

RULES = """# Game
Some words.

## Turns
- **Z1** Two players.
  They sit opposite.
- **Z2** The board (reading: its shape).

## Notation
    place 3
"""


def test_rules_are_parsed_found_and_folded() -> None:
    assert [(p.section, p.number) for p in parse_rules(RULES)] == [
        ("Game", ""),
        ("Turns", "Z1"),
        ("Turns", "Z2"),
        ("Notation", ""),
    ]
    (one,) = find_rules(RULES, "z1")
    assert one.text == "Two players.\nThey sit opposite."
    assert [p.number for p in find_rules(RULES, "board")] == ["Z2"]
    assert find_rules(RULES, "xyzzy") == []
