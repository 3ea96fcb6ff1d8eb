"""Making a table, taking a seat, and the page of a table."""

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
from spyring.server.core.http.routes import play, tables
from spyring.server.core.http.routing import CODE, TableId, checked, read_caller
from spyring.server.core.http.visitors import visit
from spyring.server.core.payloads import ClockTerms, NewTable, Position, TableCard
from spyring.server.core.problems import Conflict, NotFound, Refused, Stale
from spyring.server.core.tables import presenting
from spyring.server.core.tables.chair import DEFAULT_CLOCKS
from spyring.server.services import Services
from spyring.web.compression import scenes_response
from spyring.web.look import look_of
from spyring.web.routes.acts import address, read, sit_down
from spyring.web.routes.answering import (
    Count,
    FormDep,
    Reader,
    ReaderDep,
    as_somebody,
    chance,
    chosen_options,
    direct_page,
    go,
    pages,
    read_form,
)
from spyring.web.scenes import MAX_SCENES, as_it_lay, drawn
from spyring.web.screen import PageContext, Screen, of_position
from spyring.web.words import Words

router = pages()
TABLE: TypeAdapter[str] = TypeAdapter(TableId)

Invitation = Annotated[str, Path(pattern=CODE)]
PACES = ("free", "live", "days")
CLOCK_UNITS = {"live": (60, 1), "days": (86400, 3600)}  # seconds of what the form asks for
MAX_BANK_SECONDS = 30 * 86400
MAX_INCREMENT_SECONDS = 7 * 86400
SHOWN_HEADER = "spyring-shown"  # a header: the number up to which the page already shows the log


@router.get("/tables/new/{name}")
async def new_table(name: str, reader: ReaderDep, seats: int | None = None, campaign: str = "") -> Response:
    """The form for a new table, with the options of the game; of a campaign, if one is named."""
    game = reader.services.shelf.game(name)
    count = seats if seats in game.seats else game.seats[-1]
    card = next(card for card in reader.services.lobby.games(reader.caller) if card.name == name)
    return reader.page(
        "new_table.html",
        game=game,
        card=card,
        count=count,
        look=reader.look(game),
        campaigns=campaigns(game),
        begun=campaign,
    )


@router.post("/tables/new/{name}")
async def make_table(name: str, form: FormDep) -> Response:
    """Make a table."""
    await form.spend("make")
    game = form.services.shelf.game(name)
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
        clock=_clock(pace, form.number(f"bank-{pace}"), form.number(f"increment-{pace}")),
        seat=mine[0] if mine else None,
        also=mine[1:],
        take_seat=bool(mine),
        **chance(form),
        bots={seat: levels.checked(who) for seat, who in chosen.items() if who not in ("me", "person")},
        chronicle=form.text("chronicle") or None,
    )

    async def make(caller: Caller) -> str:
        return f"/tables/{(await form.services.seating.make(caller, wish, form.request.is_disconnected)).id}"

    return await as_somebody(form, make)


def _clock(pace: str, bank: int | None, increment: int | None) -> ClockTerms | None:
    """Clock terms from minutes and seconds, or from days and hours; what is missing is as usual."""
    usual, (unit, small) = DEFAULT_CLOCKS[pace], CLOCK_UNITS.get(pace, (1, 1))
    if usual is None or (bank is None and increment is None):
        return None
    seconds = min(max(bank, 1) * unit, MAX_BANK_SECONDS) if bank is not None else usual.bank
    more = min(max(increment, 0) * small, MAX_INCREMENT_SECONDS) if increment is not None else usual.increment
    return ClockTerms(bank=seconds, increment=more, cap=2 * seconds)


@router.get("/join/{invitation}")
async def invitation(invitation: Invitation, reader: ReaderDep) -> Response:
    """The page of an invitation."""
    code = invitation
    card = await reader.services.lobby.invited(replace(reader.caller, code=code))
    if card.seat is not None:
        return go(f"/tables/{card.id}")
    game = reader.services.shelf.game(card.game)
    look = reader.look(game)
    return reader.page("invitation.html", card=card, code=code, game=game, look=look)


@router.post("/join/{invitation}")
async def join_invited(invitation: Invitation, form: FormDep) -> Response:
    """Accept an invitation."""
    card = await form.services.lobby.invited(replace(form.caller, code=invitation))
    form.fields["code"] = invitation
    return await sit_down(form, tables.join, card.id)


@direct_page(router, "GET", "/tables/{table}")
async def show_table(request: Request) -> Response:
    """A table that waits, is played, or is over. An open page names the part of the log that it shows, and
    gets only what changes; all pages ask for that after every move.
    """
    visitor = await visit(request)
    reader = Reader(request, visitor, read_caller(request, visitor))
    return await _show(reader, _table(request), shown=_shown(request))


def _table(request: Request) -> str:
    """The table in the address."""
    found: str = checked(TABLE.validate_python, request.path_params["table"], "path", "table")
    return found


