"""A session in sentences: who plays, whose turn it is, what stands where, what to type."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.specs import bot_makers, make_controller
from tabletop.describe import result_line
from tabletop.errors import IllegalMove, TabletopError, Unreadable, UnreadableMove, WrongUse
from tabletop.game import CHANCE, AnyGame
from tabletop.match import Match
from tabletop.modelfiles import REFEREE
from tabletop.options import format_options
from tabletop.session.history import format_ply
from tabletop.style import Style
from tabletop.suggest import tokens
from tabletop.text import join_words

if TYPE_CHECKING:
    from tabletop.session.session import Session


TIP_BOT = "easy"
TIP_NODES = 200
"""The bot behind the first tip, and how long it searches."""
MOST_LISTED = 200
"""Moves among which an example is chosen."""


def scan(session: Session, place: str) -> list[str]:
    """What stands in a part of the board, or on all of it; raises WrongUse where nothing fits.

    A game without sentences is drawn.
    """
    game = session.game
    if game.sentences:
        return game.sentences.scan(session.view(), place.strip().lower())
    if place:
        return where(session, place)
    style = Style(width=session.style.width, height=session.style.height)
    return [*game.render(session.view(), style).lines, *status(session)]


def where(session: Session, piece: str) -> list[str]:
    """Where a piece is, or what is at a place; raises WrongUse where nothing fits."""
    game, match = session.game, session.match
    if game.sentences:
        text = piece.strip().lower()
        try:
            return game.sentences.where(session.view(), text)
        except WrongUse as error:
            try:
                return game.sentences.scan(session.view(), text)
            except WrongUse:
                raise error from None
    words = set(tokens(piece))
    for number in range(len(match.plies), 0, -1):
        ply = match.plies[number - 1]
        text = format_ply(match, ply)
        if words and words <= set(tokens(text)):
            return [f"{piece} was last mentioned in move {number}, by {match.player_name(ply.player)}: {text}."]
    raise WrongUse(f"no move so far mentions {piece}")


def status(session: Session) -> list[str]:
    """Stocks, points and the like, a sentence each."""
    game, match = session.game, session.match
    if game.status_lines:
        lines = game.status_lines(session.visible_state(), match.setup)
        return [line if line.endswith(".") else f"{line}." for line in lines]
    scores = match.state.scores()
    if scores is None:
        return []
    return [", ".join(f"{name} {score}" for name, score in zip(match.setup.names, scores, strict=True)) + "."]


def is_refereed(match: Match) -> bool:
    """Whether people state the outcomes, and nothing is rolled."""
    model = match.setup.model
    return model is not None and model.name == REFEREE


def describe_player(session: Session, player: int) -> str:
    """A player's name with the seat's colour, if the name is another, and the bot's spec."""
    game, name = session.game, session.match.player_name(player)
    if player < 1:
        return name
    colour, spec = game.seats[player - 1], session.seating.seats[player - 1].spec
    notes = [colour] if colour.lower() != name.lower() and game.has_colour_seats else []
    if player in session.bots and spec != name:
        notes.append(spec)
    return f"{name} ({', '.join(notes)})" if notes else name


def turn_line(session: Session) -> str:
    """Whose turn it is, or how the game ended, in one sentence."""
    match = session.match
    match session.phase:
        case "over":
            return result_line(match)
        case "outcome":
            last = next((ply for ply in reversed(match.plies) if ply.player != CHANCE), None)
            if last is None:
                return "State how the game is set up."
            return f"What happened after {match.player_name(last.player)}'s `{format_ply(match, last)}`?"
        case "bot":
            return f"{describe_player(session, match.to_move)} is thinking."
        case "human":
            return f"{describe_player(session, match.to_move)} to move."


def hint_lines(game: AnyGame, info: SearchInfo) -> list[str]:
    """The move that a bot advises and why, and the values of the best moves where it knows them."""
    best = game.format_move(info.move)
    lines = [f"Hint: {best}." + (f" {sentence(info.explanation)}" if info.explanation else "")]
    ranked = [(move, value) for move, value in info.ranked if move != info.move][:2]
    if info.value is not None:
        ranked.insert(0, (info.move, info.value))
    if ranked:
        values = [f"{game.format_move(move)} {info.format_score(value)}" for move, value in ranked]
        lines.append(f"{values_title(info)}: {'; '.join(values)}.")
    return lines


