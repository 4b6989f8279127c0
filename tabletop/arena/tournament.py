"""Tournaments: who plays, with which options, how many games; and the list of those games in order.

    tournament = read_tournament("plan.toml")
    for pairing in pairings(tournament):
        report = play_game(tournament, pairing)

Games come in blocks: a block has a game for every order of the seats, all with one seed.
Participants are numbered from 0. Users' files call a tournament a plan, a participant an entrant
and a pairing a fixture.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import combinations
from typing import Any

from tabletop.bots.limit import parse_seconds
from tabletop.errors import TabletopError, UnreadableFile, WrongUse
from tabletop.files import LARGEST_TOML, read_text
from tabletop.game import Setup
from tabletop.games import load
from tabletop.modelfiles import REFEREE
from tabletop.options import LARGEST_SEED, make_setup, split_options
from tabletop.seats import close_controller, open_controller
from tabletop.text import can_stand_in_header, shorten
from tabletop.toml import NotToml, parse_toml


@dataclass(frozen=True)
class Participant:
    """A bot or engine with a name."""

    name: str
    bot: str
    """A spec: `hard`, `mcts:iterations=500`, `engine:./mybot`."""
    nodes: int | None = None
    think: float | None = None
    """Seconds. Without either limit, the bot has its usual one."""


@dataclass(frozen=True)
class Table:
    """A variant of the game that all play: options, dexterity model, position to start from."""

    options: tuple[str, ...] = ()
    """As on the command line: `ousting`, `centre=1`."""
    model: str | None = None
    position: str | None = None

    def __str__(self) -> str:
        return " ".join([*self.options, *([f"model={self.model}"] if self.model else [])]) or "as usual"


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: is the first participant better than the second by elo1, or by elo0?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance of accepting elo1 when elo0 is true; `beta` is that of the other error."""
    beta: float = 0.05


@dataclass(frozen=True)
class Tournament:
    """Everything that decides which games are played."""

    game: str
    participants: tuple[Participant, ...]
    blocks: int
    """Blocks of each matchup at each table."""
    players: int = 2
    """Players of one game; there may be more participants."""
    seed: int = 1
    gauntlet: bool = False
    """Whether the first participant meets all the others, who do not meet each other."""
    tables: tuple[Table, ...] = (Table(),)
    skills: tuple[str, ...] = ()
    """Dexterity games: skills by seat, `2=0.8`."""
    sprt: Sprt | None = None

    def fingerprint(self) -> str:
        """The tournament as one line of JSON, by which a results file knows it.

        It leaves out what may change while results are kept: the number of blocks and the test.
        """
        facts = {key: value for key, value in asdict(self).items() if key not in ("blocks", "sprt")}
        facts["entrants"] = facts.pop("participants")  # the key in results files
        return json.dumps(facts, sort_keys=True)

    def setup(self, table: Table) -> Setup:
        """The setup of the games at a table, without a seed; raises what `make_setup` raises."""
        game = load(self.game)
        return make_setup(game, players=self.players, options=table.options, model=table.model, skills=self.skills)


@dataclass(frozen=True)
class Pairing:
    """A game to be played."""

    block: int
    """Numbered from 0 over the whole tournament."""
    table: int
    """Its index in `Tournament.tables`."""
    seating: tuple[int, ...]
    """The participants in seats 1, 2, ..., by number."""
    seed: int

    @property
    def key(self) -> str:
        """The game's name in a results file."""
        return f"{self.block}/{self.table}/{'-'.join(map(str, self.seating))}"


def matchups(tournament: Tournament) -> list[tuple[int, ...]]:
    """The groups of participants that play each other, by number."""
    groups = combinations(range(len(tournament.participants)), tournament.players)
    return [group for group in groups if not tournament.gauntlet or group[0] == 0]


def pairings(tournament: Tournament) -> Iterator[Pairing]:
    """All games, ordered so that at any time all matchups have played about equally often."""
    block = 0
    for round_number in range(tournament.blocks):
        for table in range(len(tournament.tables)):
            seed = _seed(tournament.seed, round_number, table)
            for group in matchups(tournament):
                for shift in range(tournament.players):
                    yield Pairing(block, table, group[shift:] + group[:shift], seed)
                block += 1


def _seed(seed: int, round_number: int, table: int) -> int:
    """The seed of the blocks of this round and table, the same for all matchups."""
    return int.from_bytes(blake2b(f"arena|{seed}|{round_number}|{table}".encode(), digest_size=4).digest(), "big")


