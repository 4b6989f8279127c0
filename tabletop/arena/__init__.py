"""The arena: bots and engines play tournaments, and the report says how certain its numbers are.

tournament  participants, tables and the games to be played; read from TOML or from the command line
play        one game, in any process
runner      hands games to processes or to a cluster, and collects the reports
results     the file of finished games: append, read, resume
ratings     shares of wins, Elo, SPRT: numbers with error bars
report      the results as text, JSON and CSV; who crashed, stalled or cheated
"""
