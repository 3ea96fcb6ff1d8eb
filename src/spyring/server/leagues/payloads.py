"""Events as programs and pages get them."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from spyring.server.core.payloads import Name, Payload
from spyring.server.leagues.pairing import Fill, Format

PersonId = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}$")]
Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]+$"),
]


class NewLeague(Payload):
    """A request for an event. ``seats`` is the size of its tables; ``fill`` says what happens to people who
    do not fill one. A knock-out takes as many rounds as it needs.
    """

    name: Name
    game: Name
    seats: int = Field(ge=2, le=8)
    format: Format = "swiss"
    rounds: int = Field(default=5, ge=1, le=40)
    options: dict[str, int | str] = Field(default_factory=dict, max_length=40)
    fill: Fill = "bye"
    pace: Literal["live", "days"] = "days"
    hours: float = Field(default=168.0, ge=0.25, le=90 * 24)  # for a round
    automatic: bool = True  # whether the next round starts by itself
    starts_at: float | None = None  # None: when a host starts it
    public: bool = True
    plays: bool = True  # whether the host plays, too


class Standing(Payload):
    """A person in the standings: the points, and what decides between equal points, in this order."""

    place: int
    person: str
    name: str
    face: str | None
    points: float
    won: int  # tables
    strength: float  # the points of the people they met
    lost: int  # last places
    lot: int
    played: int
    byes: int
    left: bool  # they have left the event


class LeagueCard(NewLeague):
    """An event in a list."""

    id: str
    title: str  # of the game
    status: Literal["open", "playing", "over"]
    round: int
    people: int
    club: str | None
    joined: bool


class LeagueSeat(Payload):
    """A seat of a table in a round: a person, or a bot."""

    person: str | None
    name: str | None
    place: int | None


class LeagueTable(Payload):
    """A table of a round; without an id it is a bye. A corrected result names the host and the reason."""

    number: int
    table: str | None
    state: Literal["playing", "over", "none", "bye"]  # none: no result
    seats: list[LeagueSeat]
    fixed_by: str | None
    fixed_why: str | None


class LeagueRound(Payload):
    """A round with its tables. Where all tables share a deal, results show when the round has ended."""

    number: int
    began_at: float
    deadline: float
    ended_at: float | None
    tables: list[LeagueTable]


class League(LeagueCard):
    """An event with its people and its standings. ``cross[a][b]`` says how often the person at place a
    came in before the one at place b, of how many meetings.
    """

    revision: int
    hosts: list[LeagueSeat]
    host: bool  # whether the caller is one
    invitation: str | None  # the code, for people in the event
    standings: list[Standing]
    cross: list[list[str]]
    current: LeagueRound | None


class HostIn(Payload):
    """What a host decided on: the revision that they saw."""

    revision: int


class PersonIn(HostIn):
    """A person in the event."""

    person: PersonId


class CorrectIn(HostIn):
    """The places at a table by seat, all None for no result, and why they are corrected."""

    round: int = Field(ge=1, le=1000)
    table: int = Field(ge=1, le=1000)
    places: list[Annotated[int, Field(ge=1, le=100)] | None] = Field(max_length=8)
    why: Text
