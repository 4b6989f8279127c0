"""`tabletop GAME model`: list, show, check and explain the dexterity models of a game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from tabletop.cli.common import echo, echo_json, json_option
from tabletop.cli.completion import models_completer
from tabletop.cli.main import SuggestingGroup
from tabletop.game import AnyGame
from tabletop.modelfiles import Model, ModelLibrary
from tabletop.toml import format_value

STANDARD_INPUT = "-"
WIDTH = 80


def model_command(game: AnyGame) -> click.Group:
    """The group `tabletop GAME model`."""
    group = SuggestingGroup("model", help="List the dexterity models, show, check and explain one.")
    for command in (_list(game), _show(game), _check(game), _explain(game)):
        group.add_command(command)
    return group


def library_of(game: AnyGame) -> ModelLibrary:
    """The models of a game that has some."""
    assert game.models is not None
    return game.models


def load_model(game: AnyGame, name: str) -> Model:
    """The model of that name or path, or of standard input for `-`; raises UnreadableModel."""
    library = library_of(game)
    return library.read(name) if name == STANDARD_INPUT else library.load(name)


def _list(game: AnyGame) -> click.Command:
    @click.command("list", help="List the models that ship.")
    @json_option
    def list_models(as_json: bool) -> None:
        library = library_of(game)
        names = library.names()
        if as_json:
            abouts = {name: library.describe(name) for name in names}
            echo_json({"models": abouts, "default": library.default})
            return
        width = max(map(len, names))
        for name in names:
            echo(f"{name:{width}}  {library.describe(name)}{' (default)' if name == library.default else ''}")

    return list_models


def _show(game: AnyGame) -> click.Command:
    @click.command("show", help="Print a model as it is written. NAME is a model's name or a file.")
    @click.argument("name", shell_complete=models_completer(game))
    def show(name: str) -> None:
        model = load_model(game, name)
        echo(model.text.rstrip("\n") if model.text else library_of(game).describe(model.name))

    return show


def _check(game: AnyGame) -> click.Command:
    @click.command("check", help="Check a model file and warn of what is allowed but odd. `-` reads standard input.")
    @click.argument("file", shell_complete=models_completer(game))
    def check(file: str) -> None:
        model = load_model(game, file)
        for warning in library_of(game).warnings(model):
            echo(f"warning: {warning}")
        changes = f", based on {model.base}" if model.base else ""
        echo(f"{file}: a valid model for {game.title}{changes}")

    return check


def _explain(game: AnyGame) -> click.Command:
    help_text = "Print every number of a model with its meaning and unit, by default of the default model."

    @click.command("explain", help=help_text)
    @click.argument("name", metavar="[NAME]", required=False, shell_complete=models_completer(game))
    @json_option
    def explain(name: str | None, as_json: bool) -> None:
        library = library_of(game)
        model = load_model(game, name or library.default)
        if as_json:
            echo_json({"model": model.name, "base": model.base or None, "keys": list(_facts(library, model))})
            return
        for line in explanation(library, model):
            echo(line)

    return explain


def explanation(library: ModelLibrary, model: Model) -> Iterator[str]:
    """A model file with every number, what it means, and what the model's base says where it differs."""
    if not model.tables:
        yield f"# {model.name} has no numbers. {library.describe(model.name)}"
        return
    base = library.load(model.base) if model.base else model
    for number, (table, entries) in enumerate(library.schema.items()):
        if number:
            yield ""
        yield f"[{table}]"
        for key, entry in entries.items():
            value, base_value = model[table][key], base[table][key]
            meaning = f"{entry.help} ({entry.allowed})" if entry.allowed else entry.help
            yield from textwrap.wrap(meaning, WIDTH, initial_indent="# ", subsequent_indent="# ")
            differs = f"  # {base.name}: {format_value(base_value)}" if value != base_value else ""
            yield f"{key} = {format_value(value)}{differs}"


def _facts(library: ModelLibrary, model: Model) -> Iterator[dict[str, object]]:
    for table, entries in library.schema.items() if model.tables else ():
        for key, entry in entries.items():
            meaning = {"meaning": entry.help, "unit": entry.unit or None, "kind": entry.kind}
            yield {"key": f"{table}.{key}", "value": model[table][key], **meaning}
