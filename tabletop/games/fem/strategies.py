"""Simple strategies: see `towers.strategies`."""

from __future__ import annotations

from tabletop.bots.strategy import Strategy
from tabletop.games.fem.bots import BOTS
from tabletop.games.towers.strategies import COVER, MIRROR, PILE, cover, mirror, pile

STRATEGIES = {
    "cover": Strategy(COVER, cover, BOTS["medium"]),
    "mirror": Strategy(MIRROR, mirror, BOTS["medium"]),
    "pile": Strategy(PILE, pile, BOTS["medium"]),
}
