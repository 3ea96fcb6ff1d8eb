"""The columns of the vector's rows, and the limits of lists that have none in the rules."""

from typing import Final

from spyring.games.spies.places import MAX_PARTS

NATION_COLUMNS: Final = (
    *("mine", "hand unknown", "money", "beyond 255"),
    *("chits", "tiles", "discarded", "talks"),
)
SPY_COLUMNS: Final = ("space", "off the map", "face", "moved", "searched")
POLICE_COLUMNS: Final = ("back high", "back", "number", "space", "strength")
SECRET_COLUMNS: Final = ("space", "off the map", "by", "face", "proven", "brought")
SUM_COLUMNS: Final = ("nation", "one", "other", "sum")
OFFER: Final = ("by", "to", "counter", "unknown")
SUMS: Final = tuple(str(number + 1) for number in range(24))
CHAIN: Final = tuple(str(number) for number in range(16))  # chits played on each other
PLANNED: Final = tuple(str(number) for number in range(12))  # pieces of one nation
PARTS: Final = tuple(str(number + 1) for number in range(MAX_PARTS))
