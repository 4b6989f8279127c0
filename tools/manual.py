"""Write the manual pages in man/.

    python tools/manual.py            write them
    python tools/manual.py --check    print which are out of date, and exit with 1 if any are
    python tools/manual.py --examples print the commands that the pages show, each after the name of its page

A game's rules come from its rules.md, the notation from its grammar, the options from its commands, the keys of models
and settings from the code. The prose of the other pages is in man/*.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from tabletop import __version__, new_match
from tabletop.cli.examples import example_paths
from tabletop.cli.game import game_group
from tabletop.cli.main import COMMANDS, root
from tabletop.game import AnyGame
from tabletop.games import Registration, load, registrations
from tabletop.modelfiles import ModelLibrary
from tabletop.rulebook import parse_rules, table_lines
from tabletop.settings import KEYS
from tabletop.text import counted, join_choices, join_words
from tabletop.toml import format_value

ROOT = Path(__file__).resolve().parent.parent
MAN = ROOT / "man"

TABLE_WIDTH = 68
"""Columns of an indented table on a page of 80."""


def released() -> str:
    """The date of this version, printed on every page: that of the first heading of the changelog."""
    heading = next(line for line in (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines() if line.startswith("## "))
    version, _, date = heading.removeprefix("## ").partition(" - ")
    if version != __version__:
        raise SystemExit(f"CHANGELOG.md begins with version {version}, but this is version {__version__}")
    return date


EXAMPLES = {
    "tabletop": [
        "tabletop games",
        "tabletop zickzack play",
        "tabletop examples fem-loop --copy",
        "tabletop run fem-loop.moves",
        "tabletop replay fem-loop.moves",
        "tabletop analyze fem-loop.moves --bot easy",
        "tabletop export fem-loop.moves -o game.html",
    ],
    "arena": [
        "tabletop examples arena --copy",
        "tabletop arena arena.toml --jobs 2",
        "tabletop zickzack match --seat easy --seat random --games 10",
    ],
    "config": [
        "tabletop config set zickzack.level hard",
        "tabletop config get zickzack.level",
        "tabletop config show",
        "tabletop config unset zickzack.level",
    ],
    "engine": ["tabletop examples engine --copy", 'tabletop engine check zickzack "python3 engine.py"'],
    "models": ["tabletop mikado model list", "tabletop takami model explain steady", "tabletop mikado odds --seed 7"],
    "moves": [
        "tabletop examples taktori-rules --copy",
        "tabletop run taktori-rules.moves",
        "tabletop examples mikado-game --copy",
        "tabletop verify mikado-game.moves",
    ],
    "study": ["tabletop zickzack study --games 4 --level easy --strategy greedy"],
}
"""The section "Examples" of the pages that are not a game's."""

EXIT_STATUS = """
- `0` success; all expectations met
- `1` an expectation was not met, or the work failed
- `2` incorrect command line
- `3` illegal move
- `4` unreadable or ambiguous move, file, position or model
- `5` an outside engine failed
- `130` interrupted
"""

FILES = """
- `$XDG_CONFIG_HOME/tabletop/`: your settings; print the path with `tabletop config path`
- `$XDG_STATE_HOME/tabletop/`: saved games, results and the history of your input
"""

PORTABILITY = """Tested on Linux only. Support for Windows and macOS follows their documentation and is untested:
engine commands keep their backslashes, pipes are read as UTF-8, files have plain line ends, and a file that another
program holds open is replaced a little later. On Windows, programs that an engine has started do not end with it."""

ENVIRONMENT = """
- `NO_COLOR`: no colour
- `FORCE_COLOR`: colour even without a terminal
- `TERM=dumb`: plain lines, no colour, no redrawing
"""


