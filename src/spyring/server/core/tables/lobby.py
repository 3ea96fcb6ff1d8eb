"""The lobby: the shelf of games and the lists of tables."""

from collections.abc import Collection, Iterable

from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.server.core.bots.levels import LEVELS
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import GameCard, TableCard, Tables
from spyring.server.core.problems import Damaged, NotFound, Problem
from spyring.server.core.storage.statements import Row
from spyring.server.core.tables import presenting
from spyring.server.core.tables.live_table import LiveTable, guard_damage
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.table_store import TABLES_PER_PAGE


class Lobby:
    """Lists that anybody can see."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.live_tables = live_tables
        self.shelf = live_tables.shelf
        self.table_store = live_tables.table_store
        self.hooks = live_tables.hooks

    def games(self, caller: Caller) -> list[GameCard]:
        """The games on the shelf."""
        return [
            GameCard(
                name=game.name,
                title=caller.translate_for(game)(game.title),
                seats=list(game.seats),
                labels={count: list(game.seat_names(count)) for count in game.seats},
                options=presenting.option_cards(game, caller.translate_for(game)),
                levels=list(LEVELS),
                rules_version=game.rules_version,
            )
            for game in self.shelf
        ]

    async def tables(self, caller: Caller, page: int = 0, size: int = TABLES_PER_PAGE) -> Tables:
        """The caller's own tables by need, public tables with a free seat, and public games to watch: a page
        of each, with up to ``size`` tables.
        """
        damaged: list[str] = []
        mine = await self.mine(caller, damaged)
        own = {card.id for card in mine}
        free = await self.table_store.public_tables("open", page, size)
        going_on = await self.table_store.public_tables("playing", page, size)
        person, invited = caller.id, self.hooks.invited_tables
        asked = [row for invites in invited if person for row in await invites(person)]
        return Tables(
            mine=mine,
            invited=await self.cards(asked, caller, damaged),
            open=await self.cards(free, caller, damaged, own),
            watchable=await self.cards(going_on, caller, damaged, own),
            damaged=list(dict.fromkeys(damaged)),
            more=size in (len(free), len(going_on)),
        )

    async def mine(self, caller: Caller, damaged: list[str] | None = None) -> list[TableCard]:
        """Only the caller's own tables, by need. Running games are loaded, to say whose turn it is; for
        finished ones the rows are enough. A damaged table is only added to ``damaged``.
        """
        damaged = [] if damaged is None else damaged
        found = [] if caller.id is None else await self.table_store.tables_of(caller.id)
        cards = await self.cards([row for row in found if row["status"] == "over"], caller, damaged)
        for row in found:
            if row["status"] == "over":
                continue
            try:
                live = await self.live_tables.find(row["id"])
                with guard_damage(live.id):
                    cards.append(presenting.table_card(live, caller))
            except Damaged as damage:
                damaged.append(damage.table)
            except Problem:  # a game that is no longer on the shelf
                continue
        return sorted(cards, key=_need)

    async def table(self, table: str, caller: Caller) -> TableCard:
        """The card of one table."""
        return presenting.table_card(await self.live_tables.readable(table, caller), caller)

    async def offered(self, table: str, caller: Caller) -> dict[int, str]:
        """The free seats of a rematch, each with the name of the person who sat there before."""
        before = None if caller.id is None else await self.table_store.rematch_of(table, caller.id)
        if before is None:
            return {}
        live = await self.live_tables.watchable(table, caller)
        sat = await self.table_store.chairs(before)
        free = [chair.seat for chair in live.chairs if chair.empty]
        return {seat: sat[seat].name or "" for seat in free if sat[seat].person and sat[seat].name}

    async def invited(self, caller: Caller) -> TableCard:
        """The table behind the caller's invitation."""
        table = None if caller.code is None else await self.table_store.table_by_invitation(caller.code)
        if table is None:
            raise NotFound("no-invitation", _("Invalid invitation link. Ask the host for a new one."))
        return await self.table(table, caller)

    def public_tables(self, cards: Iterable[TableCard], caller: Caller) -> dict[str, Json]:
        """The public views of the games on these cards, by table. Only games that are in memory already
        count, so that a list needs no query per line. Private games are shown to their own people only.
        """
        found: dict[str, Json] = {}
        for card in cards:
            live = self.live_tables.cache.get(card.id)
            if live is None or live.timeline is None or live.stale or live.lock.locked():
                continue
            if live.status == "playing" and (live.public or live.seats_of(caller.id)):
                found[card.id] = live.timeline.view(None)["table"]
        return found

    async def cards(
        self, found: list[Row], caller: Caller, damaged: list[str] | None = None, but: Collection[str] = ()
    ) -> list[TableCard]:
        """The cards of some tables, made from their rows alone, without loading any game. A damaged one is
        only added to ``damaged``. The caller of this decides who may see them.
        """
        rows = [row for row in found if row["id"] not in but and row["game"] in self.shelf]
        chairs = await self.table_store.chairs_of([row["id"] for row in rows])
        cards: list[TableCard] = []
        for row in rows:
            try:
                with guard_damage(row["id"]):
                    live = LiveTable(self.shelf, row, chairs.get(row["id"], []))
                    cards.append(presenting.table_card(live, caller))
            except Damaged as damage:
                if damaged is not None:
                    damaged.append(damage.table)
        return cards


def _need(card: TableCard) -> tuple[int, float]:
    rank = {"playing": 1, "open": 2, "over": 3}[card.status]
    return (0 if card.your_turn else rank, -card.moved_at)
