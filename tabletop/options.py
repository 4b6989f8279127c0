"""A game's options, and the set-up of a game: players, options, seed, model and skills, checked together.

setup = make_setup(game, players=3, options=["ousting", "centre=1"], seed=42)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tabletop.errors import UnreadableFile, WrongUse
from tabletop.game import AnyGame, Setup
from tabletop.text import can_stand_in_header, counted, join_choices, join_words, quoted, whole_number

OptionValue = bool | int | str

LARGEST_SEED = 2**63 - 1
LONGEST_NAME = 30
ORDINARY_SKILL = 0.5
RESERVED_NAMES = ("nobody", "chance")
"""Words for chance and for nobody in move files and messages."""
_NAME = re.compile(r"[^\W_][\w.'-]*")
_WORD = re.compile(r'"([^"]*)"|(\S+)')
_YES = {"on", "yes", "true"}
_NO = {"off", "no", "false"}


@dataclass(frozen=True)
class Option:
    """One option; the type of `default` is its type. A choice has `choices`, a number `minimum` and `excluded`."""

    name: str
    default: OptionValue
    help: str
    rule: str = ""
    choices: tuple[OptionValue, ...] = ()
    minimum: int = 0
    excluded: tuple[int, ...] = ()
    offers: tuple[OptionValue, ...] = ()
    """Values to be offered where any text may stand."""

    def parse(self, text: str) -> OptionValue:
        """Read the value's text; raises WrongUse with what is allowed."""
        value: OptionValue = text
        if isinstance(self.default, bool):
            low = text.lower()
            if low not in _YES | _NO:
                raise WrongUse(f"option {self.name} must be on or off, not {quoted(text)}")
            value = low in _YES
        elif isinstance(self.default, int):
            number = whole_number(text)
            if number is None:
                raise WrongUse(f"option {self.name} must be a number, not {quoted(text)}")
            value = number
            if value < self.minimum or value in self.excluded:
                raise WrongUse(f"option {self.name} cannot be {value}: {self.help}")
        if self.choices and value not in self.choices:
            raise WrongUse(f"option {self.name} must be {join_choices([*map(str, self.choices)])}, not {quoted(text)}")
        return value


def parse_options(options: tuple[Option, ...], words: Iterable[str]) -> dict[str, OptionValue]:
    """All options with their values: those given, the others' defaults. A bare name means on."""
    by_name = {option.name: option for option in options}
    values = {option.name: option.default for option in options}
    seen: set[str] = set()
    for word in words:
        name, equals, text = word.partition("=")
        option = by_name.get(name.lower())
        if option is None:
            if not by_name:
                raise WrongUse(f"this game has no options, so there is no {quoted(name)}")
            if len(by_name) == 1:
                raise WrongUse(f"this game has no option {quoted(name)}; its only option is {options[0].name}")
            raise WrongUse(f"this game has no option {quoted(name)}; its options are {join_words(list(by_name))}")
        if option.name in seen:
            raise WrongUse(f"option {option.name} is given twice")
        seen.add(option.name)
        if not equals and not isinstance(option.default, bool):
            raise WrongUse(f"option {option.name} needs a value: {option.name}=...")
        values[option.name] = option.parse(text) if equals else True
    return values


def split_options(text: str) -> list[str]:
    """The words of a line of options; one with spaces in it stands in double quotes."""
    return [quoted or bare for quoted, bare in _WORD.findall(text)]


def join_options(words: Iterable[str]) -> str:
    """Words of options as one line; `split_options` takes it apart again."""
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def format_options(options: tuple[Option, ...], values: Mapping[str, OptionValue]) -> str:
    """The options that are not at their defaults, as `split_options` and `parse_options` read them."""
    words: list[str] = []
    for option in options:
        value = values.get(option.name, option.default)
        if value == option.default:
            continue
        if isinstance(value, bool):
            words.append(option.name if value else f"{option.name}=off")
        else:
            words.append(f"{option.name}={value}")
    return join_options(words)


