"""The report of a study as text: tables with a column for each level or variant, bars, and what stands out."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from tabletop.arena.intervals import Estimate
from tabletop.arena.report import format_share
from tabletop.arena.study_facts import MOST_CHOICES
from tabletop.arena.study_report import PARTS, Column, Contest, HandsAndHeads, StudyReport
from tabletop.bots.specs import strategies
from tabletop.game import AnyGame
from tabletop.games import load
from tabletop.rulebook import parse_rules
from tabletop.style import Style
from tabletop.text import counted, join_words

BAR_WIDTH = 40
NOTHING = "-"
"""In the cell of a number that is not there."""
BEATS = (
    "The simple strategy {subject} beats {others}: it wins {share}; {fair} would be fair.",
    "With {variant}, the simple strategy {subject} beats {others}: it wins {share}; {fair} would be fair.",
)
LOSES = (
    "Skill does not pay: {subject} wins {share} against {others}; {fair} would be fair.",
    "With {variant}, skill does not pay: {subject} wins {share} against {others}; {fair} would be fair.",
)
UNCLEAR = (
    "It is not clear that skill pays: {subject} wins {share} against {others}; {fair} would be fair.",
    "With {variant}, it is not clear that skill pays: {subject} wins {share} against {others}; {fair} would be fair.",
)
"""Warnings about pairs, for a study of one variant and for one of several."""
Row = tuple[str, Sequence[str]]
"""A label, and a cell for each column."""


@dataclass(frozen=True)
class Section:
    """Rows that answer one question, and the names of their columns."""

    title: str
    names: Sequence[str]
    rows: Sequence[Row]


def study_text(report: StudyReport, style: Style) -> str:
    """The whole report."""
    if not report.columns:
        return "No game has finished yet."
    game = load(report.game)
    sections = [*_play_sections(game, report), *_contest_sections(report), *_hand_sections(report)]
    if len(_variants(report)) > 1:
        tables = [_table(sections, style)]
    else:
        tables = [_table([section], style) for section in sections]
    parts = [_headline(game, report), *tables, _rules(game, report, style), _strategies(game, report, style)]
    parts += [_pictures(game, report, column, style) for column in report.columns if column.level == _drawn(report)]
    parts.append("\n".join(_wrapped(line, style, "! ") for line in warnings(report)))
    return "\n\n".join(part for part in parts if part)


def _headline(game: AnyGame, report: StudyReport) -> str:
    lines = [f"{game.title}: {counted(report.games, 'game')} between bots, {report.different} of them different."]
    if report.games < report.planned:
        lines.append(f"{counted(report.planned - report.games, 'game')} still to play.")
    return "\n".join([*lines, "95% intervals are in brackets."])


def _variants(report: StudyReport) -> list[str]:
    return list(dict.fromkeys(column.variant for column in report.columns))


def _drawn(report: StudyReport) -> str:
    """The level whose games are drawn as bars: the one that strategies play, or else the strongest."""
    levels = [column.level for column in report.columns]
    return report.against if report.against in levels else levels[-1]


def _play_sections(game: AnyGame, report: StudyReport) -> Iterator[Section]:
    """A column for each level; with several variants a section for each level, a column for each variant."""
    variants = _variants(report)
    if len(variants) == 1:
        names = [column.level for column in report.columns]
        yield Section("each level against itself", names, list(_play_rows(game, report.columns)))
        return
    for level in dict.fromkeys(column.level for column in report.columns):
        by_variant = {column.variant: column for column in report.columns if column.level == level}
        rows = list(_play_rows(game, [by_variant.get(variant) for variant in variants]))
        yield Section(f"{level} against itself", variants, rows)


def _play_rows(game: AnyGame, all_columns: Sequence[Column | None]) -> Iterator[Row]:
    """How the games of these columns go; None where none has finished yet."""
    columns = [column for column in all_columns if column]

    def row(label: str, cell: Callable[[Column], str]) -> Row:
        return label, [cell(column) if column else NOTHING for column in all_columns]

    yield row("games", lambda column: str(column.games))
    if any(column.different < column.games for column in columns):
        yield row("different games", lambda column: str(column.different))
    for number, part in enumerate(PARTS):
        yield row(f"turns ({part:.0%} have fewer)", partial(_length, number=number))
    for rule in dict.fromkeys(ending.rule for column in columns for ending in column.endings):
        label = "stopped, or a bot failed" if rule == "-" else f"ended by {rule}"
        yield row(label, partial(_ended_by, rule=rule))
    for seat in range(max(len(column.seats) for column in columns)):
        yield row(f"seat {seat + 1} ({game.seats[seat]}) wins", partial(_wins, seat=seat))
    yield row("draws", lambda column: _share(column.draws))
    if any(column.points for column in columns):
        yield row("points per player", lambda column: _number(column.points))
        yield row("winner's lead", lambda column: _number(column.margin))
    yield row("lead changes", lambda column: _number(column.lead_changes))
    yield row("leader at half-time wins", lambda column: _share(column.half_time))
    yield row("winner was once behind", lambda column: _share(column.behind))
    yield row("winner leads for good after", lambda column: _share(column.settled))
    for number, part in enumerate(PARTS):
        yield row(f"choices ({part:.0%} have fewer)", partial(_choices, number=number))


def _length(column: Column, number: int) -> str:
    return _whole(column.length[number])


def _choices(column: Column, number: int) -> str:
    return _whole(column.choices[number], MOST_CHOICES)


def _ended_by(column: Column, rule: str) -> str:
    return next((format_share(ending.share) for ending in column.endings if ending.rule == rule), "0%")


def _wins(column: Column, seat: int) -> str:
    return format_share(column.seats[seat]) if seat < len(column.seats) else NOTHING


def _share(estimate: Estimate | None) -> str:
    return format_share(estimate) if estimate else NOTHING


def _number(estimate: Estimate | None) -> str:
    if estimate is None:
        return NOTHING
    to = " to " if estimate.low < 0 else "-"
    return f"{estimate.value:.1f} ({estimate.low:.1f}{to}{estimate.high:.1f})"


def _whole(estimate: Estimate, most: float = math.inf) -> str:
    """A whole number; `most` and more is written with a plus."""
    value, low, high = (f"{end:.0f}{'+' if end >= most else ''}" for end in vars(estimate).values())
    return f"{value} ({low}-{high})"


def _contest_sections(report: StudyReport) -> Iterator[Section]:
    """A row for each pair, a column for each variant; those in which a strategy could be followed."""
    followed = [contest for contest in report.strategies if contest.followed]
    for title, contests in (("stronger level's share of wins", report.levels), ("strategy's share of wins", followed)):
        cells: dict[str, dict[str, str]] = {}
        for contest in contests:
            label = f"{contest.subject} against {contest.others}"
            cells.setdefault(label, {})[contest.variant] = format_share(contest.share)
        if cells:
            variants = _variants(report)
            names = variants if len(variants) > 1 else [f"{contests[0].games} games each"]
            rows = [(label, [row.get(name, NOTHING) for name in variants]) for label, row in cells.items()]
            yield Section(title, names, rows)


def _hand_sections(report: StudyReport) -> Iterator[Section]:
    """How much of a player's points is hand, head and luck."""
    if not report.hands:
        return
    variants = _variants(report)
    by_variant = {item.variant: item for item in report.hands}

    def row(label: str, cell: Callable[[HandsAndHeads], str]) -> Row:
        return label, [cell(by_variant[name]) if name in by_variant else NOTHING for name in variants]

    skills, heads = report.hands[0].hands, report.hands[0].heads
    rows = [
        row(f"hand (skill {skills[0]:g} to {skills[-1]:g})", lambda item: format_share(item.shares.hand)),
        row(f"head ({heads[0]} to {heads[-1]})", lambda item: format_share(item.shares.head)),
        row("luck", lambda item: format_share(item.shares.luck)),
        row("luck of the deal and the seat", lambda item: format_share(item.shares.deal)),
    ]
    for number, skill in enumerate(skills):
        rows.append(row(f"points with skill {skill:g}", partial(_points, number=number, by="points_by_hand")))
    for number, head in enumerate(heads):
        rows.append(row(f"points as {head}", partial(_points, number=number, by="points_by_head")))
    names = variants if len(variants) > 1 else [counted(report.hands[0].seeds, "seed")]
    yield Section("why points differ", names, rows)


