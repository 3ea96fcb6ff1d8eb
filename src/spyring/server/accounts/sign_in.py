"""Signing in with a password, and the browsers that did so before."""

from typing import Final

from fastapi import Request, Response

from spyring.server.accounts.accounts import Accounts
from spyring.server.core.http.visitors import Visitor, log_in, services_of, set_cookie
from spyring.server.core.payloads import Person

KNOWN: Final = "spyring-known"  # the cookie with proofs of passwords that a browser once knew
KNOWN_SECONDS: Final = 365 * 86400
MAX_PROOFS: Final = 4


async def log_in_account(request: Request, response: Response, person: Person) -> None:
    """Open a session for the owner of an account. The browser can prove later that it knew the current
    password; the proof gives no access.
    """
    await log_in(request, response, person)
    proofs = dict.fromkeys([await services_of(request).part(Accounts).proof(person), *_proofs(request)])
    set_cookie(request, response, KNOWN, ".".join(list(proofs)[:MAX_PROOFS]), KNOWN_SECONDS)


async def renew_session(request: Request, response: Response, visitor: Visitor, person: Person) -> None:
    """After a new password, end all other sessions. The browser that changed it continues with a new secret,
    so that a copy of its old cookie is invalid, too; a program keeps its token.
    """
    services = services_of(request)
    await services.sessions.close_all(person, but=None if visitor.by_cookie else visitor.secret)
    if visitor.by_cookie:
        await log_in_account(request, response, person)


async def verify_login(request: Request, login: str, password: str) -> Person:
    """The owner of an account. Strangers have few guesses at a password, from however many addresses. A
    browser that signed in before has its own guesses, so that strangers cannot use up the owner's.
    """
    services = services_of(request)
    await count_guess(request, login)
    return await services.part(Accounts).login(login, password)


async def count_guess(request: Request, login: str | None) -> None:
    """Count a guess at the password of an account, by anybody and for any purpose; guests have none."""
    if login is None:
        return
    services = services_of(request)
    account, known = await services.part(Accounts).guessed_at(login, _proofs(request))
    await request.app.state.rate_limiter.spend("known" if known else "guess", account)


def _proofs(request: Request) -> list[str]:
    """The proofs of this browser, which several people may use."""
    shown = request.cookies.get(KNOWN, "")
    return [proof for proof in shown.split(".")[:MAX_PROOFS] if proof.isascii() and proof.isalnum()]
