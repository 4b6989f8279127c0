"""What a game is: a frozen description (Game) and the protocols its parts follow.

A state is immutable, hashable and equal by value; it has no history. The match keeps all
states, and passes them to the game for what needs history (repetition, turn limits,
names of single towers).

    game = load("zickzack")                    # a Game[ZickzackState]
    state = game.start(make_setup(game))
    state = state.apply(next(state.legal_moves()))
    print(game.render(View(state, setup, to_move=state.to_move), PLAIN).text)

Outside a game's folder the type of its states is unknown; use AnyGame there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

if TYPE_CHECKING:
    from tabletop.chance import Attempt, Rolls
    from tabletop.grammar import Grammar
    from tabletop.modelfiles import Model, ModelLibrary
    from tabletop.options import Option, OptionValue
    from tabletop.style import Style

CHANCE = 0
"""The player who draws dexterity outcomes."""
NOBODY = -1
"""The player to move when the game is over."""

Move: TypeAlias = Any
"""A game's own move: immutable, hashable, equal by value; opaque outside the game's folder."""
Step: TypeAlias = Any
"""A part of a turn; in games whose turns have no parts, a move.

If turns have parts, a step from a State always leads to a Draft, and only a step from a
Draft (the one that ends the turn) leads to the next State. Playouts and learning agents walk this
tree: a whole turn of Taktori or Fem is one of many thousands, a step is one of a few hundred,
which keeps their action space finite and a random turn cheap.
"""


@dataclass(frozen=True)
class Result:
    """How a game ended. No winners: a draw, or a solo game lost.

    `rule` is the number of the rule that ended it, not of the one that names the winner. `reason` says
    why it ended, as a sentence without a full stop and without the points, which `describe.result_line`
    adds; it is empty if the points say it all.
    """

    winners: tuple[int, ...]
    rule: str
    reason: str


@dataclass(frozen=True)
class Setup:
    """What is fixed before the first move: see `options.make_setup`, which checks it."""

    players: int
    names: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: int | None = None
    model: Model | None = None
    skills: tuple[float, ...] = ()
    first: int = 1

    def skill(self, player: int) -> float:
        """The player's skill, 0 to 1; 0.5 is average."""
        return self.skills[player - 1] if player <= len(self.skills) else 0.5


class Node(Protocol):
    """A node of the step tree: a state, or an unfinished turn."""

    @property
    def to_move(self) -> int: ...

    def steps(self) -> Sequence[Step]:
        """The legal next steps, in canonical order; empty when the game is over."""

    def take(self, step: Step) -> Node:
        """The node after a legal step. Legality is not checked."""

    def result(self) -> Result | None: ...


class Draft(Node, Protocol):
    """An unfinished turn; its steps include the one that ends the turn, which leads to a State."""

    @property
    def move(self) -> Move:
        """The turn so far, as a whole move."""


class State(Node, Protocol):
    """A position between two turns (dexterity games: between two steps)."""

    def check(self, move: Move) -> None:
        """Raise IllegalMove unless the move is legal. This alone decides legality."""

    def legal_moves(self) -> Iterator[Move]:
        """All legal whole turns, lazily, in canonical order."""

    def apply(self, move: Move) -> Self:
        """The state after a legal move; this state stays as it is. Legality is not checked."""

    def scores(self) -> tuple[int, ...] | None:
        """Points by player; None if the game has no points."""

    def seen_by(self, player: int) -> Self:
        """This state without what is hidden from the player; itself if nothing is."""


