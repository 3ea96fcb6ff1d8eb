"""Accounts: signing in and out, names, faces, tokens for programs."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, Final, Self

from fastapi import Query, Response
from pydantic import ValidationError

from spyring.engine.i18n import _
from spyring.server.accounts.routes import Password, PasswordIn
from spyring.server.accounts.sign_in import count_guess, log_in_account, renew_session, verify_login
from spyring.server.community.routes import VacationIn
from spyring.server.core.http.routes.people import PersonIn, TokenIn
from spyring.server.core.http.routing import Id
from spyring.server.core.http.visitors import log_out
from spyring.server.core.payloads import Name, Payload, Person, Token
from spyring.server.core.people.sessions import digest
from spyring.server.core.problems import Forbidden, Problem, Refused
from spyring.web.faces import TITLES, is_face, variants
from spyring.web.routes.answering import Form, FormDep, Reader, ReaderDep, go, pages

router = pages()

MIN_PASSWORD_LENGTH = 8
MAX_CODE_LENGTH = 40
Answer = Callable[[Form], Awaitable[Response]]


class Credentials(Payload):
    """A login; unlike programs, people may have names of several words."""

    name: Name
    password: Password

    @classmethod
    def of(cls, form: Form) -> Self:
        """The credentials in a form."""
        return cls(name=form.text("name"), password=form.fields.get("password", ""))


@router.get("/account")
async def account(reader: ReaderDep) -> Response:
    """One's own account."""
    return await account_page(reader)


async def account_page(
    reader: Reader, status: int = 200, made: Token | None = None, problem: str | None = None
) -> Response:
    """The page of one's own account, with a new token or an error."""
    services, visitor, caller = reader.services, reader.visitor, reader.caller
    known = visitor.person is not None
    account = visitor.person if visitor.person is not None and visitor.person.kind == "account" else None
    calls = None if visitor.secret is None else await services.notifier.card(caller, digest(visitor.secret))
    asked = reader.fields if isinstance(reader, Form) else reader.request.query_params
    return reader.page(
        "account.html",
        status,
        registration=services.settings.registration,
        guests=services.settings.guests,
        invitation=asked.get("invitation", "")[:MAX_CODE_LENGTH],
        tokens=await services.sessions.tokens(visitor.person) if visitor.person else [],
        ties=await services.relations.mine(caller) if known else [],
        greetings=await services.relations.greetings(caller),
        vacation=await services.vacations.look(caller) if known else None,
        calls=calls,
        recovers=services.recovery.writes,
        recovery_address=None if account is None else await services.recovery.address_of(account),
        asked_address=reader.request.query_params.get("asked") == "yes",
        provider=services.provider.label if services.provider.issuer else None,
        linked=account is not None and await services.identities.is_linked(account),
        has_password=account is not None and await services.accounts.has_password(account),
        runs=visitor.secret is not None and await services.operator.is_admin(visitor.secret),
        confirmed=account is not None and await services.accounts.confirmed(account, visitor.secret or ""),
        made=made,
        problem=problem,
    )


def proof(form: Form, field: str = "password") -> str:
    """What proves that a form comes from the owner of the account: the password, or a session in which they
    signed in again at the provider.
    """
    return form.fields.get(field) or form.visitor.secret or ""


async def count_own_guess(form: Form) -> Person:
    """Count a form that must prove who the owner of the account is; returns the owner."""
    await form.spend("enter")
    person = form.caller.require_person()
    await count_guess(form.request, await form.services.accounts.login_of(person))
    return person


def shown_again(invalid: Problem | None = None) -> Callable[[Answer], Answer]:
    """A form whose errors are shown on the page of the account; ``invalid`` is the one for its fields."""

    def made(answer: Answer) -> Answer:
        @wraps(answer)
        async def answer_or_show_again(form: FormDep) -> Response:
            try:
                return await answer(form)
            except ValidationError:
                if invalid is None:
                    raise
                problem = invalid
            except Problem as refused:
                problem = refused
            return await account_page(form, problem.status, problem=problem.say(form.words.translate))

        return answer_or_show_again

    return made


NO_LOGIN: Final = _("Enter a name, and a password of at least {n} characters.")
SHORT: Final = Refused("short", _("A password needs at least {n} characters."), n=str(MIN_PASSWORD_LENGTH))


