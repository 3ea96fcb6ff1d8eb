"""Archives: a finished game as it was told, so that it can be shown even when its rules are gone.

Every step has the view of each reader, as the difference to the step before, and the events in every
language. It contains no names: they are read from the chairs, where people can be deleted. Games are archived
soon after their end, while their rules are installed.
"""

import asyncio
import json
import logging
import zlib
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final

import orjson
from sqlalchemy import insert, select, update

from spyring.engine.game import Game
from spyring.engine.i18n import Translate
from spyring.engine.keyed_chance import Seal
from spyring.engine.notation import Event
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.record import Record
from spyring.engine.seats import SPECTATOR
from spyring.engine.state import State
from spyring.languages import ENGLISH, LANGUAGES, translation
from spyring.server.core.payloads import EventText, LogEntry
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.statements import Transaction
from spyring.server.core.tables.conceding import fields_of, say_resigned
from spyring.server.core.tables.live_table import LiveTable, guard_damage
from spyring.server.core.tables.timeline import Entry, Reader, Timeline, mask_of
from spyring.server.replays.payloads import ReplayStep
from spyring.server.replays.schema import archives

FORMAT: Final = 1
CHANGED, GONE, INSIDE = "set", "gone", "in"  # how a view differs from the one before
GAMES_PER_SWEEP: Final = 5  # so that other work gets its turn
NOTHING: Final = b""  # for a game that could no longer be replayed

journal = logging.getLogger("spyring.server")
# A finished game with its seal, or None if it can no longer be replayed.
Finished = Callable[[str], Awaitable[tuple[Timeline, Seal | None] | None]]


def record_of(timeline: Timeline, seal: Seal | None, players: dict[str, str]) -> Record:
    """A finished game as its record, from where the table's own key starts."""
    moves, position = timeline.moves(), None
    if timeline.start.branches:
        last = timeline.start.branches[-1][0]
        taken_over = sum(entry.number <= last for entry in moves)
        position = timeline.at(taken_over).to_json()
        del position["events"]  # they follow from the moves
        moves = moves[taken_over:]
    played = [(entry.seat, timeline.game.moves.parse(entry.text)) for entry in moves]
    legacy = timeline.start.legacy if position is None else None
    return Record.of(timeline.state, 0, played, legacy, players, position, seal)


def archived(timeline: Timeline, seal: Seal | None) -> bytes:
    """The stored archive of a finished game."""
    return zlib.compress(json.dumps(_content(timeline, seal), separators=(",", ":")).encode(), 9)


def _content(timeline: Timeline, seal: Seal | None) -> Json:
    said = _Sentences(timeline.game)
    state = timeline.at(0)
    before: list[Json] = [{} for _reader in timeline.readers()]
    steps = [_step(state, before, said, timeline.opening)]
    steps[0]["events"] += _resigned(timeline, 0, said)
    for entry in timeline.moves():
        timeline.advance(state, entry.number, entry.seat, entry.text)
        steps.append(_step(state, before, said, entry.events) | _move(entry, timeline.game, said))
        steps[-1]["events"] += _resigned(timeline, entry.number, said)
    return {
        "format": FORMAT,
        "seats": list(timeline.game.seat_names(timeline.start.seats)),
        "record": record_of(timeline, seal, {}).text(),
        "outlived": state.legacy() is not None,
        "steps": steps,
        "sentences": said.sentences,
    }


class _Sentences:
    """Sentences in all languages, each stored once."""

    def __init__(self, game: Game) -> None:
        self._languages = [translation(language, game).gettext for language in LANGUAGES]
        self._numbers: dict[tuple[str, ...], int] = {}

    def number(self, say: Callable[[Translate], str | None]) -> int:
        """The number of a sentence, which ``say`` makes for a translation."""
        said = tuple(say(translate) or "" for translate in self._languages)
        return self._numbers.setdefault(said, len(self._numbers))

    @property
    def sentences(self) -> list[dict[str, str]]:
        """All of them, by number and language."""
        return [dict(zip(LANGUAGES, said, strict=True)) for said in self._numbers]


