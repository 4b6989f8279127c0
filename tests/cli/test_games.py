"""`tabletop games`."""

from __future__ import annotations

import json

from tests.cli.helpers import call
from tests.helpers import GAMES


def test_all_games_are_listed() -> None:
    text = call("games").output
    for name in GAMES:
        assert name in text
    facts = json.loads(call("games", "--json").output)
    assert [game["name"] for game in facts] == GAMES
