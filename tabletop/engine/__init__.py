"""Engines: our bots for other programs, and other programs as players, through the Universal Game Interface (UGI).

protocol.py describes the language.
"""
