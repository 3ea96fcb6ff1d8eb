"""People: profiles, leaderboards, friends, mutes, blocks and reports."""

from typing import Annotated

from fastapi import Query, Response

from spyring.server.community.history import MAX_RANKED
from spyring.server.community.payloads import Ranked
from spyring.server.community.relations import RelationKind
from spyring.server.community.routes import ReportIn
from spyring.server.core.http.routing import Id, TableId
from spyring.server.core.payloads import Payload
from spyring.web.look import Look
from spyring.web.routes.answering import FormDep, Reader, ReaderDep, back_of, go, pages

router = pages()

MAX_LINES = 10  # lines of each game where all are shown


class TieIn(Payload):
    """A relation to a person."""

    kind: RelationKind


@router.get("/people/{person}")
async def profile(person: Id, reader: ReaderDep, before: Annotated[float | None, Query()] = None) -> Response:
    """The games and results of a person."""
    found = await reader.services.history.profile(person, reader.caller)
    results = (
        found.results
        if before is None
        else await reader.services.history.results(person, reader.caller, before)
    )
    looks = [reader.look(game) for game in reader.services.shelf]
    mine = await reader.services.lobby.mine(reader.caller) if found.you else []
    return reader.page(
        "profile.html",
        going_on=[card for card in mine if card.status == "playing"],
        profile=found,
        results=results,
        earlier=before is not None,
        looks=looks,
        ties=await reader.services.relations.of(reader.caller, person),
    )


async def best(reader: Reader, looks: list[Look], most: int) -> list[tuple[Look, list[Ranked]]]:
    """The best players of some games."""
    history, caller = reader.services.history, reader.caller
    return [(look, await history.leaderboard(look.game.name, caller, most)) for look in looks]


@router.get("/leaderboard")
async def leaderboards(reader: ReaderDep) -> Response:
    """The best at every game."""
    looks = [reader.look(game) for game in reader.services.shelf]
    boards = await best(reader, looks, MAX_LINES)
    return reader.page("leaderboard.html", boards=boards, looks=looks, one=False)


@router.get("/leaderboard/{name}")
async def leaderboard(name: str, reader: ReaderDep) -> Response:
    """The best at one game."""
    look = reader.look(reader.services.shelf.game(name))
    boards = await best(reader, [look], MAX_RANKED)
    return reader.page("leaderboard.html", boards=boards, looks=[look], one=True)


@router.post("/people/{person}/tie")
async def tie(person: Id, form: FormDep) -> Response:
    """Add or remove a friend, a mute or a block."""
    kind = TieIn.model_validate({"kind": form.text("kind")}).kind
    if form.text("on", "yes") == "yes":
        await form.services.relations.add(form.caller, person, kind)
    else:
        await form.services.relations.remove(form.caller, person, kind)
    return go(back_of(form, "/account"))


@router.post("/people/{person}/report")
async def report(person: Id, form: FormDep) -> Response:
    """Report a person to the operator."""
    await form.spend("talk")
    told = ReportIn(text=form.text("text"), table=form.text("table") or None)
    await form.services.reporting.report(form.caller, person, told.text, told.table)
    return go(back_of(form, "/account"))


@router.get("/tables/{table}/people")
async def people_here(table: TableId, reader: ReaderDep) -> Response:
    """The players of a table, and people who have spoken there."""
    services, caller = reader.services, reader.caller
    talk = await services.talk.heard(table, caller)  # a reader who may hear the talk may see the people
    card = await services.lobby.table(table, caller)
    here = {seat.person: seat.name for seat in card.seats if seat.person and not seat.you}
    here |= {word.person: word.by for word in talk if word.person and word.person != caller.id}
    faces = {word.person: word.face for word in talk} | {seat.person: seat.face for seat in card.seats}
    accounts = {seat.person for seat in card.seats if seat.account}
    ties = {person: await services.relations.of(caller, person) for person in here}
    return reader.page(
        "people.html", card=card, present=here, faces=faces, accounts=accounts, ties=ties, code=caller.code
    )
