"""Discs and slider have places: outcomes say what moved, and a record replays the picture without the model."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.errors import IllegalMove, UnreadableMove
from tabletop.games.mikado import GAME, rules, trays
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.model import MODELS
from tabletop.games.mikado.moves import Moved, Pull
from tabletop.games.mikado.packing import slack
from tabletop.games.mikado.trays import RADIUS_OF, Places, cell_of, crowding, format_places
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import parse_records
from tabletop.replay import replay, replayed, write_record
from tests.games.mikado.helpers import play, refereed, refusal, rolled, state_of

R1, R2, B3 = NUMBERS["r1"], NUMBERS["r2"], NUMBERS["b3"]


def play_at_random(match: Match, pulls: int, seed: int = 1) -> Match:
    """Pull so many discs, or as many as there are."""
    rng = Random(seed)
    for _ in range(pulls):
        if not match.result:
            tray = state_of(match).tray
            play(match, f"pull {NAMES[tray[int(rng.random() * len(tray))]]}")
            match.settle()
    return match


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("moved 2.3 places slider 92.30 r1 13.20,11.40", Moved(2.3, (), Places(92.3, ((R1, 13.2, 11.4),)))),
        ("moved 0.4 places b3 1,2 r2 13.2,4", Moved(0.4, (), Places(None, ((R2, 13.2, 4.0), (B3, 1.0, 2.0))))),
        ("moved 2 popped y3 places slider 80", Moved(2.0, (NUMBERS["y3"],), Places(80.0, ()))),
        ("bewegt 2 plätze slider 80.5 R1 3,4", Moved(2.0, (), Places(80.5, ((R1, 3.0, 4.0),)))),
    ],
)
def test_places_are_read_and_written(text: str, outcome: Moved) -> None:
    match = play(refereed(), "pull r5")
    assert match.parse(text) == outcome
    assert match.parse(GAME.format_move(outcome)) == outcome


@pytest.mark.parametrize(
    ("places", "reason"),
    [
        ("", "places"),
        ("slider", "names with lengths"),
        ("slider 80 slider 70", "two places"),
        ("r1 3,4 r1 5,6", "r1 has two places"),
        ("x9 3,4", "neither a disc nor the slider"),
        ("r1 3", "not a place"),
        ("r1 3,-4", "not a length"),
        ("r1 3.123,4", "at most two decimals"),
        ("slider 9999", "not a length"),
    ],
)
def test_unreadable_places_are_refused_with_their_reason(places: str, reason: str) -> None:
    match = play(refereed(), "pull r5")
    with pytest.raises(UnreadableMove, match=reason) as caught:
        match.parse(f"moved 2 places {places}")
    assert caught.value.column >= 15


def test_m2_places_need_a_tray() -> None:
    assert refusal(play(refereed(), "pull r5"), "moved 2 places slider 80").rule == "M2"


@pytest.mark.parametrize(
    ("places", "reason"),
    [
        ("r1 3,50", "r1 is outside the walls"),
        ("r5 50,50", "r5 is no longer in the tray"),
        ("y3 50,50", "y3 is no longer in the tray"),
        ("slider 60", "the slider would lie on a disc"),
    ],
)
def test_m4_impossible_places_are_refused(places: str, reason: str) -> None:
    match = play(rolled(seed=7), "pull r5")
    error = refusal(match, f"moved 2 popped y3 places {places}")
    assert error.rule == "M4" and reason in error.reason


def test_m4_places_where_discs_overlap_are_refused() -> None:
    match = play(rolled(seed=7), "pull r5")
    layout = state_of(match).layout
    assert layout
    places = Places(None, ((R1, layout.discs[R2].x, layout.discs[R2].y),))
    with pytest.raises(IllegalMove, match="r1 and r2 overlap"):
        match.check(Moved(2.0, (), places))


@pytest.mark.parametrize("model", ["steady", "hard", "beginner", "slippery"])
def test_after_every_pull_discs_lie_apart_and_one_touches_the_slider(model: str) -> None:
    match = rolled(seed=3, model=model)
    division = float(MODELS.load(model)["scale"]["division"])
    before = state_of(match)
    while not match.result:
        play_at_random(match, 1, len(match.plies))
        state, outcome = state_of(match), match.plies[-1].move
        assert isinstance(outcome, Moved) and state.layout and before.layout
        assert crowding(state.layout, state.tray, state.tray) == ""
        assert slack(state.layout, state.tray) == 0
        assert state.layout.slider == pytest.approx(before.layout.slider - outcome.length * division, abs=0.01)
        assert (outcome.places is None) == (outcome.length == 0)
        before = state
    largest = max((RADIUS_OF[disc] for disc in before.tray), default=0.0)
    assert before.layout and 2 * largest <= before.layout.slider < before.depth
    assert before.slider_travel * division == pytest.approx(before.depth - before.layout.slider, abs=0.5)


def test_an_outcome_says_only_what_moved() -> None:
    match = play_at_random(rolled(seed=3), 20)
    for before, after, ply in zip(match.states, match.states[1:], match.plies, strict=False):
        if not isinstance(ply.move, Moved) or ply.move.places is None:
            continue
        assert isinstance(before, rules.MikadoState) and isinstance(after, rules.MikadoState)
        assert before.layout and after.layout
        moved = {disc for disc in after.tray if before.layout.discs[disc] != after.layout.discs[disc]}
        assert {disc for disc, _, _ in ply.move.places.discs} == moved
        assert ply.move.places.slider == after.layout.slider < before.layout.slider
        assert not moved & {disc for disc in range(54) if disc not in after.tray}


def test_a_record_replays_the_same_states_as_the_game() -> None:
    match = play_at_random(rolled(seed=5, players=3), 30)
    text = write_record(match)
    assert " places slider " in text
    (record,) = parse_records(text, "record")
    assert replayed(record).states == match.states
    assert all(not step.difference for step in replay(record, verify=True))


def test_a_record_replays_the_picture_without_seed_and_model() -> None:
    match = play_at_random(rolled(seed=5), 30)
    lines = write_record(match).splitlines()
    bare = "\n".join(line for line in lines if not line.startswith(("Seed:", "Rng:", "Model-Hash:")))
    text = bare.replace("Model: steady", "Model: no-such-model.toml")
    (record,) = parse_records(text, "record")
    assert replayed(record).draw() == match.draw()


def test_stated_outcomes_need_no_places() -> None:
    """The discs then follow the slider as the program thinks."""
    match = play(rolled(seed=5), "pull r5", "moved 3.5 popped y3")
    state = state_of(match)
    assert state.layout and state.layout.slider == pytest.approx(state.depth - 3.5)
    assert crowding(state.layout, state.tray, state.tray) == ""
    assert format_places(state_of(rolled(seed=5)).layout.places_in(state.layout)).startswith("slider")  # type: ignore
    (record,) = parse_records(write_record(match), "record")
    assert "places" not in write_record(match)
    assert replayed(record).states == match.states


def test_a_stated_length_that_leaves_no_room_for_the_discs_stops_at_them() -> None:
    match = play(rolled(seed=5), "pull r5", "moved 500")
    state = state_of(match)
    assert state.layout and crowding(state.layout, state.tray, state.tray) == ""
    assert state.slider_travel == 500


def test_m2_a_cell_means_where_a_disc_is_now() -> None:
    match = play_at_random(rolled(seed=5), 25)
    state, start = state_of(match), state_of(rolled(seed=5))
    assert state.layout and start.layout
    cells = {cell_of(state.layout.discs[disc]): disc for disc in state.tray}
    assert len(cells) == len(state.tray)
    assert any(cell_of(start.layout.discs[disc]) != cell for cell, disc in cells.items())
    for cell, disc in cells.items():
        assert match.parse(f"pull @{cell}") == Pull(disc)
    gone = next(disc for disc in range(54) if disc not in state.tray and cell_of(state.layout.discs[disc]) not in cells)
    assert refusal(match, f"pull @{cell_of(state.layout.discs[gone])}").rule == "M2"


def test_the_picture_shows_discs_and_slider_where_they_are() -> None:
    match = play_at_random(rolled(seed=5), 36)
    state = state_of(match)
    assert state.layout
    lines = match.draw().split("\n")
    for disc in state.tray:
        place = state.layout.discs[disc]
        row = min(int(place.y / trays.CELL_HEIGHT), round(state.layout.slider / trays.CELL_HEIGHT) - 1)
        column = 3 + place.x * 75 / 200
        assert NAMES[disc] in lines[row + 1][round(column) - 4 : round(column) + 4]
    slider = next(number for number, line in enumerate(lines) if " slider " in line)
    assert slider == round(state.layout.slider / trays.CELL_HEIGHT) + 1 < round(state.depth / trays.CELL_HEIGHT)
    assert lines[slider + 1].strip("| ") == ""


def test_a_pull_that_takes_away_the_only_hold_of_the_slider_is_a_movement_for_certain() -> None:
    """And one that leaves the slider no room is none; odds and rolls agree."""
    seen = set()
    for seed in range(5):
        match = play_at_random(rolled(seed=seed), 44, seed)
        while not match.result:
            state = state_of(match)
            for disc, risk in state.certain_risks().items():
                seen.add(risk)
                assert state.believed_risk(disc) == risk
                for roll in range(3):
                    setup_rolls = rules.Rolls(f"{seed}-{roll}", state.turn, "pull", NAMES[disc])
                    outcome = state.apply(Pull(disc)).sample(setup_rolls)
                    assert isinstance(outcome, Moved) and outcome.is_movement == (risk == 1)
            play_at_random(match, 1, len(match.plies))
    assert seen == {0.0, 1.0}


def test_records_of_0_1_replay_and_their_discs_follow() -> None:
    text = write_record(play(rolled(seed=8), "pull r1", "moved 2.5", "touch y1", "feels loose", "pull", "moved 0"))
    old = "\n".join(line for line in text.splitlines() if not line.startswith(("Rng:", "Model-Hash:")))
    (record,) = parse_records(old.replace("=> moved", "-> moved"), "record")
    state = state_of(replayed(record))
    assert state.layout and state.layout.slider == pytest.approx(state.depth - 2.5)


def test_a_model_with_an_enormous_division_never_moves_the_slider() -> None:
    text = MODELS.load("steady").text.replace("division = 1.0", "division = 1e8")
    setup = make_setup(GAME, players=2, seed=3)
    match = Match(GAME, type(setup)(2, setup.names, setup.options, 3, MODELS.parse(text, "own"), setup.skills), None)
    match.settle()
    play_at_random(match, 20)
    assert all(not ply.move.length for ply in match.plies if isinstance(ply.move, Moved))
