"""The board as a vector picture, seen from above: towers with owner and height, bridges with levels, polygons.

A game's `draw` is `BoardPicture(...).draw` with its own title and regions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tabletop.game import View
from tabletop.games.towers.captions import FormatTurn
from tabletop.games.towers.geometry import Bridge, colour, field_names, format_pair
from tabletop.games.towers.painter import Region, VisibleBoard, letter
from tabletop.games.towers.rules import TowersState
from tabletop.svg import Box, Picture, Player, text_width
from tabletop.text import counted, shorten

TOWER = 0.25
"""The radius of the uppermost tower of a stack, as a share of the distance between fields."""
RING = 0.04
"""How far each tower below it sticks out, as far as they are drawn; a share too."""
MOST_RINGS = 4
WIDTH = 420.0

Point = tuple[float, float]


class BoardPicture(NamedTuple):
    """How a game's board is drawn: its title, how far fields are apart, its notation, the polygons to tint."""

    title: str
    pitch: float
    format_move: FormatTurn
    regions: Callable[[Any], Sequence[Region]] = lambda state: ()

    def draw(self, view: View[TowersState]) -> Picture:
        """The picture of a view."""
        picture = Picture(self.title)
        regions = self.regions(view.state)
        board = VisibleBoard(view, regions=regions)
        _Painter(picture, board, self.pitch).draw()
        width = max(WIDTH, (board.size - 1) * self.pitch + 40)
        x = -30.0
        y = picture.bottom + 26
        picture.players(x, y, [_player(view, player, regions) for player in range(1, view.state.players + 1)], width)
        if view.last:
            turns = "; ".join(self.format_move(turn) for turn in view.last)
            picture.note(x, picture.bottom + 16, f"Last turn (dashed rings, dark edges): {turns}", width)
        for text in _legend(board):
            picture.note(x, picture.bottom + 9, text, width)
        return picture


def _player(view: View[TowersState], player: int, regions: Sequence[Region]) -> Player:
    board, scores = view.state, view.state.scores()
    stock = f"{counted(board.towers_left(player), 'tower')}, {counted(board.bridges_left(player), 'bridge')} left"
    text = stock if scores is None else f"{counted(scores[player - 1], 'point')}; {stock}"
    name = shorten(view.setup.names[player - 1], 24)
    return Player(name, text, player == view.to_move, letter(player), colour(player))


def _legend(board: VisibleBoard) -> list[str]:
    """Explains what is on the board and cannot be guessed."""
    items = ["B2: blue on top, two towers high"]
    if any(board.is_overbuilt(bridge) for bridge in board.bridges):
        items.append("r1: red's bridge on level 1, built over")
    if board.hidden:
        items.append("1+2: two more bridges below")
    if board.regions:
        items.append("B: 5: blue's polygon, 5 points")
    return [" · ".join(items)]


