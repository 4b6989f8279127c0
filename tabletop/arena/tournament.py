"""What is to be played: who, with which options, how many games; and the games of that in their order.

A block has a game for every order of the seats, all with one seed.
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
from tabletop.game import AnyGame, Setup
from tabletop.games import load
from tabletop.modelfiles import REFEREE
from tabletop.options import LARGEST_SEED, make_setup, split_options
from tabletop.seats import close_controller, open_controller
from tabletop.text import can_stand_in_header, shorten
from tabletop.toml import NotToml, parse_toml


@dataclass(frozen=True)
class Participant:
    """A bot or engine with its name and, if it is not the usual one, its budget."""

    name: str
    bot: str
    nodes: int | None = None
    think: float | None = None


@dataclass(frozen=True)
class Table:
    """A way to play the game: its options, and the dexterity model."""

    options: tuple[str, ...] = ()
    model: str | None = None
    position: str | None = None

    def __str__(self) -> str:
        return " ".join([*self.options, *([f"model={self.model}"] if self.model else [])]) or "as usual"


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the first entrant better than the second by elo1 rather than by elo0?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True)
class Tournament:
    """All that decides which games are played, and so their results."""

    game: str
    participants: tuple[Participant, ...]
    blocks: int
    players: int = 2
    seed: int = 1
    gauntlet: bool = False
    """The first entrant meets all others, who do not meet each other."""
    tables: tuple[Table, ...] = (Table(),)
    skills: tuple[str, ...] = ()
    sprt: Sprt | None = None

    def fingerprint(self) -> str:
        """The plan as one line; results belong to it. More blocks are the same plan, going on."""
        facts = {key: value for key, value in asdict(self).items() if key not in ("blocks", "sprt")}
        facts["entrants"] = facts.pop("participants")  # as results files have always called them
        return json.dumps(facts, sort_keys=True)

    def setup(self, table: Table) -> Setup:
        """What is agreed at a table, without a seed; raises what `make_setup` raises."""
        game = load(self.game)
        return make_setup(game, players=self.players, options=table.options, model=table.model, skills=self.skills)


def check_tournament(tournament: Tournament) -> AnyGame:
    """The plan's game; raises WrongUse where the plan cannot be played."""
    game = load(tournament.game)
    for participant in tournament.participants:
        if not participant.name.strip() or not can_stand_in_header(participant.name):
            raise WrongUse(
                f"{shorten(participant.name)!r} is no name for an entrant: it is empty, or has a hash or an odd sign"
            )
    if len({participant.name for participant in tournament.participants}) < len(tournament.participants):
        raise WrongUse("two entrants have the same name")
    if len(tournament.participants) < tournament.players:
        entered = len(tournament.participants)
        raise WrongUse(f"{tournament.players} players need at least {tournament.players} entrants, not {entered}")
    if tournament.players < 2:
        raise WrongUse("a competition needs two players")
    if tournament.blocks < 1:
        raise WrongUse("there must be a game at least")
    if not 0 <= tournament.seed <= LARGEST_SEED:
        raise WrongUse(f"a seed is a whole number from 0 to {LARGEST_SEED}, not {tournament.seed}")
    if tournament.sprt and (len(tournament.participants) != 2 or tournament.players != 2):
        raise WrongUse("a sequential test (SPRT) is between two entrants of a game for two")
    if tournament.sprt and tournament.sprt.elo1 <= tournament.sprt.elo0:
        raise WrongUse("a sequential test needs elo0 below elo1")
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
    return game


def read_tournament(path: str) -> Tournament:
    """The plan in a TOML file, `-` being standard input; raises UnreadableFile with what is wrong in it."""
    try:
        data = parse_toml(read_text(path, "a plan", LARGEST_TOML))
    except NotToml as error:
        raise UnreadableFile(f"is no TOML: {error}", source=path) from error
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
    participants = tuple(_participant(one, nodes, think) for one in _list(data, "entrant"))
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
        tables=tuple(_table(one) for one in _list(data, "table")) if "table" in data else (Table(),),
        skills=_words(data, "skill"),
        sprt=_sprt(data["sprt"]) if "sprt" in data else None,
    )
    check_tournament(tournament)
    return tournament


