"""Write the pictures in docs/pictures/: a game window as the program really draws it, and a board of each game.

    python tools/pictures.py            write them

For the window, play.svg, it opens a game that has come to MOVES moves of an example, types a line, and turns every cell
of the screen, with its colours, into SVG; text stays text.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from prompt_toolkit.styles import Attrs

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tabletop.export import draw_picture
from tabletop.replay import read_games, replayed
from tabletop.style import Style
from tabletop.svg import escape, number
from tests.session.helpers import new_session
from tests.session.tui.helpers import WindowDriver, open_window

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = ROOT / "tabletop" / "examples"
BOARDS = {"zickzack": 14, "taktori": 38, "fem": 36, "takami": 40, "mikado": 41}
"""After how many moves of GAME-game.moves its board is shown."""
MOVES = 37
LINE = "place on h1 bridge f1-h1, h1-h3"
"""What the player is about to play: the board shows it before Enter does it."""
COLUMNS, ROWS = 80, 24

CELL_WIDTH, CELL_HEIGHT, FONT_SIZE = 8.4, 17.0, 14
EDGE, BAR = 12.0, 26.0
"""Around the screen, and the bar above it."""
PAPER, INK, FRAME = "#16181d", "#e4e6ea", "#2a2e36"
ANSI_COLOURS = {
    "ansired": "#e8731c",
    "ansigreen": "#19b88a",
    "ansiyellow": "#f0e442",
    "ansiblue": "#56b4e9",
    "ansimagenta": "#cc79a7",
    "ansicyan": "#7fd3e6",
    "ansigray": "#c3c8d0",
    "ansibrightblack": "#8d95a1",
    "ansibrightblue": "#56b4e9",
    "ansiwhite": "#ffffff",
    "ansiblack": PAPER,
}
"""The sixteen colours, as far as the window uses them."""


class Look(NamedTuple):
    """How a cell is drawn."""

    ink: str
    paper: str
    bold: bool
    underline: bool


class Cell(NamedTuple):
    """A character on the screen and its look."""

    char: str
    look: Look


def look_of(attributes: Attrs) -> Look:
    """The look that prompt-toolkit's attributes of a cell mean."""
    ink, paper = _colour(attributes.color, INK), _colour(attributes.bgcolor, "")
    if attributes.reverse:
        ink, paper = paper or PAPER, ink
    if attributes.dim:
        ink = ANSI_COLOURS["ansibrightblack"]
    return Look(ink, paper, bool(attributes.bold), bool(attributes.underline))


def _colour(name: str | None, default: str) -> str:
    if not name or name == "ansidefault":
        return default
    return ANSI_COLOURS[name] if name.startswith("ansi") else f"#{name}"


def screen_cells(driver: WindowDriver) -> list[list[Cell]]:
    """Every cell of the window's screen, row by row."""
    renderer = driver.window.app.renderer
    screen, attributes = renderer.last_rendered_screen, renderer._attrs_for_style
    assert screen is not None and attributes is not None
    rows = []
    for row in range(ROWS):
        cells = [screen.data_buffer[row][column] for column in range(COLUMNS)]
        rows.append([Cell(cell.char, look_of(attributes[cell.style])) for cell in cells])
    return rows


def play_window() -> list[list[Cell]]:
    """The screen of the window at the moment of the picture."""
    (record,) = read_games(str(EXAMPLES / "taktori-game.moves"))
    with tempfile.TemporaryDirectory() as folder:
        session = new_session("taktori", "red=human", "blue=human", saved_games=Path(folder))
        for line in list(record.lines)[:MOVES]:
            session.submit(line.text)
        cells: list[list[Cell]] = []
        with open_window(session, COLUMNS, ROWS, Style(colour=True, unicode=True)) as driver:

            def is_shown() -> bool:
                rows = driver.rows()
                if driver.window.line.text == LINE and any(row.startswith("Enter plays") for row in rows):
                    cells[:] = screen_cells(driver)
                return bool(cells)

            driver.type(LINE)
            driver.until(is_shown)
        return cells


def svg(rows: list[list[Cell]], title: str) -> str:
    """The screen as an SVG file: a text for every run of cells that look alike."""
    width = 2 * EDGE + COLUMNS * CELL_WIDTH
    height = BAR + EDGE + len(rows) * CELL_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>text{{font:{FONT_SIZE}px ui-monospace,'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace;"
        "white-space:pre}.b{font-weight:700}.u{text-decoration:underline}</style>",
        f'<rect width="{number(width)}" height="{number(height)}" rx="8" fill="{PAPER}"/>',
        f'<path d="M0,{BAR:g}V8a8,8 0 0 1 8,-8H{number(width - 8)}a8,8 0 0 1 8,8V{BAR:g}z" fill="{FRAME}"/>',
        f'<text x="{number(width / 2)}" y="18" text-anchor="middle" fill="#a6adb8">{escape(title)}</text>',
    ]
    for index, row in enumerate(rows):
        lines += _row(row, BAR + EDGE / 2 + index * CELL_HEIGHT)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _row(row: list[Cell], top: float) -> list[str]:
    """The runs of a row: papers first, then texts, without the spaces around them."""
    papers, texts = [], []
    column = 0
    for look, run in groupby(row, key=lambda cell: cell.look):
        chars = "".join(cell.char for cell in run)
        if look.paper:
            place = f'x="{number(EDGE + column * CELL_WIDTH)}" y="{number(top)}"'
            size = f'width="{number(len(chars) * CELL_WIDTH)}" height="{number(CELL_HEIGHT)}"'
            papers.append(f'<rect {place} {size} fill="{look.paper}"/>')
        word = chars.strip()
        if word:
            x = EDGE + (column + len(chars) - len(chars.lstrip())) * CELL_WIDTH
            style = " ".join(["b"] * look.bold + ["u"] * look.underline)
            attributes = f' class="{style}"' if style else ""
            length = f'textLength="{number(len(word) * CELL_WIDTH)}" lengthAdjust="spacingAndGlyphs"'
            texts.append(
                f'<text x="{number(x)}" y="{number(top + 0.76 * CELL_HEIGHT)}" {length} fill="{look.ink}"{attributes}>'
                f"{escape(word)}</text>"
            )
        column += len(chars)
    return papers + texts


def board(game: str, moves: int) -> str:
    """The picture of a board in the example game."""
    (record,) = read_games(str(EXAMPLES / f"{game}-game.moves"))
    return draw_picture(replayed(record, moves)).svg()


def pictures() -> dict[str, str]:
    """The texts of all pictures by file name."""
    boards = {f"{game}.svg": board(game, moves) for game, moves in BOARDS.items()}
    return {"play.svg": svg(play_window(), "tabletop taktori play"), **boards}


def main() -> None:
    """Write the pictures."""
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, "utf-8")
        print(f"written: {name}")


if __name__ == "__main__":
    main()
