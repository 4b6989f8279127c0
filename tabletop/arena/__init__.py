"""The arena: bots and engines play tournaments, and the report says how certain its numbers are.

tournament  participants, tables and the games to be played; read from TOML or from the command line
play        one game, in any process
executors   where games are played: this process, worker processes, a Dask cluster
runner      hands games to an executor, and collects the reports
results     the file of finished games: append, read, resume
ratings     shares of wins, Elo, SPRT: numbers with error bars
report      the results as text, JSON and CSV; who crashed, stalled or cheated
"""
