"""What was drawn once is kept: parts of a page that look the same whenever the same is told about them.

In a template::

    {% kept row, row.city in targets %} … {% endkept %}

draws what stands between only if it has not been drawn in this language, for this game, for equal values of
``row`` and ``row.city in targets``. So whatever differs between two readers, or from one move to the next,
and is read inside must be named; nothing that only some may know is then ever shown to others, for what is
kept is found by what was told. Where ``Kept.checked`` is on, everything is drawn all the same, and a
difference is an error: that is how tests see that nothing was left out.

A part of some length then stands in the text around it by its name alone, which says nothing but what it
holds; ``whole`` puts it in its place. An open page keeps parts, too, and is not sent what it has.
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

from spyring.web.places import NAMES, WORD, ZERO, place

MOST: Final = 12_000_000  # bytes of memory for what is kept, and as many for what was drawn before
AROUND: Final = 700  # bytes that a part takes beside its text
NAMED: Final = 160  # characters from which on a part stands by its name
PLAIN: Final = 2  # the format of marshal in which equal values always look the same

Told = tuple[str, object, object, bytes]  # where, in which language, of which game, what
Key = TypeVar("Key")
Thing = TypeVar("Thing")


class Recent(Generic[Key, Thing]):
    """Things that are asked for now and then: at most so much of them, and as much of those before."""

    def __init__(self, most: int, weigh: Callable[[Key, Thing], int]) -> None:
        self.most = most
        self.weigh = weigh
        self.size = 0
        self.now: dict[Key, Thing] = {}
        self.before: dict[Key, Thing] = {}  # will be let go next

    def get(self, key: Key) -> Thing | None:
        """What is kept, or None."""
        found = self.now.get(key)
        if found is None and (found := self.before.get(key)) is not None:
            self.keep(key, found)
        return found

    def take(self, key: Key) -> Thing | None:
        """The same, for the last time."""
        found = self.now.pop(key, None)
        if found is None:
            return self.before.pop(key, None)
        self.size -= self.weigh(key, found)
        return found

    def keep(self, key: Key, thing: Thing) -> None:
        """For as long as it is asked for."""
        if key not in self.now:
            self.size += self.weigh(key, thing)
        self.now[key] = thing
        if self.size > self.most:
            self.before, self.now, self.size = self.now, {}, 0


class Part:
    """Something that was drawn: its text, in which longer parts stand by their names, and these."""

    def __init__(self, text: Markup) -> None:
        self.text = text
        self.within = closure(text)
        self.name = ""
        self.shown = text
        if len(text) >= NAMED and text.lstrip().startswith("<"):  # what stands inside of a tag stays there
            self.name = hashlib.blake2b(text.encode(), digest_size=8, key=WORD.encode()).hexdigest()
            self.shown = Markup(place(self.name))


_named: "WeakValueDictionary[str, Part]" = WeakValueDictionary()


def closure(text: str) -> frozenset[Part]:
    """The parts that stand in a text by their names, and those that stand in them."""
    if ZERO not in text:
        return frozenset()
    here = [_named[name] for name in NAMES.findall(text)]
    return frozenset(here).union(*[part.within for part in here if part.within])


def whole(text: str) -> str:
    """A text with everything in its place."""
    return NAMES.sub(lambda found: whole(_named[found[1]].text), text) if ZERO in text else text


def _weight(key: Told, part: Part) -> int:
    """About how many bytes of memory a part takes, with all that it is found by."""
    return AROUND + len(part.text) + len(key[3])


class Kept(Extension):
    """The tag ``kept``."""

    tags = {"kept"}  # noqa: RUF012 (Jinja declares it for instances)
    checked: ClassVar[bool] = False

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self.drawn: Recent[Told, Part] = Recent(MOST, _weight)

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

    def key(self, here: str, words: Any, game: Any, told: Any) -> Told | None:
        """What a part is found by; None for what cannot be told apart, and is drawn anew each time."""
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

    def find(self, key: Told | None) -> Markup | None:
        """How it stands in the text around it if it was drawn before, or None."""
        found = None if key is None or self.checked else self.drawn.get(key)
        return None if found is None else found.shown

    def keep(self, key: Told | None, drawn: Markup) -> Markup:
        """Keep what was drawn; how it stands in the text around it."""
        if key is None:
            return drawn
        found = self.drawn.get(key) if self.checked else None
        if found is not None and found.text != drawn:
            told = marshal.loads(key[3])
            raise AssertionError(f"{key[0]} is drawn in two ways for {told!r}:\n{found.text}\n{drawn}")
        part = Part(drawn)
        if part.name:
            part = _named.setdefault(part.name, part)
        self.drawn.keep(key, part)
        return part.shown


def _marked(told: Any) -> Any:
    """The same without markup, which is told apart from text that would still have to be escaped."""
    if type(told) is not tuple:
        return told
    return tuple((True, str(one)) if type(one) is Markup else (False, one) for one in told)
