"""Making a table, taking a seat, and the table itself."""

from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter

from spyring.engine.campaign import campaigns
from spyring.engine.i18n import _
from spyring.server.community.payloads import Tie
from spyring.server.core.bots import levels
from spyring.server.core.caller import Caller
from spyring.server.core.http.acts import checked, read_caller
from spyring.server.core.http.routes import play, tables
from spyring.server.core.http.routes.answering import spend
from spyring.server.core.http.routes.tables import CODE, TableId
from spyring.server.core.http.visitors import Visitor, visit
from spyring.server.core.payloads import ClockTerms, NewTable, Position, TableCard
from spyring.server.core.problems import Conflict, NotFound, Refused, Stale
from spyring.server.core.tables import presenting
from spyring.web.look import look_of
from spyring.web.page import page, table_page, words_of
from spyring.web.routes.acts import address, read, sit_down
from spyring.web.routes.answering import (
    CallerDep,
    FormDep,
    FormWithFileDep,
    ServicesDep,
    VisitorDep,
    WordsDep,
    as_somebody,
    chance,
    chosen_options,
    direct_page,
    go,
    pages,
    read_form,
    services_of,
)
from spyring.web.scenes import MAX_SCENES, as_it_lay, drawn, scenes_answer
from spyring.web.screen import PageContext, Screen, of_position

router = pages()
TABLE: TypeAdapter[str] = TypeAdapter(TableId)

Invitation = Annotated[str, Path(pattern=CODE)]
PACES = ("free", "live", "days")
Count = Annotated[int, Query(ge=0, le=2**31 - 1)]
SHOWN_HEADER = "spyring-shown"  # a header: the number up to which the page already shows the log


@router.get("/tables/new/{name}")
async def new_table(
    request: Request,
    name: str,
    services: ServicesDep,
    visitor: VisitorDep,
    caller: CallerDep,
    words: WordsDep,
    seats: int | None = None,
) -> Response:
    """The form for a table, made from the game's own options."""
    game = services.shelf.game(name)
    count = seats if seats in game.seats else game.seats[-1]
    card = next(card for card in services.lobby.games(caller) if card.name == name)
    return page(
        request,
        visitor,
        "new_table.html",
        game=game,
        card=card,
        count=count,
        look=look_of(game, words),
        campaigns=campaigns(game),
    )


@router.post("/tables/new/{name}")
async def make_table(request: Request, name: str, services: ServicesDep, form: FormWithFileDep) -> Response:
    """A table as the form describes it."""
    await spend(request, form.visitor, "make")
    game = services.shelf.game(name)
    count = form.number("seats") or game.seats[-1]
    if count not in game.seats:
        counts = ", ".join(map(str, game.seats))
        raise Refused(
            "bad-seats", _("This game is for {counts} seats, not for {n}."), counts=counts, n=str(count)
        )
    chosen = {seat: form.text(f"seat-{seat}", "person") for seat in range(count)}
    mine = [seat for seat, who in chosen.items() if who == "me"]
    pace = form.text("pace", "free")
    if pace not in PACES:
        raise Refused("bad-pace", _("A table is played without a clock, live, or over days."))
    wish = NewTable(
        game=name,
        seats=count,
        options=chosen_options(form),
        public=form.text("public") == "yes",
        pace=pace,  # type: ignore[arg-type]
        clock=_clock(form.number("bank"), form.number("increment")),
        seat=mine[0] if mine else None,
        also=mine[1:],
        take_seat=bool(mine),
        **chance(form),
        bots={seat: levels.checked(who) for seat, who in chosen.items() if who not in ("me", "person")},
        chronicle=form.text("chronicle") or None,
    )

    async def make(caller: Caller) -> str:
        return f"/tables/{(await services.seating.make(caller, wish, request.is_disconnected)).id}"

    return await as_somebody(request, form, make)


def _clock(bank: int | None, increment: int | None) -> ClockTerms | None:
    """A clock of one's own, in minutes and seconds; None for the usual one."""
    if bank is None or bank <= 0:
        return None
    seconds = min(float(bank) * 60, 30 * 86400.0)
    return ClockTerms(bank=seconds, increment=float(min(max(increment or 0, 0), 86400)), cap=2 * seconds)