def _step(state: State, before: list[Json], said: _Sentences, events: tuple[Event, ...]) -> Json:
    views: list[Json] = []
    public = state.game.public(state)  # which all views contain
    for reader, old in enumerate(before):
        seat = None if reader == len(before) - 1 else reader
        new = orjson.loads(orjson.dumps(state.view(seat, public), option=orjson.OPT_NON_STR_KEYS))
        views.append(_difference(old, new))
        before[reader] = new
    book = state.game.events
    told = [
        {
            "to": event.audience,
            "fields": book.fields(event),
            "said": said.number(partial(book.say, event)),
            "past": said.number(partial(book.say_past, event)),
        }
        for event in events
    ]
    return {"views": views, "events": told}


def _resigned(timeline: Timeline, number: int, said: _Sentences) -> list[Json]:
    """The lines of players who resigned after an entry and before the next move."""
    found: list[Json] = []
    for seat in timeline.resigned_after(number):
        line = (timeline.game, timeline.start.seats, seat)
        sentence = said.number(partial(say_resigned, *line))
        found.append(
            {"to": timeline.everybody, "fields": fields_of(*line), "said": sentence, "past": sentence}
        )
    return found


def _move(entry: Entry, game: Game, said: _Sentences) -> Json:
    book = game.moves

    def sentence(translate: Translate) -> str:
        return book.say(book.parse(entry.text), translate)

    why = None if entry.why is None else said.number(entry.reason)
    return {
        "mover": entry.seat,
        "move": entry.text,
        "at": entry.at,
        "noticed": entry.observers,
        "said": said.number(sentence),
        "why": why,
    }


def _difference(old: Json, new: Json) -> Json:
    """The difference between two objects.

    >>> _difference({"a": 1, "b": {"x": 1}, "c": 3}, {"a": 1, "b": {"x": 2}})
    {'gone': ['c'], 'in': {'b': {'set': {'x': 2}}}}
    """
    gone = [name for name in old if name not in new]
    changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
    inside = {
        name: _difference(old[name], value)
        for name, value in changed.items()
        if isinstance(value, dict) and isinstance(old.get(name), dict)
    }
    plain = {name: value for name, value in changed.items() if name not in inside}
    parts = {CHANGED: plain, GONE: gone, INSIDE: inside}
    return {name: part for name, part in parts.items() if part}


def _changed(old: Json, difference: Json) -> Json:
    """Apply a difference.

    >>> _changed({"a": 1, "b": {"x": 1}, "c": 3}, {'gone': ['c'], 'in': {'b': {'set': {'x': 2}}}})
    {'a': 1, 'b': {'x': 2}}
    """
    gone = difference.get(GONE, ())
    new: Json = {name: value for name, value in old.items() if name not in gone} | difference.get(CHANGED, {})
    for name, part in difference.get(INSIDE, {}).items():
        new[name] = _changed(old[name], part)
    return new


