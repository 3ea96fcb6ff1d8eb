"""Valid names: everybody can see them, and they do not trick the eye."""

import re
import unicodedata
from typing import Final

from spyring.engine.i18n import _
from spyring.server.core.payloads import Person
from spyring.server.core.problems import Refused

MAX_NAME_LENGTH: Final = 40
MAX_MARKS_PER_LETTER: Final = 4  # stacked on one letter
# Forbidden in names: control and format characters (among them direction marks and zero-width joiners),
# surrogates, private and unassigned characters, separators other than a space.
UNSEEN_KINDS: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters and marks that are invisible.
UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

# Looks like an address: a scheme, a mailbox, the name or the number of a machine, a port.
ADDRESS: Final = re.compile(
    r"://|@[^\W_]|\bwww\b"
    r"|[\w-][.\u3002][^\W\d_][\w-]*[^\W\d_]"
    r"|[0-9]+([.\u3002][0-9]+){3}|[0-9a-f]*:[0-9a-f]*:"
    r"|[^\W\d_]:[0-9]{2}"
)


def checked(name: str) -> str:
    """The name as it is stored: composed, with single spaces; or a refusal.

    >>> checked("  Ann   of  Ur ")
    'Ann of Ur'
    >>> checked("Ann\\u202enimda")
    Traceback (most recent call last):
    ...
    spyring.server.core.problems.Refused: A name can have up to 40 visible characters.
    """
    if len(name) <= 4 * MAX_NAME_LENGTH and not any(_is_unseen(letter) for letter in name):
        found = " ".join(unicodedata.normalize("NFC", name).split())
        if 0 < len(found) <= MAX_NAME_LENGTH and _can_be_read(found):
            return found
    text = _("A name can have up to {most} visible characters.")
    raise Refused("bad-name", text, most=str(MAX_NAME_LENGTH))


def of_guest(name: str) -> str:
    """The name of a guest, for which nobody is responsible: it must not contain an address.

    >>> of_guest("Dr. J.R.R. Ann, 2.5")
    'Dr. J.R.R. Ann, 2.5'
    >>> of_guest("win at spy.example")
    Traceback (most recent call last):
    ...
    spyring.server.core.problems.Refused: A guest's name cannot contain a web or email address.
    """
    found = checked(name)
    if ADDRESS.search(folded(found)) is not None:
        raise Refused("bad-name", _("A guest's name cannot contain a web or email address."))
    return found


def by(person: Person, name: str) -> str:
    """The name that a person gives to themselves or to something that others read."""
    return of_guest(name) if person.kind == "guest" else checked(name)


def folded(login: str) -> str:
    """The key of a name: equal for names that differ only in the case or shape of their letters.

    >>> folded("Ann"), folded("ＡＮＮ"), folded("Straße")
    ('ann', 'ann', 'strasse')
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in UNSEEN_KINDS or UNSEEN.match(letter) is not None


def _can_be_read(name: str) -> bool:
    """Whether the name is visible, and no letter carries a tower of marks."""
    kinds = [unicodedata.category(letter)[0] for letter in name]
    tower = re.search("M" * (MAX_MARKS_PER_LETTER + 1), "".join(kinds))
    return kinds[0] != "M" and any(kind in "LNPS" for kind in kinds) and tower is None
