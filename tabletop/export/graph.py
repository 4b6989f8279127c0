"""Graphs below a game: how the points and the evaluation went, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.export.evaluations import Evaluation, for_first_player
from tabletop.frames import Frame
from tabletop.game import AnyGame
from tabletop.svg import COLOURS, Box, Picture

WIDTH, HEIGHT = 360.0, 96.0
LEFT, TOP = 34.0, 8.0
"""Where the graph proper begins: left of it are the numbers."""
DASHES = ("", "dashed", "dotted")
_PALETTE = ("blue", "red", "green", "magenta", "cyan", "yellow", "grey", "ink")


class Series(NamedTuple):
    """A line of a graph: the numbers of frames with their values, and its look."""

    values: list[tuple[int, float]]
    look: str


class Graph(NamedTuple):
    """A graph with its title, and a sentence for those who do not see it."""

    title: str
    description: str
    picture: Picture


def seat_looks(game: AnyGame, players: int) -> list[tuple[str, str]]:
    """For every seat a colour and a kind of line, which differ also for people who see no colours."""
    own = [colour for colour in game.colours[:players] if colour in COLOURS]
    colours = own if game.has_colour_seats and len(own) == players else _PALETTE
    return [(colours[seat % len(colours)], DASHES[seat % len(DASHES)]) for seat in range(players)]


def points_graph(game: AnyGame, frames: Sequence[Frame], names: Sequence[str]) -> Graph | None:
    """Everybody's points after each move; None if the game has none or nothing can be seen of them."""
    if len(frames) < 2 or any(frame.scores is None for frame in frames):
        return None
    table = [frame.scores or () for frame in frames]
    low, high = min(map(min, table)), max(map(max, table))
    if low == high:
        return None
    series = []
    for seat, (colour, dashes) in enumerate(seat_looks(game, len(names))):
        values: list[tuple[int, float]] = []
        for number, scores in enumerate(table):
            if values and values[-1][1] != scores[seat]:
                values.append((number, values[-1][1]))
            values.append((number, float(scores[seat])))
        series.append(Series(_without_flat_points(values), f"{colour}-line {dashes}"))
    last = ", ".join(f"{name} {score}" for name, score in zip(names, table[-1], strict=True))
    marks = [(value, f"{value:g}") for value in sorted({float(low), 0.0, float(high)}) if low <= value <= high]
    picture = _draw("Points", series, (float(low), float(high)), marks, len(frames))
    return Graph("Points", f"Points after each move; at the end {last}.", picture)


def _without_flat_points(values: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """The corners of a line alone."""
    return [
        point
        for index, point in enumerate(values)
        if index in (0, len(values) - 1) or not values[index - 1][1] == point[1] == values[index + 1][1]
    ]


def evaluation_graph(
    game: AnyGame, frames: Sequence[Frame], evaluations: Sequence[Evaluation | None], names: Sequence[str]
) -> Graph | None:
    """What the moves were worth; for two players from the side of the first. None with fewer than two values."""
    stated = [(number, evaluation) for number, evaluation in enumerate(evaluations) if evaluation]
    if len(stated) < 2:
        return None
    leads = [abs(evaluation.value) for _, evaluation in stated if not evaluation.is_chance]
    limit = max(leads, default=1.0) or 1.0
    if leads:
        span, marks = (-limit, limit), [(-limit, f"{-limit:+.3g}"), (0.0, "0"), (limit, f"{limit:+.3g}")]
    else:
        span, marks = (0.0, 1.0), [(0.0, "0%"), (0.5, "50%"), (1.0, "100%")]
    looks = seat_looks(game, len(names))
    series = [Series([], f"{colour}-line {dashes}") for colour, dashes in looks]
    for number, evaluation in stated:
        player = frames[number].player
        value = for_first_player(evaluation, player) if len(names) == 2 else evaluation.value
        seat = 0 if len(names) == 2 else player - 1
        if leads and evaluation.is_chance:
            value = (2 * value - 1) * limit
        series[seat].values.append((number, value))
    what = "Lead" if leads else "Chance to win"
    title = f"{what} of {names[0]}" if len(names) == 2 else what
    picture = _draw(title, series, span, marks, len(frames))
    if len(names) == 2:
        description = f"{title} after each move: {_summary(series[0].values, not leads)}."
    else:
        description = f"{title} of each player after each of their own moves."
    return Graph(title, description, picture)


def _summary(values: Sequence[tuple[int, float]], are_chances: bool) -> str:
    low, high, last = min(value for _, value in values), max(value for _, value in values), values[-1][1]
    texts = [f"{value:.0%}" if are_chances else f"{value:+.3g}" for value in (low, high, last)]
    return f"lowest {texts[0]}, highest {texts[1]}, at the end {texts[2]}"


def frame_x(number: int, frames: int) -> float:
    """Where the frame of that number stands in a graph."""
    return LEFT + (WIDTH - LEFT) * number / max(frames - 1, 1)


def _draw(
    title: str,
    series: Sequence[Series],
    span: tuple[float, float],
    marks: Sequence[tuple[float, str]],
    frames: int,
) -> Picture:
    low, high = span
    picture = Picture(title)

    def y_of(value: float) -> float:
        return TOP + (HEIGHT - TOP) * (high - value) / (high - low)

    picture.rect(Box(LEFT, TOP, WIDTH, HEIGHT), "ground")
    written: list[float] = []
    for value, text in marks:
        y = y_of(value)
        picture.line(LEFT, y, WIDTH, y, "faint-line thin")
        if all(abs(y - other) >= 11 for other in written):
            picture.text(LEFT - 5, y, text, "s muted end")
            written.append(y)
    for values, look in series:
        points = [(frame_x(number, frames), y_of(value)) for number, value in values]
        if len(points) > 1:
            picture.lines([points], f"hollow {look} medium round".replace("  ", " "))
        elif points:
            picture.circle(*points[0], 2.5, look.replace("-line", "").strip())
    return picture
