"""What was agreed before the game, as far as the rules ask for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop.game import Setup
from tabletop.games.mikado.figures import Figures, figures_of
from tabletop.games.mikado.hidden import Simulator
from tabletop.games.mikado.light import Light
from tabletop.games.mikado.schema import KIT, PHYSICS
from tabletop.models import REFEREE, Model


@dataclass(frozen=True)
class Table:
    """Players, variants, and what discs do here."""

    players: int
    in_order: bool
    may_waive: bool
    is_refereed: bool
    skills: tuple[float, ...]
    simulator: Simulator | None = field(repr=False)
    figures: Figures | None = field(repr=False)
    """What players expect of the discs; None where nothing is simulated."""


def table_of(setup: Setup) -> Table:
    """The table that a setup describes."""
    simulator, figures = _simulation(setup.model)
    return Table(
        players=setup.players,
        in_order=bool(setup.options.get("order", False)),
        may_waive=not setup.options.get("no-waive", False),
        is_refereed=setup.model is not None and setup.model.name == REFEREE,
        skills=tuple(setup.skill(player) for player in range(1, setup.players + 1)),
        simulator=simulator,
        figures=figures,
    )


def _simulation(model: Model | None) -> tuple[Simulator | None, Figures | None]:
    """What makes trays, and what players expect of them: of a simulated tray, what the default model says."""
    if model is None or model.name == REFEREE:
        return None, None
    if model.name == PHYSICS:
        from tabletop.games.mikado.simulated import Physics

        figures = figures_of(KIT.load(KIT.default))
        return Physics(figures), figures
    figures = figures_of(model)
    return Light(figures), figures
