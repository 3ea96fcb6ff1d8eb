"""The home page, lists of tables, pages about the games, languages."""

from typing import Annotated

from fastapi import Query, Response

from spyring.engine.campaign import OPTION as CAMPAIGN
from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.games.ledgers import ledger
from spyring.languages import LANGUAGES
from spyring.server.core.caller import Caller
from spyring.server.core.http.routes.tables import PageNumber, PromiseIn
from spyring.server.core.payloads import NewTable, Promise, TableCard, Tables
from spyring.server.core.problems import NotFound, Problem
from spyring.server.services import Services
from spyring.web.routes.answering import FormDep, ReaderDep, as_somebody, back_of, chance, go, pages
from spyring.web.routes.people import best
from spyring.web.rulebook import chapters

router = pages()

Left = Annotated[str, Query(pattern=r"^[\w-]{0,22}$")]
LANGUAGE_SECONDS = 365 * 86400
MAX_LINES = 3  # of each game
MAX_TABLES_READ = 20  # public tables; the home page shows the first that are not the reader's own
MAX_FRIENDS_NAMED = 3  # new friends on the home page; the account page lists all


@router.get("/")
async def home(reader: ReaderDep) -> Response:
    """The home page."""
    tables = await reader.services.lobby.tables(reader.caller, size=MAX_TABLES_READ)
    looks = [reader.look(game) for game in reader.services.shelf]
    boards = await best(reader, looks, MAX_LINES)
    greetings = await reader.services.relations.greetings(reader.caller, news=True)
    leagues = await reader.services.leagues.listed(reader.caller)
    return reader.page(
        "home.html",
        campaigns=await _campaigns(reader.services, tables.mine, reader.caller),
        looks=looks,
        tables=tables,
        glances=_glances(reader.services, tables, reader.caller),
        best=[(look, lines) for look, lines in boards if lines],
        evening=await reader.services.evenings.next(reader.caller),
        greetings=greetings[:MAX_FRIENDS_NAMED],
        leagues=[one for one in leagues if one.status != "over"][:MAX_LINES],
    )


@router.get("/tables")
async def tables(reader: ReaderDep, sheet: PageNumber = 0, left: Left = "") -> Response:
    """The reader's tables and all open tables; ``left`` is a table that they resigned."""
    found = await reader.services.lobby.tables(reader.caller, sheet)
    looks = [reader.look(game) for game in reader.services.shelf]
    return reader.page(
        "tables.html",
        tables=found,
        glances=_glances(reader.services, found, reader.caller),
        looks=looks,
        sheet=sheet,
        left=await _given_up(reader.services, reader.caller, left),
    )


async def _campaigns(services: Services, mine: list[TableCard], caller: Caller) -> list[TableCard]:
    """The last table of each campaign that the caller has in progress."""
    last = [card for card in mine if card.chapter and card.next_table is None]
    return [
        card for card in last if card.status != "over" or await services.replays.outlived(card.id, caller)
    ]


def _glances(services: Services, tables: Tables, caller: Caller) -> dict[str, Json]:
    return services.lobby.public_tables([*tables.mine, *tables.watchable], caller)


async def _given_up(services: Services, caller: Caller, table: str) -> TableCard | None:
    """The card of a table, if the caller has resigned there."""
    try:
        card = await services.lobby.table(table, caller) if table else None
    except Problem:  # an old address
        return None
    gone = card is not None and any(seat.you and seat.held == "resigned" for seat in card.seats)
    return card if gone else None


@router.post("/promises")
async def promise(form: FormDep) -> Promise:
    """A commitment for the chance of a new table, before the browser draws its number."""
    await form.spend("make")
    body = PromiseIn(after=form.text("after") or None)
    return await form.services.seating.promise(form.caller, body.after)


@router.post("/play/{name}")
async def play_now(name: str, form: FormDep) -> Response:
    """A table with bots, in one click; the first of a campaign, if the form names one."""
    await form.spend("make")
    game = form.services.shelf.game(name)
    look = form.look(game)
    quick = look.quick
    campaign = form.text(CAMPAIGN)
    begins = {CAMPAIGN: campaign} if campaign in dict(look.campaigns) else {}
    seats = quick.get("seats", game.seats[-1])
    also = quick.get("also", [])
    bots = {seat: "normal" for seat in range(1, seats) if seat not in also}
    wish = NewTable(
        game=name,
        seats=seats,
        options={**quick.get("options", {}), **begins},
        public=False,
        seat=0,
        also=also,
        bots=bots,
        **chance(form),
    )

    async def sit_down(caller: Caller) -> str:
        return f"/tables/{(await form.services.seating.make(caller, wish)).id}"

    return await as_somebody(form, sit_down)


@router.get("/games/{name}")
async def about(name: str, reader: ReaderDep) -> Response:
    """How a game works, in a minute."""
    game = reader.services.shelf.game(name)
    return reader.page("about.html", game=game, look=reader.look(game), ledger=chapters(game, reader.words))


@router.get("/games/{name}/rules")
async def rules(name: str, reader: ReaderDep) -> Response:
    """The ledger as a part of another page, loaded when it is opened."""
    return reader.page("parts/rules.html", ledger=chapters(reader.services.shelf.game(name), reader.words))


@router.get("/games/{name}/aid")
async def aid(name: str, reader: ReaderDep) -> Response:
    """The player aid."""
    game = reader.services.shelf.game(name)
    look = reader.look(game)
    if not look.aid:
        raise NotFound("no-aid", _("This game has no player aid yet."))
    return reader.page("aid.html", game=game, look=look)


@router.get("/games/{name}/box")
async def box(name: str, reader: ReaderDep) -> Response:
    """What is in the box, and where each number comes from."""
    game = reader.services.shelf.game(name)
    return reader.page("box.html", game=game, look=reader.look(game))


@router.get("/rules/{clause}")
async def rule(clause: str, reader: ReaderDep) -> Response:
    """The clause behind an id, in its chapter."""
    prefix = clause.partition("-")[0].upper()
    for game in reader.services.shelf:
        if game.ledger == prefix:
            ledger(game.name).clause(clause)
            return go(f"/games/{game.name}#clause-{clause.upper()}")
    return go("/")


@router.post("/language")
async def language(form: FormDep) -> Response:
    """Change the language, in the browser and in the account."""
    response = go(back_of(form))
    chosen = form.text("language")
    if chosen in LANGUAGES:
        response.set_cookie(
            "language",
            chosen,
            max_age=LANGUAGE_SECONDS,
            samesite="lax",
            secure=form.services.settings.secure_cookies,
            httponly=True,
        )
        if form.visitor.person is not None:
            await form.services.people.change(form.visitor.person, None, chosen)
    return response