def values_title(info: SearchInfo) -> str:
    """What the values of a bot's moves are."""
    if info.is_exact:
        return "With best play"
    return "Values" if info.win_chance(0.0) is None else "Chances to win"


def refusal_sentence(error: TabletopError) -> str:
    """Why a typed line is not a legal move."""
    if not isinstance(error, UnreadableMove):
        return sentence(str(error))
    if error.suggestion:
        return f"Cannot read this: {error.reason}; did you mean `{error.suggestion}`?"
    return f"Cannot read this: {error.reason}."


def sentence(text: str) -> str:
    """The text with a full stop, and a capital letter unless it begins with the name of a file or a piece."""
    if re.match(r"[a-z]+(?=[ ,:;]|$)", text):
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + "."


def greeting(session: Session) -> list[str]:
    """Who you are, whom you play against, and what to type: the message beside the first board."""
    seats = list(enumerate(session.seating.seats, 1))
    lines = [
        _players_sentence(
            [_name_and_colour(session, player) for player, seat in seats if seat.is_human],
            [_name_and_bot(session, player, seat.spec) for player, seat in seats if not seat.is_human],
        )
    ]
    if session.phase == "human" and not session.has_moves:
        lines.append(f"Try `{example(session)}`. Tab completes, F1 helps.")
    return [*lines, *notices(session)]


def _players_sentence(people: list[str], bots: list[str]) -> str:
    """Who plays at this keyboard, and against which bots."""
    if not people:
        return f"Players: {join_words(bots)}."
    if len(people) == 1:
        return f"You are {people[0]} and play against {join_words(bots)}." if bots else f"You are {people[0]}."
    if not bots:
        return f"{join_words(people)} share this keyboard."
    return f"{join_words(people)} share this keyboard and play against {join_words(bots)}."


def _name_and_colour(session: Session, player: int) -> str:
    """A player's name, with the colour of the seat if the name is another."""
    name, colour = session.match.player_name(player), session.game.seats[player - 1]
    return f"{name} ({colour})" if session.game.has_colour_seats and name.lower() != colour.lower() else name


def _name_and_bot(session: Session, player: int, spec: str) -> str:
    """The same, with the bot's spec."""
    name, colour = session.match.player_name(player), session.game.seats[player - 1]
    if session.game.has_colour_seats and name.lower() != colour.lower():
        return f"{name} ({colour}, bot {spec})"
    return f"{name} (bot {spec})"


def example(session: Session) -> str:
    """A sensible move: what a simple bot plays; where the game has no bots, a legal one."""
    match = session.match
    if TIP_BOT in bot_makers(session.game):
        controller = make_controller(session.game, TIP_BOT)
        info = controller.bot.think(observe(match, bot_seed=1), controller.limit(TIP_NODES))
        return session.game.format_move(info.move)
    for form in session.game.grammar.forms:
        if form.kind == "long":
            try:
                match.state.check(match.game.grammar.parse(form.example, match.state, match.names[-1]))
            except (IllegalMove, Unreadable):
                continue
            return form.example
    moves = list(islice(match.state.legal_moves(), MOST_LISTED))
    return session.game.format_move(moves[len(moves) // 2])


def introduction(session: Session) -> list[str]:
    """Who plays, with which options and model; not the seed, which would let people predict the rolls."""
    game, setup = session.game, session.match.setup
    lines = [f"{game.title}."]
    for player, seat in enumerate(session.seating.seats, 1):
        colour = game.seats[player - 1] if game.has_colour_seats else ""
        name = f"{seat.name} ({colour})" if colour and colour.lower() != seat.name.lower() else seat.name
        lines.append(f"{name} is a person." if seat.is_human else f"{name} is the bot {seat.spec}.")
    if options := format_options(game.options, setup.options):
        lines.append(f"Options: {options}.")
    if setup.model is not None:
        lines.append(f"Model: {setup.model.name}.")
    return [*lines, *notices(session)]


def notices(session: Session) -> list[str]:
    """What players should know before the first move, if there is anything."""
    game = session.game
    has_people = any(seat.is_human for seat in session.seating.seats)
    notice = game.notice(session.match.setup) if game.notice and has_people and not session.has_moves else ""
    return [notice] if notice else []
