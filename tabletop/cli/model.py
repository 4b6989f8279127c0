"""`tabletop GAME model`: list, show, check and explain the dexterity models of a game, and fit one to records."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from tabletop.chance import RNG_VERSION
from tabletop.cli.common import echo, echo_json, json_option
from tabletop.cli.completion import models_completer
from tabletop.cli.main import SuggestingGroup
from tabletop.errors import WorkFailed, WrongUse
from tabletop.files import write_atomically
from tabletop.game import AnyGame
from tabletop.match import Match
from tabletop.modelfiles import Model, ModelLibrary
from tabletop.modelfit import Estimate, Fit, RecordedGame, fit_model, fitted_file, load_fitting
from tabletop.options import ORDINARY_SKILL
from tabletop.replay import read_games, replayed
from tabletop.text import counted
from tabletop.toml import format_value

STANDARD_INPUT = "-"
WIDTH = 80


def model_command(game: AnyGame) -> click.Group:
    """The group `tabletop GAME model`."""
    group = SuggestingGroup("model", help="List, show, check, explain and fit dexterity models.")
    for command in (_list(game), _show(game), _check(game), _explain(game)):
        group.add_command(command)
    if game.fitting:
        group.add_command(_fit(game))
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
    @click.command("show", help="Print the file of a model. NAME is a model's name or a file.")
    @click.argument("name", shell_complete=models_completer(game))
    def show(name: str) -> None:
        model = load_model(game, name)
        echo(model.text.rstrip("\n") if model.text else library_of(game).describe(model.name))

    return show


def _check(game: AnyGame) -> click.Command:
    @click.command("check", help="Check a model file, and warn of unlikely values. `-` reads standard input.")
    @click.argument("file", shell_complete=models_completer(game))
    def check(file: str) -> None:
        model = load_model(game, file)
        for warning in library_of(game).warnings(model):
            echo(f"warning: {warning}")
        if model.base:
            echo(f"{file}: a valid model for {game.title}, based on {model.base}")
        else:
            echo(f"{file}: a valid model for {game.title}")

    return check


def _explain(game: AnyGame) -> click.Command:
    help_text = "Print every number of a model with its meaning and unit. Without a NAME, explain the default model."

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


FIT_HELP = """Estimate a model and the players' skills from records.

Each FILE is a record of games, played at a real table (model `referee`) or with any other model. For each
player, print the skill that best explains the records. For each kind of attempt, print how often it succeeds;
the base model's rate counts as 20 more tries. With --output, write a model file.
"""


def _fit(game: AnyGame) -> click.Command:
    library = library_of(game)

    @click.command("fit", help=FIT_HELP)
    @click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
    @click.option(
        "--base",
        default=library.default,
        show_default=True,
        metavar="NAME|FILE",
        help="The model to start from.",
        shell_complete=models_completer(game),
    )
    @click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), help="Write the model here.")
    @click.option("--force", is_flag=True, help="Overwrite an existing file.")
    @json_option
    def fit(files: tuple[str, ...], base: str, output: Path | None, force: bool, as_json: bool) -> None:
        if output and output.exists() and not force:
            raise WrongUse(f"{output} already exists; overwrite it with `--force`")
        model = load_model(game, base)
        if not model.tables:
            raise WrongUse(f"the model `{model.name}` has no numbers to start from")
        fitting = load_fitting(game)
        assert fitting is not None
        matches = [replayed(record) for path in files for record in read_games(path, game)]
        cases = [case for match in matches for case in fitting.find_cases(_recorded_game(match))]
        if not cases:
            raise WorkFailed(f"nothing to fit: no player tried anything in {counted(len(matches), 'game')}")
        result = fit_model(fitting, cases, model)
        if output:
            _write(output, fitted_file(library, result, _comments(game, result, len(matches))))
        if as_json:
            echo_json(_fit_facts(result, len(matches)))
            return
        for line in _fit_lines(result, len(matches), len(cases)):
            echo(line)
        if output:
            echo("")
            echo(f"Wrote {output}. To play with it: --model {output} {_skill_options(result)}")

    return fit


def _recorded_game(match: Match) -> RecordedGame:
    """The match as a game to fit. In records of the arena, the participants are the players."""
    bots = next((value.split() for key, value in match.tags if key.lower() == "bots"), [])
    names = bots if len(bots) == match.setup.players else match.setup.names
    knows_hidden = match.can_roll and match.rng_version == RNG_VERSION and not match.has_other_model
    moves = [ply.move for ply in match.plies]
    return RecordedGame(match.setup, names, match.states, moves, knows_hidden)


def _fit_lines(fit: Fit, games: int, cases: int) -> Iterator[str]:
    width = max(map(len, ["success of", *fit.skills, *fit.cells]))
    yield f"{counted(games, 'game')}, {counted(cases, 'case')}, base {fit.base.name}"
    yield ""
    yield f"{'skill of':{width}}  estimate  95 % interval    cases   base"
    for player, skill in fit.skills.items():
        yield f"{player:{width}}  {_estimate_columns(skill)}  {ORDINARY_SKILL:.3f}"
    yield ""
    yield f"{'success of':{width}}  estimate  95 % interval    cases   base"
    for cell, rate in fit.cells.items():
        yield f"{cell:{width}}  {_estimate_columns(rate)}  {fit.base_rates[cell]:.3f}"


def _estimate_columns(estimate: Estimate) -> str:
    return f"{estimate.value:8.3f}  {estimate.low:.3f} to {estimate.high:.3f}  {estimate.cases:6}"


def _fit_facts(fit: Fit, games: int) -> dict[str, object]:
    def facts(estimate: Estimate) -> dict[str, object]:
        return {name: round(value, 4) for name, value in asdict(estimate).items()}

    return {
        "games": games,
        "base": fit.base.name,
        "skills": {player: facts(skill) for player, skill in fit.skills.items()},
        "success": {cell: {**facts(rate), "base": round(fit.base_rates[cell], 4)} for cell, rate in fit.cells.items()},
        "model": fit.model.tables,
    }


def _skill_options(fit: Fit) -> str:
    return " ".join(f"--skill {player}={skill.value:.2f}" for player, skill in fit.skills.items())


def _comments(game: AnyGame, fit: Fit, games: int) -> list[str]:
    """What a fitted file says about itself."""
    return [
        f"Fitted to {counted(games, 'game')} of {game.title}; the base is {fit.base.name}.",
        f"The players' skills: {_skill_options(fit)}",
    ]


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text)
    except OSError as error:
        raise WorkFailed(f"cannot write {path}: {error.strerror or error}") from error
