"""The rules of Season 0 as frames, a file for each chapter of the ledger."""

from typing import Any, Final

from spyring.engine.frame import Frame
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

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    *setup.FRAMES,
    *turn.FRAMES,
    *actions.FRAMES,
    *sharing.FRAMES,
    *safehouses.FRAMES,
    *cover.FRAMES,
    *threats.FRAMES,
    *events.FRAMES,
    *starting_events.FRAMES,
    *later_events.FRAMES,
    *instructions.FRAMES,
    *debrief.FRAMES,
)