def _shown(request: Request) -> int:
    """How much of the log an open page shows; -1 for a new page."""
    text = request.headers.get(SHOWN_HEADER, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


async def _show(reader: Reader, name: str, notice: str = "", shown: int = -1) -> Response:
    services, caller, words = reader.services, reader.caller, reader.words
    live = await services.live_tables.readable(name, caller)
    position = services.playing.show(live, caller, shown)
    if shown >= 0 and (position.status != "playing" or any(entry.kind == "undo" for entry in position.log)):
        shown, position = -1, services.playing.show(live, caller)
    if position.frozen is not None and position.view is None:
        raise Conflict("frozen", "{reason}", reason=position.frozen)
    game = services.shelf.game(position.game)
    # a player needs no invitation, and the code of another link must not stand beside their secrets
    table = _page_context(position, caller.code if position.seat is None else None, shown)
    table = replace(table, invitation=presenting.invitation(live, caller))
    if shown >= 0:
        screen = of_position(game, position, words)
        return reader.table_page(screen, table, notice=position.frozen or notice)
    card = presenting.table_card(live, caller)
    if position.status == "open":
        return reader.page(
            "lobby.html",
            card=card,
            table=table,
            game=game,
            code=caller.code,
            levels_of=list(levels.LEVELS),
            look=reader.look(game),
            friends=await _friends(services, caller, card),
            offered=await services.lobby.offered(card.id, caller),
            **await _talk(services, caller, card.id),
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
            gained=await services.history.gained(position.table),
        )
    screen = of_position(game, position, words)
    closing = await _closing(services, caller, screen, card) if position.status == "over" else None
    more = await _talk_and_notes(services, caller, position.table)
    notice = position.frozen or notice
    return reader.table_page(screen, table, card=card, closing=closing, notice=notice, **more)


async def _friends(services: Services, caller: Caller, card: TableCard) -> list[Tie]:
    """The friends that a player or the host can invite."""
    if card.invitation is None:
        return []
    here = {seat.person for seat in card.seats}
    return [
        tie
        for tie in await services.relations.mine(caller)
        if tie.kind == "friend" and tie.person not in here
    ]


async def _closing(services: Services, caller: Caller, screen: Screen, card: TableCard) -> Screen | None:
    """The board of a finished game at the moment that decided it."""
    closing = look_of(screen.game, screen.words).closing
    decided = closing and screen.outcome and not screen.outcome.get("conceded")
    scene = await services.scenes.last_of(card.id, caller, closing["after"]) if decided else None
    if scene is None:
        return None
    view = as_it_lay(screen.view, scene.views[0], closing["parts"])
    return Screen(screen.game, screen.words, view, [], [], card.seats)


def _page_context(position: Position, code: str | None, shown: int) -> PageContext:
    """The page context of a table."""
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


async def _talk(services: Services, caller: Caller, table: str) -> dict[str, Any]:
    """The talk while people wait; None for those who may not hear it."""
    try:
        return {"talk": await services.talk.heard(table, caller)}
    except NotFound:
        return {"talk": None}


async def _talk_and_notes(services: Services, caller: Caller, table: str) -> dict[str, Any]:
    """The talk and notes of a new page; later the stream brings new talk."""
    try:
        notebook = (await services.notebooks.read(table, caller)).text if caller.person else ""
        return {"talk": await services.talk.heard(table, caller), "notebook": notebook}
    except NotFound:  # the link of a finished game does not open its talk
        return {}


@router.get("/tables/{table}/dossier")
async def dossier(table: TableId, reader: ReaderDep) -> Response:
    """The campaign of a table, as the reader may see it."""
    position = await reader.services.playing.position(table, reader.caller)
    game = reader.services.shelf.game(position.game)
    look = reader.look(game)
    screen = None if position.view is None else of_position(game, position, reader.words)
    if screen is None or not look.has_dossier(screen):
        raise NotFound("no-dossier", _("This table has no campaign."))
    screen.crews = await reader.services.campaigns.crews(table, reader.caller)
    context = _page_context(position, reader.caller.code, -1)
    return reader.page("dossier.html", screen=screen, table=context, look=look)


@direct_page(router, "POST", "/tables/{table}/play")
async def make_move(request: Request) -> Response:
    """Make a move. A late or doubled click is answered with the newer position."""
    visitor, table = await visit(request), _table(request)
    form = await read_form(request, visitor, read_caller(request, visitor))
    wanted = await read(form, play.play, table)
    try:
        await play.play.handler(form.caller, form.services, *wanted)
    except Stale as stale:
        return await _show(form, table, stale.say(form.words.translate))
    return go(f"/tables/{table}")


@router.get("/tables/{table}/scenes")
async def scenes(table: TableId, after: Count, until: Count, reader: ReaderDep, skip: Count = 0) -> Response:
    """The scenes between two numbers of the reader's log."""
    card = await reader.services.lobby.table(table, reader.caller)
    found, count = await reader.services.scenes.between(
        table, reader.caller, after, until, range(skip, skip + MAX_SCENES)
    )
    game, words = reader.services.shelf.game(card.game), Words(reader.words.language, card.names)
    shown = await run_in_threadpool(drawn, game, words, card.seats, found)
    return scenes_response({"scenes": shown, "all": count}, reader.request.headers)


@router.get("/tables/{table}/why")
async def why(table: TableId, move: Annotated[str, Query(max_length=200)], reader: ReaderDep) -> Response:
    """The clause that forbids a move now."""
    answer = await reader.services.playing.why_not(table, reader.caller, move)
    return JSONResponse({"reason": answer.reason, "clause": answer.clause})


@router.post("/tables/{table}/hint")
async def hint(table: TableId, form: FormDep) -> Response:
    """A hint: as JSON for a script, else as a notice on the page."""
    await form.spend("hint")
    found = await form.services.hints.ask(table, form.caller)
    if "application/json" in form.request.headers.get("accept", ""):
        return JSONResponse(found.model_dump())
    notice = f"{form.words('Advice: {move}.', move=found.move.sentence)} {found.reason}"
    return await _show(form, table, notice)