class Archive:
    """A finished game that was stored as it was told."""

    def __init__(self, data: bytes) -> None:
        content = json.loads(zlib.decompress(data))
        self.outlived: bool = content["outlived"]
        self.seats: list[str] = content["seats"]
        self._record: str = content["record"]
        self._steps: list[Json] = content["steps"]
        self._sentences: list[dict[str, str]] = content["sentences"]

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self._steps) - 1

    @property
    def ended_at(self) -> float | None:
        """When the last move was made."""
        return self._steps[-1].get("at")

    def record(self, players: dict[str, str]) -> Record:
        """The record, with the players who are still known."""
        record = Record.parse(self._record)
        record.players = players
        return record

    def view(self, step: int, seat: int | None) -> Json:
        """The view of a seat, or a spectator, after so many moves."""
        at = len(self.seats) if seat is None else seat
        view: Json = {}
        for one in self._steps[: step + 1]:
            view = _changed(view, one["views"][at])
        return view

    def told(self, step: int, reader: Reader, language: str, past: bool = False) -> list[EventText]:
        """The events that a reader saw at a step."""
        mine, how = mask_of(reader), "past" if past else "said"
        return [
            EventText(fields=event["fields"], sentence=self._said(event[how], language))
            for event in self._steps[step]["events"]
            if event["to"] & mine
        ]

    def step(self, table: str, game: str, step: int, seat: int | None, language: str) -> ReplayStep:
        """The game after so many moves, as a seat saw it then."""
        one = self._steps[step]
        return ReplayStep(
            table=table,
            game=game,
            step=step,
            steps=self.last,
            seat=seat,
            mover=one.get("mover"),
            move=one.get("move"),
            sentence=self._said(one["said"], language) if step else None,
            reason=None if one.get("why") is None else self._said(one["why"], language),
            view=self.view(step, seat),
            events=self.told(step, seat, language),
        )

    def has(self, step: int, kinds: Collection[str]) -> bool:
        """Whether a step has an event of these kinds that everybody saw."""
        everybody = 1 << SPECTATOR
        return any(e["to"] & everybody and e["fields"]["kind"] in kinds for e in self._steps[step]["events"])

    def log(self, reader: Reader, since: int, began: float, language: str) -> list[LogEntry]:
        """What a reader observed after a step, by the numbers of the steps; 0 is the start."""
        mine = mask_of(reader)
        return [
            LogEntry(
                number=number,
                at=one.get("at", began),
                kind="move" if number else "start",
                yours=bool(number) and bool(mine >> one["mover"] & 1),
                move=one["move"] if number and mine >> one["mover"] & 1 else None,
                undone=False,
                takes_back=[],
                events=self.told(number, reader, language),
            )
            for number, one in enumerate(self._steps)
            if number > since and (not number or one["noticed"] & mine)
        ]

    def _said(self, number: int, language: str) -> str:
        said = self._sentences[number]
        return said.get(language, said[ENGLISH])


class Archives:
    """Archives finished games. The database stores which ones are missing, so that a kill loses none."""

    def __init__(self, database: Database, finished: Finished) -> None:
        self.database = database
        self._finished = finished

    async def fill(self) -> int:
        """Archive some of the waiting games; returns how many there were."""
        query = select(archives.c.table_id).where(archives.c.data.is_(None)).limit(GAMES_PER_SWEEP)
        waiting = [row["table_id"] for row in await self.database.rows(query)]
        for table in waiting:
            here = (archives.c.table_id == table, archives.c.data.is_(None))
            data = await self._made(table)
            await self.database.write(update(archives).where(*here).values(data=data))
        return len(waiting)

    async def data(self, table: str) -> bytes | None:
        """The stored archive of a finished game, or None."""
        row = await self.database.row(select(archives.c.data).where(archives.c.table_id == table))
        return None if row is None else row["data"]

    async def load(self, table: str) -> Archive | None:
        """A finished game as it was told, if that was stored while its rules were installed."""
        data = await self.data(table)
        with guard_damage(table):
            return Archive(data) if data else None

    async def _made(self, table: str) -> bytes:
        found = await self._finished(table)
        if found is None:
            return NOTHING
        try:
            return await asyncio.to_thread(archived, *found)
        except Exception as error:  # from any author's game; the others must be archived, too
            journal.error("finished game not archived", exc_info=error, extra={"table": table})
            return NOTHING


async def wait_for_archive(connection: Transaction, live: LiveTable, _outcome: Outcome, _at: float) -> None:
    """Note that a game has ended and must be archived."""
    await connection.execute(insert(archives).values(table_id=live.id))


def archive_of(live: LiveTable) -> Archive | None:
    """The archive of a finished game that can no longer be replayed."""
    assert live.archive is None or isinstance(live.archive, Archive)
    return live.archive
