"""The commands of a session, in English and German.

    call = find_command("rules Z4")     # None if the line is not a command
    reply = call.run(session)

COMMANDS, at the end, lists them all with their help and their keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from tabletop.describe import check_text
from tabletop.errors import IllegalMove, WrongUse
from tabletop.files import read_text
from tabletop.game import CHANCE, AnyGame, CommandCall
from tabletop.options import parse_seed
from tabletop.record import parse_records
from tabletop.replay import nth_game, replayed
from tabletop.rulebook import find_rules, format_rules, parse_rules
from tabletop.seats import HUMAN, Seat
from tabletop.session.advice import ask_for_hint, ask_for_review, can_review
from tabletop.session.describe import scan, turn_line, where
from tabletop.session.history import format_ply, history_line, split_turns
from tabletop.session.keys import KEY_BINDINGS
from tabletop.session.reply import Reply, news, page, refusal
from tabletop.session.seating import Seating, Series, parse_seating
from tabletop.suggest import tokens
from tabletop.text import counted, join_choices, whole_number

if TYPE_CHECKING:
    from tabletop.session.session import Session

BOARD_WORDS = ("board", "brett")
"""What `help` takes besides commands."""
MOST_MOVES_SHOWN = 400
MOST_MOVES_SEARCHED = 20_000


@dataclass(frozen=True)
class Command:
    """A command.

    words: what it is called; the first is its name, the others are aliases, German ones among them.
    takes: its arguments, as `help` shows them; empty where it takes none.
    help: what it does, without a full stop.
    act: does it, given what follows the command.
    key: the function key that does it in the window, or empty.
    """

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
    """A command with its argument."""

    command: Command
    argument: str

    def run(self, session: Session) -> Reply:
        """Do it; raises TabletopError for an argument that does not fit."""
        if self.argument and not self.command.takes:
            raise WrongUse(f"`{self.command.name}` takes no argument")
        return self.command.act(session, self.argument)


def find_command(line: str) -> Call | None:
    """The command that a line calls, or None."""
    word, _, argument = line.strip().partition(" ")
    for command in COMMANDS:
        if word.lower() in command.words:
            return Call(command, argument.strip())
    return None


def nearest_command(game: AnyGame, line: str) -> str | None:
    """The command that a mistyped line probably means; None if its first word is nearer to a word of a move."""
    word, *rest = line.lower().split()
    if not word.isalpha():
        return None
    moves = {form.example.split()[0].lower() for form in game.grammar.forms}
    names = {name: command for command in COMMANDS for name in command.words if len(name) > 1}
    nearest = next(iter(get_close_matches(word, sorted(moves | names.keys()), 1, cutoff=0.7)), "")
    if nearest in moves or nearest not in names:
        return None
    return nearest if not rest or names[nearest].takes else None


def _flip(session: Session, argument: str) -> Reply:
    if not session.game.can_turn:
        return refusal(f"The board of {session.game.title} cannot be turned.")
    session.is_turned = not session.is_turned
    return Reply("quiet", wants_board=True)


def _help(session: Session, argument: str) -> Reply:
    game = session.game
    if argument.lower() in BOARD_WORDS and game.legend:
        return page("the board", definitions(list(game.legend), session.style.width))
    if argument:
        call = find_command(argument)
        if call is None:
            return refusal(f"There is no command `{argument}`; `help` lists them.")
        command = call.command
        aliases = ", ".join(command.words[1:])
        lines = [f"{command.name} {command.takes}".rstrip(), f"  {command.help}."]
        if aliases:
            lines.append(f"  Also: {aliases}.")
        return page(command.name, lines)

    def examples(of_outcomes: bool) -> list[tuple[str, str]]:
        forms = [form for form in game.grammar.forms if (form.kind == "outcome") == of_outcomes]
        return [(("=> " if of_outcomes else "") + form.example, form.meaning) for form in forms]

    width = session.style.width
    lines = [f"{game.title}: how moves are written", *definitions(examples(of_outcomes=False), width)]
    if session.phase == "outcome":
        lines += ["", "How to state what happened:", *definitions(examples(of_outcomes=True), width)]
    if game.legend:
        lines += ["", "How to read the board", *definitions(list(game.legend), width)]
    rows = [(f"{command.name} {command.takes}".rstrip(), _summary(command)) for command in COMMANDS]
    lines += ["", "Commands (put a colon in front of one that could also be a move)", *definitions(rows, width)]
    lines += ["", "Keys", *definitions([(key.label, key.help) for key in KEY_BINDINGS if key.help], width)]
    return page("help", lines)


def _summary(command: Command) -> str:
    notes = [*command.words[1:2], *([command.key] if command.key else [])]
    return command.help + (f" ({', '.join(notes)})" if notes else "")


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
    paragraphs = find_rules(game.rules, argument) if argument else parse_rules(game.rules)
    if not paragraphs:
        return refusal(f"The rules of {game.title} do not mention `{argument}`.")
    return page(f"rules {argument}".rstrip(), format_rules(paragraphs, session.style).split("\n"))


def _moves(session: Session, argument: str) -> Reply:
    match, form = session.match, session.game.format_move
    if match.result:
        return refusal("The game is over: there are no legal moves.")
    if match.to_move == CHANCE:
        return refusal("State what happened, not a move; `help` shows how.")
    words = set(tokens(argument))
    listed: list[str] = []
    searched = 0
    for move in islice(match.state.legal_moves(), MOST_MOVES_SEARCHED):
        searched += 1
        text = form(move)
        if words <= set(tokens(text)) or words <= set(tokens(form(move, compact=True))):
            listed.append(text)
            if len(listed) > MOST_MOVES_SHOWN:
                break
    if not listed:
        return refusal(f"No legal move mentions {argument}.")
    has_more = len(listed) > MOST_MOVES_SHOWN or searched == MOST_MOVES_SEARCHED
    if has_more:
        count = f"more than {counted(len(listed) - 1, 'legal move')}"
    else:
        count = counted(len(listed), "legal move")
    title = f"{count} with {argument}" if argument else count
    return page(title, [f"{title}:", *columns(listed[:MOST_MOVES_SHOWN], session.style.width)])


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
            return refusal("Type `why MOVE` to see which rule forbids a move.")
        player, info = session.last_info
        name, move, reason = match.player_name(player), session.game.format_move(info.move), info.explanation
        if info.value is not None and not info.is_exact:
            move = f"{move} ({info.score_words(info.value)})"
        if not reason:
            return news(f"{name}: {move}, without a reason.")
        return news(f"{name}: {move}: {reason.rstrip('.')}.")
    if argument:
        verdict, text_error = check_text(match, argument)
        if text_error is None:
            return news(f"`{verdict['move']}` is legal.")
        if not isinstance(text_error, IllegalMove):
            return refusal(f"{text_error}.")
        error = text_error
    assert error is not None
    paragraphs = find_rules(session.game.rules, error.rule)
    lines = [f"{str(error)[:1].upper()}{str(error)[1:]}" + ("" if str(error).endswith("?") else ".")]
    if paragraphs and paragraphs[0].number:
        lines += ["", *format_rules(paragraphs[:1], session.style).split("\n")]
    return page(f"why: rule {error.rule}", lines)


def _odds(session: Session, argument: str) -> Reply:
    """What the game's command `odds` says about the argument if it takes one, or else its lines that name it."""
    game, match = session.game, session.match
    game_command = next((command for command in game.commands if command.name == "odds"), None)
    if game_command is None:
        return refusal(f"{game.title} involves no chance, so there are no odds.")
    if session.phase == "over":
        return refusal("The game is over: nothing is left to chance.")
    values = {parameter.name: parameter.default for parameter in game_command.parameters}
    if "of" in values and argument:
        values["of"], argument = argument, ""
    call = CommandCall(game, match.setup, session.visible_state(), values, session.style)
    words = set(tokens(argument))
    lines = [line for line in game_command.run(call) if words <= set(tokens(line))]
    return page("odds", lines) if lines else refusal(f"The odds do not mention {argument}.")


