"""Coming in: guests, accounts, tokens."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field, StringConstraints

from spyring.server.http.routes.answering import API, costs, problems, spend
from spyring.server.http.visitors import (
    ACaller,
    AHall,
    AVisitor,
    count_guess,
    farewell,
    let_in,
    renew,
    welcome,
)
from spyring.server.payloads import Name, Payload, Person, Token

router = APIRouter(prefix=API, tags=["people"])

Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z]{2,4})?$")]
Login = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[^\s\x00-\x1f\x7f]{2,40}$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Id = Annotated[str, Path(pattern=r"^[\w-]{1,22}$")]


class GuestIn(Payload):
    """Somebody who wants to play at once; without a name they get one that nobody else has."""

    name: Name | None = None
    language: Language | None = None


class AccountIn(Payload):
    """Somebody who wants to be known again."""

    login: Login
    password: Password


class PasswordIn(Payload):
    """Another password, and the one before."""

    old: Password
    new: Password


class PersonIn(Payload):
    """What one can change about oneself."""

    name: Name | None = None
    language: Language | None = None


class TokenIn(Payload):
    """A token to be made, with a name to recognise it by."""

    name: Name = Field(default="bot")


class Me(Payload):
    """Who is asking; ``csrf`` is what our own forms carry."""

    person: Person | None
    csrf: str


class Session(Payload):
    """Signed in: the cookie is set, and the token is for programs that keep no cookies."""

    person: Person
    token: str | None = None


@router.get("/me", responses=problems())
async def me(visitor: AVisitor) -> Me:
    """Who is asking, and what their forms must carry."""
    return Me(person=visitor.person, csrf=visitor.csrf)


@router.patch("/me", dependencies=[costs("change")], responses=problems(403, 409, 422))
async def change_me(
    request: Request, visitor: AVisitor, caller: ACaller, hall: AHall, change: PersonIn
) -> Me:
    """Be called otherwise, read another language. No two accounts have the same name."""
    if change.name is not None:
        await spend(request, visitor, "enter")  # a refusal says as much as one to a new account
    person = await hall.people.change(caller.known(), change.name, change.language)
    return Me(person=person, csrf=visitor.csrf)


@router.post("/guests", status_code=201, dependencies=[costs("enter")], responses=problems(403, 422))
async def come_in(
    request: Request, response: Response, hall: AHall, guest: GuestIn, token: bool = False
) -> Session:
    """Come in as a guest. With ``token`` the answer holds a key for programs, and no cookie is set."""
    person = await hall.people.make_guest(guest.name, guest.language)
    if token:
        return Session(person=person, token=(await hall.keys.make_token(person, "guest")).secret)
    await welcome(request, response, person)
    return Session(person=person)


@router.post("/accounts", status_code=201, dependencies=[costs("enter")], responses=problems(403, 409, 422))
async def register(
    request: Request, response: Response, visitor: AVisitor, hall: AHall, account: AccountIn
) -> Session:
    """Make an account; a guest keeps their tables."""
    person = await hall.people.register(account.login, account.password, visitor.person)
    await welcome(request, response, person)
    return Session(person=person)


@router.post("/session", dependencies=[costs("enter")], responses=problems(403, 422))
async def sign_in(request: Request, response: Response, account: AccountIn) -> Session:
    """Sign in."""
    person = await let_in(request, account.login, account.password)
    await welcome(request, response, person)
    return Session(person=person)


@router.delete("/session", status_code=204, responses=problems(403))
async def sign_out(request: Request, response: Response, _visitor: AVisitor) -> None:
    """Sign out."""
    await farewell(request, response)


@router.put("/me/password", status_code=204, dependencies=[costs("enter")], responses=problems(403, 409, 422))
async def change_password(
    request: Request, response: Response, visitor: AVisitor, caller: ACaller, hall: AHall, change: PasswordIn
) -> None:
    """Another password; whoever else was signed in is signed out, and tokens are worthless."""
    await count_guess(request, await hall.people.login_of(caller.known()))
    await hall.people.change_password(caller.known(), change.old, change.new)
    await renew(request, response, visitor, caller.known())


@router.delete("/sessions", status_code=204, dependencies=[costs("change")], responses=problems(403, 422))
async def sign_out_everywhere(request: Request, response: Response, caller: ACaller, hall: AHall) -> None:
    """Sign out everywhere, here too; tokens are worthless."""
    await hall.keys.close_all(caller.known())
    await farewell(request, response)


@router.get("/tokens", responses=problems(422))
async def tokens(caller: ACaller, hall: AHall) -> list[Token]:
    """One's tokens, without their secrets."""
    return await hall.keys.tokens(caller.known())


@router.post("/tokens", status_code=201, dependencies=[costs("make")], responses=problems(403, 422))
async def make_token(caller: ACaller, hall: AHall, asked: TokenIn) -> Token:
    """A key for a program that plays in one's name; its secret is shown this once."""
    return await hall.keys.make_token(caller.known(), asked.name)


@router.delete(
    "/tokens/{token}", status_code=204, dependencies=[costs("change")], responses=problems(403, 404, 422)
)
async def delete_token(caller: ACaller, hall: AHall, token: Id) -> None:
    """Make a token worthless."""
    await hall.keys.delete_token(caller.known(), token)
