"""`tabletop stats`: results counted."""

from __future__ import annotations

import json

from tabletop.cli.stats import tally_results
from tests.helpers import tabletop


def result(seats: list[str], winners: list[int], scores: list[int], **more: object) -> dict[str, object]:
    names = [f"p{number}" for number in range(1, len(seats) + 1)]
    base = {"game": "mikado", "names": names, "seats": seats, "winners": winners, "scores": scores, "sandbox": False}
    return {**base, **more}


def test_results_are_counted_against_each_level() -> None:
    rows = tally_results(
        [
            result(["human", "hard"], [1], [5, 3]),
            result(["hard", "human"], [1], [5, 3]),
            result(["human", "hard"], [1, 2], [4, 4]),
            result(["human", "hard"], [], [0, 0]),
            result(["human", "hard", "easy"], [1, 2], [4, 4, 1]),
            result(["human", "human"], [1], [9, 1]),
            result(["human"], [1], []),
            result(["human"], [], []),
            result(["human", "hard"], [1], [5, 3], sandbox=True),
            result(["human", "hard"], [1], [5, 3], game="fem"),
            {"game": "mikado"},
            {"game": "mikado", "sandbox": False, "names": 1, "seats": 2, "winners": 3, "scores": 4},
        ],
        "mikado",
    )
    assert [(row.against, row.games, row.won, row.drawn, row.lost) for row in rows] == [
        ("easy", 1, 0, 1, 0),
        ("hard", 5, 1, 3, 1),
        ("alone", 2, 1, 0, 1),
    ]
    hard = rows[1]
    assert (hard.points, hard.their_points) == (5 + 3 + 4 + 0 + 4, 3 + 5 + 4 + 0 + 4)


def test_one_person_s_results_include_those_against_people() -> None:
    rows = tally_results([result(["human", "human"], [2], [1, 9])], name="P2")
    assert [(row.against, row.won) for row in rows] == [("human", 1)]


def test_own_results_are_counted_by_level() -> None:
    assert "You have not finished a game against a bot yet." in tabletop("stats").stdout
    tabletop("zickzack", "play", "--seat", "human", "--seat", "random", stdin="3a\nresign\n")
    tabletop("zickzack", "play", "--seat", "human", "--seat", "random", stdin="3a\nresign\n")
    tabletop("fem", "play", "--seat", "human", "--seat", "random", stdin="place on c3\nresign\n")
    rows = json.loads(tabletop("stats", "--json").stdout)
    assert [(row["game"], row["against"], row["games"], row["lost"]) for row in rows] == [
        ("fem", "random", 1, 1),
        ("zickzack", "random", 2, 2),
    ]
    assert "zickzack  random" in tabletop("stats", "zickzack").stdout
    assert "fem" not in tabletop("stats", "zickzack").stdout
    assert tabletop("stats", "chess").returncode == 2