def escape(text: str) -> str:
    """Escape plain text for roff: a minus stays a minus, and a dot at the start of a line is not a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha")
    text = text.replace("'", "\\(aq").replace("`", "\\(ga")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def inline(text: str) -> str:
    """A paragraph as one line of roff: `code` and **strong** words in bold, *emphasis* in italics."""
    parts = re.split(r"(`[^`]+`|\*\*.+?\*\*|\*\w[^*]*\*)", " ".join(text.split()))
    fonts = [("I" if part[0] == "*" != part[1] else "B") if len(part) > 2 and part[0] in "`*" else "" for part in parts]
    joined = "".join(
        f"\\f{font}{escape(part.strip(part[0]))}\\fR" if font else escape(part)
        for part, font in zip(parts, fonts, strict=True)
    )
    return "\\&" + joined if joined.startswith(".") else joined


def title(text: str, level: int = 1) -> list[str]:
    return [f".SH {escape(text.upper())}" if level == 1 else f".SS {escape(text)}"]


def verbatim(lines: list[str]) -> list[str]:
    return [".PP", ".RS 4", ".nf", *(escape(line) or "\\&" for line in lines), ".fi", ".RE"]


def markdown(text: str) -> list[str]:
    """Roff from Markdown: headings, paragraphs, lists of one level, numbered rules, code, tables."""
    page: list[str] = []
    lines = [*text.strip("\n").split("\n"), ""]
    block: list[str] = []

    def flush() -> None:
        nonlocal block
        if not block:
            return
        if block[0].startswith("|"):
            page.extend(verbatim(table_lines(block, TABLE_WIDTH)))
        elif block[0].startswith(("```", "    ")):
            code = [line for line in block if not line.startswith("```")]
            page.extend(verbatim([line.removeprefix("    ") for line in code]))
        elif block[0].startswith("- "):
            page.extend(_item(" ".join([block[0][2:], *block[1:]])))
        else:
            page.extend([".PP", inline(" ".join(block))])
        block = []

    fenced = False
    for line in lines:
        if line.startswith("```"):
            if not fenced:
                flush()
            block.append(line)
            fenced = not fenced
            if not fenced:
                flush()
        elif fenced:
            block.append(line)
        elif line.startswith("#"):
            flush()
            level = len(line) - len(line.lstrip("#"))
            page.extend(title(line.lstrip("# "), 1 if level == 1 else 2))
        elif not line.strip():
            flush()
        elif line.startswith("- ") or (block and _starts_block(block[0], line)):
            flush()
            block.append(line)
        else:
            block.append(line)
    flush()
    return page


def _starts_block(first: str, line: str) -> bool:
    """Whether indented code begins or ends with this line; an item of a list continues at any indentation."""
    return not first.startswith("- ") and line.startswith("    ") != first.startswith("    ")


def _item(text: str) -> list[str]:
    rule = re.match(r"\*\*([A-Z]\d+)\*\* ?(.*)", text)
    if rule:
        return [".TP 6", f"\\fB{rule[1]}\\fR", inline(rule[2])]
    definition = re.match(r"(`[^`]+`):? (.*)", text)
    if definition:
        return [".TP", inline(definition[1]), inline(definition[2])]
    return [".IP \\(bu 2", inline(text)]


def head(name: str, section: int, summary: str) -> list[str]:
    return [
        f'.TH {name.upper().replace("-", chr(92) + "-")} {section} "{released()}" "tabletop {__version__}" "tabletop"',
        ".SH NAME",
        f"{escape(name)} \\- {escape(summary)}",
    ]


def parameters(command: click.Command) -> list[str]:
    """The options of a command, as its --help describes them."""
    context = click.Context(command, info_name=command.name)
    lines: list[str] = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and record[1] and "--help" not in parameter.opts:
            name = re.sub(r"INTEGER( RANGE)?$", "NUMBER", record[0])
            help = re.sub(r" *\[x>=\d+\]", "", record[1]).replace("[x>=0; required]", "[required]")
            lines += [".TP", f"\\fB{escape(name)}\\fR", inline(help)]
    return lines


def commands(group: click.Group, words: str) -> list[str]:
    """Every command of a group: its usage, its help, and its options."""
    context = click.Context(group, info_name=words)
    lines: list[str] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        usage = " ".join(command.collect_usage_pieces(click.Context(command, info_name=name)))
        lines += title(f"{words} {name} {usage}".strip(), 2)
        lines.append(inline((command.help or "").split("\f")[0]))
        lines += parameters(command)
        if isinstance(command, click.Group):
            lines += commands(command, f"{words} {name}")
    return lines


def references(*names: str) -> str:
    """Other pages, such as `tabletop-ugi(5)`, as the section "See also" names them."""
    return ", ".join("\\fB{}\\fR({}".format(*escape(name).split("(")) for name in names)


def shipped() -> list[Registration]:
    """The games of the package, without those that other packages have registered."""
    return [entry for entry in registrations() if entry.ships]


def game_pages() -> list[str]:
    """The names of the games' pages."""
    return [f"tabletop-{entry.name}(6)" for entry in shipped()]


