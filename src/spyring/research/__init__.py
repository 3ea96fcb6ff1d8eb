"""Interfaces for researchers: PettingZoo, Gymnasium, OpenSpiel, and batches of games.

Each interface is a module (``spyring.research.pettingzoo`` and so on) that needs its library. The games, the
engine and the bots need none of them.
"""

from spyring.engine.errors import SpyringError


class MissingExtra(SpyringError):
    """A library is not installed."""


def missing(error: ModuleNotFoundError, extra: str) -> MissingExtra:
    """The error for a missing library."""
    return MissingExtra(
        f"This needs {error.name}, which is not installed. Install it with: pip install 'spyring[{extra}]'"
    )
