"""What a window shows: no line too long, nothing hidden, at every size."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tabletop.saves import SaveSlot
from tabletop.session.cursor import Cursor
from tabletop.session.input_line import line_status
from tabletop.session.panel import panel_lines, panel_width
from tabletop.session.screen import (
    Message,
    Page,
    Screen,
    compose,
    compose_page,
    cursor_line,
    fold,
)
from tabletop.session.session import Session
from tabletop.session.toolbar import clip, cut, status_line, toolbar_line, visible_length
from tabletop.style import Style
from tests.helpers import GAMES, ROOT
from tests.session.helpers import any_move, new_session, play_bots

SIZES = [(80, 24), (60, 20), (100, 30), (120, 40)]
GOLDEN = ROOT / "tests" / "session" / "golden"


def rows(screen: Screen) -> int:
    """All rows of the window: body, prompt, helper, toolbar."""
    return len(screen.body) + 2 + (screen.helper is not None)


def check(screen: Screen, width: int, height: int) -> None:
    lines = [*screen.body, screen.helper or "", screen.toolbar]
    assert max(map(visible_length, lines)) <= width
    assert rows(screen) <= height
    assert not screen.hidden


@cache
def stages(name: str, *seats: str) -> list[Session]:
    """Sessions at some points of a game. Tests only look at them."""
    sessions = []
    for turns in (0, 1, 3, 8, 20, 70):
        session = new_session(name, *(seats or ("anna=human", "random")), seed=turns + 1)
        for _ in range(turns):
            play_bots(session)
            if session.phase != "human":
                break
            session.submit(any_move(session))
        sessions.append(session)
    return sessions


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_position_fits_every_window(name: str) -> None:
    for session in stages(name):
        for width, height in SIZES:
            for colour, unicode in ((False, False), (True, True)):
                style = Style(colour, unicode, width, height)
                session.style = style
                check(compose(session, style), width, height)
                message = Message(("Something that nobody has ever said before in so many words. " * 3,), True)
                check(compose(session, style, message=message), width, height)
                status = line_status(session, "p")
                check(compose(session, style, line_status=status, is_typing=True), width, height)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["taktori", "takami", "mikado"])
def test_the_most_players_fit_too(name: str) -> None:
    from tabletop.games import load

    seats = ["anna=human", *["random"] * (load(name).players[1] - 1)]
    for session in stages(name, *seats)[2:5]:
        for width, height in SIZES:
            check(compose(session, Style(width=width, height=height)), width, height)


@pytest.mark.parametrize("name", ["takami", "mikado"])
def test_every_disc_and_stick_is_named_at_60_by_20(name: str) -> None:
    for session in stages(name):
        if session.phase != "human":
            continue
        board = "\n".join(compose(session, Style(width=60, height=20)).body)
        pulled = {session.game.format_move(move) for move in session.match.state.legal_moves()}
        for piece in {text.split()[1] for text in pulled if text.startswith("pull ")}:
            assert re.search(rf"(?<![A-Za-z0-9]){piece}(?![0-9])", board), (piece, board)


@pytest.mark.parametrize(("name", "columns", "lines"), [("taktori", "abcdefghi", 9), ("fem", "abcde", 5)])
def test_every_field_is_named_at_60_by_20(name: str, columns: str, lines: int) -> None:
    for session in stages(name):
        body = compose(session, Style(width=60, height=20)).body
        assert any(line.split() == list(columns) for line in body)
        for number in range(1, lines + 1):
            assert any(re.match(rf"\s*{number}\b", line) for line in body)


def test_every_cell_is_named_at_60_by_20() -> None:
    for session in stages("zickzack"):
        board = "\n".join(compose(session, Style(width=60, height=20)).body)
        for field in range(3, 10):
            for letter in "abcdefghi"[:field]:
                assert f"{field}{letter}" in board


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("width", "height"), [(40, 12), (20, 6), (10, 4)])
def test_a_tiny_window_hides_but_does_not_break(name: str, width: int, height: int) -> None:
    session = new_session(name)
    style = Style(width=width, height=height)
    screen = compose(session, style, scroll=1000)
    assert max(map(visible_length, [*screen.body, screen.toolbar])) <= width
    assert rows(screen) <= height


def has_list(name: str) -> bool:
    """Whether the game is listed in words in a narrow window."""
    session = new_session(name)
    return session.game.render(session.view(), Style(width=30, height=30)).is_list


@pytest.mark.parametrize("name", [name for name in GAMES if has_list(name)])
def test_a_list_instead_of_a_board_says_what_the_board_needs(name: str) -> None:
    session = new_session(name)
    listed = compose(session, Style(width=30, height=30)).body[0]
    needed = re.fullmatch(
        r"The board needs at least (\d+) x (\d+).*", compose(session, Style(width=33, height=40)).body[0]
    )
    assert needed and listed.startswith("The board needs at leas")
    width, height = int(needed[1]), int(needed[2])
    drawn = compose(session, Style(width=width, height=height))
    assert not drawn.hidden and not drawn.body[0].startswith("The board")
    assert compose(session, Style(width=width - 1, height=40)).body[0].startswith("The board")


def test_a_hidden_part_is_scrolled_to() -> None:
    session = new_session("zickzack")
    style = Style(width=60, height=12)
    top, bottom = compose(session, style, scroll=0), compose(session, style, scroll=99)
    assert top.hidden > 0 and top.toolbar.startswith(" PgUp PgDn | anna")
    assert top.body != bottom.body
    assert compose(session, replace(style, height=top.hidden + 12)).hidden == 0


def test_the_history_has_a_line_for_each_bot_s_turn() -> None:
    session = new_session("mikado", "anna=human", "random", "random")
    session.submit("waive")
    play_bots(session)
    body = compose(session, Style(width=100, height=40)).body
    assert any(line.startswith("  anna: waive") for line in body)
    assert any(line.startswith("* B: ") for line in body) and any(line.startswith("* C: ") for line in body)


def test_where_there_is_no_room_the_toolbar_has_the_last_move() -> None:
    session = new_session("zickzack")
    session.submit("3a")
    play_bots(session)
    assert "blue: place" in compose(session, Style(width=60, height=20)).toolbar


def test_the_toolbar_shows_turn_points_and_keys() -> None:
    line = toolbar_line(new_session("zickzack"), 100)
    assert line == " anna (green) to move | anna 0  blue 0 | F1 help F2 hint F3 moves F4 cursor F10 quit"
    shorter = toolbar_line(new_session("zickzack"), 80)
    assert shorter == " anna (green) to move | anna 0  blue 0 | F1 help F2 hint F3 moves F10 quit"
    assert toolbar_line(new_session("zickzack"), 30) == " anna (green) to move"


def test_an_unsaved_game_is_marked_for_as_long_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session("zickzack", "human", "human")
    monkeypatch.setattr(session.autosave, "slot", SaveSlot(Path("/proc/nope/zickzack.moves")))
    session.submit("3a")
    for size in SIZES:
        style = Style(width=size[0], height=size[1])
        assert compose(session, style).toolbar.startswith(" NOT SAVED | ")
        assert compose(session, style, line_status=line_status(session, "pl"), is_typing=True).toolbar.startswith(
            " NOT SAVED |"
        )
    session.submit("undo")
    assert "NOT SAVED" not in compose(session, Style()).toolbar


def test_the_line_below_the_prompt_shows_stocks_mistakes_or_completions() -> None:
    session = new_session("zickzack")
    style = Style(width=100, height=40)
    assert compose(session, style).helper == status_line(session, 100)
    assert "in hand: 5 singles" in status_line(session, 100)
    typed = compose(session, style, line_status=line_status(session, "place 2 on "), is_typing=True)
    assert typed.helper is not None and typed.helper.startswith("3a-3b  3b-3c") and "+" in typed.helper
    legal = compose(session, style, line_status=line_status(session, "7c-7e"), is_typing=True)
    assert legal.helper == "Enter plays place 3 on 7c-7e"
    wrong = compose(session, style, line_status=line_status(session, "place 9 on 3a"), is_typing=True)
    assert wrong.helper_is_mistake and wrong.helper is not None and "rule Z1" in wrong.helper


def test_pages_scroll_within_their_ends() -> None:
    page = Page("x", tuple(str(n) for n in range(50)))
    style = Style(width=40, height=12)
    assert compose_page(page, style).body[0] == "0"
    assert page.scrolled(-5, 10).top == 0
    assert page.scrolled(500, 10).top == 40
    shown = compose_page(page.scrolled(500, 10), style)
    assert shown.body[-1] == "49" and "lines 41-50 of 50" in shown.toolbar
    assert Page("x", ("a",)).scrolled(3, 10).top == 0


def test_clip_and_fold_count_columns_not_codes() -> None:
    painted = "\x1b[31mred\x1b[0m"
    assert clip(painted, 3) == painted
    assert clip(painted, 2) == "r>"
    assert visible_length(painted) == 3
    assert fold(["one two three"], 7) == ["one two", "  three"]
    assert all(len(line) <= 10 for line in fold(["x" * 35, "word " * 9], 10))


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.lines")))
@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (120, 40)])
def test_a_window_looks_like_its_golden_screen(
    name: str, width: int, height: int, request: pytest.FixtureRequest
) -> None:
    """The last position of the transcript of plain mode, with a move half typed."""
    session = new_session(name, "anna=human", "random", seed=42)
    for line in (GOLDEN / f"{name}.lines").read_text("utf-8").splitlines():
        if (
            session.phase == "human"
            and line.strip() not in ("quit", "resign")
            and not line.startswith(("save", "load"))
        ):
            session.submit(line)
            play_bots(session)
    session.style = style = Style(width=width, height=height)
    typed = session.game.format_move(next(session.match.legal_turns())) if session.phase == "human" else ""
    screen = compose(session, style, line_status=line_status(session, typed), is_typing=bool(typed))
    lines = [
        *screen.body,
        f"> {typed}".rstrip(),
        *([screen.helper] if screen.helper is not None else []),
        screen.toolbar,
    ]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    golden = GOLDEN / f"{name}-{width}x{height}.screen"
    if request.config.getoption("--update-golden"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")
    assert len(lines) <= height and max(map(len, lines)) <= width


def test_the_viewer_s_own_result_comes_first_and_in_full() -> None:
    position = "x9/x9/x2,1,x,1,x,1,x2/x9/x2,1,x3,1,x2/x9/x4,1,x4/x9/x9 - 1 -"
    session = new_session("taktori", "anna=human", "random", position=position)
    turn = "place on e5 bridge c5-c7, c5-e5, e3-e5, e5-e7, e5-g5, g5-g7"
    assert session.submit(turn).kind == "news"
    play_bots(session)
    body = [line.rstrip() for line in compose(session, Style(width=60, height=30)).body]
    at = next(row for row, line in enumerate(body) if line.startswith("  anna: "))
    assert " ".join(f"{body[at]} {body[at + 1]}".split()) == f"anna: {turn}"
    assert body[at + 2].startswith("* blue: ")


def test_points_stay_on_the_screen_while_a_move_is_typed() -> None:
    for name in ("taktori", "zickzack"):
        session = new_session(name)
        typed = session.game.format_move(next(session.match.legal_turns()))
        for width, height in SIZES:
            style = Style(width=width, height=height)
            screen = compose(session, style, line_status=line_status(session, typed), is_typing=True)
            assert re.search(r"anna.* 0\b", "\n".join([*screen.body, screen.toolbar])), (name, width)


def test_points_stay_beside_a_message_where_there_is_no_other_room() -> None:
    for name in ("taktori", "mikado"):
        session = new_session(name)
        toolbar = compose(session, Style(width=60, height=20), message=Message(("Welcome.", "More."))).toolbar
        assert toolbar.startswith(" Welcome. (more: F9) | anna 0  "), toolbar


def test_an_own_turn_comes_first_where_only_the_toolbar_has_room() -> None:
    session = new_session("zickzack")
    session.submit("place 4 on 4a-4d")
    toolbar = compose(session, Style(width=60, height=20)).toolbar
    assert toolbar == " anna: place 4 on 4a-4d (+4 points) | anna 4  blue 0"


def test_an_own_turn_and_then_the_bot_s_are_in_the_toolbar_where_only_that_has_room() -> None:
    session = new_session("taktori")
    session.submit("place on e5")
    play_bots(session)
    toolbar = compose(session, Style(width=60, height=20)).toolbar
    assert re.fullmatch(r" anna: place on e5 \| blue: place on \w\d \| anna 0  blue 0", toolbar), toolbar


def test_what_chance_made_of_an_own_turn_stays_where_only_the_toolbar_has_room() -> None:
    session = new_session("mikado")
    session.submit("pull b1")
    play_bots(session)
    assert session.phase == "human"
    toolbar = compose(session, Style(width=60, height=20)).toolbar
    assert re.fullmatch(r" anna: pull b1 -> .*points?\) \| anna -?\d+  B -?\d+( \(more: F9\))?", toolbar), toolbar


def test_a_word_that_is_already_typed_is_not_offered() -> None:
    position = "x9/x9/x2,1,x,1,x4/x9/x2,1,x6/x9/x9/x9/x9 1:c5-c7@1;1:c7-e7@1 1 -"
    session = new_session("taktori", "anna=human", "random", position=position)
    typed = "place on e5 bridge c5-e5, e5-e7"
    screen = compose(session, Style(), line_status=line_status(session, typed), is_typing=True)
    assert screen.helper == f"Enter plays {typed} (+4 points)"


@pytest.mark.parametrize("width", [110, 120, 140, 200])
def test_the_board_beside_a_panel_is_as_wide_as_in_a_window_of_80(width: int) -> None:
    side = panel_width(width)
    assert 30 <= side <= 56
    board = compose(new_session("zickzack"), Style(width=width, height=40)).drawing
    assert ("10b" in "\n".join(board.lines)) == (width - side - 3 >= 72)
    assert width < 120 or width - side - 3 >= 80


def test_what_is_cut_says_which_key_shows_it() -> None:
    assert cut("one two three four", 14) == "one two... F9"
    assert cut("one", 20, has_more=True) == "one (more: F9)"
    assert cut("one two", 7) == "one two"
    assert cut("One two.", 13, has_more=True) == "One two... F9"


@pytest.mark.parametrize(("name", "width", "height"), [("mikado", 80, 24), ("takami", 80, 24), ("taktori", 60, 20)])
def test_a_cursor_says_what_its_keys_do_before_the_first_choice(name: str, width: int, height: int) -> None:
    session, style = new_session(name), Style(width=width, height=height)
    cursor = Cursor.on(compose(session, style).drawing)
    assert cursor
    screen = compose(session, style, cursor=cursor)
    assert f"On {cursor.place}: Enter chooses, Backspace takes back, Esc leaves" in (screen.helper or screen.toolbar)


def test_a_cursor_names_what_the_same_place_could_also_mean() -> None:
    session = new_session("takami")
    stick = next(move.stick for move in session.match.state.legal_moves())
    chosen = Cursor(stick).chosen(session.match, "")
    assert chosen
    cursor, line = chosen
    status = line_status(session, line)
    helper = compose(session, Style(), line_status=status, is_typing=True, cursor=cursor).helper
    assert helper == f"Esc, then Enter plays {line}; Enter here: {cursor.choices[1]}"
    other = cursor_line(replace(cursor, place="9.1"), status.plays)
    assert other == f"Esc, then Enter plays {line}; Enter here chooses 9.1"


def test_a_section_of_the_panel_shows_more_than_that_there_is_more() -> None:
    session = new_session("taktori")
    for rows in range(4, 40):
        lines = panel_lines(session, Style(width=37), rows)
        titles = [row for row, line in enumerate(lines) if line in ("Points", "Stocks", "History")]
        assert not any(lines[row + 1].endswith("more)") for row in titles), lines


def test_the_panel_shows_the_odds_of_what_may_be_chosen_now() -> None:
    session = new_session("takami", "anna=human", "human", seed=5)
    for line, title in (("", "stick  place  clean   falls"), ("pull B8", "place  holds   falls"), ("lay 9.4", "stick")):
        session.submit(line)
        lines = panel_lines(session, Style(width=37), 60)
        shown = lines[lines.index("Odds") + 1]
        assert shown.startswith(title) and "falls" in shown, lines


def test_the_toolbar_of_a_page_names_esc_in_a_narrow_window_too() -> None:
    page = Page("review 1", tuple(map(str, range(40))))
    assert compose_page(page, Style(width=60, height=20)).toolbar.endswith("Esc")
