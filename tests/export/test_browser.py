"""Pages in a real browser, offline: keys, buttons, the slider, the list and the graphs lead through the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import Browser, missing_browser, open_browser
from tests.export.helpers import EXAMPLES, data_of, page_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing_browser()), reason=missing_browser() or "there is a browser"),
]
GAMES = ("zickzack", "taktori", "fem", "takami", "mikado")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


def place(browser: Browser) -> int:
    """The number of the frame that is shown, which all parts of the page agree on."""
    number = int(browser.text("#place").partition(" ")[0])
    assert browser.run("return Number(document.getElementById('slider').value)") == number
    current = "return [...document.querySelectorAll('#moves li')].findIndex((item) => item.ariaCurrent)"
    assert browser.run(current) == number
    return number


def names_on_board(browser: Browser) -> list[str]:
    script = "return [...document.querySelectorAll('#board [data-name]')].map((part) => part.dataset.name)"
    return list(browser.run(script))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_stepped_through(game: str, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / f"{game}.html"
    path.write_text(page_of(EXAMPLES / f"{game}-bots.moves"), "utf-8")
    data = data_of(path.read_text("utf-8"))
    frames, last = data["frames"], len(data["frames"]) - 1
    browser.resize(1200, 900)
    browser.open(path)
    assert browser.errors() == []
    assert place(browser) == 0
    at_start = names_on_board(browser)
    browser.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert place(browser) == 2
    assert browser.text("#move") == frames[2]["move"]
    assert browser.text("#status") == frames[2]["status"]
    browser.press("End")
    assert place(browser) == last
    assert browser.text("#move") == frames[last]["move"]
    browser.press("ArrowRight")
    assert place(browser) == last
    for seat, points in enumerate(frames[last]["points"] or ()):
        assert browser.text(f"#points-{seat}") == str(points)
    assert len(names_on_board(browser)) > 0
    board = "return document.getElementById('board').innerHTML"
    at_end = browser.run(board)
    browser.press("Home")
    assert place(browser) == 0 and names_on_board(browser) == at_start
    browser.click("#next")
    browser.click("#next")
    browser.click("#back")
    assert place(browser) == 1
    browser.click("#last")
    assert place(browser) == last and browser.run(board) == at_end
    browser.click("#first")
    assert place(browser) == 0
    move = "const s = document.getElementById('slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))"
    browser.run(move, last - 1)
    assert place(browser) == last - 1
    assert browser.text("#move") == frames[last - 1]["move"]
    browser.run("document.getElementById('slider').focus()")
    browser.press("ArrowRight")
    assert place(browser) == last
    browser.click("#moves li:nth-child(4) a")
    assert place(browser) == 3
    browser.click(".graph")
    assert abs(place(browser) - last / 2) <= last * 0.06 + 1
    assert browser.run("return location.hash") == f"#{place(browser)}"
    assert browser.run("return document.getElementById('board').getAttribute('aria-label')")
    browser.click("summary")
    assert browser.text("#words").strip()
    assert browser.errors() == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_a_telephone_and_a_desk(game: str, scheme: str, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / f"{game}.html"
    path.write_text(page_of(EXAMPLES / f"{game}-game.moves"), "utf-8")
    browser.prefer(scheme)
    for width in (320, 390, 1200):
        browser.resize(width, 800)
        browser.open(path)
        browser.press("End")
        assert browser.run("return document.documentElement.scrollWidth") == width
        sticking_out = "(e) => e.getBoundingClientRect().right > innerWidth + 1"
        assert browser.run(f"return [...document.body.querySelectorAll('*')].filter({sticking_out}).length") == 0
    paper = browser.run("return getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
    assert browser.errors() == []


def test_a_page_prints_on_a_few_sheets(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(page_of(EXAMPLES / "taktori-bots.moves"), "utf-8")
    browser.prefer("light")
    browser.open(path)
    pages = browser.pdf().count(b"/Type /Page\n") or browser.pdf().count(b"/Type /Page")
    assert 1 <= pages <= 4


def test_nothing_of_a_record_is_run(browser: Browser, tmp_path: Path) -> None:
    evil = "</script><script>document.title = 'run'</script><img src=x onerror=\"document.title = 'run'\">"
    record = tmp_path / "evil.moves"
    record.write_text(f"Game: zickzack\nEvent: {evil}\n\n1. place 1 on 3a # {evil}\n", "utf-8")
    path = tmp_path / "evil.html"
    path.write_text(page_of(record), "utf-8")
    browser.open(path)
    browser.press("End")
    assert browser.text("#comment") == evil
    assert browser.run("return document.title") == "Zickzack: green and blue"
    assert browser.run("return document.images.length") == 0
    assert browser.errors() == []
    # Even a script that slipped in would not run: the policy knows its own script alone.
    path.write_text(path.read_text("utf-8").replace("<main>", "<main><script>document.title = 'run'</script>"), "utf-8")
    browser.open(path)
    assert browser.run("return document.title") == "Zickzack: green and blue"
    assert any("Content Security Policy" in error for error in browser.errors())


def test_the_console_is_heard(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "broken.html"
    path.write_text("<title>broken</title><script>nonsense()</script>", "utf-8")
    browser.open(path)
    assert any("nonsense" in error for error in browser.errors())


def test_a_game_without_pictures_is_stepped_through(browser: Browser, tmp_path: Path) -> None:
    record = tmp_path / "nim.moves"
    record.write_text("Game: nim\n\ntake 1 from a\ntake 2 from b\n", "utf-8")
    path = tmp_path / "nim.html"
    path.write_text(page_of(record), "utf-8")
    browser.resize(390, 800)
    browser.open(path)
    start = browser.text("#board")
    browser.press("End")
    assert browser.text("#board") != start and place(browser) == 2
    assert browser.run("return document.documentElement.scrollWidth") == 390
