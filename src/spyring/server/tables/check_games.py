"""Replays every stored game under the rules of this program, and says where one no longer agrees."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from sqlalchemy import RowMapping, select

from spyring.engine.errors import SpyringError
from spyring.server.problems import Damaged
from spyring.server.settings import Settings
from spyring.server.shelf import Shelf
from spyring.server.storage.database import Database
from spyring.server.storage.schema import tables
from spyring.server.tables.live_table import LiveTable, guard_damage, seal_of, start_of
from spyring.server.tables.table_store import TableStore
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
    """Every game that has begun, oldest first; and every table that is damaged."""
    database = Database(settings, Time())
    table_store = TableStore(database)
    shelf = Shelf(settings.games())
    try:
        await database.open(only_to_read=True)
        for row in await database.rows(select(tables).order_by(tables.c.made_at, tables.c.id)):
            checked = await _check(table_store, shelf, row)
            if row["status"] != "open" or checked.fault is not None:
                yield checked
    finally:
        await database.close()


async def _check(table_store: TableStore, shelf: Shelf, row: RowMapping) -> Checked:
    standing = 0
    fault = None
    game = shelf.edition(row["game"], row["rules_version"], row["box_digest"])
    if row["game"] not in shelf:
        fault = "this game is no longer on the shelf"
    elif await _is_damaged(table_store, shelf, row):
        fault = "this table is damaged: what is stored of it cannot be read"
    elif row["status"] == "open":
        fault = None  # it will begin with what is here then
    elif game is None or row["secret"] is None:
        fault = "it was begun with other rules or another box than the shelf has; it stands still"
    else:
        try:
            chairs = await table_store.chairs(row["id"])
            timeline = Timeline(game, start_of(row, seal_of(row, chairs)))
            for entry in await table_store.log(row["id"]):
                fault = f"entry {entry.number}, seat {entry.seat}, “{entry.text}”"
                timeline.apply(entry)
                standing += 1
                fault = None
            if row["status"] == "over" and timeline.state.deciders:
                fault = "the game was over, but is not under these rules"
        except SpyringError as error:
            fault = f"{fault or 'the start'}: {error}"
        except Exception as error:  # a log may hold anything
            fault = f"{fault or 'the start'}: it is damaged ({type(error).__name__})"
    return Checked(row["id"], row["game"], row["rules_version"], standing, fault)


async def _is_damaged(table_store: TableStore, shelf: Shelf, row: RowMapping) -> bool:
    chairs = await table_store.chairs(row["id"])
    try:
        with guard_damage(row["id"]):
            LiveTable(shelf, row, chairs)
    except Damaged:
        return True
    return False
