"""What a study remembers of a game: how it ended, who led when, how much there was to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

from tabletop.arena.play import GameReport
from tabletop.arena.results import GamesFile
from tabletop.bots.bot import SearchInfo
from tabletop.match import Match

VERSION = 1
MOST_CHOICES = 1000
"""Legal turns are counted up to this number."""


@dataclass(frozen=True)
class GameFacts:
    """One game. Seats count from 1; 0 means nobody."""

    key: str
    winners: tuple[int, ...]
    """By seat; empty for a draw."""
    points: tuple[int, ...] | None
    """By seat; None if the game has no points."""
    rule: str
    """The rule that ended it; `-` if the game was stopped or a bot failed."""
    reason: str
    """How it ended, in a sentence without a full stop; may be empty."""
    turns: int
    choices: tuple[int, int, int]
    """How many legal turns there were: in one turn of ten fewer, in half of them, in one of ten more."""
    lead_changes: int
    half_time: int
    """Who led at half-time."""
    was_behind: bool
    """Whether the only winner was behind at some time."""
    settled: float
    """After which part of the turns the only winner led for good; 1 where there is none."""
    followed: int
    """How many moves the rule of the strategy gave that is looked at; 0 if none is."""
    moves: str
    """A digest of the moves, which tells games apart."""
    record: str
    """The whole game as a move file."""


class Watcher:
    """Watches a game while it is played, as `play_game` lets it.

    Attributes:
        match: the game; None before the first move.
        choices: the number of legal turns at the start of each turn.
        starts: where each turn starts in `match.states`.
        judged: who is in front at the start of each turn, as the player to move judges.
        followed: the number of moves so far that have `reason` as their explanation, if there is one.
    """

    def __init__(self, reason: str = "") -> None:
        self.reason = reason
        self.followed = 0
        self.match: Match | None = None
        self.choices: list[int] = []
        self.starts: list[int] = []
        self.judged: list[int] = []

    def __call__(self, match: Match, info: SearchInfo) -> None:
        """Note what there is to see before a move."""
        self.match = match
        self.followed += bool(self.reason) and info.explanation == self.reason
        if self.starts and match.game.has_chance and _turn(match, -1) == _turn(match, self.starts[-1]):
            return
        self.starts.append(len(match.plies))
        self.choices.append(sum(1 for _ in match.legal_turns(MOST_CHOICES)))
        self.judged.append(_leader_judged(match, info))

    def facts(self, key: str, report: GameReport) -> GameFacts:
        """What is to be remembered of the game, now that it is over."""
        match = self.match
        assert match
        winners = tuple(seat for seat, who in enumerate(report.pairing.seating, 1) if who in report.winners)
        leaders = self._leaders(match, winners)
        texts = " ".join(match.game.format_move(ply.move, compact=True) for ply in match.plies)
        ordered = sorted(self.choices)
        last = len(ordered) - 1
        return GameFacts(
            key=key,
            winners=winners,
            points=report.points,
            rule=match.result.rule if match.result else "-",
            reason=report.reason,
            turns=len(self.starts),
            choices=(ordered[round(last * 0.1)], ordered[round(last * 0.5)], ordered[round(last * 0.9)]),
            lead_changes=lead_changes(leaders),
            half_time=leaders[len(self.starts) // 2],
            was_behind=len(winners) == 1 and any(leader not in (0, winners[0]) for leader in leaders),
            settled=settled_after(leaders, winners),
            followed=self.followed,
            moves=blake2b(texts.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest(),
            record=report.record,
        )

    def _leaders(self, match: Match, winners: tuple[int, ...]) -> list[int]:
        """Who leads at the start of each turn and at the end: by points or, where there are none, as both judge."""
        end = winners[0] if len(winners) == 1 else 0
        if match.state.scores() is not None:
            return [*(_leader_by_points(match.states[start].scores()) for start in self.starts), end]
        agreed = [now if now == before else 0 for before, now in zip([0, *self.judged], self.judged, strict=False)]
        return [*agreed, end]


def _turn(match: Match, index: int) -> int:
    """The number of the turn in a state of a dexterity game, whose steps are moves."""
    turn: int = getattr(match.states[index], "turn", 0)
    return turn


def _leader_by_points(points: Sequence[int] | None) -> int:
    """The seat with the most points; 0 where several have them."""
    if not points:
        return 0
    most = max(points)
    return points.index(most) + 1 if list(points).count(most) == 1 else 0


def _leader_judged(match: Match, info: SearchInfo) -> int:
    """Who the player to move thinks is in front; 0 if that is unknown."""
    if info.value is None:
        return 0
    lead = info.value - 0.5 if info.values_are_chances else info.value
    if lead > 0:
        return match.to_move
    return 3 - match.to_move if lead < 0 and match.setup.players == 2 else 0


def lead_changes(leaders: Sequence[int]) -> int:
    """How often another player takes the lead; being level in between does not count."""
    in_front = [leader for leader in leaders if leader]
    return sum(before != now for before, now in pairwise(in_front))


def settled_after(leaders: Sequence[int], winners: tuple[int, ...]) -> float:
    """After which part of the game the only winner led for good; 1 where there is none."""
    if len(winners) != 1:
        return 1.0
    turns = len(leaders) - 1
    others = [number for number, leader in enumerate(leaders) if leader != winners[0]]
    return min(1.0, (others[-1] + 1) / turns) if others else 0.0


class FactsFile(GamesFile[GameFacts]):
    """The games of a study; `plan` is its fingerprint."""

    def __init__(self, path: Path, plan: str) -> None:
        head = {"study": VERSION, "plan": plan}
        super().__init__(path, head, lambda facts: facts.key, _fields, parse_facts)


def _fields(facts: GameFacts) -> dict[str, Any]:
    return {field.name: getattr(facts, field.name) for field in fields(GameFacts)}


def parse_facts(line: dict[str, Any]) -> GameFacts:
    """A game from a line's fields; raises ValueError, KeyError or TypeError if they do not fit."""
    values = {field.name: line[field.name] for field in fields(GameFacts)}
    for name in ("winners", "points", "choices"):
        values[name] = tuple(values[name]) if values[name] is not None else None
    facts = GameFacts(**values)
    numbers = (
        *facts.winners,
        *(facts.points or ()),
        *facts.choices,
        facts.turns,
        facts.lead_changes,
        facts.half_time,
        facts.followed,
    )
    texts = (facts.key, facts.rule, facts.reason, facts.moves, facts.record)
    fits = (
        all(type(number) is int for number in numbers)
        and all(isinstance(text, str) for text in texts)
        and type(facts.was_behind) is bool
        and isinstance(facts.settled, (int, float))
        and 0 <= facts.settled <= 1
        and len(facts.choices) == 3
        and facts.turns > 0
    )
    if not fits:
        raise ValueError
    return facts
