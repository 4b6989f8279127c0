"""What the games of a study show, with 95% intervals; a pure function of the games.

    report = report_study(study, facts)        # facts by key, as a FactsFile has them
    json_study(report)

The text for people is in `study_text`. Only games before the first one missing in the study's order
count, so that an interrupted study is not biased towards short games.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from tabletop.arena.intervals import Estimate, Sample, mean_estimate, share_estimate, worth
from tabletop.arena.statistics import VarianceShares, quantile, variance_shares
from tabletop.arena.study import HANDS, Study, StudyGame, Variant, study_games
from tabletop.arena.study_facts import GameFacts

PARTS = (0.1, 0.5, 0.9)
"""The quantiles of lengths and choices."""
MOST_BARS = 12
"""Bars of the histogram of lengths."""
FEWEST_SEEDS = 3
"""Of the crossed design, for shares to be estimated."""

Game = tuple[StudyGame, GameFacts]


@dataclass(frozen=True)
class Ending:
    """How often a rule ended the game."""

    rule: str
    reason: str
    """As in the first such game; may be empty."""
    share: Estimate


@dataclass(frozen=True)
class Bar:
    """How many games lasted from `low` to `high` turns."""

    low: int
    high: int
    games: int


@dataclass(frozen=True)
class Column:
    """A level in every seat of a variant: how the games go."""

    variant: str
    level: str
    games: int
    different: int
    length: tuple[Estimate, ...]
    """In turns: one game of ten is shorter, half of them are, all but one of ten are."""
    bars: tuple[Bar, ...]
    endings: tuple[Ending, ...]
    """The most frequent first."""
    seats: tuple[Estimate, ...]
    """Each seat's share of wins; a draw or a shared win is divided."""
    draws: Estimate | None
    """The share of games without a winner of their own."""
    points: Estimate | None
    """Of a player; None in a game without points."""
    margin: Estimate | None
    """The winner's lead over the next."""
    lead_changes: Estimate | None
    half_time: Estimate | None
    """How often who led at half-time wins; None if nobody ever did."""
    behind: Estimate | None
    """How often the winner was behind at some time; None if nobody ever won."""
    settled: Estimate | None
    """After which part of the game the winner leads for good, in half of the games."""
    choices: tuple[Estimate, ...]
    """Legal turns, as for `length`."""


@dataclass(frozen=True)
class Contest:
    """A level or a strategy against a level, in all seats."""

    variant: str
    subject: str
    others: str
    games: int
    different: int
    share: Estimate
    """The subject's share of wins."""
    fair: float
    """What it would win if all were equal."""
    followed: float
    """How many moves a game the strategy's rule gave; 0 for a level."""

    @property
    def wins(self) -> bool:
        """Whether the subject certainly wins more than its fair share."""
        return self.share.low > self.fair


@dataclass(frozen=True)
class HandsAndHeads:
    """How much of a player's points is hand, head and luck."""

    variant: str
    hands: tuple[float, ...]
    heads: tuple[str, ...]
    seeds: int
    shares: VarianceShares
    points_by_hand: tuple[Estimate, ...]
    points_by_head: tuple[Estimate, ...]


@dataclass(frozen=True)
class StudyReport:
    """All that a study has found out."""

    game: str
    games: int
    different: int
    planned: int
    against: str
    columns: tuple[Column, ...]
    levels: tuple[Contest, ...]
    strategies: tuple[Contest, ...]
    hands: tuple[HandsAndHeads, ...]


def counted_games(study: Study, facts: Mapping[str, GameFacts]) -> list[Game]:
    """The games that count, in the order of the study: those before the first one missing."""
    counted = []
    for game in study_games(study):
        if game.key not in facts:
            break
        counted.append((game, facts[game.key]))
    return counted


