"""Generates Python from the declarations of a game.

``words.toml`` declares moves, events, refusals and options with their names and sentences. ``python -m
spyring.codegen FOLDER...`` writes ``words.py`` from it: constants, typed options, and the books of moves,
events and refusals. ``fields.toml`` declares the table. ``generated.py`` follows from it: the table, the
plain rows of its view, and the blocks of its vector. Generated code compiles to the same machine code as
hand-written code.
"""

from spyring.codegen.files import stale, write

__all__ = ["stale", "write"]
