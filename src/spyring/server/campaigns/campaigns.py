"""Campaigns: the tables of a chain of games, who sat at them, and the finished games as one file."""

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
from spyring.server.core.tables.hooks import Gone
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.table_store import TableStore
from spyring.server.core.times import Time
from spyring.server.replays.replays import Replays

MAX_EARLIER_GAMES: Final = 100  # that are looked for behind a table
NOBODY: Final = "-"  # in place of a name that nobody may have here
MAX_FAULT_LETTERS: Final = 300  # letters about what is wrong with a file
MAX_IMPORTS_PER_PERSON: Final = 1  # files of one person, at a time
MAX_IMPORTS_PER_ADDRESS: Final = 4  # of one address: a school may share it
MAX_GAME_LETTERS: Final = 100_000  # letters: what is parsed at one go
SLICE_SECONDS: Final = 0.005  # seconds of work at a time,
REST_FACTOR: Final = 3  # for each of them so many that are left to others,
MAX_WORK_SECONDS: Final = 5.0  # and this much for a file; a year of Season 0 takes about half a second


class Campaigns:
    """What the tables of one campaign have in common."""

    def __init__(self, live_tables: LiveTables, table_store: TableStore, replays: Replays) -> None:
        self.live_tables = live_tables
        self.table_store = table_store
        self.replays = replays
        self._import = CampaignImport(table_store.database.time)

    async def crews(self, table: str, caller: Caller) -> list[list[str | None]]:
        """Who sat at each game of a campaign, seat by seat, None for a bot; the last is the game here. A
        finished game is open to its link, those before it are not.
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
        """The finished games of a campaign up to this table, as a text that `spyring campaign` opens."""
        live = await self.live_tables.watchable(table, caller)
        if OPTION not in live.start.options:
            raise Conflict("no-campaign", _("This game has no campaign."))
        chain = await self._chain(table)
        name = str(live.start.options[OPTION])
        found = Campaign(live.game, name)
        found.records += await self._from_elsewhere(chain)
        for one in chain if live.status == "over" else chain[:-1]:
            found.records.append(await self.replays.record_of(one, caller))
        if not found.records:
            raise Conflict("not-over", _("No game of this campaign is over yet."))
        if found.records[0].legacy is not None or any(record.position for record in found.records):
            raise Conflict("not-whole", _("Some games of this campaign are no longer on this server."))
        return found.text()

    async def _from_elsewhere(self, chain: list[str]) -> list[Record]:
        """The games that were played elsewhere before the first of these tables."""
        text = await self.imported(chain[0]) if chain else None
        return [] if text is None else [Record.parse(part) for part in parts_of(text)[1:]]

    async def take_up(self, caller: Caller, asked: NewTable, gone: Gone | None) -> tuple[NewTable, Json]:
        """A table that goes on with a campaign from elsewhere, and what outlived the games of that."""
        game = self.live_tables.shelf.game(asked.game)
        found = await self._import.load(caller, game, asked.chronicle or "", gone)
        options = {**found.options, OPTION: found.name}
        after = asked.model_copy(update={"options": options, "chronicle": found.text()})
        return after, found.legacy or {}

    async def imported(self, table: str) -> str | None:
        """The campaign from elsewhere that a table goes on with, as its file."""
        query = select(imported_campaigns.c.text).where(imported_campaigns.c.table_id == table)
        text: str | None = await self.table_store.database.value(query)
        return text

    async def _chain(self, table: str) -> list[str]:
        """The tables of the campaign up to this one, as far back as they are still there."""
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
    """Files from elsewhere are replayed beside what else the server does: in slices, with the loop free for
    others between them, and at most so much work for one file. The next slice goes round among addresses,
    and among the people behind one.
    """

    def __init__(self, time: Time) -> None:
        self.time = time
        self._queue = FairQueue(1)
        self._waiting: Counter[str] = Counter()

    async def load(self, caller: Caller, game: Game, text: str, gone: Gone | None = None) -> Campaign:
        """The campaign in a file; reading ends if whoever sent it has gone meanwhile."""
        person, address = caller.require_person().id, caller.address
        limits = {person: MAX_IMPORTS_PER_PERSON, f"from {address}": MAX_IMPORTS_PER_ADDRESS}
        if any(self._waiting[who] >= most for who, most in limits.items()):
            said = _("Your last campaign file is still being read. Wait until that is done.")
            raise Conflict("reading", said)
        self._waiting.update(limits.keys())
        try:
            async with self._queue.turn(address, person, SLICE_SECONDS):
                found, steps = _open_file(game, text)
            worked = 0.0
            while worked < MAX_WORK_SECONDS:
                if gone is not None and await gone():
                    raise Conflict("gone", "Nobody waits for this any more.")
                async with self._queue.turn(address, person, SLICE_SECONDS):
                    began = self.time.cpu_seconds()
                    more = _read_on(steps, began + SLICE_SECONDS, self.time)
                    took = self.time.cpu_seconds() - began
                    worked += took
                    if not more:
                        return _between_games(found)
                    await self.time.sleep(took * REST_FACTOR)
            raise Refused("too-long", _("It takes too long to replay this campaign."))
        finally:
            self._waiting -= Counter(limits.keys())  # who is left with none is forgotten


async def keep_imported_campaign(connection: Transaction, table: str, asked: NewTable) -> None:
    """The file of a campaign stays with the table that goes on with it."""
    if asked.chronicle is not None:
        await connection.execute(insert(imported_campaigns).values(table_id=table, text=asked.chronicle))


def _open_file(game: Game, text: str) -> tuple[Campaign, Iterator[None]]:
    """A file from elsewhere before its first game. Every game will be replayed: what was edited, or belongs
    to other rules, is refused.
    """
    if not campaigns(game):
        raise Refused("no-campaigns", _("This game has no campaigns."))
    if any(len(part) > MAX_GAME_LETTERS for part in parts_of(text)):
        raise Refused("too-long", _("It takes too long to replay this campaign."))
    try:
        return Campaign.reading(game, text)
    except SpyringError as error:
        raise _bad(error) from None


def _read_on(steps: Iterator[None], until: float, time: Time) -> bool:
    """Read on until so much has been worked; whether there is more."""
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
    """A campaign that can go on here, with names that people could have here."""
    if found.state is not None:
        said = _("A game of this campaign is still running. Finish it, then upload the file.")
        raise Refused("game-running", said)
    if found.over:
        raise Refused("campaign-over", _("This campaign is over."))
    if not found.records:
        raise Refused("no-games", _("No game of this campaign is over yet."))
    for record in found.records:
        record.players = {seat: _seen(who) for seat, who in record.players.items()}
    return found


def _crew(record: Record) -> list[str | None]:
    """Who sat at a game that was played elsewhere, None for a bot."""
    return [None if who.startswith(BOT) else _seen(who) for who in record.players.values()]


def _seen(who: str) -> str:
    """Whoever sat at such a game, by a name that a guest could have here: it is shown to everybody, and
    whoever brings a file can write any name into it.
    """
    if who.startswith(BOT):
        return who if who.isprintable() else BOT + NOBODY
    try:
        return names.of_guest(who[: names.MAX_NAME_LENGTH])
    except Refused:
        return NOBODY