class _Painter:
    """Draws the board with a1 at the bottom left; the upper left field is at (0, 0)."""

    def __init__(self, picture: Picture, board: VisibleBoard, pitch: float) -> None:
        self.picture = picture
        self.board = board
        self.pitch = pitch
        self.tower = TOWER * pitch
        self.ring = RING * pitch

    def draw(self) -> None:
        """Draw all of it, from the ground up."""
        board, picture, pitch = self.board, self.picture, self.pitch
        edge = (board.size - 1) * pitch
        picture.rect(Box(-24, -24, edge + 24, edge + 24), "ground", rounding=10)
        for index in range(board.size):
            self.picture.text(-36, edge - index * pitch, str(index + 1), "m muted")
            self.picture.text(index * pitch, edge + 36, chr(ord("a") + index), "m muted")
        for field in range(board.size**2):
            if not board.stacks[field]:
                x, y = self._point(field)
                picture.circle(x, y, 2.5, "faint", name=field_names(board.size)[field])
        for region in board.regions:
            self._draw_region(region)
        for bridge in sorted(board.bridges, key=lambda bridge: bridge.level):
            self._draw_bridge(bridge)
        for field, stack in enumerate(board.stacks):
            if stack:
                self._draw_tower(field, stack)
        for field in sorted(board.changed_fields):
            x, y = self._point(field)
            picture.circle(x, y, self._radius(field) + 3.5, "hollow ink-line medium dashed")
        for low, high in sorted(board.taken_pairs - {bridge.pair for bridge in board.bridges}):
            self._draw_taken(low, high)
        for bridge in board.bridges:
            if board.visible_halves(bridge):
                self._put_label(bridge)
        for index, region in enumerate(board.regions):
            self._put_points(region, board.regions[index + 1 :])

    def _point(self, field: int) -> Point:
        size = self.board.size
        column, row = divmod(size**2 - 1 - field if self.board.is_turned else field, size)
        return column * self.pitch, (size - 1 - row) * self.pitch

    def _middle(self, first: int, second: int) -> Point:
        (x, y), (other_x, other_y) = self._point(first), self._point(second)
        return (x + other_x) / 2, (y + other_y) / 2

    def _radius(self, field: int) -> float:
        """How far a stack reaches from the middle of its field."""
        height = len(self.board.stacks[field])
        return self.tower + self.ring * min(height - 1, MOST_RINGS) if height else 6.0

    def _draw_tower(self, field: int, stack: tuple[int, ...]) -> None:
        """The uppermost tower as a disc with owner and height, and the edges of those below it."""
        x, y = self._point(field)
        below = stack[:-1][-MOST_RINGS:]
        for depth, owner in enumerate(below):
            radius = self.tower + self.ring * (len(below) - depth)
            self.picture.circle(x, y, radius, f"{colour(owner)} ink-line thin")
        owner = stack[-1]
        name = field_names(self.board.size)[field]
        self.picture.circle(x, y, self.tower, f"{colour(owner)} ink-line thin", name=name)
        size = "m" if self.tower < 15 else "xl"
        self.picture.text(x, y, f"{letter(owner)}{len(stack)}", f"{size} bold on-{colour(owner)}")

    def _draw_bridge(self, bridge: Bridge) -> None:
        """A bar between two towers: edged if it is new, thin and dashed if it is built over."""
        (x, y), (other_x, other_y) = self._point(bridge.low), self._point(bridge.high)
        name = format_pair(self.board.size, bridge.pair)
        if bridge in self.board.new_bridges:
            self.picture.line(x, y, other_x, other_y, "ink-line wider")
        if self.board.is_overbuilt(bridge):
            self.picture.line(x, y, other_x, other_y, f"{colour(bridge.owner)}-line medium", name=name)
        else:
            self.picture.line(x, y, other_x, other_y, f"{colour(bridge.owner)}-line wide", name=name)

    def _draw_taken(self, low: int, high: int) -> None:
        """Where the last turn took a bridge away."""
        (x, y), (other_x, other_y) = self._point(low), self._point(high)
        self.picture.line(x, y, other_x, other_y, "muted-line medium dashed")

    def _put_label(self, bridge: Bridge) -> None:
        """The level on a little plate: on the bridge's middle if that is free, or else on a visible half."""
        board = self.board
        is_vertical = bridge.high - bridge.low < board.size
        middle = (bridge.low + bridge.high) // 2
        is_free = board.span > 1 and not board.stacks[middle] and middle not in board.changed_fields
        if is_free and not board.passing(middle, board.size if is_vertical else 1):
            x, y = self._point(middle)
        else:
            spots = [self._middle(*half) for half in board.visible_halves(bridge)]
            x, y = min(spots, key=lambda spot: (spot[1], spot[0]))
        self._plate(x, y, board.label(bridge), "s ink")

    def _plate(self, x: float, y: float, text: str, look: str) -> None:
        half = max(text_width(text, 10) / 2 + 2, 6)
        self.picture.rect(Box(x - half, y - 6.5, x + half, y + 6.5), "paper faint-line thin", rounding=4)
        self.picture.text(x, y, text, look)

    def _draw_region(self, region: Region) -> None:
        """The inside of a polygon, row by row of its unit squares."""
        size = self.board.size
        runs: list[tuple[int, int]] = []
        for square in sorted(region.squares, key=lambda square: (square % size, square)):
            if runs and runs[-1][1] + size == square and runs[-1][1] % size == square % size:
                runs[-1] = (runs[-1][0], square)
            else:
                runs.append((square, square))
        for first, last in runs:
            (x, y), (other_x, other_y) = self._point(first), self._point(last + size + 1)
            box = Box(min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y))
            self.picture.rect(box, f"{colour(region.owner)}-tint")

    def _put_points(self, region: Region, above: Sequence[Region]) -> None:
        """A polygon's points near its middle, where no other polygon lies on top of it."""
        size = self.board.size
        covered = {square for other in above for square in other.squares}
        squares = sorted(region.squares - covered)
        if not squares:
            return
        spots = [self._middle(square, square + size + 1) for square in squares]
        middle_x = math.fsum([x for x, _ in spots]) / len(spots)
        middle_y = math.fsum([y for _, y in spots]) / len(spots)
        for square in squares:
            corner = square + size + 1
            above_it, beside_it = (square + 1, corner), (square + size, corner)
            has_towers = any(self.board.stacks[field] for field in above_it)
            if square + 1 in squares and above_it not in self.board.bridges_on and not has_towers:
                spots.append(self._middle(*above_it))
            if square + size in squares and beside_it not in self.board.bridges_on:
                spots.append(self._middle(*beside_it))
            around = {square, square + 1, square + size, corner}
            passing = self.board.passing(corner, 1) or self.board.passing(corner, size)
            if around <= set(squares) and not self.board.stacks[corner] and not passing:
                x, y = self._point(corner)
                spots.append((x, y - 9))
        x, y = min(spots, key=lambda spot: (abs(spot[0] - middle_x) + abs(spot[1] - middle_y), spot))
        self.picture.text(x, y, f"{letter(region.owner)}: {region.points}", "m bold ink")