def report_study(study: Study, facts: Mapping[str, GameFacts]) -> StudyReport:
    """The report of the games that count."""
    games = _Group(counted_games(study, facts))
    columns: list[Column] = []
    contests: dict[str, list[Contest]] = {"levels": [], "strategies": []}
    hands: list[HandsAndHeads] = []
    for number, variant in enumerate(study.variants):
        groups: dict[tuple[str, str], list[Game]] = {}
        for game, played in games.games:
            if game.variant == number:
                groups.setdefault((game.kind, game.subject), []).append((game, played))
        for (kind, subject), group in groups.items():
            if kind == "alone":
                columns.append(_column(variant, subject, _Group(group)))
            elif kind in contests:
                contests[kind].append(_contest(variant, _Group(group)))
        crossed = [game for (kind, _), group in groups.items() if kind == "hands" for game in group]
        hands += _hands_and_heads(variant, study.levels, crossed)
    return StudyReport(
        game=study.game,
        games=len(games),
        different=games.different,
        planned=sum(1 for _ in study_games(study)),
        against=study.against,
        columns=tuple(columns),
        levels=tuple(contests["levels"]),
        strategies=tuple(contests["strategies"]),
        hands=tuple(hands),
    )


@dataclass(frozen=True)
class _Group:
    """Games of one kind, and estimates from a value of each; None where there is no game."""

    games: Sequence[Game]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def different(self) -> int:
        """The number of different games."""
        return len({played.moves for _, played in self.games})

    def where(self, condition: Callable[[GameFacts], bool]) -> _Group:
        """Those of which something is true."""
        return _Group([game for game in self.games if condition(game[1])])

    def sample(self, value: Callable[[GameFacts], float]) -> Sample:
        """The values; games of one number share a seed."""
        values = tuple((game.number, float(value(played))) for game, played in self.games)
        return Sample(values, worth(played.moves for _, played in self.games))

    def share(self, value: Callable[[GameFacts], float]) -> Estimate | None:
        """The mean of values from 0 to 1."""
        return share_estimate(self.sample(value), 0.0) if self.games else None

    def mean(self, value: Callable[[GameFacts], float], least: float = -math.inf) -> Estimate | None:
        """The mean of values that are not below `least`."""
        if not self.games:
            return None
        estimate = mean_estimate(self.sample(value))
        return Estimate(estimate.value, max(least, estimate.low), estimate.high)

    def quantile(self, value: Callable[[GameFacts], float], part: float) -> Estimate | None:
        """The value below which this part of the values lies."""
        return quantile(self.sample(value), part) if self.games else None


def seat_share(played: GameFacts, seat: int, players: int) -> float:
    """The seat's share of the win: 1 for the only winner, a draw divided among all."""
    if not played.winners:
        return 1 / players
    return 1 / len(played.winners) if seat in played.winners else 0.0


def _column(variant: Variant, level: str, group: _Group) -> Column:
    players = variant.players
    won = group.where(lambda played: len(played.winners) == 1)
    led = group.where(lambda played: played.half_time > 0)
    scored = group.where(lambda played: played.points is not None)
    return Column(
        variant=variant.name,
        level=level,
        games=len(group),
        different=group.different,
        length=_estimates(group.quantile(lambda played: played.turns, part) for part in PARTS),
        bars=tuple(_bars([played.turns for _, played in group.games])),
        endings=tuple(_endings(group)),
        seats=_estimates(group.share(_seat_value(seat, players)) for seat in range(1, players + 1)),
        draws=group.share(lambda played: len(played.winners) != 1),
        points=scored.mean(lambda played: math.fsum(played.points or ()) / players),
        margin=won.where(lambda played: played.points is not None).mean(_margin, 0.0),
        lead_changes=group.mean(lambda played: played.lead_changes, 0.0),
        half_time=led.share(lambda played: seat_share(played, played.half_time, players)),
        behind=won.share(lambda played: played.was_behind),
        settled=won.quantile(lambda played: played.settled, 0.5),
        choices=_estimates(group.quantile(_choices_value(number), 0.5) for number in range(len(PARTS))),
    )


def _estimates(estimates: Iterable[Estimate | None]) -> tuple[Estimate, ...]:
    return tuple(estimate for estimate in estimates if estimate)


def _seat_value(seat: int, players: int) -> Callable[[GameFacts], float]:
    return lambda played: seat_share(played, seat, players)


def _choices_value(number: int) -> Callable[[GameFacts], float]:
    return lambda played: played.choices[number]


def _margin(played: GameFacts) -> float:
    """The lead of the first over the second."""
    *_, second, first = sorted(played.points or (0, 0))
    return first - second


