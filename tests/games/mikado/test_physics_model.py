"""Games with the physics model, with pymunk and without it."""

from __future__ import annotations

from functools import partial

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
from tests.games.mikado.helpers import hide_pymunk, needs_pymunk, numbers, play, rolled, state_of


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
    assert isinstance(hidden, SimulatedTray) and hidden.pulls == (numbers("r1", "b2", "y1"),)
    assert hidden.load(NUMBERS["r2"]) >= 0
    play(match, "pull r2")
    match.settle()
    assert match.to_move == 1


@needs_pymunk
def test_m6_exactly_the_discs_that_are_stated_to_spring_out_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    low_pop_speed = physics.PhysicsSettings(pop_speed=5.0)
    monkeypatch.setattr(physics, "pull", partial(physics.pull, settings=low_pop_speed))
    physics._snapshot.cache_clear()
    match = rolled(seed=3, players=2, model="physics")

    def simulated_discs() -> list[int]:
        hidden = state_of(match).hidden
        assert isinstance(hidden, SimulatedTray)
        return sorted(NUMBERS[disc.name] for disc in hidden.snapshot().discs)

    tray = physics.build(3)
    _, name = max((load, disc.name) for disc, load in zip(tray.discs, tray.loads, strict=True))
    assert physics.pull(tray, name).popped
    play(match, f"pull {name}", "moved 1.5")
    assert simulated_discs() == list(state_of(match).tray)
    first, second, *_ = (NAMES[disc] for disc in state_of(match).tray)
    play(match, f"pull {first}", f"moved 0 popped {second}")
    assert simulated_discs() == list(state_of(match).tray)
    physics._snapshot.cache_clear()


@needs_pymunk
def test_a_less_skilled_player_moves_the_slider_farther() -> None:
    hidden = state_of(rolled(seed=3, players=2, model="physics")).hidden
    assert isinstance(hidden, SimulatedTray)
    lengths = [hidden.sample_pull(NUMBERS["r5"], skill, Rolls(1, 1, "pull")).length for skill in (0.0, 0.5, 1.0)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == pytest.approx(physics.SKILL_FACTOR * lengths[1], abs=0.1)


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
