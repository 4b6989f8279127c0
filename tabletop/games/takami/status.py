"""How a game of Takami stands, in sentences and as data."""

from __future__ import annotations

from typing import Any, cast

from tabletop.game import Setup, State
from tabletop.games.takami.moves import Probe
from tabletop.games.takami.notation import format_move
from tabletop.games.takami.rules import RED, TakamiState
from tabletop.number import counted
from tabletop.style import Style


def situation(state: TakamiState, setup: Setup) -> str:
    """Who has to do what now."""
    name = setup.names[state.player - 1]
    taboo = f", or take {state.taboo} (taboo)" if state.taboo else ""
    if state.stage == "over":
        return "The game is over."
    if state.stage == "deal":
        return "The heap is not built yet."
    if state.pending:
        asked = f"how {state.in_question} sits" if isinstance(state.pending, Probe) else "what came of it"
        return f"{name}: {format_move(state.pending)}. Now tell {asked}."
    match state.stage, state.probed:
        case "raise", "":
            return f"{name} is to raise a stick{taboo}."
        case "raise", probed:
            return f"{name} probed {probed} and is to pull it{taboo}."
        case "lay", _:
            higher = f" above layer {state.origin.layer}" if state.origin else " higher than it lay"
            return f"{name} holds {state.held} and is to lay it{higher}, or to keep it."
        case _, "":
            return f"{name} raised {state.raised} and may take a prize, or be done."
        case _, probed:
            return f"{name} raised {state.raised}, probed {probed}, and may take it as a prize, or be done."


def status_lines(state: State, setup: Setup) -> list[str]:
    """Heap, piles and box, and who has to do what, a line each."""
    now = cast(TakamiState, state)
    rounds = f", round {now.round} of {now.terms.rounds}" if now.terms.rounds > 1 else ""
    lines = [f"On the X: {counted(len(now.heap), 'stick')}{rounds}"]
    for player, (name, points) in enumerate(zip(setup.names, now.scores(), strict=True), 1):
        prizes, minus = now.prizes[player - 1], now.minus[player - 1]
        piles = f"prizes {' '.join(prizes) or 'none'}, minus sticks {' '.join(minus) or 'none'}"
        lines.append(f"{name}: {counted(points, 'point')}, {piles}")
    if now.box and now.stage != "deal":
        lines.append(f"Back in the box: {' '.join(now.box)}")
    return [*lines, situation(now, setup)]


def score_lines(state: State, setup: Setup, style: Style) -> list[str]:
    """What each player's points are made of."""
    now = cast(TakamiState, state)
    width = max(map(len, setup.names))
    lines = []
    for player, name in enumerate(setup.names, 1):
        red = len([stick for stick in now.prizes[player - 1] if stick[0] == RED])
        worth = len(now.prizes[player - 1]) - red
        before = now.banked[player - 1] - (now.points(player) if now.stage == "over" else 0)
        earlier = f", {before} from earlier rounds" if now.round > 1 else ""
        minus = len(now.minus[player - 1])
        text = f"prizes {worth}, red prizes {red} (they count nothing), minus sticks {minus}{earlier}"
        lines.append(f"{name.ljust(width)}  {text}")
    return lines


def score_details(state: State, setup: Setup) -> dict[str, Any]:
    """The piles, the taboo stick and the round."""
    now = cast(TakamiState, state)
    return {
        "round": now.round,
        "rounds": now.terms.rounds,
        "sticks": len(now.heap),
        "taboo": now.taboo or None,
        "prizes": {name: list(pile) for name, pile in zip(setup.names, now.prizes, strict=True)},
        "minus": {name: list(pile) for name, pile in zip(setup.names, now.minus, strict=True)},
    }
