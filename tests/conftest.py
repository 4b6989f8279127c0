"""Options and fixtures of all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.helpers import QUICK, THOROUGH

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores Ctrl-C for its background jobs, and the programs under test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Hundreds of tests start the program, and each start would compile it anew.
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Write the golden transcripts anew.")
    parser.addoption("--slow", action="store_true", help="Run the slow tests too.")


def pytest_configure(config: pytest.Config) -> None:
    """Try few examples of each property, unless the slow tests run too."""
    settings.register_profile(
        "tabletop",
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
        max_examples=THOROUGH if config.getoption("--slow") else QUICK,
    )
    settings.load_profile("tabletop")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests out unless they are asked for."""
    if config.getoption("--slow"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """New folders, one for each test; cheaper than to ask the factory for each."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's own files, nor depends on the colours of the terminal."""
    home = next(homes)
    home.mkdir()
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    for name in [name for name in os.environ if name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")]:
        monkeypatch.delenv(name)