def _points(item: HandsAndHeads, number: int, by: str) -> str:
    estimates: Sequence[Estimate] = getattr(item, by)
    return _number(estimates[number])


def _table(sections: Sequence[Section], style: Style) -> str:
    """Sections of one table; as many columns beside each other as fit, the others below.

    A single section has its title in the headline.
    """
    names = sections[0].names
    lines: list[tuple[str, Sequence[str], bool]] = [(sections[0].title if len(sections) == 1 else "", names, True)]
    indent = "" if len(sections) == 1 else "  "
    for section in sections:
        if len(sections) > 1:
            lines.append((section.title, [""] * len(names), True))
        lines += [(indent + label, cells, False) for label, cells in section.rows]
    label_width = max(len(label) for label, _, _ in lines)
    widths = [max(len(cells[number]) for _, cells, _ in lines) for number in range(len(names))]
    text: list[str] = []
    start = 0
    while start < len(names):
        end = start + 1
        while end < len(names) and label_width + sum(2 + width for width in widths[start : end + 1]) <= style.width:
            end += 1
        if start:
            text.append("")
        for label, cells, is_title in lines:
            shown = [cell.rjust(width) for cell, width in zip(cells[start:end], widths[start:end], strict=True)]
            line = "  ".join([label.ljust(label_width), *shown]).rstrip()
            text.append(style.paint(line, "bold") if is_title else line)
        start = end
    return "\n".join(text)


