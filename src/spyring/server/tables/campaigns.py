"""Campaigns: the tables of a chain of games, who sat at them, and the finished games as one file."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from spyring.engine.campaign import OPTION, Campaign, campaigns, parts_of
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.record import BOT, Record
from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.fair_turns import Turns
from spyring.server.people import names
from spyring.server.problems import Conflict, NotFound, Refused
from spyring.server.tables.archive import Archive
from spyring.server.tables.replays import Replays
from spyring.server.tables.rooms import Rooms

MOST_GAMES: Final = 100  # that are looked for behind a table
NOBODY: Final = "-"  # in place of a name that nobody may have here
MOST_SAID: Final = 300  # letters about what is wrong with a file
MOST_READ: Final = 1  # files of one person, at a time
MOST_READ_THERE: Final = 4  # of one address: a school may share it
LETTERS_A_SECOND: Final = 25_000  # that are replayed, about

Gone = Callable[[], Awaitable[bool]]  # whether nobody waits for the answer any more


class Campaigns:
    """What the tables of one campaign have in common."""

    def __init__(self, rooms: Rooms, archive: Archive, replays: Replays) -> None:
        self.rooms = rooms
        self.archive = archive
        self.replays = replays

    async def crews(self, table: str, caller: Caller) -> list[list[str | None]]:
        """Who sat at each game of a campaign, seat by seat, None for a bot; the last is the game here. A
        finished game is open to its link, those before it are not.
        """
        try:
            await self.rooms.watchable(table, caller)
        except NotFound:
            return []
        chain = await self._chain(table)
        chairs = await self.archive.chairs_of(chain)
        return [
            *[_crew(record) for record in await self._from_elsewhere(chain)],
            *[
                [None if chair.person is None else chair.name for chair in chairs.get(one, [])]
                for one in chain
            ],
        ]

    async def export(self, table: str, caller: Caller) -> str:
        """The finished games of a campaign up to this table, as a text that `spyring campaign` opens."""
        room = await self.rooms.watchable(table, caller)
        if OPTION not in room.start.options:
            raise Conflict("no-campaign", _("Nothing of this game outlives it."))
        chain = await self._chain(table)
        name = str(room.start.options[OPTION])
        found = Campaign(room.game, name)
        found.records += await self._from_elsewhere(chain)
        for one in chain if room.status == "over" else chain[:-1]:
            found.records.append(await self.replays.record_of(one, caller))
        if not found.records:
            raise Conflict("not-over", _("No game of this campaign is over yet."))
        if found.records[0].legacy is not None or any(record.position for record in found.records):
            raise Conflict("not-whole", _("Not all games of this campaign are here any more."))
        return found.text()

    async def _from_elsewhere(self, chain: list[str]) -> list[Record]:
        """The games that were played elsewhere before the first of these tables."""
        text = await self.archive.chronicle(chain[0]) if chain else None
        return [] if text is None else [Record.parse(part) for part in parts_of(text)[1:]]

    async def _chain(self, table: str) -> list[str]:
        """The tables of the campaign up to this one, as far back as they are still there."""
        chain: list[str] = []
        at: str | None = table
        while at is not None and len(chain) < MOST_GAMES:
            row = await self.archive.row(at)
            if row is None:
                break
            chain.insert(0, at)
            at = row["previous_table"]
        return chain


class Reading:
    """Files from elsewhere are replayed one at a time, beside what else the server does; the turn goes round
    among addresses, and among the people behind one.
    """

    def __init__(self) -> None:
        self._turns = Turns(1)
        self._waiting: Counter[str] = Counter()

    async def take_up(self, caller: Caller, game: Game, text: str, gone: Gone | None) -> Campaign:
        """The campaign in a file, when it is its turn; not if whoever sent it has gone meanwhile."""
        person, address = caller.known().id, caller.address
        limits = {person: MOST_READ, f"from {address}": MOST_READ_THERE}
        if any(self._waiting[who] >= most for who, most in limits.items()):
            said = _("A campaign that you brought is still being read; wait until that is done.")
            raise Conflict("reading", said)
        self._waiting.update(limits.keys())
        try:
            async with self._turns.turn(address, person, len(text) / LETTERS_A_SECOND):
                if gone is not None and await gone():
                    raise Conflict("gone", "Nobody waits for this any more.")
                return await asyncio.to_thread(taken_up, game, text)
        finally:
            self._waiting -= Counter(limits.keys())  # who is left with none is forgotten


def taken_up(game: Game, text: str) -> Campaign:
    """The campaign in a file from elsewhere, if it stands between two games of it. Every game is replayed:
    what was edited, or belongs to other rules, is refused.
    """
    if not campaigns(game):
        raise Refused("no-campaigns", _("This game has no campaigns."))
    try:
        found = Campaign.load(game, text)
    except (SpyringError, ValueError, LookupError, TypeError, RecursionError) as error:
        reason = str(error) if isinstance(error, SpyringError) else type(error).__name__
        said = _("This campaign cannot be taken up. {reason}")
        raise Refused("bad-campaign", said, reason=reason[:MOST_SAID]) from None
    if found.state is not None:
        said = _("A game of this campaign is still running: end it where it was begun, then bring the file.")
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
    """Whoever sat at such a game, by a name that people could have here: it is shown to everybody."""
    if who.startswith(BOT):
        return who if who.isprintable() else BOT + NOBODY
    try:
        return names.checked(who[: names.LONGEST])
    except Refused:
        return NOBODY
