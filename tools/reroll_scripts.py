"""Roll move files again: after a change of the random numbers or of a model, their moves need not be legal any more.

Usage: python tools/reroll_scripts.py FILE...

A move that is no longer legal makes way for the one nearest to it, or is left out; if the game was over at the
end and no longer is, the bot `easy` plays on. A record (`->` lines) gets its new outcomes, a script stays one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.chance import RNG_VERSION
from tabletop.errors import TabletopError
from tabletop.match import Match
from tabletop.record import Record, parse_records
from tabletop.replay import open_match, write_record


def rerolled(text: str, name: str) -> str:
    """The text of a move file, rolled again; comments above the headers stay."""
    (record,) = parse_records(text, name)
    comments = "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))
    is_record = record.has_rolled_outcomes
    match, lines, expectations = _play(record)
    if is_record:
        headers, _, body = write_record(match).partition("\n\n")
        return f"{comments}{headers}\n\n{body}" + "".join(f"{line}\n" for line in expectations)
    headers, _, _ = text.removeprefix(comments).partition("\n\n")
    return f"{comments}{headers}\n\n" + "".join(f"{line}\n" for line in [*lines, *expectations])


def _play(record: Record) -> tuple[Match, list[str], list[str]]:
    """The match played again, its moves as written in the file, and what the end of it is."""
    lines: list[str] = []
    expectations: list[str] = []
    match = open_match(record)
    match.rng_version = RNG_VERSION
    for line in record.lines:
        match.settle()
        if line.kind == "expect":
            expectations.append(line.text)
        elif line.kind == "move" and not match.result and (text := _played(match, line.text)):
            lines.append(text)
    match.settle()
    controller = make_controller(match.game, "easy")
    while expectations and not match.result:
        move = controller.bot.think(observe(match, 1), controller.limit()).move
        match.play(move)
        match.settle()
        lines.append(match.game.format_move(move))
    if expectations:
        assert match.result is not None
        winners = " ".join(match.player_name(player) for player in match.result.winners) or "nobody"
        points = zip(match.setup.names, match.state.scores() or (), strict=False)
        score = " ".join(f"{name} {score}" for name, score in points)
        expectations = ["expect over", f"expect score {score}", f"expect winner {winners}"]
    return match, lines, expectations


def _played(match: Match, text: str) -> str:
    """The move that was played for this one, or an empty text if there is none."""
    try:
        match.play_text(text)
        return text
    except TabletopError as error:
        suggestion = str(getattr(error, "suggestion", None) or "")
    if suggestion:
        match.play_text(suggestion)
    return suggestion


def main() -> None:
    """Roll the files again, in their places."""
    for path in map(Path, sys.argv[1:]):
        path.write_text(rerolled(path.read_text("utf-8"), path.name), "utf-8")
        print(f"written: {path}")


if __name__ == "__main__":
    main()
