"""People: profiles, leaderboards, and what one thinks of those one has met."""

from typing import Annotated, get_args

from fastapi import Query, Request, Response

from spyring.engine.i18n import _
from spyring.server.community.relations import RelationKind
from spyring.server.community.routes import ReportIn
from spyring.server.core.http.routes.answering import spend
from spyring.server.core.http.routes.people import Id
from spyring.server.core.http.routes.tables import TableId
from spyring.server.core.problems import Refused
from spyring.web.look import look_of
from spyring.web.page import page
from spyring.web.routes.answering import (
    CallerDep,
    Form,
    FormDep,
    ServicesDep,
    VisitorDep,
    WordsDep,
    back_of,
    go,
    pages,
)

router = pages()

MAX_LINES = 10  # lines of each game where all are shown


@router.get("/people/{person}")
async def profile(
    request: Request,
    person: Id,
    services: ServicesDep,
    visitor: VisitorDep,
    caller: CallerDep,
    words: WordsDep,
    before: Annotated[float | None, Query()] = None,
) -> Response:
    """What somebody has played, and how well."""
    found = await services.history.profile(person, caller)
    results = found.results if before is None else await services.history.results(person, caller, before)
    looks = [look_of(game, words) for game in services.shelf]
    mine = await services.lobby.mine(caller) if found.you else []
    return page(
        request,
        visitor,
        "profile.html",
        going_on=[card for card in mine if card.status == "playing"],
        profile=found,
        results=results,
        earlier=before is not None,
        looks=looks,
        ties=await services.relations.of(caller, person),
    )


@router.get("/leaderboard")
async def leaderboards(
    request: Request, services: ServicesDep, visitor: VisitorDep, caller: CallerDep, words: WordsDep
) -> Response:
    """The best at every game."""
    looks = [look_of(game, words) for game in services.shelf]
    boards = [(look, await services.history.leaderboard(look.game.name, caller, MAX_LINES)) for look in looks]
    return page(request, visitor, "leaderboard.html", boards=boards, looks=looks, one=False)


@router.get("/leaderboard/{name}")
async def leaderboard(
    request: Request,
    name: str,
    services: ServicesDep,
    visitor: VisitorDep,
    caller: CallerDep,
    words: WordsDep,
) -> Response:
    """The best at one game."""
    look = look_of(services.shelf.game(name), words)
    boards = [(look, await services.history.leaderboard(name, caller))]
    return page(request, visitor, "leaderboard.html", boards=boards, looks=[look], one=True)


@router.post("/people/{person}/tie")
async def tie(person: Id, services: ServicesDep, form: FormDep) -> Response:
    """A friend, somebody not to be heard, somebody not to be met; or no longer."""
    kind = _kind(form)
    if form.text("on", "yes") == "yes":
        await services.relations.add(form.caller, person, kind)
    else:
        await services.relations.remove(form.caller, person, kind)
    return go(back_of(form, "/account"))


def _kind(form: Form) -> RelationKind:
    for kind in get_args(RelationKind):
        if form.text("kind") == kind:
            found: RelationKind = kind
            return found
    raise Refused("bad-form", _("Invalid value for {where}."), where="kind")


@router.post("/people/{person}/report")
async def report(request: Request, person: Id, services: ServicesDep, form: FormDep) -> Response:
    """Tell the operator about somebody."""
    await spend(request, form.visitor, "talk")
    told = ReportIn(text=form.text("text"), table=form.text("table") or None)
    await services.reporting.report(form.caller, person, told.text, told.table)
    return go(back_of(form, "/account"))


@router.get("/tables/{table}/people")
async def people_here(
    request: Request, table: TableId, services: ServicesDep, visitor: VisitorDep, caller: CallerDep
) -> Response:
    """Who is at a table: those who play, and those who have spoken."""
    talk = await services.talk.heard(table, caller)  # whoever may hear it may know who is here
    card = await services.lobby.table(table, caller)
    here = {seat.person: seat.name for seat in card.seats if seat.person and not seat.you}
    here |= {word.person: word.by for word in talk if word.person and word.person != caller.id}
    faces = {word.person: word.face for word in talk} | {seat.person: seat.face for seat in card.seats}
    accounts = {seat.person for seat in card.seats if seat.account}
    ties = {person: await services.relations.of(caller, person) for person in here}
    return page(
        request,
        visitor,
        "people.html",
        card=card,
        present=here,
        faces=faces,
        accounts=accounts,
        ties=ties,
        code=caller.code,
    )
