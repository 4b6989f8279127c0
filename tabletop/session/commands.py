"""The commands of a session, in English and German; what each does is said once, here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from tabletop.describe import check_text
from tabletop.errors import IllegalMove, WrongUse
from tabletop.files import read_text
from tabletop.game import CHANCE, CommandCall
from tabletop.options import parse_seed
from tabletop.record import parse_records
from tabletop.replay import replayed
from tabletop.rulebook import find_rules, format_rules, parse_rules
from tabletop.seats import HUMAN, Seat
from tabletop.session.describe import scan, turn_line, where
from tabletop.session.history import account, format_ply, recent, runs
from tabletop.session.keys import KEY_BINDINGS
from tabletop.session.reply import Reply, news, page, refusal
from tabletop.session.seating import Seating, Series, parse_seating
from tabletop.suggest import tokens
from tabletop.text import whole_number

if TYPE_CHECKING:
    from tabletop.session.session import Session

MOST_MOVES_SHOWN = 400
MOST_MOVES_SEARCHED = 20_000


@dataclass(frozen=True)
class Command:
    """A command: its words (the first is canonical, German ones among the others), what it takes, what it does."""

    words: tuple[str, ...]
    takes: str
    help: str
    act: Callable[[Session, str], Reply]
    key: str = ""

    @property
    def name(self) -> str:
        return self.words[0]


@dataclass(frozen=True)
class Call:
    """A command with what stands behind it."""

    command: Command
    argument: str

    def run(self, session: Session) -> Reply:
        """Do it; raises TabletopError with what does not fit."""
        if self.argument and not self.command.takes:
            raise WrongUse(f"`{self.command.name}` takes nothing more")
        return self.command.act(session, self.argument)


def find_command(line: str) -> Call | None:
    """The command that a line says, or None."""
    word, _, argument = line.strip().partition(" ")
    for command in COMMANDS:
        if word.lower() in command.words:
            return Call(command, argument.strip())
    return None


def _help(session: Session, argument: str) -> Reply:
    game = session.game
    if argument:
        call = find_command(argument)
        if call is None:
            return refusal(f"There is no command `{argument}`; `help` lists them.")
        command = call.command
        others = ", ".join(command.words[1:])
        lines = [f"{command.name} {command.takes}".rstrip(), f"  {command.help}."]
        if others:
            lines.append(f"  Also: {others}.")
        return page(command.name, lines)

    def forms(wants_outcomes: bool) -> list[tuple[str, str]]:
        chosen = [form for form in game.grammar.forms if (form.kind == "outcome") == wants_outcomes]
        return [(("=> " if wants_outcomes else "") + form.example, form.meaning) for form in chosen]

    width = session.style.width
    lines = [f"{game.title}: how moves are written", *definitions(forms(False), width)]
    if session.waiting == "outcome":
        lines += ["", "What happened is stated so:", *definitions(forms(True), width)]
    rows = [(f"{command.name} {command.takes}".rstrip(), _summary(command)) for command in COMMANDS]
    lines += ["", "Commands (with a colon before it, a word is never taken for a move)", *definitions(rows, width)]
    lines += ["", "Keys", *definitions([(key.label, key.help) for key in KEY_BINDINGS if key.help], width)]
    return page("help", lines)


def _summary(command: Command) -> str:
    also = [*command.words[1:2], *([command.key] if command.key else [])]
    return command.help + (f" ({', '.join(also)})" if also else "")


def definitions(rows: list[tuple[str, str]], width: int) -> list[str]:
    """Terms on the left, what they mean on the right, folded to the width."""
    left = min(max(len(term) for term, _ in rows), width // 3)
    lines: list[str] = []
    for term, meaning in rows:
        folded = wrap(meaning, max(10, width - left - 4)) or [""]
        if len(term) > left:
            lines.append(f"  {term}")
            term = ""
        lines += [f"  {term if not n else '':<{left}}  {text}".rstrip() for n, text in enumerate(folded)]
    return lines


def _rules(session: Session, argument: str) -> Reply:
    game = session.game
    found = find_rules(game.rules, argument) if argument else parse_rules(game.rules)
    if not found:
        return refusal(f"The rules of {game.title} have no number and no word `{argument}`.")
    return page(f"rules {argument}".rstrip(), format_rules(found, session.style).split("\n"))


def _moves(session: Session, argument: str) -> Reply:
    match, form = session.match, session.game.format_move
    if match.result:
        return refusal("The game is over: there are no legal moves.")
    if match.to_move == CHANCE:
        return refusal("What happened is asked for, not a move; `help` shows how to say it.")
    wanted = set(tokens(argument))
    found: list[str] = []
    searched = 0
    for move in islice(match.state.legal_moves(), MOST_MOVES_SEARCHED):
        searched += 1
        text = form(move)
        if wanted <= set(tokens(text)) or wanted <= set(tokens(form(move, compact=True))):
            found.append(text)
            if len(found) > MOST_MOVES_SHOWN:
                break
    if not found:
        return refusal(f"No legal move names {argument}.")
    more = len(found) > MOST_MOVES_SHOWN or searched == MOST_MOVES_SEARCHED
    count = f"more than {len(found) - 1}" if more else str(len(found))
    about = f" with {argument}" if argument else ""
    title = f"{count} legal {'move' if count == '1' else 'moves'}{about}"
    return page(title, [f"{title}:", *columns(found[:MOST_MOVES_SHOWN], session.style.width)])


def columns(texts: list[str], width: int) -> list[str]:
    """The texts side by side, reading downwards, as many columns as fit."""
    widest = max(map(len, texts)) + 3
    across = max(1, (width + 2) // widest)
    down = -(-len(texts) // across)
    rows = (texts[row::down] for row in range(down))
    return ["  " + "".join(text.ljust(widest) for text in row).rstrip() for row in rows] if across > 1 else texts


def _why(session: Session, argument: str) -> Reply:
    match, error = session.match, session.last_refusal
    if not argument and error is None:
        if session.last_info is None:
            return refusal("Ask `why MOVE`: the rule that forbids it is shown.")
        player, info = session.last_info
        reason = info.explanation.rstrip(".") or "no reason given"
        return news(f"{match.player_name(player)}: {session.game.format_move(info.move)}: {reason}.")
    if argument:
        verdict, fault = check_text(match, argument)
        if fault is None:
            return news(f"`{verdict['move']}` is legal.")
        if not isinstance(fault, IllegalMove):
            return refusal(f"{fault}.")
        error = fault
    assert error is not None
    found = find_rules(session.game.rules, error.rule)
    lines = [f"{str(error)[:1].upper()}{str(error)[1:]}" + ("" if str(error).endswith("?") else ".")]
    if found and found[0].number:
        lines += ["", *format_rules(found[:1], session.style).split("\n")]
    return page(f"why: rule {error.rule}", lines)


def _odds(session: Session, argument: str) -> Reply:
    """The lines of the game's verb `odds`; with words, of one thing if the verb can, or the lines that name them."""
    game = session.game
    game_command = next((game_command for game_command in game.commands if game_command.name == "odds"), None)
    if game_command is None:
        return refusal(f"{game.title} has no chance in it, so there are no odds.")
    if session.waiting == "over":
        return refusal("The game is over: nothing is left to chance.")
    values = {parameter.name: parameter.default for parameter in game_command.parameters}
    if "of" in values and argument:
        values["of"], argument = argument, ""
    lines = list(game_command.run(CommandCall(game, session.match.setup, session.seen(), values, session.style)))
    wanted = set(tokens(argument))
    if wanted:
        lines = [line for line in lines if wanted <= set(tokens(line))]
    return page("odds", lines) if lines else refusal(f"The odds do not name {argument}.")


