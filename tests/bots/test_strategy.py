"""Strategies: their rule where it gives a legal move, another bot where not; bots like any other."""

from __future__ import annotations

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import bot_makers, make_controller, random_bot, strategies
from tabletop.bots.strategy import Strategy
from tabletop.errors import WrongUse
from tabletop.games import load
from tests.bots.helpers import chosen_move
from tests.games.nim.rules import Take
from tests.helpers import GAMES, match_under_way, new_match, tables

GAMES_AND_STRATEGIES = [(name, strategy) for name in GAMES for strategy in strategies(load(name))]


def test_the_first_legal_move_of_the_rule_is_played() -> None:
    match = new_match("nim")
    strategy = Strategy(
        "takes one stone of the second heap", lambda _: [Take(7, 1), Take(1, 1), Take(0, 1)], random_bot
    )
    info = strategy.controller("second", {}).bot.think(observe(match, 1), Limit())
    assert info.move == Take(1, 1)
    assert info.explanation == "takes one stone of the second heap"


def test_without_a_legal_move_of_the_rule_the_other_bot_moves() -> None:
    match = new_match("nim")
    info = (
        Strategy("cheats", lambda _: [Take(7, 1)], random_bot)
        .controller("cheat", {})
        .bot.think(observe(match, 1), Limit())
    )
    match.check(info.move)
    assert info.explanation == "a random move"


def test_a_strategy_has_the_limit_of_the_other_bot_and_no_parameters() -> None:
    game = load("fem")
    assert make_controller(game, "cover").nodes == make_controller(game, "medium").nodes
    with pytest.raises(WrongUse, match="it takes none"):
        make_controller(game, "cover:height=3")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "strategy"), GAMES_AND_STRATEGIES)
def test_strategies_play_legal_moves_at_every_table(name: str, strategy: str) -> None:
    assert strategy in bot_makers(load(name))
    for table in tables(load(name)):
        for seed, plies in [(1, 0), (2, 1), (3, 6), (4, 17), (5, 40)]:
            match = match_under_way(name, seed, plies, **table)
            match.play_text(chosen_move(match, strategy))


@pytest.mark.parametrize(("name", "strategy"), GAMES_AND_STRATEGIES)
def test_a_summary_can_follow_the_name(name: str, strategy: str) -> None:
    summary = strategies(load(name))[strategy].summary
    assert summary[0].islower() and not summary.endswith(".")
