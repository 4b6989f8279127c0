"""The notation of Scheiben Mikado: `touch r7`, `pull r7`, `waive`, and the outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from tabletop.errors import UnreadableMove
from tabletop.games.mikado.discs import NAMES, list_discs
from tabletop.games.mikado.legality import named_disc, touched_disc
from tabletop.games.mikado.moves import FEELS, Feels, Move, Moved, Pull, Touch, Tray, Waive
from tabletop.games.mikado.rules import MikadoState
from tabletop.games.mikado.trays import Places, format_layout, format_places, parse_layout, parse_places
from tabletop.grammar import Context, Form, Grammar, Maybe, Seq, Sign, Slot, Some, Word

GERMAN_FEELS = {"lose": "loose", "locker": "loose", "leicht": "light", "fest": "firm", "stramm": "tight"}


def format_move(move: Move, compact: bool = False) -> str:
    """A move or an outcome (without its arrow) as the grammar reads it."""
    match move:
        case Touch():
            return f"?{NAMES[move.disc]}" if compact else f"touch {NAMES[move.disc]}"
        case Pull():
            return NAMES[move.disc] if compact else f"pull {NAMES[move.disc]}"
        case Waive():
            return "-" if compact else "waive"
        case Tray():
            return f"tray {format_layout(move.layout)}"
        case Feels():
            return f"feels {move.word}"
        case Moved():
            popped = f" popped {list_discs(move.popped)}" if move.popped else ""
            places = f" places {format_places(move.places)}" if move.places else ""
            return f"moved {_format_length(move.length)}{popped}{places}"


def format_outcome(move: Move) -> str:
    """An outcome for people: the board shows where the discs are now."""
    match move:
        case Moved():
            return format_move(replace(move, places=None))
        case Tray():
            return "a new tray"
        case _:
            return format_move(move)


def _offer_discs(kind: type[Touch] | type[Pull], context: Context[MikadoState]) -> Iterable[str]:
    return (NAMES[move.disc] for move in context.state.legal_moves() if isinstance(move, kind))


def _is_legal(kind: type[Move], context: Context[MikadoState]) -> bool:
    return any(isinstance(move, kind) for move in context.state.legal_moves())


def _disc_slot(offer: Callable[[Context[MikadoState]], Iterable[str]] = lambda context: ()) -> Slot:
    return Slot("disc", r"@[a-z]+[0-9]+|[a-z]+[0-9]+", "a disc such as r7 or @B3", offer=offer)


def _format_length(length: float) -> str:
    """A length without an exponent and with at least one decimal."""
    whole, _, part = f"{length:.9f}".partition(".")
    return f"{whole}.{part.rstrip('0') or '0'}"


def _read_length(text: str) -> float:
    return float(text.replace(",", "."))


def _read_feel(text: str) -> str:
    return GERMAN_FEELS.get(text.lower(), text.lower())


TOUCH = Word(("touch", "berühre", "beruehre", "fasse", "prüfe", "pruefe"), when=partial(_is_legal, Touch))
PULL = Word(("pull", "ziehe", "zieh"), when=partial(_is_legal, Pull))
WAIVE = Word(("waive", "pass", "verzichte", "ich verzichte"), when=partial(_is_legal, Waive))
GERMAN_END = Sign("an")
"""For `fasse r7 an`; a sign, so that completion does not offer it."""
TOUCHED_DISC = _disc_slot(partial(_offer_discs, Touch))
PULLED_DISC = _disc_slot(partial(_offer_discs, Pull))
ANY_DISC = _disc_slot()
FEEL = Slot("word", "|".join((*FEELS, *GERMAN_FEELS)), "`loose`, `light`, `firm` or `tight`", _read_feel)
_LENGTH = r"[0-9]{1,4}(?:[.,][0-9]{1,9})?|[.,][0-9]{1,9}"
LENGTH = Slot("length", _LENGTH, "a length in divisions such as 0.4", _read_length)
PLACES = Slot("places", r"\S.*", "places in mm: `slider 92.30 r1 13.20,11.40 ...`")
LAYOUT = Slot("tray", r"\S.*", "a tray: `slider 94.62 r1 13.20,12.00 ...`")


def _build_touch(context: Context[MikadoState]) -> Move:
    return Touch(named_disc(context.state, context.captures.items[0].text))


def _build_pull(context: Context[MikadoState]) -> Move:
    if context.captures.items:
        return Pull(named_disc(context.state, context.captures.items[0].text))
    return Pull(touched_disc(context.state))


def _build_waive(context: Context[MikadoState]) -> Move:
    return Waive()


def _build_feels(context: Context[MikadoState]) -> Move:
    return Feels(context.captures.get("word"))


def _build_moved(context: Context[MikadoState]) -> Move:
    popped = sorted(named_disc(context.state, item.text) for item in context.captures.items if item.name == "disc")
    return Moved(context.captures.get("length"), tuple(popped), _read_places(context))


def _read_places(context: Context[MikadoState]) -> Places | None:
    caught = next((item for item in context.captures.items if item.name == "places"), None)
    if caught is None:
        return None
    try:
        return parse_places(caught.text)
    except ValueError as error:
        raise UnreadableMove(context.text, caught.column, str(error)) from error


def _build_tray(context: Context[MikadoState]) -> Move:
    caught = context.captures.items[0]
    try:
        return Tray(parse_layout(caught.text))
    except ValueError as error:
        raise UnreadableMove(context.text, caught.column, str(error)) from error


GRAMMAR = Grammar(
    Form("touch r7", "touch a disc to feel how it sits", Seq(TOUCH, TOUCHED_DISC, Maybe(GERMAN_END)), _build_touch),
    Form("pull r7", "pull a disc out; `pull` alone pulls the touched one", Seq(PULL, Maybe(PULLED_DISC)), _build_pull),
    Form("waive", "end the turn without a pull", WAIVE, _build_waive),
    Form("?r7", "touch", Seq(Sign("?"), ANY_DISC), _build_touch, "compact"),
    Form("r7", "pull", ANY_DISC, _build_pull, "compact"),
    Form("!", "pull the touched disc", Sign("!"), _build_pull, "compact"),
    Form("-", "waive", Sign("-"), _build_waive, "compact"),
    Form(
        "feels light",
        "after a touch: loose, light, firm or tight",
        Seq(Word(("feels", "sitzt")), FEEL),
        _build_feels,
        "outcome",
    ),
    Form(
        "moved 0.4 popped y3 y9 places slider 92.30 r1 13.20,11.40",
        "after a pull or touch: divisions that the slider moved, discs that sprang out or stand on edge, new places",
        Seq(
            Word(("moved", "bewegt")),
            LENGTH,
            Maybe(Seq(Word(("popped", "gesprungen")), Some(ANY_DISC, Maybe(Sign(","))))),
            Maybe(Seq(Word(("places", "plätze", "plaetze")), PLACES)),
        ),
        _build_moved,
        "outcome",
    ),
    Form("tray slider 94.62 r1 13.20,12.00 ...", "the set-up", Seq(Word(("tray",)), LAYOUT), _build_tray, "outcome"),
)
