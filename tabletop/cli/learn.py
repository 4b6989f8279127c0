"""`tabletop learn GAME`: a lesson, played at the prompt."""

from __future__ import annotations

import sys
from textwrap import fill

import click

from tabletop.cli.common import echo, style_for, style_options
from tabletop.cli.completion import games_completer
from tabletop.cli.play import can_redraw
from tabletop.files import read_line
from tabletop.games import load
from tabletop.lesson import Lesson, lesson_text
from tabletop.style import Style

LONGEST_TYPED = 5000
"""Characters of a line; what is behind them is skipped."""
WORDS = ("help", "quit", "skip", "wrong")
HELP = "Type the move; Tab completes it. `skip` plays it for you, `wrong` shows a wrong answer, `quit` ends the lesson."


@click.command()
@click.argument("name", metavar="GAME", shell_complete=games_completer)
@style_options
def learn(name: str, color: str | None, ascii: bool) -> None:
    """Learn a game by playing a lesson."""
    style = style_for(color, ascii)
    game = load(name)
    lesson = Lesson(lesson_text(game))
    _echo_paragraph(f"{game.title} in {len(lesson.steps)} steps. {HELP}", style)
    while (step := lesson.step) is not None:
        echo("", style)
        echo(game.render(lesson.match.view(), style).text, style)
        echo("", style)
        _echo_paragraph(f"[{lesson.at + 1}/{len(lesson.steps)}] {step.words}", style, "bold")
        if not _ask(lesson, style):
            return
    echo("", style)
    echo(game.render(lesson.match.view(), style).text, style)
    _echo_paragraph(
        f"That was the last step. Play with `tabletop {game.name} play`; read the rules with "
        f"`tabletop {game.name} rules`.",
        style,
    )


def _ask(lesson: Lesson, style: Style) -> bool:
    """Ask for the move of the step until it is right; False when the learner quits."""
    mistakes = 0
    while True:
        step = lesson.step
        assert step is not None
        line = _read_line(lesson)
        word = (line or "").strip()
        if line is None or word.lower() in ("quit", "exit", "ende"):
            _echo_paragraph("The lesson ends here. Come back any time.", style)
            return False
        if not word or word.lower() in ("help", "hilfe"):
            _echo_paragraph(f"{HELP} The move is: {step.move}", style)
            continue
        if word.lower() == "skip":
            word = step.move
        elif word.lower() == "wrong" and step.wrong:
            word = step.wrong[mistakes % len(step.wrong)]
            mistakes += 1
            _echo_paragraph(f"Suppose you type `{word}`.", style)
        answer = lesson.answer(word)
        _echo_paragraph(answer.text, style)
        if answer.right:
            return True


def _read_line(lesson: Lesson) -> str | None:
    """The line that the learner types; None at the end of input."""
    if can_redraw():
        from tabletop.session.tui.prompt import ask_line

        return ask_line(lesson.match, "> ", WORDS)
    click.echo("> ", nl=False)
    line = read_line(sys.stdin, LONGEST_TYPED)
    if not sys.stdin.isatty():
        echo(line.rstrip("\r\n"))
    return line or None


def _echo_paragraph(text: str, style: Style, colour: str = "") -> None:
    """Print a paragraph, folded to the width of the window."""
    folded = fill(text, min(style.width, 90), break_long_words=False, break_on_hyphens=False)
    echo(style.paint(folded, colour), style)
