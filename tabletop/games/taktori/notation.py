"""How Taktori turns are written: `place T3 on e5 bridge e5-e7`, or compact, `e5+e5-e7`."""

from __future__ import annotations

from functools import partial

from tabletop.games.taktori.rules import GRID
from tabletop.games.towers.notation import Notation, RuleNumbers, format_turn
from tabletop.grammar import Form, Grammar, Maybe, Seq

_RULES = RuleNumbers(board="T1", labels="T2", stock="T5", own="T8", overbuilt="T7", oust="T22")
_NOTATION = Notation(GRID.size, "e5-e7", _RULES)
_BUILD_PLACE = partial(_NOTATION.build, "place")
_BUILD_MOVE = partial(_NOTATION.build, "move")
_BUILD_BRIDGE = partial(_NOTATION.build, "bridge")

format_move = partial(format_turn, GRID.size)

GRAMMAR = Grammar(
    Form(
        "place T3 on e5 bridge e5-e7, e7-g7",
        "place a tower from stock (the label is optional), then lay bridges if you like",
        Seq(_NOTATION.place_words(), Maybe(_NOTATION.bridge_words())),
        _BUILD_PLACE,
    ),
    Form(
        "move 2 from e5 to e8 oust 1 bridge e8-g8",
        "move the top towers of a stack (one if you give no number; or by name: move T3 to e8), then lay bridges",
        Seq(_NOTATION.move_words(), Maybe(_NOTATION.bridge_words())),
        _BUILD_MOVE,
    ),
    Form("bridge e5-e7, e7-g7", "lay bridges only", _NOTATION.bridge_words(), _BUILD_BRIDGE),
    Form("+e5-e7+e7-g7", "bridges only", _NOTATION.bridge_signs(), _BUILD_BRIDGE, "compact"),
    Form(
        "2e5>e8x1+e8-g8",
        "move two towers from e5 to e8, oust one, lay a bridge",
        Seq(_NOTATION.move_signs(), Maybe(_NOTATION.bridge_signs())),
        _BUILD_MOVE,
        "compact",
    ),
    Form(
        "e5+e5-e7+e7-g7",
        "place on e5 and lay two bridges",
        Seq(_NOTATION.field("target"), Maybe(_NOTATION.bridge_signs())),
        _BUILD_PLACE,
        "compact",
    ),
)
