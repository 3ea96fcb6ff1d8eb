"""A forgotten password: ask for a letter, bring a code, choose another password."""

from typing import Annotated

from fastapi import Path, Query, Request, Response
from pydantic import TypeAdapter, ValidationError

from spyring.engine.i18n import _
from spyring.server.accounts.routes import Password
from spyring.server.accounts.sign_in import count_guess
from spyring.server.core.http.routes.answering import spend, spend_letter_to
from spyring.server.core.problems import Problem, Refused
from spyring.server.notifications.routes import LettersIn
from spyring.web.page import page
from spyring.web.routes.accounts import MIN_PASSWORD_LENGTH, account_again, logout_everywhere
from spyring.web.routes.answering import (
    CallerDep,
    FormDep,
    ServicesDep,
    VisitorDep,
    WordsDep,
    go,
    pages,
)

router = pages()

Code = Annotated[str, Path(pattern=r"^[\w-]{1,32}$")]
PASSWORD: TypeAdapter[str] = TypeAdapter(Password)


@router.post("/account/recovery")
async def set_address(request: Request, services: ServicesDep, form: FormDep, words: WordsDep) -> Response:
    """An address for recovery, which a letter checks; with none, no address any more, and if asked for, no
    open session either. Somebody who found an open browser does not know the password.
    """
    await spend(request, form.visitor, "enter")
    person = form.caller.require_person()
    try:
        await count_guess(request, await services.accounts.login_of(person))
        stored = await services.accounts.verify(person, form.fields.get("password", ""))
        if form.text("everywhere"):
            await services.recovery.forget(person)
            return await logout_everywhere(request, services, form)
        if not form.text("address"):
            await services.recovery.forget(person)
            return go("/account#recovery")
        address = LettersIn(address=form.text("address")).address
        await spend_letter_to(request, address, person.id)
        await services.recovery.ask(form.caller, address, stored)
    except Problem as problem:
        return await account_again(request, services, form, words, problem)
    return go("/account?asked=yes#recovery")


@router.get("/recover/address/{key}")
async def address(request: Request, key: Code, visitor: VisitorDep) -> Response:
    """Where the link in a letter leads. To look there changes nothing: mail programs look by themselves."""
    return page(request, visitor, "recover.html", step="address", code=key)


@router.post("/recover/address/{key}")
async def confirm(request: Request, key: Code, services: ServicesDep, form: FormDep) -> Response:
    """The address is kept."""
    await spend(request, form.visitor, "enter")
    await services.recovery.confirm(key)
    return page(request, form.visitor, "recover.html", step="confirmed")


@router.get("/recover")
async def forgotten(
    request: Request,
    services: ServicesDep,
    visitor: VisitorDep,
    key: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Ask for a letter, or bring a code."""
    if key.strip():
        return go(f"/recover/{''.join(c for c in key if c.isalnum() or c in '-_')[:32] or '-'}")
    return page(request, visitor, "recover.html", step="ask", mail=services.recovery.writes)


@router.post("/recover")
async def send(request: Request, services: ServicesDep, form: FormDep, caller: CallerDep) -> Response:
    """The same answer, whoever asks for whatever address."""
    await spend(request, form.visitor, "enter")
    address = LettersIn(address=form.text("address")).address
    await spend_letter_to(request, address)
    services.recovery.send(address, caller.language)
    return page(request, form.visitor, "recover.html", step="sent")


@router.get("/recover/{key}")
async def choose(request: Request, key: Code, services: ServicesDep, visitor: VisitorDep) -> Response:
    """Choose another password, with a code."""
    await spend(request, visitor, "enter")
    person = await services.recovery.whose(key)
    name = await services.accounts.login_of(person)
    return page(request, visitor, "recover.html", step="choose", code=key, name=name)


@router.post("/recover/{key}")
async def use(request: Request, key: Code, services: ServicesDep, form: FormDep, words: WordsDep) -> Response:
    """Another password."""
    await spend(request, form.visitor, "enter")
    person = await services.recovery.whose(key)
    name = await services.accounts.login_of(person)
    try:
        password = PASSWORD.validate_python(form.fields.get("password", ""))
    except ValidationError:
        short = Refused("short", _("A password has at least {n} characters."), n=str(MIN_PASSWORD_LENGTH))
        return page(
            request,
            form.visitor,
            "recover.html",
            short.status,
            step="choose",
            code=key,
            name=name,
            problem=short.say(words.translate),
        )
    await services.recovery.use(key, password)
    return page(request, form.visitor, "recover.html", step="done", name=name)
