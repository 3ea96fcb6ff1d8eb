"""What is answered about people: what they have played, what they think of each other, what is theirs."""

from typing import Literal

from spyring.server.core.payloads import Payload, SeatCard


class RatingCard(Payload):
    """How good somebody is at one game, among all who play it here."""

    game: str
    title: str
    points: int
    games: int
    settled: bool  # whether it is more than a first impression
    place: int


class ResultCard(Payload):
    """How one finished game ended for one person; the game itself is at ``table``, open to its replay."""

    table: str
    game: str
    title: str
    together: bool  # whether all won or lost together
    public: bool
    seat: int
    seats: list[SeatCard]
    place: int
    won: bool
    left: bool  # a bot sat there in the end
    score: int
    achieved: float | None
    points: int | None  # of the rating after it
    gained: int | None
    ended_at: float


class Duel(Payload):
    """How somebody did against another one in the latest 500 games; ``person`` is None for a guest."""

    person: str | None
    name: str
    face: str | None
    you: bool
    met: int
    ahead: int
    behind: int
    together: int
    won_together: int


class Profile(Payload):
    """Somebody, as others may know them: private games are there only for those who sat at them."""

    id: str
    name: str
    kind: Literal["guest", "account"]
    you: bool
    face: str | None
    made_at: float
    ratings: list[RatingCard]
    results: list[ResultCard]
    duels: list[Duel]


class Ranked(Payload):
    """A line of a leaderboard."""

    place: int
    person: str
    name: str
    face: str | None
    points: int
    games: int
    settled: bool
    you: bool


class Greeting(Payload):
    """Somebody who has put one on the list of their friends."""

    person: str
    name: str
    face: str | None
    made_at: float


class Tie(Payload):
    """Somebody on one's own list of people; only a friend is told of it."""

    person: str
    name: str
    face: str | None
    kind: Literal["friend", "mute", "block"]
    account: bool
    made_at: float


class Vacation(Payload):
    """Whether one is away from games over days, and how many of the ``days`` of a year are left."""

    until: float | None
    days_left: float
    days: int


class MyTable(Payload):
    """A seat at a table, with one's own moves there, those taken back too."""

    game: str
    status: str
    made_at: float
    place: int | None
    won: bool | None
    score: int | None
    moves: list[str]


class RemarkData(Payload):
    """Something that one said."""

    answer: str | None = None  # of a bot, to what one pointed at


class PersonalData(Payload):
    """Everything that is stored about one person and is theirs. The columns of the schema add the rest."""

    ratings: list[RatingCard]
    notes: dict[str, str]  # by table
    given: list[str]  # tables whose games one gives to science
