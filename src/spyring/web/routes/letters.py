"""Email notifications: requested on the account page, confirmed and stopped by links in the emails."""

from typing import Annotated

from fastapi import Path, Response

from spyring.server.core.http.routing import spend_letter
from spyring.server.notifications.routes import LettersIn
from spyring.web.routes.answering import FormDep, ReaderDep, go, pages

router = pages()

MailToken = Annotated[str, Path(pattern=r"^[\w-]{1,32}$")]


@router.post("/account/letters")
async def letters(form: FormDep) -> Response:
    """Request emails to an address; without one, stop them."""
    if form.text("address"):
        wish = LettersIn(address=form.text("address"))
        await spend_letter(form.request, wish.address, form.caller.require_person().id)
        await form.services.notifier.request_email(form.caller, wish.address)
    else:
        await form.services.notifier.subscriptions.stop_email(person=form.caller.require_person().id)
    return go("/account#calls")


@router.get("/mail/{token}")
async def mailbox(token: MailToken, reader: ReaderDep) -> Response:
    """The page of a link in an email. Opening it changes nothing: mail programs open links."""
    box = await reader.services.notifier.subscriptions.mailbox_by_token(token)
    return reader.page("letters.html", token=token, address=box["address"], confirmed=box["confirmed"])


@router.post("/mail/{token}")
async def answer(token: MailToken, form: FormDep) -> Response:
    """Confirm or stop emails; the unsubscribe button of mail programs sends no fields."""
    await form.services.notifier.subscriptions.mailbox_by_token(token)
    if form.text("wish") == "on":
        await form.services.notifier.confirm_email(token)
        return go(f"/mail/{token}")
    await form.services.notifier.subscriptions.stop_email(token)
    return form.page("letters.html", confirmed=None)


@router.get("/mail/{token}/never")
async def asked(token: MailToken, reader: ReaderDep) -> Response:
    """The page to refuse all further emails. Opening it changes nothing."""
    return reader.page("letters.html", never=token)


@router.post("/mail/{token}/never")
async def never(token: MailToken, form: FormDep) -> Response:
    """Never send a request to this address again."""
    await form.services.notifier.subscriptions.never_ask(token)
    return form.page("letters.html", confirmed=None)
