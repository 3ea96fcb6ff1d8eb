"""Resigning: what the log says about it, and how a game ends when everybody but one person has resigned. That
person may take the win, or play on.

Such a game is over although its rules would continue. That is not stored: it follows from the status of the
table and from the resignations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _, filled
from spyring.engine.kinds import COOPERATIVE, TEAMS
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.reason import Reason
from spyring.engine.seats import viewer
from spyring.engine.state import State
from spyring.engine.verdict import by_how_much, rival_of
from spyring.server.core.payloads import EventText
from spyring.server.core.tables.chair import Chair
from spyring.server.core.tables.live_table import LiveTable

RESIGNED: Final = "resigned"  # for the log, where an event of the game has the name of its kind
GIVEN_UP: Final = _("Everybody else has resigned.")
PEOPLE_GAVE_UP: Final = _("All other people have resigned.")  # bots have not


@dataclass(frozen=True, slots=True)
class Concession:
    """How a game ended by a taken win, and the table with everything open: for a spectator, for each seat."""

    outcome: Outcome
    tables: list[Json]
    gave_up: tuple[int, ...]
    titles: tuple[str, ...]  # of the seats

    def verdict(self, seat: int) -> list[Reason]:
        """The players who resigned, and the points at that time."""
        lines = [Reason(_("{seat} resigned."), {"seat": self.titles[one]}) for one in self.gave_up]
        rival = rival_of(self.outcome, seat)
        opposed = {seat, rival} - set(self.outcome.winners)
        ahead = self.outcome.scores[seat] - self.outcome.scores[rival]
        trailed = seat in self.outcome.winners and ahead < 0  # a bot had more: that decided nothing
        if opposed and ahead and not trailed:
            lines.append(by_how_much(self.outcome, seat, self.titles))
        return lines


def may_take_win(live: LiveTable, seats: tuple[int, ...]) -> bool:
    """Whether the person at these seats is the only one left, and an opponent has resigned. Where all win or
    lose together nobody can take the win.
    """
    if live.status != "playing" or live.frozen or live.game.kind == COOPERATIVE or len(seats) != 1:
        return False
    gave_up = live.seat_index.gave_up
    if not gave_up:
        return False
    (mine,) = seats
    team = _teams(live.game, len(live.chairs))
    beaten = any(team[seat] != team[mine] for seat in gave_up)
    return beaten and live.chairs[mine].present and live.consenting() == [mine]


def concession(game: Game, chairs: Sequence[Chair], tables: Sequence[Json] = ()) -> Outcome | None:
    """How a game ends when one person remains; None if that does not follow from the chairs. It counts what
    everybody would have if the game ended with these open ``tables``.
    """
    stayed = [chair.seat for chair in chairs if chair.consents]
    if game.kind == COOPERATIVE or len(stayed) != 1 or not any(chair.gave_up for chair in chairs):
        return None
    team = _teams(game, len(chairs))
    won = [team[chair.seat] == team[stayed[0]] for chair in chairs]
    bots = any(chair.person is None and not won[chair.seat] for chair in chairs)
    behind = 3 if bots and game.kind != TEAMS else 2
    ranks = tuple(1 if won[c.seat] else behind if c.gave_up else 2 for c in chairs)
    winners = sum(1 << seat for seat, is_winner in enumerate(won) if is_winner)
    points = _points(game, len(chairs), tables)
    scores = tuple(sum(parts.values()) for parts in points)
    return Outcome(winners, ranks, scores, tuple(points), PEOPLE_GAVE_UP if bots else GIVEN_UP, "")


def _points(game: Game, count: int, tables: Sequence[Json]) -> list[dict[str, int]]:
    """What each seat would have now, part by part; empty if a game cannot say that."""
    labels = game.seat_names(count)
    found: dict[str, dict[str, int]] = {label: {} for label in labels}
    if tables:
        nobody = {"you": None, "seats": list(labels), "deciders": [], "interrupters": [], "asked": None}
        for one in game.forecast({**nobody, "outcome": None, "table": together(tables)}):
            found[one.seat] = {title: round(likely) for title, _low, likely, _high in one.parts}
    return [found[label] for label in labels]


def open_tables(live: LiveTable) -> list[Json]:
    """The table as a spectator and each seat would see it if the game had ended here."""
    return [open_table(live.running.state, seat) for seat in (None, *range(live.start.seats))]


def conceded(live: LiveTable) -> Concession | None:
    """How a game ended by a taken win; None for any other game."""
    if live.status != "over":
        return None
    if (archive := live.archive) is not None:
        if archive.view(archive.last, None)["outcome"] is not None:
            return None
        readers = (None, *range(live.start.seats))
        tables = [archive.view(archive.last, seat)["table"] for seat in readers]
    elif live.timeline is None or live.frozen is not None or not live.timeline.state.stack:
        return None
    else:
        tables = open_tables(live)
    outcome = concession(live.game, live.chairs, () if archive else tables)
    if outcome is None:
        return None
    gave_up = tuple(chair.seat for chair in live.chairs if chair.gave_up)
    return Concession(outcome, tables, gave_up, live.game.seat_titles(live.start.seats))


def closed(view: Json, conceded: Concession | None) -> Json:
    """A reader's view of a game after its win was taken: the table is open, and nobody has to decide."""
    if conceded is None:
        return view
    verdicts = [
        [line.line() for line in conceded.verdict(seat)] for seat in range(len(conceded.outcome.ranks))
    ]
    shown = {**conceded.outcome.to_json(), "verdicts": verdicts, "conceded": True}
    seat = 0 if view["you"] is None else 1 + view["seats"].index(view["you"])
    table = together([conceded.tables[seat], *conceded.tables])
    return {**view, "deciders": [], "interrupters": [], "asked": None, "outcome": shown, "table": table}


