"""Studies of a game: which games to play to find out how it plays, and each of those games.

    study = Study("fem", parse_variants(load("fem"), "as-written,nocover"), levels=("easy", "medium"))
    for game in study_games(study):
        facts = play_study_game(study, game)

Four kinds of games answer four questions. `alone`: a level in every seat; how do games go? `levels`: a
level against the next weaker one; does skill pay? `strategies`: a rule of thumb against a level; is the
game that simple? `hands`: every skill of the hand with every level and seed (a crossed design); how much
is hand, how much head and how much luck? `study_report` says what the games show.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b

from tabletop.arena.play import play_game
from tabletop.arena.study_facts import GameFacts, Watcher
from tabletop.arena.tournament import Pairing, Participant, Table, Tournament
from tabletop.bots.specs import bot_makers, strategies
from tabletop.errors import WrongUse
from tabletop.game import AnyGame
from tabletop.games import Registration, load
from tabletop.modelfiles import REFEREE
from tabletop.options import LARGEST_SEED
from tabletop.seats import close_controller, open_controller
from tabletop.text import join_words, shorten, whole_number

AS_WRITTEN = "as-written"
"""The variant without options."""
PLAIN_TABLE = Table()
HANDS = (0.2, 0.5, 0.8)
"""The skills of the crossed design: a clumsy, an ordinary and a steady hand."""
FEWEST_SEEDS = 10
"""Of the crossed design; more if there are games enough."""


@dataclass(frozen=True)
class Variant:
    """The game with certain options: a column of the report."""

    name: str
    table: Table
    players: int


@dataclass(frozen=True)
class Study:
    """What is studied: everything that decides which games are played."""

    game: str
    variants: tuple[Variant, ...]
    levels: tuple[str, ...] = ("easy", "medium")
    """Specs of bots, the weakest first."""
    strategies: tuple[str, ...] = ()
    against: str = "medium"
    """The level that strategies play against, and the other players in the crossed design."""
    games: int = 100
    """Of each level, pair of levels and strategy; and of the crossed design in all, roughly."""
    seed: int = 1

    def fingerprint(self) -> str:
        """The study as one line of JSON, by which a results file knows it; without the number of games."""
        return json.dumps({key: value for key, value in asdict(self).items() if key != "games"}, sort_keys=True)


@dataclass(frozen=True)
class StudyGame:
    """A game to be played: one player is looked at, in a seat from 1; all others are the same bot."""

    kind: str
    """`alone`, `levels`, `strategies` or `hands`."""
    variant: int
    """Its index in `Study.variants`."""
    subject: str
    """Who is looked at: a spec."""
    others: str
    number: int
    """Games with the same number share a seed."""
    seat: int = 1
    hand: float | None = None
    """The skill of the subject; None where all have the usual one."""

    @property
    def key(self) -> str:
        """The game's name in a results file."""
        hand = "" if self.hand is None else f"/{self.hand:g}"
        return f"{self.kind}/{self.variant}/{self.subject}/{self.number}/{self.seat}{hand}"


