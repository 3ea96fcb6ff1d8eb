"""Accounts: who you are, signing in and out, tokens for programs."""

from typing import Annotated, Self

from fastapi import Query, Request, Response
from pydantic import ValidationError

from spyring.engine.i18n import _
from spyring.server.accounts.routes import Password, PasswordIn
from spyring.server.accounts.sign_in import count_guess, log_in_account, renew_session, verify_login
from spyring.server.community.routes import VacationIn
from spyring.server.core.caller import Caller
from spyring.server.core.http.routes.answering import spend
from spyring.server.core.http.routes.people import Id, PersonIn, TokenIn
from spyring.server.core.http.visitors import Visitor, log_out
from spyring.server.core.payloads import Name, Payload, Token
from spyring.server.core.people.sessions import digest
from spyring.server.core.problems import Forbidden, Problem, RateLimited, Refused
from spyring.server.services import Services
from spyring.web.faces import TITLES, is_face, variants
from spyring.web.page import page
from spyring.web.routes.answering import (
    CallerDep,
    Form,
    FormDep,
    ServicesDep,
    VisitorDep,
    WordsDep,
    go,
    pages,
)

router = pages()

MIN_PASSWORD_LENGTH = 8


class Credentials(Payload):
    """What one signs in with; unlike programs, people may have names of several words."""

    name: Name
    password: Password

    @classmethod
    def of(cls, form: Form) -> Self:
        """What a form says."""
        return cls(name=form.text("name"), password=form.fields.get("password", ""))


@router.get("/account")
async def account(
    request: Request, services: ServicesDep, visitor: VisitorDep, caller: CallerDep
) -> Response:
    """Who you are here."""
    return await _account(request, services, visitor, caller)


async def _account(
    request: Request,
    services: Services,
    visitor: Visitor,
    caller: Caller,
    status: int = 200,
    made: Token | None = None,
    problem: str | None = None,
) -> Response:
    """The page about oneself, with a token that was just made, or with what was wrong."""
    known = visitor.person is not None
    account = visitor.person if visitor.person is not None and visitor.person.kind == "account" else None
    calls = None if visitor.secret is None else await services.notifier.card(caller, digest(visitor.secret))
    return page(
        request,
        visitor,
        "account.html",
        status,
        tokens=await services.sessions.tokens(visitor.person) if visitor.person else [],
        ties=await services.relations.mine(caller) if known else [],
        greetings=await services.relations.greetings(caller),
        vacation=await services.vacations.look(caller) if known else None,
        calls=calls,
        recovers=services.recovery.writes,
        recovery_address=None if account is None else await services.recovery.address_of(account),
        asked_address=request.query_params.get("asked") == "yes",
        made=made,
        problem=problem,
    )


@router.post("/account/register")
async def register(request: Request, services: ServicesDep, form: FormDep, words: WordsDep) -> Response:
    """An account; a guest keeps the tables."""
    await spend(request, form.visitor, "enter")
    try:
        body = Credentials.of(form)
        person = await services.accounts.register(body.name, body.password, form.visitor.person)
    except ValidationError:
        short = Refused(
            "short",
            _("A name and a password of at least {n} characters are needed."),
            n=str(MIN_PASSWORD_LENGTH),
        )
        return await account_again(request, services, form, words, short)
    except Problem as problem:
        return await account_again(request, services, form, words, problem)
    response = go("/account")
    await log_in_account(request, response, person)
    return response


@router.post("/account/login")
async def login(request: Request, services: ServicesDep, form: FormDep, words: WordsDep) -> Response:
    """Sign in."""
    await spend(request, form.visitor, "enter")
    try:
        body = Credentials.of(form)
        person = await verify_login(request, body.name, body.password)
    except ValidationError:
        wrong = Forbidden("wrong-login", _("The name or the password is wrong."))
        return await account_again(request, services, form, words, wrong)
    except Problem as problem:
        return await account_again(request, services, form, words, problem)
    response = go("/")
    await log_in_account(request, response, person)
    return response


async def account_again(
    request: Request, services: Services, form: Form, words: WordsDep, problem: Problem
) -> Response:
    """The forms once more, with what was wrong."""
    said = problem.say(words.translate)
    return await _account(request, services, form.visitor, form.caller, problem.status, problem=said)