def _hint(session: Session, argument: str) -> Reply:
    return ask_for_review(session, "") if session.phase == "over" and can_review(session) else ask_for_hint(session)


def _save(session: Session, argument: str) -> Reply:
    first, _, rest = argument.partition(" ")
    replaces = first.lower() in ("over", "über", "ueber") and bool(rest.strip())
    name = rest.strip() if replaces else argument
    if not name:
        return refusal("Name a file: `save FILE`.")
    path = Path(name).expanduser()
    if not replaces and not session.saver.may_replace(path):
        return refusal(f"{path} already exists; `save over {name}` replaces it.")
    session.saver.write(path)
    return news(f"Saved in {path}.")


def _load(session: Session, argument: str) -> Reply:
    name, _, last = argument.rpartition(" ")
    number = whole_number(last)
    if not name or number is None:
        name, number = argument, 1
    if not name:
        return refusal("Name a file: `load FILE`.")
    path = str(Path(name).expanduser())
    record, count = nth_game(parse_records(read_text(path), path, session.game.name), number)
    if record is None:
        return refusal(f"{name} has only {counted(count, 'game')}; `load {name} 1` loads the first.")
    match = replayed(record)
    if record.header("Seats"):
        seating, series = parse_seating(record, match.setup)
    elif match.setup.players == len(session.seating.seats) and match.game is session.game:
        pairs = zip(match.setup.names, session.seating.seats, strict=True)
        seats = tuple(Seat(player, seat.spec) for player, seat in pairs)
        seating, series = replace(session.seating, seats=seats), Series()
    else:
        seating, series = Seating(tuple(Seat(player, HUMAN) for player in match.setup.names)), Series()
    loaded = f"Loaded {name}, game {number} of {count}." if count > 1 else f"Loaded {name}."

    def go_on(seating: Seating) -> Reply:
        session.replace_game(match, seating, series)
        return session.save_and_reply([f"{loaded} {turn_line(session)}"])

    return session.with_consent(seating, name, go_on)


