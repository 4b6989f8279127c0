"""The learned evaluation: its arithmetic, its error on positions kept out of the fit, and the boards that have none."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

from tabletop.games.zickzack import network
from tabletop.games.zickzack.board import Board, PieceType
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.network import SCALE, Network, load_network
from tabletop.games.zickzack.notation import format_move
from tests.games.zickzack.helpers import start_state, state_at

HELD_OUT = Path(__file__).with_name("held_out.jsonl")
"""Positions with the exact values of all moves, kept out of the fit by tools/fit_zickzack.py."""
ERROR = 1.4
"""Points by which the value may be wrong on average; without any evaluation it would be 7."""


def test_units_are_rectified_and_added_up() -> None:
    weights = {
        "always": [10, 5, -7, 100],
        "own 1: 2": [1000, 20, 3, -500],
        "pool 1: 1": [-2000, -40, 30, 900],
        "7: 3 1": [-5, 1, 1, 1],
    }
    small = Network(("7",), up=2, units=3, weights=weights)
    hands = small.hands((2, 0, 0, 0), (0, 0, 0, 0))
    assert small.value(hands) == 10 + 1000 + (5 + 20) + 0 - 0
    assert small.value(hands + small.pool((1,))) == 1010 - 2000 + 0 + (-7 + 3 + 30) - (100 - 500 + 900)
    assert small.value(hands + small.field(0, (3, 1), 3, 1, 1)) == 1010 - 5 + 26 + 0 - 0


def test_the_error_on_positions_kept_out_of_the_fit() -> None:
    evaluated = evaluation_of(start_state().board)
    assert evaluated is not None
    reduction = evaluated.reduction
    errors: list[float] = []
    worths: list[int] = []
    for line in HELD_OUT.read_text("utf-8").splitlines():
        row = json.loads(line)
        state = state_at(row["position"])
        for move in state.steps():
            value = row["moves"].get(format_move(move, compact=True))
            if value is not None:
                after = reduction.after(reduction.position(state), reduction.move(state, move))
                errors.append(abs(evaluated.after_move(*after) / SCALE - value))
                worths.append(abs(value))
    assert len(errors) > 1000
    assert math.fsum(errors) / len(errors) < ERROR
    assert math.fsum(worths) / len(worths) > 3 * ERROR


def test_no_sum_leaves_its_lane() -> None:
    """Even if the largest weights of all fields, hands and the pool came together."""
    document = json.loads(Path(network.__file__).with_name("network.json").read_text("utf-8"))
    features = document["weights"]
    assert all(len(row) == 1 + document["units"] for row in features.values())
    lanes = zip(*features.values(), strict=True)
    most = [sorted(map(abs, lane), reverse=True) for lane in lanes]
    assert all(sum(lane[:130]) < 1 << 19 for lane in most)


def test_other_boards_and_pieces_have_no_network() -> None:
    classic = start_state().board
    assert load_network(classic) is not None
    assert load_network(start_state("comb").board) is None
    pieces = tuple(PieceType(piece.name, piece.count + 1, piece.shape) for piece in classic.piece_types)
    assert load_network(Board("more pieces", classic.fields, pieces)) is None
    fields = (replace(classic.fields[0], points=30), *classic.fields[1:])
    assert load_network(Board("other points", fields, classic.piece_types)) is None