def main_page() -> list[str]:
    summary = "tabletop games in the terminal"
    page = head("tabletop", 1, summary)
    page += [
        *title("Synopsis"),
        f"\\fBtabletop\\fR [{escape('--color WHEN')}] [{escape('--ascii')}] [{escape('--debug')}] COMMAND ...",
    ]
    page += [*title("Description")]
    titles = join_words([load(entry.name).title for entry in shipped()])
    page += markdown(
        f"Play {titles} against bots, people at the same keyboard and outside engines. tabletop also runs scripted "
        "move files, checks whether a move is legal and says why not, referees games at a real table, and runs "
        "tournaments of bots. Without a command, it shows a menu of the games."
    )
    page += [*title("Games")]
    for entry in shipped():
        also = f" Also called {', '.join(entry.aliases)}." if entry.aliases else ""
        page += [".TP", f"\\fB{escape(entry.name)}\\fR", escape(entry.summary + also)]
    page += [*title("Options"), *parameters(root)]
    page += title("Commands")
    context = click.Context(root, info_name="tabletop")
    not_games = click.Group(commands={name: _command(context, name) for name in COMMANDS})
    page += commands(not_games, "tabletop")
    page += [*title("Exit status"), *markdown(EXIT_STATUS), *title("Environment"), *markdown(ENVIRONMENT)]
    page += [*title("Files"), *markdown(FILES), *title("Examples"), *verbatim(EXAMPLES["tabletop"])]
    page += [*title("Portability"), *markdown(PORTABILITY)]
    others = [f"tabletop-{name}(1)" for name in ("arena", "config", "engine", "study")]
    formats = [f"tabletop-{name}(5)" for name in ("models", "moves", "ugi")]
    return [*page, *title("See also"), references(*others, *formats, *game_pages())]


def _command(context: click.Context, name: str) -> click.Command:
    command = root.get_command(context, name)
    assert command is not None
    return command


def game_page(name: str) -> list[str]:
    game = load(name)
    summary = next(entry.summary for entry in registrations() if entry.name == name)
    page = head(f"tabletop-{name}", 6, summary.rstrip("."))
    page += [*title("Synopsis"), f"\\fBtabletop {name}\\fR COMMAND ..."]
    page += [*title("Description"), *_description(game)]
    page += [*_rules(game), *_forms(game)]
    if game.options:
        page += title("Game options")
        page += [".PP", escape("Set them with --option NAME=VALUE, or in the header Options of a move file.")]
        for option in game.options:
            values = "|".join(map(str, option.choices)) or ("on|off" if isinstance(option.default, bool) else "VALUE")
            default = "off" if option.default is False else "on" if option.default is True else option.default
            rule = f" Rule {option.rule}." if option.rule else ""
            page += [".TP", f"\\fB{escape(f'{option.name}={values}')}\\fR"]
            page.append(inline(f"{option.help}. Default: {default}.{rule}"))
    if game.models:
        page += title("Models")
        names = ", ".join(f"`{model}`" for model in game.models.names())
        page += markdown(f"{names}, or a TOML file. The default is `{game.models.default}`. See `tabletop-models`(5).")
    page += [*title("Commands"), *commands(game_group(name), f"tabletop {name}")]
    page += [*title("Examples"), *_examples(game)]
    page += [*title("Files"), *markdown(FILES), *title("Exit status"), *markdown(EXIT_STATUS)]
    return [*page, *title("See also"), references("tabletop(1)", "tabletop-arena(1)", "tabletop-moves(5)")]


def _description(game: AnyGame) -> list[str]:
    fewest, most = game.players
    players = counted(most, "player") if fewest == most else f"{fewest} to {most} players"
    texts = [paragraph.text for paragraph in parse_rules(_introduction(game)) if not paragraph.number]
    return [line for text in [*texts, f"A game for {players}."] for line in markdown(text)]


