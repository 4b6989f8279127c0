"""A game as one web page that steps through it: no network, no library, nothing of the record is ever run.

page(frames, match, annotations)           # the text of an HTML file

The page holds every different part of all pictures once, in a template, and for each frame the numbers of its parts.
Its policy (CSP) allows this one script and this one stylesheet, by their hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any

from tabletop.bots.analysis import Annotation
from tabletop.describe import result_line
from tabletop.export import draw_view
from tabletop.export.evaluations import Evaluation, evaluate_frames
from tabletop.export.graph import HEIGHT, TOP, Graph, evaluation_graph, frame_x, points_graph, seat_looks
from tabletop.frames import Frame
from tabletop.game import AnyGame
from tabletop.match import Match
from tabletop.options import format_options
from tabletop.style import PLAIN
from tabletop.svg import Box, escape, number, stylesheet
from tabletop.text import counted, join_words


def page(frames: Sequence[Frame], match: Match, annotations: Mapping[int, Annotation] | None = None) -> str:
    """The page of a game; `annotations` are what an adviser thinks of its moves, by the number of the ply."""
    game, names = match.game, match.setup.names
    evaluations = evaluate_frames(game, frames, annotations or {})
    boards = _Boards(game, frames)
    graphs = [
        graph
        for graph in (evaluation_graph(game, frames, evaluations, names), points_graph(game, frames, names))
        if graph
    ]
    script = resources.files(__package__).joinpath("page.js").read_text("utf-8")
    style = resources.files(__package__).joinpath("page.css").read_text("utf-8") + stylesheet()
    title = f"{game.title}: {join_words(names)}"
    lines = _Numbers()
    data = [
        _frame_data(game, frame, evaluation, board, lines, frame_x(index, len(frames)))
        for index, (frame, evaluation, board) in enumerate(zip(frames, evaluations, boards.frames, strict=True))
    ]
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return _PAGE.format(
        policy=policy,
        title=escape(title),
        style=style,
        about=_about(match),
        board=boards.html(data[-1]["alt"]),
        last=len(frames) - 1,
        now=_now(data[-1]),
        points=_points(game, frames, names),
        graphs="\n".join(map(_graph, graphs)),
        moves="\n".join(_moves(frames, evaluations)),
        words_heading="The board in words" if game.sentences else "",
        words_hidden="" if game.sentences else " hidden",
        parts=boards.template(),
        data=_json({"frames": data, "lines": list(lines)}),
        script=script,
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _json(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028")


class _Numbers(dict[str, int]):
    """Numbers for different texts, in the order in which they come."""

    def of(self, texts: Iterable[str]) -> list[int]:
        """The number of each."""
        return [self.setdefault(text, len(self)) for text in texts]


class _Boards:
    """The boards of all frames: pictures if the game has them, text if not; `frames` are the numbers of their parts."""

    def __init__(self, game: AnyGame, frames: Sequence[Frame]) -> None:
        self._parts = _Numbers()
        self._box: Box | None = None
        self.frames: list[list[int]] = []
        for frame in frames:
            if game.picture:
                picture = draw_view(game, frame.view)
                self._box = self._box.joined(picture.box) if self._box else picture.box
                elements = picture.elements
            else:
                elements = [f"<pre>{escape(game.render(frame.view, PLAIN).text)}</pre>"]
            self.frames.append(self._parts.of(elements))

    @property
    def _element(self) -> str:
        return "svg" if self._box else "div"

    def html(self, description: str) -> str:
        """The board as it is at the end."""
        view_box = f' viewBox="{self._box.view_box()}"' if self._box else ""
        parts = list(self._parts)
        content = "\n".join(parts[part] for part in self.frames[-1])
        label = escape(description)
        return f'<{self._element} id="board" role="img" aria-label="{label}"{view_box}>\n{content}\n</{self._element}>'

    def template(self) -> str:
        """Every part once."""
        return f"<{self._element}>\n" + "\n".join(self._parts) + f"\n</{self._element}>"


def _frame_data(
    game: AnyGame, frame: Frame, evaluation: Evaluation | None, board: list[int], lines: _Numbers, x: float
) -> dict[str, Any]:
    words = game.sentences.scan(frame.view, "") if game.sentences else []
    return {
        "board": board,
        "move": frame.title,
        "comment": frame.comment,
        "advice": _advice(frame, evaluation),
        "status": frame.verdict,
        "alt": f"The board after: {frame.title}. {frame.status}" if frame.player else f"The board: {frame.title}.",
        "points": frame.scores,
        "words": lines.of(words),
        "x": number(x),
    }


def _advice(frame: Frame, evaluation: Evaluation | None) -> str:
    """What an adviser says of a move, unless the comment says it already."""
    if evaluation is None or (evaluation.text in frame.comment and not evaluation.advice):
        return ""
    return f"{evaluation.text} ?? {evaluation.advice}" if evaluation.advice else evaluation.text


def _about(match: Match) -> str:
    """What the record says of the game besides its moves."""
    setup = match.setup
    facts = [counted(match.moves_played, "move"), result_line(match).removesuffix(".")]
    if options := format_options(match.game.options, setup.options):
        facts.append(f"options: {options}")
    if setup.model is not None:
        facts.append(f"model: {setup.model.name}")
    if setup.seed is not None:
        facts.append(f"seed: {setup.seed}")
    facts += [f"{key}: {value}" for key, value in match.tags]
    return " · ".join(map(escape, facts))


def _now(data: Mapping[str, Any]) -> str:
    """What is said of the last move, for browsers without scripts."""
    return "\n".join(f'<p id="{key}">{escape(str(data[key]))}</p>' for key in ("move", "comment", "advice", "status"))


def _points(game: AnyGame, frames: Sequence[Frame], names: Sequence[str]) -> str:
    """A table of the points, with the colour and the kind of line that each player has in the graphs."""
    looks = seat_looks(game, len(names))
    rows = []
    for seat, ((colour, dashes), name) in enumerate(zip(looks, names, strict=True)):
        line = f'<line x1="2" y1="6" x2="34" y2="6" class="{colour}-line thick {dashes}"/>'
        key = f'<svg class="key" viewBox="0 0 36 12" aria-hidden="true">{line}</svg>'
        scores = frames[-1].scores
        points = f'<td id="points-{seat}">{scores[seat]}</td>' if scores is not None else ""
        rows.append(f'<tr><th scope="row">{key} {escape(name)}</th>{points}</tr>')
    return "\n".join(rows)


def _graph(graph: Graph) -> str:
    end = frame_x(1, 2)
    cursor = (
        f'<line class="cursor ink-line medium" x1="{number(end)}" y1="{TOP:g}" x2="{number(end)}" y2="{HEIGHT:g}"/>'
    )
    content = "\n".join(graph.picture.elements)
    view_box = graph.picture.box.view_box()
    return (
        f"<section><h2>{escape(graph.title)}</h2>\n"
        f'<svg class="graph" role="img" aria-label="{escape(graph.description)}" viewBox="{view_box}">\n'
        f"{content}\n{cursor}\n</svg></section>"
    )


def _moves(frames: Sequence[Frame], evaluations: Sequence[Evaluation | None]) -> Iterable[str]:
    for index, (frame, evaluation) in enumerate(zip(frames, evaluations, strict=True)):
        comment = f" <small>{escape(frame.comment)}</small>" if frame.comment else ""
        advice = _advice(frame, evaluation)
        advice = f' <span class="value">{escape(advice)}</span>' if advice else ""
        yield f'<li><a href="#{index}">{escape(frame.title)}</a>{advice}{comment}</li>'


_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="tabletop">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<header>
<h1>{title}</h1>
<p class="about">{about}</p>
</header>
<div class="stage">
{board}
<div class="controls" role="group" aria-label="Step through the game">
<button id="first" type="button" aria-label="First position">|&lt;</button>
<button id="back" type="button" aria-label="Back">&lt;</button>
<input id="slider" type="range" min="0" max="{last}" value="{last}" aria-label="Move">
<output id="place">{last} of {last}</output>
<button id="next" type="button" aria-label="Next">&gt;</button>
<button id="last" type="button" aria-label="Last position">&gt;|</button>
</div>
</div>
<div class="side">
<div id="now" aria-live="polite">
{now}
</div>
<table>
{points}
</table>
{graphs}
<details{words_hidden}>
<summary>{words_heading}</summary>
<div id="words"></div>
</details>
<h2>Moves</h2>
<div class="list">
<ul id="moves">
{moves}
</ul>
</div>
</div>
</main>
<template id="parts">{parts}</template>
<script type="application/json" id="game">{data}</script>
<script>{script}</script>
</body>
</html>
"""
