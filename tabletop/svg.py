"""Vector pictures: a small SVG writer, and the colours that all pictures share.

    picture = Picture("Zickzack, start")
    picture.circle(20, 20, 12, "red", name="e5")
    picture.text(20, 20, "R1", "on-red bold m")
    picture.svg()                          # a whole SVG file; picture.svg("dark") for a dark background

An element's look is a list of class names of the stylesheet: a colour fills (`red`), edges (`red-line`), tints
(`red-tint`) or is written upon (`on-red`); what is `hollow` is not filled. The colours are those of Okabe and Ito,
which people with colour-blindness can tell apart. Texts are s, m, l or xl, centred unless they are `start` or `end`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Background = Literal["auto", "light", "dark"]
BACKGROUNDS: tuple[Background, ...] = ("auto", "light", "dark")
"""`auto` follows the viewer's own setting."""
TEXT_SIZES = {"s": 10.0, "m": 12.0, "l": 14.0, "xl": 17.0}
"""The height of each size of text."""
MARGIN = 10.0
"""Around everything that is drawn."""
LETTER_WIDTH = 0.57
BOLD_LETTER_WIDTH = 0.65
"""How wide a letter is at most, on average, as a share of the height."""
COLOURS = ("red", "blue", "green", "yellow", "cyan", "magenta", "grey")

_LIGHT = {
    "paper": "#ffffff",
    "ink": "#1b1d21",
    "muted": "#5a6069",
    "faint": "#a3aab5",
    "ground": "#f1f2f4",
    "red": "#d55e00",
    "blue": "#0072b2",
    "green": "#009e73",
    "yellow": "#f0e442",
    "cyan": "#56b4e9",
    "magenta": "#cc79a7",
    "grey": "#8a9099",
}
_DARK = {
    **_LIGHT,
    "paper": "#16181d",
    "ink": "#eceef1",
    "muted": "#a6adb8",
    "faint": "#59616d",
    "ground": "#22252c",
    "red": "#e8731c",
    "blue": "#56b4e9",
    "green": "#19b88a",
    "cyan": "#9ad4f5",
}
_BLACK, _WHITE = "#101114", "#ffffff"
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_SHAPES = f"""\
text{{font-family:{_FONT};text-anchor:middle}}
.s{{font-size:10px}}.m{{font-size:12px}}.l{{font-size:14px}}.xl{{font-size:17px}}
.start{{text-anchor:start}}.end{{text-anchor:end}}.bold{{font-weight:700}}
.hollow{{fill:none}}.thin{{stroke-width:1}}.medium{{stroke-width:2}}.thick{{stroke-width:4}}.wide{{stroke-width:7}}.wider{{stroke-width:11}}
.dashed{{stroke-dasharray:4 3}}.dotted{{stroke-dasharray:1 5;stroke-linecap:round}}
.round{{stroke-linecap:round;stroke-linejoin:round}}
"""


def stylesheet(background: Background = "auto") -> str:
    """The CSS of all pictures, for one background or for both."""
    if background == "auto":
        dark = f"@media screen and (prefers-color-scheme:dark){{\n{_paint(_DARK, 'dark')}}}\n"
        return _SHAPES + _paint(_LIGHT, "light") + dark
    return _SHAPES + _paint(_DARK if background == "dark" else _LIGHT, background)


def _paint(colours: dict[str, str], background: str) -> str:
    """The rules that differ between light and dark."""
    rules = []
    for name, colour in colours.items():
        rules.append(f".{name}{{fill:{colour}}}.{name}-line{{stroke:{colour}}}")
    for name in COLOURS:
        text = _WHITE if name == "blue" and background == "light" else _BLACK
        rules.append(
            f".{name}-tint{{fill:{colours[name]};fill-opacity:.3}}.on-{name}{{fill:{text}}}.on-{name}-line{{stroke:{text}}}"
        )
    return "\n".join(rules) + "\n"


