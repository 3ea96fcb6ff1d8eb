"""Templates in quick code say what they say in Jinja's own.

``spyring.web.fast_jinja`` puts its own code in the place of some that ``jinja2.compiler`` writes. If one of
these tests fails after an upgrade of Jinja, compare the method of ``FastCodeGenerator`` that writes the
failing line with the method of the same name in ``jinja2.compiler.CodeGenerator``. Each can be deleted: pages
are then drawn as they were, only slower.
"""

from typing import Any

import jinja2
import pytest
from jinja2 import DictLoader, Environment, UndefinedError, pass_context
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from spyring.web.fast_jinja import FastCodeGenerator, FastEnvironment, FastMacro

MACROS = """{% macro two(a, b="<&>", class="") %}[{{ a }}|{{ b }}|{{ class }}]{% endmacro %}
{% macro around(name) %}<{{ name }}>{{ caller() }}</{{ name }}>{% endmacro %}
{% macro any() %}{{ varargs | join("+") }} {{ kwargs.x }}{% endmacro %}"""

TEXTS = """\
{{ row.name }} {{ thing.name }} {{ row['in'].name }}
{{ row.nothing }} {{ thing.nothing }} {{ words.x }}
{{ row.items() | list | length }} {{ thing.items }} {{ row.get('n') }} {{ row.keys is callable }}
{{ row['name'] }} {{ row['no'] }} {{ rows[1]['n'] }} {{ rows[7] }} {{ thing.many[1] }} {{ thing['name'] }}
{{ thing.many[row['name'] and 'one'] }} {{ row.list[0].name }} {{ row.list[-1:] }} {{ 'abc'[1] }}
{{ safe }} {{ '<' }} {{ 1 }} {{ 1.5 }} {{ true }} {{ none }} {{ [safe, '<'] }} {{ row.n == 3 }}
{{ safe ~ '<' ~ 1 }} {{ '<' ~ 1 }} {{ thing.says('<', 2) }} {{ thing.says('x', n=row.n) }}
{{ _('hello {name}', name=row.name) }} {% for r in rows %}{{ ngettext('x') }}{{ loop.index }}{% endfor %}
{% from 'macros' import two %}{{ two('<') }}{{ two(safe, '>') }}{{ two('a', class='c') }}{{ two(b=1, a=2) }}
{% import 'macros' as m with context %}{% call m.around('p') %}{{ row.name }}{% endcall %}
{% import 'macros' as m %}{{ m.any(1, '<', x=2) }}
{% macro own(x=row.n) %}{{ x }}{% if x %}{{ own(x - 1) }}{% endif %}{% endmacro %}{{ own() }}{{ own(none) }}
{{ row.list | map(attribute='name') | join('<') }} {{ rows | selectattr('n') | list | length }}
{{ row.list | sort(attribute='name') | map(attribute='name') | first }} {{ rows | sum(attribute='n') }}
{% set all = namespace(n=0) %}{% for r in rows %}{% set all.n = all.n + r.n %}{% endfor %}{{ all.n }}"""


class Thing:
    """Something with attributes, one of which is called like a method of rows."""

    name, items, many = "<thing>", "not a method", {1: "one", "one": "eins"}

    def says(self, word: str, n: int = 1) -> str:
        return word * n


@pass_context
def _say(context: Context, key: str, **values: Any) -> str:
    return f"{context['words']}:{key}".format(**values)


def drawn(site: type[Environment], text: str) -> str:
    env = site(loader=DictLoader({"page": text, "macros": MACROS}), autoescape=True)
    env.globals.update(_=_say, ngettext=_say)
    row = {"name": "<row>", "n": 3, "in": {"name": "inner"}, "list": [{"name": "b"}, {"name": "a"}], "": 0}
    context = {"row": row, "thing": Thing(), "safe": Markup("<b>"), "words": "en", "rows": [row, row]}
    return env.get_template("page").render(context)


@pytest.mark.parametrize("text", TEXTS.splitlines())
def test_a_template_says_the_same(text: str) -> None:
    assert drawn(FastEnvironment, text) == drawn(Environment, text)


@pytest.mark.parametrize(
    "text",
    [
        "{{ row.nothing.more }}",
        "{{ nobody() }}",
        "{% from 'macros' import two %}{{ two(1, 2, 3, 4) }}",
        "{% from 'macros' import two %}{{ two(1, colour=2) }}",
    ],
)
def test_and_refuses_the_same(text: str) -> None:
    found = []
    for site in (FastEnvironment, Environment):
        with pytest.raises((UndefinedError, TypeError)) as refusal:
            drawn(site, text)
        found.append((refusal.type, str(refusal.value)))
    assert found[0] == found[1]


def test_our_code_is_what_runs() -> None:
    """Nothing that we put in place of Jinja's has silently become something that nobody calls."""
    for name in (name for name in vars(FastCodeGenerator) if name.startswith(("visit_", "_output"))):
        assert hasattr(CodeGenerator, name), f"Jinja {jinja2.__version__} writes this in another way"
    env = FastEnvironment(autoescape=True)
    code = env.compile("{% macro m(a) %}{{ a.b[1] }}{{ _('x') }}{% endmacro %}{{ m(1) }}", raw=True)
    for part in ("type(_row := ", "getattr(_row, 'b', missing)", "else written(_out)", "(context, "):
        assert part in code, part
    assert "context.call" not in code
    macro = env.from_string("{% macro m(a) %}{{ a }}{% endmacro %}").module.m  # type: ignore[attr-defined]
    assert type(macro) is FastMacro
    assert macro.draw is not None
    assert isinstance(macro, Macro)
