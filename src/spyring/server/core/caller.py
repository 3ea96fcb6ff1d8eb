"""The caller: the person, invitation and language of a request, as the tables get them."""

import hashlib
import secrets
from dataclasses import dataclass, field

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.languages import ENGLISH, translation
from spyring.server.core.payloads import Person
from spyring.server.core.problems import Unauthenticated


@dataclass(frozen=True, slots=True)
class Caller:
    """``person`` is None for a stranger, ``code`` is an invitation to a private table, ``address`` is the
    rate-limit key of the sender.

    >>> Caller(language="pl").translate("gold")
    'złoto'
    """

    person: Person | None = None
    code: str | None = None
    language: str = ENGLISH
    address: str = ""
    id: str | None = field(init=False)  # of the person, None for a stranger

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", None if self.person is None else self.person.id)

    @property
    def origin(self) -> str:
        """The network that a request came from: precise enough for fair shares, too coarse to find a person,
        because thousands of addresses share it.
        """
        return hashlib.blake2b(self.address.encode()).hexdigest()[:5]

    def require_person(self) -> Person:
        """The person, or a refusal for a stranger."""
        if self.person is None:
            raise Unauthenticated("who-are-you", _("Sign in or continue as a guest first."))
        return self.person

    def has_invitation(self, invitation: str) -> bool:
        """Whether the caller has this invitation."""
        return self.code is not None and secrets.compare_digest(self.code.encode(), invitation.encode())

    @property
    def translate(self) -> Translate:
        """The server's own sentences in the caller's language."""
        return translation(self.language).gettext

    def translate_for(self, game: Game) -> Translate:
        """The sentences of a game in the caller's language."""
        return translation(self.language, game).gettext