def _rules(game: AnyGame) -> list[str]:
    """The rules before the first section of rules.md, and all sections."""
    introduction = _introduction(game)
    rules = [paragraph for paragraph in parse_rules(introduction) if paragraph.number]
    page = title("Rules") if rules else []
    for rule in rules:
        page += _item(f"**{rule.number}** {rule.text}")
    sections = game.rules.removeprefix(introduction)
    return [*page, *markdown(re.sub(r"^## ", "# ", sections, flags=re.MULTILINE))]


def _introduction(game: AnyGame) -> str:
    """The part of rules.md before its first section."""
    return re.split(r"^(?=## )", game.rules, maxsplit=1, flags=re.MULTILINE)[0]


def _forms(game: AnyGame) -> list[str]:
    page = title("How to write moves")
    kinds = {
        "long": "What people type",
        "compact": "Compact, for engines and files",
        "outcome": "Outcomes, after -> or =>",
    }
    for kind, words in kinds.items():
        forms = [form for form in game.grammar.forms if form.kind == kind]
        if forms:
            page += title(words, 2)
        for form in forms:
            page += [".TP", f"\\fB{escape(form.example)}\\fR", inline(form.meaning)]
    return page


def _examples(game: AnyGame) -> list[str]:
    setup = " --seed 7" if game.models else ""
    as_json = "" if game.models else " --json"
    match = new_match(game.name, seed=7 if game.models else None)
    move = game.format_move(next(iter(match.legal_turns(1))))
    lines = [
        f"tabletop {game.name} play",
        f"tabletop {game.name} show{setup}",
        f'tabletop {game.name} check "{move}"{setup}{as_json}',
    ]
    if f"{game.name}-rules" in [path.stem for path in example_paths()]:
        lines += [f"tabletop examples {game.name}-rules --copy", f"tabletop run {game.name}-rules.moves"]
    return verbatim(lines)


def moves_page() -> list[str]:
    page = head("tabletop-moves", 5, "move files and positions of tabletop")
    page += markdown((MAN / "moves.md").read_text("utf-8"))
    page += [*title("Examples"), *verbatim(EXAMPLES["moves"])]
    return [*page, *title("See also"), references("tabletop(1)", "tabletop-models(5)", "tabletop-arena(1)")]


def arena_page() -> list[str]:
    page = [*head("tabletop-arena", 1, "tournaments of bots and engines"), *title("Synopsis")]
    page += ["\\fBtabletop arena\\fR PLAN [OPTIONS]", ".br", "\\fBtabletop\\fR GAME \\fBmatch\\fR [OPTIONS]"]
    page += [*title("Description")]
    page += markdown(
        "`tabletop arena` plays the tournament that a plan describes, and prints standings with error bars. "
        "`tabletop GAME match` plays the same kind of games without a plan; its options are on the game's page."
    )
    page += [*title("Options"), *parameters(_command(click.Context(root, info_name="tabletop"), "arena"))]
    page += markdown((MAN / "arena.md").read_text("utf-8"))
    page += [*title("Examples"), *verbatim(EXAMPLES["arena"])]
    return [*page, *title("See also"), references("tabletop(1)", "tabletop-study(1)", "tabletop-ugi(5)")]


def study_page() -> list[str]:
    page = [*head("tabletop-study", 1, "let bots show how a game plays"), *title("Synopsis")]
    page += ["\\fBtabletop\\fR GAME \\fBstudy\\fR [OPTIONS]"]
    page += markdown((MAN / "study.md").read_text("utf-8"))
    group = game_group(shipped()[0].name)
    study = group.get_command(click.Context(group, info_name="tabletop"), "study")
    assert study is not None
    page += [*title("Options"), *parameters(study), *title("Examples"), *verbatim(EXAMPLES["study"])]
    return [*page, *title("See also"), references("tabletop(1)", "tabletop-arena(1)")]


def group_page(name: str, summary: str, description: str, *see_also: str) -> list[str]:
    """The page of a group of commands."""
    group = _command(click.Context(root, info_name="tabletop"), name)
    assert isinstance(group, click.Group)
    page = [*head(f"tabletop-{name}", 1, summary), *title("Synopsis"), f"\\fBtabletop {name}\\fR COMMAND ..."]
    page += [*title("Description"), *markdown(description), *title("Commands"), *commands(group, f"tabletop {name}")]
    page += [*title("Examples"), *verbatim(EXAMPLES[name])]
    return [*page, *title("See also"), references("tabletop(1)", *see_also)]


