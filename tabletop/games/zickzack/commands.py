"""`tabletop zickzack solve`: the solver on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tabletop.errors import WrongUse
from tabletop.game import NOBODY, CommandCall, GameCommand, Parameter
from tabletop.games.zickzack.board import player_name
from tabletop.games.zickzack.notation import format_move
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import Solution, solve


def solve_command() -> GameCommand[ZickzackState]:
    """The command `solve`, for the game's list of commands."""
    return GameCommand(
        "solve",
        "Find the final score with best play on both sides, and the moves that lead to it.",
        _run,
        (
            Parameter("moves", "Show the value of every move.", "flag"),
            Parameter("json", "Print one JSON document.", "flag"),
            Parameter("nodes", "Give up after this many positions.", "integer"),
        ),
        takes_position=True,
    )


def _run(call: CommandCall[ZickzackState]) -> Iterator[str]:
    nodes = call.values.get("nodes")
    if nodes is not None and nodes < 1:
        raise WrongUse(f"--nodes must be at least 1, not {nodes}")
    solution = solve(call.state, nodes, every_move=bool(call.values.get("moves")))
    if call.values.get("json"):
        yield json.dumps(_as_json(solution))
    else:
        yield from _as_lines(call, solution)


def _as_json(solution: Solution) -> dict[str, object]:
    document: dict[str, object] = {
        "value": solution.value,
        "best": [format_move(move) for move in solution.best_moves],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
    }
    if solution.move_values:
        document["moves"] = {format_move(move): value for move, value in solution.move_values}
    return document


def _as_lines(call: CommandCall[ZickzackState], solution: Solution) -> Iterator[str]:
    name = player_name(call.setup, call.state.player)
    value = solution.value
    verdict = f"{name} wins by {value}" if value > 0 else f"{name} loses by {-value}" if value < 0 else "it is a draw"
    if call.state.to_move == NOBODY:
        yield f"value: {value:+d} ({verdict}; the game is over)"
        return
    yield f"value: {value:+d} ({verdict})"
    yield "best: " + ", ".join(format_move(move, compact=True) for move in solution.best_moves)
    yield f"nodes: {solution.nodes}"
    yield f"seconds: {solution.seconds:.2f}"
    for move, move_value in sorted(solution.move_values, key=lambda pair: -pair[1]):
        yield f"{move_value:+4d}  {format_move(move)}"
