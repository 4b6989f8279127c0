"""The heap as a vector picture: sticks seen end-on in the X, and below it what fell and what each player has."""

from __future__ import annotations

import math

from tabletop.game import View
from tabletop.games.takami.describe import turn_sentence
from tabletop.games.takami.heap import COLOURS, RIM, TOP, Heap, Place, UntrackedHeap, below, places_in
from tabletop.games.takami.render import fallen_sticks, last_turn_text, moved_and_slid
from tabletop.games.takami.rules import TakamiState
from tabletop.svg import Box, Picture, Player
from tabletop.text import counted, shorten

ACROSS = 46.0
"""From one place to the next of a layer."""
UP = ACROSS * math.sqrt(3) / 2
"""From one layer to the next."""
RADIUS = 21.0
FOOT = 68.0
"""From the crossing of the boards down to the floor."""
LEFT, WIDTH = -214.0, 428.0
CHIP_WIDTH, CHIP_HEIGHT, CHIP_PITCH = 24.0, 16.0, 27.0
"""A stick that is not on the heap."""


def draw(view: View[TakamiState]) -> Picture:
    """The picture of a view; the middle of the X's lowest place is at (0, 0)."""
    picture = Picture("Takami")
    painter = _Painter(picture, view)
    heap = view.state.heap
    if view.state.phase == "deal":
        picture.text(0, 0, "The heap has not been built yet.", "l ink")
    elif isinstance(heap, Heap):
        painter.draw_x(heap)
    else:
        painter.draw_untracked(heap)
    painter.draw_floor()
    painter.draw_players()
    painter.draw_notes()
    return picture


