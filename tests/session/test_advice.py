"""Reviews of a game, as a session gives them."""

from __future__ import annotations

import pytest

from tabletop.session.advice import advice_reply, advice_search
from tabletop.session.reply import Reply
from tabletop.session.session import Session
from tests.session.helpers import any_move, new_session


def reviewed(session: Session, line: str) -> Reply:
    """What a line that asks for a review brings, once the bot is done."""
    reply = session.submit(line)
    if advice := reply.wants_advice:
        search = advice_search(session, advice).start()
        assert search.wait(60)
        return advice_reply(session, advice, search)
    return reply


def test_a_review_shows_the_curve_and_each_blunder_with_what_was_better() -> None:
    session = new_session("fem", "anna=human", "ben=human")
    assert session.submit("review").lines == ("There is no move to review yet.",)
    for line in ("b2", "a1", "b3", "b1", "c2", "e5", "e1", "e4"):
        session.submit(f"place on {line}")
    review = reviewed(session, "review")
    assert review.kind == "page" and review.title == "review"
    assert review.lines[0] == "anna's chance to win, 0 to 100%, after each move:"
    assert max(map(len, review.lines[1:12])) <= 60
    missed = next(line for line in review.lines if ", anna: place on e1 (won -> " in line)
    number = missed.partition(".")[0]
    assert session.submit("review").wants_advice is None, "nothing is searched twice"
    blunder = session.submit(f"review {number}")
    assert blunder.title == f"review {number}"
    assert "anna played place on e1: " in "\n".join(blunder.lines)
    assert "Better was place on c3 bridge b2-b3, b2-c2, b3-c3, c2-c3: won." in blunder.lines
    assert "Why: it closes a loop and wins." in blunder.lines
    assert "There is no blunder 99" in session.submit("review 99").lines[0]
    assert reviewed(session, "review ben").lines[0].startswith("ben's chance")
    assert session.submit("review nobody").kind == "refusal"


@pytest.mark.parametrize(("name", "players"), [("takami", 3), ("mikado", 2), ("zickzack", 2)])
def test_games_with_chance_or_more_players_are_reviewed_too(name: str, players: int) -> None:
    session = new_session(name, *[f"p{number}=human" for number in range(1, players + 1)])
    for _ in range(6):
        session.submit(any_move(session))
    lines = reviewed(session, "review").lines
    assert lines[0].endswith("'s chance to win, 0 to 100%, after each move:")
    assert [line[:6] for line in lines[2:11]] == [
        "100% |",
        *["     |"] * 2,
        " 50% |",
        *["     |"] * 4,
        "  0% +",
    ]
    assert sum(line.startswith(("p1  ", "p2  ", "p3  ")) for line in lines) == (players if players > 2 else 0)


def test_a_review_that_is_stopped_says_how_far_it_came() -> None:
    session = new_session("zickzack", "human", "human")
    for _ in range(5):
        session.submit(any_move(session))
    advice = session.submit("review").wants_advice
    assert advice is not None
    search = advice_search(session, advice)
    search.stop()
    assert search.start().wait(60)
    reply = advice_reply(session, advice, search)
    assert "Judged up to move 1: the review was stopped." in reply.lines
    assert session.submit("review").wants_advice, "the rest may be asked for"
