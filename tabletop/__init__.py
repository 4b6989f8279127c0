"""The terminal home of five German tabletop games."""

__version__ = "0.1.0"
