"""What holds in every game, whatever is played and whatever its outcomes are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import IllegalMove
from tabletop.games.mikado import GAME
from tabletop.games.mikado.discs import DISC_COUNT, VALUES, Hand, value_of
from tabletop.games.mikado.moves import FEELS, Feels, Move, Moved, Pull, Touch, Waive
from tabletop.games.mikado.rules import MikadoState
from tabletop.match import Match
from tests.games.mikado.helpers import refereed, rolled, state_of
from tests.helpers import examples

tables = st.tuples(st.integers(1, 8), st.sets(st.sampled_from(["order", "no-waive"])))
discs = st.integers(0, DISC_COUNT - 1)
lengths = st.integers(0, 40).map(lambda tenths: tenths / 10)
any_move: st.SearchStrategy[Move] = st.one_of(
    st.builds(Touch, discs),
    st.builds(Pull, discs),
    st.just(Waive()),
    st.builds(Feels, st.sampled_from(FEELS)),
    st.builds(Moved, lengths, st.lists(discs, max_size=3).map(lambda popped: tuple(sorted(popped)))),
)


def random_game(data: st.DataObject, most: int = 60) -> Match:
    """A refereed game of legal moves and any outcomes."""
    players, options = data.draw(tables)
    match = refereed(players, *sorted(options))
    for _ in range(data.draw(st.integers(0, most))):
        if match.result:
            break
        state = state_of(match)
        if state.pending and (isinstance(state.pending, Pull) or data.draw(st.booleans())):
            touching = isinstance(state.pending, Touch)
            length = data.draw(lengths)
            can_pop = [disc for disc in state.tray if touching or disc != state.pending.disc]
            if touching and length <= 1:
                can_pop = []
            popped = data.draw(st.lists(st.sampled_from(can_pop), max_size=2, unique=True)) if can_pop else []
            match.play(Moved(length, tuple(sorted(popped))))
        else:
            match.play(data.draw(st.sampled_from(list(state.legal_moves()))))
    return match


@given(data=st.data())
@examples(60)
def test_discs_points_and_turns_add_up_in_every_game(data: st.DataObject) -> None:
    match = random_game(data)
    for before, after in pairwise(match.states):
        assert isinstance(before, MikadoState) and isinstance(after, MikadoState)
        _check_step(before, after)
        _check_state(after)


def _check_step(before: MikadoState, after: MikadoState) -> None:
    assert set(after.tray) <= set(before.tray)
    if after.turn == before.turn:
        assert after.player == before.player and after.tray == before.tray and after.hands == before.hands
        return
    assert after.turn == before.turn + 1
    assert after.player == before.player % before.config.players + 1
    assert after.touched is None and after.pending is None
    changes = [now.points - was.points for was, now in zip(before.hands, after.hands, strict=True)]
    others = changes[: before.player - 1] + changes[before.player :]
    assert not any(others)
    expected = {0}
    if isinstance(before.pending, Touch):
        assert after.movements == before.movements + 1 and after.waives == before.waives
        expected = {0 if before.is_solo else -3}
    elif before.pending:
        assert after.waives == 0 and before.pending.disc not in after.tray
        expected = {0} if before.is_solo else {-3, value_of(before.pending.disc)}
    else:
        assert after.waives == before.waives + 1
    assert changes[before.player - 1] in expected
    assert after.slider_travel >= before.slider_travel


def _check_state(state: MikadoState) -> None:
    assert list(state.tray) == sorted(set(state.tray))
    held = sum(sum(hand.discs) for hand in state.hands)
    assert len(state.tray) + held <= DISC_COUNT
    assert all(min(hand.discs) >= 0 and hand.minus >= 0 for hand in state.hands)
    assert {report.disc for report in state.reports} <= set(state.tray)
    assert state.is_solo or state.waives <= 2 * state.config.players
    assert (state.result() is not None) == (not list(state.legal_moves()))


@given(data=st.data(), move=any_move)
@examples(150)
def test_check_and_legal_moves_agree(data: st.DataObject, move: Move) -> None:
    match = random_game(data, most=25)
    state = state_of(match)
    try:
        state.check(move)
    except IllegalMove as error:
        assert move not in list(state.legal_moves())
        assert error.rule.startswith("M") and error.reason
        assert error.about == "" or error.about in GAME.format_move(move)
    else:
        if isinstance(move, Moved):
            assert isinstance(state.pending, Pull | Touch)
        else:
            assert move in list(state.legal_moves())
        state.apply(move)


@given(move=any_move)
def test_a_formatted_move_is_read_back(move: Move) -> None:
    state = refereed(2).state
    is_outcome = isinstance(move, (Feels, Moved))
    for compact in (False, True):
        text = GAME.format_move(move, compact=compact)
        assert GAME.grammar.parse(text, state, outcome=is_outcome) == move


@given(discs=st.tuples(*[st.integers(0, 18)] * 3), minus=st.integers(0, 60))
def test_a_penalty_is_three_points_paid_with_discs_as_far_as_possible(discs: tuple[int, int, int], minus: int) -> None:
    hand = Hand(discs, minus)
    after = hand.after_penalty()
    assert after.points == hand.points - 3
    assert all(0 <= left <= held for left, held in zip(after.discs, hand.discs, strict=True))
    paid = sum((held - left) * value for held, left, value in zip(hand.discs, after.discs, VALUES, strict=True))
    assert 0 <= paid <= 3
    exact = discs[0] or (discs[1] and discs[2]) or discs[2] >= 3
    assert (paid == 3) == bool(exact)


@given(data=st.data(), seed=st.integers(0, 2**63 - 1))
@examples(25)
def test_the_same_seed_and_choices_give_the_same_game(data: st.DataObject, seed: int) -> None:
    picks = data.draw(st.lists(st.floats(0, 1, exclude_max=True), max_size=15))
    first, second = _played(seed, picks), _played(seed, picks)
    assert first.plies == second.plies and first.states == second.states
    assert hash(first.state) == hash(second.state)
    for ply in first.plies:
        if isinstance(ply.move, Moved):
            assert ply.move.length >= 1.1 or ply.move.length <= 1.0


def _played(seed: int, picks: list[float]) -> Match:
    match = rolled(seed, 3, model="hard")
    for pick in picks:
        moves = list(match.state.legal_moves())
        match.play(moves[int(pick * len(moves))])
        match.settle()
    return match


@pytest.mark.parametrize("players", range(1, 9))
def test_a_seed_deals_the_same_tray_to_any_number_of_players(players: int) -> None:
    assert rolled(17, players).plies[0].move == rolled(17).plies[0].move
