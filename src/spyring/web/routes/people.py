"""People: profiles, leaderboards, and what one thinks of those one has met."""

from typing import Annotated, get_args

from fastapi import Query, Request, Response

from spyring.engine.words import _
from spyring.server.http.routes.answering import spend
from spyring.server.http.routes.people import Id
from spyring.server.http.routes.profiles import InviteIn, ReportIn
from spyring.server.http.routes.tables import TableId
from spyring.server.people.ties import TieKind
from spyring.server.problems import Refused
from spyring.web.look import look_of
from spyring.web.page import page
from spyring.web.routes.answering import ACaller, AForm, AHall, AVisitor, AWords, Form, back_of, go, pages

router = pages()

SHOWN = 10  # lines of each game where all are shown


@router.get("/people/{person}")
async def profile(
    request: Request,
    person: Id,
    hall: AHall,
    visitor: AVisitor,
    caller: ACaller,
    words: AWords,
    before: Annotated[float | None, Query()] = None,
) -> Response:
    """What somebody has played, and how well."""
    found = await hall.history.profile(person, caller)
    results = found.results if before is None else await hall.history.results(person, caller, before)
    looks = [look_of(game, words) for game in hall.shelf]
    mine = (await hall.lobby.tables(caller)).mine if found.you else []
    return page(
        request,
        visitor,
        "profile.html",
        going_on=[card for card in mine if card.status == "playing"],
        profile=found,
        results=results,
        earlier=before is not None,
        looks=looks,
        ties=await hall.ties.of(caller, person),
    )


@router.get("/leaderboard")
async def leaderboards(
    request: Request, hall: AHall, visitor: AVisitor, caller: ACaller, words: AWords
) -> Response:
    """The best at every game."""
    looks = [look_of(game, words) for game in hall.shelf]
    boards = [(look, (await hall.history.leaderboard(look.game.name, caller))[:SHOWN]) for look in looks]
    return page(request, visitor, "leaderboard.html", boards=boards, looks=looks, one=False)


@router.get("/leaderboard/{name}")
async def leaderboard(
    request: Request, name: str, hall: AHall, visitor: AVisitor, caller: ACaller, words: AWords
) -> Response:
    """The best at one game."""
    look = look_of(hall.shelf.game(name), words)
    boards = [(look, await hall.history.leaderboard(name, caller))]
    return page(request, visitor, "leaderboard.html", boards=boards, looks=[look], one=True)


@router.post("/people/{person}/tie")
async def tie(person: Id, hall: AHall, form: AForm) -> Response:
    """A friend, somebody not to be heard, somebody not to be met; or no longer."""
    kind = _kind(form)
    if form.text("on", "yes") == "yes":
        await hall.ties.tie(form.caller, person, kind)
    else:
        await hall.ties.untie(form.caller, person, kind)
    return go(back_of(form, "/account"))


def _kind(form: Form) -> TieKind:
    for kind in get_args(TieKind):
        if form.text("kind") == kind:
            found: TieKind = kind
            return found
    raise Refused("bad-form", _("What was sent as {where} cannot be used."), where="kind")


@router.post("/people/{person}/report")
async def report(request: Request, person: Id, hall: AHall, form: AForm) -> Response:
    """Tell the operator about somebody."""
    await spend(request, form.visitor, "talk")
    told = ReportIn(text=form.text("text"), table=form.text("table") or None)
    await hall.ties.report(form.caller, person, told.text, told.table)
    return go(back_of(form, "/account"))


@router.get("/tables/{table}/people")
async def people_here(
    request: Request, table: TableId, hall: AHall, visitor: AVisitor, caller: ACaller
) -> Response:
    """Who is at a table: those who play, and those who have spoken."""
    talk = await hall.talk.heard(table, caller)  # whoever may hear it may know who is here
    card = await hall.lobby.table(table, caller)
    here = {seat.person: seat.name for seat in card.seats if seat.person and not seat.you}
    here |= {word.person: word.by for word in talk if word.person and word.person != caller.id}
    accounts = {seat.person for seat in card.seats if seat.account}
    ties = {person: await hall.ties.of(caller, person) for person in here}
    return page(
        request,
        visitor,
        "people.html",
        card=card,
        present=here,
        accounts=accounts,
        ties=ties,
        code=caller.code,
    )


@router.post("/tables/{table}/invite")
async def invite(request: Request, table: TableId, hall: AHall, form: AForm) -> Response:
    """Ask a friend to a table."""
    await spend(request, form.visitor, "talk")
    await hall.ties.invite(table, form.caller, InviteIn(person=form.text("person")).person)
    return go(f"/tables/{table}")


@router.post("/tables/{table}/decline")
async def decline(table: TableId, hall: AHall, form: AForm) -> Response:
    """Not now."""
    await hall.ties.decline(table, form.caller)
    return go(back_of(form, "/tables"))