def _rules(game: AnyGame, report: StudyReport, style: Style) -> str:
    """What the rules say that ended games, or how the first such game ended."""
    endings = {ending.rule: ending.reason for column in report.columns for ending in column.endings}
    texts = {paragraph.number: paragraph.text for paragraph in parse_rules(game.rules) if paragraph.number}
    lines = []
    for rule in sorted(endings):
        sentences = texts.get(rule, "").replace("*", "").rstrip(".").split(". ")
        ending = next((sentence for sentence in sentences if re.search(r"\b(is over|ends)\b", sentence)), sentences[0])
        if text := endings[rule] or ending:
            lines.append(_wrapped(f"{'stopped' if rule == '-' else rule}: {text}", style))
    return "\n".join(lines)


def _wrapped(text: str, style: Style, prefix: str = "") -> str:
    return textwrap.fill(prefix + text, style.width, subsequent_indent=" " * len(prefix), break_on_hyphens=False)


def _strategies(game: AnyGame, report: StudyReport, style: Style) -> str:
    """What the strategies do."""
    known = strategies(game)
    lines = []
    for name in dict.fromkeys(contest.subject for contest in report.strategies):
        never = [contest.variant for contest in report.strategies if contest.subject == name and not contest.followed]
        lines.append(_wrapped(f"{name} {known[name].summary}.", style))
        if never:
            lines.append(_wrapped(f"{name} never gets to do so with {join_words(never)}.", style))
    return "\n".join(lines)


def _pictures(game: AnyGame, report: StudyReport, column: Column, style: Style) -> str:
    """Bars for the lengths of the games and for the wins by seat."""
    playing = _playing(report, column)
    labels = [f"{bar.low}-{bar.high}" if bar.high > bar.low else str(bar.low) for bar in column.bars]
    most = max(bar.games for bar in column.bars)
    lines = [style.paint(f"turns per game: {playing}", "bold")]
    for label, bar in zip(labels, column.bars, strict=True):
        lines.append(_bar(label, bar.games / most, str(bar.games), max(map(len, labels)), style))
    lines += ["", style.paint(f"wins by seat: {playing}", "bold")]
    names = [f"{number} {name}" for number, name in enumerate(game.seats[: len(column.seats)], 1)]
    for name, share in zip(names, column.seats, strict=True):
        lines.append(_bar(name, share.value, f"{share.value:.0%}", max(map(len, names)), style))
    return "\n".join(lines)


def _playing(report: StudyReport, column: Column) -> str:
    """Which games a column counts."""
    if len(_variants(report)) == 1:
        return f"{column.level} against itself"
    return f"{column.level} against itself with {column.variant}"


def _bar(label: str, part: float, value: str, label_width: int, style: Style) -> str:
    filled = round(part * BAR_WIDTH)
    return f"{label:>{label_width}}  {style.pick('█', '#') * filled}{' ' if filled else ''}{value}"


def warnings(report: StudyReport) -> Iterator[str]:
    """What an author should look at, each in a sentence."""
    several = len(_variants(report)) > 1
    game = load(report.game)
    for contest in report.strategies:
        if contest.wins and contest.followed:
            yield _contest_sentence(BEATS, contest, several)
    for column in report.columns:
        playing = _playing(report, column)
        for seat, share in enumerate(column.seats):
            if share.low > 1 / len(column.seats):
                yield (
                    f"Seat {seat + 1} ({game.seats[seat]}) has an advantage: it wins {format_share(share)} ({playing})."
                )
        if column.draws and column.draws.low > 0.5:
            yield f"Most games are draws: {format_share(column.draws)} ({playing})."
        if column.different <= column.games / 2:
            yield (
                f"Only {column.different} of {column.games} games are different ({playing}); intervals count each once."
            )
    for contest in report.levels:
        if not contest.wins:
            yield _contest_sentence(LOSES if contest.share.high < contest.fair else UNCLEAR, contest, several)


def _contest_sentence(templates: tuple[str, str], contest: Contest, several: bool) -> str:
    """The first template; the second one in a study of several variants."""
    return templates[several].format(
        subject=contest.subject,
        others=contest.others,
        share=format_share(contest.share),
        fair=f"{contest.fair:.0%}",
        variant=contest.variant,
    )
