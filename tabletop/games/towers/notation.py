"""The notation that both games share: words, slots, builders, and what completion offers.

    notation = Notation(9, "e5-e7", RuleNumbers(...))
    Form("bridge e5-e7", "lay bridges only", notation.bridge_words(), partial(notation.build, "bridge"))

Each game combines these parts into forms in its own `notation`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from tabletop.errors import IllegalMove, UnreadableMove
from tabletop.game import NOBODY
from tabletop.games.towers.geometry import TOWERS, Pair, field_names, field_numbers, format_pair
from tabletop.games.towers.labels import Labels
from tabletop.games.towers.legality import is_legal
from tabletop.games.towers.moves import Turn, TurnKind
from tabletop.games.towers.rules import TowersState
from tabletop.grammar import Context, Either, Maybe, Part, Seq, Sign, Slot, Some, Word

_FIELD = r"[a-z][0-9]{1,4}"
_DASH = r"\s*-\s*"
_NUMBER = r"[0-9]{1,4}"

FIELD_NOUN = "a field (such as c3)"

Offers: TypeAlias = Callable[[Context[TowersState]], Iterable[str]]
"""What completion may put into a slot."""


def _no_offers(context: Context[TowersState]) -> Iterable[str]:
    return ()


def format_turn(size: int, turn: Turn, compact: bool = False) -> str:
    """The turn in long or compact notation, as the grammar reads it; labels have no compact form."""
    names = field_names(size)
    laid = [format_pair(size, pair) for pair in turn.bridges]
    taken = [format_pair(size, pair) for pair in turn.taken]
    if turn.kind == "remove":
        return f"-{taken[0]}" if compact else f"remove {taken[0]}"
    if turn.kind == "shift":
        return f"{taken[0]}>{laid[0]}" if compact else f"shift {taken[0]} to {laid[0]}"
    separator = "<" if compact else " from "
    for index, origin in enumerate(taken[: len(laid)]):
        laid[index] += separator + origin
    target = "" if turn.target is None else names[turn.target]
    source = "" if turn.source is None else names[turn.source]
    if compact:
        count = f"{turn.count}" if turn.count != 1 else ""
        move = f"{count}{source}>" if source else ""
        oust = f"x{turn.oust}" if turn.oust else ""
        return f"{move}{target}{oust}" + "".join(f"+{bridge}" for bridge in laid)
    words = []
    if turn.kind == "place":
        words = ["place", turn.label or "", "on", target]
    elif turn.kind == "move":
        towers = turn.label or (f"{turn.count} from {source}" if turn.count != 1 else source)
        words = ["move", towers, "to", target]
    if turn.oust:
        words += ["oust", str(turn.oust)]
    if laid:
        words += ["bridge", ", ".join(laid)]
    return " ".join(word for word in words if word)


class RuleNumbers(NamedTuple):
    """The rules cited for mistakes that the notation itself can find.

    In order: a field that is not on the board; a label that no tower has; a tower to place that
    is not in stock; a tower to move that is not on the board, or is overbuilt; no tower to oust.
    """

    board: str
    labels: str
    stock: str
    own: str
    overbuilt: str
    oust: str


class Notation:
    """The slots, builders, offers and parts of patterns of one game.

    `size` is the size of the board, `example` a bridge to show in messages.
    """

    def __init__(self, size: int, example: str, rules: RuleNumbers) -> None:
        self.size = size
        self.rules = rules
        self.names = field_names(size)
        self.numbers = field_numbers(size)
        self.pair_noun = f"a bridge (such as {example})"

    # Slots

    def field(self, name: str, offers: Offers = _no_offers) -> Slot:
        """A field; `offers` lists what completion may put here."""
        return Slot(name, _FIELD, FIELD_NOUN, str.lower, offers)

    def number(self, name: str, noun: str, offers: Offers = _no_offers) -> Slot:
        """A number of towers."""
        return Slot(name, _NUMBER, noun, int, offers)

    def pair(self, name: str, offers: Offers = _no_offers) -> Slot:
        """Two fields joined by a dash."""
        return Slot(name, _FIELD + _DASH + _FIELD, self.pair_noun, _read_pair, offers)

    def label(self, offers: Offers) -> Slot:
        """The name of a tower."""
        return Slot("label", r"t[0-9]{1,4}", "a tower (T1 to T16)", _read_label, offers)

    # Builders

    def build(self, kind: TurnKind, context: Context[TowersState]) -> Turn:
        """The turn that the slots caught; labels are looked up, bridges sorted.

        A name of something that does not exist makes the turn illegal: the error is about the first
        such name, and `meant` is the turn with the nearest field, or any tower, in its place.
        """
        captures = context.captures
        errors: list[IllegalMove] = []
        label = captures.get("label")
        source, target = (
            None if (name := captures.get(slot)) is None else self._field(name, errors) for slot in ("source", "target")
        )
        if label is not None:
            try:
                source = self._labelled_field(kind, label, context)
            except IllegalMove as error:
                errors.append(error)
                label = None
        oust = captures.get("oust", 0)
        if "oust" in captures and not oust:
            errors.append(IllegalMove(self.rules.oust, "oust at least one tower", captures.get("target")))
        laid = tuple(sorted(self._pair(pair, errors) for pair in captures.all("bridge")))
        taken = tuple(sorted(self._pair(pair, errors) for pair in captures.all("taken")))
        turn = Turn(kind, source, target, captures.get("count", 1), oust, label, laid, taken)
        if errors:
            errors[0].meant = turn
            raise errors[0]
        return turn

    def _field(self, name: str, errors: list[IllegalMove]) -> int:
        """The number of a field; if no field has this name, an error and the number of the nearest one."""
        if name in self.numbers:
            return self.numbers[name]
        reason = f"there is no field {name}; the fields are {self.names[0]} to {self.names[-1]}"
        errors.append(IllegalMove(self.rules.board, reason, name))
        column = min(ord(name[0]) - ord("a"), self.size - 1)
        row = min(max(int(name[1:]), 1), self.size) - 1
        return column * self.size + row

    def _pair(self, pair: tuple[str, str], errors: list[IllegalMove]) -> Pair:
        low, high = sorted(self._field(name, errors) for name in pair)
        return low, high

    def _labelled_field(self, kind: TurnKind, label: str, context: Context[TowersState]) -> int | None:
        """The field of the tower to move; None for a tower to place, which must be in stock."""
        if not 1 <= int(label[1:]) <= TOWERS:
            raise IllegalMove(self.rules.labels, f"there is no tower {label}; towers are called T1 to T{TOWERS}", label)
        if kind == "place":
            self._check_in_stock(label, context)
            return None
        return self._find(label, context)

    def _check_in_stock(self, label: str, context: Context[TowersState]) -> None:
        state, labels = context.state, _labels(context)
        if labels is not None and (place := labels.find(state.player, label)):
            reason = f"{label} is not in stock; it is on {self.names[place[0]]}"
            raise IllegalMove(self.rules.stock, reason, label)

    def _find(self, label: str, context: Context[TowersState]) -> int:
        state, labels = context.state, _labels(context)
        if labels is None:
            column = next(item.column for item in context.captures.items if item.name == "label")
            raise UnreadableMove(context.text, column, "towers have no names here; write the field instead")
        place = labels.find(state.player, label)
        if place is None:
            raise IllegalMove(self.rules.own, f"{label} is still in stock; place it first", label)
        field, above = place
        if above:
            raise IllegalMove(self.rules.overbuilt, f"{label} on {self.names[field]} is overbuilt", label)
        return field

    # Offers

    def stock_labels(self, context: Context[TowersState]) -> Iterable[str]:
        """The player's towers in stock, but only once a T is typed, since there are many."""
        labels = _labels(context)
        return labels.in_stock(context.state.player) if labels is not None and _typing_label(context) else ()

    def movable_labels(self, context: Context[TowersState]) -> Iterator[str]:
        """The player's towers that can move, once a T is typed."""
        labels = _labels(context)
        if labels is not None and _typing_label(context):
            for source in self._move_sources(context, count=1):
                yield labels.stack_labels(source)[-1]

    def placements(self, context: Context[TowersState]) -> list[str]:
        """The fields where a tower can be placed."""
        return [self.names[step.target] for step in steps_of_kind(context, "place") if step.target is not None]

    def counts(self, context: Context[TowersState]) -> list[str]:
        """How many towers can move together."""
        return [str(count) for count in sorted({step.count for step in steps_of_kind(context, "move")}) if count > 1]

    def sources(self, context: Context[TowersState]) -> list[str]:
        """The fields from which this many towers can move."""
        return [self.names[source] for source in self._move_sources(context, context.captures.get("count", 1))]

    def _move_sources(self, context: Context[TowersState], count: int) -> list[int]:
        return sorted(
            {step.source for step in steps_of_kind(context, "move") if step.count == count and step.source is not None}
        )

    def targets(self, context: Context[TowersState]) -> list[str]:
        """Where the named towers can move."""
        fields = {step.target for step in self._moves(context) if step.target is not None}
        return [self.names[field] for field in sorted(fields)]

    def ousts(self, context: Context[TowersState]) -> list[str]:
        """How many towers the move can oust."""
        return [str(step.oust) for step in self._moves(context) if step.oust]

    def _moves(self, context: Context[TowersState]) -> Iterator[Turn]:
        """The moves that fit the text so far."""
        try:
            turn = self.build("move", context)
        except (IllegalMove, UnreadableMove):
            return
        for step in steps_of_kind(context, "move"):
            if step.source == turn.source and step.count == turn.count and turn.target in (None, step.target):
                yield step

    def layable_bridges(self, context: Context[TowersState]) -> list[str]:
        """The bridges that can be added to the text so far."""
        return [format_pair(self.size, pair) for pair in self._joining_pairs(context)]

    def _joining_pairs(self, context: Context[TowersState]) -> Iterator[Pair]:
        kind: TurnKind = "bridge"
        if "target" in context.captures:
            kind = "move" if "source" in context.captures or "moving" in context.captures else "place"
        try:
            turn = self.build(kind, context)
        except (IllegalMove, UnreadableMove):
            return
        for pair in context.state.grid.pairs:
            if pair not in turn.bridges and self.can_join(context.state, turn, pair):
                yield pair

    def can_join(self, state: TowersState, turn: Turn, pair: Pair) -> bool:
        """Whether the turn with one more bridge is legal."""
        return is_legal(state, turn._replace(bridges=tuple(sorted((*turn.bridges, pair)))))

    def can_bridge(self, context: Context[TowersState]) -> bool:
        """Whether a bridge can follow."""
        return next(self._joining_pairs(context), None) is not None

    # Parts that both games use

    def bridge_words(self, source_part: Part | None = None) -> Part:
        """`bridge c3-c5, c5-e5`; `source_part` may follow each bridge."""
        pair = self.pair("bridge", self.layable_bridges)
        bridge: Part = Seq(pair, Maybe(source_part)) if source_part else pair
        joint = Seq(Maybe(Either(Sign(","), Word(AND, when=_never))), Maybe(Word(BRIDGE, when=_never)))
        return Seq(Word(BRIDGE, when=self.can_bridge), Some(bridge, joint))

    def bridge_signs(self, source_part: Part | None = None) -> Part:
        """`+c3-c5+c5-e5`."""
        pair = self.pair("bridge")
        return Some(Seq(Sign("+"), pair, Maybe(source_part)) if source_part else Seq(Sign("+"), pair))

    def place_words(self) -> Part:
        """`place T3 on e5`, without bridges."""
        target = Either(Seq(Word(ON), self.field("target", self.placements)), self.field("target"))
        return Seq(Word(PLACE, when=lambda c: _is_possible(c, "place")), Maybe(self.label(self.stock_labels)), target)

    def move_words(self) -> Part:
        """`move 2 from e5 to e8 oust 1`, without bridges."""
        count = self.number("count", "a number of towers", self.counts)
        source = self.field("source", self.sources)
        towers = Either(
            self.label(self.movable_labels),
            Seq(count, Maybe(Word(FROM)), source),
            Seq(Maybe(Word(FROM, when=_never)), source),
        )
        target = Either(Seq(Word(TO), self.field("target", self.targets)), self.field("target"))
        oust = self.number("oust", "a number of towers to oust", self.ousts)
        ousting = Seq(Word(OUST, when=lambda c: bool(self.ousts(c))), oust)
        return Seq(Word(MOVE, catch="moving", when=lambda c: _is_possible(c, "move")), towers, target, Maybe(ousting))

    def move_signs(self) -> Part:
        """`2e5>e8x1`, without bridges."""
        count, oust = self.number("count", "a number of towers"), self.number("oust", "a number of towers to oust")
        return Seq(Maybe(count), self.field("source"), Sign(">"), self.field("target"), Maybe(Seq(Sign("x"), oust)))


