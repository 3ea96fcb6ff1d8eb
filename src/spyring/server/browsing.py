"""Looking around: the shelf, and which tables there are."""

from spyring.engine.words import Translate, _, english
from spyring.server import showing
from spyring.server.bots_at_work import LEVELS
from spyring.server.desk import Desk
from spyring.server.payloads import GameCard, Person, TableCard, Tables
from spyring.server.problems import NotFound, Problem
from spyring.server.rooms import Room


class Browsing(Desk):
    """What anybody can look at."""

    def games(self, translate: Translate = english) -> list[GameCard]:
        """The shelf."""
        return [
            GameCard(
                name=game.name,
                title=translate(game.title),
                seats=list(game.seats),
                labels={count: list(game.seat_names(count)) for count in game.seats},
                options=showing.option_cards(game, translate),
                levels=list(LEVELS),
                rules_version=game.rules_version,
            )
            for game in self.shelf.values()
        ]

    async def tables(self, person: Person | None, translate: Translate = english) -> Tables:
        """One's own tables by need; public tables with a free seat; public games to watch."""
        mine = [] if person is None else await self._mine(person, translate)
        own = {card.id for card in mine}
        return Tables(
            mine=sorted(mine, key=_need),
            open=await self._public("open", person, own, translate),
            watchable=await self._public("playing", person, own, translate),
        )

    async def table(
        self, table: str, person: Person | None, code: str | None = None, translate: Translate = english
    ) -> TableCard:
        """The card of one table."""
        room = await self.watchable(table, person, code)
        return showing.table_card(room, None if person is None else person.id, translate)

    async def invited(self, code: str, person: Person | None, translate: Translate = english) -> TableCard:
        """The table behind an invitation."""
        table = await self.archive.invited(code)
        if table is None:
            raise NotFound("no-invitation", _("This invitation leads nowhere; ask for a new link."))
        return await self.table(table, person, code, translate)

    async def _mine(self, person: Person, translate: Translate) -> list[TableCard]:
        cards: list[TableCard] = []
        for row in await self.archive.tables_of(person.id):
            try:
                cards.append(showing.table_card(await self.room(row["id"]), person.id, translate))
            except Problem:  # a game that is no longer on the shelf, or of older rules
                continue
        return cards

    async def _public(
        self, status: str, person: Person | None, own: set[str], translate: Translate
    ) -> list[TableCard]:
        """Lists of strangers' tables are made from their rows alone: nobody's game is loaded for them."""
        rows = [
            row
            for row in await self.archive.public_tables(status)
            if row["id"] not in own and row["game"] in self.shelf
        ]
        chairs = await self.archive.chairs_of([row["id"] for row in rows])
        reader = None if person is None else person.id
        cards: list[TableCard] = []
        for row in rows:
            room = Room(self.shelf[row["game"]], row, chairs.get(row["id"], []))
            cards.append(showing.table_card(room, reader, translate))
        return cards


def _need(card: TableCard) -> tuple[int, float]:
    rank = {"playing": 1, "open": 2, "over": 3}[card.status]
    return (0 if card.your_turn else rank, -card.moved_at)
