"""A game looked at afterwards: everyone's chance to win after every move, drawn as text, and the blunders.

    review = Review(match, tuple(analyze(match)))
    print("\n".join(review_lines(review, player=1, style=PLAIN)))
    print("\n".join(blunder_lines(review, 1, PLAIN)))     # the first blunder: the board, what was better, and why

The scale is the same for all games: 0 to 100%.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tabletop.bots.analysis import Annotation
from tabletop.bots.bot import format_chance
from tabletop.describe import result_line
from tabletop.errors import WrongUse
from tabletop.match import Match
from tabletop.style import Style
from tabletop.text import counted

LABELS = "100% |", " 50% |", "  0% |", "     |"
MOST_COLUMNS = 52
"""Columns of the curve: with its labels it fits into 60."""
WIDEST_STEP = 3
"""Columns for a position at most."""
ROWS = 8
"""Rows of the curve: 100% is its top, 50% its middle."""
TICKS = 10
"""Columns between two numbers below the curve, at least."""


@dataclass(frozen=True)
class Review:
    """A match with annotations for its moves, or for the first of them if the analysis was cut short."""

    match: Match
    annotations: tuple[Annotation, ...]
    adviser: str = "hard"
    """The bot that judged."""

    @cached_property
    def blunders(self) -> tuple[Annotation, ...]:
        """The blunders in the order in which they were made."""
        return tuple(annotation for annotation in self.annotations if annotation.is_blunder)

    @property
    def plies(self) -> int:
        """How many plies are judged: all, unless the analysis was cut short."""
        if not self.annotations:
            return 0
        last = self.annotations[-1].ply
        is_complete = last == max(number for number, ply in enumerate(self.match.plies, 1) if ply.player > 0)
        return len(self.match.plies) if is_complete else last

    def chances(self, player: int) -> list[float]:
        """The player's chance to win at the start and after every ply, 0 to 1.

        With two players the chance of the one is what the other lacks, and where two bots' opinions of a position are
        known, after a move and before the next, the mean counts. With more, a chance holds until the player's next
        move. Outcomes are known at the end.
        """
        match = self.match
        is_duel = match.setup.players == 2
        opinions: list[list[float]] = [[] for _ in range(self.plies + 1)]
        for annotation in self.annotations:
            for ply, chance in ((annotation.ply - 1, annotation.best_chance), (annotation.ply, annotation.chance)):
                if chance is None:
                    continue
                if annotation.player == player:
                    opinions[ply].append(chance)
                elif is_duel:
                    opinions[ply].append(1 - chance)
        chances: list[float] = []
        chance = 1 / match.setup.players if match.setup.players > 1 else 0.5
        for known in opinions:
            if known:
                chance = math.fsum(known) / len(known)
            chances.append(chance)
        result = match.result
        if result and self.plies == len(match.plies):
            winners = result.winners or (tuple(range(1, match.setup.players + 1)) if match.setup.players > 1 else ())
            chances[-1] = (player in winners) / max(1, len(winners))
        return chances


def review_lines(review: Review, player: int, style: Style) -> list[str]:
    """The curve of a player, what it shows in words, the other players in a line each, and the blunders."""
    match = review.match
    if not review.annotations:
        raise WrongUse("there is no move to review yet")
    if all(annotation.chance is None for annotation in review.annotations):
        raise WrongUse(f"the bot `{review.adviser}` does not know chances to win")
    name = match.player_name(player)
    lines = [f"{name}'s chance to win, 0 to 100%, after each move:", ""]
    lines += _curve(review, player, style)
    lines += ["", _in_words(review, player)]
    if match.setup.players > 2:
        width = max(len(other) for other in match.setup.names)
        lines += ["", _LINE_LEGEND[style.unicode]]
        for seat, other in enumerate(match.setup.names, 1):
            lines.append(f"{other:<{width}}  {_one_line(review, seat, style)}")
    if review.plies < len(match.plies):
        lines.append(f"Judged up to move {match_move(review, review.plies)}: the review was stopped.")
    return [*lines, "", *_blunder_list(review, style)]


def blunder_lines(review: Review, number: int, style: Style) -> list[str]:
    """A blunder, counted from 1: what was played, what was better and why, and the board before it."""
    if not 1 <= number <= len(review.blunders):
        raise WrongUse(_missing_blunder(review, number))
    blunder = review.blunders[number - 1]
    match, best = review.match, blunder.best
    before = Match(match.game, match.setup, match.states[0])
    for ply in match.plies[: blunder.ply - 1]:
        before.play(ply.move, ply.source)
    name, game = match.player_name(blunder.player), match.game
    lines = [f"Blunder {number} of {len(review.blunders)}: {_heading(review, blunder)}"]
    played = best.score_words(blunder.value) if blunder.value is not None else ""
    lines.append(f"{name} played {game.format_move(blunder.move)}: {played}.")
    lines.append(f"Better was {game.format_move(best.move)}: {best.score_words(best.value or 0.0)}.")
    if best.explanation:
        lines.append(f"Why: it {best.explanation}." if _is_verb(best.explanation) else f"Why: {best.explanation}.")
    return [*lines, "", "The board before it:", *before.draw(style, player=blunder.player).split("\n")]


def _is_verb(text: str) -> bool:
    """Whether a reason begins with what the move does: `closes a loop`."""
    first = text.split()[0]
    return first.isalpha() and first.endswith("s") and not first.endswith(("ss", "us"))


def _missing_blunder(review: Review, number: int) -> str:
    if not review.blunders:
        return "there is no blunder in this game"
    return f"there is no blunder {number}; there {'are' if len(review.blunders) > 1 else 'is'} {len(review.blunders)}"


def match_move(review: Review, ply: int) -> int:
    """The number of the last move, outcomes not counted, among the first plies."""
    return sum(item.player > 0 for item in review.match.plies[:ply])


def _heading(review: Review, annotation: Annotation) -> str:
    match = review.match
    return f"move {match_move(review, annotation.ply)}, {match.player_name(annotation.player)}"


def _blunder_list(review: Review, style: Style) -> list[str]:
    if not review.blunders:
        return [f"`{review.adviser}` found no blunders."]
    arrow = style.pick("→", "->")
    lines = [f"`{review.adviser}` found {counted(len(review.blunders), 'blunder')}:"]
    for number, blunder in enumerate(review.blunders, 1):
        best, game = blunder.best, review.match.game
        change = f"{best.format_score(best.value or 0.0)} {arrow} {best.format_score(blunder.value or 0.0)}"
        lines.append(f"{number}. {_heading(review, blunder)}: {game.format_move(blunder.move)} ({change})")
    return lines


def _in_words(review: Review, player: int) -> str:
    """The curve in a sentence."""
    chances, match = review.chances(player), review.match
    positions = _move_positions(review)
    name = match.player_name(player)
    text = f"{name} began at {format_chance(chances[0])}"
    inner = positions[:-1] if match.result and len(positions) > 1 else positions
    if inner:
        best, worst = max(inner, key=lambda ply: chances[ply]), min(inner, key=lambda ply: chances[ply])
        high = f"best after move {match_move(review, best)} ({format_chance(chances[best])})"
        low = f"worst after move {match_move(review, worst)} ({format_chance(chances[worst])})"
        if chances[0] > max(chances[best], chances[-1]):
            text += f", the highest of the game, and stood {low}"
        elif chances[0] < min(chances[worst], chances[-1]):
            text += f", the lowest of the game, and stood {high}"
        else:
            text += f", stood {high} and {low}"
    return f"{text}. {result_line(match)}" if match.result else f"{text}. Now: {format_chance(chances[-1])}."


def _move_positions(review: Review) -> list[int]:
    """The number of plies after every judged move with what came of it."""
    plies = review.match.plies[: review.plies]
    positions = [number for number, ply in enumerate(plies, 1) if number == len(plies) or plies[number].player > 0]
    return [number for number in positions if any(ply.player > 0 for ply in plies[:number])]


def _columns(review: Review, player: int) -> tuple[list[float], list[int]]:
    """The chances to draw, from left to right, and for each the number of the last move it shows."""
    chances, positions = review.chances(player), [0, *_move_positions(review)]
    step = max(1, min(WIDEST_STEP, MOST_COLUMNS // len(positions)))
    width = min(MOST_COLUMNS, step * len(positions))
    values, moves = [], []
    for column in range(width):
        at = (column + 1) * len(positions) // width - 1 if len(positions) > width else column // step
        values.append(chances[positions[at]])
        moves.append(match_move(review, positions[at]))
    return values, moves


_LEVELS = {False: " .:#", True: " ▁▂▃▄▅▆▇█"}
"""The glyphs of a cell by how much of it is filled, in ASCII and in Unicode."""
_LINE_LEGEND = {
    False: "Everyone in a line, each digit tens of percent:",
    True: "Everyone in a line, higher is better:",
}


def _cell(share: float, style: Style) -> str:
    """A cell of which that share, 0 to 1, is filled from below."""
    levels = _LEVELS[style.unicode]
    return levels[math.ceil(min(1.0, max(0.0, share)) * (len(levels) - 1) - 1e-9)]


def _curve(review: Review, player: int, style: Style) -> list[str]:
    """The area below the chances; a line at 50% where it is empty; move numbers and marks of blunders below."""
    values, moves = _columns(review, player)
    top, half, bottom, other = LABELS
    rule = style.pick("┄", "-")
    axis = style.pick("│", "|")
    colour = review.match.game.colours[player - 1]
    lines = []
    for row in range(ROWS - 1, -1, -1):
        cells = "".join(_cell(value * ROWS - row, style) for value in values)
        if row == ROWS // 2:
            cells = cells.replace(" ", rule)
        label = top if row == ROWS - 1 else half if row == ROWS // 2 else other
        lines.append(label.replace("|", axis) + style.paint(cells.rstrip() or "", colour))
    lines.append(bottom.replace("|", style.pick("└", "+")) + style.pick("─", "-") * len(values))
    return [*lines, *_marks(review, moves)]


def _marks(review: Review, moves: Sequence[int]) -> list[str]:
    """Below the curve: the numbers of moves, and those of the blunders."""
    numbers = [" "] * (len(moves) + 8)
    free = 0
    for column, move in enumerate(moves):
        is_new = not column or moves[column - 1] != move
        if is_new and move and column >= free:
            numbers[column : column + len(str(move))] = str(move)
            free = column + TICKS
    lines = [("move  " + "".join(numbers)).rstrip()]
    marks = [" "] * (len(moves) + 8)
    free = 0
    for number, blunder in enumerate(review.blunders, 1):
        move = match_move(review, blunder.ply)
        column = max(free, next((at for at, shown in enumerate(moves) if shown >= move), len(moves) - 1))
        text = f"^{number}"
        if column + len(text) <= len(marks):
            marks[column : column + len(text)] = text
            free = column + len(text)
    if review.blunders:
        lines.append(("      " + "".join(marks)).rstrip())
    return lines


def _one_line(review: Review, player: int, style: Style) -> str:
    """The chances in a single row: blocks of different height, or digits for tens of percent."""
    values, _ = _columns(review, player)
    if style.unicode:
        text = "".join(_cell(max(value, 0.01), style) for value in values)
        return style.paint(text, review.match.game.colours[player - 1])
    return "".join(str(min(9, int(10 * value + 1e-9))) for value in values)
