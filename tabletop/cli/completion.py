"""Completion in bash, zsh and fish: what may stand in a word, and the script that asks for it."""

from __future__ import annotations

from collections.abc import Callable

import click
from click.shell_completion import CompletionItem, get_completion_class

from tabletop.game import Game
from tabletop.games import NAMES

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

VARIABLE = "_TABLETOP_COMPLETE"
INSTALL = {
    "bash": 'eval "$(tabletop completion bash)"     # in ~/.bashrc',
    "zsh": 'eval "$(tabletop completion zsh)"      # in ~/.zshrc',
    "fish": "tabletop completion fish | source       # in ~/.config/fish/config.fish",
}


@click.command(epilog="\b\n" + "\n".join(INSTALL.values()))
@click.argument("shell", type=click.Choice(list(INSTALL)))
def completion(shell: str) -> None:
    """Print the script that completes tabletop's words in your shell."""
    from tabletop.cli import root

    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(root, {}, "tabletop", VARIABLE).source())


def _words(words: list[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def games_completer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of games."""
    return _words([entry.name for entry in NAMES], incomplete)


def models_completer(game: Game) -> Completer:
    """The game's models, and model files."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        names = game.models.names() if game.models else []
        return _words(names, incomplete) or [CompletionItem(incomplete, type="file")]

    return complete


def options_completer(game: Game) -> Completer:
    """The game's options with their values."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        words = []
        for option in game.options:
            if isinstance(option.default, bool):
                words.append(option.name)
            else:
                words += [f"{option.name}={choice}" for choice in option.choices or (option.default,)]
        return _words(words, incomplete)

    return complete


def seats_completer(game: Game) -> Completer:
    """Who may sit in a seat: a human, a bot; behind `NAME=` too."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tabletop.bots import makers

        name, equals, _ = incomplete.partition("=")
        head = f"{name}=" if equals else ""
        return _words([head + word for word in ("human", *makers(game), "engine:")], incomplete)

    return complete


def rules_completer(game: Game) -> Completer:
    """The numbers of the rules."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tabletop.rulebook import rule_numbers

        return _words(list(rule_numbers(game.rules)), incomplete.upper())

    return complete
