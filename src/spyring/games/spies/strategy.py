"""The heuristic bot's judgement of Spies!."""

from spyring.engine.strategy import Strategy
from spyring.games.spies.table import Table


class SpiesStrategy(Strategy[Table]):
    """What to do, in rough points."""
