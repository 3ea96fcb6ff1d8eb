"""The cache of rendered fragments.

In a template::

    {% cache row, row.city in targets %} … {% endcache %}

draws the body only once for equal values of ``row`` and ``row.city in targets``, in one language and game. So
name everything in the body that differs between readers or moves. Then no reader sees the secrets of another,
because the key holds everything that the fragment shows. With ``FragmentCache.checked`` every fragment is
drawn again, and a difference is an error. That finds a missing name only if two readers have equal keys, so
``tests/web/test_secrecy.py`` draws, for every game and reader, screens that differ in a single value.
"""

import sys
from threading import Lock
from typing import Any, ClassVar, Final

import orjson
from cachetools import LRUCache
from jinja2 import Undefined, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

MAX_CACHE_BYTES: Final = 48_000_000
FRAGMENT_OVERHEAD_BYTES: Final = 1000  # of the key and the entry
# A string and equal markup are different keys.
KEY_OPTIONS: Final = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_NON_STR_KEYS


class FragmentCache(Extension):
    """The tag ``cache``."""

    tags = {"cache"}  # noqa: RUF012 (Jinja declares it for instances)
    checked: ClassVar[bool] = False

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self.drawn: LRUCache[tuple[object, ...], Markup] = LRUCache(MAX_CACHE_BYTES, _weight)
        self.lock = Lock()  # scenes and puzzles are drawn in threads beside the loop

    def parse(self, parser: Parser) -> nodes.Node:
        """Turn the tag into a call of ``fragment`` with its body."""
        line = next(parser.stream).lineno
        told = nodes.Const(None) if parser.stream.current.type == "block_end" else parser.parse_tuple()
        body = parser.parse_statements(("name:endcache",), drop_needle=True)
        here = nodes.Const(f"{parser.name}:{line}")
        page = [nodes.Name(name, "load") for name in ("words", "game")]  # a page may have neither
        return nodes.CallBlock(self.call_method("fragment", [here, *page, told]), [], [], body, lineno=line)

    def fragment(self, here: str, words: Any, game: Any, told: Any, caller: Any) -> Markup:
        """The fragment for these values; ``caller`` draws it."""
        key = (here, words.language if words else None, game or None, orjson.dumps(told, _plain, KEY_OPTIONS))
        with self.lock:
            found: Markup | None = self.drawn.get(key)
        if found is None:
            found = caller()
            with self.lock:
                self.drawn[key] = found
        if self.checked and found != (drawn := caller()):
            raise AssertionError(f"{here} is drawn in two ways for {told!r}:\n{found}\n{drawn}")
        return found


def _weight(text: str) -> int:
    return FRAGMENT_OVERHEAD_BYTES + sys.getsizeof(text)


def _plain(value: object) -> object:
    """Values that JSON does not know, so that different values have different keys."""
    if isinstance(value, Markup):
        return {"Markup": str(value)}
    if isinstance(value, Undefined):
        return {"Undefined": None}
    if isinstance(value, set | frozenset):
        return {"set": sorted(value)}
    raise TypeError(f"{value!r} cannot be a key")
