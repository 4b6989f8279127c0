"""Limits: a search ends when it is stopped, by whichever thread, or when its time is over."""

from __future__ import annotations

import itertools
from threading import Timer
from types import SimpleNamespace

import pytest

from tabletop.bots import limit as limit_module
from tabletop.bots.limit import CLOCK_INTERVAL, Limit, parse_seconds
from tabletop.bots.mcts import REPORT_INTERVAL, MctsBot
from tabletop.errors import WrongUse
from tests.bots.helpers import Noughts, NoughtsTree, observation_of

MCTS = MctsBot(NoughtsTree)


def test_a_search_can_be_stopped_in_the_middle() -> None:
    """It is stopped when it reports for the first time."""
    limit = Limit(on_info=lambda info: limit.stop())
    MCTS.think(observation_of(Noughts()), limit)
    assert REPORT_INTERVAL <= limit.spent <= REPORT_INTERVAL + CLOCK_INTERVAL


def test_a_search_can_be_stopped_by_another_thread() -> None:
    """There is no other limit, so that the test ends only if it is."""
    limit = Limit()
    Timer(0.05, limit.stop).start()
    MCTS.think(observation_of(Noughts()), limit)
    assert limit.is_stopped


def test_seconds_end_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that advances 20 seconds whenever it is read."""
    readings = itertools.count()
    monkeypatch.setattr(limit_module, "time", SimpleNamespace(monotonic=lambda: 20.0 * next(readings)))
    limit = Limit(seconds=50, _started=limit_module.time.monotonic())
    MCTS.think(observation_of(Noughts()), limit)
    assert next(readings) == 4, "the third reading finds that the time is over, and is the last"
    assert limit.spent == 3 * CLOCK_INTERVAL


@pytest.mark.parametrize(("text", "seconds"), [("2s", 2.0), ("500ms", 0.5), ("1m", 60.0), ("0.5", 0.5), ("3 s", 3.0)])
def test_times_are_read(text: str, seconds: float) -> None:
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "-1s", "2h", "1e9", "61m", "s"])
def test_odd_times_are_refused(text: str) -> None:
    with pytest.raises(WrongUse, match="write a thinking time as 2s"):
        parse_seconds(text)
