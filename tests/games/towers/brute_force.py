"""Generators of turns that share nothing with the rules: slow, but easy to compare with their words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import islice

from tabletop.game import AnyGame, State

Field = tuple[int, int]
Span = tuple[Field, Field]
Stacks = dict[Field, list[int]]
Spans = frozenset[Span]


class BruteForceGenerator(ABC):
    """A position as lists and sets, read from its string; every rule is looked up field by field."""

    def __init__(self, text: str, ousting: bool) -> None:
        board, bridges, player, *_ = text.split()
        rows = board.split("/")
        self.player, self.ousting = int(player), ousting
        self.stacks: Stacks = {(x, y): [] for x in range(len(rows)) for y in range(len(rows))}
        for y, row in enumerate(reversed(rows)):
            x = 0
            for part in row.split(","):
                if part[0] == "x":
                    x += int(part[1:] or 1)
                else:
                    self.stacks[x, y] = [int(digit) for digit in part]
                    x += 1
        self.bridges: dict[tuple[Span, int], int] = {}
        for part in bridges.split(";") if bridges != "-" else []:
            owner, rest = part.split(":")
            span, level = rest.split("@")
            low, high = ((ord(end[0]) - 97, int(end[1]) - 1) for end in span.split("-"))
            self.bridges[(low, high), int(level)] = int(owner)
        self.bridges_left = 15 - list(self.bridges.values()).count(self.player)

    @abstractmethod
    def turns(self) -> Iterator[str]:
        """All legal turns in compact notation."""

    @abstractmethod
    def is_touched(self, field: Field, count: int) -> bool:
        """Whether a bridge touches one of the top towers."""

    @abstractmethod
    def with_bridges(self, text: str, stacks: Stacks, tower: Field) -> Iterator[str]:
        """The turn that put a tower there, with every set of bridges that may follow."""

    def placements(self) -> Iterator[str]:
        if sum(stack.count(self.player) for stack in self.stacks.values()) < 16:
            for field in self.stacks:
                stacks = self.copy()
                stacks[field].append(self.player)
                yield from self.with_bridges(field_text(field), stacks, field)

    def moves(self, source: Field, target: Field, count: int) -> Iterator[str]:
        for oust in range(count + 1 if self.ousting else 1):
            stack = self.stacks[target]
            ousted = stack[len(stack) - oust :]
            if oust and (len(ousted) < oust or len(set(ousted)) > 1 or self.player in ousted):
                continue
            if oust and self.is_touched(target, oust):
                continue
            stacks = self.copy()
            moving = stacks[source][-count:]
            del stacks[source][-count:]
            if oust:
                del stacks[target][-oust:]
            stacks[target] += moving[oust:]
            number, ousting = count if count > 1 else "", f"x{oust}" if oust else ""
            text = f"{number}{field_text(source)}>{field_text(target)}{ousting}"
            if oust == count:
                yield text
            else:
                yield from self.with_bridges(text, stacks, target)

    def copy(self) -> Stacks:
        return {field: list(stack) for field, stack in self.stacks.items()}

    def spans(self, stacks: Stacks, reach: int) -> Iterator[Span]:
        """The pairs of own top towers of one height, so many fields apart."""
        for (x, y), stack in sorted(stacks.items()):
            for high in ((x, y + reach), (x + reach, y)):
                other = stacks.get(high, [])
                if stack and len(stack) == len(other) and stack[-1] == other[-1] == self.player:
                    yield (x, y), high


def field_text(field: Field) -> str:
    return f"{'abcdefghi'[field[0]]}{field[1] + 1}"


def span_text(span: Span) -> str:
    return f"{field_text(span[0])}-{field_text(span[1])}"


def listed_turns(game: AnyGame, state: State, most: int) -> list[str]:
    """The legal turns that the rules list, in compact notation."""
    return [game.format_move(move, compact=True) for move in islice(state.legal_moves(), most)]