@router.post("/account/logout")
async def logout(request: Request, form: FormDep) -> Response:
    """Sign out."""
    response = go("/")
    await log_out(request, response)
    return response


@router.post("/account/everywhere")
async def logout_everywhere(request: Request, services: ServicesDep, form: FormDep) -> Response:
    """Sign out everywhere."""
    await services.sessions.close_all(form.caller.require_person())
    response = go("/")
    await log_out(request, response)
    return response


@router.post("/account/password")
async def change_password(
    request: Request, services: ServicesDep, form: FormDep, words: WordsDep
) -> Response:
    """Another password; everywhere else one is signed out."""
    await spend(request, form.visitor, "enter")
    person = form.caller.require_person()
    wrong: Problem
    try:
        body = PasswordIn(old=form.fields.get("old", ""), new=form.fields.get("new", ""))
        await count_guess(request, await services.accounts.login_of(person))
        await services.accounts.change_password(person, body.old, body.new)
        response = go("/account")
        await renew_session(request, response, form.visitor, person)
        return response
    except ValidationError:
        wrong = Refused("short", _("A password has at least {n} characters."), n=str(MIN_PASSWORD_LENGTH))
    except Problem as problem:
        wrong = problem
    return await account_again(request, services, form, words, wrong)


@router.post("/account/name")
async def rename(request: Request, services: ServicesDep, form: FormDep, words: WordsDep) -> Response:
    """Another name to be called by."""
    await spend(request, form.visitor, "enter")
    person = form.caller.require_person()
    try:
        await services.people.change(person, PersonIn(name=form.text("name")).name, None)
    except Problem as problem:
        return await account_again(request, services, form, words, problem)
    return go("/account")


@router.get("/account/face")
async def faces(
    request: Request, visitor: VisitorDep, caller: CallerDep, part: Annotated[str, Query()] = ""
) -> Response:
    """How one looks, part by part; ``part`` is the one to begin with."""
    caller.require_person()
    return page(request, visitor, "face.html", titles=TITLES, variants=variants, shown=part)


@router.post("/account/face")
async def change_face(request: Request, services: ServicesDep, form: FormDep) -> Response:
    """Another face; none for one by lot."""
    await spend(request, form.visitor, "change")
    face = form.text("face")
    if face and not is_face(face):
        raise Refused("bad-form", _("Invalid value for {where}."), where="face")
    await services.people.change(form.caller.require_person(), None, None, face)
    part = form.text("part")
    return go(f"/account/face?part={part}#{part}" if part in TITLES else "/account/face")


@router.post("/account/tokens")
async def make_token(request: Request, services: ServicesDep, form: FormDep) -> Response:
    """A key for a program; shown once."""
    person = form.caller.require_person()
    made = await services.sessions.make_token(person, TokenIn(name=form.text("name") or "bot").name)
    return await _account(request, services, form.visitor, form.caller, made=made)


@router.post("/account/tokens/{token}/delete")
async def delete_token(token: Id, services: ServicesDep, form: FormDep) -> Response:
    """A key that opens nothing any more."""
    await services.sessions.delete_token(form.caller.require_person(), token)
    return go("/account")


@router.post("/account/vacation")
async def vacation(services: ServicesDep, form: FormDep) -> Response:
    """Away for some days, or back again."""
    days = form.number("days")
    if days is None:
        await services.vacations.end(form.caller)
    else:
        await services.vacations.begin(form.caller, VacationIn(days=days).days)
    return go("/account")


@router.get("/account/data")
async def data(request: Request, services: ServicesDep, visitor: VisitorDep, caller: CallerDep) -> Response:
    """Everything that is stored about oneself, as a file."""
    await spend(request, visitor, "make")
    mine = await services.account_data.export(caller)
    name = {"Content-Disposition": 'attachment; filename="spyring.json"'}
    return Response(mine.model_dump_json(indent=2), headers=name, media_type="application/json")


@router.post("/account/delete")
async def delete(request: Request, services: ServicesDep, form: FormDep, words: WordsDep) -> Response:
    """Go for good."""
    await spend(request, form.visitor, "enter")
    try:
        await count_guess(request, await services.accounts.login_of(form.caller.require_person()))
        await services.account_data.delete(form.caller, form.fields.get("password", ""))
    except (Forbidden, RateLimited) as problem:
        return await account_again(request, services, form, words, problem)
    response = go("/")
    await log_out(request, response)
    return response