def config_page() -> list[str]:
    description = [
        "Settings are the defaults of the commands. A key applies to all games; with a game's name in front, as in",
        "`zickzack.level`, only to that game. The keys:",
        "",
    ]
    for key, setting in KEYS.items():
        choices = f" One of: {join_choices(setting.choices)}." if setting.choices else ""
        description.append(f"- `{key}` ({setting.kind}): {setting.help}{choices}")
    return group_page("config", "your settings", "\n".join(description))


def engine_page() -> list[str]:
    description = "Test engines that speak the Universal Game Interface, which `tabletop-ugi`(5) describes."
    return group_page("engine", "test an engine", description, "tabletop-ugi(5)", "tabletop-arena(1)")


def models_page() -> list[str]:
    page = head("tabletop-models", 5, "dexterity models of tabletop")
    page += markdown((MAN / "models.md").read_text("utf-8"))
    games = [game for game in (load(entry.name) for entry in shipped()) if game.models]
    for game in games:
        assert game.models is not None
        page += title(f"Keys of {game.title}")
        page += markdown(f"The values are those of the default, `{game.models.default}`.")
        page += _model_keys(game.models)
    page += [*title("Examples"), *verbatim(EXAMPLES["models"])]
    names = [f"tabletop-{game.name}(6)" for game in games]
    return [*page, *title("See also"), references("tabletop(1)", "tabletop-moves(5)", *names)]


def ugi_page() -> list[str]:
    page = head("tabletop-ugi", 5, "the protocol between tabletop and engines")
    page += markdown((MAN / "ugi.md").read_text("utf-8"))
    return [
        *page,
        *title("See also"),
        references("tabletop(1)", "tabletop-engine(1)", "tabletop-moves(5)", *game_pages()),
    ]


def _model_keys(library: ModelLibrary) -> list[str]:
    default = library.load(library.default)
    page: list[str] = []
    for table, entries in library.schema.items():
        page += title(f"[{table}]", 2)
        for key, entry in entries.items():
            allowed = f" ({entry.allowed})" if entry.allowed else ""
            page += [".TP", f"\\fB{escape(f'{key} = {format_value(default[table][key])}')}\\fR"]
            page.append(inline(f"{entry.help[:1].upper()}{entry.help[1:]}{allowed}."))
    return page


def pages() -> dict[str, str]:
    """The text of all pages, by file name."""
    lines_of = {
        "tabletop.1": main_page(),
        "tabletop-arena.1": arena_page(),
        "tabletop-config.1": config_page(),
        "tabletop-engine.1": engine_page(),
        "tabletop-study.1": study_page(),
        "tabletop-models.5": models_page(),
        "tabletop-moves.5": moves_page(),
        "tabletop-ugi.5": ugi_page(),
    }
    lines_of |= {f"tabletop-{entry.name}.6": game_page(entry.name) for entry in shipped()}
    return {name: page_text(lines) for name, lines in lines_of.items()}


def page_text(lines: list[str]) -> str:
    """The text of a page."""
    return "\n".join(['.\\" Generated by tools/manual.py; do not edit.', *_tidy(lines)]) + "\n"


def _tidy(lines: list[str]) -> list[str]:
    """The lines without paragraph marks right after a heading, which begins a paragraph itself."""
    after_heading = [False, *(line.startswith((".SH", ".SS")) for line in lines)]
    return [line for line, headed in zip(lines, after_heading, strict=False) if not (headed and line == ".PP")]


def examples() -> Iterator[tuple[str, str]]:
    """The commands in the examples of all pages, each with the file name of its page.

    Those that need a cluster are left out.
    """
    for name, text in pages().items():
        is_example = False
        for line in text.splitlines():
            if line in (".nf", ".fi"):
                is_example = line == ".nf"
            elif is_example and line.startswith("tabletop ") and "\\-\\-scheduler" not in line:
                yield name, line.replace("\\-", "-").replace("\\e", "\\").replace("\\(aq", "'").replace("\\&", "")


def main() -> int:
    """Write the pages, or do what the option says."""
    if "--examples" in sys.argv:
        for name, command in examples():
            print(name, command)
        return 0
    stale = []
    for name, text in pages().items():
        path = MAN / name
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, "utf-8")
    print(f"{'out of date' if '--check' in sys.argv else 'written'}: {', '.join(stale) or 'none'}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
