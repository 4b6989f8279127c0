"""Completion in bash, zsh and fish: the words to offer, and the script that asks for them."""

from __future__ import annotations

from collections.abc import Callable

import click
from click.shell_completion import CompletionItem, get_completion_class

from tabletop.game import AnyGame
from tabletop.games import game_names, registrations

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

VARIABLE = "_TABLETOP_COMPLETE"
INSTALL = {
    "bash": 'eval "$(tabletop completion bash)"     # in ~/.bashrc',
    "zsh": 'eval "$(tabletop completion zsh)"      # in ~/.zshrc, after `autoload -Uz compinit && compinit`',
    "fish": "tabletop completion fish | source       # in ~/.config/fish/config.fish",
}

BASH = """\
_tabletop_completion() {
    local IFS=$'\\n' words=() word="" is_glued="" current head response completion type value i
    # Bash splits words at = and :, tabletop does not; only the part after them is completed.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word="${COMP_WORDS[i]}"
        if [[ ! $word && $COMP_LINE == *" " ]]; then
            is_glued=""
        fi
        if [[ $word == [=:]* && i -gt 0 ]] || [[ $is_glued && $COMP_LINE == *"${COMP_WORDS[i-1]}$word"* ]]; then
            words[${#words[@]}-1]+="$word"
        else
            words+=("$word")
        fi
        [[ $word == *[=:] ]] && is_glued=yes || is_glued=""
    done
    current="$word"
    [[ $word == [=:]* ]] && current=""
    word="${words[${#words[@]}-1]}"
    head="${word%"$current"}"
    response=$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) VARIABLE=bash_complete "$1")
    COMPREPLY=()
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value#"$head"}") ;;
        esac
    done
    [[ ${COMPREPLY[0]} == *[=:.] ]] && compopt -o nospace
    return 0
}
complete -o nosort -F _tabletop_completion tabletop
"""


@click.command(epilog="\b\n" + "\n".join(INSTALL.values()))
@click.argument("shell", type=click.Choice(list(INSTALL)))
def completion(shell: str) -> None:
    """Print the completion script for your shell."""
    if shell == "bash":
        click.echo(BASH.replace("VARIABLE", VARIABLE), nl=False)
        return
    from tabletop.cli.main import root

    completion_class = get_completion_class(shell)
    assert completion_class is not None
    click.echo(completion_class(root, {}, "tabletop", VARIABLE).source())


def _words(words: list[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def games_completer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of games."""
    return _words(game_names(), incomplete)


def examples_completer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of the examples."""
    from tabletop.cli.examples import example_paths

    return _words([path.stem for path in example_paths()], incomplete)


def models_completer(game: AnyGame) -> Completer:
    """The game's models, or else files."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        names = game.models.names() if game.models else []
        return _words(names, incomplete) or [CompletionItem(incomplete, type="file")]

    return complete


def options_completer(game: AnyGame) -> Completer:
    """The game's options with their values."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        words = []
        for option in game.options:
            if isinstance(option.default, bool):
                words.append(option.name)
            else:
                values = option.choices or option.offers or (option.default,)
                words += [f"{option.name}={value}" for value in values]
        return _words(words, incomplete)

    return complete


def seats_completer(game: AnyGame) -> Completer:
    """Who may play a seat: a person, a bot, an engine; also after `NAME=`."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tabletop.bots.specs import bot_makers

        name, equals, _ = incomplete.partition("=")
        prefix = f"{name}=" if equals else ""
        return _words([prefix + word for word in ("human", *bot_makers(game), "engine:")], incomplete)

    return complete


def bots_completer(game: AnyGame) -> Completer:
    """The game's bots."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tabletop.bots.specs import bot_makers

        return _words(list(bot_makers(game)), incomplete)

    return complete


def strategies_completer(game: AnyGame) -> Completer:
    """The game's simple strategies, or none."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tabletop.bots.specs import strategies

        return _words([*strategies(game), "none"], incomplete)

    return complete


def rules_completer(game: AnyGame) -> Completer:
    """The numbers of the rules."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tabletop.rulebook import rule_numbers

        return _words(list(rule_numbers(game.rules)), incomplete.upper())

    return complete


def keys_completer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The keys of settings; those of single games once a game's name is typed."""
    from tabletop.settings import KEYS

    game = incomplete.partition(".")[0]
    if any(game == entry.name for entry in registrations()):
        return _words([f"{game}.{name}" for name, key in KEYS.items() if not key.is_global], incomplete)
    return _words([*KEYS, *(f"{entry.name}." for entry in registrations())], incomplete)


def values_completer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The values of the setting whose key has been typed."""
    from tabletop.bots.specs import LEVELS
    from tabletop.settings import KEYS

    name = str(context.params.get("key") or "").rpartition(".")[2]
    if name not in KEYS:
        return []
    key = KEYS[name]
    values = {"level": LEVELS, "seats": ("human", *LEVELS)}.get(name, key.choices)
    return _words(list(values or (("yes", "no") if key.kind == "yes/no" else ())), incomplete)
