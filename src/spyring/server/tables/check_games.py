"""Replays every stored game under the rules of this program, and says where one no longer agrees."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from sqlalchemy import RowMapping, select

from spyring.engine.errors import SpyringError
from spyring.server.settings import Settings
from spyring.server.shelf import Shelf
from spyring.server.storage.schema import tables
from spyring.server.storage.store import Store
from spyring.server.tables.archive import Archive
from spyring.server.tables.room import seal_of, start_of
from spyring.server.tables.timeline import Timeline
from spyring.server.times import Time


@dataclass(frozen=True)
class Checked:
    """One game: how many entries still stand, and the first thing that is wrong, if anything is."""

    table: str
    game: str
    rules_version: int
    entries: int
    fault: str | None


async def check_games(settings: Settings) -> AsyncIterator[Checked]:
    """Every game that has begun, oldest first."""
    store = Store(settings, Time())
    archive = Archive(store)
    shelf = Shelf(settings.games())
    try:
        await store.open(only_to_read=True)
        query = select(tables).where(tables.c.status != "open").order_by(tables.c.made_at, tables.c.id)
        for row in await store.rows(query):
            yield await _check(archive, shelf, row)
    finally:
        await store.close()


async def _check(archive: Archive, shelf: Shelf, row: RowMapping) -> Checked:
    standing = 0
    fault = None
    game = shelf.edition(row["game"], row["rules_version"], row["box_digest"])
    if row["game"] not in shelf:
        fault = "this game is no longer on the shelf"
    elif game is None or row["secret"] is None:
        fault = "it was begun with other rules or another box than the shelf has; it stands still"
    else:
        try:
            chairs = await archive.chairs(row["id"])
            timeline = Timeline(game, start_of(row, seal_of(row, chairs)))
            for entry in await archive.log(row["id"]):
                fault = f"entry {entry.number}, seat {entry.seat}, “{entry.text}”"
                timeline.take(entry)
                standing += 1
                fault = None
            if row["status"] == "over" and timeline.state.deciders:
                fault = "the game was over, but is not under these rules"
        except SpyringError as error:
            fault = f"{fault or 'the start'}: {error}"
    return Checked(row["id"], row["game"], row["rules_version"], standing, fault)
