"""How sticks sit: hidden, drawn anew when something changes there, told by probes to everybody."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest

from tabletop.chance import Rolls
from tabletop.game import CHANCE
from tabletop.games.takami.falls import pull_risks
from tabletop.games.takami.heap import STICKS, Place, build_heap
from tabletop.games.takami.moves import FEELS, AttemptOutcome, Probe, ProbeOutcome, Pull
from tabletop.games.takami.odds import pull_odds
from tabletop.games.takami.rules import TakamiState
from tabletop.games.takami.sits import OFF, draw_sits, redraw_sits
from tests.games.takami.helpers import DEAL, RAISED, match_before_deal, play, scripted_match, state_of
from tests.games.takami.test_falls import agrees

SEEDS = 3000


def states_by_seed(script: str, seeds: int = SEEDS) -> list[TakamiState]:
    """The state after the script on the known heap, for every seed; the first move's state is built only once."""
    states = []
    for seed in range(seeds):
        state = state_of(match_before_deal(seed=seed)).apply(DEAL)
        match = scripted_match()
        match.states[-1] = state
        play(match, script)
        states.append(state_of(match))
    return states


# What is hidden


def test_players_see_neither_the_seed_nor_how_sticks_sit() -> None:
    state = state_of(scripted_match(seed=1))
    assert state.seed == 1 and state.sits is not None
    seen = state.seen_by(1)
    assert seen.seed is None and seen.sits is None
    assert seen == state_of(scripted_match())
    assert state.seen_by(CHANCE) is state and seen.seen_by(2) is seen


def test_a_game_without_a_seed_and_a_refereed_one_hide_nothing() -> None:
    for match in (scripted_match(), scripted_match(model="referee")):
        assert state_of(match).sits is None and state_of(match).seen_by(1) is state_of(match)


def test_sticks_sit_as_often_as_the_model_says() -> None:
    hand = state_of(scripted_match()).hand
    heap = build_heap(STICKS).without(("G3", "Y7"))
    draws = [draw_sits(hand.shares, heap, Rolls(seed)) for seed in range(SEEDS)]
    expected = {"G5": "free", "Y4": "one", "B8": "two", "Y6": "leaning"}
    for stick, burden in expected.items():
        assert heap.burdens[stick] == burden
        counts = Counter(sits[STICKS.index(stick)] for sits in draws)
        for sits, share in enumerate(hand.shares[heap.burdens[stick]]):
            assert agrees(counts[sits], share, SEEDS), (stick, sits)
    assert {sits[STICKS.index("G3")] for sits in draws} == {OFF}


def test_only_what_moved_or_carries_something_else_is_drawn_anew() -> None:
    hand, before = state_of(scripted_match()).hand, build_heap(STICKS)
    after = before.without(("G4",)).with_stick("G4", Place(9, 5))
    sits = draw_sits(hand.shares, before, Rolls(1))
    changed = set()
    for seed in range(200):
        redrawn = redraw_sits(hand.shares, sits, before, after, Rolls(seed, 1, "lay", "G4"))
        changed |= {stick for stick, old, new in zip(STICKS, sits, redrawn, strict=True) if old != new}
    # G4 left 8.3, which rested on Y5 and Y6, and now lies on 9.5, on G6 and G7.
    assert changed == {"G4", "Y5", "Y6", "G6", "G7"}


def test_the_same_seed_gives_the_same_hidden_truth_whatever_was_probed() -> None:
    probed = scripted_match("probe Y4", seed=5)
    probed.settle()
    untouched = state_of(scripted_match(seed=5))
    assert state_of(probed).sits == untouched.sits


@pytest.mark.parametrize("seed", range(30))
def test_a_probe_does_not_change_the_pull_after_it(seed: int) -> None:
    outcomes = []
    for script in ("pull B9", "probe B9"):
        match = scripted_match(script, seed=seed, model="slippery")
        match.settle()
        if script == "probe B9":
            match.play(Pull("B9"))
            match.settle()
        outcomes.append(match.plies[-1].move)
    assert outcomes[0] == outcomes[1]


# What probes tell


def test_k4_everybody_knows_what_a_probe_told_and_the_odds_use_it() -> None:
    before = state_of(scripted_match())
    tight = state_of(scripted_match("probe Y4; => sits tight; pull Y4; => clean; keep"))
    assert tight.report_on("Y4") is None, "it was pulled"
    told = state_of(scripted_match(f"{RAISED}; probe B9; => sits tight; done"))
    assert told.player == 2
    report = told.report_on("B9")
    assert report is not None and (report.feel, report.turn) == ("tight", 1)
    assert pull_odds(told, "B9").falls > pull_odds(before, "B9").falls
    loose = state_of(scripted_match(f"{RAISED}; probe B9; => sits loose; done"))
    assert pull_odds(loose, "B9").falls < pull_odds(before, "B9").falls
    assert pull_odds(loose, "B8") == pull_odds(state_of(scripted_match(f"{RAISED}; done")), "B8")


def test_what_a_probe_told_is_forgotten_once_something_else_rests_on_the_stick() -> None:
    told = f"{RAISED}; probe Y7; => sits tight; done; raise G3 to 9.4; => clean; => holds; done"
    assert state_of(scripted_match(told)).report_on("Y7") is not None
    changed = f"{RAISED}; probe Y7; => sits tight; done; raise G5 to 9.4; => clean; => holds; done"
    assert state_of(scripted_match(changed)).report_on("Y7") is None


