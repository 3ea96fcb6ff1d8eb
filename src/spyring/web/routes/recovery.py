"""A forgotten password: request an email, enter a code, choose a new password."""

from typing import Annotated

from fastapi import Path, Query, Response
from pydantic import TypeAdapter, ValidationError

from spyring.server.accounts.routes import Password
from spyring.server.core.http.routing import spend_letter
from spyring.server.notifications.routes import LettersIn
from spyring.web.routes.accounts import SHORT, count_own_guess, logout_everywhere, proof, shown_again
from spyring.web.routes.answering import FormDep, ReaderDep, go, pages

router = pages()

Code = Annotated[str, Path(pattern=r"^[\w-]{1,32}$")]
PASSWORD: TypeAdapter[str] = TypeAdapter(Password)


@router.post("/account/recovery")
@shown_again()
async def set_address(form: FormDep) -> Response:
    """Set the recovery address, which an email confirms; without one, remove it, and close all sessions if
    wanted. The password protects against a stranger at an open browser.
    """
    person = await count_own_guess(form)
    stored = await form.services.accounts.verify(person, proof(form))
    if form.text("everywhere"):
        await form.services.recovery.forget(person)
        return await logout_everywhere(form)
    if not form.text("address"):
        await form.services.recovery.forget(person)
        return go("/account#recovery")
    address = LettersIn(address=form.text("address")).address
    await spend_letter(form.request, address, person.id)
    await form.services.recovery.ask(form.caller, address, stored)
    return go("/account?asked=yes#recovery")


@router.get("/recover/address/{key}")
async def address(key: Code, reader: ReaderDep) -> Response:
    """The page of a link in an email. Opening it changes nothing: mail programs open links."""
    return reader.page("recover.html", step="address", code=key)


@router.post("/recover/address/{key}")
async def confirm(key: Code, form: FormDep) -> Response:
    """Confirm the address."""
    await form.spend("enter")
    await form.services.recovery.confirm(key)
    return form.page("recover.html", step="confirmed")


@router.get("/recover")
async def forgotten(reader: ReaderDep, key: Annotated[str, Query(max_length=40)] = "") -> Response:
    """Request an email, or enter a code."""
    if key.strip():
        return go(f"/recover/{''.join(c for c in key if c.isalnum() or c in '-_')[:32] or '-'}")
    return reader.page("recover.html", step="ask", mail=reader.services.recovery.writes)


@router.post("/recover")
async def send(form: FormDep) -> Response:
    """The same answer for every address."""
    await form.spend("enter")
    address = LettersIn(address=form.text("address")).address
    await spend_letter(form.request, address)
    form.services.recovery.send(address, form.caller.language)
    return form.page("recover.html", step="sent")


@router.get("/recover/{key}")
async def choose(key: Code, reader: ReaderDep) -> Response:
    """The form for a new password."""
    await reader.spend("enter")
    person = await reader.services.recovery.whose(key)
    name = await reader.services.accounts.login_of(person)
    return reader.page("recover.html", step="choose", code=key, name=name)


@router.post("/recover/{key}")
async def use(key: Code, form: FormDep) -> Response:
    """Set the new password."""
    await form.spend("enter")
    person = await form.services.recovery.whose(key)
    name = await form.services.accounts.login_of(person)
    try:
        password = PASSWORD.validate_python(form.fields.get("password", ""))
    except ValidationError:
        short = SHORT.say(form.words.translate)
        return form.page("recover.html", SHORT.status, step="choose", code=key, name=name, problem=short)
    await form.services.recovery.use(key, password)
    return form.page("recover.html", step="done", name=name)
