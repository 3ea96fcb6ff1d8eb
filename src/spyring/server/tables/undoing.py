"""Taking back: at once what nobody could know of yet, anything else with everybody's consent."""

from dataclasses import replace

from spyring.engine.errors import IllegalMove
from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.payloads import Position
from spyring.server.problems import Conflict, Stale
from spyring.server.tables.archive import Overtaken
from spyring.server.tables.playing import Playing
from spyring.server.tables.room import Offer, Room
from spyring.server.tables.timeline import MOST_TO_UNDO, Kind


class Undoing:
    """Asking to take back, and answering that."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing

    async def undo(self, table: str, caller: Caller, number: int) -> Position:
        """Take back one's last move: at once if nobody could know of it yet, else with the consent of all
        people seated.
        """
        room = await self.playing.rooms.visited(table, caller)
        async with room.lock:
            room.playing(caller)
            self.playing.in_time(room, caller, number)
            reader = room.reader(caller.id)
            if room.number(reader) >= MOST_TO_UNDO:
                raise Conflict("too-much-undone", _("Too much was taken back in this game already; go on."))
            free = room.game_on.free_undo(reader)
            if free is not None:
                await self._go_back(room, caller, "drop", room.game_on.mover(free), free)
                return self.playing.show(room, caller, number)
            target = room.game_on.last_move(reader)
            if target is None:
                raise Conflict("nothing-to-undo", _("You have made no move yet."))
            if room.offer is not None:
                raise Conflict(
                    "offer-open", _("Somebody asks to take a move back already; answer that first.")
                )
            by, agreed = room.game_on.mover(target), room.seats_of(caller.id)
            await self._agree(room, caller, Offer(room.revision + 1, by, target, agreed))
            return self.playing.show(room, caller, number)

    async def answer(self, table: str, caller: Caller, offer: int, agree: bool) -> Position:
        """Consent to the offer of going back, or refuse it; whoever asked may withdraw by refusing. Who is
        away can answer, too.
        """
        room = await self.playing.rooms.visited(table, caller)
        async with room.lock:
            room.consents(caller)
            if room.offer is None or room.offer.id != offer:
                raise Conflict("no-offer", _("Nobody asks to take this back any more."))
            number = room.number(room.reader(caller.id))
            if agree:
                agreed = tuple(sorted({*room.offer.agreed, *room.seats_of(caller.id)}))
                await self._agree(room, caller, replace(room.offer, agreed=agreed))
            else:
                await self.playing.change(room, caller, offer=None)
            return self.playing.show(room, caller, number)

    async def _agree(self, room: Room, caller: Caller, offer: Offer) -> None:
        if set(room.consenting()) - set(offer.agreed):
            await self.playing.change(room, caller, offer=offer.to_text())
            return
        if room.offer is not None:
            await self.playing.change(room, caller, offer=None)
        if not room.game_on.dropped_by("back", offer.target):
            raise Conflict("nothing-to-undo", _("This move has been taken back already."))
        await self._go_back(room, caller, "back", offer.by, offer.target)

    async def _go_back(self, room: Room, caller: Caller, kind: Kind, seat: int, target: int) -> None:
        try:
            step = room.game_on.consider_undo(kind, seat, target, self.playing.time.now())
            await self.playing.changes.take(room, step)
        except IllegalMove:
            raise Conflict("cannot-undo", _("What happened since depends on this move.")) from None
        except Overtaken:
            await self.playing.rooms.catch_up(room)
            raise Stale(self.playing.show(room, caller)) from None
