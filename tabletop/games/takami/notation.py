"""The notation of Takami: `format_move` writes moves and outcomes, GRAMMAR reads them.

Long forms take English and German words (`pull B4`, `ziehe B4`), compact forms are one word (`B4@9.2`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from tabletop.errors import IllegalMove
from tabletop.game import CHANCE
from tabletop.games.takami.heap import PLACES, Place
from tabletop.games.takami.legality import check_may_pull, check_may_take_prize
from tabletop.games.takami.moves import (
    ATTEMPT_WORDS,
    FEELS,
    AttemptOutcome,
    Deal,
    Done,
    Feel,
    Keep,
    Lay,
    Move,
    Outcome,
    PlayerMove,
    Prize,
    Probe,
    ProbeOutcome,
    Pull,
    Raise,
    Taboo,
)
from tabletop.games.takami.rules import TakamiState
from tabletop.grammar import Context, Either, Form, Grammar, Maybe, Part, Seq, Sign, Slot, Some, Word

FEEL_WORDS: dict[Feel, tuple[str, ...]] = {
    "loose": ("loose", "locker", "lose"),
    "light": ("light", "leicht"),
    "firm": ("firm", "fest"),
    "tight": ("tight", "stramm", "klemmt"),
}


# Writing


def format_move(move: Move, compact: bool = False) -> str:
    """The move in long or compact form; an outcome without its arrow."""
    if isinstance(move, Outcome):
        return _format_outcome(move)
    return _format_compact(move) if compact else _format_long(move)


def _format_long(move: PlayerMove) -> str:
    match move:
        case Lay(place):
            return f"lay {place}" if place else "lay"
        case Raise(stick, place, under):
            return f"raise {stick}{_format_under(under)}" + (f" to {place}" if place else "")
        case Pull(stick, under) | Prize(stick, under):
            return f"{type(move).__name__.lower()} {stick}{_format_under(under)}"
        case Probe(stick):
            return f"probe {stick}"
        case Keep() | Done() | Taboo():
            return type(move).__name__.lower()


def _format_under(under: int | None) -> str:
    return "" if under is None else f" under {under}"


def _format_compact(move: PlayerMove) -> str:
    match move:
        case Pull() | Prize() | Raise() if move.under is not None:
            return _format_long(move)
        case Probe(stick):
            return f"?{stick}"
        case Pull(stick):
            return stick
        case Prize(stick):
            return f"${stick}"
        case Lay(place):
            return f"@{place or ''}"
        case Raise(stick, place):
            return f"{stick}@{place or ''}"
        case Done():
            return "."
        case Keep() | Taboo():
            return type(move).__name__.lower()


def _format_outcome(outcome: Outcome) -> str:
    match outcome:
        case ProbeOutcome(feel):
            return f"sits {feel}"
        case Deal(sticks):
            layers = groupby(zip(sticks, PLACES, strict=False), lambda pair: pair[1].layer)
            return "deal " + " / ".join(" ".join(stick for stick, _ in layer) for _, layer in layers)
        case AttemptOutcome(word, fallen, slides):
            words = [word, *fallen, *(["slides"] if slides else []), *(f"{stick}:{place}" for stick, place in slides)]
            return " ".join(words)


# Reading


def _read_place(text: str) -> Place:
    layer, slot = text.split(".")
    return Place(int(layer), int(slot))


def _read_slide(text: str) -> tuple[str, Place]:
    stick, place = text.split(":")
    return stick.strip().upper(), _read_place(place.strip())


def _is_legal(kind: type) -> Callable[[Context[TakamiState]], bool]:
    """Whether a move of that kind is legal now, so that completion may offer its word."""
    return lambda context: any(isinstance(move, kind) for move in context.state.legal_moves())


def _legal_sticks(*kinds: type) -> Callable[[Context[TakamiState]], Iterable[str]]:
    """The sticks that a move of one of these kinds may name now, for completion."""

    def offer(context: Context[TakamiState]) -> Iterable[str]:
        moves = [move for move in context.state.legal_moves() if isinstance(move, kinds)]
        return [move.stick for move in moves if isinstance(move, Probe | Pull | Prize)]

    return offer


def _legal_places(context: Context[TakamiState]) -> Iterable[str]:
    """The places for the stick in hand, or for the one that the line raises, for completion."""
    state = context.state
    stick = context.captures.get("stick")
    if stick and state.phase == "raise" and stick in state.heap:
        state = state.after_pull(stick)
    return [str(place) for place in state.legal_places() if place] if state.phase == "lay" else []


def _stick(*kinds: type) -> Slot:
    """A slot for a stick; completion offers those that a move of one of these kinds may name."""
    return Slot("stick", r"[a-z]\d{1,2}", "a stick such as B4", str.upper, _legal_sticks(*kinds))


_PLACE = Slot("place", r"\d{1,2}\.\d{1,2}", "a place such as 9.2", _read_place, _legal_places)
_DEALT = Slot("stick", r"[a-z]\d{1,2}", "a stick such as B4", str.upper)
_FALLEN = Slot("stick", r"[a-z]\d{1,2}(?![:\d])", "a stick such as B4", str.upper)
_SLIDE = Slot("slide", r"[a-z]\d{1,2}:\d{1,2}\.\d{1,2}", "a stick and a place such as R3:7.2", _read_slide)

_UNDER = Maybe(
    Seq(
        Word(("under", "unter"), when=lambda context: context.state.config.is_refereed),
        Slot("under", r"\d{1,2}", "the number of sticks that rested on it", int),
    )
)

PROBE = ("probe", "try", "probiere", "teste")
PULL = ("pull", "ziehe", "zieh")
LAY = ("lay", "put", "lege", "leg")
ON = ("on", "auf")
TO = ("to", "on", "auf", "nach")
RAISE = ("raise", "erhöhe", "erhoehe", "hebe", "setze")
KEEP = ("keep", "behalte", "behalten")
PRIZE = ("prize", "gewinn", "gewinne", "nimm")
DONE = ("done", "fertig", "ende")
TABOO = ("taboo", "tabu")


def _named_or_probed(context: Context[TakamiState], check_phase: Callable[[TakamiState, str], None]) -> str:
    """The stick that the line names, or else the probed one.

    Without either, `check_phase` may raise a better error: that this move is not possible now.
    """
    state = context.state
    stick: str = context.captures.get("stick", "") or state.probed
    if not stick:
        if state.to_move != CHANCE:
            check_phase(state, "")
        raise IllegalMove("K4", "no stick was probed; name the stick you mean")
    return stick


def _build_attempt(context: Context[TakamiState]) -> AttemptOutcome:
    word = next(word for word in ATTEMPT_WORDS if word in context.captures)
    return AttemptOutcome(word, tuple(context.captures.all("stick")), tuple(context.captures.all("slide")))


def _build_probe(context: Context[TakamiState]) -> ProbeOutcome:
    return ProbeOutcome(next(feel for feel in FEELS if feel in context.captures))


def _always(move: PlayerMove) -> Callable[[Context[TakamiState]], PlayerMove]:
    return lambda context: move


def _attempt_form(example: str, meaning: str, *what: Part) -> Form:
    """An outcome form of an attempt, with slides if any."""
    slides = Seq(Word(("slides", "slide", "rutscht", "rutschen")), Some(_SLIDE, Maybe(Sign(","))))
    return Form(example, meaning, Seq(*what, Maybe(slides)), _build_attempt, "outcome")


GRAMMAR = Grammar(
    Form(
        "probe B4",
        "test how a stick sits",
        Seq(Word(PROBE, when=_is_legal(Probe)), _stick(Probe)),
        lambda context: Probe(context.captures.get("stick")),
    ),
    Form(
        "pull B4",
        "take a stick out to raise it; `pull` alone takes the probed one",
        Seq(Word(PULL, when=_is_legal(Pull)), Maybe(_stick(Pull)), _UNDER),
        lambda context: Pull(_named_or_probed(context, check_may_pull), context.captures.get("under")),
    ),
    Form(
        "raise B4 to 9.2",
        "pull and lay in one line",
        Seq(Word(RAISE, when=_is_legal(Pull)), _stick(Pull), _UNDER, Maybe(Seq(Word(TO), _PLACE))),
        lambda context: Raise(*map(context.captures.get, ("stick", "place", "under"))),
    ),
    Form(
        "lay 9.2",
        "lay the stick in hand on a place (`lay on 9.2` works too)",
        Seq(Word(LAY, when=_is_legal(Lay)), Maybe(Seq(Maybe(Word(ON)), _PLACE))),
        lambda context: Lay(context.captures.get("place")),
    ),
    Form(
        "keep",
        "take the stick in hand as a minus stick",
        Word(KEEP, when=_is_legal(Keep)),
        _always(Keep()),
    ),
    Form(
        "prize G3",
        "take a stick out as a prize; `prize` alone takes the probed one",
        Seq(Word(PRIZE, when=_is_legal(Prize)), Maybe(_stick(Prize)), _UNDER),
        lambda context: Prize(_named_or_probed(context, check_may_take_prize), context.captures.get("under")),
    ),
    Form("done", "end the turn without a prize", Word(DONE, when=_is_legal(Done)), _always(Done())),
    Form("taboo", "take the taboo stick as a minus stick", Word(TABOO, when=_is_legal(Taboo)), _always(Taboo())),
    Form("?B4", "probe", Seq(Sign("?"), _stick()), lambda context: Probe(context.captures.get("stick")), "compact"),
    Form(
        "B4@9.2",
        "raise",
        Seq(_stick(), Sign("@"), Maybe(_PLACE)),
        lambda context: Raise(context.captures.get("stick"), context.captures.get("place")),
        "compact",
    ),
    Form("B4", "pull", _stick(), lambda context: Pull(context.captures.get("stick")), "compact"),
    Form(
        "!",
        "pull the probed stick",
        Sign("!"),
        lambda context: Pull(_named_or_probed(context, check_may_pull)),
        "compact",
    ),
    Form("@9.2", "lay", Seq(Sign("@"), Maybe(_PLACE)), lambda context: Lay(context.captures.get("place")), "compact"),
    Form(
        "$G3",
        "prize; `$` alone takes the probed one",
        Seq(Sign("$"), Maybe(_stick())),
        lambda context: Prize(_named_or_probed(context, check_may_take_prize)),
        "compact",
    ),
    Form(".", "done", Sign("."), _always(Done()), "compact"),
    Form(
        "sits firm",
        "after a probe: loose, light, firm or tight",
        Seq(Word(("sits", "sitzt")), Either(*(Word(words, catch=feel) for feel, words in FEEL_WORDS.items()))),
        _build_probe,
        "outcome",
    ),
    _attempt_form(
        "clean slides R3:7.2",
        "after pull, prize and taboo: nothing fell; slides, if any, in the order they happened",
        Word(("clean", "sauber"), catch="clean"),
    ),
    _attempt_form("holds", "after lay: nothing fell", Word(("holds", "hält", "haelt"), catch="holds")),
    _attempt_form(
        "falls B2 G4 slides R3:7.2",
        "after any step, a probe too: which sticks fell",
        Word(("falls", "fall", "fell", "fällt", "faellt", "fallen"), catch="falls"),
        Some(_FALLEN, Maybe(Sign(","))),
    ),
    Form(
        "deal G9 / B9 Y9 / ...",
        "the set-up: all 36 sticks from the bottom up, each layer from left to right",
        Seq(Word(("deal", "verteilt")), Some(_DEALT, Maybe(Either(Sign("/"), Sign(","))))),
        lambda context: Deal(tuple(context.captures.all("stick"))),
        "outcome",
    ),
)
