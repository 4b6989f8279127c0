"""What every game promises, tried on every registered game."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import IllegalMove, TabletopError, Unreadable
from tabletop.game import CHANCE
from tabletop.games import load
from tabletop.match import Match
from tabletop.record import parse_records
from tabletop.replay import replayed, write_record
from tabletop.rulebook import parse_rules
from tabletop.style import Style
from tests.helpers import GAMES, ROOT, examples, new_match, play_randomly, random_match, tables

MOST_MOVES = 150
STYLES = {"plain": Style(), "rich": Style(True, True), "small": Style(width=60, height=20)}

every_game = pytest.mark.parametrize("name", GAMES)
WITH_POSITIONS = [name for name in GAMES if load(name).parse_position]


def at_every_table(names: list[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("name", "table"),
        [(name, table) for name in names for table in tables(load(name))],
        ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values())) or "default",
    )


every_table = at_every_table(GAMES)
every_table_with_positions = at_every_table(WITH_POSITIONS)


def some_states(name: str, table: dict[str, Any], count: int = 12) -> list[Match]:
    """Matches at the start, in the middle and late; many tests look at them, and none plays on."""
    kept = _STATES.setdefault((name, repr(table)), [])
    kept += [random_match(name, seed, 8 * seed, **table) for seed in range(len(kept), count)]
    return kept[:count]


_STATES: dict[tuple[str, str], list[Match]] = {}


@every_table
def test_parse_and_format_are_inverse(name: str, table: dict[str, Any]) -> None:
    for match in some_states(name, table, 6):
        if match.result:
            continue
        for move in islice(match.state.legal_moves(), MOST_MOVES):
            for compact in (False, True):
                text = match.game.format_move(move, compact=compact)
                read = match.game.grammar.parse(text, match.state, match.names[-1])
                again = match.game.format_move(read, compact=compact)
                assert again == text
                match.state.check(read)


@every_table
def test_legal_moves_pass_check_and_leave_their_parent_alone(name: str, table: dict[str, Any]) -> None:
    for match in some_states(name, table, 6):
        if match.result:
            assert not list(match.state.legal_moves()) or match.state.result() is None
            continue
        state = match.state
        before = (hash(state), repr(state))
        moves = list(islice(state.legal_moves(), MOST_MOVES))
        assert moves
        assert len(set(moves)) == len(moves)
        for move in moves:
            state.check(move)
            state.apply(move)
        assert (hash(state), repr(state)) == before


@every_table
def test_check_agrees_with_legal_moves(name: str, table: dict[str, Any]) -> None:
    """Moves that are legal elsewhere are legal here exactly if they are listed here."""
    matches = some_states(name, table, 5)
    foreign = [move for match in matches if not match.result for move in islice(match.state.legal_moves(), 60)]
    for match in matches:
        listed = set(islice(match.state.legal_moves(), 30_000))
        if match.result or len(listed) == 30_000:
            continue
        for move in foreign:
            try:
                match.state.check(move)
            except IllegalMove as error:
                assert error.rule and error.reason
                assert move not in listed
            else:
                assert move in listed


@every_table
def test_steps_lead_to_legal_turns(name: str, table: dict[str, Any]) -> None:
    match = new_match(name, **table)
    for state in play_randomly(match, 3, 25):
        assert state.to_move > CHANCE
        assert len(state.steps()) > 0


@every_table
def test_records_replay_to_the_same_state(name: str, table: dict[str, Any]) -> None:
    for seed in range(3):
        match = random_match(name, seed, 40, **table)
        text = write_record(match)
        (record,) = parse_records(text, "record")
        again = replayed(record)
        assert again.plies == match.plies
        assert again.states == match.states
        assert write_record(again) == text


@every_game
def test_a_record_without_its_seed_replays_what_can_be_seen(name: str) -> None:
    match = random_match(name, 5, 30)
    text = "\n".join(line for line in write_record(match).splitlines() if not line.startswith("Seed:"))
    (record,) = parse_records(text, "record")
    again = replayed(record)
    assert again.plies == match.plies
    assert again.state.scores() == match.state.scores()


@every_table_with_positions
def test_positions_round_trip(name: str, table: dict[str, Any]) -> None:
    game = load(name)
    assert game.parse_position and game.format_position
    for match in some_states(name, table, 8):
        text = game.format_position(match.state)
        again = game.parse_position(text, match.setup)
        assert again == match.state
        assert game.format_position(again) == text


@every_game
def test_a_game_reads_and_writes_positions_or_does_neither(name: str) -> None:
    game = load(name)
    assert bool(game.parse_position) == bool(game.format_position)
    assert not (game.parse_position and game.has_chance), "what is hidden does not stand in a position"


@every_table
@pytest.mark.parametrize(
    "style", [Style(), Style(True, True), Style(width=60, height=20)], ids=["plain", "rich", "small"]
)
def test_boards_are_drawn_within_the_window(name: str, table: dict[str, Any], style: Style) -> None:
    for match in some_states(name, table, 6):
        for layout in ("", *match.game.layouts):
            picture = match.game.render(match.view(layout), style).text
            if not style.colour:
                assert "\x1b" not in picture
                assert picture.isascii()
            bare = re.sub(r"\x1b\[[\d;]*m", "", picture)
            assert not picture.endswith("\n")
            for line in bare.splitlines():
                assert len(line) <= style.width, line
                assert line == line.rstrip()
            if not layout:
                assert len(bare.splitlines()) <= style.height


@every_game
def test_every_rule_has_a_test_that_names_it(name: str) -> None:
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests" / "games" / name).glob("test_*.py"))
    numbers = [paragraph.number for paragraph in parse_rules(load(name).rules) if paragraph.number]
    assert numbers
    assert [number for number in numbers if f"def test_{number.lower()}_" not in tests] == []


@every_game
def test_options_have_rules_and_words(name: str) -> None:
    game = load(name)
    assert len(game.seats) == game.players[1] == len(game.colours)
    for option in game.options:
        assert option.help
        assert option.name in game.rules


@every_game
@given(text=st.text(max_size=40))
@examples(60)
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    match = new_match(name)
    try:
        match.check(match.parse(text))
    except (Unreadable, IllegalMove) as error:
        assert str(error)


@every_game
@given(data=st.data())
@examples(80)
def test_broken_moves_are_read_or_refused(name: str, data: st.DataObject) -> None:
    """A legal move with a few characters changed never breaks anything."""
    match = _matches(name)[data.draw(st.integers(0, 2))]
    moves = list(islice(match.state.legal_moves(), 40))
    text = list(match.game.format_move(data.draw(st.sampled_from(moves)), compact=data.draw(st.booleans())))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text[at : at + data.draw(st.integers(0, 1))] = data.draw(st.sampled_from([*"abe1579T+->.x ,@!?$", ""]))
    try:
        move = match.parse("".join(text))
        match.check(move)
    except (Unreadable, IllegalMove) as error:
        assert str(error)
    else:
        match.state.apply(move)


_KEPT: dict[str, list[Match]] = {}


def _matches(name: str) -> list[Match]:
    if name not in _KEPT:
        _KEPT[name] = [match for match in some_states(name, {}, 3) if not match.result]
        while len(_KEPT[name]) < 3:
            _KEPT[name].append(new_match(name))
    return _KEPT[name]


@pytest.mark.parametrize("name", WITH_POSITIONS)
@given(text=st.text(alphabet=" /.,;:-x0123456789abe@", max_size=60))
@examples(60)
def test_any_position_is_read_or_refused(name: str, text: str) -> None:
    game = load(name)
    assert game.parse_position
    try:
        game.parse_position(text, new_match(name).setup)
    except TabletopError as error:
        assert error.exit_code == 4


DIGEST = """
import sys
sys.path.insert(0, {root!r})
from tests.helpers import random_match
from tabletop.replay import write_record
print(write_record(random_match({name!r}, 11, 60)))
"""


@pytest.mark.slow
@every_game
def test_same_seed_same_game_whatever_the_hash_seed(name: str) -> None:
    code = DIGEST.format(root=str(ROOT), name=name)
    digests = set()
    for hash_seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True, timeout=120)
        digests.add(hashlib.sha256(done.stdout).hexdigest())
    assert len(digests) == 1


@every_game
def test_completion_offers_what_can_be_read_on(name: str) -> None:
    """Following any completions word by word ends in a legal move."""
    match = _matches(name)[0]
    legal = {match.game.format_move(move) for move in islice(match.state.legal_moves(), 2000)}
    words = {text.split()[0] for text in legal}
    offered = {offer.text for offer in match.game.grammar.complete("", match.state, match.names[-1])}
    assert words <= offered
