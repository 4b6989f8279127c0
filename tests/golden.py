"""Golden transcripts: what every game of tests/golden/ looks like, line by line.

Needs nothing but Python and the package, so that any Python can run it:

    python tests/golden.py          compare (exit 1 where something differs)
    pytest --update-golden          write them anew
"""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "golden"
BOARD_EVERY = 6


def scripts() -> list[Path]:
    """The move files that have a transcript."""
    return sorted(FOLDER.glob("*/*.moves"))


def transcript(path: Path) -> str:
    """What happens in a move file: every line, the position or the stocks after it, and some boards."""
    from tabletop.describe import result_line
    from tabletop.record import parse_records
    from tabletop.replay import replay, write_record
    from tabletop.style import PLAIN

    lines: list[str] = []
    for record in parse_records(path.read_text("utf-8"), path.name):
        number = 0
        match = None
        for number, step in enumerate(replay(record)):
            match = step.match
            game = match.game
            for ply in match.plies[len(match.plies) - step.plies :]:
                text = game.format_move(ply.move)
                compact = game.format_move(ply.move, compact=True)
                lines.append(f"{match.player_name(ply.player)}: {text}" + (f" | {compact}" if compact != text else ""))
            if game.format_position:
                lines.append(f"  {game.format_position(match.state)}")
            elif game.status_lines:
                lines += [f"  {line}" for line in game.status_lines(match.state, match.setup)]
            if match.state.scores() is not None:
                lines.append(f"  scores {match.state.scores()}")
            if number % BOARD_EVERY == 0:
                lines += ["", game.render(match.view(), PLAIN).text, ""]
        assert match is not None
        lines += ["", match.game.render(match.view(), PLAIN).text, "", result_line(match), "", write_record(match)]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Compare all transcripts and say which differ."""
    sys.path.insert(0, str(FOLDER.parent.parent))
    differing = [path for path in scripts() if transcript(path) != path.with_suffix(".txt").read_text("utf-8")]
    for path in differing:
        print(f"differs: {path.relative_to(FOLDER)}")
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"Python {version}: {len(scripts()) - len(differing)} of {len(scripts())} golden transcripts agree")
    return 1 if differing or not scripts() else 0


if __name__ == "__main__":
    sys.exit(main())