S = TypeVar("S", bound=State)
"""The states of one game."""
S_co = TypeVar("S_co", bound=State, covariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


@runtime_checkable
class ChanceState(State, Protocol):
    """A state of a dexterity game. With to_move == CHANCE, `turn`, `attempt` and `piece` say which roll it is.

    Turns count from 1, 0 is the set-up.
    """

    @property
    def turn(self) -> int: ...

    @property
    def attempt(self) -> Attempt:
        """What is being tried; `setup` where no player has tried anything."""

    @property
    def piece(self) -> str:
        """The name of the piece it is tried with; NO_PIECE in the set-up."""

    def odds(self) -> tuple[tuple[Move, float], ...] | None:
        """With to_move == CHANCE: outcomes and their true probabilities; None if they cannot be listed."""

    def sample(self, rolls: Rolls) -> Move:
        """With to_move == CHANCE: draw the outcome."""


class Names(Protocol):
    """Names of single pieces that the rules do not need (Taktori's T1..T16); kept by the match."""

    def after(self, state: State, move: Move) -> Names:
        """The names once `move` has been applied to `state`."""


@dataclass(frozen=True)
class View(Generic[S_co]):
    """What to draw or put into words: a state, and what to mark in it."""

    state: S_co
    setup: Setup
    last: tuple[Move, ...] = ()
    """The moves and outcomes of the last turn, oldest first."""
    names: Names | None = None
    layout: str = ""
    """One of the game's `layouts`, or empty for the ordinary board."""
    is_preview: bool = False
    """Whether the state is what the moves in `last` would lead to, and not the state of the game."""
    turned: bool = False
    """Whether the board is drawn from the opposite side, where the game can."""
    to_move: int = field(kw_only=True)
    """A player, CHANCE or NOBODY: taken from the match, which knows of endings that a state cannot know."""


class Area(NamedTuple):
    """A rectangle of a drawing in columns and rows, both from 0."""

    column: int
    row: int
    width: int = 1
    height: int = 1


@dataclass(frozen=True)
class Drawing:
    """A board as lines of text, and where things are in them."""

    lines: tuple[str, ...]
    """May hold colour codes, which take no column."""
    places: Mapping[str, Area] = field(default_factory=dict)
    """Every field, cell, stick or disc that is drawn, by the name that moves use."""
    is_list: bool = False
    """Whether this is a list in words, because the window is too narrow for a picture."""

    @property
    def text(self) -> str:
        """All lines, without a final newline."""
        return "\n".join(self.lines)


@dataclass(frozen=True)
class Sentences(Generic[S_contra]):
    """A game in words instead of drawings. All sentences end with a full stop.

    `scan` describes a part (`row 5`, `e5`), or everything if the text is empty.
    `where` says where a piece is (`T3`). `places` and `pieces` are examples of each, for the help.
    Both functions raise WrongUse if nothing fits.
    """

    scan: Callable[[View[S_contra], str], list[str]]
    where: Callable[[View[S_contra], str], list[str]]
    places: tuple[str, ...]
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class GameCommand(Generic[S]):
    """A command of a single game, such as `zickzack solve`; `cli` turns it into a click command.

    `run` gets a CommandCall and yields the lines to print.
    """

    name: str
    help: str
    run: Callable[[CommandCall[S]], Iterable[str]]
    parameters: tuple[Parameter, ...] = ()
    takes_position: bool = False


@dataclass(frozen=True)
class Parameter:
    """An argument (`FILE`) or an option (`--moves`) of a GameCommand."""

    name: str
    help: str = ""
    kind: Literal["argument", "flag", "text", "integer", "number"] = "text"
    required: bool = False
    default: str | int | float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class CommandCall(Generic[S]):
    """What a GameCommand gets: the position, the parameters by name, the style of output."""

    game: Game[S]
    setup: Setup
    state: S
    values: Mapping[str, Any]
    style: Style


@dataclass(frozen=True)
class Variant:
    """A way to play a game, with the words of its options: `Variant("nocover", ("nocover",), "loops decide")`."""

    name: str
    options: tuple[str, ...]
    summary: str


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """Everything the program knows about a game. A new game is one of these and a line in `games`."""

    name: str
    title: str
    kind: Literal["board", "dexterity"]
    """What `tabletop games` calls it; the program decides by the fields below."""
    players: tuple[int, int]
    """Fewest and most."""
    seats: tuple[str, ...]
    """Default names in turn order, as many as the most players."""
    colours: tuple[str, ...]
    """The colour of each seat, as `style` names it."""
    has_colour_seats: bool = False
    """Whether seats are called by their colours (red, blue), so that a player's name does not show the colour."""
    has_chance: bool = False
    """Whether outcomes are rolled: states are ChanceStates, there is no perft, and rolls cannot be undone."""
    numbers_moves: bool = True
    """Whether records number the moves; False if a line is a step of a turn."""
    options: tuple[Option, ...] = ()
    rules: str
    """The text of rules.md: our own wording, see `rulebook`."""
    grammar: Grammar
    start: Callable[[Setup], S]
    format_move: Callable[..., str]
    """format_move(move, compact=False): inverse of the grammar; outcomes without their arrow."""
    format_outcome: Callable[[Move], str] | None = None
    """An outcome for people, without what only a record needs; None if `format_move` is short enough."""
    render: Callable[[View[S], Style], Drawing]
    legend: tuple[tuple[str, str], ...] = ()
    """How to read the board: what is drawn, in plain ASCII, and what it means."""
    can_turn: bool = False
    """Whether `render` heeds `View.turned`."""
    layouts: tuple[str, ...] = ()
    """Other ways to draw the board, as in `show --NAME`."""
    parse_position: Callable[[str, Setup], S] | None = None
    format_position: Callable[[S], str] | None = None
    first_names: Callable[[S], Names] | None = None
    ending: Callable[[Setup, Sequence[S]], Result | None] | None = None
    """An ending that needs history (repetition, turn limit); gets all states so far, the start included."""
    expand: Callable[[Move], tuple[Move, ...]] | None = None
    """A move of several steps (`raise B4 to 9.2`) as those steps; check() judges it as a whole."""
    near: Callable[[S, Move], Iterable[Move]] | None = None
    """Legal moves near an illegal one, in canonical order, for games with too many moves to list."""
    score_details: Callable[[S, Setup], dict[str, Any]] | None = None
    """What `score --json` shows besides scores, over and winners."""
    score_lines: Callable[[S, Setup, Style], list[str]] | None = None
    """What `score` prints below the points."""
    status_lines: Callable[[S, Setup], list[str]] | None = None
    """Stocks and the like, one per line, for the toolbar and for plain mode."""
    turn_note: Callable[[S, S], str] | None = None
    """What happened between two states that neither moves nor points say, in a few words; empty for nothing."""
    sentences: Sentences[S] | None = None
    """For players who hear the board instead of seeing it."""
    winner_begins: bool = False
    """In a series, the winner begins the next game; otherwise players take turns to begin."""
    models: ModelLibrary | None = None
    """Dexterity games: how to check model files, and where the presets are."""
    fitting: str = ""
    """Dexterity games: the module that fits models to records (see `modelfit`), imported only when it is needed."""
    commands: tuple[GameCommand[S], ...] = ()
    bots: str = ""
    """The module with this game's bots, imported only when one is needed."""
    level_descriptions: Mapping[str, str] = field(default_factory=dict, hash=False)
    """How a level plays, by its name: `a bot that ...`. Only for levels that do something special in this game."""
    variants: tuple[Variant, ...] = ()
    """Sets of options that the menu offers, the rule book first."""
    notice: Callable[[Setup], str] | None = None
    """What players should know before a game with this set-up, as a sentence; empty if there is nothing."""
    strategies: str = ""
    """The module with its simple strategies, which are bots too."""
    picture: str = ""
    """The module whose `draw(view)` makes a vector picture (see `svg`), imported only when one is needed."""

    def __reduce__(self) -> tuple[Callable[..., AnyGame], tuple[Any, ...]]:
        """Pickled by its name: functions and grammars stay where they are."""
        games = import_module("tabletop.games")  # by name, because games import this module
        return games.load, (self.name, games.own_registration(self.name))


AnyGame: TypeAlias = Game[Any]
"""A game outside its own folder, where the type of its states is unknown."""
