"""How Nim moves are written: `take 2 from b`, or `b2`."""

from __future__ import annotations

from tabletop.grammar import Context, Form, Grammar, Seq, Slot, Word
from tests.games.nim.rules import HEAP_NAMES, NimState, Take


def format_move(move: Take, compact: bool = False) -> str:
    heap = HEAP_NAMES[move.heap]
    return f"{heap}{move.stones}" if compact else f"take {move.stones} from {heap}"


def _build(context: Context[NimState]) -> Take:
    return Take(context.captures.get("heap"), context.captures.get("stones"))


def _heaps(context: Context[NimState]) -> list[str]:
    return [name for name, stones in zip(HEAP_NAMES, context.state.heaps, strict=False) if stones]


STONES = Slot("stones", r"\d{1,3}", "a number", int, lambda context: ["1", "2", "3"])
HEAP = Slot("heap", "[a-h]", "a heap", lambda text: HEAP_NAMES.index(text.lower()), _heaps)
GRAMMAR = Grammar(
    Form(
        "take 2 from b",
        "take stones from a heap",
        Seq(Word(("take", "nimm")), STONES, Word(("from", "von")), HEAP),
        _build,
    ),
    Form("b2", "the same", Seq(HEAP, STONES), _build, "compact"),
)