def test_a_clumsy_players_probe_tells_less() -> None:
    script = f"{RAISED}; probe B9; => sits tight; done"
    skilled, clumsy = (state_of(scripted_match(script, skills=[f"1={skill}"])) for skill in (1, 0))
    assert skilled.believed_sits("B9")[3] > clumsy.believed_sits("B9")[3] > skilled.hand.shares["two"][3]


def test_two_probes_tell_more_than_one() -> None:
    once = state_of(scripted_match(f"{RAISED}; probe B9; => sits tight; done"))
    twice = replace(once, reports=once.reports * 2)
    assert twice.believed_sits("B9")[3] > once.believed_sits("B9")[3]


def test_the_odds_after_a_probe_average_to_those_before() -> None:
    odds = pull_odds(state_of(scripted_match()), "B9")
    assert math.fsum(feel.told * feel.falls_then for feel in odds.feels) == pytest.approx(odds.falls)
    assert math.fsum(feel.chance * feel.falls for feel in odds.feels) == pytest.approx(odds.falls)
    assert math.fsum(feel.told for feel in odds.feels) == pytest.approx(1)


# Samples agree with the odds


def falls(state: TakamiState, stick: str, rolls: Rolls) -> bool:
    outcome = state.apply(Pull(stick)).sample(rolls)
    assert isinstance(outcome, AttemptOutcome)
    return outcome.word == "falls"


def test_what_players_see_is_sampled_with_their_odds() -> None:
    state = state_of(scripted_match("probe B9; => sits tight", model="slippery", seed=1)).seen_by(1)
    count = sum(falls(state, "B9", Rolls(seed, 1, "pull", "B9")) for seed in range(SEEDS))
    assert agrees(count, pull_odds(state, "B9").falls, SEEDS)


@pytest.mark.slow
def test_the_hidden_truth_is_sampled_with_the_true_odds() -> None:
    state = state_of(scripted_match(model="slippery", seed=1))
    for stick in ("B9", "Y5", "Y6", "R2"):
        odds = pull_odds(state, stick)
        assert max(feel.chance for feel in odds.feels) == 1
        count = sum(falls(state, stick, Rolls(seed, 1, "pull", stick)) for seed in range(SEEDS))
        assert agrees(count, odds.falls, SEEDS), stick


@pytest.mark.slow
def test_over_all_seeds_a_pull_has_the_odds_that_players_see() -> None:
    states = states_by_seed("")
    odds = pull_odds(states[0].seen_by(1), "B9")
    count = sum(falls(state, "B9", Rolls(seed, 1, "pull", "B9")) for seed, state in enumerate(states))
    assert agrees(count, odds.falls, SEEDS)


@pytest.mark.slow
@pytest.mark.parametrize("feel", ["loose", "tight"])
def test_what_people_state_about_a_probe_is_true(feel: str) -> None:
    """Whatever the stick would have told: after `=> sits tight` it falls as often as the odds say."""
    states = states_by_seed(f"probe B9; => sits {feel}")
    odds = pull_odds(states[0].seen_by(1), "B9")
    sits = Counter(state.sits[STICKS.index("B9")] for state in states if state.sits)
    for index, chance in enumerate(states[0].believed_sits("B9")):
        assert agrees(sits[index], chance, SEEDS)
    count = sum(falls(state, "B9", Rolls(seed, 1, "pull", "B9")) for seed, state in enumerate(states))
    assert agrees(count, odds.falls, SEEDS)


@pytest.mark.slow
def test_rolled_probes_agree_with_the_odds_and_so_do_the_pulls_after_each_answer() -> None:
    states = states_by_seed("")
    seen = pull_odds(states[0].seen_by(1), "B9")
    answers: dict[str, list[bool]] = {feel: [] for feel in FEELS}
    for seed, state in enumerate(states):
        pending = state.apply(Probe("B9"))
        outcome = pending.sample(Rolls(seed, 1, "probe", "B9"))
        assert isinstance(outcome, ProbeOutcome)
        answers[outcome.feel].append(falls(pending.apply(outcome), "B9", Rolls(seed, 1, "pull", "B9")))
    for feel in seen.feels:
        assert agrees(len(answers[feel.feel]), feel.told, SEEDS)
        assert agrees(sum(answers[feel.feel]), feel.falls_then, len(answers[feel.feel]))


def test_odds_of_a_pending_probe_are_true_ones_or_what_players_know() -> None:
    state = state_of(scripted_match("probe B9", seed=1))
    for pending in (state, state.seen_by(1)):
        odds = pending.odds()
        assert odds is not None and math.fsum(chance for _, chance in odds) == pytest.approx(1)
        felt = Counter(pending.sample(Rolls(seed, 1, "probe", "B9")) for seed in range(SEEDS))
        for outcome, chance in odds:
            assert isinstance(outcome, ProbeOutcome)
            assert agrees(felt[outcome], chance, SEEDS), outcome
    assert state.odds() != state.seen_by(1).odds()


def test_the_sticks_at_risk_are_sampled_as_listed() -> None:
    state = state_of(scripted_match(model="slippery", skills=["1=0.1"]))
    chance = state.fall_chance("Y6")
    fallen: Counter[str] = Counter()
    for seed in range(SEEDS):
        outcome = state.apply(Pull("Y6")).sample(Rolls(seed, 1, "pull", "Y6"))
        fallen.update(outcome.fallen if isinstance(outcome, AttemptOutcome) else ())
    for stick, risk in pull_risks(state.hand, build_heap(STICKS), "Y6", chance).items():
        assert agrees(fallen[stick], risk, SEEDS), stick