def number(value: float) -> str:
    """A coordinate, to a tenth: `12`, `-3.5`."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Foreign text for XML and HTML, in elements and in attributes; what XML cannot hold becomes a question mark."""
    safe = "".join(char if char.isprintable() or char == "\n" else "?" for char in text)
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        safe = safe.replace(char, entity)
    return safe


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text is; seldom less than what a viewer makes of it."""
    columns = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return columns * size * (BOLD_LETTER_WIDTH if bold else LETTER_WIDTH)


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def view_box(self) -> str:
        """As the attribute `viewBox` wants it."""
        return " ".join(map(number, (self.left, self.top, self.width, self.height)))


class Player(NamedTuple):
    """A line about a player below a board: a badge with a letter, the name, and what the player has."""

    name: str
    text: str
    is_to_move: bool
    badge: str = ""
    colour: str = ""


class Picture:
    """A picture in the making; y grows downwards, and the paper grows with what is drawn on it.

    `title` says what it shows; `elements` are what has been drawn so far, each a whole XML element.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.elements: list[str] = []
        self._drawn: Box | None = None

    @property
    def box(self) -> Box:
        """The paper: what is drawn, and a margin."""
        left, top, right, bottom = self._drawn or Box(0, 0, 0, 0)
        return Box(left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)

    @property
    def bottom(self) -> float:
        """The lowest y drawn upon so far."""
        return self._drawn.bottom if self._drawn else 0.0

    def rect(self, box: Box, look: str, *, rounding: float = 0.0, name: str = "") -> None:
        """A rectangle."""
        corners = f' rx="{number(rounding)}"' if rounding else ""
        place = (
            f'x="{number(box.left)}" y="{number(box.top)}" width="{number(box.width)}" height="{number(box.height)}"'
        )
        self._add(f"<rect{_named(name)} {place}{corners}{_look(look)}/>", box)

    def circle(self, x: float, y: float, radius: float, look: str, *, name: str = "") -> None:
        """A disc or a ring."""
        place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
        self._add(f"<circle{_named(name)} {place}{_look(look)}/>", Box(x - radius, y - radius, x + radius, y + radius))

    def line(self, x1: float, y1: float, x2: float, y2: float, look: str, *, name: str = "") -> None:
        """A straight line."""
        place = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
        self._add(f"<line{_named(name)} {place}{_look(look)}/>", _around([(x1, y1), (x2, y2)]))

    def polygon(self, points: Sequence[tuple[float, float]], look: str, *, name: str = "") -> None:
        """A closed figure."""
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._add(f'<polygon{_named(name)} points="{corners}"{_look(look)}/>', _around(points))

    def lines(self, lines: Iterable[Sequence[tuple[float, float]]], look: str) -> None:
        """Several open lines as one element."""
        points: list[tuple[float, float]] = []
        parts: list[str] = []
        for line in lines:
            points += line
            parts.append("M" + "L".join(f"{number(x)},{number(y)}" for x, y in line))
        if parts:
            self._add(f'<path d="{"".join(parts)}"{_look(look)}/>', _around(points))

    def text(self, x: float, y: float, text: str, look: str, *, name: str = "") -> None:
        """A text, its middle at that height; `look` must have a size of text."""
        words = look.split()
        size = next(TEXT_SIZES[word] for word in words if word in TEXT_SIZES)
        width = text_width(text, size, bold="bold" in words)
        left = x if "start" in words else x - width if "end" in words else x - width / 2
        baseline = y + 0.36 * size
        content = f'<text{_named(name)} x="{number(x)}" y="{number(baseline)}"{_look(look)}>{escape(text)}</text>'
        self._add(content, Box(left, y - size / 2, left + width, y + size / 2))

    def players(self, x: float, y: float, players: Iterable[Player], width: float) -> None:
        """A line for each player below a board, an arrow before the one to move; long texts are folded."""
        for player in players:
            if player.is_to_move:
                self.polygon([(x, y - 5), (x + 8, y), (x, y + 5)], "ink")
            left = x + 14
            if player.badge:
                self.circle(left + 9, y, 9, player.colour)
                self.text(left + 9, y, player.badge, f"s bold on-{player.colour}")
                left += 24
            self.text(left, y, player.name, "l bold ink start")
            beside = left + text_width(player.name, TEXT_SIZES["l"], bold=True) + 9
            room = x + width - left
            for index, line in enumerate(_folded(player.text, x + width - beside, room, TEXT_SIZES["l"])):
                if index:
                    y += 18
                self.text(left if index else beside, y, line, "l ink start")
            y += 24

    def note(self, x: float, y: float, text: str, width: float, look: str = "m muted start") -> None:
        """A text folded into lines from there on; `look` must be `start`."""
        size = next(TEXT_SIZES[word] for word in look.split() if word in TEXT_SIZES)
        for index, line in enumerate(_folded(text, width, width, size)):
            self.text(x, y + index * size * 1.4, line, look)

    def svg(self, background: Background = "auto") -> str:
        """The picture as an SVG file."""
        box = self.box
        size = f'width="{number(box.width)}" height="{number(box.height)}"'
        place = f'x="{number(box.left)}" y="{number(box.top)}" {size}'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box.view_box()}" {size} role="img">',
            f"<title>{escape(self.title)}</title>",
            f"<style>\n{stylesheet(background)}</style>",
            f'<rect {place} class="paper"/>',
            *self.elements,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _add(self, element: str, box: Box) -> None:
        self.elements.append(element)
        self._drawn = self._drawn.joined(box) if self._drawn else box


def _look(look: str) -> str:
    return f' class="{look}"'


def _named(name: str) -> str:
    """What a place is called in moves, so that a script or a stylesheet can find it."""
    return f' data-name="{escape(name)}"' if name else ""


def _around(points: Sequence[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _folded(text: str, first: float, others: float, size: float) -> list[str]:
    """The words of a text in lines, the first of that width; a word that is too long stays whole."""
    lines: list[str] = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and text_width(longer, size) > (first if len(lines) == 1 else others):
            lines.append(word)
        else:
            lines[-1] = longer
    return [line for line in lines if line]
