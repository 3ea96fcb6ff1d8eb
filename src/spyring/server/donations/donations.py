"""Finished games that people give to science, and can take back.

A game belongs to all its players, so it is exported only while each of them gives it. Deleting an account
takes its games back. The export contains no person, table or time. Players do not learn what the others at
the table have decided.
"""

from operator import itemgetter

from sqlalchemy import delete, exists, insert, select

from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Conflict, Problem
from spyring.server.core.settings import Settings
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import seats, tables
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.donations.schema import donations


class Donations:
    """The games that people give."""

    def __init__(self, settings: Settings, database: Database, live_tables: LiveTables) -> None:
        self.settings = settings
        self.database = database
        self.live_tables = live_tables

    async def set_given(self, table: str, caller: Caller, given: bool) -> bool:
        """Give a finished game that the caller has played, or take it back; they can always take it back."""
        me = caller.require_person().id
        live = await self.live_tables.for_action(table, caller)
        live.require_seat(caller)
        if given and not self._can_be_given(live):
            raise Conflict("not-collected", _("This game cannot be donated."))
        async with self.database.writing() as connection:
            mine = (donations.c.table_id == live.id, donations.c.person == me)
            await connection.execute(delete(donations).where(*mine))
            if given:
                row = {"table_id": live.id, "person": me, "made_at": self.database.time.now()}
                await connection.execute(insert(donations).values(row))
        return given

    async def given_by(self, table: str, caller: Caller) -> bool | None:
        """Whether the caller gives this game; None if they are not asked."""
        live = await self.live_tables.find(table)
        if caller.id is None or not live.seats_of(caller.id):
            return None
        mine = (donations.c.table_id == live.id, donations.c.person == caller.id)
        given = await self.database.row(select(donations.c.made_at).where(*mine)) is not None
        return given if given or self._can_be_given(live) else None

    async def export(self) -> list[Json]:
        """The games that all their players give, in an order that does not reveal when they were played."""
        sits = (seats.c.table_id == tables.c.id, seats.c.person.is_not(None))
        gives = exists().where(donations.c.table_id == seats.c.table_id, donations.c.person == seats.c.person)
        query = select(tables.c.id).where(
            tables.c.status == "over",
            ~tables.c.sealed,
            exists().where(donations.c.table_id == tables.c.id),
            ~exists().where(*sits, ~gives),
        )
        games: list[Json] = []
        for row in await self.database.rows(query):
            try:
                live = await self.live_tables.find(row["id"])
            except Problem:  # it cannot be read, so it cannot be exported
                continue
            if is_whole(live):
                games.append(anonymous(live))
        return sorted(games, key=itemgetter("key"))

    def _can_be_given(self, live: LiveTable) -> bool:
        return self.settings.collect_games and live.opened and is_whole(live)


def is_whole(live: LiveTable) -> bool:
    """Whether a game is complete without its table and the games before it."""
    return (
        live.frozen is None
        and live.timeline is not None
        and live.timeline.state.outcome is not None
        and live.seal is not None
        and live.start.legacy is None
        and not live.start.branches
    )


def anonymous(live: LiveTable) -> Json:
    """A whole game without its people: it starts with ``key`` and continues with ``moves``, each a seat and a
    move in notation. ``players`` gives the player of each seat: a person, a bot's level, or both in turn.
    """
    game, state = live.game, live.running.state
    players = [
        " and ".join(filter(None, ["person" if chair.person is not None else "", chair.level]))
        for chair in live.chairs
    ]
    return {
        "game": game.name,
        "rules": live.rules_version,
        "box": game.box_digest(),
        "seats": live.start.seats,
        "options": live.start.options,
        "key": live.start.key.hex(),
        "players": players,
        "moves": [(entry.seat, entry.text) for entry in live.running.moves()],
        "fingerprint": f"{state.fingerprint():016x}",
        "data": game.data_version,  # of the fingerprint
    }
