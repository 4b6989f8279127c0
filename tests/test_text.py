"""Foreign text made safe to print."""

from __future__ import annotations

from tabletop.errors import Located, WrongUse
from tabletop.text import shorten


def test_foreign_text_is_made_safe() -> None:
    assert shorten("a\x1b[31mb\n") == "a\\x1b[31mb\\n"
    assert len(shorten("x" * 1000)) == 100
    located = Located("f", 3, 4, "line\x00", WrongUse("no"))
    assert str(located) == "f:3:4: no\n    line\\x00"
    assert located.exit_code == 2
