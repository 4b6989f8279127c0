"""The simulated tray."""

from __future__ import annotations

import builtins
import os
import pickle
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletop.errors import WorkFailed
from tabletop.games.mikado import physics, trays
from tests.helpers import ROOT

pytest.importorskip("pymunk")


def fresh(seed: int) -> physics.Snapshot:
    """A tray that is really simulated, not remembered."""
    physics.build.cache_clear()
    physics.settle.cache_clear()
    return physics.build(seed)


def hungry(tray: physics.Snapshot) -> str:
    """The disc that carries most."""
    return max(zip(tray.loads, (disc.name for disc in tray.discs), strict=True))[1]


def test_without_pymunk_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def barren(name: str, *rest: Any, **named: Any) -> Any:
        if name.split(".")[0] == "pymunk":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", barren)
    with pytest.raises(WorkFailed) as caught:
        fresh(1)
    assert "pip install '.[physics]'" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_built_tray_is_a_packing_with_whole_hundredths() -> None:
    for seed in range(4):
        tray = physics.build(seed).layout
        assert trays.problem(tray) == ""
        assert trays.parse_layout(trays.format_layout(tray)) == tray


def test_a_mix_from_which_a_disc_springs_out_is_no_tray() -> None:
    assert physics.mix(0, settings=physics.PhysicsSettings(pop_speed=1.0)) is None
    assert physics.mix(0) != physics.mix(0, attempt=1)


def test_seeds_give_different_trays() -> None:
    assert physics.build(1).layout != physics.build(2).layout
    assert physics.build("1").layout == physics.build(1).layout


def test_the_same_seed_gives_the_same_game_in_this_process() -> None:
    first = fresh(3)
    names = [first.discs[0].name, first.discs[30].name]
    once = physics.pull(physics.pull(first, names[0]).after, names[1])
    physics._pull.cache_clear()
    again = fresh(3)
    assert again == first
    assert physics.pull(physics.pull(again, names[0]).after, names[1]) == once


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    script = (
        "from tabletop.games.mikado import physics as p\n"
        "t = p.build(5)\n"
        "q = p.pull(t, 'r1')\n"
        "print(repr((t.slider, t.loads, q.moved, q.after.slider, q.after.discs)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "77"},
    ).stdout
    tray = physics.build(5)
    done = physics.pull(tray, "r1")
    assert told.strip() == repr((tray.slider, tray.loads, done.moved, done.after.slider, done.after.discs))


def test_a_pull_takes_the_disc_and_leaves_the_snapshot_alone() -> None:
    tray = physics.build(1)
    copy = pickle.loads(pickle.dumps(tray))
    done = physics.pull(tray, "b4")
    assert tray == copy and hash(tray) == hash(copy)
    gone = {"b4", *done.popped}
    assert [disc.name for disc in done.after.discs] == [d.name for d in tray.discs if d.name not in gone]
    assert len(done.after.loads) == len(done.after.discs)
    assert done.moved >= 0
    assert done.after.slider <= tray.slider + trays.OVERLAP


def test_loose_discs_come_out_and_loaded_ones_move_the_slider() -> None:
    slips = []
    for seed in range(4):
        tray = physics.build(seed)
        loads = {disc.name: load for disc, load in zip(tray.discs, tray.loads, strict=True)}
        loose = [name for name, load in loads.items() if load < physics.DEFAULT_SETTINGS.loose_load]
        assert 2 <= len(loose) <= 25
        for name in loose[:3]:
            assert physics.pull(tray, name).moved < 0.1
        slips.append(physics.pull(tray, max(loads, key=loads.__getitem__)).moved)
    assert statistics.median(slips) > 0.5


@pytest.mark.slow
def test_discs_never_overlap_nor_leave_the_walls_during_a_game() -> None:
    tray = physics.build(2)
    for _ in range(12):
        tray = physics.pull(tray, hungry(tray)).after
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
    wild = physics.PhysicsSettings(pop_speed=5.0)
    tray = physics.build(1)
    done = physics.pull(tray, hungry(tray), settings=wild)
    assert done.popped
    assert not {disc.name for disc in done.after.discs} & set(done.popped)


def test_people_may_say_what_sprang_out() -> None:
    tray = physics.build(1)
    done = physics.pull(tray, "r3", frozenset({"y5", "b2"}))
    assert done.popped == ("b2", "y5")
    assert not {"r3", "y5", "b2"} & {disc.name for disc in done.after.discs}
    assert len(done.after.discs) == 51
    as_simulated = physics.pull(tray, "r3")
    assert physics.pull(tray, "r3", frozenset(as_simulated.popped)) == as_simulated


@pytest.mark.slow
def test_the_bakery_writes_packings_and_knows_its_own_trays_again(tmp_path: Path) -> None:
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
