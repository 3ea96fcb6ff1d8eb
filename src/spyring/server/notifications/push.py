"""Web Push: a sentence to a browser, even when none of our pages is open there.

``pywebpush`` encrypts and signs. The key that identifies this server to push services is made once and kept
in the database.
"""

import base64
import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

PUSH_LIFETIME_SECONDS: Final = 86400  # how long a push service keeps the sentence for a browser that is away
NAME: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")  # of a host; an IP address does not match
GONE: Final = (404, 410)  # a push service answers so if a browser has unsubscribed


@dataclass(frozen=True, slots=True)
class Browser:
    """A subscribed browser: identified by its session here, reached by its push service."""

    key: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


class Unsubscribed(Exception):
    """The browser is no longer subscribed."""


class Push(Protocol):
    """Delivers a sentence to a browser."""

    @property
    def public_key(self) -> str:
        """The key for a browser's subscription."""

    async def deliver(self, browser: Browser, text: str) -> None:
        """Deliver it, or raise; :class:`Unsubscribed` if the browser has unsubscribed."""


def is_installed() -> bool:
    """Whether this server can push at all."""
    return find_spec("pywebpush") is not None


def is_service(endpoint: str, services: tuple[str, ...]) -> bool:
    """Whether an address belongs to a push service; a client must not make this server contact any other
    host.

    >>> is_service("https://updates.push.services.mozilla.com/wpush/v2/x", ("push.services.mozilla.com",))
    True
    >>> is_service("https://mozilla.com.evil.example/x", ("mozilla.com",))
    False
    >>> is_service("http://127.0.0.1:8042/api", ("push.services.mozilla.com",))
    False
    >>> is_service("https://[fe80::1%25eth0.mozilla.com]/x", ("mozilla.com",))
    False
    """
    try:
        parts = urlsplit(endpoint)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return False
    known = NAME.fullmatch(host) is not None and any(
        host == service or host.endswith(f".{service}") for service in services
    )
    return known and parts.scheme == "https" and port in (None, 443) and "@" not in parts.netloc


def new_key() -> str:
    """A private key that identifies a server to push services."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


class WebPush:
    """Push services on the network."""

    def __init__(self, private_key: str, contact: str) -> None:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        self._vapid = Vapid02.from_string(private_key)
        self._contact = contact
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._public_key = _text(point)

    @property
    def public_key(self) -> str:
        """The key for a browser's subscription."""
        return self._public_key

    async def deliver(self, browser: Browser, text: str) -> None:
        """Send it, encrypted for that browser alone."""
        from aiohttp import ClientSession, ClientTimeout
        from pywebpush import WebPushException, webpush_async

        try:
            async with ClientSession() as session:
                await webpush_async(
                    {"endpoint": browser.endpoint, "keys": {"p256dh": browser.p256dh, "auth": browser.auth}},
                    data=text,
                    vapid_private_key=self._vapid,
                    vapid_claims={"sub": self._contact},
                    ttl=PUSH_LIFETIME_SECONDS,
                    timeout=ClientTimeout(total=20),
                    headers={"Urgency": "high"},
                    aiohttp_session=_WithoutRedirects(session),
                )
        except WebPushException as error:
            if getattr(error.response, "status", None) in GONE:
                raise Unsubscribed from None
            raise
        except ValueError:  # its keys are invalid, and will stay so
            raise Unsubscribed from None


class _WithoutRedirects:
    """A session that follows no redirection: it could send this server to a forbidden host."""

    def __init__(self, session: "ClientSession") -> None:
        self._session = session

    async def post(self, endpoint: str, **more: Any) -> "ClientResponse":
        return await self._session.post(endpoint, allow_redirects=False, **more)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
