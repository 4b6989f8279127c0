"""Write docs/studies.md: a study of every game, with the commands.

    python tools/studies.py [GAME...]          play what is missing, and write the page
    python tools/studies.py --fresh            play everything again
    python tools/studies.py --games 200        more games of each kind, for narrower intervals

Finished games are kept in build/studies/, so that an interrupted run goes on where it was; results of
other bots are not noticed, so use --fresh after a change of bots, rules or models. With names of games,
only their sections are made anew; the others stay.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tabletop.games import game_names, load

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "studies.md"
KEPT = ROOT / "build" / "studies"
STUDIES: dict[str, list[tuple[int, list[str]]]] = {
    "zickzack": [(100, [])],
    "taktori": [(100, [])],
    "fem": [
        (40, []),
        (20, ["--vary", "as-written,immune,nocover", "--level", "medium", "--strategy", "none"]),
    ],
    "takami": [(40, [])],
    "mikado": [(40, [])],
}
"""The studies of each game: games of each kind, so that there are at least 200 in all, and further options."""

INTRODUCTION = """# Studies

What bots show about the games. `python tools/studies.py` wrote this page; the manual, `tabletop-study`(1),
explains the numbers. Bots are not people: a warning says where to look, not what is wrong.
"""


def section(name: str, games: int | None, jobs: int | None) -> str:
    """The section of one game; plays what is missing."""
    parts = [f"## {load(name).title}\n"]
    for number, (usual, options) in enumerate(STUDIES.get(name, [(100, [])])):
        command = ["tabletop", name, "study", "--games", str(games or usual), *options]
        print(shlex.join(command), file=sys.stderr, flush=True)
        results = KEPT / f"{name}-{number}.results"
        run = [*command[1:], "--results", str(results), *(["--jobs", str(jobs)] if jobs else [])]
        done = subprocess.run(
            [sys.executable, "-m", "tabletop", *run],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "XDG_CONFIG_HOME": str(KEPT)},
        )
        parts.append(f"```console\n$ {shlex.join(command)}\n{done.stdout.rstrip()}\n```\n")
    return "\n".join(parts)


def sections_of(text: str) -> dict[str, str]:
    """The sections of a page by title."""
    return {part.split("\n")[0][3:]: part for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]}


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description="Write docs/studies.md.")
    parser.add_argument("names", nargs="*", choices=[[], *game_names()], metavar="GAME")
    parser.add_argument("--games", type=int, help="games of each kind in every study (default: those in STUDIES)")
    parser.add_argument("--jobs", type=int, help="games to play at once (default: all cores)")
    parser.add_argument("--fresh", action="store_true", help="forget the games that are kept")
    arguments = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    names = arguments.names or game_names()
    sections = sections_of(PAGE.read_text("utf-8")) if PAGE.exists() else {}
    for name in names:
        if arguments.fresh:
            for path in KEPT.glob(f"{name}-*.results"):
                path.unlink()
        sections[load(name).title] = section(name, arguments.games, arguments.jobs)
        titles = [load(game).title for game in game_names()]
        found = [sections[title].rstrip() + "\n" for title in titles if title in sections]
        PAGE.write_text("\n".join([INTRODUCTION, *found]), "utf-8")
        print(f"written: {PAGE.name}, {name}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
