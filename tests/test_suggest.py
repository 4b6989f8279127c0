"""Mistakes as people make them: the rule that is cited, and the move that was probably meant."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tabletop.errors import IllegalMove, Unreadable, UnreadableMove
from tabletop.game import Move
from tabletop.match import Match
from tabletop.suggest import _steps, distance, tokens
from tests.helpers import GAMES, new_match, random_match

MISTAKES = [
    # game, moves before (joined by ;), what was typed, rule (empty: unreadable), suggestion
    ("zickzack", "", "place 3 on 3b", "Z3", "place 2 on 3b-3c"),
    ("zickzack", "", "place 4 on 3a", "Z3", "place 3 on 3a-3c"),
    ("zickzack", "", "place 5 on 7a", "Z1", "place 4 on 7a-7d"),
    ("zickzack", "", "place 2 on 7a-7c", "Z3", "place 2 on 7a-7b"),
    ("zickzack", "", "place 3 on 7a-7b", "Z3", "place 2 on 7a-7b"),
    ("zickzack", "", "place 1 on 11a", "Z3", "place 1 on 10a"),
    ("zickzack", "", "7h", "Z3", "place 1 on 7g"),
    ("zickzack", "7c-7e", "place 1 on 7d", "Z3", "place 1 on 7b"),
    ("zickzack", "7c-7e", "place 3 on 7b-7d", "Z3", "place 1 on 7b"),
    ("zickzack", "7c-7e", "place 2 on 7b", "Z3", "place 2 on 7a-7b"),
    ("zickzack", "10a-10d", "place 4 on 10d-10g", "Z3", "place 3 on 10e-10g"),
    ("zickzack", "", "plce 1 on 3a", "", "place 1 on 3a"),
    ("taktori", "", "place on e5 bridge e5-e7", "T13", "place on e5"),
    ("taktori", "", "place on j5", "T1", "place on i5"),
    ("taktori", "e5; a1", "place on e7 bridge e5-e8", "T4", "place on e7 bridge e5-e7"),
    ("taktori", "e5; a1", "place on e7 bridge e5-f7", "T4", "place on e7 bridge e5-e7"),
    ("taktori", "e5; a1", "place on e6 bridge e5-e6", "T4", "place on e7 bridge e5-e7"),
    ("taktori", "e5; a1", "move a1 to a5", "T8", "move e5 to a5"),
    ("taktori", "e5; a1", "move e5 to f6", "T8", "move e5 to e6"),
    ("taktori", "e5; e7", "move e5 to e8", "T8", "move e5 to e7"),
    ("taktori", "e5; e7", "move e5 to e7 oust 1", "T22", "move e5 to e7"),
    ("taktori", "e5; a1; e7+e5-e7; a2", "move e5 to e6", "T7", "place on e6"),
    ("taktori", "e5; a1; e7+e5-e7; a2", "bridge e5-e7", "T15", "place on e7"),
    ("taktori", "e5; a1; e7+e5-e7; a2", "bridge e7-g7", "T13", "place on g7"),
    ("taktori", "e5; a1; e7; a3", "bridge a1-a3", "T13", "bridge e5-e7"),
    ("taktori", "e5; a1; e7; a3; i9", "bridge a1-c1", "T13", "bridge a1-a3"),
    ("taktori", "e5; a1", "move 2 from e5 to e8", "T9", "move e5 to e8"),
    ("fem", "", "place on f1", "F1", "place on e1"),
    ("fem", "", "place on c3 bridge c3-c4", "F2", "place on c3"),
    ("fem", "c3; a1", "place on c4 bridge c3-d4", "F2", "place on c4 bridge c3-c4"),
    ("fem", "c3; a1", "place on c4 bridge c3-c5", "F2", "place on c4 bridge c3-c4"),
    ("fem", "c3; a1", "move a1 to b2", "F3", "move c3 to b2"),
    ("fem", "c3; a1; c4+c3-c4; a2", "move c3 to b2", "F3", "remove c3-c4"),
    ("fem", "c3; a1; c4+c3-c4; a2", "bridge c3-c4", "F2", "remove c3-c4"),
    ("fem", "c3; a1; c4+c3-c4; a2", "remove a1-a2", "F2", "remove c3-c4"),
    ("fem", "c3; a1; c4+c3-c4; a2+a1-a2", "remove a1-a2", "F2", "remove c3-c4"),
    ("fem", "c3; a1; c4+c3-c4; a2", "shift c3-c4 to d3-d4", "F2", "remove c3-c4"),
    ("mikado", "", "pull r19", "M1", "pull r18"),
    ("mikado", "", "touch g3", "M1", "touch b3"),
    ("mikado", "", "pull", "M3", None),
    ("mikado", "touch r7", "pull r8", "M3", "pull r7"),
    ("mikado", "touch r7", "touch r7", "M3", "pull r7"),
    ("mikado", "touch r7", "pul r7", "", "pull r7"),
    ("mikado", "pull y3", "pull y3", "M3", "pull y2"),
    ("takami", "", "pull R0", "K1", "pull R1"),
    ("takami", "", "raise B4 to 1.1", "K3", "raise B4 to 9.1"),
    ("takami", "", "raise B4 to 9.9", "K2", "raise B4 to 9.7"),
    ("takami", "", "lay 9.2", "K3", None),
    ("takami", "", "taboo", "K4", None),
    ("takami", "", "prize G3", "K7", "pull G3"),
    ("takami", "probe B1", "probe B2", "K4", None),
    ("takami", "probe B1", "pull B2", "K4", "pull B1"),
    ("takami", "", "done", "K4", None),
    ("taktori", "e5; a1; e7", "bridge a1-c1", "T13", "move a1 to c1"),
    ("taktori", "e5; a1; e7; a3", "bridge e5-e6 e7-e8", "T4", "bridge e5-e7"),
    ("taktori", "a1; i9; a3; i8", "place on c3 bridge a1-a3 a3-c3 c3-c5", "T13", "place on c3 bridge a1-a3, a3-c3"),
    ("fem", "c3; a1; c4+c3-c4; a2", "bridge c3-c4 c3-d3", "F3", "remove c3-c4"),
    ("takami", "", "rase B4 to 9.2", "", "raise B4 to 9.2"),
    ("mikado", "", "wave", "", "waive"),
    ("taktori", "e5; a1", "e5>e10", "T1", "move e5 to e9"),
    ("taktori", "e5; a1", "e7+e5-e77", "T1", "place on e7 bridge e5-e7"),
    ("taktori", "", "ridge", "", None),
    ("taktori", "", "place on e5 bride", "", "place on e5"),
    ("taktori", "", "mov e5 to e8", "", "place on e8"),
    ("zickzack", "", "plce 9 on 7a", "", "place 1 on 7a"),
    ("fem", "c3; a1", "place T1 on c4 bridge c3-c4", "F3", "place on c4 bridge c3-c4"),
]


def match_after(game: str, before: str) -> Match:
    match = new_match(game, 7, **({"players": 2} if game == "mikado" else {}))
    for text in filter(None, before.split("; ")):
        match.play_text(text)
        match.settle()
    return match


@pytest.mark.parametrize(("game", "before", "typed", "rule", "suggestion"), MISTAKES)
def test_mistake(game: str, before: str, typed: str, rule: str, suggestion: str | None) -> None:
    match = match_after(game, before)
    with pytest.raises((IllegalMove, UnreadableMove)) as caught:
        match.check(match.parse(typed))
    error = caught.value
    assert (error.rule if isinstance(error, IllegalMove) else "") == rule
    assert error.suggestion == suggestion
    if suggestion:
        match.check(match.parse(suggestion))


def test_there_are_fifty_over_all_games() -> None:
    assert len(MISTAKES) >= 50
    assert len({game for game, *_ in MISTAKES}) == 5


CORRECTED = [
    (game, before, typed, suggestion) for game, before, typed, rule, suggestion in MISTAKES if rule and suggestion
]
"""Illegal moves with a suggestion; where nothing could be read there is no distance to measure."""


def test_most_mistakes_are_corrected() -> None:
    assert len(CORRECTED) >= 30
    assert len({game for game, *_ in CORRECTED}) == 5


@pytest.mark.parametrize(("game", "before", "typed", "suggestion"), CORRECTED)
def test_no_legal_move_is_nearer(game: str, before: str, typed: str, suggestion: str) -> None:
    match = match_after(game, before)
    moves = ordered = list(match.state.legal_moves())
    compact = False
    try:
        move = match.parse(typed)
        wanted = tokens(match.game.format_move(move))
    except IllegalMove as error:
        move, wanted, compact = error.meant, tokens(typed), len(typed.split()) == 1
    if match.game.near and move is not None:
        ordered = list(match.game.near(match.state, move))

    def changes(candidate: Move) -> int:
        return distance(wanted, tokens(match.game.format_move(candidate, compact=compact)), 99)

    changed = changes(match.parse(suggestion))
    assert all(changed <= changes(candidate) for candidate in moves)
    equal = [match.game.format_move(candidate) for candidate in ordered if changes(candidate) == changed]
    assert suggestion in equal
    if len(equal) > 1:
        steps = {text: _steps(wanted, tokens(text)) for text in equal} if not compact else {}
        assert all(steps[suggestion] <= other for other in steps.values()), "ties go to the nearest place"


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_suggested_is_legal(name: str) -> None:
    """Legal moves with slips of the fingers in them, also where the slip makes them unreadable."""
    rng = Random(name)
    suggested = 0
    for seed in range(6):
        match = random_match(name, seed, 4 * seed)
        moves = list(islice(match.state.legal_moves(), 400))
        texts = [match.game.format_move(move) for move in moves[:: 1 if len(moves) < 50 else 7]]
        for text in texts:
            at = int(rng.random() * len(text))
            slip = "abcde123 -xq"[int(rng.random() * 12)]
            typed = text[:at] + slip + text[at + 1 :] if rng.random() < 0.6 else text[:at] + text[at + 1 :]
            try:
                match.check(match.parse(typed))
            except (IllegalMove, UnreadableMove) as error:
                if error.suggestion is not None:
                    suggested += 1
                    match.check(match.parse(error.suggestion))
            except Unreadable:
                continue
    assert suggested >= 5


def test_distance_counts_changed_tokens() -> None:
    assert tokens("place T3 on e5 bridge e5-e7") == ["place", "t3", "on", "e5", "bridge", "e5", "e7"]
    assert distance(tokens("place on e5"), tokens("place on e6"), 9) == 1
    assert distance(tokens("place on e5"), tokens("place T3 on e5"), 9) == 1
    assert distance(tokens("a b c d"), tokens("x y"), 2) == 3
