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
from typing import Any, ClassVar, Final

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context, Macro
from markupsafe import Markup

MOST: Final = 6_000_000  # characters that are kept, and as many of what was drawn before them
PLAIN: Final = 2  # the format of marshal in which equal values always look the same

Told = tuple[str, object, object, bytes]  # where, in which language, of which game, what


class Kept(Extension):
    """The tag ``kept``."""

    tags = {"kept"}  # noqa: RUF012 (Jinja declares it for instances)
    checked: ClassVar[bool] = False

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self._drawn: dict[Told, str] = {}
        self._before: dict[Told, str] = {}  # what was drawn earlier, and will be let go next
        self._size = 0

    def parse(self, parser: Parser) -> nodes.Node:
        """From the tag to a call of :meth:`_draw`."""
        line = next(parser.stream).lineno
        told = nodes.Const(None) if parser.stream.current.type == "block_end" else parser.parse_tuple()
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        here = nodes.Const(f"{parser.name}:{line}")
        draw = self.call_method("_draw", [nodes.ContextReference(), here, told])
        return nodes.CallBlock(draw, [], [], body).set_lineno(line)

    def _draw(self, context: Context, here: str, told: Any, caller: Macro) -> str:
        words = context.get("words")
        try:
            key = (here, words and words.language, context.get("game"), marshal.dumps(_plain(told), PLAIN))
        except ValueError:  # something that is no value of a view; drawn anew each time
            if self.checked:
                raise TypeError(f"{here} is told {told!r}, which cannot be told apart") from None
            return caller()
        found = self._drawn.get(key)
        if found is not None and not self.checked:
            return found
        found = self._before.get(key) if found is None else found
        drawn = caller() if found is None or self.checked else found
        if found is not None and found != drawn:
            raise AssertionError(f"{here} is drawn in two ways for {told!r}:\n{found}\n{drawn}")
        self._keep(key, drawn)
        return drawn

    def _keep(self, key: Told, drawn: str) -> None:
        """For as long as it is asked for now and then."""
        if key not in self._drawn:
            self._size += len(drawn) + len(key[3])
        self._drawn[key] = drawn
        if self._size > MOST:
            self._before, self._drawn, self._size = self._drawn, {}, 0


def _plain(told: Any) -> Any:
    """The same without markup, which is told apart from text that would still have to be escaped."""
    if type(told) is tuple and any(type(one) is Markup for one in told):
        return tuple((True, str(one)) if type(one) is Markup else (False, one) for one in told)
    return told
