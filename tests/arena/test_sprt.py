"""The sequential test: decided either way, game by game, and not by games that are repeated."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.arena.play import GameReport
from tabletop.arena.runner import CountedGames, counted_reports
from tabletop.arena.sprt import SprtTally, sprt_status
from tabletop.arena.tournament import Sprt
from tests.arena.helpers import by_key, make_reports, make_tournament

TEST = Sprt(0, 50)


def test_the_sequential_test_decides_either_way() -> None:
    tournament = make_tournament(blocks=500, sprt=TEST)
    better = make_reports(tournament, [(0,), (0,), (0,), (1,)] * 250)
    assert sprt_status(TEST, counted_reports(tournament, by_key(better))).decision == "elo1"
    even = make_reports(tournament, [(0,), (1,), (1,), (0,)] * 250)
    assert sprt_status(TEST, counted_reports(tournament, by_key(even))).decision == "elo0"
    assert sprt_status(TEST, []).decision == ""


def test_games_that_are_repeated_decide_nothing() -> None:
    reports = make_reports(make_tournament(blocks=1), [(0,), (0,)])
    tally = SprtTally(TEST)
    tally.add(reports)
    once = tally.status.llr
    for _ in range(500):
        tally.add(reports)
    assert tally.status.decision == ""
    assert abs(tally.status.llr) < 10 * abs(once)


def test_the_ratio_is_the_one_of_all_blocks_at_once() -> None:
    """Computed from the mean and the variance of the blocks, with half an even block added."""
    reports = make_reports(make_tournament(blocks=4), [(0,), (0,), (0,), (1,), (0,), (), (0,), (0,)])
    values = [1.0, 0.5, 0.75, 1.0]
    mean = (sum(values) + 0.25) / 4.5
    variance = (sum((value - mean) ** 2 for value in values) + 0.125) / 4.5
    share1 = 1 / (1 + 10 ** (-50 / 400))
    expected = 4.5 * (share1 - 0.5) * (2 * mean - 0.5 - share1) / (2 * variance)
    assert sprt_status(TEST, reports).llr == pytest.approx(expected)


class Finished(dict[str, GameReport]):
    """Finished games that count how often they are looked at."""

    looks = 0

    def get(self, *args: Any) -> Any:
        self.looks += 1
        return super().get(*args)


def test_each_game_is_looked_at_once() -> None:
    """After every game, as the runner does, whether the test is decided."""
    tournament = make_tournament(blocks=500, sprt=Sprt(-5, 5))
    finished = Finished()
    counted = CountedGames(tournament, finished)
    for report in make_reports(tournament, [(0,), (0,), (1,), (1,)] * 250):
        finished[report.pairing.key] = report
        counted.update()
    assert len(counted.reports) == 1000
    assert finished.looks <= 2000
