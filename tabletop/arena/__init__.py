"""The arena: bots and engines play tournaments and studies, and the reports say how certain their numbers are.

tournament    participants, tables and the games to be played
plan          tournaments as people write them, in TOML
openings      positions and first moves to start from
adjudication  games that are ended early
play          one game, in any process
executors     where games are played: this process, worker processes, a Dask cluster
runner        hands games to an executor, and collects the reports
results       the file of finished games: append, read, resume
intervals     means with error bars, of games that share seeds or are repeated
ratings       shares of wins, points, ranks and Elo
sprt          the sequential test
report        the results as text, JSON and CSV; who crashed, stalled or cheated
study         the games that show how a game plays; study_facts, study_report, study_text: what they show
statistics    quantiles, and how much of the points is hand, head and luck
"""
