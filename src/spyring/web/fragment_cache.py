"""A cache of rendered fragments: what was drawn once for equal values is not drawn again.

In a template::

    {% kept row, row.city in targets %} … {% endkept %}

draws what stands between only if it has not been drawn in this language, for this game, for equal values of
``row`` and ``row.city in targets``. So whatever differs between two readers, or from one move to the next,
and is read inside must be named; nothing that only some may know is then ever shown to others, for what is
kept is found by what was told. Where ``FragmentCache.checked`` is on, everything is drawn all the same, and a
difference is an error: that is how tests see that nothing was left out.

A fragment of some length then stands in the text around it by its name alone, which says nothing but what it
holds; ``expanded`` puts it in its place. An open page keeps fragments, too, and is not sent what it has.
"""

import hashlib
import marshal
from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from spyring.web.placeholders import NAMES, NUL, WORD, placeholder

MOST: Final = 12_000_000  # bytes of memory for what is kept, and as many for what was drawn before
AROUND: Final = 700  # bytes that a fragment takes beside its text
NAMED: Final = 160  # characters from which on a fragment stands by its name
PLAIN: Final = 2  # the format of marshal in which equal values always look the same

FragmentKey = tuple[str, object, object, bytes]  # where, in which language, of which game, what
Key = TypeVar("Key")
Value = TypeVar("Value")


class GenerationalCache(Generic[Key, Value]):
    """A cache of two generations: the new one is at most so large, then it becomes the old one."""

    def __init__(self, most: int, weigh: Callable[[Key, Value], int]) -> None:
        self.most = most
        self.weigh = weigh
        self.size = 0
        self.now: dict[Key, Value] = {}
        self.before: dict[Key, Value] = {}  # will be let go next

    def get(self, key: Key) -> Value | None:
        """The value, or None; what is used stays in the new generation."""
        found = self.now.get(key)
        if found is None and (found := self.before.get(key)) is not None:
            self.put(key, found)
        return found

    def pop(self, key: Key) -> Value | None:
        """The same, and remove it."""
        found = self.now.pop(key, None)
        if found is None:
            return self.before.pop(key, None)
        self.size -= self.weigh(key, found)
        return found

    def put(self, key: Key, value: Value) -> None:
        """Add a value."""
        if key not in self.now:
            self.size += self.weigh(key, value)
        self.now[key] = value
        if self.size > self.most:
            self.before, self.now, self.size = self.now, {}, 0


class Fragment:
    """A rendered fragment: its text, in which longer fragments stand by their names, and these."""

    def __init__(self, text: Markup) -> None:
        self.text = text
        self.within = closure(text)
        self.name = ""
        self.markup = text
        if len(text) >= NAMED and text.lstrip().startswith("<"):  # what stands inside of a tag stays there
            self.name = hashlib.blake2b(text.encode(), digest_size=8, key=WORD.encode()).hexdigest()
            self.markup = Markup(placeholder(self.name))


_named: "WeakValueDictionary[str, Fragment]" = WeakValueDictionary()


def closure(text: str) -> frozenset[Fragment]:
    """The fragments that stand in a text by their names, and those that stand in them."""
    if NUL not in text:
        return frozenset()
    here = [_named[name] for name in NAMES.findall(text)]
    return frozenset(here).union(*[fragment.within for fragment in here if fragment.within])


def expanded(text: str) -> str:
    """A text with all fragments put in."""
    return NAMES.sub(lambda found: expanded(_named[found[1]].text), text) if NUL in text else text


def _weight(key: FragmentKey, fragment: Fragment) -> int:
    """About how many bytes of memory a fragment takes, with all that it is found by."""
    return AROUND + len(fragment.text) + len(key[3])


class FragmentCache(Extension):
    """The tag ``kept``."""

    tags = {"kept"}  # noqa: RUF012 (Jinja declares it for instances)
    checked: ClassVar[bool] = False

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self.drawn: GenerationalCache[FragmentKey, Fragment] = GenerationalCache(MOST, _weight)

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """From the tag to: look for it, else draw it and keep it."""
        line = next(parser.stream).lineno
        told = nodes.Const(None) if parser.stream.current.type == "block_end" else parser.parse_tuple()
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        key, drawn = parser.free_identifier(line), parser.free_identifier(line)
        page = [nodes.Name(name, "load") for name in ("words", "game")]  # a page may have neither
        find = self.call_method("key", [nodes.Const(f"{parser.name}:{line}"), *page, told])
        return [
            nodes.Assign(key, find),
            nodes.Assign(drawn, self.call_method("find", [key])),
            nodes.If(
                nodes.Test(drawn, "none", [], [], None, None),
                [
                    nodes.AssignBlock(drawn, None, body),
                    nodes.Assign(drawn, self.call_method("keep", [key, drawn])),
                ],
                [],
                [],
            ),
            nodes.Output([drawn]),
        ]

    def key(self, here: str, words: Any, game: Any, told: Any) -> FragmentKey | None:
        """The key of a fragment; None if the values cannot be compared, and it is drawn anew each time."""
        try:
            plain = marshal.dumps(told, PLAIN)
        except ValueError:  # something that is no value of a view: markup, mostly
            try:
                plain = marshal.dumps(_marked(told), PLAIN)
            except ValueError:
                if self.checked:
                    raise TypeError(f"{here} is told {told!r}, which cannot be told apart") from None
                return None
        return (here, words.language if words else None, game or None, plain)

    def find(self, key: FragmentKey | None) -> Markup | None:
        """How it stands in the text around it if it was drawn before, or None."""
        found = None if key is None or self.checked else self.drawn.get(key)
        return None if found is None else found.markup

    def keep(self, key: FragmentKey | None, drawn: Markup) -> Markup:
        """Keep what was drawn; how it stands in the text around it."""
        if key is None:
            return drawn
        found = self.drawn.get(key) if self.checked else None
        if found is not None and found.text != drawn:
            told = marshal.loads(key[3])
            raise AssertionError(f"{key[0]} is drawn in two ways for {told!r}:\n{found.text}\n{drawn}")
        fragment = Fragment(drawn)
        if fragment.name:
            fragment = _named.setdefault(fragment.name, fragment)
        self.drawn.put(key, fragment)
        return fragment.markup


def _marked(told: Any) -> Any:
    """The same without markup, which is told apart from text that would still have to be escaped."""
    if type(told) is not tuple:
        return told
    return tuple((True, str(one)) if type(one) is Markup else (False, one) for one in told)
