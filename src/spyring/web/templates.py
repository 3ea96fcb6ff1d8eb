"""From templates to text: the Jinja environment, where templates and static files are found, what every
template can use.

The pages of a game stand in its own folder: ``krakow/board.html`` is ``web/board.html`` of that game's
home, wherever that package is installed; so it is for games of other
authors. What a browser asks for by itself (style, pictures) is served from the same folder.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, partial
from importlib.resources import files
from pathlib import Path, PurePosixPath
from types import BuiltinMethodType, CodeType, FunctionType, MethodType
from typing import Any, Final
from urllib.parse import urlsplit

import markupsafe
import segno
from babel.dates import format_date
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    Template,
    nodes,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

from spyring.engine.game import Game
from spyring.engine.words import _
from spyring.languages import LANGUAGES
from spyring.server.bots.levels import LEVELS
from spyring.server.payloads import LONGEST_NOTE
from spyring.web.fonts import kept_files
from spyring.web.keeping import Kept
from spyring.web.pressing import APART
from spyring.web.screen import Screen
from spyring.web.words import Words

SERVED: Final = (".css", ".svg", ".js", ".png", ".webp", ".woff2")  # of a game's folder, to browsers
IMPORTED: Final = re.compile(r'^import .* from "\./([\w/.-]+)";', re.MULTILINE)
PACES: Final = {"free": _("without a clock"), "live": _("live"), "days": _("over days")}
ESCAPE: Final[Callable[[str], str]] = getattr(markupsafe, "_escape_inner", escape)  # in C, if it is there
PLAIN: Final = (MethodType, BuiltinMethodType, FunctionType)  # what can be called
_GAMES: Final = PrefixLoader({})  # a loader for each game that anybody has asked for


class RowCode(CodeGenerator):
    """Most of what templates read are rows: plain dicts, whose fields are looked up at once. Jinja would
    first try for an attribute, and fail, some thousand times a page. Most of what they write are parts that
    were drawn before, in which nothing has to be escaped.
    """

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        """``row.field``; what is no row, or a row without it, is left to Jinja."""
        name = repr(node.attr)
        if hasattr(dict, node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write(f"(_row[{name}] if type(_row := ")
        self.visit(node.node, frame)
        self.write(f") is dict and {name} in _row else environment.attribute(_row, {name}))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _is_plain(frame, finalize):
            self.write("(_out if type(_out := ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _is_plain(frame, finalize):
            self.write(") is Markup else escape(_out))")
        else:
            super()._output_child_post(node, frame, finalize)


def _is_plain(frame: Frame, finalize: Any) -> bool:
    """Whether an output is escaped, and nothing else is done with it."""
    return frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None


def escaped(value: Any) -> str:
    """What is written as text. Not marked as safe, which costs more than to escape it: nobody asks again."""
    if type(value) is str:
        return ESCAPE(value)
    return str(escape(value))


SAFE: Final[Callable[[str], Markup]] = partial(str.__new__, Markup)  # Markup(text), for what is a text


def joined(parts: Iterable[Any]) -> str:
    """``a ~ b``: safe if any part is, and then the others are escaped."""
    texts = [part if isinstance(part, str) else str(part) for part in parts]
    for text in texts:
        if type(text) is Markup:
            return SAFE("".join([text if type(text) is Markup else escaped(text) for text in texts]))
    return "".join(texts)


class PlainMacro(Macro):
    """A macro that is told what it asks for, as most are, and looks no further."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plain = self._default_autoescape and not (
            self.caller or self.catch_kwargs or self.catch_varargs or self.explicit_caller
        )

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        """What it draws."""
        if self.plain and not (args and type(args[0]) is EvalContext):
            if len(args) == self._argument_count and not kwargs:
                return SAFE(self._func(*args))
            rest = self.arguments[len(args) :]
            if len(args) <= self._argument_count and kwargs.keys() <= set(rest):
                return SAFE(self._func(*args, *[kwargs.get(name, missing) for name in rest]))
        drawn: str = super().__call__(*args, **kwargs)
        return drawn


