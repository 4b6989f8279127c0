"""Players never see the hidden loads, and what they believe of them comes true as often as they believe."""

from __future__ import annotations

import math
from collections import defaultdict
from random import Random

import pytest

from tabletop.chance import Rolls
from tabletop.errors import WrongUse
from tabletop.game import CHANCE
from tabletop.games.mikado import GAME
from tabletop.games.mikado.discs import NUMBERS
from tabletop.games.mikado.loads import HiddenLoads
from tabletop.games.mikado.moves import Feels, Moved, Pull, Touch, Waive
from tabletop.games.mikado.packing import nearness
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import parse_records
from tabletop.replay import replay, replayed, write_record
from tests.games.mikado.helpers import play, refereed, rolled, state_of


def play_cautiously(match: Match, rng: Random, turns: int) -> None:
    """In each turn touch a random disc, and pull it if the believed risk is low; every outcome is rolled."""
    for _ in range(turns):
        if match.result:
            return
        state = state_of(match)
        disc = state.tray[int(rng.random() * len(state.tray))]
        match.play(Touch(disc))
        match.settle()
        state = state_of(match)
        risk = state.believed_risk(disc)
        assert risk is not None
        match.play(Pull(disc) if risk < 0.35 or state.must_pull else Waive())
        match.settle()


def test_a_player_sees_neither_loads_nor_seed() -> None:
    match = rolled(seed=4, players=2)
    play_cautiously(match, Random(1), 12)
    state = state_of(match)
    seen = state.seen_by(1)
    assert state.hidden is not None and state.seed == 4
    assert seen.hidden is None and seen.seed is None
    assert seen == state.seen_by(2)
    assert state.seen_by(CHANCE) is state and seen.seen_by(1) is seen
    assert seen != state
    assert seen.apply(Touch(seen.tray[0])).odds() is None
    assert seen.believed_risk(seen.tray[0]) == state.believed_risk(state.tray[0])
    with pytest.raises(WrongUse):
        seen.apply(Pull(seen.tray[0])).sample(Rolls(1, 1, "pull"))


def test_what_a_player_sees_depends_on_the_record_and_not_on_the_loads() -> None:
    first = rolled(seed=4, players=2)
    play_cautiously(first, Random(1), 10)
    text = write_record(first)
    (record,) = parse_records(text.replace("Seed: 4", "Seed: 5"), "record")
    other = replayed(record)
    assert state_of(other).hidden != state_of(first).hidden
    assert state_of(other).seen_by(1) == state_of(first).seen_by(1)
    (record,) = parse_records(text.replace("Seed: 4\n", ""), "record")
    assert state_of(replayed(record)) == state_of(first).seen_by(1)


def test_verifying_a_record_finds_an_outcome_that_was_not_rolled() -> None:
    match = rolled(seed=4, players=2)
    play_cautiously(match, Random(1), 6)
    text = write_record(match)

    def differences(text: str) -> list[str]:
        (record,) = parse_records(text, "record")
        return [step.difference for step in replay(record, verify=True) if step.difference]

    assert differences(text) == []
    line = next(line for line in text.splitlines() if line.startswith("-> moved 0"))
    assert differences(text.replace(line, "-> moved 0.9", 1)) != []


def test_rolls_depend_on_turn_disc_and_attempt_only() -> None:
    """What was touched, or tried and taken back, before a pull does not change its roll."""
    match = play(rolled(seed=9), "pull y1")
    first = match.sample_outcome()
    match.back()
    play(match, "pull y2")
    match.back()
    play(match, "pull y1")
    assert match.sample_outcome() == first
    state = state_of(match)
    assert (state.turn, state.attempt, state.piece) == (1, "pull", "y1")
    assert play(rolled(seed=9), "touch y1", "feels loose", "pull").sample_outcome() == first
    touched = play(rolled(seed=9), "touch r1", "feels loose", "pull")
    assert (state_of(touched).turn, state_of(touched).attempt, state_of(touched).piece) == (1, "pull", "r1")
    before = state_of(touched)
    play(touched, "moved 4.0")
    layout = state_of(touched).layout
    assert before.hidden is not None and before.hidden.load(0) > 0 and before.layout and layout
    rolls = Rolls(9, 1, "pull", "r1")
    near = nearness(before.layout, before.tray, 0)
    assert state_of(touched).hidden == before.hidden.after_pull(0, Moved(4.0), layout, near, rolls)


