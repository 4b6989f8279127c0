"""What the heap offers the player to move: how risky its safest raises and prizes are, and how many there are.

    features = heap_features(state)     # a state at the start of a turn; the game must not be refereed
    features.raises[0]                  # the smallest chance that something falls in a raise

It goes by what the state contains, so give it a player's view.
"""

from __future__ import annotations

from bisect import insort
from typing import NamedTuple

from tabletop.games.takami.heap import TOP, Heap
from tabletop.games.takami.rules import RED, TakamiState

NO_PRIZE = 0.3
"""Stands for the risk of a prize where no stick is worth one, and for higher risks."""
NOTHING_TO_RETURN = 0.4
"""Stands for the risk of a prize that returns minus sticks where there is none."""
VERY_SAFE, SAFE = 0.04, 0.08
"""Sticks with a lower risk than this count as very safe, and as safe; an ordinary hand pulls free ones at 0.03."""
STEADY = 0.05
"""Places with a lower risk than this count as steady."""
_LISTED = 3


class HeapFeatures(NamedTuple):
    """What the heap offers. Risks are chances that something falls; the lowest come first.

    `raises` and `prizes` have three numbers each. The prizes are worth a point, and none is the stick of the safest
    raise. `returning` are the risks of the safest sticks that would return minus sticks of the player to move and of
    the next one, who may also take what is taboo now; `next_prize` is the risk of the next player's safest prize.
    `lay` and `high_lay` are those of the safest places, the latter above the rim.
    """

    raises: tuple[float, ...]
    prizes: tuple[float, ...]
    returning: tuple[float, float]
    next_prize: float
    very_safe: int
    very_safe_prizes: int
    safe: int
    lay: float
    high_lay: float
    steady_places: int
    top: int
    """The highest layer with a stick."""


def heap_features(state: TakamiState) -> HeapFeatures:
    """What the heap offers the player to move in a state at the start of a turn."""
    heap, hand, taboo = state.heap, state.hand, state.taboo
    assert isinstance(heap, Heap)
    lays = [1.0] * (TOP + 2)
    steady_places = 0
    for place in heap.supported_places():
        risk = 1 - hand.hold_chance(heap, place)
        lays[place.layer] = min(lays[place.layer], risk)
        steady_places += risk < STEADY
    for layer in range(TOP, 0, -1):
        lays[layer] = min(lays[layer], lays[layer + 1])
    mine, theirs = ({stick[0] for stick in state.minus[player - 1]} for player in _players(state))
    my_return = their_return = next_prize = NOTHING_TO_RETURN
    raises: list[tuple[float, str]] = []
    prizes: list[tuple[float, str]] = []
    very_safe = very_safe_prizes = safe = top = 0
    for stick, chance in state.fall_chances.items():
        colour, risk, layer = stick[0], chance.total, heap.place_of(stick).layer
        top = max(top, layer)
        if colour in theirs:
            their_return = min(their_return, risk)
        if colour != RED:
            next_prize = min(next_prize, risk)
        if stick == taboo:
            continue
        if colour in mine:
            my_return = min(my_return, risk)
        lay = lays[layer + 1]
        insort(raises, (risk + lay - risk * lay, stick))
        safe += risk < SAFE
        very_safe += risk < VERY_SAFE
        if colour != RED:
            very_safe_prizes += risk < VERY_SAFE
            if risk < NO_PRIZE:
                insort(prizes, (risk, stick))
    raised = raises[0][1] if raises else ""
    others = [risk for risk, stick in prizes[: _LISTED + 1] if stick != raised]
    return HeapFeatures(
        raises=_listed([risk for risk, _ in raises], 1.0),
        prizes=_listed(others, NO_PRIZE),
        returning=(my_return, their_return),
        next_prize=next_prize,
        very_safe=very_safe,
        very_safe_prizes=very_safe_prizes,
        safe=safe,
        lay=lays[1],
        high_lay=lays[9],
        steady_places=steady_places,
        top=top,
    )


def _players(state: TakamiState) -> tuple[int, int]:
    """The player to move and the next one."""
    return state.player, state.player % state.config.players + 1


def _listed(risks: list[float], missing: float) -> tuple[float, ...]:
    return tuple((*risks[:_LISTED], *([missing] * _LISTED))[:_LISTED])
