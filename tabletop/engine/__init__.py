"""Engines: our bots behind the Universal Game Interface (UGI), and outside programs as players.

The language is UGI's, with extensions for more than two players and for chance:

    query turn | players | legal | score | fen     answered with `response ...`
    query why MOVE                                 `response legal`, or the rule and the reason
    query result                                   p1win, p2win, ..., draw or none
    setoption name first value N                   who begins, where a game has no position strings
    outcomes in a move list                        one word: `->moved_0.4_popped_y3`

Moves are in the compact notation.
"""
