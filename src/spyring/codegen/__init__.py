"""Writes the Python that follows from what a game declares.

A game declares its words in ``words.toml``: what its moves, events, refusals and options are called and say.
``python -m spyring.codegen FOLDER...`` writes ``words.py`` beside it: the numbers as constants, the typed
options, the books of moves, events and refusals. It declares in ``fields.toml`` what lies on its table; from
that follows ``generated.py``: the table, the plain rows of its view, the blocks of its vector. Written code
compiles to the same machine code as code by hand.
"""

from spyring.codegen.files import stale, write

__all__ = ["stale", "write"]
