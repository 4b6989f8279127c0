"""`tabletop examples`: list, print and copy the files that come with the program: move files, a plan, an engine."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path

import click

from tabletop.cli.common import echo, echo_json, json_option
from tabletop.cli.completion import examples_completer
from tabletop.errors import WorkFailed, WrongUse

FOLDER = Path(__file__).parent.parent / "examples"
SUFFIXES = (".moves", ".py", ".toml")
STDOUT = "-"
_GAME = re.compile(r'^(?:Game: |game = ")(\w+)', re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """An example file: `name` is the file's without its suffix, `summary` its first line, a comment."""

    name: str
    file: str
    game: str
    summary: str


def example_paths() -> list[Path]:
    """The example files, sorted by name."""
    return sorted(path for path in FOLDER.iterdir() if path.suffix in SUFFIXES)


def read_example(path: Path) -> Example:
    """Describe one of the example files."""
    text = path.read_text("utf-8")
    game = _GAME.search(text)
    return Example(path.stem, path.name, game[1] if game else "", text.partition("\n")[0].lstrip('#" '))


def find_example(name: str) -> Path:
    """The example of that name, with or without its suffix; raises WrongUse with the nearest name."""
    paths = example_paths()
    low = name.lower()
    for path in paths:
        if low in (path.stem, path.name):
            return path
    near = get_close_matches(Path(low).stem, [path.stem for path in paths], 1)
    if near:
        raise WrongUse(f"there is no example {name!r}; did you mean {near[0]!r}?")
    raise WrongUse(f"there is no example {name!r}; `tabletop examples` lists them")


@click.command()
@click.argument("name", required=False, shell_complete=examples_completer)
@click.argument("target", metavar="[DIR | FILE]", required=False, type=click.Path())
@click.option("--copy", is_flag=True, help="Copy the example to this folder, or to DIR or FILE.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@json_option
def examples(name: str | None, target: str | None, copy: bool, force: bool, as_json: bool) -> None:
    """List the examples, or print or copy the one called NAME."""
    if name is None:
        if copy or force:
            raise WrongUse("say which example to copy: `tabletop examples NAME --copy`")
        _list_examples(as_json)
        return
    if as_json:
        raise WrongUse("`--json` works only with the list of examples, without a name")
    if not copy and (force or target is not None):
        raise WrongUse(f"to copy an example, add `--copy`: `tabletop examples {name} --copy`")
    path = find_example(name)
    if copy and target != STDOUT:
        copied = _copy_example(path, target or ".", force)
        echo(f"Copied to {copied}.")
    else:
        click.echo(path.read_text("utf-8"), nl=False)


def _list_examples(as_json: bool) -> None:
    listed = [read_example(path) for path in example_paths()]
    if as_json:
        echo_json([asdict(example) for example in listed])
        return
    width = max(len(example.name) for example in listed)
    for example in listed:
        echo(f"{example.name:<{width}}  {example.summary}")
    echo("\nPrint one with `tabletop examples NAME`; add `--copy` to copy it to this folder.")


def _copy_example(source: Path, target: str, force: bool) -> Path:
    """Copy the file into a folder or to a path, and return that path; raises WorkFailed."""
    path = Path(target)
    if path.is_dir() or target.endswith("/"):
        path /= source.name
    try:
        with path.open("wb" if force else "xb") as stream:
            stream.write(source.read_bytes())
    except FileExistsError as error:
        raise WorkFailed(f"{path} already exists; overwrite it with `--force`") from error
    except OSError as error:
        raise WorkFailed(f"{path}: cannot be written: {error.strerror or error}") from error
    return path
