"""Taking back: at once if nobody could know of the move yet, otherwise with everybody's consent."""

from dataclasses import replace

from spyring.engine.errors import IllegalMove
from spyring.engine.i18n import _
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Position
from spyring.server.core.problems import Conflict, Stale
from spyring.server.core.storage.statements import WriteConflict
from spyring.server.core.tables.live_table import LiveTable, Offer
from spyring.server.core.tables.playing import Playing
from spyring.server.core.tables.timeline import MAX_ENTRIES_TO_UNDO, Kind


class Undoing:
    """Requests to take back, and their answers."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing

    async def undo(self, table: str, caller: Caller, number: int) -> Position:
        """Take back the caller's last move: at once if nobody could know of it yet, else with the consent of
        all seated people.
        """
        live = await self.playing.live_tables.for_action(table, caller)
        async with live.lock:
            live.require_player(caller)
            self.playing.in_time(live, caller, number)
            reader = live.reader(caller.id)
            if live.number(reader) >= MAX_ENTRIES_TO_UNDO:
                raise Conflict("too-much-undone", _("Too many moves were taken back in this game. Play on."))
            free = live.running.free_undo(reader)
            if free is not None:
                await self._go_back(live, caller, "drop", live.running.mover(free), free)
                return self.playing.show(live, caller, number)
            target = live.running.last_move(reader)
            if target is None:
                raise Conflict("nothing-to-undo", _("You have made no move yet."))
            if live.open_offer is not None:
                raise Conflict(
                    "offer-open", _("Someone has already asked to take a move back. Answer that first.")
                )
            by, agreed = live.running.mover(target), live.seats_of(caller.id)
            await self._agree(live, caller, Offer(live.revision + 1, by, target, agreed))
            return self.playing.show(live, caller, number)

    async def answer(self, table: str, caller: Caller, offer: int, agree: bool) -> Position:
        """Agree to the offer to go back, or refuse it; the player who made it learns of a refusal, or
        withdraws it by refusing. Players who are away can answer, too.
        """
        live = await self.playing.live_tables.for_action(table, caller)
        async with live.lock:
            live.require_consenting(caller)
            found, mine = live.open_offer, live.seats_of(caller.id)
            if found is None or found.id != offer:
                raise Conflict("no-offer", _("That request has ended. There is nothing to answer."))
            number = live.number(live.reader(caller.id))
            if agree:
                agreed = tuple(sorted({*found.agreed, *mine}))
                await self._agree(live, caller, replace(found, agreed=agreed))
            else:
                refusal = None if found.by in mine else replace(found, refused=True).to_text()
                await self.playing.change(live, caller, offer=refusal)
            return self.playing.show(live, caller, number)

    async def _agree(self, live: LiveTable, caller: Caller, offer: Offer) -> None:
        if set(live.consenting()) - set(offer.agreed):
            await self.playing.change(live, caller, offer=offer.to_text())
            return
        if live.offer is not None:
            await self.playing.change(live, caller, offer=None)
        if not live.running.dropped_by("back", offer.target):
            raise Conflict("nothing-to-undo", _("This move has been taken back already."))
        await self._go_back(live, caller, "back", offer.by, offer.target)

    async def _go_back(self, live: LiveTable, caller: Caller, kind: Kind, seat: int, target: int) -> None:
        try:
            step = live.running.consider_undo(kind, seat, target, self.playing.time.now())
            await self.playing.changes.append(live, step)
        except IllegalMove:
            raise Conflict("cannot-undo", _("Later events depend on this move.")) from None
        except WriteConflict:
            await self.playing.live_tables.catch_up(live)
            raise Stale(self.playing.show(live, caller)) from None
