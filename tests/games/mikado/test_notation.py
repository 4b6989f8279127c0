"""Moves and outcomes are read in both languages and written, and mistakes are explained."""

from __future__ import annotations

import pytest

from tabletop.errors import IllegalMove, UnreadableMove
from tabletop.games.mikado import GAME
from tabletop.games.mikado.moves import Feels, Move, Moved, Pull, Touch, Tray, Waive
from tabletop.games.mikado.notation import format_move
from tests.games.mikado.helpers import numbers, play, refereed, rolled

R7, Y3, Y9 = numbers("r7", "y3", "y9")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("touch r7", Touch(R7)),
        ("TOUCH R7", Touch(R7)),
        ("  touch   r7 ", Touch(R7)),
        ("berühre r7", Touch(R7)),
        ("beruehre r7", Touch(R7)),
        ("fasse r7 an", Touch(R7)),
        ("fasse r7", Touch(R7)),
        ("prüfe r7", Touch(R7)),
        ("?r7", Touch(R7)),
        ("pull r7", Pull(R7)),
        ("ziehe r7", Pull(R7)),
        ("Zieh R7", Pull(R7)),
        ("r7", Pull(R7)),
        ("waive", Waive()),
        ("pass", Waive()),
        ("verzichte", Waive()),
        ("Ich verzichte", Waive()),
        ("-", Waive()),
    ],
)
def test_moves_are_read_in_both_languages(text: str, move: Move) -> None:
    assert refereed().parse(text) == move


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("feels loose", "loose"), ("feels TIGHT", "tight"), ("sitzt fest", "firm"), ("sitzt leicht", "light")],
)
def test_feels_are_read_in_both_languages(text: str, outcome: str) -> None:
    assert play(refereed(), "touch r1").parse(text) == Feels(outcome)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("moved 0.4", Moved(0.4)),
        ("moved 3", Moved(3.0)),
        ("moved .5", Moved(0.5)),
        ("moved 1.00001", Moved(1.00001)),
        ("bewegt 0,4", Moved(0.4)),
        ("moved 1.05 popped y9 y3", Moved(1.05, (Y3, Y9))),
        ("moved 12.5 popped y3, y9", Moved(12.5, (Y3, Y9))),
        ("bewegt 2 gesprungen y3", Moved(2.0, (Y3,))),
    ],
)
def test_movements_are_read_in_both_languages(text: str, outcome: Moved) -> None:
    assert play(refereed(), "pull r1").parse(text) == outcome


@pytest.mark.parametrize(
    ("move", "long", "compact"),
    [
        (Touch(R7), "touch r7", "?r7"),
        (Pull(R7), "pull r7", "r7"),
        (Waive(), "waive", "-"),
        (Feels("loose"), "feels loose", "feels loose"),
        (Moved(0.4), "moved 0.4", "moved 0.4"),
        (Moved(0.0), "moved 0.0", "moved 0.0"),
        (Moved(0.00001), "moved 0.00001", "moved 0.00001"),
        (Moved(1000.0), "moved 1000.0", "moved 1000.0"),
        (Moved(2.0, (Y3, Y9)), "moved 2.0 popped y3 y9", "moved 2.0 popped y3 y9"),
    ],
)
def test_moves_are_written_in_long_and_compact_form(move: Move, long: str, compact: str) -> None:
    assert (format_move(move), format_move(move, compact=True)) == (long, compact)


def test_a_tray_is_written_on_one_short_line_and_read_back() -> None:
    match = rolled(seed=11)
    tray = match.plies[0].move
    text = format_move(tray)
    assert isinstance(tray, Tray) and "\n" not in text and len(text) < 1200
    assert GAME.grammar.parse(text, match.states[0], outcome=True) == tray


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("tuoch r7", 1, "expected"),
        ("touch", 6, "a disc"),
        ("touch 7", 7, "a disc"),
        ("pull r7 r8", 9, "the end of the move"),
        ("waive r7", 7, "the end of the move"),
    ],
)
def test_the_error_of_an_unreadable_move_says_where(text: str, column: int, reason: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        refereed().parse(text)
    assert caught.value.column == column and reason in caught.value.reason


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("moved", 6),
        ("moved far", 7),
        ("moved -1", 7),
        ("moved 0.0000000001", 7),
        ("moved 12345", 7),
        ("moved 2 popped", 15),
        ("fels", 1),
    ],
)
def test_the_error_of_an_unreadable_outcome_says_where(text: str, column: int) -> None:
    match = play(refereed(), "pull r1")
    with pytest.raises(UnreadableMove) as caught:
        match.parse(text)
    assert caught.value.column == column


def test_an_impossible_tray_is_unreadable_with_its_reason() -> None:
    match = rolled(seed=11)
    text = format_move(match.plies[0].move)
    for broken, reason in [
        (text.replace(" r2 ", " r3 ", 1), "r2"),
        (text.rpartition(" ")[0], "54 discs"),
        ("tray nowhere", "slider"),
    ]:
        with pytest.raises(UnreadableMove, match=reason):
            GAME.grammar.parse(broken, match.states[0], outcome=True)


def test_completion_offers_legal_moves_only() -> None:
    match = refereed(2, "order")

    def offers(text: str) -> list[str]:
        return [offer.text for offer in GAME.grammar.complete(text, match.state)]

    assert offers("") == ["touch", "pull", "waive"]
    assert offers("touch y1") == ["y1", *[f"y{n}" for n in range(10, 19)]]
    assert offers("pull b") == []
    assert offers("touch y1 ") == []
    assert offers("verz") == ["verzichte"]
    play(match, "touch y7", "feels light")
    assert offers("") == ["pull", "waive"] and offers("pull ") == ["y7"]


def test_the_legal_move_closest_to_a_mistake_is_suggested() -> None:
    match = play(refereed(2), "touch r7", "feels light")
    with pytest.raises(IllegalMove) as caught:
        match.play_text("pull r8")
    assert caught.value.suggestion == "pull r7"