PLACE = ("place", "put", "setze", "setz", "platziere")
ON = ("on", "onto", "auf")
MOVE = ("move", "ziehe", "zieh")
FROM = ("from", "von")
TO = ("to", "nach", "auf")
OUST = ("oust", "schass", "schasse", "capture")
BRIDGE = ("bridge", "bridges", "brücke", "bruecke")
AND = ("and", "und")


def _never(context: Context[TowersState]) -> bool:
    return False


def _labels(context: Context[TowersState]) -> Labels | None:
    return context.names if isinstance(context.names, Labels) else None


def steps_of_kind(context: Context[TowersState], kind: TurnKind) -> Iterator[Turn]:
    """The first steps of turns of this kind, as turns without bridges."""
    for step in context.state.steps():
        if isinstance(step, Turn) and step.kind == kind:
            yield step


def _is_possible(context: Context[TowersState], kind: TurnKind) -> bool:
    return context.state.to_move != NOBODY and next(steps_of_kind(context, kind), None) is not None


def _typing_label(context: Context[TowersState]) -> bool:
    return re.search(r"\bt[0-9]*$", context.text, re.IGNORECASE) is not None


def _read_label(text: str) -> str:
    return f"T{int(text[1:])}"


def _read_pair(text: str) -> tuple[str, str]:
    first, second = re.split(_DASH, text.lower())
    return first, second
