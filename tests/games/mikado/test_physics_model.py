"""Games with the physics model, with pymunk and without it."""

from __future__ import annotations

import pytest

from tabletop.chance import Rolls
from tabletop.errors import WorkFailed
from tabletop.games.mikado import GAME, physics
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.moves import Moved, Tray
from tabletop.games.mikado.physics import SimulatedTray
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import parse_records
from tabletop.replay import replayed, write_record
from tests.games.mikado.helpers import hide_pymunk, needs_pymunk, play, rolled, state_of


@needs_pymunk
def test_a_simulated_game_is_played_and_replayed() -> None:
    match = rolled(seed=3, players=2, model="physics")
    tray = match.plies[0].move
    assert isinstance(tray, Tray) and tray.layout == physics.build(3).layout
    play(match, "touch y3")
    match.settle()
    play(match, "pull y3")
    match.settle()
    assert isinstance(match.plies[-1].move, Moved)
    (record,) = parse_records(write_record(match), "record")
    assert replayed(record).states == match.states


@needs_pymunk
def test_the_simulation_goes_on_from_a_stated_outcome() -> None:
    match = rolled(seed=3, players=2, model="physics")
    play(match, "pull r1", "moved 0.2 popped y1 b2")
    hidden = state_of(match).hidden
    assert isinstance(hidden, SimulatedTray) and hidden.tray == state_of(match).tray
    assert {NUMBERS[disc.name] for disc in hidden.snapshot().discs} == set(hidden.tray)
    assert hidden.load(NUMBERS["r2"]) >= 0
    play(match, "pull r2")
    match.settle()
    assert match.to_move == 1


@needs_pymunk
def test_m6_discs_that_are_stated_not_to_spring_out_stay() -> None:
    """Half a tray is stated to be gone; the other half slides in the simulation, and none of it springs out."""
    match = rolled(seed=3, players=2, model="physics")
    for disc in range(0, 54, 2):
        play(match, f"pull {NAMES[disc]}", "moved 0")
    hidden = state_of(match).hidden
    assert isinstance(hidden, SimulatedTray)
    assert [NUMBERS[disc.name] for disc in hidden.snapshot().discs] == list(state_of(match).tray)


@needs_pymunk
def test_places_are_where_the_simulation_says() -> None:
    match = rolled(seed=3, players=2, model="physics")
    tray = physics.build(3)
    for _ in range(3):
        loads = [(load, disc.name) for disc, load in zip(tray.discs, tray.loads, strict=True)]
        name = max(loads)[1]
        result = physics.pull(tray, name)
        play(match, f"pull {name}")
        match.settle()
        layout = state_of(match).layout
        assert layout and layout.slider == result.after.slider
        assert [layout.discs[disc] for disc in state_of(match).tray] == list(result.after.discs)
        outcome = match.plies[-1].move
        assert isinstance(outcome, Moved) and outcome.length == pytest.approx(tray.slider - layout.slider, abs=0.1)
        tray = result.after
    assert tray.slider < physics.build(3).slider


@pytest.mark.slow
@needs_pymunk
def test_a_trembling_hand_moves_the_slider_farther() -> None:
    hidden = state_of(rolled(seed=3, players=2, model="physics")).hidden
    assert isinstance(hidden, SimulatedTray)
    lengths = {0.0: 0.0, 0.5: 0.0, 1.0: 0.0}
    for disc in ("r5", "r9", "b7", "b12", "y4"):
        for skill in lengths:
            lengths[skill] += hidden.sample_pull(NUMBERS[disc], skill, Rolls(1, 1, "pull")).length
    assert lengths[0.0] > lengths[0.5] == lengths[1.0]


def test_without_pymunk_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_pymunk(monkeypatch)
    match = Match(GAME, make_setup(GAME, players=2, seed=12345, model="physics"))
    with pytest.raises(WorkFailed, match=r"pip install '\.\[physics\]'"):
        match.settle()


def test_without_pymunk_a_record_still_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_record(play(rolled(seed=8, players=2), "pull r1", "moved 0.2", "touch y1", "feels loose", "pull"))
    hide_pymunk(monkeypatch)
    text = text.replace("Model: steady", "Model: physics") + "=> moved 2.5\n"
    (record,) = parse_records(text, "record")
    assert replayed(record).state.scores() == (3, -3)