@router.get("/join/{invitation}")
async def invitation(
    request: Request,
    invitation: Invitation,
    services: ServicesDep,
    visitor: VisitorDep,
    caller: CallerDep,
    words: WordsDep,
) -> Response:
    """Where an invitation leads."""
    code = invitation
    card = await services.lobby.invited(replace(caller, code=code))
    if card.seat is not None:
        return go(f"/tables/{card.id}")
    game = services.shelf.game(card.game)
    look = look_of(game, words)
    return page(request, visitor, "invitation.html", card=card, code=code, game=game, look=look)


@router.post("/join/{invitation}")
async def join_invited(
    request: Request, invitation: Invitation, services: ServicesDep, form: FormDep
) -> Response:
    """Take the seat one was invited to."""
    card = await services.lobby.invited(replace(form.caller, code=invitation))
    form.fields["code"] = invitation
    return await sit_down(request, services, form, tables.join, card.id)


@direct_page(router, "GET", "/tables/{table}")
async def show_table(request: Request) -> Response:
    """A table: waiting for people, being played, or over. A page that is open already says how much it
    shows, and gets what changes; everybody who looks on asks for that after every move.
    """
    visitor = await visit(request)
    caller, table = read_caller(request, visitor), _table(request)
    return await _show(request, visitor, caller, table, shown=_shown(request))


def _table(request: Request) -> str:
    """The table that an address names."""
    found: str = checked(TABLE.validate_python, request.path_params["table"], "path", "table")
    return found


