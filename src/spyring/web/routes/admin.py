"""The operator's page: how the server is, its tables, reports and people; for those with the role."""

import os
import shutil
import sys
from time import time
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response

from spyring import __version__
from spyring.engine.i18n import _
from spyring.server.admin.operator import MAX_LISTED
from spyring.server.core.http.routes.people import Id
from spyring.server.core.http.routes.tables import TableId
from spyring.server.core.problems import NotFound
from spyring.server.core.storage.files import file_of
from spyring.server.services import Services
from spyring.web.page import page
from spyring.web.routes.answering import FormDep, ServicesDep, VisitorDep, go, pages

Text = Annotated[str, Query(max_length=40)]
HERE = "/admin"


async def require_admin(visitor: VisitorDep, services: ServicesDep) -> None:
    """To everybody else there is nothing here; nor to a token, which is for playing."""
    if visitor.secret is None or not await services.operator.is_admin(visitor.secret):
        raise NotFound("no-page", _("There is nothing here."))


router = pages()
router.dependencies.append(Depends(require_admin))


@router.get(HERE)
async def overview(
    request: Request, services: ServicesDep, visitor: VisitorDep, who: Text = "", which: Text = ""
) -> Response:
    """Everything on one page."""
    operator = services.operator
    return page(
        request,
        visitor,
        "admin.html",
        load=await _load(request, services),
        upkeep=await _upkeep(services),
        counts=await operator.counts(),
        tables=await operator.tables(which.strip(), None if which else "playing"),
        people=await operator.people(who.strip()),
        reports=await services.reporting.listed(),
        who=who,
        which=which,
        most=MAX_LISTED,
    )


async def _load(request: Request, services: Services) -> dict[str, Any]:
    """How busy this worker is."""
    return {
        "stores": await services.database.is_writable(),
        "streams": len(request.app.state.streams),
        "tables": len(services.live_tables.cache),
        "busy": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "memory": _memory(),
    }


async def _upkeep(services: Services) -> dict[str, Any]:
    """What an operator looks after: the version, the last backup, the disk where it is ours."""
    backup_at = await services.operator.last_backup()
    file = file_of(services.settings.database_url)
    return {
        "version": __version__,
        "backup_days": None if backup_at is None else int(max(0.0, time() - backup_at) / 86_400),
        "free": None if file is None else shutil.disk_usage(file.absolute().parent).free / 1e9,
    }


def _memory() -> int | None:
    """Megabytes that this process has taken at most."""
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1_000_000 if sys.platform == "darwin" else 1000)


@router.post(f"{HERE}/people/{{person}}/ban")
async def ban(person: Id, services: ServicesDep, form: FormDep) -> Response:
    """Let nobody come in as a person; or again."""
    found = await services.operator.find(person)
    await services.operator.ban(found, form.text("on", "yes") == "yes")
    return go(f"{HERE}?who={found.id}#people")


@router.post(f"{HERE}/tables/{{table}}/end")
async def end(table: TableId, services: ServicesDep, _form: FormDep) -> Response:
    """End a game, or remove a table that waits."""
    await services.operator.end(table)
    return go(f"{HERE}#tables")


@router.post(f"{HERE}/tables/{{table}}/unfreeze")
async def unfreeze(table: TableId, services: ServicesDep, _form: FormDep) -> Response:
    """Let a game that stands still go on."""
    await services.operator.unfreeze(table)
    return go(f"{HERE}?which={table}#tables")


@router.post(f"{HERE}/reports/{{report}}/close")
async def close(report: Id, services: ServicesDep, _form: FormDep) -> Response:
    """A report that needs nothing more."""
    await services.reporting.close(report)
    return go(f"{HERE}#reports")
