"""The tray as a vector picture: discs at their true places, the slider, and below it what each player has."""

from __future__ import annotations

from tabletop.game import NOBODY, View
from tabletop.games.mikado.describe import status_lines
from tabletop.games.mikado.discs import COLOURS, NAMES, VALUES, Hand, colour_of
from tabletop.games.mikado.moves import Pull
from tabletop.games.mikado.rules import MikadoState
from tabletop.games.mikado.trays import CELL_HEIGHT, CELL_WIDTH, COLUMNS, Layout
from tabletop.svg import Box, Picture, Player
from tabletop.text import counted, shorten

SCALE = 2.1
"""Units for a millimetre."""
WALL = 7.0
SPREAD = 40.0
"""From one disc to the next where nobody notes where they lie."""
_LOOKS = {"L": "red", "M": "blue", "S": "yellow"}


def draw(view: View[MikadoState]) -> Picture:
    """The picture of a view; the inner corner of the tray at the back wall is at (0, 0)."""
    picture = Picture("Scheiben Mikado")
    state = view.state
    width = 200 * SCALE
    if state.turn == 0:
        picture.text(width / 2, 0, "The discs are not in the tray yet.", "l ink")
    elif state.layout is None:
        _draw_discs_by_colour(picture, state)
    else:
        width = state.layout.width * SCALE
        _draw_tray(picture, view, state.layout)
    y = picture.bottom + 26
    if not state.is_solo:
        picture.players(0, y, [_player(view, player) for player in range(1, state.config.players + 1)], width)
    hands = 0 if state.is_solo else state.config.players
    lines = status_lines(state, view.setup)
    notes = [lines[0], *lines[1 + hands :]]
    for note in notes:
        picture.note(0, picture.bottom + 18, f"{note}.", width, "l ink start")
    if felt := ", ".join(
        f"{NAMES[report.disc]} {report.word}" for report in sorted(state.reports, key=lambda report: -report.turn)[:12]
    ):
        picture.note(0, picture.bottom + 16, f"Felt, the latest first: {felt}", width)
    values = ", ".join(f"{name} {counted(value, 'point')}" for name, value in zip(COLOURS, VALUES, strict=True))
    picture.note(0, picture.bottom + 10, f"Large discs are red, small ones yellow: {values}", width)
    return picture


def _player(view: View[MikadoState], player: int) -> Player:
    state = view.state
    hand: Hand = state.hands[player - 1]
    discs = [f"{count} {name}" for name, count in zip(COLOURS, hand.discs, strict=True) if count]
    discs += [f"{hand.minus} minus"] if hand.minus else []
    text = f"{counted(hand.points, 'point')}: {', '.join(discs)}" if discs else counted(hand.points, "point")
    is_to_move = player == state.player and view.to_move != NOBODY and state.turn > 0
    return Player(shorten(view.setup.names[player - 1], 24), text, is_to_move)


def _marked(view: View[MikadoState]) -> set[int]:
    """The disc touched in this turn, or the one that is being pulled."""
    state = view.state
    disc = state.pending.disc if state.touched is None and state.pending else state.touched
    return set() if disc is None else {disc}


def _draw_tray(picture: Picture, view: View[MikadoState], layout: Layout) -> None:
    """Walls, letters and numbers, the slider, and the discs."""
    state = view.state
    width, depth = layout.width * SCALE, max(state.depth, layout.slider) * SCALE
    slider = layout.slider * SCALE
    picture.rect(Box(-WALL, -WALL, width + WALL, depth + WALL + 10), "grey", rounding=4)
    picture.rect(Box(0, 0, width, depth + 10), "paper")
    for column in range(COLUMNS):
        picture.text((column + 0.5) * CELL_WIDTH * SCALE, -WALL - 9, chr(ord("A") + column), "s muted")
    for row in range(round(layout.slider / CELL_HEIGHT)):
        picture.text(-WALL - 9, (row + 0.5) * CELL_HEIGHT * SCALE, str(row + 1), "s muted")
    _draw_pulled(picture, view, layout)
    for disc in state.tray:
        name, size, x, y = layout.discs[disc][:4]
        colour = _LOOKS[size]
        radius = layout.discs[disc].radius * SCALE
        picture.circle(x * SCALE, y * SCALE, radius, f"{colour} ink-line thin", name=name)
        picture.text(x * SCALE, y * SCALE, name, f"{'m bold' if size == 'L' else 's'} on-{colour}")
    for disc in _marked(view):
        place = layout.discs[disc]
        picture.circle(place.x * SCALE, place.y * SCALE, place.radius * SCALE - 1, "hollow ink-line thick dashed")
    picture.rect(Box(0, slider, width, slider + 10), "muted", name="slider")
    picture.text(width / 2, slider + 5, "slider", "s bold paper")


def _draw_pulled(picture: Picture, view: View[MikadoState], layout: Layout) -> None:
    """Where the disc lay that the last turn pulled."""
    for move in view.last:
        if isinstance(move, Pull) and move.disc not in view.state.tray:
            disc = layout.discs[move.disc]
            if disc.y + disc.radius > layout.slider:
                continue
            picture.circle(disc.x * SCALE, disc.y * SCALE, disc.radius * SCALE - 1, "hollow muted-line medium dashed")


def _draw_discs_by_colour(picture: Picture, state: MikadoState) -> None:
    """The discs of a refereed game by colour, since nobody notes where they lie."""
    y = 0.0
    for size, colour in zip(("L", "M", "S"), COLOURS, strict=True):
        discs = [disc for disc in state.tray if COLOURS[colour_of(disc)] == colour]
        for number, disc in enumerate(discs):
            row, column = divmod(number, 9)
            x, cy = (column + 0.5) * SPREAD, y + row * SPREAD
            picture.circle(x, cy, {"L": 18.0, "M": 15.0, "S": 12.0}[size], f"{colour} ink-line thin", name=NAMES[disc])
            picture.text(x, cy, NAMES[disc], f"s bold on-{colour}")
        y += -(-len(discs) // 9) * SPREAD
