"""Jinja, as quick as the drawing of a table needs it.

A table is drawn from thousands of small readings, calls and writings, and Jinja asks before each of them what
it might be dealing with: an attribute or an item, something that wants the context, a value that is markup.
Here the code of a template asks the most likely question first, in place, and leaves the rest to Jinja. That
code is written by :class:`FastCodeGenerator`, in place of Jinja's own writer;
``tests/web/test_fast_jinja.py`` compares both on the same templates, and says what to do when a new Jinja
writes other code.
"""

from functools import lru_cache, partial
from keyword import iskeyword
from typing import Any, Final

from jinja2 import Environment, filters, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.runtime import Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

WRITTEN: Final = frozenset({str, int})  # kinds of values that are the same text wherever they are written
SAYS: Final = frozenset({"_", "ngettext"})  # what templates call that needs the words of the page
HERE: Final = "from spyring.web.fast_jinja import WRITTEN, FastMacro as Macro, written"
SYNC: Final = "sync_do_"  # filters of Jinja that do not first ask whether they are to wait for something

SAFE: Final = partial(str.__new__, Markup)  # Markup(text), for what is a text


@lru_cache(maxsize=8192, typed=True)
def written(value: str | int) -> str:
    """A value as text in a page. Not marked as safe, which costs more than to escape it.

    >>> written("Black & White"), written(7), written(True)
    ('Black &amp; White', '7', 'True')
    """
    return str(escape(value))


class FastMacro(Macro):
    """A macro that is told what it asks for, as most are, and looks no further."""

    def __init__(self, environment: Environment, draw: Any, name: str, arguments: Any, *wants: Any) -> None:
        super().__init__(environment, draw, name, arguments, *wants)
        catches_more, escapes = any(wants[:3]), wants[3]
        self.draw = draw if escapes and not catches_more and "caller" not in arguments else None
        self.count = len(arguments)

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        """What it draws."""
        if kwargs or len(args) != self.count:
            rest = self.arguments[len(args) :]
            if self.draw is None or len(args) > self.count or not kwargs.keys() <= set(rest):
                return super().__call__(*args, **kwargs)  # or a refusal that says what is wrong
            args += tuple([kwargs.get(name, missing) for name in rest])
        return super().__call__(*args) if self.draw is None else SAFE(self.draw(*args))


class FastCodeGenerator(CodeGenerator):
    """Writes what templates do most as Python that does just that."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """A template; what its code then calls by these names is ours."""
        super().visit_Template(node, frame)
        self.writeline(HERE)

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """``row.field`` of a plain dict, or ``thing.attribute``; what has neither is left to Jinja."""
        name = repr(node.attr)
        if hasattr(dict, node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write(f"(_row[{name}] if type(_row := ")
        self.visit(node.node, frame)
        self.write(f") is dict and {name} in _row else _found if (_found := getattr(_row, {name}, missing))")
        self.write(f" is not missing else environment.getattr(_row, {name}))")

    @optimizeconst
    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        """``rows[key]`` of a plain dict that has it."""
        if isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        rows, key = self.temporary_identifier(), self.temporary_identifier()
        self.write(f"({rows}[{key}] if type(({key} := ")
        self.visit(node.arg, frame)
        self.write(f", {rows} := ")
        self.visit(node.node, frame)
        self.write(f")[1]) is dict and {key} in {rows} else environment.getitem({rows}, {key}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Whatever is called gets what it is told, and nothing else; only sentences need their words."""
        odd = forward_caller or node.dyn_args or node.dyn_kwargs or any(iskeyword(k.key) for k in node.kwargs)
        if odd:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        says = isinstance(node.node, nodes.Name) and node.node.name in SAYS
        self.write("(context, " if says else "(")
        for one in (*node.args, *node.kwargs):
            self.visit(one, frame)
            self.write(", ")
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _escapes(frame, finalize):
            self.write("(_out if type(_out := ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _escapes(frame, finalize):
            self.write(") is Markup else written(_out) if type(_out) in WRITTEN else escape(_out))")
        else:
            super()._output_child_post(node, frame, finalize)


def _escapes(frame: Frame, finalize: Any) -> bool:
    """Whether an output is escaped, and nothing else is done with it."""
    return frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None


class FastEnvironment(Environment):
    """Jinja with all that."""

    code_generator_class = FastCodeGenerator

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.filters |= {
            name.removeprefix(SYNC): found for name, found in vars(filters).items() if name.startswith(SYNC)
        }

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of a row; templates never ask for a row's methods by a name that could be a field's."""
        if type(obj) is dict and not hasattr(dict, attribute):
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)
