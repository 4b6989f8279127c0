"""`tabletop config`: show and change the user's settings."""

from __future__ import annotations

import click

from tabletop.cli.common import echo, echo_json, json_option
from tabletop.cli.completion import keys_completer, values_completer
from tabletop.cli.defaults import check_setting
from tabletop.errors import WorkFailed
from tabletop.options import join_options
from tabletop.settings import KEYS, change_setting, find_key, format_value, load_settings, settings_path


@click.group(invoke_without_command=True)
@click.pass_context
def config(ctx: click.Context) -> None:
    """Show or change your settings.

    A key applies to all games; with a game's name in front (`zickzack.level`), only to that game.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(show)


@config.command()
@json_option
def show(as_json: bool = False) -> None:
    """Show your settings and list all keys."""
    values = load_settings().by_name()
    if as_json:
        echo_json(values)
        return
    for name, value in values.items():
        echo(f"{name} = {format_value(value)}")
    if values:
        echo("")
    echo("Keys:")
    for name, key in KEYS.items():
        choices = f" ({', '.join(key.choices)})" if key.choices else ""
        echo(f"  {name:<8} {key.help}{choices}")


@config.command("get")
@click.argument("key", shell_complete=keys_completer)
def get_value(key: str) -> None:
    """Print a value; the exit code is 1 if it is not set."""
    name, found_key = find_key(key)
    values = load_settings().by_name()
    if name not in values:
        raise WorkFailed(f"{name} is not set")
    value = values[name]
    if isinstance(value, list) and found_key.kind == "list":
        echo(join_options(value))
    else:
        echo(value if isinstance(value, str) else format_value(value))


@config.command("set")
@click.argument("key", shell_complete=keys_completer)
@click.argument("value", nargs=-1, required=True, shell_complete=values_completer)
def set_value(key: str, value: tuple[str, ...]) -> None:
    """Set a value, as in `config set zickzack.level hard`."""
    text = value[0] if len(value) == 1 else join_options(value)
    name, found_key = find_key(key)
    check_setting(name, found_key.parse(name, text))
    change_setting(name, text)


@config.command()
@click.argument("key", shell_complete=keys_completer)
def unset(key: str) -> None:
    """Remove a value."""
    change_setting(key, None)


@config.command()
def path() -> None:
    """Print the path of the settings file."""
    echo(str(settings_path()))
