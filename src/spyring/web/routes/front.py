"""The front door: play now, your tables, open tables; how each game works; languages."""

from typing import Annotated

from fastapi import Query, Request, Response

from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.games.ledgers import ledger
from spyring.languages import LANGUAGES
from spyring.server.core.caller import Caller
from spyring.server.core.http.routes.answering import spend
from spyring.server.core.http.routes.tables import PageNumber, PromiseIn
from spyring.server.core.payloads import NewTable, Promise, TableCard, Tables
from spyring.server.core.problems import NotFound, Problem
from spyring.web.look import look_of
from spyring.web.page import page
from spyring.web.routes.answering import (
    CallerDep,
    FormDep,
    ServicesDep,
    VisitorDep,
    WordsDep,
    as_somebody,
    back_of,
    chance,
    go,
    pages,
)
from spyring.web.rulebook import chapters

router = pages()

Left = Annotated[str, Query(pattern=r"^[\w-]{0,22}$")]
LANGUAGE_SECONDS = 365 * 86400
MAX_LINES = 3  # of each game
MAX_TABLES_READ = 20  # public tables of which the front door shows the first that are not one's own
MAX_FRIENDS_NAMED = 3  # new friends that the front door names; the rest stands on the page about oneself


@router.get("/")
async def home(
    request: Request, services: ServicesDep, visitor: VisitorDep, caller: CallerDep, words: WordsDep
) -> Response:
    """The front door."""
    tables = await services.lobby.tables(caller, size=MAX_TABLES_READ)
    looks = [look_of(game, words) for game in services.shelf]
    best = [(look, await services.history.leaderboard(look.game.name, caller, MAX_LINES)) for look in looks]
    best = [(look, lines) for look, lines in best if lines]
    greetings = await services.relations.greetings(caller, news=True)
    return page(
        request,
        visitor,
        "home.html",
        looks=looks,
        tables=tables,
        glances=_glances(services, tables, caller),
        best=best,
        greetings=greetings[:MAX_FRIENDS_NAMED],
    )


@router.get("/tables")
async def tables(
    request: Request,
    services: ServicesDep,
    visitor: VisitorDep,
    caller: CallerDep,
    words: WordsDep,
    sheet: PageNumber = 0,
    left: Left = "",
) -> Response:
    """Every table that concerns the visitor, and those that are open to all; ``left`` is one given up."""
    found = await services.lobby.tables(caller, sheet)
    looks = [look_of(game, words) for game in services.shelf]
    return page(
        request,
        visitor,
        "tables.html",
        tables=found,
        glances=_glances(services, found, caller),
        looks=looks,
        sheet=sheet,
        left=await _given_up(services, caller, left),
    )


def _glances(services: ServicesDep, tables: Tables, caller: Caller) -> dict[str, Json]:
    return services.lobby.public_tables([*tables.mine, *tables.watchable], caller)


async def _given_up(services: ServicesDep, caller: Caller, table: str) -> TableCard | None:
    """The card of a table, if the caller has given the game up there."""
    try:
        card = await services.lobby.table(table, caller) if table else None
    except Problem:  # an old address
        return None
    gone = card is not None and any(seat.you and seat.held == "resigned" for seat in card.seats)
    return card if gone else None


@router.post("/promises")
async def promise(request: Request, services: ServicesDep, form: FormDep) -> Promise:
    """A commitment for the chance of a table to come, before the browser draws its number."""
    await spend(request, form.visitor, "make")
    body = PromiseIn(after=form.text("after") or None)
    return await services.seating.promise(form.caller, body.after)


@router.post("/play/{name}")
async def play_now(
    request: Request, name: str, services: ServicesDep, form: FormDep, words: WordsDep
) -> Response:
    """A table without other people, in one click."""
    await spend(request, form.visitor, "make")
    game = services.shelf.game(name)
    quick = look_of(game, words).quick
    seats = quick.get("seats", game.seats[-1])
    also = quick.get("also", [])
    bots = {seat: "normal" for seat in range(1, seats) if seat not in also}
    wish = NewTable(
        game=name,
        seats=seats,
        options=quick.get("options", {}),
        public=False,
        seat=0,
        also=also,
        bots=bots,
        **chance(form),
    )

    async def sit_down(caller: Caller) -> str:
        return f"/tables/{(await services.seating.make(caller, wish)).id}"

    return await as_somebody(request, form, sit_down)


@router.get("/games/{name}")
async def about(
    request: Request, name: str, services: ServicesDep, visitor: VisitorDep, words: WordsDep
) -> Response:
    """How a game works, in a minute."""
    game = services.shelf.game(name)
    return page(
        request, visitor, "about.html", game=game, look=look_of(game, words), ledger=chapters(game, words)
    )


@router.get("/games/{name}/rules")
async def rules(
    request: Request, name: str, services: ServicesDep, visitor: VisitorDep, words: WordsDep
) -> Response:
    """The ledger as a part of another page, asked for when somebody opens it."""
    return page(request, visitor, "parts/rules.html", ledger=chapters(services.shelf.game(name), words))


@router.get("/games/{name}/aid")
async def aid(
    request: Request, name: str, services: ServicesDep, visitor: VisitorDep, words: WordsDep
) -> Response:
    """All that a player needs at the table, on one page."""
    game = services.shelf.game(name)
    look = look_of(game, words)
    if not look.aid:
        raise NotFound("no-aid", _("There is no player aid of this one yet."))
    return page(request, visitor, "aid.html", game=game, look=look)


@router.get("/games/{name}/box")
async def box(
    request: Request, name: str, services: ServicesDep, visitor: VisitorDep, words: WordsDep
) -> Response:
    """What is in the box, and where each number comes from."""
    game = services.shelf.game(name)
    return page(request, visitor, "box.html", game=game, look=look_of(game, words))


@router.get("/rules/{clause}")
async def rule(
    request: Request, clause: str, services: ServicesDep, visitor: VisitorDep, words: WordsDep
) -> Response:
    """The clause behind an id, in its chapter."""
    prefix = clause.partition("-")[0].upper()
    for game in services.shelf:
        if game.ledger == prefix:
            ledger(game.name).clause(clause)
            return go(f"/games/{game.name}#clause-{clause.upper()}")
    return go("/")


@router.post("/language")
async def language(request: Request, form: FormDep, services: ServicesDep) -> Response:
    """Another language, remembered by the browser, and by the account if there is one."""
    response = go(back_of(form))
    chosen = form.text("language")
    if chosen in LANGUAGES:
        response.set_cookie(
            "language",
            chosen,
            max_age=LANGUAGE_SECONDS,
            samesite="lax",
            secure=services.settings.secure_cookies,
            httponly=True,
        )
        if form.visitor.person is not None:
            await services.people.change(form.visitor.person, None, chosen)
    return response
