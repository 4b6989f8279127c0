"""What the games of the package have beyond what every game must have.

The shared tests check such a thing in every game that has it. This table makes sure that no game loses it unseen.
"""

from __future__ import annotations

import pytest

from tabletop.bots.specs import strategies
from tabletop.game import Drawing
from tabletop.games import load
from tabletop.style import Style
from tests.golden import FOLDER as GOLDEN
from tests.helpers import ROOT, new_match
from tests.test_lesson import has_lesson

ALL = ("taktori", "fem", "zickzack", "takami", "mikado")
FEATURES = {
    "positions": (lambda name: load(name).parse_position, ("taktori", "fem", "zickzack")),
    "models": (lambda name: load(name).models, ("takami", "mikado")),
    "fitting": (lambda name: load(name).fitting, ("takami", "mikado")),
    "bots": (lambda name: load(name).bots, ALL),
    "strategies": (lambda name: strategies(load(name)), ALL),
    "sentences": (lambda name: load(name).sentences, ALL),
    "status lines": (lambda name: load(name).status_lines, ALL),
    "a list for narrow windows": (lambda name: drawn_narrow(name).is_list, ALL),
    "a lesson": (has_lesson, ALL),
    "examples": (lambda name: [*(ROOT / "tabletop/examples").glob(f"{name}-*.moves")], ALL),
    "a golden transcript": (lambda name: [*GOLDEN.glob(f"{name}/*.moves")], ALL),
    "a golden transcript in plain mode": (lambda name: [*(ROOT / "tests/session/golden").glob(f"{name}.lines")], ALL),
}


def drawn_narrow(name: str) -> Drawing:
    match = new_match(name)
    return match.game.render(match.view(), Style(width=30, height=30))


@pytest.mark.parametrize("feature", FEATURES)
def test_a_game_keeps_its_features(feature: str) -> None:
    has_feature, names = FEATURES[feature]
    assert [name for name in names if not has_feature(name)] == []