class QuickTemplate(Template):
    """A template whose code escapes, joins and calls as above."""

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        """From code to a template, as Jinja does it; what the code then calls by these names is ours."""
        namespace: dict[str, Any] = {"environment": environment, "__file__": code.co_filename}
        exec(code, namespace)
        namespace |= {"escape": escaped, "markup_join": joined, "Macro": PlainMacro}
        made = cls._from_namespace(environment, namespace, globals)
        made._uptodate = uptodate
        return made


class PlainCalls(Context):
    """A context that calls what templates call most without asking it what else it wants to be given."""

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """A macro, a method, a sentence; for anything else Jinja's way."""
        kind = type(called)
        says = called is _say or called is _say_many  # needs the words of the page, and nothing of a loop
        macro = kind is PlainMacro
        if not says and not macro and (kind not in PLAIN or hasattr(called, "jinja_pass_arg")):
            return super().call(called, *args, **kwargs)
        if kwargs:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
        if macro and called.plain and not kwargs and len(args) == called._argument_count:
            return SAFE(called._func(*args))
        return called(self, *args, **kwargs) if says else called(*args, **kwargs)


class Rows(Environment):
    """Jinja, with what makes the drawing of a table quick."""

    code_generator_class = RowCode
    context_class = PlainCalls
    template_class = QuickTemplate

    def attribute(self, obj: Any, name: str) -> Any:
        """Of what is no row, or of a row that has no such field; templates never ask for a row's methods."""
        if type(obj) is dict:
            return self.undefined(obj=obj, name=name)
        try:
            return getattr(obj, name)
        except AttributeError:
            return super().getattr(obj, name)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of a row, or whatever Jinja finds; for filters that are told the name of a field."""
        if type(obj) is dict and attribute in obj and not hasattr(dict, attribute):
            return obj[attribute]
        return super().getattr(obj, attribute)


class KeptCode(FileSystemBytecodeCache):
    """Templates as Python code, kept from one start of the program to the next: to make it takes seconds. It
    lies in the cache folder of whoever runs the server, which nobody else can write to.
    """

    def __init__(self) -> None:
        ours = (Path(__file__), Path(__file__).with_name("keeping.py"))
        made_by = _mark(b"".join(path.read_bytes() for path in ours))  # other code, made in another way
        self.folder = kept_files("templates") / made_by
        with suppress(OSError):
            self.folder.mkdir(0o700, parents=True, exist_ok=True)
        super().__init__(str(self.folder))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Where nothing can be kept, it is made again."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def environment() -> Environment:
    """One for all languages; a page brings its words along."""
    env = Rows(
        loader=ChoiceLoader([_GAMES, PackageLoader("spyring.web")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Kept],
        bytecode_cache=KeptCode(),
        auto_reload=False,
    )
    levels = {level.name: level.title for level in LEVELS.values()}
    env.globals.update(
        apart=APART, static=static, languages=LANGUAGES, levels=levels, paces=PACES, longest_note=LONGEST_NOTE
    )
    env.globals.update(qr=qr, modules=modules, is_for_others=is_for_others)
    env.globals.update(_=_say, ngettext=_say_many, of_game=of_game, file_of=file_of)
    env.filters.update(day=_day)
    env.filters.update(
        by_id=by_id, keyed=keyed, row=row, sorted_by=sorted_by, seat_title=_seat_title, seat_at=_seat_at
    )
    return env


# -- the folder of a game ------------------------------------------------------------------------------------


@cache
def folder_of(game: Game) -> Path | None:
    """Where the pages of a game stand; None for a game that brings none."""
    folder = Path(str(files(game.home).joinpath("web")))
    return folder if folder.is_dir() else None


@cache
def of_game(game: Game, name: str) -> str:
    """A template of a game by its file name, as the environment knows it; "" if the game has none such.

    >>> import spyring
    >>> of_game(spyring.game("krakow"), "board.html"), of_game(spyring.game("krakow"), "nothing.html")
    ('krakow/board.html', '')
    """
    folder = folder_of(game)
    if folder is None or not folder.joinpath(name).is_file():
        return ""
    _GAMES.mapping[game.name] = FileSystemLoader(folder)  # type: ignore[index]
    return f"{game.name}/{name}"


@cache
def file_of(game: Game, name: str) -> str:
    """The address of a file out of a game's folder; "" if the game has none such."""
    folder = folder_of(game)
    path = None if folder is None else folder.joinpath(name)
    return f"/static/games/{game.name}/{name}?{_mark(path.read_bytes())}" if path and path.is_file() else ""


