"""Tables on the network: seats, clocks, storage, sessions, and the ASGI application that serves them.

The packages
------------

``core``
    all that a game at a table needs: ``tables`` (what a table is and all that can be done there), ``people``
    (guests, names, sessions), ``bots``, ``storage`` (transactions, the schema), ``http`` (visitors, routes,
    acts at a table, event streams, limits)
``conversation``
    what is said at a table: talk, notes, pointing, and what bots answer and advise
``accounts``
    passwords, signing in, forgotten passwords
``replays``, ``campaigns``, ``donations``
    finished games: looking back, chains of them, those that are given to science
``community``
    people and their tables together: friends, ratings, what they have played, invitations, reports, one's own
    data
``notifications``
    calling people back to their tables
``metrics``
    numbers for Prometheus
``admin``
    what the operator does: people, tables, backups, the doctor

The core imports none of the others. Each adds what it brings in its ``package.py``, as a
:class:`spyring.server.core.package.Package`; ``services`` puts all of them together, ``schema`` what they
store. ``core.caller`` is who asks, ``core.payloads`` what is answered, ``core.problems`` what is refused,
``core.times`` the clock that everything goes by.

The contract with the pages (and with anybody who writes another door to the same tables)
------------------------------------------------------------------------------------------

``spyring.server.app.create_app(settings)`` makes the application: JSON under ``/api/v1``, ``/healthz``,
``/metrics``. The pages wrap it: ``spyring.web`` calls ``create_app`` and adds its own routes. The server
never imports the pages.

Each imports only what stands below it; ``pyproject.toml`` has the order, and import-linter holds it.

Everything that can be done is a method of one of the :class:`spyring.server.services.Services`, plain
async Python without HTTP. What is done at a table is an :class:`spyring.server.core.http.acts.Act`: one
handler, which programs ask by JSON and pages by a form. In a route::

    async def position(caller: CallerDep, services: ServicesDep, table: TableId) -> Position:
        return await services.playing.position(table, caller)

A :class:`core.caller.Caller` says who asks (nobody in particular, where watching is enough), with which
invitation, in which language; every sentence in the answer is already in that language. Answers are the types
of :mod:`spyring.server.core.payloads`, built field by field, made for that one reader.

``services.shelf``
    the games; ``shelf.game(name)``
``services.lobby``
    ``games``, ``tables`` (``mine`` sorted by need, ``open``, ``watchable``), ``table``, ``invited``
``services.seating``
    ``make`` (a table starts by itself once every seat is taken), ``join``, ``leave``, ``seat_bot``,
    ``rematch``
``services.playing``
    ``position`` (what this reader may see now), ``play`` (the one way to move; ``number`` is
    ``Position.number``), ``why_not``, ``set_passes`` (windows that the seat passes by itself), ``resign``,
    ``take_win`` (of a game that everybody else has given up), ``step_away``, ``come_back``
``services.undoing``
    ``undo`` (at once if free, else by consent), ``answer``
``services.talk``, ``services.notebooks``
    ``say``, ``heard``; ``read``, ``write``
``services.replays``
    ``record``, ``export``, ``step``, ``look_back``, ``turn``, ``archived``, ``outlived``, ``play_on`` (from a
    step of a finished game, bots in the other seats)
``services.people``, ``services.accounts``, ``services.sessions``
    guests and names; passwords; sessions and tokens
``services.history``, ``services.relations``
    ``profile``, ``results``, ``leaderboard``; friends, who is not heard or not met
``services.invitations``, ``services.reporting``
    ``invite``, ``decline``; ``report`` to the operator
``services.vacations``, ``services.account_data``
    clocks that stand while somebody is away; one's data to take home, and going for good
``services.operator``, ``services.retention``
    what only whoever runs the server may do; what goes by itself after a time

Whoever may not do a thing gets a :class:`spyring.server.core.problems.Problem`: it has a ``status``, a stable
``code``, a sentence (``problem.say(translate)``) and, where a rule is concerned, a ``clause``. A late or
doubled click is :class:`core.problems.Stale`; it carries the newer ``position`` for the page to show.

Numbers. The log of a table counts every accepted move, but a seat must not learn how often others moved in
secret. So each reader has a count of their own: ``Position.number`` grows by one when *this reader* can
notice something. A move is sent with the number it was decided on. What is public about the table itself
(names, bots, offers to undo, clocks) has a second count, ``Position.revision``.

News. ``GET /api/v1/stream`` is one stream of server-sent events for a person: all tables they sit at, and
those named by ``?watch=TABLE``. Events: ``position`` (data: a Position with only the new log entries),
``chat`` (data: a Remark). Pages ask for ``?light=true``: then a ``position`` carries only a TableNews, that
the table has changed and whether it is one's turn. The id of an event is a cursor over all tables of the
stream; a browser sends it back as ``Last-Event-ID`` and gets what it missed, from any worker.

Cookies and forms. ``core.http.visitors.visit(request)`` reads the cookie or the bearer token.
``log_in(request, response, person)`` opens a session. Unsafe requests with a cookie must come from our own
origin, or carry the token ``visitor.csrf`` in the header ``X-CSRF-Token``; forms send it in a field ``csrf``
and the route calls ``check_form(visitor, form)``. The content-security-policy is ``default-src 'none'`` with
``'self'`` for scripts, styles, images, fonts, connections and forms: no inline script, no inline style.
"""
