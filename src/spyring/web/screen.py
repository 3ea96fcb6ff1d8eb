"""One reader's screen of a table.

A screen is made only from the payload for that reader, so a template cannot show anything else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from spyring.engine.forecast import Estimate, Forecast
from spyring.engine.frame import refused_end
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.reason import from_line
from spyring.server.core.payloads import Clock, EventText, Move, Position, SeatCard, Undo
from spyring.server.core.tables.conceding import RESIGNED
from spyring.server.core.tables.presenting import move_card
from spyring.server.puzzles.payloads import PuzzleCard
from spyring.server.replays.payloads import ReplayStep
from spyring.web.words import GameWords, Words, arguments

Json = dict[str, Any]


class Choice:
    """A legal move: its text for the server, its fields for the board, its sentence for the reader."""

    def __init__(self, game: Game, move: Move, cost: int = 0) -> None:
        self.final = game.moves[move.fields["verb"]].final
        self.cost = cost  # in actions or action points
        self.text = move.text
        self.fields = move.fields
        self.said = move.sentence

    @property
    def bare(self) -> bool:
        """Whether it has no arguments to click on the board, like a pass."""
        return len(self.fields) == 1


def listed(game: Game, frame: str, legal: list[Move]) -> list[Choice]:
    """The choices in the order of the frame's verbs."""
    verbs = game.verbs_of(frame)
    places = {verb.name: place for place, verb in enumerate(verbs)}
    costs = {verb.name: verb.cost for verb in verbs}
    choices = [Choice(game, move, costs.get(move.fields["verb"], 0)) for move in legal]
    return sorted(choices, key=lambda choice: places.get(choice.fields["verb"], len(places)))


class Line:
    """A line of the log; ``at`` counts the lines of one number."""

    def __init__(
        self,
        game: Game,
        number: int,
        at: int,
        told: EventText,
        undone: bool = False,
        reason: str | None = None,
    ) -> None:
        self.number = number
        self.at = at
        self.kind = told.fields["kind"]
        self.weight, self.icon, self.chapter = 0, "s-bot", False
        if self.kind != RESIGNED:
            kind = game.events[self.kind]
            self.weight, self.icon, self.chapter = 0 if undone else kind.weight, kind.icon, kind.chapter
        self.fields = {name: label for name, label in told.fields.items() if name != "kind"}
        self.said = told.sentence
        self.undone = undone
        self.reason = reason  # of a bot, for its move


class Screen:
    """One reader's screen of a table."""

    def __init__(
        self,
        game: Game,
        words: Words,
        view: Json,
        legal: list[Move],
        log: list[Line],
        seats: list[SeatCard],
        clocks: list[Clock] | None = None,
        question: str = "",
    ) -> None:
        self.game = game
        self.words = words
        self.said = GameWords(game, words)
        self.view = view
        self.table: Json = view["table"]
        self.me: str | None = view["you"]
        self.asked: Json | None = view["asked"]
        self.question = question
        self.choices = listed(game, self.asked["frame"] if self.asked else "", legal)
        self.log = log
        self.people = {card.label: card for card in seats}
        self.held = "no"  # why a bot plays for the reader, or "no"
        self.kept = False  # an open page keeps the constant parts
        self.crews: list[list[str | None]] = []  # of a dossier: the players of each game
        self.badges: dict[str, Markup] = {}  # by seat, cached
        self.clocks = {seats[clock.seat].label: clock for clock in clocks or []}

    @property
    def arguments(self) -> str:
        """The names of all arguments of moves."""
        return " ".join(arguments(self.game))

    def title(self, domain: str, label: str | None) -> str:
        """The title of a thing; also of seats that no move or event names."""
        if domain == "seat" and label in self.people:
            return self.people[label].title
        return self.said.title(domain, label)

    @cached_property
    def seats(self) -> list[str]:
        """The seats, starting with the reader's own."""
        seats: list[str] = self.view["seats"]
        first = seats.index(self.me) if self.me in seats else 0
        return seats[first:] + seats[:first]

    def verdict(self, seat: str) -> list[str]:
        """What decided the result of a seat."""
        if self.outcome is None:
            return []
        lines = self.outcome["verdicts"][self.view["seats"].index(seat)]
        you = self.own == [seat] and not self.resigned
        return [from_line(line).say(self.words.translate, you) for line in lines]

    @property
    def own_verdict(self) -> list[str]:
        """What decided the result of the reader's seats, each line once."""
        return list(dict.fromkeys(line for seat in self.own for line in self.verdict(seat)))

    @property
    def ties(self) -> list[str]:
        """What decided between seats with equal scores."""
        found = [] if self.outcome is None else self.outcome.get("ties", [])
        return [from_line(line).say(self.words.translate) for line in found]

    @cached_property
    def own(self) -> list[str]:
        """The reader's seats; several are possible in a cooperative game."""
        return [seat for seat in self.view["seats"] if seat == self.me or self.people[seat].you]

    @cached_property
    def resigned(self) -> bool:
        """Whether the reader resigned."""
        return any(self.people[seat].held == "resigned" for seat in self.own)

    @cached_property
    def others(self) -> bool:
        """Whether another person plays."""
        return any(person.kind == "person" and not person.you for person in self.people.values())

    @cached_property
    def company(self) -> bool:
        """Whether another person or a bot plays."""
        return any(person.kind != "empty" and not person.you for person in self.people.values())

    def latest(self, hushed: Sequence[str]) -> Line | None:
        """The last visible line of the log that was not undone, or None."""
        return next(
            (line for line in reversed(self.log) if line.kind not in hushed and not line.undone), None
        )

    @cached_property
    def partners(self) -> list[str]:
        """The other seats of the reader's team; empty in a cooperative game."""
        seats: list[str] = self.view["seats"]
        if self.me not in seats or self.game.kind == COOPERATIVE:
            return []
        teams = self.game.teams(len(seats))
        mine = teams[seats.index(self.me)]
        return [seat for seat, team in zip(seats, teams, strict=True) if team == mine and seat != self.me]

    @cached_property
    def forecast(self) -> list[Forecast]:
        """The forecast for the reader, the best seat first; empty after the end."""
        if self.outcome is not None:
            return []
        return sorted(self.estimates.values(), key=lambda one: -one.likely)

    @cached_property
    def estimates(self) -> dict[str, Forecast]:
        """The forecast by seat, also after the end."""
        return {one.seat: one for one in self.game.forecast(self.view)}

    @cached_property
    def reckoned(self) -> list[tuple[str, list[Estimate], list[Estimate]]]:
        """The estimates as plain values."""
        return [(seat, one.parts, one.counts) for seat, one in self.estimates.items()]

    @cached_property
    def refused_end(self) -> tuple[Choice, str] | None:
        """The move that would end this step, and why it is refused."""
        refusal = refused_end(self.asked) if self.asked and self.mine else None
        if refusal is None or self.asked is None:
            return None
        book, translate = self.game.moves, self.words.translate
        said = move_card(book, book.parse(self.asked["refused"]["move"]), translate)
        return Choice(self.game, said), refusal.say(translate)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The verbs of the reader's legal moves."""
        return frozenset(choice.fields["verb"] for choice in self.choices)

    @property
    def mine(self) -> bool:
        """Whether the reader must decide now."""
        return self.me is not None and self.held == "no" and self.me in self.view["deciders"]

    @property
    def may(self) -> bool:
        """Whether the reader may interrupt now."""
        return self.me is not None and self.held == "no" and self.me in self.view["interrupters"]

    @property
    def replaceable(self) -> bool:
        """Whether the reader can take a seat back from a bot."""
        over = self.outcome is not None
        return not over and any(self.people[seat].held in ("asked", "time") for seat in self.own)

    @property
    def waiting_for(self) -> list[str]:
        """The other seats that must decide now."""
        return [seat for seat in self.view["deciders"] if seat != self.me]

    @property
    def outcome(self) -> Json | None:
        """The outcome, or None."""
        found: Json | None = self.view["outcome"]
        return found