def test_a_stated_outcome_changes_the_hidden_loads() -> None:
    calm = play(rolled(seed=9), "pull r1", "moved 0")
    wild = play(rolled(seed=9), "pull r1", "moved 9.5 popped r2 y4")
    for match in (calm, wild):
        hidden = state_of(match).hidden
        assert hidden is not None and hidden.load(0) < 0
    assert wild.state.hidden.load(NUMBERS["y4"]) < 0, "a disc that sprang out"
    assert calm.state.hidden.loads != wild.state.hidden.loads


def test_a_refereed_game_has_no_odds() -> None:
    match = refereed()
    state = state_of(match)
    assert match.to_move == 1 and state.layout is None
    assert state.beliefs is None and state.believed_risk(0) is None and state.believed_odds(0) is None
    play(match, "pull r1")
    assert match.state.odds() is None
    with pytest.raises(WrongUse):
        match.roll()
    with pytest.raises(WrongUse):
        match.state.sample(Rolls(1, 1, "pull"))
    seeded = Match(GAME, make_setup(GAME, players=2, model="referee", seed=3))
    assert state_of(seeded).seed is None and seeded.to_move == 1


def test_a_disc_that_feels_tighter_is_believed_riskier() -> None:
    match = rolled(seed=3, players=2)
    disc = NUMBERS["b5"]
    before = state_of(match).believed_risk(disc)
    risks = []
    for word in ("loose", "light", "firm", "tight"):
        touched = play(rolled(seed=3, players=2), "touch b5", f"feels {word}")
        risk = state_of(touched).believed_risk(disc)
        assert risk is not None
        risks.append(risk)
    assert before is not None and risks == sorted(risks)
    assert risks[0] < before < risks[-1]


def test_a_long_slip_makes_a_feel_less_certain() -> None:
    match = play(rolled(seed=3, players=2), "touch b5", "feels tight", "waive")
    disc = NUMBERS["b5"]
    beliefs = state_of(match).beliefs
    assert beliefs is not None and beliefs.loose_chance(disc) < 0.001
    play(match, "pull r1", "moved 6.0")
    beliefs = state_of(match).beliefs
    assert beliefs is not None and beliefs.loose_chance(disc) > 0.05


def test_pulling_a_loose_disc_leaves_a_feel_certain() -> None:
    match = rolled(seed=3, players=2)
    beliefs = state_of(match).beliefs
    assert beliefs is not None
    free = next(disc for disc in state_of(match).tray if beliefs.loose_chance(disc) == 1)
    play(match, "touch b5", "feels tight", "waive", GAME.format_move(Pull(free)), "moved 0")
    beliefs = state_of(match).beliefs
    assert beliefs is not None and beliefs.loose_chance(NUMBERS["b5"]) < 0.01


def test_believed_odds_of_a_touch_add_up() -> None:
    state = state_of(rolled(seed=4))
    for disc in (0, 20, 45):
        odds = state.believed_odds(disc)
        assert odds is not None and math.fsum(chance for _, chance in odds) == pytest.approx(1)
        assert [outcome for outcome, _ in odds] == [Feels(word) for word in ("loose", "light", "firm", "tight")]


@pytest.mark.slow
def test_beliefs_come_true_as_often_as_believed() -> None:
    """Over many games: of all discs believed loose, or about to move the slider, with 30 %, about 30 % are."""
    loose: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    risks: dict[int, list[tuple[float, float]]] = defaultdict(list)
    base = rolled(seed=0, players=2, skills=("1=0.8", "2=0.3"))
    for seed in range(1, 61):
        match = Match(GAME, type(base.setup)(**{**vars(base.setup), "seed": seed}))
        match.settle()
        play_cautiously(match, Random(seed), 45)
        state = state_of(match)
        assert state.beliefs is not None and isinstance(state.hidden, HiddenLoads)
        for disc in state.tray:
            chance, risk = state.beliefs.loose_chance(disc), state.believed_risk(disc)
            assert risk is not None
            loose[int(chance * 5)].append((chance, state.hidden.load(disc) == 0))
            risks[int(risk * 5)].append((risk, state.hidden.risk(disc, state.skill)))
    for results in loose.values():
        believed = math.fsum(chance for chance, _ in results) / len(results)
        true = sum(is_loose for _, is_loose in results) / len(results)
        assert abs(believed - true) < 0.02 + 4 * math.sqrt(believed * (1 - believed) / len(results))
    for pairs in risks.values():
        believed = math.fsum(risk for risk, _ in pairs) / len(pairs)
        true = math.fsum(truth for _, truth in pairs) / len(pairs)
        assert abs(believed - true) < 0.02 + 2 / math.sqrt(len(pairs)), (believed, true, len(pairs))
