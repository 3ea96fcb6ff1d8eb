"""What open pages have got already, so that the next rendering brings only what they do not have.

A rendering is a short text in which most of what is to be seen stands by its name (see ``fragment_cache``).
An open page keeps the fragments that came, and says the mark of its last rendering when it asks for the next.
The server remembers which fragments those were, for whom and at which table, and sends the others along. The
page puts everything in its place and goes on as if the whole had come. Whoever says no mark that is known, or
one that was used before or given to somebody else, gets all fragments.
"""

import secrets
from typing import Final

from spyring.web.fragment_cache import GenerationalCache, closure

ENOUGH: Final = 400  # fragments that a page has; if it has more, only the newest are remembered
MOST: Final = 2_000_000  # letters of names that are remembered, and as many of those before

Reader = tuple[str, str | None]  # at which table, who


class ClientFragments:
    """The fragments that open pages have, by the mark of their last rendering."""

    def __init__(self) -> None:
        # The names of each as one text, which takes less memory than a set of them: two thirds to a sixth.
        self._known: GenerationalCache[tuple[Reader, str], str] = GenerationalCache(
            MOST, lambda _key, names: len(names)
        )

    def missing(self, reader: Reader, mark: str, text: str) -> tuple[str, dict[str, str]]:
        """The mark of a new rendering, and by name those of its fragments that the reader's page lacks. Every
        mark is good once: the page goes on with the new one.
        """
        before = set((self._known.pop((reader, mark)) or "").split())
        parts = texts(text)
        fresh = secrets.token_hex(8)
        known = before.union(parts) if len(before) < ENOUGH else parts
        self._known.put((reader, fresh), " ".join(known))
        return fresh, {name: text for name, text in parts.items() if name not in before}


def texts(*drawn: str) -> dict[str, str]:
    """All fragments that stand in some texts, sorted by name: the order of a set would tell which of them
    were drawn before, for whomever.
    """
    parts = {part.name: part.text for text in drawn for part in closure(text)}
    return dict(sorted(parts.items()))
