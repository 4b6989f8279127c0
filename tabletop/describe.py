"""A match in sentences and as data; the same at the prompt, in files and on the command line.

result_line(match)            # "red wins: a loop of bridges is closed (rule F6)."
facts, error = check_text(match, "place on e5")
"""

from __future__ import annotations

from typing import Any

from tabletop.errors import IllegalMove, TabletopError, Unreadable, UnreadableMove
from tabletop.game import CHANCE
from tabletop.match import Match
from tabletop.style import Style


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
    """How the game stands, in one sentence."""
    result = match.result
    if result is None:
        if match.to_move == CHANCE:
            return "The game goes on; it must be told what happened."
        return f"The game goes on; {match.player_name(match.to_move)} to move."
    winners = " and ".join(match.player_name(player) for player in result.winners)
    verdict = f"{winners} {'wins' if len(result.winners) == 1 else 'win'}" if winners else "Nobody wins"
    rule = f" (rule {result.rule})" if result.rule != "-" else ""
    return f"{verdict}: {result.reason}{rule}."
