"""Accounts: who you are, signing in and out, tokens for programs."""

from fastapi import Request, Response

from spyring.engine.words import _
from spyring.server.problems import Problem, Refused
from spyring.server.routes import spend
from spyring.server.visitors import farewell, welcome
from spyring.web.printing import page
from spyring.web.routes.answering import AForm, AHall, AVisitor, AWords, go, pages

router = pages()

SHORTEST_PASSWORD = 8


@router.get("/account")
async def account(request: Request, hall: AHall, visitor: AVisitor) -> Response:
    """Who you are here."""
    tokens = (
        await hall.people.tokens(visitor.person)
        if visitor.person and visitor.person.kind == "account"
        else []
    )
    return page(request, visitor, "account.html", tokens=tokens, made=None, problem=None)


@router.post("/account/register")
async def register(request: Request, hall: AHall, form: AForm, words: AWords) -> Response:
    """An account; a guest keeps the tables."""
    spend(request, form.visitor, "enter")
    name, password = form.text("name")[:40], form.fields.get("password", "")
    try:
        if not name or len(password) < SHORTEST_PASSWORD:
            raise Refused(
                "short",
                _("A name, and a password of at least {n} letters, are needed."),
                n=str(SHORTEST_PASSWORD),
            )
        person = await hall.people.register(name, password[:200], form.visitor.person)
    except Problem as problem:
        return page(
            request,
            form.visitor,
            "account.html",
            422,
            tokens=[],
            made=None,
            problem=problem.say(words.translate),
        )
    response = go("/account")
    await welcome(request, response, person)
    return response


@router.post("/account/login")
async def login(request: Request, hall: AHall, form: AForm, words: AWords) -> Response:
    """Sign in."""
    spend(request, form.visitor, "enter")
    try:
        person = await hall.people.login(form.text("name")[:40], form.fields.get("password", "")[:200])
    except Problem as problem:
        return page(
            request,
            form.visitor,
            "account.html",
            403,
            tokens=[],
            made=None,
            problem=problem.say(words.translate),
        )
    response = go("/")
    await welcome(request, response, person)
    return response


@router.post("/account/logout")
async def logout(request: Request, form: AForm) -> Response:
    """Sign out."""
    response = go("/")
    await farewell(request, response)
    return response


@router.post("/account/name")
async def rename(hall: AHall, form: AForm) -> Response:
    """Another name to be called by."""
    if form.visitor.person is not None and form.text("name"):
        await hall.people.change(form.visitor.person, form.text("name")[:40], None)
    return go("/account")


@router.post("/account/tokens")
async def make_token(request: Request, hall: AHall, form: AForm) -> Response:
    """A key for a program; shown once."""
    person = hall.known(form.visitor.person)
    made = await hall.people.make_token(person, form.text("name")[:40] or "bot")
    return page(
        request,
        form.visitor,
        "account.html",
        tokens=await hall.people.tokens(person),
        made=made,
        problem=None,
    )


@router.post("/account/tokens/{token}/delete")
async def delete_token(token: str, hall: AHall, form: AForm) -> Response:
    """A key that opens nothing any more."""
    await hall.people.delete_token(hall.known(form.visitor.person), token)
    return go("/account")
