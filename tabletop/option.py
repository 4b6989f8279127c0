"""Options of a game: described as data, read from words such as `ousting` or `centre=1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tabletop.errors import WrongUse, quoted
from tabletop.number import whole_number

OptionValue = bool | int | str

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
                raise WrongUse(f"option {self.name} is on or off, not {quoted(text)}")
            value = low in _YES
        elif isinstance(self.default, int):
            number = whole_number(text)
            if number is None:
                raise WrongUse(f"option {self.name} takes a number, not {quoted(text)}")
            value = number
            if value < self.minimum or value in self.excluded:
                raise WrongUse(f"option {self.name} cannot be {value}: {self.help}")
        if self.choices and value not in self.choices:
            raise WrongUse(f"option {self.name} is one of {', '.join(map(str, self.choices))}, not {quoted(text)}")
        return value


def parse_options(options: tuple[Option, ...], words: Iterable[str]) -> dict[str, OptionValue]:
    """All options with their values: those given, the others' defaults. A bare name means on."""
    by_name = {option.name: option for option in options}
    values = {option.name: option.default for option in options}
    given: set[str] = set()
    for word in words:
        name, equals, text = word.partition("=")
        option = by_name.get(name.lower())
        if option is None:
            known = ", ".join(by_name) or "none"
            raise WrongUse(f"no option {quoted(name)} in this game; its options: {known}")
        if option.name in given:
            raise WrongUse(f"option {option.name} is given twice")
        given.add(option.name)
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
