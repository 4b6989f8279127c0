"""Bots: players made of code. What is here knows no game; what knows one sits beside that game's rules.

A bot is asked with a Situation, which holds only what its player may see, and answers
with a Thought. Its random numbers come from the Situation's dice, never from the game's seed.
"""
