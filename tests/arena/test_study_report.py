"""Reports of studies, from made-up games whose answers are known."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from tabletop.arena.study import HANDS, Study, StudyGame, parse_variants, study_games
from tabletop.arena.study_facts import GameFacts
from tabletop.arena.study_report import StudyReport, csv_study, json_study, report_study
from tabletop.arena.study_text import study_text, warnings
from tabletop.games import load
from tabletop.style import PLAIN, Style


def make_facts(game: StudyGame, **fields: object) -> GameFacts:
    """A game that seat 1 wins 10:4 after 20 turns; each has moves of its own."""
    facts = GameFacts(game.key, (1,), (10, 4), "Z6", "", 20, (2, 30, 90), 0, 1, False, 0.25, 0, game.key, "")
    return replace(facts, **fields)  # type: ignore[arg-type]


def study_of(
    game: str, make: Callable[[StudyGame], GameFacts], games: int = 40, vary: str = "as-written", **fields: object
) -> tuple[Study, dict[str, GameFacts]]:
    study = Study(game, parse_variants(load(game), vary), games=games, **fields)  # type: ignore[arg-type]
    return study, {planned.key: make(planned) for planned in study_games(study)}


def report_of(game: str, make: Callable[[StudyGame], GameFacts], **fields: object) -> StudyReport:
    return report_study(*study_of(game, make, **fields))  # type: ignore[arg-type]


def test_a_column_has_the_known_answers() -> None:
    """Of 40 games, seat 1 wins 30, seat 2 wins 6 and 4 are drawn; lengths are 10 to 49 turns."""

    def make(game: StudyGame) -> GameFacts:
        turns = 10 + game.number
        if game.number < 30:
            return make_facts(game, turns=turns, half_time=1 if game.number % 2 else 0, lead_changes=2)
        if game.number < 36:
            return make_facts(
                game, turns=turns, winners=(2,), points=(3, 5), half_time=1, was_behind=True, settled=0.75
            )
        return make_facts(game, turns=turns, winners=(), points=(5, 5), half_time=0, rule="Z5", settled=1.0)

    easy, medium = report_of("zickzack", make).columns
    assert (easy.level, medium.level, easy.games, easy.different) == ("easy", "medium", 40, 40)
    assert [length.value for length in easy.length] == [14, 30, 46]
    assert easy.length[1].low == 23 and easy.length[1].high == 36
    assert [round(seat.value, 3) for seat in easy.seats] == [0.8, 0.2]
    assert easy.seats[0].low > 0.6
    assert [(ending.rule, ending.share.value) for ending in easy.endings] == [("Z6", 0.9), ("Z5", 0.1)]
    assert easy.draws and easy.draws.value == 0.1
    assert easy.points and easy.points.value == pytest.approx((30 * 7 + 6 * 4 + 4 * 5) / 40)
    assert easy.margin and easy.margin.value == pytest.approx((30 * 6 + 6 * 2) / 36)
    assert easy.lead_changes and easy.lead_changes.value == 1.5
    assert easy.half_time and easy.half_time.value == pytest.approx(15 / 21)
    assert easy.behind and easy.behind.value == pytest.approx(6 / 36)
    assert easy.settled and easy.settled.value == 0.25
    assert [choices.value for choices in easy.choices] == [2, 30, 90]
    assert [(bar.low, bar.high, bar.games) for bar in easy.bars] == [
        (10, 14, 5), (15, 19, 5), (20, 24, 5), (25, 29, 5), (30, 34, 5), (35, 39, 5), (40, 44, 5), (45, 49, 5),
    ]  # fmt: skip


def test_a_game_without_points_or_winners_has_no_such_numbers() -> None:
    report = report_of("fem", lambda game: make_facts(game, points=None, winners=(), half_time=0, rule="F8"))
    column = report.columns[0]
    assert column.points is column.margin is column.half_time is column.behind is column.settled is None
    assert "points" not in study_text(report, PLAIN)


def test_a_level_that_wins_from_every_seat_shows_that_skill_pays() -> None:
    def make(game: StudyGame) -> GameFacts:
        return make_facts(game, winners=(game.seat,)) if game.kind == "levels" else make_facts(game)

    (contest,) = report_of("zickzack", make).levels
    assert (contest.subject, contest.others, contest.games) == ("medium", "easy", 40)
    assert contest.share.value == 1.0 and contest.wins
    assert not any("skill" in line for line in warnings(report_of("zickzack", make)))
    even = report_of("zickzack", make_facts)
    assert even.levels[0].share.value == 0.5 and not even.levels[0].wins
    assert any(line.startswith("It is not clear that skill pays: medium wins 50%") for line in warnings(even))


@pytest.mark.parametrize(("wins", "is_warning"), [(40, True), (30, True), (22, False), (10, False)])
def test_a_strategy_is_a_warning_where_its_lower_bound_is_above_half(wins: int, is_warning: bool) -> None:
    """It wins in the first so many of its 40 games, 20 blocks of two."""

    def make(game: StudyGame) -> GameFacts:
        won = 2 * game.number + game.seat <= wins
        return make_facts(game, winners=(game.seat if won else 3 - game.seat,), followed=9)

    report = report_of("fem", make, strategies=("cover",))
    (contest,) = report.strategies
    assert contest.share.value == wins / 40
    assert (contest.share.low > 0.5) == is_warning == contest.wins
    assert json_study(report)["strategies"][0]["warning"] is is_warning
    lines = [line for line in warnings(report) if "simple strategy cover beats medium" in line]
    assert bool(lines) == is_warning


def test_a_strategy_that_could_never_be_followed_is_no_warning() -> None:
    def make(game: StudyGame) -> GameFacts:
        return make_facts(game, winners=(game.seat,), followed=0 if game.variant else 9)

    report = report_of("fem", make, vary="as-written,nocover", strategies=("cover",))
    assert [contest.wins for contest in report.strategies] == [True, True]
    assert sum("simple strategy" in line for line in warnings(report)) == 1
    text = study_text(report, PLAIN)
    assert "cover puts its tower on the one just set or moved.\ncover never gets to do so with nocover." in text


def test_with_three_players_a_third_is_fair() -> None:
    def make(game: StudyGame) -> GameFacts:
        winner = game.seat if (game.number + game.seat) % 2 else game.seat % 3 + 1
        return make_facts(game, winners=(winner,), points=(5, 5, 5), followed=1)

    report = report_of("taktori", make, games=60, vary="players=3", strategies=("cover",))
    (contest,) = report.strategies
    assert contest.games == 60 and contest.share.value == 0.5
    assert contest.fair == pytest.approx(1 / 3) and contest.wins
    assert len(report.columns[0].seats) == 3


def test_repeated_games_count_once() -> None:
    many = report_of("fem", lambda game: make_facts(game, points=None)).columns[0]
    same = report_of("fem", lambda game: make_facts(game, points=None, moves="same")).columns[0]
    assert (many.different, same.different) == (40, 1)
    assert same.seats[0].value == many.seats[0].value == 1.0
    assert same.seats[0].low < 0.3 < 0.8 < many.seats[0].low


def test_hand_head_and_luck_of_made_up_points() -> None:
    """A hand brings 10 points per skill, a better head 2; the deal up to 3 for everybody; nothing else."""

    def make(game: StudyGame) -> GameFacts:
        points = [0, 0]
        if game.kind == "hands":
            assert game.hand is not None
            points[game.seat - 1] = round(10 * game.hand) + 2 * (game.subject == "medium") + game.number % 4
        return make_facts(game, points=tuple(points))

    (hands,) = report_of("mikado", make, games=120).hands
    assert (hands.hands, hands.heads, hands.seeds) == (HANDS, ("easy", "medium"), 20)
    assert [point.value for point in hands.points_by_hand] == [4.5, 7.5, 10.5]
    assert [point.value for point in hands.points_by_head] == [6.5, 8.5]
    total = 6 + 1 + 1.25 * 20 / 19
    assert hands.shares.hand.value == pytest.approx(6 / total)
    assert hands.shares.head.value == pytest.approx(1 / total)
    assert hands.shares.rest.value == pytest.approx(0)
    assert hands.shares.luck.value == pytest.approx(1 - 7 / total)


def test_games_after_a_gap_do_not_count() -> None:
    study, facts = study_of("zickzack", make_facts, games=10)
    planned = list(study_games(study))
    del facts[planned[15].key]
    report = report_study(study, facts)
    assert (report.games, report.planned) == (15, len(planned))
    assert f"{len(planned) - 15} games still to play." in study_text(report, PLAIN)
    assert study_text(report_study(study, {}), PLAIN) == "No game has finished yet."


def test_variants_stand_side_by_side_in_one_table() -> None:
    def make(game: StudyGame) -> GameFacts:
        return make_facts(game, points=None, winners=(2 if game.variant == 0 else 1 + game.number % 2,), rule="F7")

    report = report_of("fem", make, vary="as-written,immune,nocover", levels=("medium",))
    text = study_text(report, PLAIN)
    assert re.search(r"^medium against itself +as-written +immune +nocover$", text, re.MULTILINE)
    row = re.search(r"^seat 2 \(blue\) wins +100% \S+ +50% \S+ +50% \S+$", text, re.MULTILINE)
    assert row, text
    assert max(map(len, text.splitlines())) <= 80
    lines = list(warnings(report))
    assert lines == [line for line in lines if "as-written" in line and "Seat 2 (blue) has an advantage" in line]
    assert len(lines) == 1


def test_columns_that_do_not_fit_come_below() -> None:
    report = report_of("taktori", make_facts, games=4, vary="as-written,immune,ousting,centre=1,centre=2,slide=free")
    text = study_text(report, PLAIN)
    assert max(map(len, text.splitlines())) <= 80
    assert len(re.findall(r"^easy against itself", text, re.MULTILINE)) > 1
    wide = study_text(report, Style(width=200))
    assert len(re.findall(r"^easy against itself", wide, re.MULTILINE)) == 1


def test_bars_are_drawn_in_ascii_or_unicode() -> None:
    report = report_of("zickzack", make_facts, games=4)
    assert "1 green  ######################################## 100%" in study_text(report, PLAIN)
    assert "1 green  ████" in study_text(report, Style(unicode=True))
    assert study_text(report, PLAIN).isascii()


@pytest.mark.parametrize("games", [1, 2, 5])
def test_json_and_csv_of_a_few_games_have_no_odd_numbers(games: int) -> None:
    study, facts = study_of("mikado", make_facts, games=games, strategies=("greedy",))
    text = json.dumps(json_study(report_study(study, facts)), allow_nan=False)
    assert json.loads(text)["games"] == len(facts)
    rows = list(csv.DictReader(io.StringIO(csv_study(study, facts))))
    assert len(rows) == len(facts)
    assert {row["kind"] for row in rows} == {"alone", "levels", "strategies", "hands"}
    assert rows[0]["winning_seats"] == "1" and rows[0]["points2"] == "4"
    assert "nan" not in study_text(report_study(study, facts), PLAIN)
