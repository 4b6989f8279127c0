"""What a strong bot tells people who ask: a hint for their move, a review of the game.

reply = session.submit("hint")
if reply.wants_advice:
    search = advice_search(session, reply.wants_advice).start()     # in a thread of its own
    search.wait()
    reply = advice_reply(session, reply.wants_advice, search)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tabletop.bots.analysis import ADVISER, Annotation, analyze, default_adviser, hint
from tabletop.bots.bot import SearchInfo
from tabletop.bots.specs import Controller, bot_makers, make_controller
from tabletop.errors import TabletopError, WrongUse
from tabletop.match import Match
from tabletop.review import Review, blunder_lines, review_lines
from tabletop.session.background import BackgroundSearch
from tabletop.session.describe import hint_lines, sentence
from tabletop.session.reply import Reply, news, page, refusal
from tabletop.text import counted, whole_number

if TYPE_CHECKING:
    from tabletop.session.session import Session

NO_HINT = {"over": "the game is over", "outcome": "first state what happened", "bot": "it is not your turn"}
"""Why there is no hint, by phase."""
REVIEW_SHARE = 4
"""For each move, a review searches this many times fewer nodes than a hint."""


@dataclass(frozen=True)
class Advice:
    """What people ask for: a hint, or a review with the curve of a player, or with a blunder, counted from 1."""

    kind: Literal["hint", "review"]
    player: int = 0
    blunder: int = 0


def ask_for_hint(session: Session) -> Reply:
    """Raises WrongUse unless a person is to move and the game has a strong bot."""
    if session.phase != "human":
        raise WrongUse(f"no hint: {NO_HINT[session.phase]}")
    default_adviser(session.game)
    return Reply("news", ("Let me think ...",), wants_advice=Advice("hint"))


def can_review(session: Session) -> bool:
    """Whether there is a game to review, and a bot that can."""
    return session.has_moves and ADVISER in bot_makers(session.game)


def ask_for_review(session: Session, argument: str) -> Reply:
    """`review`, `review 2` for a blunder, `review anna` for another player; raises WrongUse."""
    default_adviser(session.game)
    if not session.has_moves:
        raise WrongUse("there is no move to review yet")
    names = [name.lower() for name in session.match.setup.names]
    number = whole_number(argument)
    if number is not None:
        advice = Advice("review", session.viewer, number)
    elif argument.lower() in names:
        advice = Advice("review", names.index(argument.lower()) + 1)
    elif argument:
        raise WrongUse(f"`review` takes the number of a blunder or a player: {', '.join(session.match.setup.names)}")
    else:
        advice = Advice("review", session.viewer)
    if _is_current(session):
        return _review_reply(session, advice)
    return Reply("news", ("Going through the game ...",), wants_advice=advice)


def _is_current(session: Session) -> bool:
    """Whether the last review still covers the whole game."""
    review = session.review
    return review is not None and review.match.plies == session.match.plies and review.plies == len(review.match.plies)


def advice_search(session: Session, advice: Advice) -> BackgroundSearch[Any]:
    """The search for what was asked, not started yet."""
    controller = make_controller(session.game, default_adviser(session.game))
    match, seating = _copy_match(session.match), session.seating
    if advice.kind == "hint":

        def think(search: BackgroundSearch[SearchInfo]) -> SearchInfo:
            return hint(match, search.watch(controller), seating.nodes, seating.seconds)

        return BackgroundSearch(think, session.position_test())

    def review(search: BackgroundSearch[Review]) -> Review:
        return _reviewed(match, controller, search)

    search = BackgroundSearch(review, session.position_test())
    search.note = f"0 of {counted(match.moves_played, 'move')}"
    return search


def _reviewed(match: Match, controller: Controller, search: BackgroundSearch[Review]) -> Review:
    """The review of all moves, or of the first ones if the search is stopped."""
    annotations: list[Annotation] = []
    nodes = max(1, controller.nodes // REVIEW_SHARE) if controller.nodes else None
    for annotation in analyze(match, search.watch(controller), nodes):
        if search.is_stopped and annotations:
            break
        annotations.append(annotation)
        search.note = f"{len(annotations)} of {counted(match.moves_played, 'move')}"
    return Review(match, tuple(annotations), controller.spec)


def advice_reply(session: Session, advice: Advice, search: BackgroundSearch[Any]) -> Reply:
    """What a bot found."""
    if search.error is not None or search.result is None:
        error = search.error or WrongUse("the bot found no move")
        text = (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
        return refusal(f"No {advice.kind}: {text}.")
    if advice.kind == "hint":
        return news(*hint_lines(session.game, search.result))
    session.review = search.result
    return _review_reply(session, advice)


def _review_reply(session: Session, advice: Advice) -> Reply:
    review = session.review
    assert review is not None
    try:
        if advice.blunder:
            lines = blunder_lines(review, advice.blunder, session.style)
            if advice.blunder < len(review.blunders):
                lines += ["", f"`review {advice.blunder + 1}` shows the next one."]
            return page(f"review {advice.blunder}", lines)
        lines = review_lines(review, advice.player, session.style)
    except TabletopError as error:
        return refusal(sentence(str(error)))
    if review.blunders:
        lines.append("`review 1` shows the first one: the board, and what was better.")
    return page("review", lines)


def _copy_match(match: Match) -> Match:
    """A match for another thread, while this one goes on."""
    copy = Match(match.game, match.setup, match.states[0])
    copy.states, copy.names, copy.plies = list(match.states), list(match.names), list(match.plies)
    copy.forfeited = match.forfeited
    return copy
