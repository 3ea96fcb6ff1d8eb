"""Answers about people: their games, their relations, their data."""

from typing import Literal

from spyring.server.core.payloads import Payload, SeatCard


class RatingCard(Payload):
    """A person's rating at one game, among all its players here."""

    game: str
    title: str
    points: int
    games: int
    settled: bool  # whether enough games were played
    place: int


class ResultCard(Payload):
    """The result of one finished game for one person; the replay of the game is at ``table``."""

    table: str
    game: str
    title: str
    together: bool  # whether all won or lost together
    public: bool
    seat: int
    seats: list[SeatCard]
    place: int
    won: bool
    left: bool  # a bot sat there at the end
    score: int
    achieved: float | None
    points: int | None  # the rating after it
    gained: int | None
    ended_at: float


class Duel(Payload):
    """A person's record against another in the latest 500 games; ``person`` is None for a guest."""

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
    """A person, as others may see them: private games are shown only to people who sat there."""

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
    """A person who has added the caller as a friend."""

    person: str
    name: str
    face: str | None
    made_at: float


class Tie(Payload):
    """A person on the caller's own list; only friends are notified of it."""

    person: str
    name: str
    face: str | None
    kind: Literal["friend", "mute", "block"]
    account: bool
    made_at: float


class Vacation(Payload):
    """Whether the caller is away from games over days, and how many of the ``days`` of a year are left."""

    until: float | None
    days_left: float
    days: int


class MyTable(Payload):
    """A seat at a table, with the person's own moves there, including ones taken back."""

    game: str
    status: str
    made_at: float
    place: int | None
    won: bool | None
    score: int | None
    moves: list[str]


class RemarkData(Payload):
    """A remark of the person."""

    answer: str | None = None  # of a bot, to what the person pointed at


class PersonalData(Payload):
    """All stored data of one person. The columns of the schema add the rest."""

    ratings: list[RatingCard]
    notes: dict[str, str]  # by table
    given: list[str]  # tables whose games the person gives to science
