"""What people may call themselves: anything that everybody can see, and nothing that tricks the eye."""

import re
import unicodedata
from typing import Final

from spyring.engine.words import _
from spyring.server.problems import Refused

LONGEST: Final = 40
MOST_MARKS: Final = 4  # one above another on a letter
# What no name has: control and format characters (among them all that turn the direction of writing, and
# joiners of no width), halves of letters, private and unassigned ones, other separators than a blank.
UNSEEN_KINDS: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters and marks that are drawn as nothing at all.
UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def checked(name: str) -> str:
    """The name as it is stored: composed, with plain single blanks; or a refusal.

    >>> checked("  Ann   of  Ur ")
    'Ann of Ur'
    >>> checked("Ann\\u202enimda")
    Traceback (most recent call last):
    ...
    spyring.server.problems.Refused: A name has up to 40 letters that everybody can see.
    """
    if len(name) <= 4 * LONGEST and not any(_is_unseen(letter) for letter in name):
        found = " ".join(unicodedata.normalize("NFC", name).split())
        if 0 < len(found) <= LONGEST and _can_be_read(found):
            return found
    text = _("A name has up to {most} letters that everybody can see.")
    raise Refused("bad-name", text, most=str(LONGEST))


def folded(login: str) -> str:
    """What two names have in common that nobody could tell apart by their letters' size or shape.

    >>> folded("Ann"), folded("ＡＮＮ"), folded("Straße")
    ('ann', 'ann', 'strasse')
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in UNSEEN_KINDS or UNSEEN.match(letter) is not None


def _can_be_read(name: str) -> bool:
    """Whether there is something to see, and no letter under a tower of marks."""
    kinds = [unicodedata.category(letter)[0] for letter in name]
    tower = re.search("M" * (MOST_MARKS + 1), "".join(kinds))
    return kinds[0] != "M" and any(kind in "LNPS" for kind in kinds) and tower is None
