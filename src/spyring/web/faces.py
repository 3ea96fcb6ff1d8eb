"""Faces of people, composed of the parts of ``parts/portrait.html``.

A face is a string with one letter for each part: the index of the choice in the list of that part. So lists
may only grow at the end. A person who has chosen nothing gets a face from a hash of their name.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase, digits
from typing import Final

from spyring.engine.i18n import _
from spyring.server.core.bots.levels import SUBSTITUTE
from spyring.server.core.payloads import ASSISTANT

LETTERS: Final = digits + ascii_lowercase
STRANGER: Final = "stranger"
# In the order of the arguments of ``portrait``; "-" is nothing.
LISTS: Final = {
    "ground": "#f2a541 #7fb3b0 #d9593d #9aa7b5 #c5d8c0 #b9435a #46566b #c9b458 #5d7a8c",
    "skin": "a b c d e f",
    "tint": "black brown chestnut red blond grey white",
    "hair": "short wave-m curls bald bob wave long updo",
    "hat": "- fedora bowler beret cap top pilot ushanka porter cloche pillbox wide veil",
    "eyes": "plain long round dark monocle patch",
    "mouth": "plain smile lips moustache pencil walrus goatee beard",
    "dress": "tie bow stripes buttons uniform scarf coat gown pearls fur shawl",
    "cloth": "#1f2a37 #7a1f2b #3c6a5a #55473a #24405f #4b3a2d #7d2f3c #5a4a7a #d9cdbb",
    "keepsake": "- cigarette holder cigar rose flower medal medals sash earring jewels knight pencil",
}
PARTS: Final = {part: tuple(one.strip("-") for one in values.split()) for part, values in LISTS.items()}
TITLES: Final = {
    "ground": _("Backdrop"),
    "skin": _("Skin"),
    "tint": _("Hair colour"),
    "hair": _("Hair"),
    "hat": _("Hat"),
    "eyes": _("Eyes"),
    "mouth": _("Mouth"),
    "dress": _("Clothes"),
    "cloth": _("Clothes colour"),
    "keepsake": _("Accessory"),
}
# Drawn faces use one of these wardrobes; people may mix them. A double entry is drawn twice as often.
WARDROBES: Final[Sequence[Mapping[str, str]]] = (
    {
        "hair": "short short wave-m curls bald",
        "hat": "- - - fedora fedora bowler beret cap top pilot ushanka porter",
        "eyes": "plain plain plain round dark monocle patch",
        "mouth": "plain smile moustache pencil walrus goatee beard",
        "dress": "tie tie bow stripes buttons uniform scarf coat",
        "keepsake": "- - - cigarette cigar rose medal pencil",
    },
    {
        "hair": "bob wave long updo",
        "hat": "- - - cloche pillbox wide veil beret",
        "eyes": "long long plain round dark",
        "mouth": "lips lips smile",
        "dress": "gown pearls fur shawl scarf coat",
        "keepsake": "- - - holder flower earring jewels",
    },
)
FACE: Final = re.compile("".join(f"[{LETTERS[: len(values)]}]" for values in PARTS.values()))


def is_face(text: str) -> bool:
    """Whether the string is a valid face."""
    return FACE.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def by_lot(name: str) -> str:
    """A face drawn from a name.

    >>> by_lot("Quiet Heron") == by_lot("Quiet Heron") != by_lot("Brass Owl"), is_face(by_lot("Brass Owl"))
    (True, True)
    """
    drawn = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=len(PARTS) + 1).digest()
    wardrobe = WARDROBES[drawn[-1] % len(WARDROBES)]
    face = ""
    for draw, (part, values) in zip(drawn, PARTS.items(), strict=False):
        fitting = wardrobe.get(part, LISTS[part]).split()
        face += LETTERS[values.index(fitting[draw % len(fitting)].strip("-"))]
    return face


def face_of(name: str | None, chosen: str | None = None) -> str:
    """The face that a person has chosen, or else one from their name. Language models look like a bot."""
    if chosen == ASSISTANT:
        return SUBSTITUTE
    if chosen and is_face(chosen):
        return chosen
    return by_lot(name) if name else STRANGER


def variants(face: str, part: str) -> list[str]:
    """A face with all choices of one part."""
    at = list(PARTS).index(part)
    return [face[:at] + letter + face[at + 1 :] for letter in LETTERS[: len(PARTS[part])]]


def parts_of(face: str) -> list[str]:
    """The parts of a face."""
    return [values[LETTERS.index(one)] for one, values in zip(face, PARTS.values(), strict=True)]
