"""Signing in: guests, sessions, tokens."""

from typing import Annotated

from fastapi import Request, Response
from pydantic import Field, StringConstraints

from spyring.server.core.http.routing import Id, api_router, limited, problems, spend
from spyring.server.core.http.visitors import CallerDep, ServicesDep, VisitorDep, log_in, log_out
from spyring.server.core.payloads import ASSISTANT, Face, Name, Payload, Person, Token

router = api_router("people")

Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z]{2,4})?$")]


class GuestIn(Payload):
    """A guest who wants to play at once; without a name they get a unique one."""

    name: Name | None = None
    language: Language | None = None
    assistant: bool = False  # for a language model: everyone sees that it is one, for ever


class PersonIn(Payload):
    """Changes to the caller's own profile."""

    name: Name | None = None
    language: Language | None = None
    face: Face | None = None


class TokenIn(Payload):
    """A new token, with a name to recognise it by."""

    name: Name = Field(default="bot")


class Me(Payload):
    """The current visitor; ``csrf`` is the token that our own forms carry."""

    person: Person | None
    csrf: str


class Session(Payload):
    """Signed in: the cookie is set, and the token is for programs that keep no cookies."""

    person: Person
    token: str | None = None


@router.get("/me", responses=problems())
async def me(visitor: VisitorDep) -> Me:
    """The current visitor, and the token for their forms."""
    return Me(person=visitor.person, csrf=visitor.csrf)


@router.patch("/me", **limited("change", 403, 409, 422))
async def change_me(
    request: Request, visitor: VisitorDep, caller: CallerDep, services: ServicesDep, change: PersonIn
) -> Me:
    """Change the caller's name, picture or language. No two accounts have the same name."""
    if change.name is not None:
        await spend(request, visitor, "enter")  # a refusal reveals as much as one to a new account
    me = caller.require_person()
    person = await services.people.change(me, change.name, change.language, change.face)
    return Me(person=person, csrf=visitor.csrf)


@router.post("/guests", status_code=201, **limited("enter", 403, 422))
async def come_in(
    request: Request, response: Response, services: ServicesDep, guest: GuestIn, token: bool = False
) -> Session:
    """Sign in as a guest. With ``token`` the answer holds a token for programs, and no cookie is set."""
    person = await services.people.make_guest(
        guest.name, guest.language, ASSISTANT if guest.assistant else None
    )
    if token:
        return Session(person=person, token=(await services.sessions.make_token(person, "guest")).secret)
    await log_in(request, response, person)
    return Session(person=person)


@router.delete("/session", status_code=204, responses=problems(403))
async def sign_out(request: Request, response: Response, _visitor: VisitorDep) -> None:
    """Sign out."""
    await log_out(request, response)


@router.delete("/sessions", status_code=204, **limited("change", 403, 422))
async def sign_out_everywhere(
    request: Request, response: Response, caller: CallerDep, services: ServicesDep
) -> None:
    """Sign out everywhere, including here; tokens become invalid."""
    await services.sessions.close_all(caller.require_person())
    await log_out(request, response)


@router.get("/tokens", responses=problems(422))
async def tokens(caller: CallerDep, services: ServicesDep) -> list[Token]:
    """The caller's tokens, without their secrets."""
    return await services.sessions.tokens(caller.require_person())


@router.post("/tokens", status_code=201, **limited("make", 403, 422))
async def make_token(caller: CallerDep, services: ServicesDep, body: TokenIn) -> Token:
    """A token for a program that plays in the caller's name; its secret is shown only once."""
    return await services.sessions.make_token(caller.require_person(), body.name)


@router.delete("/tokens/{token}", status_code=204, **limited("change", 403, 404, 422))
async def delete_token(caller: CallerDep, services: ServicesDep, token: Id) -> None:
    """Revoke a token."""
    await services.sessions.delete_token(caller.require_person(), token)
