"""Campaigns: their tables, their players, and their finished games as one file."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from sqlalchemy import insert, select

from spyring.engine.campaign import OPTION, Campaign, campaigns, parts_of
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.engine.record import BOT, Record
from spyring.server.campaigns.schema import imported_campaigns
from spyring.server.core.caller import Caller
from spyring.server.core.fair_queue import FairQueue
from spyring.server.core.payloads import NewTable
from spyring.server.core.people import names
from spyring.server.core.problems import Conflict, NotFound, Refused
from spyring.server.core.storage.statements import Transaction
from spyring.server.core.tables.hooks import Disconnected
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.table_store import TableStore
from spyring.server.core.times import Time
from spyring.server.replays.replays import Replays

MAX_EARLIER_GAMES: Final = 100  # earlier tables that are searched
NOBODY: Final = "-"  # replaces a name that is invalid here
MAX_FAULT_LETTERS: Final = 300  # letters of a message about a bad file
MAX_IMPORTS_PER_PERSON: Final = 1  # files of one person at a time
MAX_IMPORTS_PER_ADDRESS: Final = 4  # of one address: a school may share it
MAX_GAME_LETTERS: Final = 100_000  # letters: the most that is parsed in one step
SLICE_SECONDS: Final = 0.005  # seconds of work in one slice,
REST_FACTOR: Final = 3  # then so many times as long for other work,
MAX_WORK_SECONDS: Final = 5.0  # and at most this much for a file; a year of Season 0 takes about 0.5


class Campaigns:
    """The shared data of a campaign's tables."""

    def __init__(self, live_tables: LiveTables, table_store: TableStore, replays: Replays) -> None:
        self.live_tables = live_tables
        self.table_store = table_store
        self.replays = replays
        self._import = CampaignImport(table_store.database.time)

    async def crews(self, table: str, caller: Caller) -> list[list[str | None]]:
        """The players of each game of a campaign, by seat, None for a bot; the last game is this table's. A
        link to a finished game opens that game, but not the earlier ones.
        """
        try:
            await self.live_tables.watchable(table, caller)
        except NotFound:
            return []
        chain = await self._chain(table)
        chairs = await self.table_store.chairs_of(chain)
        return [
            *[_crew(record) for record in await self._from_elsewhere(chain)],
            *[
                [None if chair.person is None else chair.name for chair in chairs.get(one, [])]
                for one in chain
            ],
        ]

    async def export(self, table: str, caller: Caller) -> str:
        """The finished games of a campaign up to this table, as a text that :class:`Campaign` opens."""
        live = await self.live_tables.watchable(table, caller)
        if OPTION not in live.start.options:
            raise Conflict("no-campaign", _("This game has no campaign."))
        chain = await self._chain(table)
        name = str(live.start.options[OPTION])
        found = Campaign(live.game, name)
        found.names = live.names
        found.records += await self._from_elsewhere(chain)
        for one in chain if live.status == "over" else chain[:-1]:
            found.records.append(await self.replays.record_of(one, caller))
        if not found.records:
            raise Conflict("not-over", _("No game of this campaign is finished yet."))
        if found.records[0].legacy is not None or any(record.position for record in found.records):
            raise Conflict("not-whole", _("Some games of this campaign are no longer on this server."))
        return found.text()

    async def _from_elsewhere(self, chain: list[str]) -> list[Record]:
        """The games from elsewhere that came before the first of these tables."""
        text = await self.imported(chain[0]) if chain else None
        return [] if text is None else [Record.parse(part) for part in parts_of(text)[1:]]

    async def take_up(
        self, caller: Caller, asked: NewTable, gone: Disconnected | None
    ) -> tuple[NewTable, Json]:
        """A table that continues a campaign from elsewhere, and the legacy of that campaign."""
        game = self.live_tables.shelf.game(asked.game)
        found = await self._import.load(caller, game, asked.chronicle or "", gone)
        options = {**found.options, OPTION: found.name}
        after = asked.model_copy(update={"options": options, "chronicle": found.text()})
        return after, found.legacy or {}

    async def imported(self, table: str) -> str | None:
        """The file of the campaign from elsewhere that a table continues."""
        query = select(imported_campaigns.c.text).where(imported_campaigns.c.table_id == table)
        text: str | None = await self.table_store.database.value(query)
        return text

    async def _chain(self, table: str) -> list[str]:
        """The tables of the campaign up to this one, as far back as they still exist."""
        chain: list[str] = []
        at: str | None = table
        while at is not None and len(chain) < MAX_EARLIER_GAMES:
            row = await self.table_store.row(at)
            if row is None:
                break
            chain.insert(0, at)
            at = row["previous_table"]
        return chain


