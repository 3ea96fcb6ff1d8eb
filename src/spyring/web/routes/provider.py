"""Sign in at an OpenID Connect provider, link an identity to an account, and unlink it."""

from urllib.parse import urlsplit

from fastapi import Request, Response

from spyring.engine.i18n import _
from spyring.server.accounts.provider import CALLBACK, VISIT_SECONDS
from spyring.server.core.http.visitors import caller_of, cookie_name, log_in, set_cookie, visit
from spyring.server.core.problems import Forbidden, Problem
from spyring.web.routes.accounts import MAX_CODE_LENGTH, account_page, count_own_guess, proof, shown_again
from spyring.web.routes.answering import Form, FormDep, Reader, direct_page, go, pages

router = pages()


@router.post("/account/provider")
@shown_again()
async def enter(form: FormDep) -> Response:
    """Sign in, or make an account."""
    await form.spend("enter")
    return await _leave(form, "enter", None, form.text("invitation")[:MAX_CODE_LENGTH])


@router.post("/account/provider/confirm")
@shown_again()
async def confirm(form: FormDep) -> Response:
    """Sign in again, where others would enter a password."""
    await form.spend("enter")
    return await _leave(form, "confirm", form.caller.require_person().id)


@router.post("/account/provider/link")
@shown_again()
async def link(form: FormDep) -> Response:
    """Sign in there, to link that identity to the account."""
    person = await count_own_guess(form)
    await form.services.accounts.verify(person, proof(form))
    return await _leave(form, "link", person.id)


@router.post("/account/provider/unlink")
@shown_again()
async def unlink(form: FormDep) -> Response:
    """Unlink the identity."""
    person = await count_own_guess(form)
    await form.services.identities.unlink(person, proof(form))
    return go("/account#provider")


@direct_page(router, "GET", CALLBACK)
async def back(request: Request) -> Response:
    """Return from the provider; what went wrong is shown on the page of the account. Here ``code`` is not an
    invitation to a table.
    """
    visitor = await visit(request)
    reader = Reader(request, visitor, caller_of(request, visitor))
    await reader.spend("enter")
    try:
        response = await _arrive(reader)
    except Problem as refused:
        said = refused.say(reader.words.translate)
        response = await account_page(reader, refused.status, problem=said)
    set_cookie(reader.request, response, _cookie(reader), "", 0)
    return response


async def _leave(form: Form, purpose: str, person: str | None, invitation: str = "") -> Response:
    """A page that continues to the provider. A redirection would not do: browsers follow none to another site
    after a form, because of our ``form-action``.
    """
    url, cookie = await form.services.provider.begin(purpose, person, invitation)
    response = form.page("leaving.html", url=url, site=urlsplit(url).netloc)
    response.headers["Refresh"] = f"0; url={url}"
    set_cookie(form.request, response, _cookie(form), cookie, VISIT_SECONDS)
    return response


async def _arrive(reader: Reader) -> Response:
    services, person = reader.services, reader.visitor.person
    cookie = reader.request.cookies.get(_cookie(reader), "")
    visit, claims = await services.provider.finish(cookie, reader.request.query_params)
    if visit["purpose"] == "enter":
        guest = person if person is not None and person.kind == "guest" else None
        owner = await services.identities.enter(claims, guest, visit["invitation"])
        response = go("/")
        await log_in(reader.request, response, owner)
        return response
    if person is None or person.id != visit["person"]:
        raise Forbidden("other-person", _("You are no longer signed in as the same person. Start again."))
    if visit["purpose"] == "link":
        await services.identities.link(person, claims)
    else:
        await services.identities.confirm(person, claims, reader.visitor.secret or "")
    return go("/account#provider")


def _cookie(reader: Reader) -> str:
    return f"{cookie_name(reader.services.settings)}-provider"