def make_setup(
    game: AnyGame,
    *,
    players: int | None = None,
    names: Sequence[str] = (),
    options: Iterable[str] = (),
    seed: int | None = None,
    model: str | None = None,
    skills: Iterable[str] = (),
    first: int = 1,
) -> Setup:
    """A setup in which everything fits together; raises WrongUse or UnreadableModel with what does not."""
    fewest, most = game.players
    count = players if players is not None else len(names) or fewest
    if names and len(names) != count:
        raise WrongUse(f"{counted(count, 'player')}, but {counted(len(names), 'name')}: {' '.join(names)}")
    if not fewest <= count <= most:
        allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise WrongUse(f"{game.title} is for {allowed} players, not {count}")
    seats = tuple(names) or game.seats[:count]
    for name in seats:
        check_name(name)
    if len({name.lower() for name in seats}) < count:
        raise WrongUse(f"two players have the same name: {' '.join(seats)}")
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise WrongUse(f"a seed is a whole number from 0 to {LARGEST_SEED}")
    if model is not None and game.models is None:
        raise WrongUse(f"{game.title} leaves nothing to chance, so there is no model to choose")
    words = list(options)
    for word in [*words, model or ""]:
        if not can_stand_in_header(word) or '"' in word:
            reason = "it has a hash, a quote or an unprintable character"
            raise WrongUse(f"{quoted(word)} cannot be written to a move file: {reason}")
    return Setup(
        players=count,
        names=seats,
        options=parse_options(game.options, words),
        seed=seed,
        model=game.models.load(model or game.models.default) if game.models else None,
        skills=parse_skills(game, skills, seats),
        first=first,
    )


def check_name(name: str) -> None:
    """Raise WrongUse unless a player can be called so."""
    if len(name) > LONGEST_NAME:
        raise WrongUse(f"{quoted(name)} is too long for a player's name: use at most {LONGEST_NAME} letters")
    if not _NAME.fullmatch(name):
        raise WrongUse(f"{quoted(name)} cannot be a player's name: use letters and digits, without spaces")
    if name.lower() in RESERVED_NAMES:
        raise WrongUse(f"{quoted(name)} cannot be a player's name: move files use this word for something else")


def parse_skills(game: AnyGame, words: Iterable[str], names: Sequence[str]) -> tuple[float, ...]:
    """The skills that words such as `Ann=0.8` and `1=0.8` give to those of these names; 0.5 for the others."""
    skills = [ORDINARY_SKILL] * len(names)
    for word in words:
        if game.models is None:
            raise WrongUse(f"{game.title} is not a game of dexterity, so players have no skill")
        who, skill = split_skill(word)
        player = find_skilled(who, names)
        if player is None:
            raise WrongUse(f"no player is called {quoted(who)}; the players are {join_words(names)}")
        skills[player - 1] = skill
    return tuple(skills) if game.models else ()


def split_skill(word: str) -> tuple[str, float]:
    """A name or number and a skill: the parts of a word such as `Ann=0.8` or `1=0.8`; raises WrongUse."""
    who, _, text = word.rpartition("=")
    try:
        skill = float(text)
    except ValueError:
        who = ""
    if not who:
        raise WrongUse(f"write a skill as PLAYER=SKILL, such as Ann=0.8 or 1=0.8, not {quoted(word)}")
    if not 0 <= skill <= 1:
        raise WrongUse(f"a skill must be from 0 to 1, not {quoted(text)}")
    return who, skill


def find_skilled(who: str, names: Sequence[str]) -> int | None:
    """The player, from 1, whom a name or a number means; a number is a place in the list before it is a name."""
    number = whole_number(who)
    if number is not None and 1 <= number <= len(names):
        return number
    return next((player for player, name in enumerate(names, 1) if name.lower() == who.lower()), None)


def find_seat(names: Sequence[str], name: str) -> int:
    """The player of that name, whatever its case; raises UnreadableFile."""
    for number, seat in enumerate(names, 1):
        if seat.lower() == name.lower():
            return number
    raise UnreadableFile(f"no player is called {quoted(name)}; the players are {join_words(names)}", name)


def parse_seed(text: str) -> int:
    """The seed that the text says; raises WrongUse."""
    seed = whole_number(text, digits=19)
    if seed is None or seed > LARGEST_SEED:
        raise WrongUse(f"a seed is a whole number from 0 to {LARGEST_SEED}, not {quoted(text)}")
    return seed
