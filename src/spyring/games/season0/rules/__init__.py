"""The rules of Season 0 as frames, a file for each chapter of the ledger. Vectors number the frames in this
order.
"""

from typing import Any, Final

from spyring.engine.frame import Frame, frames_of
from spyring.games.season0.rules import (
    actions,
    cover,
    debrief,
    events,
    instructions,
    later_events,
    safehouses,
    setup,
    sharing,
    starting_events,
    threats,
    turn,
)

FRAMES: Final[tuple[type[Frame[Any]], ...]] = frames_of(
    *(setup, turn, actions, sharing, safehouses, cover),
    *(threats, events, starting_events, later_events, instructions, debrief),
)
