"""The `info` lines: scores in hundredths of a point or as log odds, and nothing that the bot does not know."""

from __future__ import annotations

import pytest

from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import bot_makers, make_controller
from tabletop.engine.info import info_line, score_of
from tabletop.games import load
from tabletop.match import Match
from tests.bots.helpers import GAMES_WITH_BOTS
from tests.helpers import match_under_way, new_match


@pytest.mark.parametrize(
    ("info", "score"),
    [
        (SearchInfo("x"), None),
        (SearchInfo("x", 2.5), 250),
        (SearchInfo("x", -0.004), 0),
        (SearchInfo("x", 950.0), 10_000),
        (SearchInfo("x", -950.0, values_are_points=False, chance_of=lambda value: 0.01), -10_000),
        (SearchInfo("x", 15.0, values_are_points=False, chance_of=lambda value: 0.75), 110),
        (SearchInfo("x", 15.0, chance_of=lambda value: 0.75), 1500),
        (SearchInfo("x", 0.5, values_are_chances=True), 0),
        (SearchInfo("x", 0.25, values_are_chances=True), -110),
        (SearchInfo("x", 1.02, values_are_chances=True), 921),
        (SearchInfo("x", -0.02, values_are_chances=True), -921),
    ],
)
def test_scores(info: SearchInfo, score: int | None) -> None:
    """The log odds of 3 to 1 are 1.10."""
    assert score_of(info) == score


def test_what_is_not_known_is_left_out() -> None:
    match = new_match("zickzack")
    move = match.parse("7c-7e")
    assert info_line(match.game, SearchInfo(move), 12, 0.0345) == "info nodes 12 time 34 pv 7c-7e"
    known = SearchInfo(move, 1.5, depth=2, line=(move, match.parse("3a")))
    assert info_line(match.game, known, 12, 0.0345) == "info depth 2 score cp 150 nodes 12 time 34 pv 7c-7e 3a"


@pytest.mark.parametrize("name", GAMES_WITH_BOTS)
def test_every_reported_line_can_be_played(name: str) -> None:
    """Whatever positions and moves of their own the searches work on."""
    match = match_under_way(name, 3, 8)
    specs = [spec for spec in ("medium", "hard", "mcts", "alphabeta") if spec in bot_makers(match.game)]
    longest = 0
    for spec in specs:
        infos: list[SearchInfo] = []
        last = make_controller(match.game, spec).bot.think(observe(match, 1), Limit(200, on_info=infos.append))
        for info in [*infos, last]:
            replayed = Match(match.game, match.setup, match.state)
            for move in info.line:
                replayed.play(move)
            assert not info.line or info.line[0] == info.move
            longest = max(longest, len(info.line))
    assert longest > 1 or "alphabeta" not in specs


def test_values_in_fem_are_told_as_log_odds() -> None:
    match = match_under_way("fem", 3, 4)
    for spec in ("easy", "medium", "hard", "alphabeta"):
        info = make_controller(load("fem"), spec).bot.think(observe(match, 1), Limit(100))
        assert info.value is not None and not info.values_are_points
        chance = info.win_chance(info.value)
        assert chance is not None and (chance > 0.5) == (info.value > 0)
