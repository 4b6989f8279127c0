"""Tournaments: who plays, with which options, how many games; and the list of those games in order.

    tournament = Tournament("fem", (Participant("a", "easy"), Participant("b", "hard")), blocks=50)
    for pairing in pairings(tournament):
        report = play_game(tournament, pairing)

Games come in blocks: a block has a game for every order of the seats, all with one seed. Blocks of
different matchups in the same round share that seed too. Participants are numbered from 0. Users'
files call a tournament a plan, a participant an entrant and a pairing a fixture.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from itertools import combinations
from typing import Any

from tabletop.arena.adjudication import Adjudication
from tabletop.arena.openings import Opening, start_match
from tabletop.bots.limit import Clock
from tabletop.errors import TabletopError, WrongUse
from tabletop.game import Setup
from tabletop.games import load
from tabletop.match import Match
from tabletop.modelfiles import REFEREE
from tabletop.options import LARGEST_SEED, make_setup, parse_skills
from tabletop.seats import ENGINE, close_controller, open_controller
from tabletop.text import can_stand_in_header, shorten

TIME_MARGIN = 0.05
"""Seconds that a move may exceed its clock before the game is lost on time."""
MOST_MATCHUPS = 100_000
MOST_OPENINGS = 150_000
"""More than an openings file can hold."""


@dataclass(frozen=True)
class Participant:
    """A bot or engine with a name."""

    name: str
    bot: str
    """A spec: `hard`, `mcts:iterations=500`, `engine:./mybot`."""
    nodes: int | None = None
    think: float | None = None
    """Seconds for a move. Without any limit, the bot has its usual one."""
    clock: Clock | None = None
    """For a whole game."""
    options: tuple[tuple[str, str], ...] = ()
    """An engine's options, or more parameters of a bot's spec."""
    skill: float | None = None
    """Dexterity games: the skill of the hand, in every seat; None for what the tournament says."""

    @property
    def spec(self) -> str:
        """The bot's spec with the options in it; an engine is sent its options instead."""
        if not self.options or self.bot.startswith(ENGINE):
            return self.bot
        parameters = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.bot}{',' if ':' in self.bot else ':'}{parameters}"


@dataclass(frozen=True)
class Table:
    """A variant of the game that all play: options, dexterity model, position to start from."""

    options: tuple[str, ...] = ()
    """As on the command line: `ousting`, `centre=1`."""
    model: str | None = None
    position: str | None = None
    name: str = ""


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
    """Dexterity games: skills by participant, `hard=0.8` or `2=0.8`; they keep them in every seat."""
    sprt: Sprt | None = None
    openings: tuple[Opening, ...] = ()
    """A round starts from the next one, at all tables; after the last comes the first again."""
    adjudication: Adjudication = field(default_factory=Adjudication)
    margin: float = TIME_MARGIN

    def fingerprint(self) -> str:
        """The tournament as one line of JSON, by which a results file knows it.

        It leaves out what may change while results are kept: the number of blocks and the test. What version
        0.1 did not have is left out where it is not used.
        """
        facts: dict[str, Any] = {
            "entrants": [_used(asdict(participant), "clock", "options", "skill") for participant in self.participants],
            "game": self.game,
            "gauntlet": self.gauntlet,
            "players": self.players,
            "seed": self.seed,
            "skills": self.skills,
            "tables": [_used(asdict(table), "name") for table in self.tables],
        }
        if self.openings:
            text = json.dumps([asdict(opening) for opening in self.openings])
            digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
            facts["openings"] = {"count": len(self.openings), "digest": digest}
        if self.adjudication != Adjudication():
            facts["adjudication"] = asdict(self.adjudication)
        if self.margin != TIME_MARGIN:
            facts["margin"] = self.margin
        return json.dumps(facts, sort_keys=True)

    @property
    def games(self) -> int:
        """The number of all games."""
        return self.blocks * len(self.tables) * len(matchups(self)) * self.players

    def setup(self, table: Table, seating: Sequence[int] = ()) -> Setup:
        """The setup of the games at a table, without a seed; raises what `make_setup` raises.

        `seating` says which participants sit there, and so which skills the players have.
        """
        game = load(self.game)
        setup = make_setup(game, players=self.players, options=table.options, model=table.model)
        skills = self._skills()
        return replace(setup, skills=tuple(skills[number] for number in seating)) if skills and seating else setup

    def _skills(self) -> tuple[float, ...]:
        """The skills of all participants; empty in games without a model. Raises WrongUse."""
        numbered = enumerate(self.participants, 1)
        own = [f"{number}={participant.skill}" for number, participant in numbered if participant.skill is not None]
        names = [participant.name for participant in self.participants]
        return parse_skills(load(self.game), [*self.skills, *own], names)

    def start(self, table: Table, opening: Opening | None, seed: int, seating: Sequence[int] = ()) -> Match:
        """A game at this table before the first move of a participant; raises an error if it cannot be played."""
        game = load(self.game)
        setup = replace(self.setup(table, seating), seed=seed if game.models else None)
        if opening:
            return opening.start(game, setup)
        match = start_match(game, setup, table.position)
        match.settle()
        return match


