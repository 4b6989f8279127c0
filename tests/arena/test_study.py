"""Studies: which games are played, what is refused, and what is remembered of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tabletop.arena.play import GameReport
from tabletop.arena.study import (
    HANDS,
    Study,
    check_study,
    crossed_seeds,
    parse_variants,
    play_study_game,
    study_games,
    usual_levels,
)
from tabletop.arena.study_facts import FactsFile, GameFacts, Watcher, lead_changes, parse_facts, settled_after
from tabletop.arena.tournament import Pairing, Table
from tabletop.bots.bot import SearchInfo
from tabletop.errors import TabletopError, UnreadableFile
from tabletop.games import load
from tabletop.record import parse_records
from tabletop.replay import replayed
from tests.helpers import GAMES, new_match


def make_study(name: str, vary: str = "as-written", **fields: object) -> Study:
    return Study(name, parse_variants(load(name), vary), **fields)  # type: ignore[arg-type]


def test_all_questions_are_asked_equally_often_at_every_time() -> None:
    study = make_study("fem", "as-written,nocover", games=6, strategies=("cover", "pile"))
    games = list(study_games(study))
    assert len({game.key for game in games}) == len(games)
    counts = Counter((game.kind, game.variant, game.subject) for game in games)
    assert set(counts.values()) == {6}
    assert len(counts) == 2 * (2 + 1 + 2)
    for seat in (1, 2):
        assert sum(game.kind == "strategies" and game.seat == seat for game in games) == 12
    first_half = Counter((game.kind, game.variant, game.subject) for game in games[: len(games) // 2])
    assert len(first_half) == len(counts)


def test_more_games_keep_those_there_are() -> None:
    study = make_study("takami", games=6, strategies=("never-prize",))
    longer = replace(study, games=60)
    assert {game.key for game in study_games(study)} < {game.key for game in study_games(longer)}
    assert study.fingerprint() == longer.fingerprint() != replace(study, seed=2).fingerprint()


def test_the_crossed_design_is_complete() -> None:
    study = make_study("mikado", games=100)
    games = [game for game in study_games(study) if game.kind == "hands"]
    assert crossed_seeds(study) == 16
    cells = Counter((game.hand, game.subject) for game in games)
    assert cells == {(hand, level): 16 for hand in HANDS for level in ("easy", "medium")}
    seats = Counter((game.number, game.seat) for game in games)
    assert len(seats) == 16, "a seed has one seat"
    assert {seat for _, seat in seats} == {1, 2}


def test_board_games_and_single_levels_have_no_crossed_design() -> None:
    assert crossed_seeds(make_study("fem")) == 0
    assert crossed_seeds(make_study("mikado", levels=("medium",))) == 0


def test_variants_are_options_players_and_models() -> None:
    game = load("taktori")
    plain, both, three = parse_variants(game, "as-written, ousting+centre=1,players=3", Table(("slide=free",)), 2)
    assert (plain.name, plain.table.options, plain.players) == ("as-written", ("slide=free",), 2)
    assert both.table.options == ("slide=free", "ousting", "centre=1")
    assert three.players == 3
    (hard,) = parse_variants(load("mikado"), "model=hard")
    assert hard.table.model == "hard"


@pytest.mark.parametrize(
    ("name", "vary", "fields", "message"),
    [
        ("fem", "as-written,", {}, "a variant is as-written or options"),
        ("fem", "nocover,nocover", {}, "a variant is given twice"),
        ("fem", "sideways", {}, "no option 'sideways'"),
        ("fem", "players=3", {}, "for 2 players"),
        ("taktori", "players=many", {}, "a whole number"),
        ("mikado", "players=1", {}, "at least two players"),
        ("mikado", "model=referee", {}, "referee"),
        ("mikado", "model=nosuch", {}, "nosuch"),
        ("fem", "as-written", {"levels": ("easy", "easy")}, "a level is given twice"),
        ("fem", "as-written", {"levels": ()}, "at least one level"),
        ("fem", "as-written", {"levels": ("clever",)}, "has no bot 'clever'"),
        ("fem", "as-written", {"strategies": ("medium",)}, "has no strategy 'medium'; its strategies are cover"),
        ("fem", "as-written", {"against": "clever"}, "has no bot 'clever'"),
        ("fem", "as-written", {"games": 0}, "at least one game"),
        ("fem", "as-written", {"seed": -1}, "a seed is a whole number"),
    ],
)
def test_a_study_that_cannot_be_made_is_refused(name: str, vary: str, fields: dict[str, object], message: str) -> None:
    with pytest.raises(TabletopError, match=message):
        check_study(make_study(name, vary, **fields))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_studied(name: str) -> None:
    """Games without bots too: then the level is `random`."""
    levels = usual_levels(load(name))
    study = make_study(name, levels=levels, against=levels[-1], games=1)
    check_study(study)
    game = next(study_games(study))
    facts = play_study_game(study, game)
    assert facts == play_study_game(study, game), "the same study gives the same games"
    (record,) = parse_records(facts.record)
    match = replayed(record)
    assert match.result and match.result.rule == facts.rule
    assert tuple(match.result.winners) in (facts.winners, ())
    assert match.state.scores() == facts.points
    low, half, high = facts.choices
    assert 1 <= low <= half <= high <= 1000
    assert facts.turns <= sum(ply.player > 0 for ply in match.plies)
    assert parse_facts(asdict(facts)) == facts


def test_the_subject_sits_where_it_should_with_its_hand() -> None:
    study = make_study("mikado", games=12)
    game = next(game for game in study_games(study) if game.kind == "hands" and game.seat == 2 and game.hand == 0.8)
    (record,) = parse_records(play_study_game(study, replace(game, subject="random")).record)
    assert record.value("Bots") == "medium random"
    assert "0.8" in (record.value("Skill") or "")


def test_a_strategy_is_seen_at_work() -> None:
    study = make_study("fem", games=1, strategies=("cover",), against="easy")
    games = [game for game in study_games(study) if game.kind == "strategies"]
    assert all(play_study_game(study, game).followed > 5 for game in games)
    study = make_study("fem", "nocover", games=1, strategies=("cover",), against="easy")
    assert [play_study_game(study, game).followed for game in study_games(study) if game.kind == "strategies"] == [0, 0]


def watched(name: str, *moves: str, values: Sequence[float] = ()) -> GameFacts:
    """The facts of a game with these moves, given up after the last one by the player to move."""
    match = new_match(name)
    watcher = Watcher()
    for number, move in enumerate(moves):
        watcher(match, SearchInfo(match.parse(move), values[number] if values else None))
        match.play_text(move)
    winner = 2 - match.to_move
    match.forfeit(match.to_move, "given up")
    report = GameReport(Pairing(0, 0, (0, 1), 1), (winner,), match.state.scores(), "given up", 0, (0.0, 0.0), "")
    return watcher.facts("key", report)


def test_the_lead_is_followed_by_points() -> None:
    """Green fills field 3 with the third piece and moves again; blue does so with field 4; green gives up."""
    moves = ["place 1 on 3a", "place 1 on 4a", "place 2 on 3b", "place 1 on 10a", "place 3 on 4b", "place 1 on 9a"]
    facts = watched("zickzack", *moves)
    assert facts.winners == (2,) and facts.points == (3, 4) and facts.rule == "-"
    assert facts.turns == 6
    assert facts.half_time == 1, "after three turns"
    assert facts.lead_changes == 1
    assert facts.was_behind
    assert facts.settled == 5 / 6
    assert facts.choices[2] > facts.choices[1] > facts.choices[0]


def test_without_points_a_player_leads_while_both_think_so() -> None:
    """Red is in front as both say, then each claims the lead, then both say blue is; red gives up."""
    moves = [f"place on {field}" for field in ("a1", "b3", "c5", "d1", "e3", "a5")]
    facts = watched("fem", *moves, values=[1.0, -1.0, 2.0, 3.0, -1.0, 1.0])
    assert facts.points is None and facts.winners == (2,)
    assert facts.half_time == 0, "after three turns both claim the lead"
    assert facts.lead_changes == 1 and facts.was_behind
    assert facts.settled == 4 / 6


@pytest.mark.parametrize(
    ("leaders", "changes"), [([], 0), ([0, 0], 0), ([1, 1, 2], 1), ([1, 0, 1, 0, 2, 0, 1], 2), ([0, 2, 0], 0)]
)
def test_lead_changes_do_not_count_ties(leaders: list[int], changes: int) -> None:
    assert lead_changes(leaders) == changes


@pytest.mark.parametrize(
    ("leaders", "winners", "part"),
    [
        ([1, 1, 1, 1, 1], (1,), 0.0),
        ([0, 2, 1, 1, 1], (1,), 0.5),
        ([0, 0, 0, 2, 1], (1,), 1.0),
        ([1, 1, 1, 1, 0], (), 1.0),
    ],
)
def test_when_the_winner_leads_for_good(leaders: list[int], winners: tuple[int, ...], part: float) -> None:
    assert settled_after(leaders, winners) == part


FACTS = GameFacts("alone/0/easy/0/1", (1,), (9, 3), "Z6", "", 20, (3, 8, 20), 1, 1, False, 0.4, 0, "ab", "Game: x\n")


def test_facts_are_kept_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "study.results"
    with FactsFile(path, "plan") as file:
        file.add(FACTS)
    with FactsFile(path, "plan") as file:
        assert file.reports == {FACTS.key: FACTS}
    with pytest.raises(UnreadableFile, match="another plan"), FactsFile(path, "other plan"):
        pass


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("winners", 1),
        ("winners", ["1"]),
        ("points", [1.5, 2]),
        ("choices", [1, 2]),
        ("turns", 0),
        ("settled", 1.5),
        ("was_behind", 1),
        ("reason", None),
    ],
)
def test_a_broken_line_is_refused(name: str, value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        parse_facts({**asdict(FACTS), name: value})