def blocks_for(games: int, players: int) -> int:
    """How many blocks so many games of each pairing are; a block has a game for every seat order."""
    return -(-games // players)


def parse_sprt(text: str) -> Sprt:
    """A test such as `elo0=0,elo1=20`."""
    values: dict[str, float] = {}
    for word in text.split(","):
        key, _, number = word.partition("=")
        try:
            values[key.strip()] = float(number)
        except ValueError:
            raise WrongUse(f"a test is written elo0=0,elo1=20, not {text!r}") from None
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
        raise WrongUse("sprt: alpha and beta lie between 0 and 0.5")
    return test


def _participant(data: Any, nodes: int | None, think: float | None) -> Participant:
    if not isinstance(data, dict):
        raise WrongUse("entrant: must be tables, `[[entrant]]`")
    _refuse_unknown(data, {"name", "bot", "nodes", "think"}, "entrant.")
    bot = _text(data, "bot")
    own = "nodes" in data or "think" in data
    return Participant(
        name=_text(data, "name") if "name" in data else bot,
        bot=bot,
        nodes=(_whole(data, "nodes") if "nodes" in data else None) if own else nodes,
        think=(parse_seconds(str(data["think"])) if "think" in data else None) if own else think,
    )


def _table(data: Any) -> Table:
    if not isinstance(data, dict):
        raise WrongUse("table: must be tables, `[[table]]`")
    _refuse_unknown(data, {"options", "model", "position"}, "table.")
    model = _text(data, "model") if "model" in data else None
    position = _text(data, "position") if "position" in data else None
    return Table(_words(data, "options"), model, position)


def _refuse_unknown(data: Mapping[str, Any], known: set[str], where: str) -> None:
    for key in data:
        if key not in known:
            raise WrongUse(f"{where}{key}: unknown; there is {', '.join(sorted(known))}")


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise WrongUse(f"{key}: missing, or no text")
    return value


def _words(data: dict[str, Any], key: str) -> tuple[str, ...]:
    """A list of texts, or one text with words."""
    value = data.get(key, [])
    words = split_options(value) if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise WrongUse(f"{key}: must be a list of words, not {shorten(repr(value))}")
    return tuple(words)


def _whole(data: dict[str, Any], key: str, default: int | None = None, *, least: int = 1) -> int:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise WrongUse(f"{key}: must be a whole number from {least} on, not {shorten(repr(value))}")
    return value


def _list(data: dict[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list) or not value:
        raise WrongUse(f"{key}: missing; write `[[{key}]]` tables")
    return value


@dataclass(frozen=True)
class Pairing:
    """A game to be played: which table, who sits in seat 1, 2, ... (entrants counted from 0), and the seed."""

    block: int
    """Counted over the whole schedule; a block's games belong together."""
    table: int
    seating: tuple[int, ...]
    seed: int

    @property
    def key(self) -> str:
        """What names the game in a results file."""
        return f"{self.block}/{self.table}/{'-'.join(map(str, self.seating))}"


def matchups(tournament: Tournament) -> list[tuple[int, ...]]:
    """Who meets whom, entrants counted from 0."""
    everyone = combinations(range(len(tournament.participants)), tournament.players)
    return [who for who in everyone if not tournament.gauntlet or who[0] == 0]


def pairings(tournament: Tournament) -> Iterator[Pairing]:
    """All games of a plan; whoever reads only the first part of it has met everybody about equally often."""
    block = 0
    for number in range(tournament.blocks):
        for table in range(len(tournament.tables)):
            for who in matchups(tournament):
                for turn in range(tournament.players):
                    yield Pairing(block, table, who[turn:] + who[:turn], _seed(tournament.seed, number, table))
                block += 1


def _seed(seed: int, number: int, table: int) -> int:
    """A seed of its own for every block of a pairing; the same one for all pairings."""
    return int.from_bytes(blake2b(f"arena|{seed}|{number}|{table}".encode(), digest_size=4).digest(), "big")
