"""How a sensible group thinks."""

from spyring.engine.strategy import Strategy


class Season0Strategy(Strategy):
    """To come."""
