"""A game looked back on: the curve in a sentence."""

from __future__ import annotations

import pytest

from tabletop.review import Review, _in_words
from tests.session.helpers import new_session


@pytest.mark.parametrize(
    ("chances", "sentence"),
    [
        ([0.5, 0.6, 0.3, 0.4], "anna began at 50%, stood best after move 1 (60%) and worst after move 2 (30%)."),
        ([0.6, 0.5, 0.3, 0.4], "anna began at 60%, the highest of the game, and stood worst after move 2 (30%)."),
        ([0.2, 0.5, 0.3, 0.4], "anna began at 20%, the lowest of the game, and stood best after move 1 (50%)."),
    ],
)
def test_the_beginning_is_never_said_to_be_worse_than_the_best(
    chances: list[float], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new_session("zickzack", "anna=human", "human").match
    for text in ("3a", "10a", "5a"):
        match.play_text(text)
    monkeypatch.setattr(Review, "chances", lambda review, player: chances)
    monkeypatch.setattr(Review, "plies", 3)
    assert _in_words(Review(match, ()), 1) == f"{sentence} Now: {chances[-1]:.0%}."
