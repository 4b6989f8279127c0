"""Fixtures of the window's tests."""

from __future__ import annotations

import pytest

from tabletop.bots.specs import Controller
from tabletop.session.session import Session
from tests.session.helpers import new_session
from tests.session.tui.helpers import SlowBot


@pytest.fixture
def slow_session() -> Session:
    """A game against a bot that thinks until it is stopped."""
    session = new_session("zickzack")
    session.bots[2] = Controller("slow", SlowBot(), seconds=30.0)
    return session
