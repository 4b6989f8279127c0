"""Asking before an engine that a file names is started.

consent = new_consent(yes, typed=seats)
ask_to_start(consent, "plan.toml", "play nothing", consent.missing(specs))
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import click

from tabletop.cli.common import echo_note
from tabletop.consent import ANSWERS, Consent, question_lines, remember_commands
from tabletop.errors import WorkFailed
from tabletop.text import printable

yes_option = click.option("--yes", is_flag=True, help="Start the engines that a file names, without asking.")


def new_consent(yes: bool, typed: Iterable[str] = ()) -> Consent:
    """The consent of this run: `yes` is `--yes`, `typed` the seats of the command line and the settings."""
    can_ask = sys.stdin.isatty() and (sys.stdout.isatty() or sys.stderr.isatty())
    return Consent(typed, can_ask=can_ask, allows_all=yes)


def ask_to_start(consent: Consent, source: str, refused: str, commands: Sequence[str]) -> bool:
    """Ask whether the engines that `source` names may start; raises WrongUse if nobody can be asked.

    `refused` says what happens otherwise: `play nothing`.
    """
    consent.check_can_ask(commands, source)
    for line in question_lines(commands, source):
        click.echo(printable(line), err=True)
    if len(commands) == 1:
        question = f"May it start? Type yes, no ({refused}) or always (in this folder)"
    else:
        question = f"May they start? Type yes, no ({refused}) or always (in this folder)"
    answer = None
    while answer is None:
        answer = ANSWERS.get(click.prompt(question, default="no", err=True).strip().lower())
    if answer != "no":
        consent.give(commands)
    if answer == "always":
        try:
            remember_commands(commands)
        except WorkFailed as error:
            echo_note(str(error))
    return answer != "no"
