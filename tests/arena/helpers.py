"""Tournaments of random bots, as TOML and as objects, and reports of games that were not played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop.arena.play import GameReport
from tabletop.arena.tournament import Participant, Tournament, pairings
from tests.helpers import tabletop

PLAN = """
game = "zickzack"
games = {games}
seed = 3
[[entrant]]
bot = "random"
[[entrant]]
name = "other"
bot = "random"
[[entrant]]
name = "third"
bot = "random"
"""


def write_plan(folder: Path, games: int = 6, text: str = PLAN) -> Path:
    """Write plan.toml, with this many games of each matchup."""
    path = folder / "plan.toml"
    path.write_text(text.replace("{games}", str(games)), "utf-8")
    return path


def run_arena(*args: str) -> dict[str, Any]:
    """The JSON report of `tabletop arena`, without the seconds, which differ from run to run."""
    done = tabletop("arena", *args, "--json")
    assert done.returncode == 0, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout)
    for row in facts["standings"]:
        row.pop("seconds")
    return facts


def make_tournament(participants: int = 2, players: int = 2, blocks: int = 3, **fields: Any) -> Tournament:
    """A tournament of random bots that are called bot0, bot1, ..."""
    names = tuple(Participant(f"bot{number}", "random") for number in range(participants))
    return Tournament("zickzack" if players == 2 else "mikado", names, blocks, players, **fields)


def make_reports(tournament: Tournament, winners: Sequence[tuple[int, ...]]) -> list[GameReport]:
    """Reports of the first games, with these winners; all games are different ones."""
    return [
        GameReport(pairing, numbers, None, "", 10, (0.0,) * tournament.players, f"Game: x\n\n{pairing.key}")
        for pairing, numbers in zip(pairings(tournament), winners, strict=False)
    ]


def by_key(reports: list[GameReport]) -> dict[str, GameReport]:
    return {report.pairing.key: report for report in reports}
