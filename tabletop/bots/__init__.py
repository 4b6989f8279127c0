"""Bots: players made of code. This package knows no game; each game's own bots are in its bots.py.

    controller = make_controller(game, "hard")             # specs.py
    info = controller.bot.think(observe(match, bot_seed=1), controller.limit())
    match.play(info.move)

A bot gets an Observation, which holds only what its player may see, and a Limit, and answers
with a SearchInfo. Its random numbers come from the observation's `rng`, never from the game's seed.
"""
