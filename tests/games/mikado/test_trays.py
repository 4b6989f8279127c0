"""Trays: the baked ones are jammed, seeds deal them, discs have names and cells, layouts have a text form."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.chance import Rolls
from tabletop.games.mikado import trays
from tabletop.games.mikado.trays import Disc, Layout
from tests.helpers import examples

ALL = range(trays.count())


def gap(one: Disc, other: Disc) -> float:
    return math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius


def layout(index: int) -> Layout:
    return trays.baked(index)[0]


def dealt(seed: int) -> Layout:
    return trays.deal_layout(Rolls(seed))


def test_there_are_at_least_a_thousand_trays() -> None:
    assert trays.count() >= 1000


def test_m1_every_tray_has_18_discs_of_each_size() -> None:
    for index in ALL:
        sizes = [disc.size for disc in layout(index).discs]
        assert sizes == ["L"] * 18 + ["M"] * 18 + ["S"] * 18


def test_no_discs_overlap_and_none_is_outside_the_walls() -> None:
    for index in ALL:
        tray = layout(index)
        for disc in tray.discs:
            reach = disc.radius - trays.OVERLAP
            assert reach <= disc.x <= tray.width - reach, (index, disc)
            assert reach <= disc.y <= tray.slider - reach, (index, disc)
        by_height = sorted(tray.discs, key=lambda disc: disc.y)
        for i, disc in enumerate(by_height):
            for other in by_height[i + 1 :]:
                if other.y - disc.y > 24:
                    break
                assert gap(disc, other) > -trays.OVERLAP, (index, disc, other)


@pytest.mark.slow
def test_every_tray_is_jammed() -> None:
    """Discs touch the slider and the back wall, and at least two things touch every disc with a load."""
    for index in ALL:
        tray, free = trays.baked(index)
        assert len([disc for disc in tray.discs if tray.slider - disc.y - disc.radius < trays.CONTACT]) >= 2, index
        assert len([disc for disc in tray.discs if disc.y - disc.radius < trays.CONTACT]) >= 2, index
        assert len(free) < 27, index
        touching = trays.contacts(tray)
        for i in range(54):
            assert i in free or len(touching[i]) + trays.wall_contacts(tray, i) >= 2, (index, tray.discs[i])


def test_touching_discs_connect_the_slider_with_the_back_wall() -> None:
    for index in ALL:
        tray = layout(index)
        touching = trays.contacts(tray)
        reached = {i for i, disc in enumerate(tray.discs) if disc.y - disc.radius < trays.CONTACT}
        border = list(reached)
        while border:
            new = set(touching[border.pop()]) - reached
            reached |= new
            border += new
        assert any(tray.slider - tray.discs[i].y - tray.discs[i].radius < trays.CONTACT for i in reached), index


@pytest.mark.slow
def test_all_trays_differ_even_when_mirrored_or_recoloured() -> None:
    """No two have more than half of their discs, of whatever colour, in the same cells."""

    def cells(tray: Layout, mirrored: bool) -> int:
        marks = 0
        for disc in tray.discs:
            column = int(disc.x / trays.CELL_WIDTH)
            marks |= 1 << (int(disc.y / trays.CELL_HEIGHT) * 25 + (24 - column if mirrored else column))
        return marks

    plain = [cells(layout(index), False) for index in ALL]
    mirror = [cells(layout(index), True) for index in ALL]
    most_alike = max(
        max((a & b).bit_count(), (a & c).bit_count())
        for (a, _), (b, c) in combinations(zip(plain, mirror, strict=True), 2)
    )
    assert most_alike <= 27


def test_m2_discs_are_numbered_in_reading_order() -> None:
    """Row of cells by row of cells: r1 lies deeper than r2, but in the same row and to the left of it."""
    discs = trays.name_discs([("S", 100, 11), ("L", 150, 12), ("L", 50, 14), ("S", 20, 13), ("L", 90, 40)])
    assert [(d.name, d.x) for d in discs] == [("r1", 50), ("r2", 150), ("r3", 90), ("y1", 100), ("y2", 20)]


def test_m2_a_cell_has_a_letter_and_a_number() -> None:
    assert trays.cell_of(Disc("y1", "S", 6, 6.5)) == "A2"
    assert trays.cell_of(Disc("y1", "S", 194, 5.9)) == "Y1"
    assert trays.cell_of(Disc("y1", "S", 12, 17.9)) == "B3"
    assert trays.cell_of(Disc("y1", "S", 200, 0)) == "Y1"


def test_m2_no_cell_names_two_discs() -> None:
    diagonal = math.hypot(trays.CELL_WIDTH, trays.CELL_HEIGHT)
    assert diagonal < 2 * trays.RADII["S"] - trays.OVERLAP
    for index in ALL:
        assert len({trays.cell_of(disc) for disc in layout(index).discs}) == 54


def test_contacts_are_symmetric_and_have_no_gap() -> None:
    for index in range(0, trays.count(), 16):
        tray = layout(index)
        touching = trays.contacts(tray)
        for i, beside in enumerate(touching):
            assert list(beside) == sorted(beside) and i not in beside
            for j in range(54):
                assert (j in beside) == (j != i and gap(tray.discs[i], tray.discs[j]) < trays.CONTACT)
                assert (j in beside) == (i in touching[j])


@pytest.mark.slow
def test_every_seed_deals_another_possible_tray() -> None:
    assert len({dealt(seed) for seed in range(1000)}) == 1000
    for seed in range(100):
        tray = dealt(seed)
        assert trays.problem(tray) == ""
        assert len({trays.cell_of(disc) for disc in tray.discs}) == 54


def test_the_same_seed_deals_the_same_tray() -> None:
    assert dealt(7) == dealt(7)
    assert hash(dealt(7)) == hash(dealt(7))


def test_dealing_moves_free_discs_only() -> None:
    """All other discs lie as baked, or mirrored."""
    for seed in range(40):
        index = Rolls(seed).index(trays.count(), "tray", 0)
        baked, free = trays.baked(index)
        held = {(d.size, d.x, d.y) for i, d in enumerate(baked.discs) if i not in free}
        places = {(d.size, d.x, d.y) for d in dealt(seed).discs}
        mirrored = {(size, round(200 - x, 2), y) for size, x, y in places}
        assert held <= places or held <= mirrored


@examples(60)
@given(st.integers(0, 10**9))
def test_the_text_of_a_layout_is_read_back(seed: int) -> None:
    tray = dealt(seed)
    text = trays.format_layout(tray)
    assert trays.parse_layout(text) == tray
    assert len(text) < 1500
    assert not set(text) & set("#\n\r\t>")
    assert trays.format_layout(trays.parse_layout(text.upper())) == text


def swap(one: str, other: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        words = text.split()
        i, j = words.index(one) + 1, words.index(other) + 1
        words[i], words[j] = words[j], words[i]
        return " ".join(words)

    return change


def put(name: str, place: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        words = text.split()
        words[words.index(name) + 1] = place
        return " ".join(words)

    return change


REFUSED: list[tuple[Callable[[str], str], str]] = [
    (lambda text: "", "begins with `slider`"),
    (lambda text: "slider", "begins with `slider`"),
    (lambda text: text.replace("slider ", ""), "begins with `slider`"),
    (lambda text: text + " y19 10.00,10.00", "has 54 discs"),
    (lambda text: " ".join(text.split()[:-2]), "has 54 discs"),
    (lambda text: text.replace(" b7 ", " r7 "), "expected disc b7, not `r7`"),
    (put("r1", "nan,nan"), "`nan` is not a length"),
    (put("r1", "1e1,12"), "`1e1` is not a length"),
    (put("r1", "-5,12"), "`-5` is not a length"),
    (put("r1", "\u0665\u0665,12"), "is not a length"),
    (put("r1", "50.123,12"), "at most two decimals"),
    (put("r1", "50"), "`50` is not a place"),
    (put("y18", "300,20"), "outside the walls"),
    (put("y18", "3,20"), "outside the walls"),
    (put("slider", "90.00"), "outside the walls"),
    (put("slider", "120.00"), "the slider touches no disc"),
    (swap("r1", "r2"), "not numbered in reading order"),
    (put("y18", "100,50"), "overlap"),
]


@pytest.mark.parametrize(("change", "reason"), REFUSED)
def test_impossible_trays_are_refused_with_a_reason(change: Callable[[str], str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        trays.parse_layout(change(trays.format_layout(layout(0))))


@given(st.text(max_size=60))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        trays.parse_layout(text)


def test_a_packed_tray_can_be_unpacked() -> None:
    for index in range(0, trays.count(), 100):
        assert trays.unpack(trays.pack(*trays.baked(index))) == trays.baked(index)