def _bars(turns: Sequence[int]) -> Iterator[Bar]:
    """The lengths as at most MOST_BARS bars of a round width."""
    shortest, longest = min(turns), max(turns)
    widths = (base * 10**power for power in count() for base in (1, 2, 5))
    width = next(width for width in widths if longest // width - shortest // width < MOST_BARS)
    for number in range(shortest // width, longest // width + 1):
        low = number * width
        yield Bar(low, low + width - 1, sum(low <= length < low + width for length in turns))


def _endings(group: _Group) -> list[Ending]:
    reasons: dict[str, str] = {}
    for _, played in group.games:
        reasons.setdefault(played.rule, played.reason)
    endings = []
    for rule, reason in reasons.items():
        share = group.share(lambda played, rule=rule: played.rule == rule)  # type: ignore[misc]
        assert share
        endings.append(Ending(rule, reason, share))
    return sorted(endings, key=lambda ending: (-ending.share.value, ending.rule))


def _contest(variant: Variant, group: _Group) -> Contest:
    first, _ = group.games[0]
    values = tuple((game.number, seat_share(played, game.seat, variant.players)) for game, played in group.games)
    sample = Sample(values, worth((game.seat, played.moves) for game, played in group.games))
    return Contest(
        variant=variant.name,
        subject=first.subject,
        others=first.others,
        games=len(group),
        different=group.different,
        share=share_estimate(sample, 1 / variant.players),
        fair=1 / variant.players,
        followed=sum(played.followed for _, played in group.games) / len(group),
    )


def _hands_and_heads(variant: Variant, heads: tuple[str, ...], games: Sequence[Game]) -> Iterator[HandsAndHeads]:
    """The crossed design, as far as all its games are there; nothing if there are too few or no points."""
    cells: dict[tuple[float, str], list[float]] = {(hand, head): [] for hand in HANDS for head in heads}
    for game, played in sorted(games, key=lambda pair: pair[0].number):
        if game.hand is not None and played.points is not None:
            cells[game.hand, game.subject].append(float(played.points[game.seat - 1]))
    seeds = min(map(len, cells.values()))
    if seeds < FEWEST_SEEDS:
        return
    cells = {cell: values[:seeds] for cell, values in cells.items()}
    yield HandsAndHeads(
        variant=variant.name,
        hands=HANDS,
        heads=heads,
        seeds=seeds,
        shares=variance_shares(cells),
        points_by_hand=tuple(_mean_of_cells(cells[hand, head] for head in heads) for hand in HANDS),
        points_by_head=tuple(_mean_of_cells(cells[hand, head] for hand in HANDS) for head in heads),
    )


def _mean_of_cells(cells: Iterable[Sequence[float]]) -> Estimate:
    """The mean points of some cells of the design; games of one seed form a cluster."""
    return mean_estimate(Sample(tuple((seed, value) for values in cells for seed, value in enumerate(values))))


def json_study(report: StudyReport) -> dict[str, Any]:
    """The report as data."""
    facts = asdict(report)
    for contest, fields in zip(report.strategies, facts["strategies"], strict=True):
        fields["warning"] = contest.wins and contest.followed > 0
    return facts


def csv_study(study: Study, facts: Mapping[str, GameFacts]) -> str:
    """A line for each game that counts, below a line of column names."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    seats = range(1, max(variant.players for variant in study.variants) + 1)
    points = [f"points{seat}" for seat in seats]
    head = ["kind", "variant", "subject", "others", "number", "seat", "hand", "winning_seats", *points]
    writer.writerow([*head, "rule", "reason", "turns", "choices", "lead_changes", "half_time", "behind", "settled"])
    for game, played in counted_games(study, facts):
        scores = [*(played.points or ()), *([""] * len(seats))][: len(seats)]
        writer.writerow(
            [
                *(game.kind, study.variants[game.variant].name, game.subject, game.others, game.number, game.seat),
                "" if game.hand is None else game.hand,
                " ".join(map(str, played.winners)),
                *scores,
                *(played.rule, played.reason, played.turns, played.choices[1], played.lead_changes, played.half_time),
                *(int(played.was_behind), round(played.settled, 3)),
            ]
        )
    return stream.getvalue()
