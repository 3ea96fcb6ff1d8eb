"""The operator's page: the state of the server, its tables, reports and people."""

import shutil
from time import time
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response

from spyring import __version__
from spyring.engine.i18n import _
from spyring.server.admin.operator import MAX_LISTED, Operator
from spyring.server.club.audit import ACTS
from spyring.server.core.http.routing import Id, TableId
from spyring.server.core.problems import NotFound
from spyring.server.core.storage.files import file_of
from spyring.server.services import Services
from spyring.web.routes.answering import Form, FormDep, Reader, ReaderDep, go, pages

Text = Annotated[str, Query(max_length=40)]
HERE = "/admin"


async def require_admin(reader: ReaderDep) -> None:
    """Hide the page from everybody else, and from tokens."""
    secret = reader.visitor.secret
    if secret is None or not await reader.services.operator.is_admin(secret):
        raise NotFound("no-page", _("There is nothing at this address."))


router = pages()
router.dependencies.append(Depends(require_admin))


@router.get(HERE)
async def overview(reader: ReaderDep, who: Text = "", which: Text = "") -> Response:
    """Everything on one page."""
    return await _overview(reader, who, which)


async def _overview(reader: Reader, who: str = "", which: str = "", code: str = "") -> Response:
    """The page, with a new invitation."""
    services, operator = reader.services, reader.services.operator
    return reader.page(
        "admin.html",
        code=code,
        invitations=await services.registration.listed(),
        registration=services.settings.registration,
        acts=await services.audit.listed(MAX_LISTED),
        titles=ACTS,
        webhooks=services.webhooks.targets,
        deliveries=await services.webhooks.listed(MAX_LISTED),
        load=await _load(reader.request, reader.services),
        upkeep=await _upkeep(reader.services),
        counts=await operator.counts(),
        tables=await operator.tables(which.strip(), None if which else "playing"),
        people=await operator.people(who.strip()),
        reports=await reader.services.reporting.listed(),
        who=who,
        which=which,
        most=MAX_LISTED,
    )


async def _load(request: Request, services: Services) -> dict[str, Any]:
    """The load of this worker."""
    return {
        "stores": await services.database.is_writable(),
        "streams": len(request.app.state.streams),
        "tables": len(services.live_tables.cache),
    }


async def _upkeep(services: Services) -> dict[str, Any]:
    """The version, the last backup, and the free disk space."""
    backup_at = await services.operator.last_backup()
    file = file_of(services.settings.database_url)
    return {
        "version": __version__,
        "backup_days": None if backup_at is None else int(max(0.0, time() - backup_at) / 86_400),
        "free": None if file is None else shutil.disk_usage(file.absolute().parent).free / 1e9,
    }


def _operator(form: Form) -> Operator:
    """The operator's actions, by this administrator."""
    return form.services.operator.acting(form.caller.require_person())


@router.post(f"{HERE}/banner")
async def banner(form: FormDep) -> Response:
    """Show a text on all pages, or remove it."""
    await _operator(form).set_banner(form.text("banner"))
    return go(f"{HERE}#banner")


@router.post(f"{HERE}/invitations")
async def invite(form: FormDep) -> Response:
    """Make an invitation code, which is shown once."""
    code = await _operator(form).invite(form.number("people") or 0, form.number("days") or 0)
    return await _overview(form, code=code)


@router.post(f"{HERE}/invitations/{{start}}/revoke")
async def uninvite(start: Id, form: FormDep) -> Response:
    """Make an invitation code invalid."""
    await _operator(form).uninvite(start)
    return go(f"{HERE}#invitations")


@router.post(f"{HERE}/people/{{person}}/ban")
async def ban(person: Id, form: FormDep) -> Response:
    """Ban a person, or end the ban."""
    found = await form.services.operator.find(person)
    await _operator(form).ban(found, form.text("on", "yes") == "yes")
    return go(f"{HERE}?who={found.id}#people")


@router.post(f"{HERE}/tables/{{table}}/end")
async def end(table: TableId, form: FormDep) -> Response:
    """End a game, or remove a table that waits."""
    await _operator(form).end(table)
    return go(f"{HERE}#tables")


@router.post(f"{HERE}/tables/{{table}}/unfreeze")
async def unfreeze(table: TableId, form: FormDep) -> Response:
    """Unfreeze a game."""
    await _operator(form).unfreeze(table)
    return go(f"{HERE}?which={table}#tables")


@router.post(f"{HERE}/reports/{{report}}/close")
async def close(report: Id, form: FormDep) -> Response:
    """Close a report."""
    await _operator(form).close_report(report)
    return go(f"{HERE}#reports")
