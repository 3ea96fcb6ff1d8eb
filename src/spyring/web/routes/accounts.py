"""Accounts: who you are, signing in and out, tokens for programs."""

from typing import Self

from fastapi import Request, Response
from pydantic import ValidationError

from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.hall import Hall
from spyring.server.http.routes.answering import spend
from spyring.server.http.routes.people import (
    Id,
    Password,
    PasswordIn,
    PersonIn,
    TokenIn,
)
from spyring.server.http.routes.profiles import VacationIn
from spyring.server.http.visitors import Visitor, count_guess, farewell, let_in, renew, welcome
from spyring.server.payloads import Name, Payload, Token
from spyring.server.people.keys import digest
from spyring.server.problems import Forbidden, Problem, Refused, TooOften
from spyring.web.page import page
from spyring.web.routes.answering import ACaller, AForm, AHall, AVisitor, AWords, Form, go, pages

router = pages()

SHORTEST_PASSWORD = 8


class Credentials(Payload):
    """What one signs in with; unlike programs, people may have names of several words."""

    name: Name
    password: Password

    @classmethod
    def of(cls, form: Form) -> Self:
        """What a form says."""
        return cls(name=form.text("name"), password=form.fields.get("password", ""))


@router.get("/account")
async def account(request: Request, hall: AHall, visitor: AVisitor, caller: ACaller) -> Response:
    """Who you are here."""
    return await _account(request, hall, visitor, caller)


async def _account(
    request: Request,
    hall: Hall,
    visitor: Visitor,
    caller: Caller,
    status: int = 200,
    made: Token | None = None,
    problem: str | None = None,
) -> Response:
    """The page about oneself, with a token that was just made, or with what was wrong."""
    known = visitor.person is not None
    calls = None if visitor.secret is None else await hall.summons.card(caller, digest(visitor.secret))
    return page(
        request,
        visitor,
        "account.html",
        status,
        tokens=await hall.keys.tokens(visitor.person) if visitor.person else [],
        ties=await hall.ties.mine(caller) if known else [],
        greetings=await hall.ties.greetings(caller),
        vacation=await hall.vacations.look(caller) if known else None,
        calls=calls,
        made=made,
        problem=problem,
    )


@router.post("/account/register")
async def register(request: Request, hall: AHall, form: AForm, words: AWords) -> Response:
    """An account; a guest keeps the tables."""
    await spend(request, form.visitor, "enter")
    try:
        asked = Credentials.of(form)
        person = await hall.people.register(asked.name, asked.password, form.visitor.person)
    except ValidationError:
        short = Refused(
            "short",
            _("A name, and a password of at least {n} letters, are needed."),
            n=str(SHORTEST_PASSWORD),
        )
        return await _again(request, hall, form, words, short)
    except Problem as problem:
        return await _again(request, hall, form, words, problem)
    response = go("/account")
    await welcome(request, response, person)
    return response


@router.post("/account/login")
async def login(request: Request, hall: AHall, form: AForm, words: AWords) -> Response:
    """Sign in."""
    await spend(request, form.visitor, "enter")
    try:
        asked = Credentials.of(form)
        person = await let_in(request, asked.name, asked.password)
    except ValidationError:
        wrong = Forbidden("wrong-login", _("The name or the password is wrong."))
        return await _again(request, hall, form, words, wrong)
    except Problem as problem:
        return await _again(request, hall, form, words, problem)
    response = go("/")
    await welcome(request, response, person)
    return response


async def _again(request: Request, hall: Hall, form: Form, words: AWords, problem: Problem) -> Response:
    """The forms once more, with what was wrong."""
    said = problem.say(words.translate)
    return await _account(request, hall, form.visitor, form.caller, problem.status, problem=said)


@router.post("/account/logout")
async def logout(request: Request, form: AForm) -> Response:
    """Sign out."""
    response = go("/")
    await farewell(request, response)
    return response


@router.post("/account/everywhere")
async def logout_everywhere(request: Request, hall: AHall, form: AForm) -> Response:
    """Sign out everywhere."""
    await hall.keys.close_all(form.caller.known())
    response = go("/")
    await farewell(request, response)
    return response


@router.post("/account/password")
async def change_password(request: Request, hall: AHall, form: AForm, words: AWords) -> Response:
    """Another password; everywhere else one is signed out."""
    await spend(request, form.visitor, "enter")
    person = form.caller.known()
    wrong: Problem
    try:
        asked = PasswordIn(old=form.fields.get("old", ""), new=form.fields.get("new", ""))
        await count_guess(request, await hall.people.login_of(person))
        await hall.people.change_password(person, asked.old, asked.new)
        response = go("/account")
        await renew(request, response, form.visitor, person)
        return response
    except ValidationError:
        wrong = Refused("short", _("A password has at least {n} letters."), n=str(SHORTEST_PASSWORD))
    except Problem as problem:
        wrong = problem
    return await _again(request, hall, form, words, wrong)


@router.post("/account/name")
async def rename(request: Request, hall: AHall, form: AForm, words: AWords) -> Response:
    """Another name to be called by."""
    await spend(request, form.visitor, "enter")
    person = form.caller.known()
    try:
        await hall.people.change(person, PersonIn(name=form.text("name")).name, None)
    except Problem as problem:
        return await _again(request, hall, form, words, problem)
    return go("/account")


@router.post("/account/tokens")
async def make_token(request: Request, hall: AHall, form: AForm) -> Response:
    """A key for a program; shown once."""
    person = form.caller.known()
    made = await hall.keys.make_token(person, TokenIn(name=form.text("name") or "bot").name)
    return await _account(request, hall, form.visitor, form.caller, made=made)


@router.post("/account/tokens/{token}/delete")
async def delete_token(token: Id, hall: AHall, form: AForm) -> Response:
    """A key that opens nothing any more."""
    await hall.keys.delete_token(form.caller.known(), token)
    return go("/account")


@router.post("/account/vacation")
async def vacation(hall: AHall, form: AForm) -> Response:
    """Away for some days, or back again."""
    days = form.number("days")
    if days is None:
        await hall.vacations.end(form.caller)
    else:
        await hall.vacations.begin(form.caller, VacationIn(days=days).days)
    return go("/account")


@router.get("/account/data")
async def data(request: Request, hall: AHall, visitor: AVisitor, caller: ACaller) -> Response:
    """Everything that is stored about oneself, as a file."""
    await spend(request, visitor, "make")
    mine = await hall.leaving.data(caller)
    name = {"Content-Disposition": 'attachment; filename="spyring.json"'}
    return Response(mine.model_dump_json(indent=2), headers=name, media_type="application/json")


@router.post("/account/delete")
async def delete(request: Request, hall: AHall, form: AForm, words: AWords) -> Response:
    """Go for good."""
    await spend(request, form.visitor, "enter")
    try:
        await count_guess(request, await hall.people.login_of(form.caller.known()))
        await hall.leaving.delete(form.caller, form.fields.get("password", ""))
    except (Forbidden, TooOften) as problem:
        return await _again(request, hall, form, words, problem)
    response = go("/")
    await farewell(request, response)
    return response
