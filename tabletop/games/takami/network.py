"""The learned evaluation of Takami for two players: a small neural network whose weights are in `network.json`.

    load_network().win_chance(state)        # of the player to move, at the start of a turn in the last round

Its inputs are the features of the heap, the points, the sticks left, and the minus sticks that may still come back. It
has one hidden layer, and corrects the chance that the formula of `lead` gives. It was fitted to some 50,000 simulated
games with the model `steady`, in which bots with earlier weights played each other and `medium`: to the result of each
game, less the luck that followed each position. In simulated games with `measured`, `beginner` and `hard` it won more
than the formula too. It knows nothing of hands that differ.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from operator import mul

from tabletop.bots.winchance import win_chances
from tabletop.games.takami.features import heap_features
from tabletop.games.takami.heap import COLOURS, RIM, Heap
from tabletop.games.takami.lead import expected_lead, heap_risks, lead_variance
from tabletop.games.takami.rules import RED, TakamiState

_RISKIEST = 0.4
"""Higher risks are not told apart."""
_FEW = 8
"""With so few sticks left every point of a lead counts."""


def inputs(state: TakamiState) -> list[float]:
    """What the network is told; the first is what the formula says, as standard deviations of the lead above 0."""
    heap, me, other = state.heap, state.player - 1, 2 - state.player
    assert isinstance(heap, Heap)
    features, taboo, sticks = heap_features(state), state.taboo, len(heap)
    left = dict.fromkeys(COLOURS, 0)
    for stick in heap:
        left[stick[0]] += 1
    red = left[RED]
    valuable = sticks - red
    minus = ["".join([stick[0] for stick in state.minus[player]]) for player in (me, other)]
    scores = state.scores()
    lead = scores[me] - scores[other]
    expected, spread = expected_lead(left, (minus[0], minus[1]), lead, heap_risks(features)), lead_variance(left) ** 0.5
    numbers = [expected / spread, lead / 4, valuable / 10, red / 5, sticks / 20, valuable % 2]
    numbers += [valuable == 0, valuable == 1, valuable == 2, valuable <= 4, 3 / spread]
    for colours in minus:
        returnable = [colour for colour in colours if colour != RED and left[colour]]
        numbers += [len(returnable) / 2, len(set(returnable)), colours.count(RED) if red else 0]
    numbers += [10 * min(risk, _RISKIEST) for risk in (*features.raises, *features.prizes)]
    numbers += [features.very_safe / 5, features.very_safe_prizes / 5, features.safe / 5]
    numbers += [features.very_safe_prizes == number for number in range(3)]
    numbers += [
        features.very_safe_prizes % 2,
        features.very_safe == 0,
        features.very_safe == 1,
        valuable == 3,
        expected / 4,
    ]
    numbers += [taboo != "", taboo != "" and taboo[0] != RED, taboo != "" and heap.is_free(taboo)]
    numbers += [5 * risk for risk in (*features.returning, features.next_prize)]
    numbers += [(features.top - RIM) / 3, 10 * min(features.lay, _RISKIEST), 10 * min(features.high_lay, _RISKIEST)]
    numbers += [features.steady_places / 5, *[sticks == number for number in range(5, 9)]]
    numbers += [lead > 0, lead == 0, lead == -1, lead == 1, max(-3, min(3, lead)) / 3 if sticks <= _FEW else 0]
    numbers += [lead <= -2, lead >= 2, 1]
    return numbers


class Network:
    """The network with these weights: of every hidden unit for all inputs, and of the output for all units and 1."""

    def __init__(self, hidden: Sequence[Sequence[float]], output: Sequence[float]) -> None:
        self._units = list(zip(hidden, output, strict=False))
        self._bias = output[-1]

    def win_chance(self, state: TakamiState) -> float:
        """The chance of the player to move to win a game of two players whose last round this is."""
        numbers = inputs(state)
        parts = [numbers[0], self._bias]
        for weights, factor in self._units:
            level = math.fsum(map(mul, weights, numbers))
            if level > 0:
                parts.append(factor * level)
        return win_chances((math.fsum(parts), 0.0), 1.0)[0]


@lru_cache(maxsize=1)
def load_network() -> Network:
    """The network that comes with the game."""
    document = json.loads(resources.files(__package__).joinpath("network.json").read_text("utf-8"))
    return Network(document["hidden"], document["output"])