def blocks_for(games: int, players: int) -> int:
    """How many blocks it takes to play at least this many games of each matchup."""
    return -(-games // players)


def check_tournament(tournament: Tournament) -> None:
    """Raise WrongUse if the tournament cannot be played."""
    game = load(tournament.game)
    for participant in tournament.participants:
        if not participant.name.strip() or not can_stand_in_header(participant.name):
            raise WrongUse(
                f"{shorten(participant.name)!r} cannot be an entrant's name: use printable characters other than #"
            )
    if len({participant.name for participant in tournament.participants}) < len(tournament.participants):
        raise WrongUse("two entrants have the same name")
    if len(tournament.participants) < tournament.players:
        count = len(tournament.participants)
        raise WrongUse(f"{tournament.players} players need at least {tournament.players} entrants, not {count}")
    if tournament.players < 2:
        raise WrongUse("a tournament needs at least two players")
    if tournament.blocks < 1:
        raise WrongUse("a tournament needs at least one game")
    if not 0 <= tournament.seed <= LARGEST_SEED:
        raise WrongUse(f"a seed is a whole number from 0 to {LARGEST_SEED}, not {tournament.seed}")
    if tournament.sprt and (len(tournament.participants) != 2 or tournament.players != 2):
        raise WrongUse("a sequential test (SPRT) needs two entrants and two players")
    if tournament.sprt and tournament.sprt.elo1 <= tournament.sprt.elo0:
        raise WrongUse("a sequential test (SPRT) needs an elo0 below elo1")
    for table in tournament.tables:
        setup = tournament.setup(table)
        if setup.model is not None and setup.model.name == REFEREE:
            raise WrongUse("the model `referee` rolls nothing, so bots cannot play with it")
        if table.position is not None:
            if game.parse_position is None:
                raise WrongUse(f"{game.title} has no position strings")
            game.parse_position(table.position, setup)
    for participant in tournament.participants:
        close_controller(open_controller(game, participant.bot))


def read_tournament(path: str) -> Tournament:
    """The tournament in a TOML file, or on standard input with `-`; raises UnreadableFile with the mistake."""
    try:
        data = parse_toml(read_text(path, "a plan", LARGEST_TOML))
    except NotToml as error:
        raise UnreadableFile(f"not valid TOML: {error}", source=path) from error
    try:
        return _tournament(data)
    except TabletopError as error:
        raise UnreadableFile(f"{path}: {error}") from error


def _tournament(data: dict[str, Any]) -> Tournament:
    known = {"game", "seed", "games", "players", "schedule", "nodes", "think", "skill", "entrant", "table", "sprt"}
    _refuse_unknown(data, known, "")
    game = load(_text(data, "game"))
    players = _whole(data, "players", max(2, game.players[0]), least=2)
    nodes = _whole(data, "nodes") if "nodes" in data else None
    think = parse_seconds(str(data["think"])) if "think" in data else None
    participants = tuple(_participant(entrant, nodes, think) for entrant in _list(data, "entrant"))
    schedule = data.get("schedule", "round-robin")
    if schedule not in ("round-robin", "gauntlet"):
        raise WrongUse(f"schedule: must be round-robin or gauntlet, not {schedule!r}")
    tournament = Tournament(
        game=game.name,
        participants=participants,
        blocks=blocks_for(_whole(data, "games", 2), players),
        players=players,
        seed=_whole(data, "seed", 1, least=0),
        gauntlet=schedule == "gauntlet",
        tables=tuple(_table(table) for table in _list(data, "table")) if "table" in data else (Table(),),
        skills=_words(data, "skill"),
        sprt=_sprt(data["sprt"]) if "sprt" in data else None,
    )
    check_tournament(tournament)
    return tournament


def parse_sprt(text: str) -> Sprt:
    """The test in a text such as `elo0=0,elo1=20`; raises WrongUse."""
    values: dict[str, float] = {}
    for word in text.split(","):
        key, _, number = word.partition("=")
        try:
            values[key.strip()] = float(number)
        except ValueError:
            raise WrongUse(f"write a sequential test as elo0=0,elo1=20, not {text!r}") from None
    return _sprt(values)


def _sprt(values: Any) -> Sprt:
    if not isinstance(values, dict):
        raise WrongUse("sprt: must be a table with elo0 and elo1")
    _refuse_unknown(values, {"elo0", "elo1", "alpha", "beta"}, "sprt.")
    if not {"elo0", "elo1"} <= set(values):
        raise WrongUse("sprt: needs elo0 and elo1")
    for key, value in values.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 2000:
            raise WrongUse(f"sprt.{key}: must be a number, not {value!r}")
    test = Sprt(**{key: float(value) for key, value in values.items()})
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise WrongUse("sprt: alpha and beta must be between 0 and 0.5")
    return test


def _participant(data: Any, nodes: int | None, think: float | None) -> Participant:
    """A participant; the tournament's limits are for those without one of their own."""
    if not isinstance(data, dict):
        raise WrongUse("entrant: write each entrant as a table, `[[entrant]]`")
    _refuse_unknown(data, {"name", "bot", "nodes", "think"}, "entrant.")
    bot = _text(data, "bot")
    has_limit = "nodes" in data or "think" in data
    return Participant(
        name=_text(data, "name") if "name" in data else bot,
        bot=bot,
        nodes=(_whole(data, "nodes") if "nodes" in data else None) if has_limit else nodes,
        think=(parse_seconds(str(data["think"])) if "think" in data else None) if has_limit else think,
    )


def _table(data: Any) -> Table:
    if not isinstance(data, dict):
        raise WrongUse("table: write each one as a table, `[[table]]`")
    _refuse_unknown(data, {"options", "model", "position"}, "table.")
    model = _text(data, "model") if "model" in data else None
    position = _text(data, "position") if "position" in data else None
    return Table(_words(data, "options"), model, position)


def _refuse_unknown(data: Mapping[str, Any], known: set[str], prefix: str) -> None:
    for key in data:
        if key not in known:
            raise WrongUse(f"{prefix}{key}: unknown key; the keys are {', '.join(sorted(known))}")


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise WrongUse(f"{key}: missing, or not text")
    return value


def _words(data: dict[str, Any], key: str) -> tuple[str, ...]:
    """A list of words, or a text that is split into words."""
    value = data.get(key, [])
    words = split_options(value) if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise WrongUse(f"{key}: must be a list of words, not {shorten(repr(value))}")
    return tuple(words)


def _whole(data: dict[str, Any], key: str, default: int | None = None, *, least: int = 1) -> int:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise WrongUse(f"{key}: must be a whole number, at least {least}, not {shorten(repr(value))}")
    return value


def _list(data: dict[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list) or not value:
        raise WrongUse(f"{key}: missing; add a table `[[{key}]]`")
    return value
