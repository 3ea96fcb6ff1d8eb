"""The OpenID Connect provider where people can sign in: authorization code flow with PKCE, state and nonce.

What a sign-in began with stays in the browser, in a signed cookie for a few minutes. So only the browser that
began a sign-in can finish it. The answer counts if the provider signed it for this server and this sign-in.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from secrets import compare_digest, token_hex
from typing import Any, ClassVar, Final

from spyring.engine.i18n import _
from spyring.server.core.problems import Forbidden, NotFound, Problem
from spyring.server.core.settings import BadSettings, Settings
from spyring.server.core.storage.database import Database, server_secret

CALLBACK: Final = "/account/provider/callback"
MAX_SUBJECT: Final = 255  # characters of an identity
VISIT_SECONDS: Final = 600.0  # for a sign-in at the provider
SKEW_SECONDS: Final = 60  # that the clock of the provider may be wrong
SCOPE: Final = "openid profile"
SIGNED_BY: Final = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]

# What is wrong with an answer, by the claim or by the error of the library.
FAULTS: Final = {
    "iss": _("This answer comes from another provider than {provider}. Start again."),
    "aud": _("{provider} gave this answer for another site. Start again."),
    "auth_time": _("{provider} did not ask you to sign in again. Start again."),
    "exp": _("The answer of {provider} has expired. Start again."),
    "bad_signature": _("{provider} did not sign this answer. Start again."),
}
INVALID: Final = _(
    "The answer of {provider} is invalid. Start again. If that does not help, ask the operator."
)
UNREACHABLE: Final = _("{provider} cannot be reached. Try again later, or sign in with a password.")

journal = logging.getLogger("spyring.server.provider")
Claims = Mapping[str, Any]


class Fault(ValueError):
    """Something is wrong with an answer: a claim, or the kind of error that the provider gives."""

    @property
    def claim(self) -> str:
        """What it is."""
        return str(self.args[0])


class Unreachable(Problem):
    """The provider does not answer."""

    status: ClassVar[int] = 503


class Provider:
    """The provider of one server, if it has one."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.label = settings.oidc_label
        self.issuer = settings.oidc_issuer
        self.client = settings.oidc_client_id
        self.callback = settings.public_url.rstrip("/") + CALLBACK
        self.database = database
        self._remote = _remote(settings) if settings.oidc_issuer else None

    async def begin(self, purpose: str, person: str | None = None, invitation: str = "") -> tuple[str, str]:
        """The address of the provider for a sign-in, and the cookie to finish it with. If it confirms who
        somebody is, the provider has to ask for the password again.
        """
        from joserfc import jwt

        again = {} if purpose == "enter" else {"prompt": "login", "max_age": "0"}
        with self._explained():
            begun = await (await self._ready()).create_authorization_url(self.callback, **again)
        url = str(begun.pop("url"))
        about = {"purpose": purpose, "person": person, "invitation": invitation}
        visit = {**begun, **about, "at": self.database.time.now()}
        return url, jwt.encode({"alg": "HS256"}, visit, await self._key())

    async def finish(self, cookie: str, answer: Mapping[str, str]) -> tuple[dict[str, Any], Claims]:
        """What a sign-in began with, and who signed in."""
        visit = await self._visit(cookie, answer.get("state", ""))
        if answer.get("error") == "access_denied":
            raise Forbidden("cancelled", _("You did not sign in at {provider}."), provider=self.label)
        with self._explained():
            if "error" in answer or answer.get("iss", self.issuer) != self.issuer:
                raise Fault(answer.get("error", "iss"))
            remote, verifier = await self._ready(), visit["code_verifier"]
            token = await remote.fetch_access_token(
                self.callback, code=answer.get("code", ""), code_verifier=verifier
            )
            mine = {"iss": {"essential": True, "value": self.issuer}, "aud": {"value": self.client}}
            claims: Claims = await remote.parse_id_token(token, visit["nonce"], mine, leeway=SKEW_SECONDS)
            if visit["purpose"] != "enter" and claims.get("auth_time", 0) < visit["at"] - SKEW_SECONDS:
                raise Fault("auth_time")
            if visit["purpose"] == "enter" and "userinfo_endpoint" in remote.server_metadata:
                claims = {**await remote.userinfo(token=token), **claims}  # names may be there only
            if not 0 < len(str(claims["sub"])) <= MAX_SUBJECT:
                raise Fault("sub")
        return visit, claims

    async def _visit(self, cookie: str, state: str) -> dict[str, Any]:
        """What the cookie says, if it is ours, recent and for this answer."""
        from joserfc import errors, jwt

        try:
            visit: dict[str, Any] = jwt.decode(cookie, await self._key(), algorithms=["HS256"]).claims
            recent = self.database.time.now() < visit["at"] + VISIT_SECONDS
            if recent and compare_digest(state.encode(), visit["state"].encode()):
                return visit
        except (errors.JoseError, ValueError):  # not a cookie of this server
            pass
        raise Forbidden("no-visit", _("This sign-in has expired or was already used. Start again."))

    async def _key(self) -> Any:
        from joserfc.jwk import OctKey

        self._configured()
        return OctKey.import_key(await server_secret(self.database, "provider", partial(token_hex, 32)))

    def _configured(self) -> Any:
        if self._remote is None:
            raise NotFound("no-provider", _("This server does not use a provider to sign in."))
        return self._remote

    async def _ready(self) -> Any:
        """The provider, after it has named its endpoints."""
        remote = self._configured()
        known = await remote.load_server_metadata()
        if known.get("issuer") != self.issuer:
            known.clear()
            raise Fault("iss")
        known["id_token_signing_alg_values_supported"] = SIGNED_BY  # never "none"
        return remote

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what goes wrong with the provider into one sentence. The log gets the kind, and no values."""
        try:
            yield
        except Problem:
            raise
        except Exception as error:  # a provider may answer anything
            about = str(getattr(error, "claim", None) or getattr(error, "error", ""))
            facts = {"reason": type(error).__name__, "about": about[:40] if about.isidentifier() else ""}
            journal.warning("a sign-in at the provider failed", extra=facts)
            if type(error).__module__.startswith("httpx"):
                raise Unreachable("provider-unreachable", UNREACHABLE, provider=self.label) from None
            raise Forbidden("bad-answer", FAULTS.get(about, INVALID), provider=self.label) from None


def _remote(settings: Settings) -> Any:
    try:
        from authlib.integrations.starlette_client import StarletteOAuth2App
    except ImportError:
        raise BadSettings("oidc_issuer needs the extra oidc: pip install 'spyring[oidc]'.") from None
    return StarletteOAuth2App(
        framework=None,
        client_id=settings.oidc_client_id,
        client_secret=settings.oidc_client_secret or None,
        server_metadata_url=settings.oidc_issuer.rstrip("/") + "/.well-known/openid-configuration",
        client_kwargs={"scope": SCOPE, "code_challenge_method": "S256", "timeout": 10.0},
    )
