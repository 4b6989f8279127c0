"""What a model file of Scheiben Mikado holds, and where the presets lie."""

from __future__ import annotations

from pathlib import Path

from tabletop.models import REFEREE, Entry, ModelKit, Schema

STAGES = 6
"""Numbers of discs gone that the figures are given for; between them they are interpolated."""

PHYSICS = "physics"
"""The model that simulates the tray itself; it has no file."""


SCHEMA: Schema = {
    "scale": {
        "division": Entry("positive", "length of a division of the scale, in mm"),
    },
    "stages": {
        "gone": Entry("number", "numbers of discs gone that the lists by stage belong to", STAGES, rising=True),
    },
    "load": {
        "loose": Entry("number", "log-odds that a large, medium, small disc is loose", 3),
        "stage": Entry("number", "added by stage", STAGES),
        "held": Entry("number", "the same at the set-up, of a disc that two discs or walls touch; others are loose", 3),
        "shape": Entry("positive", "gamma shape of the load of a large, medium, small disc that is not loose", 3),
        "scale": Entry("positive", "gamma scale of it; loads are shares of the spring's force", 3),
    },
    "slip": {
        "loose": Entry("probability", "that pulling a loose disc is a movement"),
        "constant": Entry("number", "log-odds of a movement"),
        "size": Entry("number", "added for a large, medium, small disc", 3),
        "root_load": Entry("number", "added times the square root of the load"),
        "gone": Entry("number", "added times the share of discs gone"),
        "root_load_gone": Entry("number", "added times both"),
        "stage": Entry("number", "added by stage", STAGES),
        "skill": Entry("number", "taken off times skill - 0.5"),
    },
    "length": {
        "mean": Entry("number", "mean of the logarithm of a slip in mm, by stage", STAGES),
        "deviation": Entry("positive", "its standard deviation, by stage", STAGES),
        "quiet": Entry("positive", "without a movement: the length is a division times a roll to this power"),
    },
    "pop": {
        "chance": Entry("probability", "that a movement makes a touching disc spring out"),
    },
    "keep": {
        "loose": Entry("probability", "load kept by touching, second, farther discs when a loose disc leaves", 3),
        "still": Entry("probability", "when another leaves and the slider moves at most 0.5 mm", 3),
        "slid": Entry("probability", "when it moves at most 1.5 mm", 3),
        "ran": Entry("probability", "when it moves farther", 3),
    },
    "feel": {
        "edges": Entry("positive", "felt loads where loose ends and light, firm, tight begin", 3, rising=True),
        "floor": Entry("positive", "what is added to every load before it is felt"),
        "noise": Entry("positive", "deviation of the logarithm of the felt load with skill 0 and skill 1", 2),
    },
}

KIT = ModelKit(
    schema=SCHEMA,
    presets=Path(__file__).with_name("presets"),
    default="steady",
    specials={
        PHYSICS: "simulates the tray itself (needs pymunk: pip install '.[physics]' in the checkout)",
        REFEREE: "nothing is simulated: every outcome is stated, for games at a real table",
    },
)
