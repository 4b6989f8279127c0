"""Engines: our bots behind the Universal Game Interface (UGI), and outside programs as players.

The language is UGI's, with extensions for more than two players and for chance:

    query turn | players | legal | score | fen     answered with `response ...`
    query why MOVE                                 `response legal`, or the rule and the reason
    query result                                   p1win, p2win, ..., draw or none
    setoption name first value N                   who begins, where a game has no position strings
    outcomes in a move list                        one word: `->moved_0.4_popped_y3`

Moves are in the compact notation.
"""

from __future__ import annotations

from tabletop.errors import EngineFailed
from tabletop.game import CHANCE, Game
from tabletop.match import Match, Ply

ARROW = "->"


class EngineNotStarted(EngineFailed):
    """An outside engine that cannot be started, or does not say `ugiok` and `readyok`."""


def word_of(game: Game, ply: Ply) -> str:
    """A move or an outcome as one word of a move list."""
    text = game.format_move(ply.move, compact=True)
    return ARROW + "_".join(text.split()) if ply.player == CHANCE else text


def play_word(match: Match, word: str) -> None:
    """Play a word of a move list; raises what `Match.play` raises."""
    if word.startswith(ARROW):
        match.play(match.game.grammar.parse(word[len(ARROW) :].replace("_", " "), match.state, outcome=True), "stated")
    else:
        match.play_text(word)
