"""The simulation behind the physics model: trays are built, and discs pulled from them."""

from __future__ import annotations

import os
import pickle
import statistics
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tabletop.errors import WorkFailed
from tabletop.games.mikado import physics, trays
from tests.games.mikado.helpers import hide_pymunk
from tests.helpers import ROOT

pytest.importorskip("pymunk")


def simulate_anew(seed: int) -> physics.Snapshot:
    """A tray that is simulated again, not taken from the cache."""
    physics.build.cache_clear()
    physics._restart.cache_clear()
    return physics.build(seed)


def most_loaded(tray: physics.Snapshot) -> str:
    """The disc with the highest load."""
    return max(zip(tray.loads, (disc.name for disc in tray.discs), strict=True))[1]


def test_without_pymunk_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_pymunk(monkeypatch)
    with pytest.raises(WorkFailed) as caught:
        simulate_anew(1)
    assert "pip install '.[physics]'" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_built_tray_is_possible_and_has_whole_hundredths() -> None:
    for seed in range(4):
        tray = physics.build(seed).layout
        assert trays.problem(tray) == ""
        assert trays.parse_layout(trays.format_layout(tray)) == tray


def test_a_mix_from_which_a_disc_springs_out_is_rejected() -> None:
    assert physics.mix(0, settings=physics.PhysicsSettings(pop_speed=1.0)) is None
    assert physics.mix(0) != physics.mix(0, attempt=1)


def test_seeds_give_different_trays() -> None:
    assert physics.build(1).layout != physics.build(2).layout
    assert physics.build("1").layout == physics.build(1).layout


def test_the_same_seed_gives_the_same_game_in_this_process() -> None:
    first = simulate_anew(3)
    names = [first.discs[0].name, first.discs[30].name]
    first_result = physics.pull(physics.pull(first, names[0]).after, names[1])
    physics._pull.cache_clear()
    second = simulate_anew(3)
    assert second == first
    assert physics.pull(physics.pull(second, names[0]).after, names[1]) == first_result


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    script = (
        "from tabletop.games.mikado import physics as p\n"
        "t = p.build(5)\n"
        "q = p.pull(t, 'r1')\n"
        "print(repr((t.slider, t.loads, q.moved, q.after.slider, q.after.discs)))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "77"},
    ).stdout
    tray = physics.build(5)
    done = physics.pull(tray, "r1")
    assert printed.strip() == repr((tray.slider, tray.loads, done.moved, done.after.slider, done.after.discs))


def test_a_pull_takes_the_disc_and_does_not_change_the_snapshot() -> None:
    tray = physics.build(1)
    copy = pickle.loads(pickle.dumps(tray))
    done = physics.pull(tray, "b4")
    assert tray == copy and hash(tray) == hash(copy)
    gone = {"b4", *done.popped}
    assert [disc.name for disc in done.after.discs] == [d.name for d in tray.discs if d.name not in gone]
    assert len(done.after.loads) == len(done.after.discs)
    assert done.moved >= 0
    assert done.after.slider <= tray.slider + trays.OVERLAP


@pytest.mark.slow
def test_loose_discs_come_out_and_loaded_ones_move_the_slider() -> None:
    slips = []
    for seed in range(4):
        tray = physics.build(seed)
        loads = {disc.name: load for disc, load in zip(tray.discs, tray.loads, strict=True)}
        loose = [name for name, load in loads.items() if load < physics.DEFAULT_SETTINGS.loose_load]
        assert 2 <= len(loose) <= 25
        for name in loose[:3]:
            assert physics.pull(tray, name).moved < 0.1
        slips.append(physics.pull(tray, most_loaded(tray)).moved)
    assert statistics.median(slips) > 0.5


