"""The report of a study as text: tables with a column for each level or variant, bars, and what stands out."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from tabletop.arena.intervals import Estimate
from tabletop.arena.report import format_share
from tabletop.arena.study_facts import MOST_CHOICES
from tabletop.arena.study_report import PARTS, Column, Contest, HandsAndHeads, StudyReport
from tabletop.bots.specs import strategies
from tabletop.game import AnyGame
from tabletop.games import load
from tabletop.rulebook import parse_rules
from tabletop.style import Style
from tabletop.text import counted

BAR_WIDTH = 40
Row = tuple[str, Sequence[str]]
"""A label, and a cell for each column."""


def study_text(report: StudyReport, style: Style) -> str:
    """The whole report."""
    if not report.columns:
        return "No game has finished yet."
    game = load(report.game)
    parts = [_headline(game, report)]
    for title, columns in _tables(report):
        parts.append(_table(title, _names(report, columns), _play_rows(game, columns), style))
    parts += [
        _rules(game, report, style),
        _contests("the stronger level's share of wins", report.levels, style),
        _contests("the strategy's share of wins", [item for item in report.strategies if item.followed], style),
        _strategies(game, report, style),
        _hands(report.hands, style),
    ]
    parts += [_pictures(game, report, column, style) for column in report.columns if column.level == _drawn(report)]
    parts.append("\n".join(_wrapped(line, style, "! ") for line in warnings(report)))
    return "\n\n".join(part for part in parts if part)


def _headline(game: AnyGame, report: StudyReport) -> str:
    line = f"{game.title}: {counted(report.games, 'game')} between bots, {report.different} of them different."
    if report.games < report.planned:
        line += f" {report.planned - report.games} more are planned."
    return f"{line}\nIn brackets: 95% intervals."


def _variants(report: StudyReport) -> list[str]:
    return list(dict.fromkeys(column.variant for column in report.columns))


def _drawn(report: StudyReport) -> str:
    """The level whose games are drawn as bars: the one that strategies play, or else the strongest."""
    levels = [column.level for column in report.columns]
    return report.against if report.against in levels else levels[-1]


def _tables(report: StudyReport) -> Iterator[tuple[str, list[Column]]]:
    """One table with a column for each level; with several variants a table for each level, a column for each."""
    if len(_variants(report)) == 1:
        yield "each level against itself", list(report.columns)
        return
    for level in dict.fromkeys(column.level for column in report.columns):
        yield f"{level} against itself", [column for column in report.columns if column.level == level]


def _names(report: StudyReport, columns: Sequence[Column]) -> list[str]:
    several = len(_variants(report)) > 1
    return [column.variant if several else column.level for column in columns]


def _play_rows(game: AnyGame, columns: Sequence[Column]) -> Iterator[Row]:
    """How the games of these columns go."""

    def row(label: str, cell: Callable[[Column], str]) -> Row:
        return label, [cell(column) for column in columns]

    yield row("games", lambda column: str(column.games))
    if any(column.different < column.games for column in columns):
        yield row("different games", lambda column: str(column.different))
    yield from _quantile_rows("turns", "games", [column.length for column in columns])
    for rule in dict.fromkeys(ending.rule for column in columns for ending in column.endings):
        label = "stopped, or a bot failed" if rule == "-" else f"ended by {rule}"
        yield row(label, lambda column, rule=rule: _share_of(column, rule))  # type: ignore[misc]
    for seat in range(max(len(column.seats) for column in columns)):
        name = f"wins of seat {seat + 1} ({game.seats[seat]})"
        yield row(name, lambda column, seat=seat: _share(column.seats[seat : seat + 1]))  # type: ignore[misc]
    yield row("draws", lambda column: _share([column.draws]))
    if any(column.points for column in columns):
        yield row("points of a player", lambda column: _number(column.points))
        yield row("winner's lead", lambda column: _number(column.margin))
    yield row("changes of the lead", lambda column: _number(column.lead_changes))
    yield row("leader at half-time wins", lambda column: _share([column.half_time]))
    yield row("winner was once behind", lambda column: _share([column.behind]))
    yield row("winner leads for good after", lambda column: _share([column.settled]))
    yield from _quantile_rows("choices", "turns", [column.choices for column in columns])


def _quantile_rows(noun: str, of: str, columns: Sequence[Sequence[Estimate]]) -> Iterator[Row]:
    for number, part in enumerate(PARTS):
        yield f"{noun}, {part:.0%} of {of} below", [_whole(column[number]) for column in columns]


def _share_of(column: Column, rule: str) -> str:
    return next((format_share(ending.share) for ending in column.endings if ending.rule == rule), "0%")


def _share(estimates: Sequence[Estimate | None]) -> str:
    """The only estimate as a share; `-` if there is none."""
    return format_share(estimates[0]) if estimates and estimates[0] else "-"


def _number(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    to = " to " if min(estimate.low, estimate.high) < 0 else "-"
    return f"{estimate.value:.1f} ({estimate.low:.1f}{to}{estimate.high:.1f})"


def _whole(estimate: Estimate) -> str:
    values = [f"{value:.0f}+" if value >= MOST_CHOICES else f"{value:.0f}" for value in vars(estimate).values()]
    return f"{values[0]} ({values[1]}-{values[2]})"


def _table(title: str, names: Sequence[str], rows: Iterator[Row] | Sequence[Row], style: Style) -> str:
    """Rows as lines; as many columns beside each other as fit, the others below."""
    body = list(rows)
    label_width = max(len(label) for label, _ in [(title, ()), *body])
    widths = [
        max(len(cells[number]) for cells in [names, *(cells for _, cells in body)]) for number in range(len(names))
    ]
    lines: list[str] = []
    start = 0
    while start < len(names):
        end = start + 1
        while end < len(names) and label_width + sum(2 + width for width in widths[start : end + 1]) <= style.width:
            end += 1
        if start:
            lines.append("")
        for number, (label, cells) in enumerate([(title, names), *body]):
            shown = [cell.rjust(width) for cell, width in zip(cells[start:end], widths[start:end], strict=True)]
            line = "  ".join([label.ljust(label_width), *shown]).rstrip()
            lines.append(line if number else style.paint(line, "bold"))
        start = end
    return "\n".join(lines)


def _rules(game: AnyGame, report: StudyReport, style: Style) -> str:
    """What the rules say that ended games, or how the first such game ended."""
    endings = {ending.rule: ending.reason for column in report.columns for ending in column.endings}
    texts = {paragraph.number: paragraph.text for paragraph in parse_rules(game.rules) if paragraph.number}
    lines = []
    for rule in sorted(endings):
        text = endings[rule] or texts.get(rule, "").partition(". ")[0].rstrip(".").replace("*", "")
        if text:
            lines.append(_wrapped(f"{'stopped' if rule == '-' else rule}: {text}", style))
    return "\n".join(lines)


def _wrapped(text: str, style: Style, prefix: str = "") -> str:
    return textwrap.fill(prefix + text, style.width, subsequent_indent=" " * len(prefix), break_on_hyphens=False)


def _contests(title: str, contests: Sequence[Contest], style: Style) -> str:
    """A row for each pair, a column for each variant."""
    if not contests:
        return ""
    variants = list(dict.fromkeys(contest.variant for contest in contests))
    cells: dict[str, dict[str, str]] = {}
    for contest in contests:
        label = f"{contest.subject} against {contest.others}"
        cells.setdefault(label, {})[contest.variant] = format_share(contest.share)
    names = variants if len(variants) > 1 else [f"{contests[0].games} games each"]
    rows = [(label, [row.get(name, "-") for name in variants]) for label, row in cells.items()]
    return _table(title, names, rows, style)


def _strategies(game: AnyGame, report: StudyReport, style: Style) -> str:
    """What the strategies do."""
    known = strategies(game)
    lines = []
    for name in dict.fromkeys(contest.subject for contest in report.strategies):
        never = [contest.variant for contest in report.strategies if contest.subject == name and not contest.followed]
        where = f" It never can with {', '.join(never)}." if never else ""
        lines.append(_wrapped(f"{name} {known[name].summary}.{where}", style))
    return "\n".join(lines)


def _hands(hands: Sequence[HandsAndHeads], style: Style) -> str:
    """How much of a player's points is hand, head and luck."""
    if not hands:
        return ""
    skills, heads = hands[0].hands, hands[0].heads
    rows: list[Row] = [
        (f"hand (skill {skills[0]:g} to {skills[-1]:g})", [format_share(item.shares.hand) for item in hands]),
        (f"head ({heads[0]} to {heads[-1]})", [format_share(item.shares.head) for item in hands]),
        ("luck", [format_share(item.shares.luck) for item in hands]),
        ("  of it the deal and the seat", [format_share(item.shares.deal) for item in hands]),
    ]
    for number, skill in enumerate(skills):
        rows.append((f"points with skill {skill:g}", [_number(item.points_by_hand[number]) for item in hands]))
    for number, head in enumerate(heads):
        rows.append((f"points as {head}", [_number(item.points_by_head[number]) for item in hands]))
    names = [item.variant for item in hands] if len(hands) > 1 else [counted(hands[0].seeds, "seed")]
    return _table("why points differ", names, rows, style)


