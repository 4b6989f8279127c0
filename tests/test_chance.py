"""Rolls: the same numbers everywhere, and fair."""

from __future__ import annotations

import math
from hashlib import blake2b
from statistics import NormalDist

import pytest

from tabletop.chance import Attempt, Rolls, bot_seed, normal_cdf, roll


def test_rolls_are_these_numbers_on_every_python() -> None:
    assert roll(42, 1, "pull", "r7", "slip") == 0.5358376924538322
    assert roll(42, 1, "pull", "r7", "slip", 1) == 0.19292826266479635
    assert roll(0, 0, "setup", "-", "deal", 35) == Rolls(0).uniform("deal", 35) == 0.538622703586128


def test_the_key_of_a_roll_is_as_published() -> None:
    digest = blake2b(b"2|42|3|lay|B4|fall|5", digest_size=8).digest()
    assert roll(42, 3, "lay", "B4", "fall", 5) == (int.from_bytes(digest, "big") >> 11) * 2.0**-53


def test_a_roll_hangs_on_seed_turn_attempt_piece_event_and_count() -> None:
    keys: list[tuple[int, int, Attempt, str, str, int]] = [
        (1, 1, "pull", "B4", "fall", 0),
        (2, 1, "pull", "B4", "fall", 0),
        (1, 2, "pull", "B4", "fall", 0),
        (1, 1, "prize", "B4", "fall", 0),
        (1, 1, "pull", "B5", "fall", 0),
        (1, 1, "pull", "B4", "who", 0),
        (1, 1, "pull", "B4", "fall", 1),
    ]
    assert len({roll(*key) for key in keys}) == len(keys)


def test_bots_have_the_seeds_they_had_in_0_1() -> None:
    assert bot_seed(7, 1) == 4560229737359224
    assert bot_seed(None, 2) == bot_seed(0, 2) != bot_seed(0, 1)


def test_rolls_look_uniform() -> None:
    values = [roll(7, turn, "pull", "r7", "slip") for turn in range(4000)]
    assert abs(math.fsum(values) / 4000 - 0.5) < 0.02
    assert abs(sum(value < 0.1 for value in values) / 4000 - 0.1) < 0.02
    normal = [Rolls(7, turn, "pull").normal("length") for turn in range(4000)]
    assert abs(math.fsum(normal) / 4000) < 0.05
    assert abs(math.fsum(value * value for value in normal) / 4000 - 1) < 0.08


def test_weighted_and_shuffled() -> None:
    picks = [Rolls(1, turn, "pull").weighted([1, 0, 3], "who") for turn in range(4000)]
    assert 1 not in picks
    assert abs(picks.count(2) / 4000 - 0.75) < 0.03
    firsts = [Rolls(1, turn).shuffled("abc", "deal") for turn in range(600)]
    assert {tuple(sorted(order)) for order in firsts} == {(0, 1, 2)}
    assert len({tuple(order) for order in firsts}) == 6


def test_an_event_without_a_name_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError):
        roll(1, 1, "pull", "r7", "unheard-of")
    with pytest.raises(AssertionError):
        roll(1, 1, "step", "r7", "slip")  # type: ignore[arg-type]


def test_the_normal_distribution_does_not_hang_on_the_last_digits_of_a_platform(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = [normal_cdf(step / 7) for step in range(-30, 31)]
    assert values == pytest.approx([NormalDist().cdf(step / 7) for step in range(-30, 31)], abs=1e-12)
    erfc = math.erfc
    monkeypatch.setattr(math, "erfc", lambda number: math.nextafter(erfc(number), 2))
    assert [normal_cdf(step / 7) for step in range(-30, 31)] == values