@router.post("/account/register")
@shown_again(Refused("short", NO_LOGIN, n=str(MIN_PASSWORD_LENGTH)))
async def register(form: FormDep) -> Response:
    """Make an account; a guest keeps their tables."""
    await form.spend("enter")
    body = Credentials.of(form)
    invitation = form.text("invitation")[:MAX_CODE_LENGTH]
    person = await form.services.accounts.register(body.name, body.password, form.visitor.person, invitation)
    return await _signed_in(form, "/account", person)


@router.post("/account/login")
@shown_again(Forbidden("wrong-login", _("The name or the password is wrong.")))
async def login(form: FormDep) -> Response:
    """Sign in."""
    await form.spend("enter")
    body = Credentials.of(form)
    return await _signed_in(form, "/", await verify_login(form.request, body.name, body.password))


async def _signed_in(form: Form, then: str, person: Person) -> Response:
    response = go(then)
    await log_in_account(form.request, response, person)
    return response


@router.post("/account/logout")
async def logout(form: FormDep) -> Response:
    """Sign out."""
    response = go("/")
    await log_out(form.request, response)
    return response


@router.post("/account/everywhere")
async def logout_everywhere(form: FormDep) -> Response:
    """Sign out everywhere."""
    await form.services.sessions.close_all(form.caller.require_person())
    response = go("/")
    await log_out(form.request, response)
    return response


@router.post("/account/password")
@shown_again(SHORT)
async def change_password(form: FormDep) -> Response:
    """Change the password, and sign out everywhere else."""
    await form.spend("enter")
    person = form.caller.require_person()
    body = PasswordIn(old=proof(form, "old"), new=form.fields.get("new", ""))
    await count_guess(form.request, await form.services.accounts.login_of(person))
    await form.services.accounts.change_password(person, body.old, body.new)
    response = go("/account")
    await renew_session(form.request, response, form.visitor, person)
    return response


@router.post("/account/name")
@shown_again()
async def rename(form: FormDep) -> Response:
    """Change the name."""
    await form.spend("enter")
    name = PersonIn(name=form.text("name")).name
    await form.services.people.change(form.caller.require_person(), name, None)
    return go("/account")


@router.get("/account/face")
async def faces(reader: ReaderDep, part: Annotated[str, Query()] = "") -> Response:
    """Choose a face, part by part; ``part`` is shown first."""
    reader.caller.require_person()
    return reader.page("face.html", titles=TITLES, variants=variants, shown=part)


@router.post("/account/face")
async def change_face(form: FormDep) -> Response:
    """Change the face; an empty one is drawn from the name."""
    await form.spend("change")
    face = form.text("face")
    if face and not is_face(face):
        raise Refused("bad-form", _("Invalid value for {where}."), where="face")
    await form.services.people.change(form.caller.require_person(), None, None, face)
    part = form.text("part")
    return go(f"/account/face?part={part}#{part}" if part in TITLES else "/account/face")


@router.post("/account/tokens")
async def make_token(form: FormDep) -> Response:
    """A token for a program; shown once."""
    person = form.caller.require_person()
    made = await form.services.sessions.make_token(person, TokenIn(name=form.text("name") or "bot").name)
    return await account_page(form, made=made)


@router.post("/account/tokens/{token}/delete")
async def delete_token(token: Id, form: FormDep) -> Response:
    """Delete a token."""
    await form.services.sessions.delete_token(form.caller.require_person(), token)
    return go("/account")


@router.post("/account/vacation")
async def vacation(form: FormDep) -> Response:
    """Start or end a vacation."""
    days = form.number("days")
    if days is None:
        await form.services.vacations.end(form.caller)
    else:
        await form.services.vacations.begin(form.caller, VacationIn(days=days).days)
    return go("/account")


@router.get("/account/data")
async def data(reader: ReaderDep) -> Response:
    """All stored data about oneself, as a file."""
    await reader.spend("make")
    mine = await reader.services.account_data.export(reader.caller)
    name = {"Content-Disposition": 'attachment; filename="spyring.json"'}
    return Response(mine.model_dump_json(indent=2), headers=name, media_type="application/json")


@router.post("/account/delete")
@shown_again()
async def delete(form: FormDep) -> Response:
    """Delete the account."""
    await count_own_guess(form)
    await form.services.account_data.delete(form.caller, proof(form))
    response = go("/")
    await log_out(form.request, response)
    return response
