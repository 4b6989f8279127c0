"""Generators of turns that share nothing with the rules: slow, but easy to compare with their words."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import islice

from tabletop.game import AnyGame, State

Field = tuple[int, int]
Span = tuple[Field, Field]
Stacks = dict[Field, list[int]]
Spans = frozenset[Span]
SPAN = r"[a-i]\d-[a-i]\d"
TOWERS = 16


class BruteForceGenerator(ABC):
    """A position as lists and sets, read from its string; every rule is looked up field by field."""

    parts: int
    """How many words a position string has without a fresh field."""

    def __init__(self, text: str, options: str = "", players: int = 2) -> None:
        self.players = players
        board, bridges, player, *more = text.split()
        rows = board.split("/")
        self.player, self.options = int(player), options.split()
        self.fresh = more[-1] if len(more) + 3 > self.parts else "-"
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
            low, high = map(field_of, span.split("-"))
            self.bridges[(low, high), int(level)] = int(owner)

    @property
    def bridges_left(self) -> int:
        return 15 - list(self.bridges.values()).count(self.player)

    def towers_of(self, player: int) -> int:
        return sum(stack.count(player) for stack in self.stacks.values())

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
        if self.towers_of(self.player) < TOWERS:
            for field in self.stacks:
                if not self.may_land(field, self.stacks[field]):
                    continue
                stacks = self.copy()
                stacks[field].append(self.player)
                yield from self.with_bridges(field_text(field), stacks, field)

    def moves(self, source: Field, target: Field, count: int) -> Iterator[str]:
        for oust in range(count + 1 if "ousting" in self.options else 1):
            stack = self.stacks[target]
            if oust < count and not self.may_land(target, stack[: len(stack) - oust]):
                continue
            if field_text(target) == self.fresh:
                continue
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

    def may_land(self, field: Field, left: list[int]) -> bool:
        """Whether the options allow a tower on the field when these towers are left there."""
        if field_text(field) == self.fresh:
            return False
        return "nocover" not in self.options or not left or left[-1] == self.player

    def play(self, turn: str) -> None:
        """Change the board as a legal turn does; the player stays the same."""
        self.fresh = "-"
        if shift := re.fullmatch(rf"({SPAN})>({SPAN})", turn):
            self.take_up(shift[1])
            return self.lay(shift[2])
        if turn[0] == "-":
            return self.take_up(turn[1:])
        tower, *bridges = turn.split("+")
        if tower:
            words = re.fullmatch(r"(?:(\d*)([a-i]\d)>)?([a-i]\d)(?:x(\d+))?", tower)
            assert words
            moving = [self.player]
            if words[2]:
                source = self.stacks[field_of(words[2])]
                count = int(words[1] or 1)
                moving = source[-count:]
                del source[-count:]
            oust = int(words[4] or 0)
            target = self.stacks[field_of(words[3])]
            del target[len(target) - oust :]
            target += moving[oust:]
            if moving[oust:]:
                self.fresh = words[3]
        for bridge in bridges:
            if "<" in bridge:
                self.take_up(bridge.split("<")[1])
        for bridge in bridges:
            self.lay(bridge.split("<")[0])

    def lay(self, span: str) -> None:
        low, high = map(field_of, span.split("-"))
        self.bridges[(low, high), len(self.stacks[low])] = self.player

    def take_up(self, span: str) -> None:
        low, high = map(field_of, span.split("-"))
        del self.bridges[(low, high), len(self.stacks[low])]

    def pass_on(self) -> None:
        self.player = self.player % self.players + 1

    def board_words(self) -> list[str]:
        """The first three words of the position string."""
        size = max(x for x, _ in self.stacks) + 1
        rows = []
        for y in range(size - 1, -1, -1):
            row = ",".join("".join(map(str, self.stacks[x, y])) or "x" for x in range(size))
            rows.append(re.sub(r"x(,x)+", lambda empty: f"x{empty[0].count('x')}", row))
        bridges = [f"{owner}:{span_text(span)}@{level}" for (span, level), owner in sorted(self.bridges.items())]
        return ["/".join(rows), ";".join(bridges) or "-", str(self.player)]

    def fresh_words(self) -> list[str]:
        return [self.fresh] if "immune" in self.options else []

    def copy(self) -> Stacks:
        return {field: list(stack) for field, stack in self.stacks.items()}

    def spans(self, stacks: Stacks, reach: int) -> Iterator[Span]:
        """The pairs of own top towers of one height, so many fields apart."""
        for (x, y), stack in sorted(stacks.items()):
            for high in ((x, y + reach), (x + reach, y)):
                other = stacks.get(high, [])
                if stack and len(stack) == len(other) and stack[-1] == other[-1] == self.player:
                    yield (x, y), high


def field_of(text: str) -> Field:
    return ord(text[0]) - ord("a"), int(text[1]) - 1


def field_text(field: Field) -> str:
    return f"{'abcdefghi'[field[0]]}{field[1] + 1}"


def span_text(span: Span) -> str:
    return f"{field_text(span[0])}-{field_text(span[1])}"


def listed_turns(game: AnyGame, state: State, most: int) -> list[str]:
    """The legal turns that the rules list, in compact notation."""
    return [game.format_move(move, compact=True) for move in islice(state.legal_moves(), most)]