def _log(session: Session, argument: str) -> Reply:
    match = session.match
    lines = [f"{number:>3}. {history_line(match, turn)}" for number, turn in enumerate(split_turns(match), 1)]
    return page("log", lines) if lines else refusal("Nobody has moved yet.")


def _last(session: Session, argument: str) -> Reply:
    lines = [f"{line}." for _, line in session.history()]
    if not lines and session.match.plies:
        lines = [f"{format_ply(session.match, ply)}." for ply in session.match.plies[-1:]]
    return news(*lines) if lines else refusal("Nobody has moved yet.")


def _new(session: Session, argument: str) -> Reply:
    return session.new(parse_seed(argument) if argument else None)


def _show(session: Session, argument: str) -> Reply:
    if argument and argument not in ("board", "brett", *session.game.layouts):
        if not session.game.layouts:
            return refusal(f"There is no view `{argument}`; `show` draws the board.")
        return refusal(f"There is no view `{argument}`; choose {join_choices(session.game.layouts)}.")
    session.layout = argument if argument in session.game.layouts else ""
    return Reply("quiet", wants_board=True, title="board" if argument in ("board", "brett") else "")


def _score(session: Session, argument: str) -> Reply:
    return page("score", session.score_lines())


def _scan(session: Session, argument: str) -> Reply:
    return page(f"scan {argument}".rstrip(), scan(session, argument))


def _where(session: Session, argument: str) -> Reply:
    return news(*where(session, argument)) if argument else refusal("Say what to look for, such as `where T3`.")


def _quit(session: Session, argument: str) -> Reply:
    return Reply("quiet", quits=True)


COMMANDS = (
    Command(("help", "hilfe", "?"), "[COMMAND|board]", "How to write moves and read the board; commands", _help, "F1"),
    Command(("hint", "tipp", "rat"), "", "What a strong bot would do, and why", _hint, "F2"),
    Command(
        ("review", "rückblick", "rueckblick"),
        "[N|NAME]",
        "How the chances to win went; a blunder by its number, with what was better",
        ask_for_review,
    ),
    Command(
        ("moves", "züge", "zuege"), "[e5 ...]", "The legal moves, or only those that mention something", _moves, "F3"
    ),
    Command(("rules", "regeln", "regel", "rule"), "[NUMBER|WORD]", "The rules, with their numbers", _rules),
    Command(
        ("why", "warum"), "[MOVE]", "Why a move is illegal; without a move, the last refusal or a bot's reason", _why
    ),
    Command(("odds", "chancen"), "[r7 ...]", "The odds, as far as you can know them", _odds, "F6"),
    Command(("undo", "zurück", "zurueck"), "", "Take back your last decision", lambda s, _: s.undo(), "F7"),
    Command(("redo", "vor"), "", "Redo what you took back", lambda s, _: s.redo(), "F8"),
    Command(("show", "zeige", "zeig"), "[VIEW]", "The board", _show, "F5"),
    Command(("flip", "drehe", "drehen"), "", "Turn the board around", _flip),
    Command(("last", "zuletzt"), "", "What has happened since your last turn", _last),
    Command(("log", "verlauf"), "", "Everything that has happened", _log),
    Command(("score", "stand", "punkte"), "", "The points", _score),
    Command(("scan", "lies"), "[PLACE]", "The board, or a part of it, in sentences", _scan),
    Command(("where", "wo"), "PIECE|PLACE", "Where a piece is, or what is at a place", _where),
    Command(("save", "sichern", "speichern"), "FILE", "Write the game to a move file", _save),
    Command(("load", "laden"), "FILE [N]", "Continue a game from a move file", _load),
    Command(("resign", "aufgeben"), "", "Give up", lambda s, _: s.resign()),
    Command(("again", "nochmal", "weiter"), "", "Play the next game with the same players", lambda s, _: s.again()),
    Command(("new", "neu"), "[SEED]", "Start a new game", _new),
    Command(("seed", "startwert"), "", "The seed, which is otherwise hidden", lambda s, _: news(s.seed_line())),
    Command(("quit", "ende", "exit"), "", "Quit; your game is saved", _quit, "F10"),
)
