"""Model files are read, or refused with the key and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.errors import UnreadableModel
from tabletop.modelfiles import Entry, ModelLibrary

SCHEMA = {
    "slip": {"loose": Entry("probability"), "sizes": Entry("positive", length=3)},
    "hand": {"noise": Entry("number")},
}
GOOD = "[slip]\nloose = 0.1\nsizes = [1, 2, 3]\n[hand]\nnoise = -1.5\n"


def test_a_good_model_is_read() -> None:
    model = ModelLibrary(SCHEMA, Path("nowhere"), "steady").parse(GOOD, "mine")
    assert model["slip"]["sizes"] == [1, 2, 3]
    assert model.text == GOOD


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("0.1", "1.1", "slip.loose", "between 0 and 1"),
        ("0.1", "nan", "slip.loose", "finite"),
        ("0.1", "'x'", "slip.loose", "number"),
        ("0.1", "true", "slip.loose", "number"),
        ("[1, 2, 3]", "[1, 2]", "slip.sizes", "3 values"),
        ("[1, 2, 3]", "[1, 0, 3]", "slip.sizes", "above 0"),
        ("loose", "lose", "slip.lose", "unknown"),
        ("[hand]", "[hands]", "hands", "unknown"),
        ("noise = -1.5", "", "hand.noise", "missing"),
        ("[hand]\nnoise = -1.5", "", "hand", "missing"),
        ("[slip]", "[slip", "", "TOML"),
    ],
)
def test_a_wrong_model_is_refused_with_file_key_and_reason(old: str, new: str, key: str, reason: str) -> None:
    with pytest.raises(UnreadableModel) as caught:
        ModelLibrary(SCHEMA, Path("nowhere"), "steady").parse(GOOD.replace(old, new), "mine.toml")
    assert caught.value.key == key
    assert reason in caught.value.reason
    assert str(caught.value).startswith("mine.toml: ")
    assert caught.value.exit_code == 4
