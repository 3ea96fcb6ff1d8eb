"""Who asks, with what invitation, in which language: what every door passes on to the tables."""

import hashlib
import secrets
from dataclasses import dataclass

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.languages import ENGLISH, translation
from spyring.server.core.payloads import Person
from spyring.server.core.problems import Unauthenticated


@dataclass(frozen=True, slots=True)
class Caller:
    """``person`` is None for a stranger, ``code`` that of an invitation to a private table, ``address`` the
    rate-limit key of the sender.

    >>> Caller(language="pl").translate("gold")
    'złoto'
    """

    person: Person | None = None
    code: str | None = None
    language: str = ENGLISH
    address: str = ""

    @property
    def origin(self) -> str:
        """The corner of the network that a request came from: enough to share fairly, too little to find
        anybody by, for thousands of addresses have the same.
        """
        return hashlib.blake2b(self.address.encode()).hexdigest()[:5]

    @property
    def id(self) -> str | None:
        """Who it is, or None for a stranger."""
        return None if self.person is None else self.person.id

    def require_person(self) -> Person:
        """Somebody with a name, or a refusal."""
        if self.person is None:
            raise Unauthenticated("who-are-you", _("Sign in or come in as a guest first."))
        return self.person

    def has_invitation(self, invitation: str) -> bool:
        """Whether the caller was given this invitation."""
        return self.code is not None and secrets.compare_digest(self.code.encode(), invitation.encode())

    @property
    def translate(self) -> Translate:
        """The server's own sentences in the caller's language."""
        return translation(self.language).gettext

    def translate_for(self, game: Game) -> Translate:
        """The sentences of a game in the caller's language."""
        return translation(self.language, game).gettext