def file_text(game: Game, name: str) -> str:
    """The text of a file out of a game's folder."""
    folder = folder_of(game)
    assert folder is not None
    return folder.joinpath(name).read_text("utf-8")


@cache
def static(path: str) -> str:
    """The address of a static file, which changes with its content, so that browsers may keep it for ever."""
    return f"/static/{path}?{_mark(files('spyring.web').joinpath('static', *path.split('/')).read_bytes())}"


@cache
def modules(script: str) -> tuple[str, ...]:
    """The addresses of all modules that a script imports, and these in turn. A browser that is told of them
    at once need not find them one after another.

    >>> modules("page.js")[0], "/static/js/say.js" in modules("table.js")
    ('/static/js/calls.js', True)
    """
    folder = files("spyring.web").joinpath("static")
    found: dict[str, None] = {}
    waiting = [PurePosixPath(script)]
    while waiting:
        importer = waiting.pop(0)
        for name in IMPORTED.findall(folder.joinpath(*importer.parts).read_text("utf-8")):
            module = importer.parent / name
            if str(module) not in found:
                found[str(module)] = None
                waiting.append(module)
    return tuple(f"/static/{module}" for module in found)


def _mark(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:10]


# -- what every template can use -----------------------------------------------------------------------------


def qr(text: str) -> Markup:
    """A code to scan, dark on light whatever the page is, for a camera must read it.

    >>> str(qr("https://spyring.example/join/x"))[:30]
    '<svg viewBox="0 0 37 37" class'
    """
    code = segno.make(text, error="m").svg_inline(
        border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(code)


def is_for_others(address: str) -> bool:
    """Whether an address leads here from other devices, too.

    >>> is_for_others("http://192.168.1.23:8042"), is_for_others("http://127.0.0.1:8042")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    return host not in ("localhost", "::1") and not host.startswith("127.")


def by_id(rows: Iterable[dict[str, Any]], key: str = "id") -> dict[str, dict[str, Any]]:
    """Rows of a box by their ids."""
    return {row[key]: row for row in rows}


def keyed(rows: Iterable[Any], ids: Iterable[str]) -> dict[str, Any]:
    """Rows of a box by ids that stand beside them."""
    return dict(zip(ids, rows, strict=True))


def row(rows: Iterable[dict[str, Any]], field: str, value: object) -> dict[str, Any] | None:
    """The first row with a value in a field, or None.

    >>> row([{"id": "a"}, {"id": "b", "n": 3}], "id", "b")
    {'id': 'b', 'n': 3}
    """
    return next((found for found in rows if found[field] == value), None)


def sorted_by(rows: Iterable[dict[str, Any]], field: str) -> dict[Any, list[dict[str, Any]]]:
    """Rows by the values of a field, all that share one in a list.

    >>> sorted_by([{"at": "x"}, {"at": "y"}, {"at": "x"}], "at")
    {'x': [{'at': 'x'}, {'at': 'x'}], 'y': [{'at': 'y'}]}
    """
    found: dict[Any, list[dict[str, Any]]] = {}
    for one in rows:
        found.setdefault(one[field], []).append(one)
    return found


@pass_context
def _say(context: Context, key: str, /, **values: object) -> str:
    words: Words = context["words"]
    return words(key, **values)


@pass_context
def _say_many(context: Context, one: str, many: str, n: int, /, **values: object) -> str:
    words: Words = context["words"]
    return words.plural(one, many, n, **values)


@pass_context
def _day(context: Context, at: float) -> str:
    """The day of a moment, as the reader writes it."""
    return format_date(datetime.fromtimestamp(at, UTC), "d MMMM y", locale=context["words"].language)


def _seat_title(seat: str, screen: Screen) -> str:
    return screen.title("seat", seat)


def _seat_at(seat: int, screen: Screen) -> str:
    return screen.title("seat", screen.view["seats"][seat])