def of_position(game: Game, position: Position, words: Words) -> Screen:
    """The screen of a position."""
    assert position.view is not None
    lines = [
        Line(game, entry.number, at, told, entry.undone, None if at else entry.reason)
        for entry in position.log
        for at, told in enumerate(entry.events)
    ]
    held = "no" if position.seat is None else position.seats[position.seat].held
    legal = position.legal if held == "no" else []
    ask = position.asked.ask if position.asked is not None else ""
    named = Words(words.language, position.names)
    screen = Screen(game, named, position.view, legal, lines, position.seats, position.clocks, ask)
    screen.held = held
    return screen


def of_replay(
    game: Game, step: ReplayStep, seats: list[SeatCard], words: Words, told: list[tuple[int, EventText]]
) -> Screen:
    """The screen of a replay step; ``told`` is its log."""
    lines = [Line(game, number, at, line) for at, (number, line) in enumerate(told)]
    return Screen(game, words, step.view, [], lines, seats)


@dataclass(frozen=True, slots=True)
class ReplayBar:
    """The step of a replay, and its viewer."""

    step: int
    steps: int
    seat: str
    sentence: str | None
    reason: str | None
    mover: str | None
    told: bool = False  # the sentence is a public event, which names its seat
    ended_at: float = 0.0


@dataclass(frozen=True, slots=True)
class LessonBar:
    """The step of a lesson, and its text."""

    at: int
    count: int
    say: str
    only_read: bool

    @property
    def over(self) -> bool:
        """Whether the lesson is over."""
        return self.at >= self.count


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContext:
    """A page's data about its table beside the game. Templates call it ``table``."""

    id: str
    path: str
    number: int
    status: str
    revision: int = 0
    stream: str = ""
    why: str = ""
    scenes: str = ""  # the address of scenes
    undo: Undo | None = None
    may_take_win: bool = False  # everybody else has resigned
    hints: bool = False  # no other person plays, so hints are allowed
    passable: bool = False
    passes: list[str] = field(default_factory=list)
    next: str | None = None
    campaign: bool = False  # the finished game belongs to a campaign
    gained: dict[int, tuple[int, int]] = field(default_factory=dict)  # ratings after a game, and the change
    given: bool | None = None  # whether the reader donates the game; None: not asked
    sealed: bool = False  # the game is over, and opens only after other tables
    shown: int = -1  # how much of the log an open page shows
    step: int | None = None
    replay: ReplayBar | None = None
    lesson: LessonBar | None = None
    puzzle: PuzzleCard | None = None
    code: str | None = None  # of the invitation of a spectator
    invitation: str | None = None  # the code that the reader can give to others

    @property
    def query(self) -> str:
        """The query with the invitation, for links."""
        return f"?code={quote(self.code)}" if self.code else ""
