"""Engines: our bots for other programs, and other programs as players, over the Universal Game Interface (UGI).

protocol.py describes the language.
"""
