"""Accounts for programs: registration, signing in, changing the password."""

from typing import Annotated, Literal

from fastapi import Request, Response
from pydantic import StringConstraints

from spyring.server.accounts.accounts import Accounts
from spyring.server.accounts.sign_in import count_guess, log_in_account, renew_session, verify_login
from spyring.server.core.http.routes.people import Session
from spyring.server.core.http.routing import api_router, limited, problems
from spyring.server.core.http.visitors import CallerDep, ServicesDep, VisitorDep
from spyring.server.core.payloads import Payload

router = api_router("people")

Login = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[^\s\x00-\x1f\x7f]{2,40}$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]


class AccountIn(Payload):
    """The credentials of an account."""

    login: Login
    password: Password


class NewAccountIn(AccountIn):
    """The credentials of a new account, and an invitation if the server wants one."""

    invitation: Annotated[str, StringConstraints(max_length=40)] = ""


class Newcomers(Payload):
    """Who may come in: people who want an account, and guests."""

    registration: Literal["open", "invitation", "closed"]
    guests: bool


class PasswordIn(Payload):
    """A new password, and the old one."""

    old: Password
    new: Password


@router.post("/accounts", status_code=201, **limited("enter", 403, 409, 422))
async def register(
    request: Request, response: Response, visitor: VisitorDep, services: ServicesDep, account: NewAccountIn
) -> Session:
    """Make an account; a guest keeps their tables. Some servers want an invitation for it."""
    person = await services.part(Accounts).register(
        account.login, account.password, visitor.person, account.invitation
    )
    await log_in_account(request, response, person)
    return Session(person=person)


@router.get("/registration", responses=problems())
async def newcomers(services: ServicesDep) -> Newcomers:
    """Who may come in here."""
    return Newcomers(registration=services.settings.registration, guests=services.settings.guests)


@router.post("/session", **limited("enter", 403, 422))
async def sign_in(request: Request, response: Response, account: AccountIn) -> Session:
    """Sign in."""
    person = await verify_login(request, account.login, account.password)
    await log_in_account(request, response, person)
    return Session(person=person)


@router.put("/me/password", status_code=204, **limited("enter", 403, 409, 422))
async def change_password(
    request: Request,
    response: Response,
    visitor: VisitorDep,
    caller: CallerDep,
    services: ServicesDep,
    change: PasswordIn,
) -> None:
    """Change the password; all other sessions are signed out, and tokens become invalid."""
    await count_guess(request, await services.part(Accounts).login_of(caller.require_person()))
    await services.part(Accounts).change_password(caller.require_person(), change.old, change.new)
    await renew_session(request, response, visitor, caller.require_person())
