"""Write tabletop/examples/GAME-bots.moves: a game between strong bots, with the bot's reason beside every move.

Usage: python tools/annotate_games.py [GAME...]
"""

from __future__ import annotations

import sys
from pathlib import Path

from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.game import CHANCE
from tabletop.games import game_names, load
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.replay import write_record
from tabletop.text import join_words

EXAMPLES = Path(__file__).resolve().parent.parent / "tabletop" / "examples"
SEED = 2026
LEVELS = {"fem": ("hard", "easy")}
"""Games where not both bots are `hard`: in Fem the second would win by overbuilding every tower, which is dull."""


def annotated_game(name: str) -> str:
    """Play a game; the text of its move file."""
    game = load(name)
    match = Match(game, make_setup(game, players=max(2, game.players[0]), seed=SEED if game.models else None))
    levels = LEVELS.get(name, ("hard", "hard"))
    controllers = [make_controller(game, level) for level in levels]
    match.settle()
    reasons: dict[int, str] = {}
    while match.result is None:
        controller = controllers[match.to_move - 1]
        info = controller.bot.think(observe(match, SEED), controller.limit())
        value = f"{info.score_words(info.value)}: " if info.value is not None and not info.is_exact else ""
        reasons[len(match.plies)] = f"{value}{info.explanation}".replace("#", "")
        match.play(info.move)
        match.settle()
    headers, _, body = write_record(match).partition("\n\n")
    lines = body.rstrip("\n").split("\n")
    for number, ply in enumerate(match.plies):
        if ply.player != CHANCE and reasons.get(number):
            lines[number] = f"{lines[number]:<44}# {reasons[number]}"
    winners = " ".join(match.player_name(player) for player in match.result.winners) or "nobody"
    title = f"# A game of {game.title} between bots, with their reasons.\n"
    bots = "Both bots are hard" if levels == ("hard", "hard") else f"The bots are {join_words(levels)}"
    title += f"# {bots}. The comment after a move gives the player's chance to win\n"
    title += "# after the move, as the bot saw it, and the bot's reason.\n"
    return title + headers + "\n\n" + "\n".join([*lines, "expect over", f"expect winner {winners}"]) + "\n"


def main() -> None:
    """Write the games asked for, or all."""
    for name in sys.argv[1:] or game_names():
        path = EXAMPLES / f"{name}-bots.moves"
        path.write_text(annotated_game(name), "utf-8")
        print(f"written: {path.name}")


if __name__ == "__main__":
    main()
