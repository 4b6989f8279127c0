"""Limits: a search ends when it is stopped, by whichever thread, or when its time is over."""

from __future__ import annotations

from threading import Timer

import pytest

from tabletop.bots.limit import Clock, Limit, LimitReached, parse_clock, parse_seconds
from tabletop.bots.mcts import REPORT_INTERVAL, MctsBot
from tabletop.errors import WrongUse
from tests.bots.helpers import Noughts, NoughtsTree, Ticker, observation_of, ticking

MCTS = MctsBot(NoughtsTree)


def test_a_search_can_be_stopped_in_the_middle() -> None:
    """It is stopped when it reports for the first time."""
    limit = Limit(on_info=lambda info: limit.stop())
    MCTS.think(observation_of(Noughts()), limit)
    assert limit.spent == REPORT_INTERVAL + 1


def test_a_search_can_be_stopped_by_another_thread() -> None:
    """There is no other limit, so that the test ends only if it is."""
    limit = Limit()
    Timer(0.05, limit.stop).start()
    MCTS.think(observation_of(Noughts()), limit)
    assert limit.is_stopped


def test_the_clock_is_read_at_every_node() -> None:
    limit, ticker = ticking(3)
    assert [limit.spend(nodes) for nodes in (1, 500, 1)] == [True, True, False]
    assert ticker.ticks == 3
    with pytest.raises(LimitReached):
        limit.check_time()


def test_without_seconds_the_clock_is_not_read() -> None:
    ticker = Ticker()
    limit = Limit(nodes=3, now=ticker)
    assert [limit.spend() for _ in range(3)] == [True, True, False]
    limit.check_time()
    assert ticker.ticks == 1, "only to know when it began"
    assert limit.elapsed() == 1.0
    limit.stop()
    assert limit.is_over()
    with pytest.raises(LimitReached):
        limit.check_time()


@pytest.mark.parametrize(("text", "seconds"), [("2s", 2.0), ("500ms", 0.5), ("1m", 60.0), ("0.5", 0.5), ("3 s", 3.0)])
def test_times_are_read(text: str, seconds: float) -> None:
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "-1s", "2h", "1e9", "61m", "s"])
def test_odd_times_are_refused(text: str) -> None:
    with pytest.raises(WrongUse, match="write a thinking time as 2s"):
        parse_seconds(text)


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("10s+0.1s", Clock(10, 0.1)),
        ("1m + 500ms", Clock(60, 0.5)),
        ("8+0.08", Clock(8, 0.08)),
        ("60s", Clock(60)),
        ("60s+0s", Clock(60)),
    ],
)
def test_clocks_are_read(text: str, clock: Clock) -> None:
    assert parse_clock(text) == clock


@pytest.mark.parametrize("text", ["", "0s", "0s+1s", "10s+", "+1s", "10s+0.1s+1s", "10s-1s", "2h", "40/60s"])
def test_odd_clocks_are_refused(text: str) -> None:
    with pytest.raises(WrongUse, match="write a clock as 10s"):
        parse_clock(text)


def test_a_clock_never_gives_a_move_all_its_time_and_gets_the_increment_after_it() -> None:
    assert Clock(30, 0.5).for_move() == pytest.approx(1.4)
    assert Clock(0.1, 5).for_move() == pytest.approx(0.08)
    assert Clock(0.1, 5).for_move(overhead=0.2) == 0
    assert Clock(10, 0.5).after(4) == Clock(6.5, 0.5)
    assert Clock(10, 0.5).after(10.25) == Clock(0.5, 0.5)
    clock = Clock(1)
    for _ in range(500):
        clock = clock.after(clock.for_move())
    assert clock.seconds > 0
