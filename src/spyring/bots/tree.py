"""What a search knows: information sets, as each seat perceives how it came there, and their moves."""

from mypy_extensions import i64


class Branch:
    """What is known about one move of one seat at one place of the tree."""

    def __init__(self, seat: i64, move: i64, weight: float, pointless: bool) -> None:
        self.seat: i64 = seat
        self.move: i64 = move
        self.weight = weight  # its prior, before it is shared out among the open moves
        self.pointless = pointless
        self.visits: i64 = 0
        self.open: i64 = 0  # how often it could have been taken
        self.total = 0.0  # what ``seat`` got from it in all


class InfoSet:
    """Everything that looks alike to a seat after the same perceptions.

    All seats share one tree: as long as they perceive the same they stand at the same place, and part where
    one of them sees more than another. What each of them learns stays with its own branches.
    """

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.branches: dict[int, Branch] = {}  # by move and seat
        self.open: list[int] = []  # the moves that were open at the last visit, and their branches
        self.fan: list[Branch] = []
        self.children: dict[int, InfoSet] = {}  # by what is perceived of whose move
        self.blind = False  # whether somebody's move was hidden from who stands here
        self.mark = ""  # what the searching seat sees here, if it is the one who decides

    def child(self, seat: i64, code: i64) -> "InfoSet":
        """The place where somebody stands who has perceived ``code`` of a move of ``seat``."""
        at = key(seat, code)
        place = self.children.get(at)
        if place is None:
            place = InfoSet()
            place.blind = self.blind
            self.children[at] = place
        return place


def key(seat: i64, move: i64) -> int:
    """A move of a seat, or what is perceived of it, as one number."""
    return int(move << 3 | seat)