def _teams(game: Game, count: int) -> Sequence[int]:
    return game.teams(count) if game.kind == TEAMS else range(count)


# -- a table with everything open, for when its game is over -------------------------------------------------


def open_table(state: State, seat: int | None) -> Json:
    """The table as a seat would see it if the game had ended here."""
    return state.game.view(state.opened(), viewer(seat, state.seats))


def together(views: Sequence[Json]) -> Json:
    """Merge the views of some readers; where two differ, the first one counts.

    >>> together([{"you": None, "hand": [None, None]}, {"hand": ["x", None]}, {"hand": [None, "y"]}])
    {'you': None, 'hand': ['x', 'y']}
    """
    found: Json = _merged(views)
    return found


def _merged(parts: Sequence[Any]) -> Any:
    first = next((part for part in parts if part is not None), None)
    if isinstance(first, dict):
        return {key: _merged([part.get(key) for part in parts if isinstance(part, dict)]) for key in first}
    if isinstance(first, list):
        same = [part for part in parts if isinstance(part, list) and len(part) == len(first)]
        return [_merged([part[at] for part in same]) for at in range(len(first))]
    return first


# -- the log entry of a player who resigns; no game has an event for that ------------------------------------


def say_resigned(game: Game, count: int, seat: int, translate: Translate) -> str:
    """The sentence for everybody, the same during the game and in its story."""
    title = translate(game.seat_titles(count)[seat])
    return filled(translate(_("{seat} resigned. A bot took over.")), {"seat": title})


def fields_of(game: Game, count: int, seat: int) -> dict[str, str]:
    """The same as fields, like those of an event."""
    return {"kind": RESIGNED, "seat": game.seat_names(count)[seat]}


def told_resigned(game: Game, count: int, seat: int, translate: Translate) -> EventText:
    """The sentence and its fields."""
    return EventText(fields=fields_of(game, count, seat), sentence=say_resigned(game, count, seat, translate))
