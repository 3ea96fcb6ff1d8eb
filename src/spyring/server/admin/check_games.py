"""Replays every stored game under the rules of this program, and reports where one no longer agrees."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from sqlalchemy import select

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.server.core.problems import Damaged
from spyring.server.core.settings import Settings
from spyring.server.core.shelf import Shelf
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import tables
from spyring.server.core.storage.statements import Row
from spyring.server.core.tables.chair import Chair
from spyring.server.core.tables.conceding import concession
from spyring.server.core.tables.live_table import LiveTable, guard_damage, seal_of, start_of
from spyring.server.core.tables.table_store import TableStore
from spyring.server.core.tables.timeline import Entry, Timeline
from spyring.server.core.times import Time


@dataclass(frozen=True)
class Checked:
    """One table, and the first fault, if any. A fault only under the current rules is ``frozen``: an upgrade
    would freeze the game.
    """

    table: str
    game: str
    rules_version: int
    status: str
    fault: str | None
    frozen: bool


async def follow(
    table_store: TableStore, game: Game, row: Row, chairs: list[Chair]
) -> tuple[Timeline, tuple[Entry, Exception] | None]:
    """A stored game as far as its log follows the rules of ``game``, and what ends it there."""
    timeline = Timeline(game, start_of(game, row, seal_of(row, chairs)))
    for entry in await table_store.log(row["id"]):
        try:
            timeline.apply(entry)
        except Exception as error:  # a log may hold anything
            return timeline, (entry, error)
    return timeline, None


async def check_games(settings: Settings, every: bool = False) -> AsyncIterator[Checked]:
    """Every game that has started, oldest first, and every damaged table; or all tables. The settings name a
    database with the newest schema, in which nothing is changed.
    """
    database = Database(settings, Time(), read_only=True)
    table_store = TableStore(database)
    shelf = Shelf(settings.games())
    try:
        order = select(tables.c.id).order_by(tables.c.made_at, tables.c.id)
        for table in [row["id"] for row in await database.rows(order)]:
            checked = await _check_row(table_store, shelf, table)
            if checked is not None and (every or checked.status != "open" or checked.fault is not None):
                yield checked
    finally:
        await database.close()


async def _check_row(table_store: TableStore, shelf: Shelf, table: str) -> Checked | None:
    """Check one table, whatever is stored of it; None if it was removed meanwhile."""
    try:
        row = await table_store.row(table)
        return None if row is None else await _check(table_store, shelf, row)
    except Exception as error:  # a row may hold anything, and the others must be checked, too
        fault = f"this table is damaged: what is stored of it cannot be read ({type(error).__name__})"
        return Checked(table, "?", 0, "?", fault, False)


async def _check(table_store: TableStore, shelf: Shelf, row: Row) -> Checked:
    fault = None
    frozen = False
    game = shelf.edition_for(row)
    if row["game"] not in shelf:
        fault = "this game is no longer on the shelf"
    elif await _is_damaged(table_store, shelf, row):
        fault = "this table is damaged: what is stored of it cannot be read"
    elif row["status"] == "open" or row["ended_at"] is not None:
        fault = None  # it will start with the current edition, or the operator has frozen it
    elif game is None or row["secret"] is None:
        frozen = True
        fault = "it started with rules or a box that the shelf does not have; it is frozen"
    else:
        try:
            chairs = await table_store.chairs(row["id"])
            timeline, broken = await follow(table_store, game, row, chairs)
            if broken is not None:
                entry, error = broken
                fault = f"entry {entry.number}, seat {entry.seat}, “{entry.text}”"
                raise error
            taken = concession(game, chairs) is not None
            if row["status"] == "over" and timeline.state.deciders and not taken:
                fault, frozen = "the game was over, but is not under these rules", True
        except SpyringError as error:
            frozen = True
            fault = f"{fault or 'the start'}: {error}"
        except Exception as error:  # a log may hold anything
            fault = f"{fault or 'the start'}: it is damaged ({type(error).__name__})"
    return Checked(row["id"], row["game"], row["rules_version"], row["status"], fault, frozen)


async def _is_damaged(table_store: TableStore, shelf: Shelf, row: Row) -> bool:
    chairs = await table_store.chairs(row["id"])
    try:
        with guard_damage(row["id"]):
            LiveTable(shelf, row, chairs)
    except Damaged:
        return True
    return False