def _hint(session: Session, argument: str) -> Reply:
    session.advice_task()
    return Reply("news", ("Let me think ...",), wants_hint=True)


def _save(session: Session, argument: str) -> Reply:
    over, _, rest = argument.partition(" ")
    replaces = over.lower() in ("over", "über", "ueber") and bool(rest.strip())
    name = rest.strip() if replaces else argument
    if not name:
        return refusal("Say where: `save FILE`.")
    path = Path(name).expanduser()
    if not replaces and not session.saver.may_replace(path):
        return refusal(f"{path} exists; `save over {name}` replaces it.")
    session.saver.write(path)
    return news(f"Saved in {path}.")


def _load(session: Session, argument: str) -> Reply:
    name, _, last = argument.rpartition(" ")
    number = whole_number(last)
    if not name or number is None:
        name, number = argument, 1
    if not name:
        return refusal("Say which: `load FILE`.")
    path = str(Path(name).expanduser())
    records = list(parse_records(read_text(path), path, session.game.name))
    if not 1 <= number <= len(records):
        there = "is 1 game" if len(records) == 1 else f"are {len(records)} games"
        return refusal(f"There {there} in {name}; `load {name} 1` takes the first.")
    record = records[number - 1]
    match = replayed(record)
    if record.header("Seats"):
        seating, series = parse_seating(record, match.setup)
    elif match.setup.players == len(session.seating.seats) and match.game is session.game:
        seats = zip(match.setup.names, session.seating.seats, strict=True)
        all_seats = tuple(Seat(name, seat.spec) for name, seat in seats)
        seating, series = (
            Seating(all_seats, session.seating.seconds, session.seating.nodes, session.seating.sandbox),
            Series(),
        )
    else:
        seating, series = Seating(tuple(Seat(name, HUMAN) for name in match.setup.names)), Series()
    session.adopt(match, seating, series)
    several = f", game {number} of {len(records)}" if len(records) > 1 else ""
    return session.changed([f"Loaded {name}{several}. {turn_line(session)}"])


