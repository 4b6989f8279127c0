"""The physics model behind the same interface as the light one."""

from __future__ import annotations

import builtins
import sys
from functools import partial
from importlib.util import find_spec
from typing import Any

import pytest

from tabletop.chance import Rolls
from tabletop.errors import WorkFailed
from tabletop.games.mikado import GAME, physics
from tabletop.games.mikado import physics as simulated
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.moves import Moved, Tray
from tabletop.games.mikado.physics import SimulatedTray
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import parse_records
from tabletop.replay import replayed, write_record
from tests.games.mikado.helpers import numbers, rolled, say, state_of

needs_pymunk = pytest.mark.skipif(find_spec("pymunk") is None, reason="pymunk is not installed")


@needs_pymunk
def test_a_simulated_game_plays_and_verifies_itself() -> None:
    match = rolled(seed=3, players=2, model="physics")
    tray = match.plies[0].move
    assert isinstance(tray, Tray) and tray.layout == physics.build(3).layout
    say(match, "touch y3")
    match.settle()
    say(match, "pull y3")
    match.settle()
    assert isinstance(match.plies[-1].move, Moved)
    (record,) = parse_records(write_record(match), "record")
    assert replayed(record).states == match.states


@needs_pymunk
def test_people_may_say_otherwise_and_the_simulation_goes_on() -> None:
    match = rolled(seed=3, players=2, model="physics")
    say(match, "pull r1", "moved 0.2 popped y1 b2")
    hidden = state_of(match).hidden
    assert isinstance(hidden, SimulatedTray) and hidden.pulls == (numbers("r1", "b2", "y1"),)
    assert hidden.load(numbers("r2")[0]) >= 0
    say(match, "pull r2")
    match.settle()
    assert match.to_move == 1


@needs_pymunk
def test_m6_exactly_the_discs_that_people_saw_spring_out_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    wild = physics.PhysicsSettings(pop_speed=5.0)
    monkeypatch.setattr(physics, "pull", partial(physics.pull, settings=wild))
    simulated._snapshot.cache_clear()
    match = rolled(seed=3, players=2, model="physics")

    def simulated_discs() -> list[int]:
        hidden = state_of(match).hidden
        assert isinstance(hidden, SimulatedTray)
        return sorted(NUMBERS[disc.name] for disc in simulated._snapshot(hidden.layout, hidden.pulls).discs)

    tray = physics.build(3)
    _, name = max((load, disc.name) for disc, load in zip(tray.discs, tray.loads, strict=True))
    assert physics.pull(tray, name).popped
    say(match, f"pull {name}", "moved 1.5")
    assert simulated_discs() == list(state_of(match).tray)
    first, second, *_ = (NAMES[disc] for disc in state_of(match).tray)
    say(match, f"pull {first}", f"moved 0 popped {second}")
    assert simulated_discs() == list(state_of(match).tray)
    simulated._snapshot.cache_clear()


@needs_pymunk
def test_a_clumsy_hand_moves_the_slider_farther() -> None:
    hidden = state_of(rolled(seed=3, players=2, model="physics")).hidden
    assert isinstance(hidden, SimulatedTray)
    lengths = [hidden.sample_pull(numbers("r5")[0], skill, Rolls(1, 1, 1)).length for skill in (0.0, 0.5, 1.0)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == pytest.approx(simulated.SKILL_FACTOR * lengths[1], abs=0.1)


def test_without_pymunk_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    _hide_pymunk(monkeypatch)
    match = Match(GAME, make_setup(GAME, players=2, seed=12345, model="physics"))
    with pytest.raises(WorkFailed, match=r"pip install '\.\[physics\]'"):
        match.settle()


def test_without_pymunk_a_record_still_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_record(say(rolled(seed=8, players=2), "pull r1", "moved 0.2", "touch y1", "feels loose", "pull"))
    _hide_pymunk(monkeypatch)
    text = text.replace("Model: steady", "Model: physics") + "=> moved 2.5\n"
    (record,) = parse_records(text, "record")
    assert replayed(record).state.scores() == (3, -3)


def _hide_pymunk(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "pymunk":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "pymunk", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
