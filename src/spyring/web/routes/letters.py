"""Letters to whoever is away: asked for on the page about oneself, agreed to and ended by a link in them."""

from typing import Annotated

from fastapi import Path, Request, Response

from spyring.engine.i18n import _
from spyring.server.core.http.routes.answering import spend_letter
from spyring.server.core.problems import NotFound
from spyring.server.notifications.routes import LettersIn
from spyring.web.page import page
from spyring.web.routes.answering import FormDep, ServicesDep, VisitorDep, go, pages

router = pages()

MailToken = Annotated[str, Path(pattern=r"^[\w-]{1,32}$")]


@router.post("/account/letters")
async def letters(request: Request, services: ServicesDep, form: FormDep) -> Response:
    """Letters to an address, or with none no more of them."""
    if form.text("address"):
        wish = LettersIn(address=form.text("address"))
        await spend_letter(request, form.caller, wish.address)
        await services.notifier.request_email(form.caller, wish.address)
    else:
        await services.notifier.subscriptions.stop_email(person=form.caller.require_person().id)
    return go("/account#calls")


@router.get("/mail/{token}")
async def mailbox(request: Request, token: MailToken, services: ServicesDep, visitor: VisitorDep) -> Response:
    """Where the link in a letter leads. To look there changes nothing: mail programs look by themselves."""
    box = await services.notifier.mailbox_by_token(token)
    return page(
        request, visitor, "letters.html", token=token, address=box["address"], confirmed=box["confirmed"]
    )


@router.post("/mail/{token}")
async def answer(request: Request, token: MailToken, services: ServicesDep, form: FormDep) -> Response:
    """Agree to letters, or want no more; mail programs that offer it send nothing but that."""
    await services.notifier.mailbox_by_token(token)
    if form.text("wish") == "on":
        await services.notifier.confirm_email(token)
        return go(f"/mail/{token}")
    await services.notifier.subscriptions.stop_email(token)
    return page(request, form.visitor, "letters.html", confirmed=None)


@router.get("/mail/{token}/never")
async def asked(request: Request, token: MailToken, visitor: VisitorDep) -> Response:
    """Where whoever was asked can say that they never want to be; to look there changes nothing, either."""
    return page(request, visitor, "letters.html", never=token)


@router.post("/mail/{token}/never")
async def never(request: Request, token: MailToken, services: ServicesDep, form: FormDep) -> Response:
    """Nobody at this address is asked again."""
    if not await services.notifier.subscriptions.never_ask(token):
        raise NotFound("no-mailbox", _("No more emails will be sent to this address."))
    return page(request, form.visitor, "letters.html", confirmed=None)