def parse_fingerprint(text: str) -> Tournament:
    """The tournament that has this fingerprint, for reports alone: with one block, and openings without moves.

    Raises ValueError, KeyError or TypeError if it is none, and WrongUse if it cannot be played.
    """
    facts = json.loads(text)
    participants = []
    for entrant in facts["entrants"]:
        options = tuple((str(name), str(value)) for name, value in entrant.get("options", ()))
        clock = Clock(**entrant["clock"]) if "clock" in entrant else None
        participants.append(
            Participant(entrant["name"], entrant["bot"], entrant["nodes"], entrant["think"], clock, options)
        )
    tables = [
        Table(tuple(table["options"]), table["model"], table["position"], table.get("name", ""))
        for table in facts["tables"]
    ]
    count = facts["openings"]["count"] if "openings" in facts else 0
    tournament = Tournament(
        game=load(facts["game"]).name,
        participants=tuple(participants),
        blocks=1,
        players=facts["players"],
        seed=facts["seed"],
        gauntlet=facts["gauntlet"],
        tables=tuple(tables),
        skills=tuple(facts["skills"]),
        openings=tuple(Opening(number, f"opening {number}") for number in range(1, min(count, MOST_OPENINGS) + 1)),
    )
    words = [*(participant.name + participant.bot for participant in participants), *(table.name for table in tables)]
    if not all(isinstance(word, str) for word in words) or type(tournament.players) is not int or not tables:
        raise ValueError
    _check_entrants(participants)
    _check_size(tournament)
    return tournament


def _used(facts: dict[str, Any], *names: str) -> dict[str, Any]:
    """The facts without those of these names that are empty."""
    return {name: value for name, value in facts.items() if name not in names or value not in (None, (), "")}


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
    opening: Opening | None = None

    @property
    def key(self) -> str:
        """The game's name in a results file."""
        return f"{self.block}/{self.table}/{'-'.join(map(str, self.seating))}"


def table_names(tournament: Tournament) -> list[str]:
    """The tables' names; a table without one is called by what is special there, or by its number."""
    names = []
    for number, table in enumerate(tournament.tables, 1):
        words = [*table.options, *([f"model={table.model}"] if table.model else [])]
        name = f"table {number}" if table.position else " ".join(words) or "as usual"
        names.append(table.name or (name if name not in names else f"table {number}"))
    return names


def matchups(tournament: Tournament) -> list[tuple[int, ...]]:
    """The groups of participants that play each other, by number."""
    numbers = range(len(tournament.participants))
    if tournament.gauntlet:
        return [(0, *others) for others in combinations(numbers[1:], tournament.players - 1)]
    return list(combinations(numbers, tournament.players))


