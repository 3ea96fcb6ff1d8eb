"""Doors for researchers: PettingZoo, Gymnasium, OpenSpiel, and many games at once.

Each door is a module of its own (``spyring.research.pettingzoo`` and so on) and needs what it opens to; the
games, the engine and the bots need none of it.
"""

from spyring.engine.errors import SpyringError


class MissingExtra(SpyringError):
    """A door to something that is not installed."""


def missing(error: ModuleNotFoundError, extra: str) -> MissingExtra:
    """The sentence for a door that cannot be opened."""
    return MissingExtra(
        f"This needs {error.name}, which is not installed; get it with: pip install 'spyring[{extra}]'"
    )