def _shown(request: Request) -> int:
    """What an open page says it shows; -1 for a page that is yet to be opened."""
    text = request.headers.get(SHOWN_HEADER, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


async def _show(
    request: Request, visitor: Visitor, caller: Caller, name: str, notice: str = "", shown: int = -1
) -> Response:
    services, words = services_of(request), words_of(request)
    live = await services.live_tables.readable(name, caller)
    position = services.playing.show(live, caller, shown)
    if shown >= 0 and (position.status != "playing" or any(entry.kind == "undo" for entry in position.log)):
        shown, position = -1, services.playing.show(live, caller)
    if position.frozen is not None and position.view is None:
        raise Conflict("frozen", "{reason}", reason=position.frozen)
    game = services.shelf.game(position.game)
    # who sits here needs no invitation, and nobody else's address is repeated beside their secrets
    table = _page_context(position, caller.code if position.seat is None else None, shown)
    table = replace(table, invitation=presenting.invitation(live, caller))
    if shown >= 0:
        screen = of_position(game, position, words)
        return table_page(request, visitor, screen, table, notice=position.frozen or notice)
    card = presenting.table_card(live, caller)
    if position.status == "open":
        return page(
            request,
            visitor,
            "lobby.html",
            card=card,
            table=table,
            game=game,
            code=caller.code,
            levels_of=list(levels.LEVELS),
            look=look_of(game, words),
            friends=await _friends(services, caller, card),
            offered=await services.lobby.offered(card.id, caller),
        )
    if position.status == "over":
        last = await services.replays.archived(position.table, caller)
        if last is not None:
            query = {"step": last, **({"code": caller.code} if caller.code else {})}
            return go(f"/tables/{position.table}/replay?{urlencode(query)}")
        table = replace(
            table,
            campaign=await services.replays.outlived(position.table, caller),
            given=await services.donations.given_by(position.table, caller),
        )
    screen = of_position(game, position, words)
    closing = await _closing(services, caller, screen, card) if position.status == "over" else None
    more = await _talk_and_notes(services, caller, position.table)
    notice = position.frozen or notice
    return table_page(request, visitor, screen, table, card=card, closing=closing, notice=notice, **more)


async def _friends(services: ServicesDep, caller: Caller, card: TableCard) -> list[Tie]:
    """Whom somebody who sits at a table, or made it, can invite there."""
    if card.invitation is None:
        return []
    here = {seat.person for seat in card.seats}
    return [
        tie
        for tie in await services.relations.mine(caller)
        if tie.kind == "friend" and tie.person not in here
    ]


async def _closing(services: ServicesDep, caller: Caller, screen: Screen, card: TableCard) -> Screen | None:
    """The board of a finished game as it lay when it was decided, not as it was put away."""
    closing = look_of(screen.game, screen.words).closing
    decided = closing and screen.outcome and not screen.outcome.get("conceded")
    scene = await services.scenes.last_of(card.id, caller, closing["after"]) if decided else None
    if scene is None:
        return None
    view = as_it_lay(screen.view, scene.views[0], closing["parts"])
    return Screen(screen.game, screen.words, view, [], [], card.seats)


def _page_context(position: Position, code: str | None, shown: int) -> PageContext:
    """What the page knows of a table that is being played, or has been."""
    return PageContext(
        id=position.table,
        path=f"/tables/{position.table}",
        number=position.number,
        status=position.status,
        revision=position.revision,
        stream=f"/api/v1/stream?light=true&watch={quote(position.table + (f':{code}' if code else ''))}",
        why=f"/tables/{position.table}/why" if position.seat is not None else "",
        scenes=address(position.table, code, "/scenes"),
        undo=position.undo,
        may_take_win=position.may_take_win,
        hints=position.seat is not None and all(seat.kind == "bot" or seat.you for seat in position.seats),
        passable=bool(position.asked and position.asked.passable),
        passes=position.passes,
        next=position.next_table,
        shown=shown,
        code=code,
    )


async def _talk_and_notes(services: ServicesDep, caller: Caller, table: str) -> dict[str, Any]:
    """What a page brings along when it is opened; later it is told of new talk by the stream."""
    try:
        notebook = (await services.notebooks.read(table, caller)).text if caller.person else ""
        return {"talk": await services.talk.heard(table, caller), "notebook": notebook}
    except NotFound:  # a finished game is open to its link, what was said there is not
        return {}


@router.get("/tables/{table}/dossier")
async def dossier(
    request: Request,
    table: TableId,
    services: ServicesDep,
    visitor: VisitorDep,
    caller: CallerDep,
    words: WordsDep,
) -> Response:
    """What outlives the games of a table, as far as the reader may see it."""
    position = await services.playing.position(table, caller)
    game = services.shelf.game(position.game)
    look = look_of(game, words)
    screen = None if position.view is None else of_position(game, position, words)
    if screen is None or not look.has_dossier(screen):
        raise NotFound("no-dossier", _("This table has no campaign."))
    screen.crews = await services.campaigns.crews(table, caller)
    context = _page_context(position, caller.code, -1)
    return page(request, visitor, "dossier.html", screen=screen, table=context, look=look)


@direct_page(router, "POST", "/tables/{table}/play")
async def make_move(request: Request) -> Response:
    """Make a move. A late or doubled click is answered with the newer position."""
    services, visitor = services_of(request), await visit(request)
    form = await read_form(request, visitor, read_caller(request, visitor))
    wanted = await read(request, services, form, play.play, _table(request))
    try:
        await play.play.handler(form.caller, services, *wanted)
    except Stale as stale:
        notice = stale.say(words_of(request).translate)
        return await _show(request, visitor, form.caller, _table(request), notice)
    return go(f"/tables/{_table(request)}")


@router.get("/tables/{table}/scenes")
async def scenes(
    request: Request,
    table: TableId,
    services: ServicesDep,
    caller: CallerDep,
    words: WordsDep,
    after: Count,
    until: Count,
    skip: Count = 0,
) -> Response:
    """What happened between two numbers of the reader, scene by scene."""
    card = await services.lobby.table(table, caller)
    found, count = await services.scenes.between(table, caller, after, until, range(skip, skip + MAX_SCENES))
    shown = await run_in_threadpool(drawn, services.shelf.game(card.game), words, card.seats, found)
    return scenes_answer(request, shown, count)


@router.get("/tables/{table}/why")
async def why(
    table: TableId, move: Annotated[str, Query(max_length=200)], services: ServicesDep, caller: CallerDep
) -> Response:
    """The clause that forbids a move now."""
    answer = await services.playing.why_not(table, caller, move)
    return JSONResponse({"reason": answer.reason, "clause": answer.clause})


@router.post("/tables/{table}/hint")
async def hint(
    request: Request, table: TableId, services: ServicesDep, form: FormDep, words: WordsDep
) -> Response:
    """What a good player would do: for a script as it is, else as a notice on the page."""
    await spend(request, form.visitor, "hint")
    found = await services.hints.ask(table, form.caller)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(found.model_dump())
    notice = f"{words('Advice: {move}.', move=found.move.sentence)} {found.reason}"
    return await _show(request, form.visitor, form.caller, table, notice)
