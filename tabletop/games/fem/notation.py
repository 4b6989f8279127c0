"""How Taktori Fem turns are written: `place on c3 bridge c3-c4 from a1-a2`, or compact, `c3+c3-c4<a1-a2`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tabletop.errors import IllegalMove, UnreadableMove
from tabletop.games.fem.rules import GRID
from tabletop.games.towers.geometry import Pair, format_pair
from tabletop.games.towers.legality import is_legal
from tabletop.games.towers.moves import Turn, TurnKind
from tabletop.games.towers.notation import FROM, TO, Notation, RuleNumbers, format_turn, steps_of_kind
from tabletop.games.towers.rules import TowersState
from tabletop.grammar import Context, Form, Grammar, Maybe, Seq, Sign, Word

format_move = partial(format_turn, GRID.size)

_RULES = RuleNumbers(board="F1", labels="F1", stock="F3", own="F3", overbuilt="F3", oust="F10")
SHIFT = ("shift", "verlege", "verleg")
REMOVE = ("remove", "entferne", "entfern", "entnimm")


class _FemNotation(Notation):
    """Fem's notation, with bridges that are taken up."""

    def can_join(self, state: TowersState, turn: Turn, pair: Pair) -> bool:
        """Whether the turn with one more bridge is legal, with the bridge from stock or taken up elsewhere."""
        longer = turn._replace(bridges=tuple(sorted((*turn.bridges, pair))))
        return is_legal(state, longer) or next(self._takeable_for(state, longer), None) is not None

    def _takeable_for(self, state: TowersState, turn: Turn) -> Iterator[Pair]:
        """The further bridges that may be taken up in the turn."""
        for bridge in state.bridges:
            pair = bridge.pair
            if pair not in turn.taken and is_legal(state, turn._replace(taken=tuple(sorted((*turn.taken, pair))))):
                yield pair

    def takeable_bridges(self, context: Context[TowersState]) -> list[str]:
        """The bridges that can be taken up for the last one written."""
        try:
            turn = self.build("move" if "moving" in context.captures else "place", context)
        except (IllegalMove, UnreadableMove):
            return []
        if turn.target is None:
            return []
        return list(dict.fromkeys(format_pair(self.size, pair) for pair in self._takeable_for(context.state, turn)))

    def bridges_to_take(self, context: Context[TowersState], kind: TurnKind) -> list[str]:
        """The bridges that can be shifted or removed."""
        return list(dict.fromkeys(format_pair(self.size, step.taken[0]) for step in steps_of_kind(context, kind)))

    def shift_targets(self, context: Context[TowersState]) -> list[str]:
        """Where the bridge that is named can be shifted to."""
        try:
            turn = self.build("shift", context)
        except IllegalMove:
            return []
        steps = steps_of_kind(context, "shift")
        return [format_pair(self.size, step.bridges[0]) for step in steps if step.taken == turn.taken]

    def taken_words(self) -> Seq:
        """`from a1-a2`."""
        return Seq(Word(FROM, when=lambda c: bool(self.takeable_bridges(c))), self.pair("taken", self.takeable_bridges))

    def taken_signs(self) -> Seq:
        """`<a1-a2`."""
        return Seq(Sign("<"), self.pair("taken"))


_NOTATION = _FemNotation(GRID.size, "c3-c4", _RULES)
_BUILD_PLACE = partial(_NOTATION.build, "place")
_BUILD_MOVE = partial(_NOTATION.build, "move")
_BUILD_BRIDGE = partial(_NOTATION.build, "bridge")
_BUILD_SHIFT = partial(_NOTATION.build, "shift")
_BUILD_REMOVE = partial(_NOTATION.build, "remove")
_LONG = _NOTATION.bridge_words(_NOTATION.taken_words())
_SHORT = _NOTATION.bridge_signs(_NOTATION.taken_signs())


def _shiftable(context: Context[TowersState]) -> list[str]:
    return _NOTATION.bridges_to_take(context, "shift")


def _removable(context: Context[TowersState]) -> list[str]:
    return _NOTATION.bridges_to_take(context, "remove")


GRAMMAR = Grammar(
    Form(
        "place T2 on c3 bridge c3-c4 from a1-a2, c4-d4",
        "place a tower from stock (the label is optional), then lay bridges, from stock or taken up elsewhere",
        Seq(_NOTATION.place_words(), Maybe(_LONG)),
        _BUILD_PLACE,
    ),
    Form(
        "move 2 from c3 to e5 oust 1 bridge e4-e5",
        "move the top towers of a stack (one if you give no number; or by name: move T3 to e5), then lay bridges",
        Seq(_NOTATION.move_words(), Maybe(_LONG)),
        _BUILD_MOVE,
    ),
    Form("bridge a1-a2", "lay one new bridge", _LONG, _BUILD_BRIDGE),
    Form(
        "shift a1-a2 to b1-b2",
        "take up a bridge and lay it elsewhere",
        Seq(
            Word(SHIFT, when=lambda c: bool(_shiftable(c))),
            _NOTATION.pair("taken", _shiftable),
            Word(TO),
            _NOTATION.pair("bridge", _NOTATION.shift_targets),
        ),
        _BUILD_SHIFT,
    ),
    Form(
        "remove a1-a2",
        "take a bridge back into stock",
        Seq(Word(REMOVE, when=lambda c: bool(_removable(c))), _NOTATION.pair("taken", _removable)),
        _BUILD_REMOVE,
    ),
    Form("+a1-a2", "lay one new bridge", _SHORT, _BUILD_BRIDGE, "compact"),
    Form(
        "a1-a2>b1-b2",
        "shift a bridge",
        Seq(_NOTATION.pair("taken"), Sign(">"), _NOTATION.pair("bridge")),
        _BUILD_SHIFT,
        "compact",
    ),
    Form("-a1-a2", "remove a bridge", Seq(Sign("-"), _NOTATION.pair("taken")), _BUILD_REMOVE, "compact"),
    Form(
        "2c3>e5x1+e4-e5<a1-a2",
        "move two towers from c3 to e5, oust one, lay a bridge taken from a1-a2",
        Seq(_NOTATION.move_signs(), Maybe(_SHORT)),
        _BUILD_MOVE,
        "compact",
    ),
    Form(
        "c3+c3-c4<a1-a2+c4-d4",
        "place on c3 and lay two bridges, one of them taken from a1-a2",
        Seq(_NOTATION.field("target"), Maybe(_SHORT)),
        _BUILD_PLACE,
        "compact",
    ),
)