def _pictures(game: AnyGame, report: StudyReport, column: Column, style: Style) -> str:
    """Bars for the lengths of the games and for the wins by seat."""
    where = f", {column.variant}" if len(_variants(report)) > 1 else ""
    labels = [f"{bar.low}-{bar.high}" if bar.high > bar.low else str(bar.low) for bar in column.bars]
    most = max(bar.games for bar in column.bars)
    lines = [style.paint(f"turns in a game, {column.level} against itself{where}", "bold")]
    for label, bar in zip(labels, column.bars, strict=True):
        lines.append(_bar(label, bar.games / most, str(bar.games), max(map(len, labels)), style))
    lines += ["", style.paint(f"wins by seat, {column.level} against itself{where}", "bold")]
    names = [f"{number} {name}" for number, name in enumerate(game.seats[: len(column.seats)], 1)]
    for name, share in zip(names, column.seats, strict=True):
        lines.append(_bar(name, share.value, f"{share.value:.0%}", max(map(len, names)), style))
    return "\n".join(lines)


def _bar(label: str, part: float, value: str, label_width: int, style: Style) -> str:
    filled = round(part * BAR_WIDTH)
    return f"{label:>{label_width}}  {style.pick('█', '#') * filled}{' ' if filled else ''}{value}"


def warnings(report: StudyReport) -> Iterator[str]:
    """What an author should look at, each in a sentence."""
    several = len(_variants(report)) > 1
    game = load(report.game)
    for contest in report.strategies:
        if contest.wins and contest.followed:
            where = f" ({contest.variant})" if several else ""
            yield (
                f"The simple strategy {contest.subject} beats {contest.others}{where}: "
                f"it wins {format_share(contest.share)}, and {contest.fair:.0%} would be fair."
            )
    for column in report.columns:
        where = f"{column.level} against itself{f', {column.variant}' if several else ''}"
        for seat, share in enumerate(column.seats):
            if share.low > 1 / len(column.seats):
                yield f"Seat {seat + 1} ({game.seats[seat]}) has an advantage: it wins {format_share(share)} ({where})."
        if column.draws and column.draws.low > 0.5:
            yield f"Most games are draws: {format_share(column.draws)} ({where})."
        if column.different <= column.games / 2:
            yield f"Only {column.different} of {column.games} games are different ({where}); intervals count each once."
    for contest in report.levels:
        if not contest.wins:
            where = f" ({contest.variant})" if several else ""
            pays = "Skill does not pay" if contest.share.high < contest.fair else "It is not clear that skill pays"
            yield (
                f"{pays}{where}: {contest.subject} wins {format_share(contest.share)} "
                f"against {contest.others}, and {contest.fair:.0%} would be fair."
            )
