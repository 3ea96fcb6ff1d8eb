"""How the caller is notified of their turns."""

from typing import Annotated

from fastapi import Request
from pydantic import StringConstraints

from spyring.server.core.http.routing import api_router, limited, spend_letter
from spyring.server.core.http.visitors import CallerDep, ServicesDep, VisitorDep
from spyring.server.core.payloads import Payload
from spyring.server.core.people.sessions import digest
from spyring.server.notifications.notifier import Notifier, SummonsCard
from spyring.server.notifications.push import Browser

router = api_router("people", "/summons")

Endpoint = Annotated[str, StringConstraints(pattern=r"^https://[!-~]{1,990}$")]
Address = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        max_length=254,
        pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$",
    ),
]


class PushKeys(Payload):
    """The keys to encrypt a sentence to a browser."""

    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{86,88}=?$")]
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}={0,2}$")]


class BrowserIn(Payload):
    """A browser's own subscription at its push service."""

    endpoint: Endpoint
    keys: PushKeys


class LettersIn(Payload):
    """The address for letters."""

    address: Address


@router.get("", **limited("read", 422))
async def card(visitor: VisitorDep, caller: CallerDep, services: ServicesDep) -> SummonsCard:
    """The possible subscriptions here, and the caller's own."""
    return await services.part(Notifier).card(caller, visitor.secret and digest(visitor.secret))


@router.put("/browser", status_code=204, **limited("change", 403, 422))
async def listen(visitor: VisitorDep, caller: CallerDep, services: ServicesDep, body: BrowserIn) -> None:
    """Notify this browser by push from now on, as long as it is signed in."""
    caller.require_person()
    assert visitor.secret is not None
    keys = body.keys
    key = digest(visitor.secret)
    browser = Browser(key, body.endpoint, keys.p256dh, keys.auth, caller.language)
    await services.part(Notifier).subscribe(caller, browser)


@router.delete("/browser", status_code=204, **limited("change", 403, 422))
async def hush(visitor: VisitorDep, caller: CallerDep, services: ServicesDep) -> None:
    """Stop notifying this browser."""
    caller.require_person()
    assert visitor.secret is not None
    await services.part(Notifier).subscriptions.unsubscribe(digest(visitor.secret))


@router.put("/letters", status_code=204, **limited("change", 403, 422))
async def ask_for_letters(
    request: Request, caller: CallerDep, services: ServicesDep, body: LettersIn
) -> None:
    """Send emails to this address once its owner has agreed in the first one."""
    await spend_letter(request, body.address, caller.require_person().id)
    await services.part(Notifier).request_email(caller, body.address)


@router.delete("/letters", status_code=204, **limited("change", 403, 422))
async def end_letters(caller: CallerDep, services: ServicesDep) -> None:
    """Stop sending emails."""
    await services.part(Notifier).subscriptions.stop_email(person=caller.require_person().id)
