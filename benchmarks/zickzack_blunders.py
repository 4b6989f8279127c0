"""How many blunders `tabletop analyze` finds in Zickzack.

    python benchmarks/zickzack_blunders.py EXACT.jsonl              # with 25 and 26 free cells, and with 28 to 32
    python benchmarks/zickzack_blunders.py EXACT.jsonl 24 28-32     # with as many as these

The file has the format that `tools/fit_zickzack.py` reads: in each line a position and the exact values of its moves.
Only every fifth line counts: that program keeps them out of the fit if the file is the first that it gets.

In each position one move is drawn that loses BLUNDER points or more, one that loses fewer, and one other than the
adviser's that loses none; `analyze` is asked about each as the first move of a match. A move counts as flagged if the
values reported differ by BLUNDER. Moves that are called blunders only for the lost chance to win are counted apart: the
owners of full fields are arbitrary in the file, and so is the lead. Intervals are of 95 %.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tabletop.arena.intervals import Sample, mean_estimate, share_estimate
from tabletop.bots.analysis import ADVISER, BOT_SEED, analyze
from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.zickzack.bots import BLUNDER
from tabletop.games.zickzack.notation import format_move
from tabletop.games.zickzack.position import parse_position
from tabletop.games.zickzack.reduction import Reduction
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.match import Match
from tabletop.options import make_setup

HELD_OUT = 5
RANGES = ("25-26", "28-32")
GAME = load("zickzack")
SETUP = make_setup(GAME)


class Row(NamedTuple):
    """A position and what each different move loses, by its text."""

    number: int
    state: ZickzackState
    losses: dict[str, int]

    def match(self) -> Match:
        """A match that begins here."""
        return Match(GAME, SETUP, self.state)

    def loss(self, text: str) -> int:
        """What a move loses; of moves that mean the same, the file lists one."""
        if text in self.losses:
            return self.losses[text]
        reduction = Reduction(self.state.board)
        by_text = {format_move(move, compact=True): reduction.move(self.state, move) for move in self.state.steps()}
        return next(loss for listed, loss in self.losses.items() if by_text[listed] == by_text[text])


def kept_out(path: Path, fewest: int, most: int) -> Iterator[Row]:
    """The positions that no fit has seen."""
    for number, line in enumerate(path.read_text("utf-8").splitlines()):
        if number % HELD_OUT == 0:
            row = json.loads(line)
            state = parse_position(row["position"], SETUP)
            if fewest <= state.free.bit_count() <= most:
                yield Row(number, state, {text: row["value"] - value for text, value in row["moves"].items()})


def measure(path: Path, fewest: int, most: int, nodes: int | None) -> None:
    """Analyze, and print a table."""
    controller = make_controller(GAME, ADVISER)
    asked: Counter[int] = Counter()
    flagged: Counter[int] = Counter()
    by_chance: Counter[int] = Counter()
    own_losses: list[int] = []
    seconds: list[float] = []
    thinking: list[float] = []
    found: list[bool] = []
    for row in kept_out(path, fewest, most):
        began = time.process_time()
        own = controller.bot.think(observe(row.match(), BOT_SEED), controller.limit(nodes)).move
        thinking.append(time.process_time() - began)
        own_text = format_move(own, compact=True)
        own_losses.append(row.loss(own_text))
        rng = Random(row.number)
        for least, limit in ((BLUNDER, 100), (1, BLUNDER), (0, 1)):
            texts = [text for text, loss in row.losses.items() if least <= loss < limit and text != own_text]
            if not texts:
                continue
            text = texts[int(rng.random() * len(texts))]
            match = row.match()
            match.play_text(text)
            began = time.process_time()
            [annotation] = analyze(match, controller, nodes)
            seconds.append(time.process_time() - began)
            assert annotation.best.value is not None and annotation.value is not None
            is_flagged = annotation.best.value - annotation.value >= BLUNDER
            loss = row.losses[text]
            asked[loss] += 1
            flagged[loss] += is_flagged
            by_chance[loss] += annotation.is_blunder and not is_flagged
            if loss >= BLUNDER:
                found.append(is_flagged)
    share = share_estimate(Sample(list(enumerate(map(float, found)))), default=0.0)
    print(f"{fewest}-{most} free cells, {len(own_losses)} positions")
    print(
        f"  blunders found: {sum(found)} of {len(found)}, {share.value:.3f} ({share.low:.3f}-{share.high:.3f}); "
        f"{sum(count for loss, count in by_chance.items() if loss >= BLUNDER)} more by the chance to win"
    )
    lesser = [loss for loss in sorted(asked) if loss < BLUNDER]
    print("  flagged by points lost: " + ", ".join(f"{loss}: {flagged[loss]} of {asked[loss]}" for loss in lesser))
    print("  more by the chance to win: " + ", ".join(f"{loss}: {by_chance[loss]}" for loss in lesser))
    lost = mean_estimate(Sample(list(enumerate(map(float, own_losses)))))
    print(f"  loss of {ADVISER}'s own moves: {lost.value:.3f} ({lost.low:.3f}-{lost.high:.3f})")
    for title, times in ((f"{ADVISER} thinks", thinking), ("an analysis takes", seconds)):
        mean = mean_estimate(Sample(list(enumerate(times))))
        print(f"  {title} {mean.value:.2f} CPU seconds on average, {max(times):.2f} at most")


def main() -> None:
    """Measure each range."""
    parser = argparse.ArgumentParser(description="How many blunders analyze finds in Zickzack.")
    parser.add_argument("path", type=Path)
    parser.add_argument("ranges", nargs="*", default=RANGES)
    parser.add_argument("--nodes", type=int, help="nodes for each analysis, instead of the level's own")
    arguments = parser.parse_args()
    for text in arguments.ranges:
        fewest, _, most = text.partition("-")
        measure(arguments.path, int(fewest), int(most or fewest), arguments.nodes)


if __name__ == "__main__":
    main()
