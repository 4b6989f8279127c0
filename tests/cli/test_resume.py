"""`tabletop resume`: saved games listed, continued, deleted."""

from __future__ import annotations

from tabletop.saves import SavedGames
from tests.helpers import tabletop


def test_saved_games_are_listed_continued_and_deleted() -> None:
    assert "no saved game" in tabletop("resume").stdout
    seats = ("--seat", "anna=human", "--seat", "bo=human")
    tabletop("zickzack", "play", *seats, stdin="3a\n")
    tabletop("fem", "play", *seats, stdin="place on c3\n")
    listed = tabletop("resume", "--list").stdout.splitlines()
    assert len(listed) == 2 and "  fem       anna - bo  1 move  bo to move  20" in listed[0]
    assert listed[0].index("anna") == listed[1].index("anna"), "aligned"
    done = tabletop("resume", "2", stdin="3b\n")
    assert done.returncode == 0 and "bo (blue)> 3b" in done.stdout
    name = tabletop("resume").stdout.split()[1]
    assert name.startswith("zickzack-"), "the game played last comes first"
    assert tabletop("resume", name, stdin="quit\n").returncode == 0
    assert tabletop("resume", "--delete", name).stdout == "Deleted 1 game.\n"
    assert tabletop("resume", "--delete", "all").stdout == "Deleted 1 game.\n"
    assert tabletop("resume", "1").returncode == 2
    assert tabletop("resume", "--delete").returncode == 2


def test_a_saved_game_that_cannot_be_read_does_not_hide_the_others() -> None:
    tabletop("zickzack", "play", stdin="3a\n")
    games = SavedGames().games
    (games / "fem-bad.moves").write_bytes(b"\xff\x00nonsense")
    (games / "fem-bad2.moves").write_text("Game: fem\n\nplace on z9\n")
    listed = tabletop("resume", "--list")
    assert listed.returncode == 0 and "cannot be read" in listed.stdout
    assert tabletop("resume", "fem-bad").returncode == 4
    assert tabletop("resume", "fem-bad2").returncode in (3, 4)
    assert tabletop("resume", "--delete", "all").stdout == "Deleted 3 games.\n"


def test_a_saved_game_needs_no_names() -> None:
    games = SavedGames().games
    games.mkdir(parents=True, exist_ok=True)
    (games / "fem-plain.moves").write_text("Game: fem\nSeats: human easy\n\n1. c3\n")
    assert "red - blue (easy)  1 move  blue to move" in tabletop("resume", "--list").stdout
