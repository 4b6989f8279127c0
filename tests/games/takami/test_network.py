"""The learned evaluation: what it is told, and what it thinks of clear cases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.games.takami.heap import STICKS, build_heap
from tabletop.games.takami.network import Network, inputs, load_network
from tabletop.games.takami.rules import TakamiState
from tests.games.takami.helpers import scripted_match, state_of


@pytest.fixture
def state() -> TakamiState:
    return state_of(scripted_match(players=2))


def test_every_unit_has_a_weight_for_every_input(state: TakamiState) -> None:
    network = load_network()
    assert {len(weights) for weights, _ in network._units} == {len(inputs(state))}
    for prizes, taboo in (((("Y1",), ()), "B2"), (((), ("Y1", "G1")), "R1")):
        other = replace(state, heap=build_heap(STICKS[:12]), prizes=prizes, minus=(("R9",), ("B9",)), taboo=taboo)
        assert len(inputs(other)) == len(inputs(state))


def test_without_hidden_units_it_says_what_the_formula_says(state: TakamiState) -> None:
    chance = Network([], [0.0]).win_chance(state)
    assert 0.5 < chance < 0.7 and inputs(state)[0] > 0
    assert Network([], [inputs(state)[0] * -1]).win_chance(state) == pytest.approx(0.5)


def test_a_unit_counts_only_above_zero(state: TakamiState) -> None:
    always = [0.0] * (len(inputs(state)) - 1)
    base, off, on = (
        Network(hidden, output).win_chance(state)
        for hidden, output in (([], [0.0]), ([[*always, -1.0]], [1.0, 0.0]), ([[*always, 1.0]], [1.0, 0.0]))
    )
    assert off == base < on


@pytest.mark.parametrize("sticks", [6, 9, 15, 24, 36])
def test_who_leads_is_likelier_to_win(state: TakamiState, sticks: int) -> None:
    heap, network = build_heap(STICKS[-sticks:]), load_network()
    taken = [stick for stick in STICKS[9:] if stick not in heap] or ["Y1", "Y2", "Y3"]
    chances = []
    for mine, theirs in ((0, 3), (0, 1), (0, 0), (1, 0), (3, 0)):
        prizes = (tuple(taken[:mine]), tuple(taken[:theirs]))
        chances.append(network.win_chance(replace(state, heap=heap, prizes=prizes)))
    assert chances == sorted(chances)
    assert chances[0] < 0.45 and chances[-1] > 0.6
