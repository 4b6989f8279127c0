"""How Takami is written: the words of both languages, the short forms, and what outcomes look like."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from tabletop.errors import IllegalMove
from tabletop.game import CHANCE
from tabletop.games.takami.heap import PLACES, Place
from tabletop.games.takami.legality import check_may_pull, check_may_take_prize
from tabletop.games.takami.moves import (
    FEELS,
    RESULTS,
    ChanceMove,
    Deal,
    Done,
    Fall,
    Feel,
    Keep,
    Lay,
    PlayerMove,
    Prize,
    Probe,
    Pull,
    Raise,
    Sits,
    Taboo,
)
from tabletop.games.takami.rules import Move, TakamiState
from tabletop.grammar import Context, Either, Form, Grammar, Maybe, Part, Seq, Sign, Slot, Some, Word

FEEL_WORDS: dict[Feel, tuple[str, ...]] = {
    "loose": ("loose", "locker", "lose"),
    "light": ("light", "leicht"),
    "firm": ("firm", "fest"),
    "tight": ("tight", "stramm", "klemmt"),
}


# Writing


def format_move(move: Move, compact: bool = False) -> str:
    """The move in long or compact form, an outcome without its arrow; the grammar reads both."""
    if isinstance(move, ChanceMove):
        return _format_outcome(move)
    return _format_compact(move) if compact else _format_long(move)


def _format_long(move: PlayerMove) -> str:
    match move:
        case Lay(place):
            return f"lay {place}" if place else "lay"
        case Raise(stick, place):
            return f"raise {stick} to {place}" if place else f"raise {stick}"
        case Probe(stick) | Pull(stick) | Prize(stick):
            return f"{type(move).__name__.lower()} {stick}"
        case Keep() | Done() | Taboo():
            return type(move).__name__.lower()


def _format_compact(move: PlayerMove) -> str:
    match move:
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


def _format_outcome(outcome: ChanceMove) -> str:
    match outcome:
        case Sits(how):
            return f"sits {how}"
        case Deal(sticks):
            placed = groupby(zip(sticks, PLACES, strict=False), lambda pair: pair[1].layer)
            return "deal " + " / ".join(" ".join(stick for stick, _ in layer) for _, layer in placed)
        case Fall(word, fallen, slides):
            words = [word, *fallen, *(["slides"] if slides else []), *(f"{stick}:{place}" for stick, place in slides)]
            return " ".join(words)


# Reading


def _read_place(text: str) -> Place:
    layer, slot = text.split(".")
    return Place(int(layer), int(slot))


def _read_slide(text: str) -> tuple[str, Place]:
    stick, place = text.split(":")
    return stick.strip().upper(), _read_place(place.strip())


def _listed(kind: type) -> Callable[[Context[TakamiState]], bool]:
    """Whether a move of that kind is legal now: then completion may offer its word."""
    return lambda context: any(isinstance(move, kind) for move in context.state.legal_moves())


def _sticks_to(*kinds: type) -> Callable[[Context[TakamiState]], Iterable[str]]:
    """The sticks that a move of one of these kinds may name now."""

    def offer(context: Context[TakamiState]) -> Iterable[str]:
        moves = [move for move in context.state.legal_moves() if isinstance(move, kinds)]
        return [move.stick for move in moves if isinstance(move, Probe | Pull | Prize)]

    return offer


def _offer_places(context: Context[TakamiState]) -> Iterable[str]:
    """The places for the stick in hand, or for the one that the line wants to raise."""
    state = context.state
    stick = context.got.get("stick")
    if stick and state.stage == "raise" and stick in state.heap:
        state = state.after_pull(stick)
    return [str(place) for place in state.places() if place] if state.stage == "lay" else []


def _stick(*kinds: type) -> Slot:
    return Slot("stick", r"[a-z]\d{1,2}", "a stick such as B4", str.upper, _sticks_to(*kinds))


_PLACE = Slot("place", r"\d{1,2}\.\d{1,2}", "a place such as 9.2", _read_place, _offer_places)
_DEALT = Slot("stick", r"[a-z]\d{1,2}", "a stick such as B4", str.upper)
_FALLEN = Slot("stick", r"[a-z]\d{1,2}(?![:\d])", "a stick such as B4", str.upper)
_SLIDE = Slot("slide", r"[a-z]\d{1,2}:\d{1,2}\.\d{1,2}", "a stick and a place such as R3:7.2", _read_slide)

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


def _probed(context: Context[TakamiState], check_time: Callable[[TakamiState, str], None]) -> str:
    """The stick that the line means: the one it names, or the one that was probed."""
    state = context.state
    stick: str = context.got.get("stick", "") or state.probed
    if not stick:
        if state.to_move != CHANCE:
            check_time(state, "")
        raise IllegalMove("K4", "no stick was probed, so it must be told which one is meant")
    return stick


def _build_fall(context: Context[TakamiState]) -> Fall:
    word = next(word for word in RESULTS if word in context.got)
    return Fall(word, tuple(context.got.all("stick")), tuple(context.got.all("slide")))


def _build_sits(context: Context[TakamiState]) -> Sits:
    return Sits(next(feel for feel in FEELS if feel in context.got))


def _always(move: Any) -> Callable[[Context[TakamiState]], Any]:
    return lambda context: move


def _fall_form(example: str, meaning: str, *what: Part) -> Form:
    slides = Seq(Word(("slides", "slide", "rutscht", "rutschen")), Some(_SLIDE, Maybe(Sign(","))))
    return Form(example, meaning, Seq(*what, Maybe(slides)), _build_fall, "outcome")


GRAMMAR = Grammar(
    Form(
        "probe B4",
        "try how a stick sits",
        Seq(Word(PROBE, when=_listed(Probe)), _stick(Probe)),
        lambda context: Probe(context.got.get("stick")),
    ),
    Form(
        "pull B4",
        "take a stick out to raise it; `pull` alone takes the probed one",
        Seq(Word(PULL, when=_listed(Pull)), Maybe(_stick(Pull))),
        lambda context: Pull(_probed(context, check_may_pull)),
    ),
    Form(
        "raise B4 to 9.2",
        "pull and lay in one line",
        Seq(Word(RAISE, when=_listed(Pull)), _stick(Pull), Maybe(Seq(Word(TO), _PLACE))),
        lambda context: Raise(context.got.get("stick"), context.got.get("place")),
    ),
    Form(
        "lay 9.2",
        "lay the stick in hand on a place (`lay on 9.2` too)",
        Seq(Word(LAY, when=_listed(Lay)), Maybe(Seq(Maybe(Word(ON)), _PLACE))),
        lambda context: Lay(context.got.get("place")),
    ),
    Form(
        "keep",
        "take the stick in hand as a minus stick",
        Word(KEEP, when=_listed(Keep)),
        _always(Keep()),
    ),
    Form(
        "prize G3",
        "take a stick out as a prize; `prize` alone takes the probed one",
        Seq(Word(PRIZE, when=_listed(Prize)), Maybe(_stick(Prize))),
        lambda context: Prize(_probed(context, check_may_take_prize)),
    ),
    Form("done", "end the turn without a prize", Word(DONE, when=_listed(Done)), _always(Done())),
    Form("taboo", "take the taboo stick as a minus stick", Word(TABOO, when=_listed(Taboo)), _always(Taboo())),
    Form("?B4", "probe", Seq(Sign("?"), _stick()), lambda context: Probe(context.got.get("stick")), "compact"),
    Form(
        "B4@9.2",
        "raise",
        Seq(_stick(), Sign("@"), Maybe(_PLACE)),
        lambda context: Raise(context.got.get("stick"), context.got.get("place")),
        "compact",
    ),
    Form("B4", "pull", _stick(), lambda context: Pull(context.got.get("stick")), "compact"),
    Form("!", "pull the probed stick", Sign("!"), lambda context: Pull(_probed(context, check_may_pull)), "compact"),
    Form("@9.2", "lay", Seq(Sign("@"), Maybe(_PLACE)), lambda context: Lay(context.got.get("place")), "compact"),
    Form(
        "$G3",
        "prize; `$` alone takes the probed one",
        Seq(Sign("$"), Maybe(_stick())),
        lambda context: Prize(_probed(context, check_may_take_prize)),
        "compact",
    ),
    Form(".", "done", Sign("."), _always(Done()), "compact"),
    Form(
        "sits firm",
        "after a probe: loose, light, firm or tight",
        Seq(Word(("sits", "sitzt")), Either(*(Word(words, catch=feel) for feel, words in FEEL_WORDS.items()))),
        _build_sits,
        "outcome",
    ),
    _fall_form(
        "clean slides R3:7.2",
        "after pull, prize and taboo: nothing fell; slides, if any, in the order they happened",
        Word(("clean", "sauber"), catch="clean"),
    ),
    _fall_form("holds", "after lay: nothing fell", Word(("holds", "hält", "haelt"), catch="holds")),
    _fall_form(
        "falls B2 G4 slides R3:7.2",
        "after any of them: these sticks fell",
        Word(("falls", "fall", "fell", "fällt", "faellt", "fallen"), catch="falls"),
        Some(_FALLEN, Maybe(Sign(","))),
    ),
    Form(
        "deal G9 / B9 Y9 / ...",
        "the set-up: all 36 sticks from the bottom up, each layer from left to right",
        Seq(Word(("deal", "verteilt")), Some(_DEALT, Maybe(Either(Sign("/"), Sign(","))))),
        lambda context: Deal(tuple(context.got.all("stick"))),
        "outcome",
    ),
)
