"""Tables on the network: seats, clocks, storage, sessions, and the ASGI application that serves them.

The packages
------------

``core``
    everything for a game at a table: ``tables`` (a table and all actions there); ``people`` (guests, names,
    sessions); ``bots``; ``storage`` (transactions, the schema); ``http`` (visitors, routes, acts at a table,
    event streams, limits)
``conversation``
    communication at a table: chat, notes, pointing, and the answers and hints of bots
``accounts``
    passwords, signing in, registration, forgotten passwords
``club``
    a club's own house: the log of administrators, its look, the banner
``replays``, ``campaigns``, ``donations``
    finished games: looking back, campaigns of several games, games given to science
``community``
    people and their tables: friends, ratings, results, invitations, reports, personal data
``notifications``
    calling people back to their tables
``metrics``
    numbers for Prometheus
``admin``
    the operator's work: people, tables, backups, the doctor

The core imports none of the others. Each registers its parts in its ``package.py``, as a
:class:`spyring.server.core.package.Package`; ``services`` combines their services, ``schema`` their tables.
``core.caller`` has the sender of a request, ``core.payloads`` the answers, ``core.problems`` the refusals,
``core.times`` the server's clock.

The contract with the pages (and with any other interface to the same tables)
-----------------------------------------------------------------------------

``spyring.server.app.create_app(settings)`` makes the application: JSON under ``/api/v1``, ``/healthz``,
``/metrics``. The pages wrap it: ``spyring.web`` calls ``create_app`` and adds its own routes. The server
never imports the pages.

Each layer imports only the ones below it; ``pyproject.toml`` has the order, and import-linter checks it.

Every action is a method of one of the :class:`spyring.server.services.Services`, plain async Python without
HTTP. An action at a table is an :class:`spyring.server.core.http.routing.Act`: one handler, which programs
call with JSON and pages with a form. In a route::

    async def position(caller: CallerDep, services: ServicesDep, table: TableId) -> Position:
        return await services.playing.position(table, caller)

A :class:`core.caller.Caller` holds the person (None for a stranger, who may watch), the invitation and the
language; every sentence in the answer is already in that language. Answers are the types of
:mod:`spyring.server.core.payloads`, built field by field for that one reader.

``services.shelf``
    the games; ``shelf.game(name)``
``services.lobby``
    ``games``; ``tables`` (``mine`` sorted by need, ``open``, ``watchable``); ``table``; ``invited``
``services.seating``
    ``make`` (a table starts by itself once every seat is taken); ``join``; ``leave``; ``seat_bot``;
    ``rematch``
``services.playing``
    ``position`` (what this reader may see now); ``play`` (the one way to move; ``number`` is
    ``Position.number``); ``why_not``; ``set_passes`` (windows that the seat passes automatically);
    ``resign``; ``take_win`` (if everybody else has resigned); ``step_away``; ``come_back``;
    ``undo`` (at once if free, else by consent); ``answer``
``services.talk``, ``services.notebooks``
    ``say``, ``heard``; ``read``, ``write``
``services.replays``
    ``record``, ``step``, ``look_back``, ``turn``, ``archived``, ``outlived``, ``play_on`` (from a
    step of a finished game, bots in the other seats)
``services.people``, ``services.accounts``, ``services.sessions``
    guests and names; passwords; sessions and tokens
``services.history``, ``services.relations``
    ``profile``, ``results``, ``leaderboard``; friends, muted and blocked people
``services.invitations``, ``services.reporting``
    ``invite``, ``decline``; ``report`` to the operator
``services.vacations``, ``services.account_data``
    clocks that stop while a person is away; export of personal data, and deletion of an account
``services.operator``, ``services.retention``
    actions for the operator only; old data that is deleted automatically
``services.registration``, ``services.audit``, ``services.branding``
    who may create an account; what administrators did; the look of the club

A refusal is a :class:`spyring.server.core.problems.Problem`: it has a ``status``, a stable ``code``, a
sentence (``problem.say(translate)``) and, if a rule is the reason, a ``clause``. A late or repeated click is
:class:`core.problems.Stale`; it carries the newer ``position`` for the page to show.

Numbers. The log of a table counts every accepted move, but a seat must not learn how often others moved in
secret. So each reader has their own count: ``Position.number`` grows by one when *this reader* can notice a
change. A move is sent with the number it was decided on. The public part of the table (names, bots, offers
to undo, clocks) has a second count, ``Position.revision``.

News. ``GET /api/v1/stream`` is one stream of server-sent events for a person: all their own tables, and the
ones named by ``?watch=TABLE``. Events: ``position`` (data: a Position with only the new log entries),
``chat`` (data: a Remark). Pages use ``?light=true``: then a ``position`` carries only a TableNews, which says
that the table has changed and whether it is the reader's turn. The id of an event is a cursor over all tables
of the stream; a browser sends it back as ``Last-Event-ID`` and gets what it missed, from any worker.

Cookies and forms. ``core.http.visitors.visit(request)`` reads the cookie or the bearer token.
``log_in(request, response, person)`` opens a session. Unsafe requests with a cookie must come from our own
origin, or carry the token ``visitor.csrf`` in the header ``X-CSRF-Token``; forms send it in a field ``csrf``
and the route calls ``check_form(visitor, form)``. The content-security-policy is ``default-src 'none'`` with
``'self'`` for scripts, styles, images, fonts, connections and forms: no inline script, no inline style.
"""
