"""Observation spaces for Gymnasium and PettingZoo."""

from typing import Any, Final

from spyring.research import missing
from spyring.research.setting import HIGHEST, Setting

try:
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing(error, "research") from error

ILLEGAL: Final = -1.0  # the reward of an illegal move


def observed(setting: Setting, dtype: Any = np.uint8, flat: bool = False) -> Any:
    """The observation space of a learner; a flat one is the vector without the mask."""
    kind = dtype if setting.floats is None else np.float32
    vector = spaces.Box(0, HIGHEST[setting.form], (setting.size,), kind)
    mask = spaces.Box(0, 1, (setting.moves,), np.int8)
    return vector if flat else spaces.Dict({setting.key: vector, "action_mask": mask})
