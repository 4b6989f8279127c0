"""Graphs: of points where there are any, of evaluations where two or more are known."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tabletop.export.evaluations import evaluate_frames
from tabletop.export.graph import Graph, evaluation_graph, points_graph, seat_looks
from tabletop.frames import read_frames
from tabletop.games import load
from tabletop.replay import read_games
from tests.export.helpers import EXAMPLES
from tests.helpers import GAMES


def graphs(name: str) -> tuple[Graph | None, Graph | None]:
    frames, match, _ = read_frames(next(read_games(str(EXAMPLES / f"{name}.moves"))))
    evaluations = evaluate_frames(match.game, frames, {})
    names = match.setup.names
    return points_graph(match.game, frames, names), evaluation_graph(match.game, frames, evaluations, names)


@pytest.mark.parametrize("game", ["zickzack", "taktori", "fem", "takami", "mikado"])
def test_annotated_games_have_graphs(game: str) -> None:
    points, evaluation = graphs(f"{game}-bots")
    assert (points is None) == (game == "fem")
    assert evaluation is not None
    assert evaluation.title.startswith("Chance to win of")
    assert "at the end" in evaluation.description
    for graph in (points, evaluation):
        if graph:
            ElementTree.fromstring(graph.picture.svg())


def test_leads_have_a_graph_too_where_a_decided_game_is_at_its_edge(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    path.write_text("Game: zickzack\n\nplace 1 on 3a # +2\nplace 1 on 4a # +4\nplace 1 on 5a # lost\n", "utf-8")
    frames, match, _ = read_frames(next(read_games(str(path))))
    names = match.setup.names
    graph = evaluation_graph(match.game, frames, evaluate_frames(match.game, frames, {}), names)
    assert graph is not None
    assert graph.title == "Lead of green"
    assert graph.description.endswith("lowest -4, highest +2, at the end -4.")


def test_without_values_there_is_no_graph_of_them() -> None:
    points, evaluation = graphs("zickzack-game")
    assert points is not None and evaluation is None


@pytest.mark.parametrize("name", GAMES)
def test_players_can_be_told_apart_without_colour_and_with_it(name: str) -> None:
    game = load(name)
    looks = seat_looks(game, game.players[1])
    assert len(set(looks)) == len(looks)
    for first, second in pairwise(looks):
        assert first[0] != second[0] and first[1] != second[1]
