"""The visitor: identified by a browser's cookie or a program's token, or anonymous.

A browser sends its cookie with every request, even if another site caused it. So a request that changes
something and uses the cookie must come from our own pages: by its ``Origin``, or by a token that only they
know.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request, Response

from spyring.engine.i18n import _
from spyring.languages import preferred
from spyring.server.core.caller import Caller
from spyring.server.core.http.addresses import rate_limit_key
from spyring.server.core.payloads import Person
from spyring.server.core.people.sessions import NONCE_LETTERS, csrf_token
from spyring.server.core.problems import Forbidden, Unauthenticated
from spyring.server.core.services import Services
from spyring.server.core.settings import Settings

COOKIE = "spyring"
SECURE_COOKIE = "__Host-spyring"  # a browser accepts this name only over TLS
VISITOR = "spyring.visitor"  # where a request keeps its sender
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True)
class Visitor:
    """The sender of a request. ``csrf`` is the token for our own forms, empty for strangers and programs."""

    person: Person | None
    secret: str | None = None
    by_cookie: bool = False

    @property
    def csrf(self) -> str:
        """The token for forms."""
        return csrf_token(self.secret) if self.by_cookie and self.secret is not None else ""

    def accepts_csrf(self, token: str) -> bool:
        """Whether our pages gave this token to this visitor."""
        if not token or not self.by_cookie or self.secret is None or not token.isascii():
            return False
        return hmac.compare_digest(token, csrf_token(self.secret, token[:NONCE_LETTERS]))


async def visit(request: Request) -> Visitor:
    """The visitor; refuses a token that is unknown or expired, and requests that other sites forged."""
    known: Visitor | None = request.scope.get(VISITOR)
    if known is not None:
        return known
    services = services_of(request)
    visitor = await _visitor(request, services)
    if request.scope["method"] not in SAFE_METHODS and (visitor.by_cookie or visitor.secret is None):
        _check_origin(request, visitor)
    request.scope[VISITOR] = visitor
    if visitor.person is not None:
        services.hooks.person_seen(visitor.person.id)
    return visitor


def services_of(request: Request) -> Services:
    """The services of the application."""
    services: Services = request.app.state.services
    return services


async def _visitor(request: Request, services: Services) -> Visitor:
    kind, _space, token = header(request, b"authorization").partition(" ")
    if kind.lower() == "bearer":
        person = await services.sessions.authenticate(token.strip())
        if person is None:
            raise Unauthenticated("bad-token", _("Invalid token. It may have been deleted."))
        return Visitor(person, token.strip())
    secret = request.cookies.get(cookie_name(services.settings))
    person = None if secret is None else await services.sessions.authenticate(secret)
    return Visitor(None) if person is None else Visitor(person, secret, True)


def _check_origin(request: Request, visitor: Visitor) -> None:
    """A stranger's request must not come from another site; a known visitor's must come from ours or carry
    the token.
    """
    token = request.headers.get("x-csrf-token", "")
    if visitor.accepts_csrf(token):
        return
    origin = request.headers.get("origin")
    if origin is None:
        if not visitor.by_cookie and request.headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
            return
    elif origin == _own_origin(request) or origin in request.app.state.settings.trusted_origins:
        return
    raise _forged()


def _forged() -> Forbidden:
    return Forbidden("forged", _("This request does not come from one of our own pages. Reload the page."))


def _own_origin(request: Request) -> str:
    """The origin of our own pages. With ``--secure`` they use TLS, whatever a proxy says."""
    scheme = "https" if request.app.state.settings.secure_cookies else request.scope["scheme"]
    return f"{scheme}://{request.headers.get('host')}"


def check_form(visitor: Visitor, form: Mapping[str, object]) -> None:
    """Refuse a form that does not carry the token of its visitor."""
    if visitor.by_cookie and not visitor.accepts_csrf(str(form.get("csrf", ""))):
        raise _forged()


async def log_in(request: Request, response: Response, person: Person) -> None:
    """Open a session for a person, close the one before, and set the cookie."""
    services = services_of(request)
    await _close(request)
    secret = await services.sessions.open_session(person)
    set_cookie(request, response, cookie_name(services.settings), secret, services.sessions.session_seconds)
    request.scope[VISITOR] = Visitor(person, secret, True)


def set_cookie(request: Request, response: Response, name: str, value: str, seconds: float) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send."""
    secure = services_of(request).settings.secure_cookies
    response.set_cookie(
        name, value, max_age=int(seconds), path="/", secure=secure, httponly=True, samesite="lax"
    )


async def log_out(request: Request, response: Response) -> None:
    """Close the session and delete the cookie."""
    services = services_of(request)
    await _close(request)
    response.delete_cookie(
        cookie_name(services.settings), path="/", secure=services.settings.secure_cookies, httponly=True
    )


async def _close(request: Request) -> None:
    services = services_of(request)
    secret = request.cookies.get(cookie_name(services.settings))
    if secret is not None:
        await services.sessions.close_session(secret)


def cookie_name(settings: Settings) -> str:
    """The name of the cookie."""
    return SECURE_COOKIE if settings.secure_cookies else COOKIE


def caller_of(request: Request, visitor: Visitor, code: str | None = None) -> Caller:
    """The caller of a request, for the tables."""
    return Caller(visitor.person, code, language_of(request), address_of(request, ""))


def address_of(request: Request, unknown: str = "?") -> str:
    """The rate-limit key of a request's sender."""
    client = request.scope.get("client")
    return unknown if client is None else rate_limit_key(client[0])


def header(request: Request, name: bytes) -> str:
    """The first header of a name, or an empty string."""
    for key, value in request.scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return ""


def language_of(request: Request) -> str:
    """The language in the reader's cookie, else the one that their browser asks for."""
    chosen = request.cookies.get("language") if header(request, b"cookie") else None
    return preferred(header(request, b"accept-language"), chosen)


# Asynchronous, though they wait for nothing: FastAPI would send plain functions to a thread and back.


async def _services(request: Request) -> Services:
    return services_of(request)


Code = Annotated[
    str | None, Query(max_length=32, description="The code of an invitation, for a private table.")
]
VisitorDep = Annotated[Visitor, Depends(visit)]
ServicesDep = Annotated[Services, Depends(_services)]


async def _caller(request: Request, visitor: VisitorDep, code: Code = None) -> Caller:
    return caller_of(request, visitor, code)


CallerDep = Annotated[Caller, Depends(_caller)]