def study_games(study: Study) -> Iterator[StudyGame]:
    """All games, ordered so that at any time all questions have about the same number of games."""
    seeds = crossed_seeds(study)
    for number in range(study.games):
        for variant, table in enumerate(study.variants):
            for level in study.levels:
                yield StudyGame("alone", variant, level, level, number)
            if number < -(-study.games // table.players):
                for seat in range(1, table.players + 1):
                    for weaker, stronger in zip(study.levels, study.levels[1:], strict=False):
                        yield StudyGame("levels", variant, stronger, weaker, number, seat)
                    for strategy in study.strategies:
                        yield StudyGame("strategies", variant, strategy, study.against, number, seat)
            if number < seeds:
                seat = number % table.players + 1
                for hand in HANDS:
                    for level in study.levels:
                        yield StudyGame("hands", variant, level, study.against, number, seat, hand)


def crossed_seeds(study: Study) -> int:
    """The number of seeds in the crossed design; 0 where it makes no sense."""
    if not load(study.game).models or len(study.levels) < 2:
        return 0
    return min(study.games, max(FEWEST_SEEDS, study.games // (len(HANDS) * len(study.levels))))


def play_study_game(study: Study, game: StudyGame, registration: Registration | None = None) -> GameFacts:
    """Play one game to its end; in any process, as `play_game`."""
    strategy = strategies(load(study.game, registration)).get(game.subject) if game.kind == "strategies" else None
    watcher = Watcher(strategy.summary if strategy else "")
    variant = study.variants[game.variant]
    participants = [
        Participant(game.subject, game.subject, skill=game.hand)
        if seat == game.seat
        else Participant(game.others, game.others)
        for seat in range(1, variant.players + 1)
    ]
    pairing = Pairing(game.number, 0, tuple(range(variant.players)), _seed(study.seed, game.number))
    report = play_game(_tournament(study, variant, participants), pairing, registration, watcher)
    return watcher.facts(game.key, report)


def _tournament(study: Study, variant: Variant, participants: Sequence[Participant] = ()) -> Tournament:
    """A tournament of these participants, in the order of their seats."""
    return Tournament(study.game, tuple(participants), 1, variant.players, tables=(variant.table,))


def _seed(seed: int, number: int) -> int:
    return int.from_bytes(blake2b(f"study|{seed}|{number}".encode(), digest_size=4).digest(), "big")


def parse_variants(
    game: AnyGame, text: str = AS_WRITTEN, base: Table = PLAIN_TABLE, players: int = 0
) -> tuple[Variant, ...]:
    """The variants in a text such as `as-written,immune,immune+centre=1,players=3,model=hard`; raises WrongUse.

    Words joined by `+` hold together. `base` has what all variants share, `players` is their number unless
    a variant says another.
    """
    usual = players or max(2, game.players[0])
    variants = tuple(_variant(name.strip(), base, usual) for name in text.split(","))
    if len({variant.name for variant in variants}) < len(variants):
        raise WrongUse(f"a variant is given twice: {shorten(text)!r}")
    return variants


def _variant(name: str, base: Table, players: int) -> Variant:
    if not name:
        raise WrongUse(f"a variant is {AS_WRITTEN} or options, such as immune or ousting+centre=1")
    options, model = base.options, base.model
    for word in name.split("+") if name != AS_WRITTEN else ():
        key, _, value = word.partition("=")
        if key == "model":
            model = value
        elif key == "players":
            number = whole_number(value)
            if number is None:
                raise WrongUse(f"{shorten(word)!r}: the number of players must be a whole number")
            players = number
        else:
            options = (*options, word)
    return Variant(name, Table(options, model, base.position), players)


def usual_levels(game: AnyGame) -> tuple[str, ...]:
    """The levels that are studied unless the user names others: those that play fast enough for many games."""
    return tuple(level for level in ("easy", "medium") if level in bot_makers(game)) or ("random",)


def check_study(study: Study) -> None:
    """Raise WrongUse, or what else stops it, if the study cannot be made."""
    game = load(study.game)
    if study.games < 1:
        raise WrongUse("a study needs at least one game")
    if not 0 <= study.seed <= LARGEST_SEED:
        raise WrongUse(f"a seed is a whole number from 0 to {LARGEST_SEED}, not {study.seed}")
    if len(set(study.levels)) < len(study.levels):
        raise WrongUse(f"a level is given twice: {', '.join(map(shorten, study.levels))}")
    if len(set(study.strategies)) < len(study.strategies):
        raise WrongUse(f"a strategy is given twice: {', '.join(map(shorten, study.strategies))}")
    if not study.levels:
        raise WrongUse("a study needs at least one level")
    for strategy in study.strategies:
        if strategy not in strategies(game):
            if not strategies(game):
                raise WrongUse(f"{game.title} has no strategies, so there is no {shorten(strategy)!r}")
            known = join_words(list(strategies(game)))
            raise WrongUse(f"{game.title} has no strategy {shorten(strategy)!r}; its strategies are {known}")
    for spec in (*study.levels, study.against):
        close_controller(open_controller(game, spec))
    for variant in study.variants:
        if variant.players < 2:
            raise WrongUse("a study needs at least two players")
        tournament = _tournament(study, variant)
        setup = tournament.setup(variant.table)
        if setup.model is not None and setup.model.name == REFEREE:
            raise WrongUse("the model `referee` rolls nothing, so bots cannot play with it")
        tournament.start(variant.table, None, 1)