class CampaignImport:
    """Replays files from elsewhere in the background: in slices, with the loop free between them, and with
    limited work for one file. Slices take turns among addresses, and among the people behind one.
    """

    def __init__(self, time: Time) -> None:
        self.time = time
        self._queue = FairQueue(1)
        self._waiting: Counter[str] = Counter()

    async def load(self, caller: Caller, game: Game, text: str, gone: Disconnected | None = None) -> Campaign:
        """The campaign in a file; reading stops if the sender has gone."""
        person, address = caller.require_person().id, caller.address
        limits = {person: MAX_IMPORTS_PER_PERSON, f"from {address}": MAX_IMPORTS_PER_ADDRESS}
        if any(self._waiting[who] >= most for who, most in limits.items()):
            said = _("Your last campaign file is still being checked. Try again in a moment.")
            raise Conflict("reading", said)
        self._waiting.update(limits.keys())
        try:
            async with self._queue.turn(address, person, SLICE_SECONDS):
                found, steps = _open_file(game, text)
            worked = 0.0
            while worked < MAX_WORK_SECONDS:
                if gone is not None and await gone():
                    raise Conflict("gone", "This request was abandoned.")
                async with self._queue.turn(address, person, SLICE_SECONDS):
                    began = self.time.cpu_seconds()
                    more = _read_on(steps, began + SLICE_SECONDS, self.time)
                    took = self.time.cpu_seconds() - began
                    worked += took
                    if not more:
                        return _between_games(found)
                    await self.time.sleep(took * REST_FACTOR)
            raise Refused("too-long", _("This campaign takes too long to replay."))
        finally:
            self._waiting -= Counter(limits.keys())  # drops the keys that reach zero


async def keep_imported_campaign(connection: Transaction, table: str, asked: NewTable) -> None:
    """Store the file of a campaign with the table that continues it."""
    if asked.chronicle is not None:
        await connection.execute(insert(imported_campaigns).values(table_id=table, text=asked.chronicle))


def _open_file(game: Game, text: str) -> tuple[Campaign, Iterator[None]]:
    """A file from elsewhere before its first game. Every game will be replayed: an edited file, or one for
    other rules, is refused.
    """
    if not campaigns(game):
        raise Refused("no-campaigns", _("This game has no campaigns."))
    if any(len(part) > MAX_GAME_LETTERS for part in parts_of(text)):
        raise Refused("too-long", _("This campaign takes too long to replay."))
    try:
        return Campaign.reading(game, text)
    except SpyringError as error:
        raise _bad(error) from None


def _read_on(steps: Iterator[None], until: float, time: Time) -> bool:
    """Read on for a slice of work; returns whether there is more."""
    try:
        for _step in steps:
            if time.cpu_seconds() >= until:
                return True
    except (SpyringError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise _bad(error) from None
    return False


def _bad(error: Exception) -> Refused:
    reason = str(error) if isinstance(error, SpyringError) else type(error).__name__
    said = _("This campaign cannot be continued. {reason}")
    return Refused("bad-campaign", said, reason=reason[:MAX_FAULT_LETTERS])


def _between_games(found: Campaign) -> Campaign:
    """A campaign that can continue here, with names that are valid here."""
    if found.state is not None:
        said = _("A game of this campaign is still running. Finish it, then upload the file.")
        raise Refused("game-running", said)
    if found.over:
        raise Refused("campaign-over", _("This campaign is over."))
    if not found.records:
        raise Refused("no-games", _("No game of this campaign is finished yet."))
    for record in found.records:
        record.players = {seat: _seen(who) for seat, who in record.players.items()}
    given = {title: _seen(name) for title, name in found.names.items() if title in found.game.nameable}
    found.names = {title: name for title, name in given.items() if name != NOBODY}
    return found


def _crew(record: Record) -> list[str | None]:
    """The players of a game from elsewhere, None for a bot."""
    return [None if who.startswith(BOT) else _seen(who) for who in record.players.values()]


def _seen(who: str) -> str:
    """A player's name, if a guest could have it here: everybody sees it, and a file can contain any name."""
    if who.startswith(BOT):
        return who if who.isprintable() else BOT + NOBODY
    try:
        return names.of_guest(who[: names.MAX_NAME_LENGTH])
    except Refused:
        return NOBODY
