"""Signing in with a password, and the browsers that did so before."""

from typing import Final

from fastapi import Request, Response

from spyring.server.accounts.accounts import Accounts
from spyring.server.core.http.visitors import Visitor, log_in, services_of, set_cookie
from spyring.server.core.payloads import Person

KNOWN: Final = "spyring-known"  # the cookie with proofs of passwords that were known in a browser once
KNOWN_SECONDS: Final = 365 * 86400
MAX_PROOFS: Final = 4


async def log_in_account(request: Request, response: Response, person: Person) -> None:
    """Open a session for the owner of an account, in a browser that is remembered."""
    await log_in(request, response, person)
    await remember_browser(request, response, person)


async def renew_session(request: Request, response: Response, visitor: Visitor, person: Person) -> None:
    """After a new password: whoever had come in by the old one is out. The browser that changed it goes on
    with a new secret, so that a copy of its cookie opens nothing either; a program keeps its token.
    """
    services = services_of(request)
    await services.sessions.close_all(person, but=None if visitor.by_cookie else visitor.secret)
    if visitor.by_cookie:
        await log_in_account(request, response, person)


async def remember_browser(request: Request, response: Response, person: Person) -> None:
    """Let the browser prove later that it knew the password of now; that opens nothing."""
    services = services_of(request)
    proofs = dict.fromkeys([await services.part(Accounts).proof(person), *_proofs(request)])
    set_cookie(request, response, KNOWN, ".".join(list(proofs)[:MAX_PROOFS]), KNOWN_SECONDS)


async def verify_login(request: Request, login: str, password: str) -> Person:
    """The owner of an account. Strangers have few guesses at one, however many addresses they come from; a
    browser in which somebody signed in before has guesses of its own, so that nobody can use up the owner's.
    """
    services = services_of(request)
    await count_guess(request, login)
    return await services.part(Accounts).login(login, password)


async def count_guess(request: Request, login: str | None) -> None:
    """Count a guess at the password of an account, whoever guesses and whatever for; guests have none."""
    if login is None:
        return
    services = services_of(request)
    account, known = await services.part(Accounts).guessed_at(login, _proofs(request))
    await request.app.state.rate_limiter.spend("known" if known else "guess", account)


def _proofs(request: Request) -> list[str]:
    """What this browser has proofs of: it may be used by several people."""
    shown = request.cookies.get(KNOWN, "")
    return [proof for proof in shown.split(".")[:MAX_PROOFS] if proof.isascii() and proof.isalnum()]
