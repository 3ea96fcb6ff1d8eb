"""When it is over everything opens: the record, the replay from any seat. Before that: one's own view, and no
more.
"""

from spyring.engine.record import Record
from spyring.engine.words import Translate, _, english
from spyring.server import showing
from spyring.server.desk import Desk
from spyring.server.payloads import Export, Person, ReplayStep
from spyring.server.problems import Conflict, Forbidden, NotFound
from spyring.server.rooms import Room
from spyring.server.timeline import Timeline


class Afterwards(Desk):
    """Finished games."""

    async def record(self, table: str, person: Person | None, code: str | None = None) -> str:
        """A finished game as a text that `spyring replay` opens."""
        room = await self._finished(table, person, code)
        game = room.game
        moves = [(entry.seat, game.moves.parse(entry.text)) for entry in room.game_on.moves()]
        labels = game.seat_names(room.start.seats)
        players = {labels[c.seat]: c.name or f"{c.level} bot" for c in room.seats}
        return Record.of(room.game_on.state, room.start.seed, moves, room.start.legacy, players).text()

    async def export(
        self, table: str, person: Person | None, code: str | None = None, translate: Translate = english
    ) -> Export:
        """A game as far as this reader knows it, finished or not."""
        room = await self.watchable(table, person, code)
        if room.timeline is None:
            raise Conflict("not-begun", _("The game has not begun."))
        seat = room.seat_of(None if person is None else person.id)
        return Export(
            game=room.game.name,
            rules_version=room.rules_version,
            options=room.start.options,
            seat=seat,
            view=room.timeline.state.view(seat),
            log=showing.log(room.timeline, seat, -1, room.made_at, translate),
        )

    async def replay(
        self,
        table: str,
        person: Person | None,
        step: int,
        seat: int | None = None,
        code: str | None = None,
        translate: Translate = english,
    ) -> ReplayStep:
        """A finished game after ``step`` moves, as ``seat`` saw it then."""
        room = await self._finished(table, person, code)
        moves = room.game_on.moves()
        if not 0 <= step <= len(moves) or (seat is not None and not 0 <= seat < room.start.seats):
            raise NotFound("no-step", _("The game has no such step, or no such seat."))
        then = Timeline(room.game, room.start)
        for entry in moves[:step]:
            then.state.play(entry.seat, room.game.moves.parse(entry.text))
        last = moves[step - 1] if step else None
        return ReplayStep(
            table=room.id,
            game=room.game.name,
            step=step,
            steps=len(moves),
            seat=seat,
            mover=None if last is None else last.seat,
            move=None if last is None else last.text,
            sentence=None
            if last is None
            else room.game.moves.say(room.game.moves.parse(last.text), translate),
            reason=None if last is None else showing.reason(last, translate),
            view=then.state.view(seat),
            events=showing.told(room.game, then.opening if last is None else last.events, seat, translate),
        )

    async def _finished(self, table: str, person: Person | None, code: str | None) -> Room:
        room = await self.watchable(table, person, code)
        if room.status != "over":
            raise Forbidden("not-over", _("The game is not over yet."))
        return room
