"""Changes to a table: stored, then applied, then published, all under the table's lock."""

import json
from dataclasses import replace
from typing import Any

from spyring.engine.state import State
from spyring.server.core.tables.chair import Chair, restored, turned
from spyring.server.core.tables.live_table import LiveTable, guard_damage, ordered_pass, waits_for_people
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.timeline import Step
from spyring.server.core.topics import of_person, of_table


class Changes:
    """The two kinds of change: to the table and its seats, or a new entry of the log."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.live_tables = live_tables
        self.table_store = live_tables.table_store
        self.topics = live_tables.topics
        self.hooks = live_tables.hooks
        self.time = live_tables.time

    async def change(self, live: LiveTable, *chairs: Chair, **values: Any) -> None:
        """Store a change of the table, then apply it; ``values`` are those of :meth:`TableStore.change`."""
        before = {chair.person for chair in live.chairs}
        changed = live.with_chairs(chairs)
        state = None if live.timeline is None else live.timeline.state
        status = values.get("status", live.status)
        if live.offer is not None:
            asked = [chair.seat for chair in changed if chair.consents]
            if live.consenting() != asked or not changed[live.offer.by].present:
                values["offer"] = None  # the group that must agree has changed
        values.setdefault("wake_at", self.alarm(changed, state) if status == "playing" else None)
        await self.table_store.change(live, chairs, **values)
        await self.live_tables.refresh(live)
        self.topics.publish(of_table(live.id))
        for person in before ^ {chair.person for chair in live.chairs}:
            if person is not None:
                self.topics.publish(of_person(person))
        self._tell(live)

    async def append(self, live: LiveTable, step: Step) -> None:
        """Store a step and the clocks it changes, then apply it. After that it is acknowledged."""
        if live.terms is not None and await self.live_tables.settle_clocks():
            await self.live_tables.refresh(live)
        entry, after = step.entry, step.after
        shown = live.observed_by_all(entry.observers)
        turned_chairs = [] if live.terms is None else self._turned(live, step)
        if live.terms is not None and shown and entry.kind == "move":  # hidden moves change no clock
            entry.clocks = json.dumps([round(chair.clock.left(entry.at), 3) for chair in live.chairs])
        chairs = live.with_chairs(turned_chairs) if turned_chairs else live.chairs
        over = not after.deciders
        quiet = over or (not turned_chairs and live.seat_index.by_hand)
        ends_offer = live.offer is not None and shown
        offer = None if ends_offer else live.offer
        values: dict[str, Any] = {
            "offer": None if offer is None else offer.to_text(),
            "revision": live.revision + ends_offer,
            "moved_at": entry.at if shown else live.moved_at,  # lists of tables are sorted by this
            "wake_at": None if quiet else self.alarm(chairs, after),
        }
        await self.table_store.append(live, entry, turned_chairs, after.outcome if over else None, **values)
        live.running.commit(step)
        self.hooks.move_made(live.game.name)
        if turned_chairs:
            live.sit(chairs)
        live.offer, live.revision, live.moved_at = offer, values["revision"], values["moved_at"]
        live.status = "over" if over else live.status
        live.ask(entry.at, entry.seat if shown else None)
        self.topics.publish(of_table(live.id))
        self._tell(live)

    def _tell(self, live: LiveTable) -> None:
        """Notify the hooks: the turn may have passed on, and an action may be due."""
        self.hooks.reschedule(live.id)
        self.hooks.table_changed(live)

    def _turned(self, live: LiveTable, step: Step) -> list[Chair]:
        """The chairs whose clocks a step stops, starts, credits or restores."""
        entry = step.entry
        asked = {seat for seat in step.after.deciders if live.chairs[seat].present}
        clocks = [chair.clock for chair in live.chairs]
        if entry.kind != "move":
            gone = live.running.dropped_by(entry.kind, entry.target)
            before = next((e.clocks for e in gone if e.clocks), None)
            payer = entry.seat if entry.kind == "drop" else None
            if before is not None:
                with guard_damage(live.id):
                    clocks = restored(clocks, json.loads(before), entry.at, payer)
        away = {chair.seat: chair.runs_from(entry.at, live.pace) for chair in live.chairs}
        clocks = turned(clocks, live.terms, asked, entry.kind == "move", entry.at, away)
        pairs = zip(live.chairs, clocks, strict=True)
        return [replace(chair, clock=clock) for chair, clock in pairs if chair.clock != clock]

    def alarm(self, chairs: list[Chair], state: State | None) -> float | None:
        """When the server must next act at a table by itself."""
        if state is None or not state.stack:
            return None
        due: list[float] = []
        waits = waits_for_people(chairs, state)
        for seat in state.deciders:
            chair = chairs[seat]
            deadline = chair.clock.deadline()
            passes = chair.passes and ordered_pass(state, chair.passes, seat) is not None
            if passes or (chair.bot_plays and not waits):
                due.append(self.time.now())
            elif deadline is not None:
                due.append(deadline)
        return min(due, default=None)