@pytest.mark.slow
def test_discs_never_overlap_nor_leave_the_walls_during_a_game() -> None:
    tray = physics.build(2)
    for _ in range(12):
        tray = physics.pull(tray, most_loaded(tray)).after
        for i, disc in enumerate(tray.discs):
            reach = disc.radius - 2 * trays.OVERLAP
            assert reach <= disc.x <= trays.WIDTH - reach
            assert reach <= disc.y <= tray.slider - reach
            for other in tray.discs[:i]:
                apart = ((disc.x - other.x) ** 2 + (disc.y - other.y) ** 2) ** 0.5
                assert apart > disc.radius + other.radius - 2 * trays.OVERLAP


@pytest.mark.slow
def test_the_tray_can_be_emptied() -> None:
    tray = physics.build(4)
    while tray.discs:
        loads = [(load, disc.name) for disc, load in zip(tray.discs, tray.loads, strict=True)]
        tray = physics.pull(tray, min(loads)[1]).after
    assert tray.slider < 1


def test_discs_that_are_squeezed_too_fast_spring_out() -> None:
    low_pop_speed = physics.PhysicsSettings(pop_speed=5.0)
    tray = physics.build(1)
    done = physics.pull(tray, most_loaded(tray), settings=low_pop_speed)
    assert done.popped
    assert not {disc.name for disc in done.after.discs} & set(done.popped)


@pytest.mark.slow
def test_after_every_pull_the_tray_is_at_rest() -> None:
    """A new world that begins with it moves nothing by 0.05 mm within a second."""
    tray = physics.build(1)
    for name in ("r3", "b9", "y2", "r10", "b1"):
        tray = physics.pull(tray, name).after
        world = physics._World(tray.discs, tray.slider, physics.DEFAULT_SETTINGS)
        world.run(round(1 / physics.DEFAULT_SETTINGS.step))
        assert world.shift_from(tray.layout) < 0.05


def test_a_tray_that_is_not_at_rest_slides_until_it_is() -> None:
    """Half of its discs are missing."""
    tray = physics.build(1)
    half = trays.Layout(tray.discs[::2], trays.WIDTH, tray.slider)
    settled = physics.settle(half)
    assert settled.slider < tray.slider - 5
    assert physics.settle(settled.layout) == settled
    assert [disc.name for disc in settled.discs] == [disc.name for disc in half.discs]


def test_forces_build_up_before_anything_moves() -> None:
    """So that a tray at rest starts again as it was."""
    tray = physics.build(1)
    world = physics._World(tray.discs, tray.slider, physics.DEFAULT_SETTINGS)
    world.hold()
    assert world.shift_from(tray.layout) < 0.03
    assert max(world.loads()) == pytest.approx(max(tray.loads), abs=0.05)


@pytest.mark.slow
def test_of_400_pulls_of_loose_discs_at_most_1_percent_are_movements() -> None:
    pulls = movements = 0
    for seed in range(14):
        tray, rng = physics.build(f"loose-{seed}"), Random(seed)
        while len(tray.discs) > 6:
            loads = sorted((load, disc.name) for disc, load in zip(tray.discs, tray.loads, strict=True))
            load, name = loads[int(rng.random() * max(1, int(0.4 * len(loads))))]
            result = physics.pull(tray, name)
            if load < physics.DEFAULT_SETTINGS.loose_load:
                pulls += 1
                movements += result.moved > 1
            tray = result.after
    assert pulls >= 400
    assert movements <= 0.01 * pulls


@pytest.mark.slow
def test_the_baking_tool_writes_possible_trays_and_checks_its_own_file(tmp_path: Path) -> None:
    tool = ROOT / "tools" / "bake_trays.py"
    target = tmp_path / "trays.txt"

    def bake(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(tool), "--output", str(target), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert bake("--count", "2").returncode == 0
    lines = target.read_text("ascii").split()
    assert len(lines) == 2
    assert [trays.problem(trays.unpack(line)[0]) for line in lines] == ["", ""]
    assert bake("--check", "2").returncode == 0
    target.write_text(f"{lines[1]}\n{lines[0]}\n", "ascii")
    changed = bake("--check", "1")
    assert changed.returncode == 1
    assert "0 of 1 trays are the same" in changed.stderr
