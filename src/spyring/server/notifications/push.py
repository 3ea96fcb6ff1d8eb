"""Web Push: a sentence to a browser, also when no page of ours is open there.

Encryption and signature are those of ``pywebpush``; the key by which push services know this server is made
once and kept in the database.
"""

import base64
import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

PUSH_LIFETIME_SECONDS: Final = 86400  # a push service keeps the sentence for a browser that is away
NAME: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")  # of a machine; an address literal is none
GONE: Final = (404, 410)  # what a push service says of a browser that does not listen any more


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that wants to be told: known by the session it has here, reached by its push service."""

    key: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


class Gone(Exception):
    """The browser does not listen any more."""


class Push(Protocol):
    """Whatever brings a sentence to a browser."""

    @property
    def public_key(self) -> str:
        """What a browser subscribes with."""

    async def deliver(self, browser: Browser, text: str) -> None:
        """Bring it there, or raise; :class:`Gone` if nobody is there any more."""


def is_installed() -> bool:
    """Whether this server can push at all."""
    return find_spec("pywebpush") is not None


def is_service(endpoint: str, services: tuple[str, ...]) -> bool:
    """Whether an address belongs to a push service; nobody shall make this server knock anywhere else.

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
    """A private key by which push services know a server."""
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
        """What a browser subscribes with."""
        return self._public_key

    async def deliver(self, browser: Browser, text: str) -> None:
        """Encrypted for that browser alone."""
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
                    aiohttp_session=_Straight(session),
                )
        except WebPushException as error:
            if getattr(error.response, "status", None) in GONE:
                raise Gone from None
            raise
        except ValueError:  # its keys are none, and never will be
            raise Gone from None


class _Straight:
    """A session that goes where it is sent and no further: whoever answers with a redirection could send this
    server to doors at which nobody shall make it knock.
    """

    def __init__(self, session: "ClientSession") -> None:
        self._session = session

    async def post(self, endpoint: str, **more: Any) -> "ClientResponse":
        return await self._session.post(endpoint, allow_redirects=False, **more)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
