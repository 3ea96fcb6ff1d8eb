"""Small games that use what Kraków does not: reaction chains, interrupters, consent, a campaign, a bluff.

They are written as any author of another game would write them: plain Python on the engine of either build.
"""

from tests.toys.coin import COIN
from tests.toys.duel import DUEL
from tests.toys.relay import RELAY

__all__ = ["COIN", "DUEL", "RELAY"]