def _log(session: Session, argument: str) -> Reply:
    match = session.match
    lines = [f"{number:>3}. {account(match, run)}" for number, run in enumerate(runs(match), 1)]
    return page("log", lines) if lines else refusal("Nobody has moved yet.")


def _last(session: Session, argument: str) -> Reply:
    lines = [f"{account(session.match, run)}." for run in recent(session.match, session.viewer)]
    if not lines and session.match.plies:
        lines = [f"{format_ply(session.match, ply)}." for ply in session.match.plies[-1:]]
    return news(*lines) if lines else refusal("Nobody has moved yet.")


def _new(session: Session, argument: str) -> Reply:
    return session.new(parse_seed(argument) if argument else None)


def _show(session: Session, argument: str) -> Reply:
    if argument and argument not in ("board", "brett", *session.game.layouts):
        layouts = ", ".join(session.game.layouts)
        return refusal(f"`show` draws the board{f' ({layouts})' if layouts else ''}; there is no `{argument}`.")
    session.layout = argument if argument in session.game.layouts else ""
    return Reply("quiet", wants_board=True, title="board" if argument in ("board", "brett") else "")


def _score(session: Session, argument: str) -> Reply:
    return page("score", session.standing())


def _scan(session: Session, argument: str) -> Reply:
    return page(f"scan {argument}".rstrip(), scan(session, argument))


def _where(session: Session, argument: str) -> Reply:
    return news(*where(session, argument)) if argument else refusal("Say what you look for, such as `where T3`.")


def _quit(session: Session, argument: str) -> Reply:
    return Reply("quiet", leaves=True)


COMMANDS = (
    Command(("help", "hilfe", "?"), "[COMMAND]", "How moves are written, and these commands", _help, "F1"),
    Command(("hint", "tipp", "rat"), "", "What a strong bot would do, and why", _hint, "F2"),
    Command(("moves", "züge", "zuege"), "[e5 ...]", "The legal moves, or those that name something", _moves, "F3"),
    Command(("rules", "regeln", "regel", "rule"), "[NUMBER|WORD]", "The rules, with their numbers", _rules, "F4"),
    Command(("why", "warum"), "[MOVE]", "Why a move is illegal; alone: the last refusal, or a bot's reason", _why),
    Command(("odds", "chancen"), "[r7 ...]", "How likely things are, by what you can know", _odds, "F6"),
    Command(("undo", "zurück", "zurueck"), "", "Take your last decision back", lambda s, _: s.undo(), "F7"),
    Command(("redo", "vor"), "", "Play again what was taken back", lambda s, _: s.redo(), "F8"),
    Command(("show", "zeige", "zeig"), "[VIEW]", "The board", _show, "F5"),
    Command(("last", "zuletzt"), "", "What happened since your last turn", _last),
    Command(("log", "verlauf"), "", "All that happened", _log),
    Command(("score", "stand", "punkte"), "", "The points", _score),
    Command(("scan", "lies"), "[PLACE]", "The board, or a part of it, in sentences", _scan),
    Command(("where", "wo"), "PIECE", "Where a piece is", _where),
    Command(("save", "sichern", "speichern"), "FILE", "Write the game to a move file", _save),
    Command(("load", "laden"), "FILE [N]", "Go on with a game from a move file", _load),
    Command(("resign", "aufgeben"), "", "Give up", lambda s, _: s.resign()),
    Command(("again", "nochmal", "weiter"), "", "The next game at this table", lambda s, _: s.again()),
    Command(("new", "neu"), "[SEED]", "Another game from the start", _new),
    Command(("quit", "ende", "exit"), "", "Leave; the game is saved", _quit, "F10"),
)
