"""A bot's search in a thread of its own."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from tabletop.bots.bot import SearchInfo
from tabletop.bots.random import RandomBot
from tabletop.bots.specs import Controller
from tabletop.session.background import BackgroundSearch


def test_thinking_is_stopped_and_watched() -> None:
    def think(search: BackgroundSearch) -> SearchInfo:
        limit = search.watch(Controller("x", RandomBot(), seconds=60.0)).limit()
        assert limit.seconds == 60.0
        limit.report(SearchInfo("so far"))
        while limit.spend(64):
            time.sleep(0.001)
        return SearchInfo("at last")

    search = BackgroundSearch(think).start()
    assert not search.wait(0.05) and not search.is_done
    assert search.best == SearchInfo("so far") and search.result is None
    search.stop()
    assert search.wait(5) and search.result == SearchInfo("at last")


def test_a_bot_at_work_knows_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((100.0, 107.5))
    monkeypatch.setattr("tabletop.session.background.time", SimpleNamespace(monotonic=lambda: next(times)))
    assert BackgroundSearch(lambda _: SearchInfo("x")).elapsed() == 7.5


def test_what_begins_after_the_stop_is_stopped_too() -> None:
    search = BackgroundSearch(lambda _: SearchInfo("x"))
    search.stop()
    limit = search.watch(Controller("x", RandomBot())).limit(nodes=10**9)
    assert not limit.spend(64)


def test_a_failure_is_kept_for_the_players() -> None:
    search = BackgroundSearch(lambda _: 1 / 0).start()  # type: ignore[arg-type, return-value]
    assert search.wait(5) and isinstance(search.error, ZeroDivisionError) and search.result is None
