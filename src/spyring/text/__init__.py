"""Games as text, for language models: what a seat knows, and moves as a model writes them.

>>> import spyring
>>> state = spyring.game("krakow").start(seed=7, years=1, events=True)
>>> seat = state.deciders[0]
>>> print(describe(state, seat).partition("# Decision")[2][:82].strip())
You are black-purse. Seats: white-dagger, black-purse, white-purse, black-dagger.
>>> state.play(seat, read(state, seat, "Play STREET thugs_rul"))
"""

from collections.abc import Sequence

from spyring.engine.state import State
from spyring.text.moves import read
from spyring.text.seat import Scene, news, rules

__all__ = ["Scene", "describe", "news", "read", "rules"]


def describe(state: State, seat: int, since: int = 0, talk: Sequence[str] = ()) -> str:
    """Everything that ``seat`` needs for its decision; :func:`rules` adds the components.

    ``since`` is how many of ``state.events_for(seat)`` it has read; ``talk`` has lines of conversation.
    """
    return Scene.of(state, seat, since, talk).text()