class _Painter:
    def __init__(self, picture: Picture, view: View[TakamiState]) -> None:
        self.picture = picture
        self.view = view
        self.state = view.state
        self.moved, self.slid = moved_and_slid(view.last)
        self.marks: set[str] = set()

    def draw_x(self, heap: Heap) -> None:
        """Boards, sticks and the places where a stick can lie."""
        self._draw_boards()
        highest = max((heap.place_of(stick).layer for stick in heap), default=0)
        for layer in range(1, min(TOP, max(RIM, highest) + 1) + 1):
            x, y = _point(Place(layer, 1))
            self.picture.text(x - (RADIUS + 24 if layer <= RIM else ACROSS), y, str(layer), "m muted")
            for slot in range(1, places_in(layer) + 1):
                self._draw_place(heap, Place(layer, slot))

    def _draw_boards(self) -> None:
        """Two boards that cross below the lowest stick, which they touch, and stand on the floor."""
        slope = math.sqrt(3)
        offset = (RADIUS + 4) * 2 / slope
        top, foot = -UP * (RIM - 0.4), offset * slope + FOOT
        for side in (-1, 1):
            self.picture.line(
                side * (offset - top / slope), top, side * (offset - foot / slope), foot, "grey-line wide round"
            )

    def _draw_place(self, heap: Heap, place: Place) -> None:
        origin, stick = self.state.origin, heap.at(place)
        x, y = _point(place)
        if stick:
            self._draw_stick(heap, place, stick)
        elif place == origin:
            self.picture.circle(x, y, RADIUS - 2, "hollow muted-line medium dashed", name=str(place))
            self.picture.text(x, y - 6, "was", "s muted")
            self.picture.text(x, y + 6, "here", "s muted")
        elif heap.can_bear(place) and (origin is None or place.layer > origin.layer):
            self.marks.add("place")
            self.picture.circle(x, y, RADIUS - 6, "hollow faint-line thin dashed", name=str(place))
            self.picture.text(x, y, str(place), "s muted")

    def _draw_stick(self, heap: Heap, place: Place, stick: str) -> None:
        """A stick, with a word below its name where there is something to say."""
        x, y = _point(place)
        colour = COLOURS[stick[0]]
        self.picture.circle(x, y, RADIUS, f"{colour} ink-line thin", name=stick)
        if heap.is_free(stick):
            self.marks.add("free")
            self.picture.lines([_arc(x, y, RADIUS - 4, 215, 325)], f"hollow on-{colour}-line medium round")
        if heap.is_leaning(stick):
            self.marks.add("leaning")
            side = -1 if (left := below(place)[0]) is not None and not heap.at(left) else 1
            self.picture.lines(
                [[(x + side * 4, y + RADIUS - 2), (x + side * (RADIUS - 2), y + 6)]],
                f"hollow on-{colour}-line medium round",
            )
        report = self.state.report_on(stick)
        word: str = "slid" if stick in self.slid else ""
        if stick == self.state.taboo:
            word = "taboo"
        elif report:
            word = report.feel
        self.picture.text(x, y - (5 if word else 0), stick, f"l bold on-{colour}")
        if word:
            self.picture.text(x, y + 8, word, f"s on-{colour}")
        if stick in self.moved:
            self.marks.add("moved")
            self.picture.circle(x, y, RADIUS + 1, "hollow ink-line thick dashed")

    def draw_untracked(self, heap: UntrackedHeap) -> None:
        """The sticks of a refereed game by colour, since nobody notes where they lie."""
        self.picture.text(LEFT, 0, f"On the X: {counted(len(heap), 'stick')}", "l bold ink start")
        for row, (letter, colour) in enumerate(COLOURS.items()):
            for stick in heap:
                if stick[0] == letter:
                    x, y = LEFT + 22 + (int(stick[1]) - 1) * ACROSS, 40 + row * ACROSS
                    word = "taboo" if stick == self.state.taboo else ""
                    self.picture.circle(x, y, RADIUS, f"{colour} ink-line thin", name=stick)
                    self.picture.text(x, y - (5 if word else 0), stick, f"l bold on-{colour}")
                    if word:
                        self.picture.text(x, y + 8, word, f"s on-{colour}")

    def draw_floor(self) -> None:
        """The floor that the X stands on, with the sticks that the last turn made fall."""
        y = self.picture.bottom + 5
        self.picture.line(LEFT, y, LEFT + WIDTH, y, "faint-line medium")
        fallen = fallen_sticks(self.view.last)
        for number, stick in enumerate(fallen[:16]):
            column, row = divmod(number, 2)
            x = (LEFT + 2 if column < 4 else -28) + column * CHIP_PITCH
            self._draw_chip(x, y - 4 - (row + 1) * (CHIP_HEIGHT + 2) + 2, stick)
        if fallen:
            self.picture.text(LEFT + 2, y - 52, "fell:", "m bold ink start")
        if len(fallen) > 16:
            self.picture.text(LEFT + WIDTH, y - 52, f"and {len(fallen) - 16} more", "s ink end")

    def _draw_chip(self, x: float, y: float, stick: str) -> None:
        colour = COLOURS[stick[0]]
        self.picture.rect(Box(x, y, x + CHIP_WIDTH, y + CHIP_HEIGHT), f"{colour} ink-line thin", rounding=4)
        self.picture.text(x + CHIP_WIDTH / 2, y + CHIP_HEIGHT / 2, stick, f"s bold on-{colour}")

    def draw_players(self) -> None:
        """Points, prizes and minus sticks of everyone."""
        state, names = self.state, self.view.setup.names
        y = self.picture.bottom + 22
        for player, points in enumerate(state.scores(), 1):
            text = counted(points, "point")
            if state.config.rounds > 1:
                text += f" (round {state.round} of {state.config.rounds})" if player == state.player else ""
            if player == state.player and state.held:
                text += f", holds {state.held}"
            is_to_move = player == state.player and state.phase != "over"
            self.picture.players(LEFT, y, [Player(shorten(names[player - 1], 24), text, is_to_move)], WIDTH)
            y += 10
            for word, pile in (("prizes", state.prizes[player - 1]), ("minus", state.minus[player - 1])):
                per_row = int((WIDTH - 66) / CHIP_PITCH)
                for number, stick in enumerate(pile):
                    row, column = divmod(number, per_row)
                    if not number:
                        self.picture.text(LEFT + 14, y + CHIP_HEIGHT / 2, word, "s muted start")
                    self._draw_chip(LEFT + 60 + column * CHIP_PITCH, y + row * (CHIP_HEIGHT + 3), stick)
                y += -(-len(pile) // per_row) * (CHIP_HEIGHT + 3)
            y += 16

    def draw_notes(self) -> None:
        """Whose turn it is, the last turn, and how to read the marks."""
        y = self.picture.bottom + 22
        self.picture.note(LEFT, y, turn_sentence(self.state, self.view.setup), WIDTH, "l ink start")
        if last := last_turn_text(self.view.last):
            self.picture.note(LEFT, self.picture.bottom + 14, last, WIDTH)
        words = {
            "free": "arc: free, nothing rests on it",
            "leaning": "stroke below: leaning",
            "moved": "dashed ring: moved in the last turn",
            "place": "dashed circle: a stick can lie there",
        }
        if items := [text for mark, text in words.items() if mark in self.marks]:
            self.picture.note(LEFT, self.picture.bottom + 10, " · ".join(items), WIDTH)


def _point(place: Place) -> tuple[float, float]:
    """The middle of a place."""
    return (place.slot - (places_in(place.layer) + 1) / 2) * ACROSS, (1 - place.layer) * UP


def _arc(x: float, y: float, radius: float, first: int, last: int) -> list[tuple[float, float]]:
    """Points of a circle from one angle to the other, in degrees."""
    angles = [math.radians(angle) for angle in range(first, last + 1, 10)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
