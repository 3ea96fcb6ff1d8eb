"""Clubs and evenings as programs and pages get them."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from spyring.server.core.payloads import Name, Payload, TableCard
from spyring.server.leagues.payloads import LeagueCard

Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000, pattern=r"^[^\x00]*$")]


class ClubIn(Payload):
    """A club as its officers describe it."""

    name: Name
    about: Text = ""
    public: bool = True


class ClubCard(ClubIn):
    """A club in a list."""

    id: str
    members: int


class Member(Payload):
    """A member of a club, or somebody who comes to its evening."""

    person: str
    name: str
    face: str | None
    officer: bool = False
    wish: str | None = None  # a game; None: any
    here: bool = False  # whether they checked in


class ClubResult(Payload):
    """How a game between members ended."""

    table: str
    game: str
    ended_at: float
    winners: list[str]
    others: list[str]


class EveningIn(Payload):
    """An evening to announce; it begins ``at`` so many seconds since 1970."""

    title: Name
    at: float
    games: list[Name] = Field(min_length=1, max_length=40)
    draw: bool = False  # draw games, or else follow the wishes
    bots: bool = True  # let bots take the seats of missing people


class Evening(Payload):
    """An evening, and who comes."""

    id: str
    club: str
    club_name: str
    title: str
    at: float
    games: list[str]
    draw: bool
    bots: bool
    round: int  # the last one that began
    status: Literal["announced", "on", "over"]
    people: list[Member]
    tables: list[str]  # of the last round


class Club(ClubIn):
    """A club as its page shows it; the invitation is for members only."""

    id: str
    member: bool
    officer: bool
    invitation: str | None
    members: list[Member]
    tables: list[TableCard]
    results: list[ClubResult]
    evenings: list[Evening]
    leagues: list[LeagueCard]


class ClubRemark(Payload):
    """A remark in a club."""

    id: str
    person: str
    by: str
    face: str | None
    text: str
    at: float


class ClubList(Payload):
    """The caller's clubs, the public ones, and the caller's next evening."""

    mine: list[ClubCard]
    public: list[ClubCard]
    next: Evening | None
