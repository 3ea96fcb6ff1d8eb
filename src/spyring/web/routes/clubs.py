"""Clubs and their evenings: two pages, and the acts of :mod:`spyring.server.clubs.routes` as forms."""

from collections.abc import Callable
from typing import Any

from fastapi import Response

from spyring.server.clubs import routes as clubs
from spyring.server.core.http.routing import Act, Id
from spyring.web.routes import acts
from spyring.web.routes.answering import Form, FormDep, ReaderDep, go, pages

router = pages()

Next = Callable[[dict[str, str], Any], str]  # the page after an act: by its path and its answer


@router.get("/clubs")
async def club_list(reader: ReaderDep) -> Response:
    """The reader's clubs, and the public ones."""
    found = await clubs.clubs(reader.caller, reader.services)
    return reader.page("clubs.html", found=found)


@router.get("/clubs/{club}")
async def club_page(club: Id, reader: ReaderDep) -> Response:
    """A club."""
    services, caller = reader.services, reader.caller
    found = await clubs.shown(caller, services, club)
    return reader.page(
        "club.html",
        found=found,
        code=caller.code,
        talk=await services.clubs.heard(club, caller) if found.member else [],
        looks=[reader.look(game) for game in services.shelf],
        glances=services.lobby.public_tables(found.tables, caller),
        administrator=await services.clubs.is_administrator(caller),
    )


def club_form(path: str, act: Act[Any], then: Next = lambda path, _answer: f"/clubs/{path['club']}") -> None:
    """Add a form for an act."""

    async def answer(form: FormDep) -> Response:
        wanted = await acts.read(form, act, "", _fields if act is clubs.announce else None)
        given = await act.handler(form.caller, form.services, *wanted)
        return go(then(form.request.path_params, given))

    router.add_api_route(f"/clubs{path}", answer, methods=["POST"])


async def _fields(_table: str, form: Form) -> dict[str, Any]:
    """An evening; each game has a box to tick."""
    sent = {name: form.text(name) for name in ("title", "local", "zone", "draw", "bots")}
    return sent | {"games": [game.name for game in form.services.shelf if form.text(f"game-{game.name}")]}


club_form("", clubs.found, lambda _path, made: f"/clubs/{made.id}")
club_form("/{club}/change", clubs.change)
club_form("/{club}/dissolve", clubs.dissolve, lambda _path, _answer: "/clubs")
club_form("/{club}/invitation", clubs.renew)
club_form("/{club}/join", clubs.join)
club_form("/{club}/members/{person}", clubs.set_officer)
club_form("/{club}/members/{person}/remove", clubs.remove)
club_form("/{club}/members/{person}/leave", clubs.remove, lambda _path, _answer: "/clubs")
club_form("/{club}/talk", clubs.say)
club_form("/{club}/talk/{remark}/delete", clubs.unsay)
club_form("/{club}/talk/{remark}/report", clubs.report)
club_form("/{club}/evenings", clubs.announce)
club_form("/{club}/evenings/{evening}/end", clubs.end)
club_form("/{club}/evenings/{evening}/come", clubs.come)
club_form("/{club}/evenings/{evening}/away", clubs.stay_away)
club_form("/{club}/evenings/{evening}/rounds", clubs.start_round)
