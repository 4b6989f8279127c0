"""How far Takami's `hard` comes without seeing how sticks sit: `python benchmarks/takami_knowledge.py [GAMES]`.

`hard` plays `medium`, and so does a player who thinks like `hard` but knows how every stick sits. No
level may know that; its share of wins is as much as this search can make of perfect knowledge, and
the part of the way that `hard` goes is printed. Each deal is played twice, with seats changed.
Shares count a draw as half a win; shares and leads in points have 95 % intervals.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace

from tabletop.bots.bot import observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.takami.bots import TakamiBot, WinBot
from tabletop.games.takami.heap import STICKS, Heap
from tabletop.games.takami.model import Hand
from tabletop.games.takami.moves import FEELS
from tabletop.games.takami.rules import TakamiState
from tabletop.games.takami.sits import Report
from tabletop.match import Match
from tabletop.options import make_setup

GAMES = 400
FIRST_SEED = 600_000
Player = Callable[[Match], object]


def level(name: str) -> Player:
    """A level, which sees what players can see."""
    controller = make_controller(load("takami"), name)
    return lambda match: controller.bot.think(observe(match, 1), controller.limit()).move


def takami_state(match: Match) -> TakamiState:
    """The state of the match, with what no player may see."""
    assert isinstance(match.state, TakamiState)
    return match.state


def thinking(bot: TakamiBot) -> Player:
    """A bot that sees what players can see."""
    return lambda match: bot.think(observe(match, 1), Limit()).move


def all_knowing(bot: TakamiBot) -> Player:
    """A player who thinks like the bot, as if a hand that never errs had probed every stick."""

    def move(match: Match) -> object:
        state = takami_state(match)
        assert isinstance(state.heap, Heap)
        loaded = [stick for stick in state.heap if not state.heap.is_free(stick)]
        return bot.think(replace(observe(match, 1), state=with_true_reports(state, loaded)), Limit()).move

    return move


def with_true_reports(state: TakamiState, sticks: Iterable[str]) -> TakamiState:
    """What a player can see whose hand never errs in probing, and who has just probed these sticks."""
    assert state.sits
    model = state.config.model
    sure = replace(model, tables={**model.tables, "probe": {"misread_best": 0.0, "misread_worst": 0.0}})
    hands = tuple(Hand(hand.skill, sure) for hand in state.config.hands)
    reports = tuple(Report(stick, FEELS[state.sits[STICKS.index(stick)]], state.player, state.turn) for stick in sticks)
    return replace(state, seed=None, sits=None, reports=reports, config=replace(state.config, hands=hands))


def final_scores(players: tuple[Player, Player], seed: int) -> tuple[int, ...]:
    """The points of both players at the end of a game."""
    game = load("takami")
    match = Match(game, make_setup(game, players=2, seed=seed))
    match.settle()
    while match.result is None:
        match.play(players[match.to_move - 1](match))
        match.settle()
    return takami_state(match).scores()


def leads(one: Player, other: Player, games: int) -> list[int]:
    """By how many points the one is ahead at the end of each game."""
    found = []
    for number in range(games):
        seat = number % 2
        scores = final_scores((other, one) if seat else (one, other), FIRST_SEED + number // 2)
        found.append(scores[seat] - scores[1 - seat])
    return found


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    wide = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - wide, middle + wide


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    shares = []
    for name, player in (("hard", level("hard")), ("all-knowing", all_knowing(WinBot()))):
        found = leads(player, level("medium"), games)
        mean, wide = statistics.fmean(found), 1.96 * statistics.stdev(found) / math.sqrt(games)
        shares.append(math.fsum((lead > 0) + (lead == 0) / 2 for lead in found) / games)
        low, high = interval(shares[-1], games)
        print(f"{name:12} v medium: {shares[-1]:.3f} ({low:.3f}-{high:.3f}), lead {mean:+.2f} +-{wide:.2f}", flush=True)
    if shares[1] > 0.5:
        print(f"hard goes {(shares[0] - 0.5) / (shares[1] - 0.5):.0%} of the way from an even match to all-knowing")


if __name__ == "__main__":
    main()
