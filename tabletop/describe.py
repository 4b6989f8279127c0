"""A match in sentences and as data; the same at the prompt, in files and on the command line.

result_line(match)            # "blue wins 30:22 (rule Z5)."
facts, error = check_text(match, "place on e5")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop.errors import IllegalMove, TabletopError, Unreadable, UnreadableMove
from tabletop.game import CHANCE, Result
from tabletop.match import Match
from tabletop.style import Style
from tabletop.text import counted, join_words


def check_text(match: Match, text: str) -> tuple[dict[str, Any], TabletopError | None]:
    """Whether the text is a legal move now: what `check --json` prints, and the error if there is one."""
    facts: dict[str, Any] = {
        "legal": False,
        "rule": None,
        "reason": None,
        "suggestion": None,
        "move": None,
        "position": None,
    }
    game = match.game
    try:
        move = match.parse(text)
        facts["move"] = game.format_move(move)
        match.check(move)
    except IllegalMove as error:
        facts |= {"rule": error.rule, "reason": error.reason, "suggestion": error.suggestion}
        return facts, error
    except Unreadable as error:
        facts["reason"] = str(error)
        facts["suggestion"] = error.suggestion if isinstance(error, UnreadableMove) else None
        return facts, error
    facts["legal"] = True
    if game.format_position:
        facts["position"] = game.format_position(match.state.apply(move))
    return facts, None


def score_facts(match: Match) -> dict[str, Any]:
    """What `score --json` prints."""
    names, result, scores = match.setup.names, match.result, match.state.scores()
    details = match.game.score_details(match.state, match.setup) if match.game.score_details else {}
    return {
        "scores": dict(zip(names, scores, strict=True)) if scores is not None else {},
        "over": result is not None,
        "winners": [names[player - 1] for player in result.winners] if result else [],
        **details,
    }


def score_lines(match: Match, style: Style) -> list[str]:
    """The points, the result if there is one, and what the game adds."""
    lines = []
    scores = match.state.scores()
    width = max(map(len, match.setup.names))
    for player, name in enumerate(match.setup.names, 1):
        if scores is not None:
            lines.append(f"{style.paint(name.ljust(width), match.game.colours[player - 1])}  {scores[player - 1]:>3}")
    lines.append(result_line(match))
    if match.game.score_lines:
        lines += match.game.score_lines(match.state, match.setup, style)
    return lines


def result_line(match: Match) -> str:
    """How the game ended, or who is to move, in one sentence."""
    result = match.result
    if result is not None:
        return f"{describe_result(match, result, match.setup.names)}."
    if match.to_move == CHANCE:
        return "Waiting for the outcome."
    return f"{match.player_name(match.to_move)} to move."


def describe_result(match: Match, result: Result, names: Sequence[str]) -> str:
    """Who won, why, and by which rule, without a full stop; `names` are the players' names, by seat."""
    if match.forfeited and match.forfeited.is_resignation:
        return describe_winners(match, result, names)
    reason, rule, scores = result.reason, result.rule, match.state.scores()
    if not reason and scores is not None and _is_tie(result, scores):
        verdict = f"Draw: {'both' if len(scores) == 2 else 'all'} have {counted(scores[0], 'point')}"
    else:
        verdict = describe_winners(match, result, names)
    if rule == "-":
        return f"{verdict}: {reason}" if reason else verdict
    return f"{verdict}: {reason} (rule {rule})" if reason else f"{verdict} (rule {rule})"


def describe_winners(match: Match, result: Result, names: Sequence[str]) -> str:
    """Who won, with the points where they decided: `blue wins 30:22`."""
    winners, scores = [names[player - 1] for player in result.winners], match.state.scores()
    if match.forfeited and match.forfeited.is_resignation:
        if not winners:
            return f"{names[0]} resigned"
        if len(winners) == 1:
            return f"{winners[0]} wins by resignation"
        return f"{join_words(winners)} win by resignation"
    if scores is not None and _is_tie(result, scores):
        return f"Draw at {_format_scores(scores)}"
    if scores is not None and _best_players(scores) == result.winners and result.rule != "-":
        if len(winners) > 1:
            return f"{join_words(winners)} share the win with {counted(max(scores), 'point')}"
        if len(scores) == 2:
            return f"{winners[0]} wins {_format_scores(sorted(scores, reverse=True))}"
        return f"{winners[0]} wins with {counted(max(scores), 'point')}"
    if not winners:
        return f"{names[0]} loses" if len(names) == 1 else "Draw"
    return f"{winners[0]} wins" if len(winners) == 1 else f"{join_words(winners)} win"


def _is_tie(result: Result, scores: Sequence[int]) -> bool:
    """Whether equal points make the game a draw: nobody wins, or both of two players do."""
    nobody_wins = not result.winners or len(result.winners) == len(scores) == 2
    return result.rule != "-" and len(scores) > 1 and len(set(scores)) == 1 and nobody_wins


def _format_scores(scores: Sequence[int]) -> str:
    """`30:22`, or `-2 to -5`, where a colon would be hard to read."""
    return (" to " if min(scores) < 0 else ":").join(map(str, scores))


def _best_players(scores: Sequence[int]) -> tuple[int, ...]:
    """The players who have the most points."""
    return tuple(player for player, points in enumerate(scores, 1) if points == max(scores))
