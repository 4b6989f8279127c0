"""Five German tabletop games to play, check and study from Python.

    import tabletop

    match = tabletop.new_match("fem")
    match.play_text("place on c3")
    print(match.draw())

`docs/api.md` shows more. Nothing is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletop.api import new_match, read_record, write_record
    from tabletop.errors import (
        AmbiguousMove,
        EngineFailed,
        EngineNotStarted,
        ExpectationFailed,
        IllegalMove,
        Interrupted,
        Located,
        TabletopError,
        Unreadable,
        UnreadableFile,
        UnreadableModel,
        UnreadableMove,
        UnreadablePosition,
        WorkFailed,
        WrongUse,
    )
    from tabletop.games import game_names, load, register
    from tabletop.match import Match

__version__ = "0.2.0"

__all__ = [
    "AmbiguousMove",
    "EngineFailed",
    "EngineNotStarted",
    "ExpectationFailed",
    "IllegalMove",
    "Interrupted",
    "Located",
    "Match",
    "TabletopError",
    "Unreadable",
    "UnreadableFile",
    "UnreadableModel",
    "UnreadableMove",
    "UnreadablePosition",
    "WorkFailed",
    "WrongUse",
    "game_names",
    "load",
    "new_match",
    "read_record",
    "register",
    "write_record",
]

_MODULES = {
    "Match": "match",
    "game_names": "games",
    "load": "games",
    "new_match": "api",
    "read_record": "api",
    "register": "games",
    "write_record": "api",
}
"""Where a name is defined; the others are errors."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
