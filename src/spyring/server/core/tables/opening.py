"""A table with everything open, for when its game is over."""

from collections.abc import Sequence
from typing import Any

from spyring.engine.position import Json
from spyring.engine.seats import viewer
from spyring.engine.state import State


def open_table(state: State, seat: int | None) -> Json:
    """The table as a seat would see it if the game had ended here."""
    return state.game.view(state.opened(), viewer(seat, state.seats))


def together(views: Sequence[Json]) -> Json:
    """What some readers see, put together: the first one decides where two see different things.

    >>> together([{"you": None, "hand": [None, None]}, {"hand": ["x", None]}, {"hand": [None, "y"]}])
    {'you': None, 'hand': ['x', 'y']}
    """
    found: Json = _merged(views)
    return found


def _merged(parts: Sequence[Any]) -> Any:
    first = next((part for part in parts if part is not None), None)
    if isinstance(first, dict):
        return {key: _merged([part.get(key) for part in parts if isinstance(part, dict)]) for key in first}
    if isinstance(first, list):
        same = [part for part in parts if isinstance(part, list) and len(part) == len(first)]
        return [_merged([part[at] for part in same]) for at in range(len(first))]
    return first
