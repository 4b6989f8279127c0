"""`tabletop learn GAME`: a short guided game that teaches by playing."""

from __future__ import annotations

import sys
from textwrap import fill

import click

from tabletop.cli.common import out, style_for, style_options
from tabletop.cli.completion import games_completer
from tabletop.games import load
from tabletop.lesson import Lesson, lesson_text
from tabletop.style import Style

HELP = "Type the move. `skip` plays it for you, `wrong` tries a wrong answer, `quit` leaves."


@click.command()
@click.argument("name", metavar="GAME", shell_complete=games_completer)
@style_options
def learn(name: str, color: str | None, ascii: bool) -> None:
    """Learn a game by playing: what to type, what happens, why a move is refused."""
    style = style_for(color, ascii)
    game = load(name)
    lesson = Lesson(lesson_text(game))
    say(f"{game.title} in {len(lesson.steps)} steps. {HELP}", style)
    while (step := lesson.step) is not None:
        out("", style)
        out(game.render(lesson.match.view(), style).text, style)
        out("", style)
        say(f"[{lesson.at + 1}/{len(lesson.steps)}] {step.words}", style, "bold")
        if not _ask(lesson, style):
            return
    out("", style)
    out(game.render(lesson.match.view(), style).text, style)
    say(f"That was all. Now play: `tabletop {game.name} play`; the rules: `tabletop {game.name} rules`.", style)


def _ask(lesson: Lesson, style: Style) -> bool:
    """Ask until the step is done; False when the learner leaves."""
    wrong = 0
    while True:
        step = lesson.step
        assert step is not None
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            click.echo(line.rstrip("\n"))
        word = line.strip()
        if not line or word.lower() in ("quit", "exit", "ende"):
            say("The lesson ends here; come back any time.", style)
            return False
        if not word or word.lower() in ("help", "hilfe"):
            say(f"{HELP} Here: {step.move}", style)
            continue
        if word.lower() == "skip":
            word = step.move
        elif word.lower() == "wrong" and step.wrong:
            word = step.wrong[wrong % len(step.wrong)]
            wrong += 1
            say(f"Suppose you type `{word}`.", style)
        answer = lesson.answer(word)
        say(answer.text, style)
        if answer.right:
            return True


def say(text: str, style: Style, ink: str = "") -> None:
    """Print a paragraph, folded to the window."""
    folded = fill(text, min(style.width, 90), break_long_words=False, break_on_hyphens=False)
    out(style.paint(folded, ink), style)
