"""What a game is: a frozen description (Game) and the protocols its parts keep.

A state is immutable, hashable and equal by value; it knows no history. What needs
history (repetition, turn limits, names of single towers) is asked of the game by
the match, which keeps all states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from tabletop.chance import Rolls
    from tabletop.grammar import Grammar
    from tabletop.modelfiles import Model, ModelKit
    from tabletop.options import Option, OptionValue
    from tabletop.style import Style

CHANCE = 0
"""The player who draws dexterity outcomes."""
NOBODY = -1
"""To move when the game is over."""

Move: TypeAlias = Any
"""A game's own move: immutable, hashable, equal by value; opaque outside the game's folder."""
Step: TypeAlias = Any
"""A part of a turn; where turns have no parts, a move.

Where turns have parts, a step from a State always leads to a Draft, and only a step from a
Draft (the one that ends the turn) to the next State.
"""


@dataclass(frozen=True)
class Result:
    """How a game ended. No winners: a draw, or a solo game lost. `reason` is a sentence without a full stop."""

    winners: tuple[int, ...]
    rule: str
    reason: str


@dataclass(frozen=True)
class Setup:
    """All that is agreed before the first move."""

    players: int
    names: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: int | None = None
    model: Model | None = None
    skills: tuple[float, ...] = ()
    first: int = 1

    def skill(self, player: int) -> float:
        """The player's skill, 0..1; 0.5 is the ordinary hand."""
        return self.skills[player - 1] if player <= len(self.skills) else 0.5


class Node(Protocol):
    """A point of the step tree that searches walk: a state, or a turn half built."""

    @property
    def to_move(self) -> int: ...

    def steps(self) -> Sequence[Step]:
        """The legal next steps, in canonical order; empty when the game is over."""

    def take(self, step: Step) -> Node:
        """The node after a legal step. Legality is not checked."""

    def result(self) -> Result | None: ...


class Draft(Node, Protocol):
    """A turn half built; its steps include the one that ends the turn, which leads to a State."""

    @property
    def move(self) -> Move:
        """The turn as built so far, as a whole move."""


class State(Node, Protocol):
    """A position between two turns (dexterity games: between two steps)."""

    def check(self, move: Move) -> None:
        """The truth about legality: raises IllegalMove, or returns."""

    def legal_moves(self) -> Iterator[Move]:
        """All legal whole turns, lazily, in canonical order."""

    def apply(self, move: Move) -> State:
        """The state after a legal move; this state stays as it is. Legality is not checked."""

    def scores(self) -> tuple[int, ...] | None:
        """Points by player; None where the game has none."""

    def seen_by(self, player: int) -> State:
        """This state without what the player may not know; itself where nothing is hidden."""


class ChanceState(State, Protocol):
    """A state of a dexterity game. `turn` and `step` place a roll; both count from 1, 0 is the set-up."""

    @property
    def turn(self) -> int: ...

    @property
    def step(self) -> int: ...

    def odds(self) -> tuple[tuple[Move, float], ...] | None:
        """With to_move == CHANCE: outcomes and true probabilities, where they can be listed."""

    def sample(self, rolls: Rolls) -> Move:
        """With to_move == CHANCE: draw the outcome."""


class Names(Protocol):
    """Names of single pieces that the rules do not need (Taktori's T1..T16); kept by the match."""

    def after(self, state: State, move: Move) -> Names:
        """The names once `move` has been applied to `state`."""


@dataclass(frozen=True)
class View:
    """What is to be drawn: a state with what a reader wants marked."""

    state: State
    setup: Setup
    last: tuple[Move, ...] = ()
    """The moves and outcomes of the last turn, oldest first."""
    names: Names | None = None
    layout: str = ""
    """One of the game's `layouts`, or empty for the ordinary board."""


@dataclass(frozen=True)
class Sentences:
    """A game in words instead of drawings. All sentences end with a full stop; WrongUse where nothing fits.

    `scan` tells of a part (`row 5`, `e5`), or of everything where the text is empty.
    `where` tells where a piece is (`T3`). `places` and `pieces` show what both take, for help.
    """

    scan: Callable[[View, str], list[str]]
    where: Callable[[View, str], list[str]]
    places: tuple[str, ...]
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class GameCommand:
    """A command of one game only, such as `zickzack solve`; `cli` makes a click command of it.

    `run` gets a VerbCall and yields lines for stdout. Parameters are described as data.
    """

    name: str
    help: str
    run: Callable[[CommandCall], Iterable[str]]
    parameters: tuple[Parameter, ...] = ()
    takes_position: bool = False


@dataclass(frozen=True)
class Parameter:
    """An argument (`FILE`) or an option (`--moves`) of a Verb."""

    name: str
    help: str = ""
    kind: Literal["argument", "flag", "text", "integer", "number"] = "text"
    required: bool = False
    default: str | int | float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class CommandCall:
    """What a Verb is called with: the position asked for, the parameters by name, the style of output."""

    game: Game
    setup: Setup
    state: State
    values: Mapping[str, Any]
    style: Style


@dataclass(frozen=True, kw_only=True)
class Game:
    """All that the house knows of a game. A new game is one of these and one line in `games.NAMES`."""

    name: str
    title: str
    kind: Literal["board", "dexterity"]
    players: tuple[int, int]
    """Fewest and most."""
    seats: tuple[str, ...]
    """Default names in turn order, as many as the most players."""
    colours: tuple[str, ...]
    """The colour of each seat, as ink names of `style`."""
    options: tuple[Option, ...] = ()
    rules: str
    """The text of rules.md: our own wording, see `rulebook`."""
    grammar: Grammar
    start: Callable[[Setup], State]
    format_move: Callable[..., str]
    """format_move(move, compact=False): inverse of the grammar; outcomes without their arrow."""
    render: Callable[[View, Style], str]
    layouts: tuple[str, ...] = ()
    """Other ways to draw the board; `show --NAME` asks for one."""
    parse_position: Callable[[str, Setup], State] | None = None
    format_position: Callable[[State], str] | None = None
    first_names: Callable[[State], Names] | None = None
    ending: Callable[[Setup, Sequence[State]], Result | None] | None = None
    """An end that needs history (repetition, turn limit); gets all states so far, start included."""
    expand: Callable[[Move], tuple[Move, ...]] | None = None
    """A move that is several steps (`raise B4 to 9.2`) as those steps; check() judges it whole."""
    near: Callable[[State, Move], Iterable[Move]] | None = None
    """Legal moves near an illegal one, in canonical order, where listing all would be too many."""
    score_details: Callable[[State, Setup], dict[str, Any]] | None = None
    """What `score --json` shows besides scores, over and winners."""
    score_lines: Callable[[State, Setup, Style], list[str]] | None = None
    """What `score` prints below the points."""
    status_lines: Callable[[State, Setup], list[str]] | None = None
    """Stocks and the like, a line each, for a toolbar and for sentences instead of drawings."""
    sentences: Sentences | None = None
    """For those who hear the board instead of seeing it."""
    winner_begins: bool = False
    """In a match of several games: the winner begins the next one; otherwise the turn to begin goes round."""
    models: ModelKit | None = None
    """Dexterity games: how model files are checked, where presets lie."""
    commands: tuple[GameCommand, ...] = ()
    bots: str = ""
    """Module with this game's bots, imported only when one is wanted."""
