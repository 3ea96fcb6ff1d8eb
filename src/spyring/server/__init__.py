"""Tables on the network: seats, clocks, storage, sessions, and the ASGI application that serves them.

The contract with the pages (and with anybody who writes another door to the same tables)
------------------------------------------------------------------------------------------

``spyring.server.app.create_app(settings)`` makes the application: JSON under ``/api/v1``, ``/healthz``,
``/metrics``. The pages wrap it: ``spyring.web`` calls ``create_app`` and adds its own routes. The server
never imports the pages.

Everything that can be done at a table is a method of :class:`spyring.server.hall.Hall`, plain async Python
without HTTP; the JSON routes and the pages call the same methods. In a route::

    hall: Hall = request.app.state.hall
    visitor: Visitor = await visit(request)      # spyring.server.visitors; .person is None for a stranger
    position = await hall.position(table_id, visitor.person, translate=gettext)

Methods that take ``person`` accept ``None`` for a stranger where watching is enough. ``translate`` is the
reader's gettext (``spyring.engine.words.Translate``); every sentence in the answer is already in that
language. Answers are the types of :mod:`spyring.server.payloads`, built field by field, made for that one
reader.

``hall.games(translate)``
    the shelf: seats, options with help and clause, levels
``hall.tables(person)``
    ``mine`` (sorted by need), ``open``, ``watchable``
``hall.make_table(person, NewTable)``
    a table; it starts by itself once every seat is taken
``hall.table(table, person, code=)``
    the card of one table
``hall.join(table, person, seat=, code=)``
    take a seat (the first free one)
``hall.leave(table, person)``
    before the start: free the seat, and the table goes with the last one; after it: the same as resign
``hall.seat_bot(table, person, seat, level)``
    the owner's; ``level=None`` empties the seat
``hall.position(table, person, since=, translate=)``
    what this reader may see now: :class:`payloads.Position`
``hall.play(table, person, number, move, translate)``
    the one way to move; ``number`` is ``Position.number``
``hall.why_not(table, person, move, translate)``
    the clause and the reason, or None
``hall.undo(table, person, number)``
    take back at once if free, else ask all people seated
``hall.answer_undo(table, person, agree)``
    consent to what another asks, or refuse
``hall.set_passes(table, person, frames)``
    windows (``asked.frame``) that this seat passes by itself
``hall.resign`` ``hall.come_back`` ``hall.rematch``
    a bot takes the seat; the person takes it back; once more
``hall.say(table, person, text, to)`` ``hall.chat``
    talk: ``to`` is table, team or watchers
``hall.note`` ``hall.write_note``
    the private notebook
``hall.record(table, person)`` ``hall.export``
    the record of a finished game; before the end one's own view
``hall.replay(table, person, step, seat)``
    a finished game, step by step, from any seat
``hall.play_on(table, person, step, seat)``
    a new table from that step, bots in the other seats

Whoever may not do a thing gets a :class:`spyring.server.problems.Problem`: it has a ``status``, a stable
``code``, a sentence (``problem.say(translate)``) and, where a rule is concerned, a ``clause``. A late or
doubled click is :class:`problems.Stale`; it carries the newer ``position`` for the page to show.

Numbers. The log of a table counts every accepted move, but a seat must not learn how often others moved in
secret. So each reader has a count of their own: ``Position.number`` grows by one when *this reader* can
notice something. A move is sent with the number it was decided on. What is public about the room itself
(names, bots, offers to undo, clocks) has a second count, ``Position.revision``.

News. ``GET /api/v1/stream`` is one stream of server-sent events for a person: all tables they sit at, and
those named by ``?watch=TABLE``. Events: ``position`` (data: a Position with only the new log entries),
``chat`` (data: a ChatLine). The id of an event is a cursor over all tables of the stream; a browser sends it
back as ``Last-Event-ID`` and gets what it missed, from any worker.

Cookies and forms. ``visitors.visit(request)`` reads the cookie or the bearer token.
``visitors.welcome(request, response, person)`` signs somebody in. Unsafe requests with a cookie must come
from our own origin, or carry the token ``visitor.csrf`` in the header ``X-CSRF-Token``; forms send it in a
field ``csrf`` and the route calls ``visitors.check_form(visitor, form)``. The content-security-policy is
``default-src 'none'`` with ``'self'`` for scripts, styles, images, fonts, connections and forms: no inline
script, no inline style.
"""
