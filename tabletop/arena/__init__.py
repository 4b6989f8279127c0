"""The arena: bots and engines compete by a plan, and what they score is told with its uncertainty.

plan      what is to be played, read from TOML or from the command line
schedule  the games of a plan, in blocks, each with a seed and a seating
play      one game, in whatever process
results   the file of finished games: append, read, resume
workers   processes that play, and end with us
runner    hands games to an executor and collects what comes back
failures  who crashed, stalled or cheated
ratings   scores, Elo, SPRT: numbers with error bars
report    the same as text, JSON and CSV
"""
