"""What was drawn once is kept: parts of a page that look the same whenever the same is told about them.

In a template::

    {% kept row, row.city in targets %} … {% endkept %}

draws what stands between only if it has not been drawn in this language, for this game, for equal values of
``row`` and ``row.city in targets``. So whatever differs between two readers, or from one move to the next,
and is read inside must be named; nothing that only some may know is then ever shown to others, for what is
kept is found by what was told. Where ``Kept.checked`` is on, everything is drawn all the same, and a
difference is an error: that is how tests see that nothing was left out.
"""

import marshal
from typing import Any, ClassVar, Final, Generic, TypeVar

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context
from markupsafe import Markup

MOST: Final = 6_000_000  # characters that are kept, and as many of what was drawn before them
PLAIN: Final = 2  # the format of marshal in which equal values always look the same

Told = tuple[str, object, object, bytes]  # where, in which language, of which game, what
Key = TypeVar("Key")
Thing = TypeVar("Thing")


class Recent(Generic[Key, Thing]):
    """Things that are asked for now and then: at most so much of them, and as much of those before."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.now: dict[Key, Thing] = {}
        self.before: dict[Key, Thing] = {}  # will be let go next

    def get(self, key: Key) -> Thing | None:
        """What is kept, or None."""
        found = self.now.get(key)
        return self.before.get(key) if found is None else found

    def keep(self, key: Key, thing: Thing, size: int) -> None:
        """For as long as it is asked for."""
        if key not in self.now:
            self.size += size
        self.now[key] = thing
        if self.size > self.most:
            self.before, self.now, self.size = self.now, {}, 0


class Kept(Extension):
    """The tag ``kept``."""

    tags = {"kept"}  # noqa: RUF012 (Jinja declares it for instances)
    checked: ClassVar[bool] = False

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self.drawn: Recent[Told, str] = Recent(MOST)

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """From the tag to: look for it, else draw it and keep it."""
        line = next(parser.stream).lineno
        told = nodes.Const(None) if parser.stream.current.type == "block_end" else parser.parse_tuple()
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        here = nodes.Const(f"{parser.name}:{line}")
        key, drawn = parser.free_identifier(line), parser.free_identifier(line)
        return [
            nodes.Assign(key, self.call_method("key", [nodes.ContextReference(), here, told])),
            nodes.Assign(drawn, self.call_method("find", [key])),
            nodes.If(
                nodes.Test(drawn, "none", [], [], None, None),
                [
                    nodes.AssignBlock(drawn, None, body),
                    nodes.ExprStmt(self.call_method("keep", [key, drawn])),
                ],
                [],
                [],
            ),
            nodes.Output([drawn]),
        ]

    def key(self, context: Context, here: str, told: Any) -> Told | None:
        """What a part is found by; None for what cannot be told apart, and is drawn anew each time."""
        words = context.get("words")
        if type(told) is tuple and any(type(one) is Markup for one in told):
            told = tuple((True, str(one)) if type(one) is Markup else (False, one) for one in told)
        try:
            return (here, words and words.language, context.get("game"), marshal.dumps(told, PLAIN))
        except ValueError:  # something that is no value of a view
            if self.checked:
                raise TypeError(f"{here} is told {told!r}, which cannot be told apart") from None
            return None

    def find(self, key: Told | None) -> str | None:
        """What was drawn for it, or None."""
        if key is None or self.checked:
            return None
        found = self.drawn.now.get(key)
        if found is None and (found := self.drawn.before.get(key)) is not None:
            self.keep(key, found)
        return found

    def keep(self, key: Told | None, drawn: str) -> None:
        """Keep what was drawn."""
        if key is None:
            return
        found = self.drawn.get(key) if self.checked else None
        if found is not None and found != drawn:
            told = marshal.loads(key[3])
            raise AssertionError(f"{key[0]} is drawn in two ways for {told!r}:\n{found}\n{drawn}")
        self.drawn.keep(key, drawn, len(drawn) + len(key[3]))