def pairings(tournament: Tournament) -> Iterator[Pairing]:
    """All games, ordered so that at any time all matchups have played about equally often."""
    groups = matchups(tournament)
    openings = tournament.openings
    block = 0
    for round_number in range(tournament.blocks):
        opening = openings[round_number % len(openings)] if openings else None
        for table in range(len(tournament.tables)):
            seed = _seed(tournament.seed, round_number, table)
            for group in groups:
                for shift in range(tournament.players):
                    yield Pairing(block, table, group[shift:] + group[:shift], seed, opening)
                block += 1


def _seed(seed: int, round_number: int, table: int) -> int:
    """The seed of the blocks of this round and table, the same for all matchups."""
    return int.from_bytes(blake2b(f"arena|{seed}|{round_number}|{table}".encode(), digest_size=4).digest(), "big")


def blocks_for(games: int, players: int) -> int:
    """How many blocks it takes to play at least this many games of each matchup."""
    return -(-games // players)


def check_tournament(tournament: Tournament) -> None:
    """Raise WrongUse, or what else stops it, if the tournament cannot be played."""
    _check_entrants(tournament.participants)
    _check_names([table.name for table in tournament.tables if table.name], "two tables have the same name")
    _check_size(tournament)
    if not 0 <= tournament.seed <= LARGEST_SEED:
        raise WrongUse(f"a seed is a whole number from 0 to {LARGEST_SEED}, not {tournament.seed}")
    if tournament.sprt and (len(tournament.participants) != 2 or tournament.players != 2):
        raise WrongUse("a sequential test (SPRT) needs two entrants and two players")
    if tournament.sprt and tournament.sprt.elo1 <= tournament.sprt.elo0:
        raise WrongUse("a sequential test (SPRT) needs an elo0 below elo1")
    for table in tournament.tables:
        _check_table(tournament, table)
    for participant in tournament.participants:
        if participant.clock and participant.think:
            raise WrongUse(f"{participant.name} has both a time per game and a time per move; choose one")
        close_controller(open_controller(load(tournament.game), participant.spec))


def _check_entrants(participants: Iterable[Participant]) -> None:
    _check_names([participant.name for participant in participants], "two entrants have the same name")


def _check_names(names: list[str], same_name: str) -> None:
    for name in names:
        if not name.strip() or not can_stand_in_header(name):
            raise WrongUse(f"{shorten(name)!r} cannot be a name: use printable characters other than #")
    if len(set(names)) < len(names):
        raise WrongUse(same_name)


def _check_size(tournament: Tournament) -> None:
    players, count = tournament.players, len(tournament.participants)
    if players < 2:
        raise WrongUse("a tournament needs at least two players")
    if count < players:
        raise WrongUse(f"{players} players need at least {players} entrants, not {count}")
    groups = math.comb(count - 1, players - 1) if tournament.gauntlet else math.comb(count, players)
    if groups > MOST_MATCHUPS:
        raise WrongUse(f"{count} entrants are too many: there would be more than {MOST_MATCHUPS} groups of {players}")
    if tournament.blocks < 1:
        raise WrongUse("a tournament needs at least one game")


def _check_table(tournament: Tournament, table: Table) -> None:
    """Raise what stops a game at the table, from the start or from an opening."""
    setup = tournament.setup(table)
    if setup.model is not None and setup.model.name == REFEREE:
        raise WrongUse("the model `referee` rolls nothing, so bots cannot play with it")
    if table.position is not None and tournament.openings:
        raise WrongUse("a table with a position cannot start from openings as well")
    match = start_match(load(tournament.game), setup, table.position)
    if match.result:
        raise WrongUse(f"the game is over at this table before it begins: {match.result.reason}")
    if tournament.adjudication.win_points is not None and match.state.scores() is None:
        raise WrongUse(f"{match.game.title} has no points, so no game can be decided by them")
    for opening in tournament.openings:
        try:
            tournament.start(table, opening, tournament.seed)
        except TabletopError as error:
            source = f"opening {opening.number} (`{shorten(opening.text)}`)"
            if len(tournament.tables) > 1:
                source = f"table {tournament.tables.index(table) + 1}, {source}"
            raise WrongUse(f"{source}: {error}") from error
