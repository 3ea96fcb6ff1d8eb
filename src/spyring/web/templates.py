"""The Jinja environment: where templates and static files are, and what every template can use.

The pages of a game are in its own folder: ``krakow/board.html`` is ``web/board.html`` of that game's package,
also for games of other authors. Styles and pictures are served from the same folder.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from babel.dates import format_date
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup

from spyring.engine.game import Game
from spyring.engine.i18n import _, minus
from spyring.languages import LANGUAGES
from spyring.server.conversation.payloads import MAX_NOTE_LENGTH
from spyring.server.core.bots.levels import LEVELS
from spyring.server.core.tables.chair import DEFAULT_CLOCKS
from spyring.web.compression import APART
from spyring.web.faces import face_of
from spyring.web.fonts import kept_files
from spyring.web.fragment_cache import FragmentCache
from spyring.web.screen import Screen
from spyring.web.words import Words

SERVED: Final = (".css", ".svg", ".js", ".png", ".webp", ".woff2")  # files of a game for browsers
IMPORTED: Final = re.compile(r'^import (?:.* from )?"\./([\w/.-]+)";', re.MULTILINE)
PACES: Final = {"free": _("without a clock"), "live": _("live"), "days": _("over days")}
SIGN: Final = Markup('<svg class="sign {style}" aria-hidden="true"><use href="#{name}"/></svg>')
_GAMES: Final = PrefixLoader({})  # a loader for each used game


class BytecodeCache(FileSystemBytecodeCache):
    """Compiled templates, cached between starts because compiling takes seconds. They are in the user's own
    cache folder, which nobody else can write to.
    """

    def __init__(self) -> None:
        ours = (Path(__file__).with_name(name) for name in ("templates.py", "fragment_cache.py"))
        made_by = _mark(b"".join(path.read_bytes() for path in ours))  # our code changes the result
        self.folder = kept_files("templates") / made_by
        with suppress(OSError):
            self.folder.mkdir(0o700, parents=True, exist_ok=True)
        super().__init__(str(self.folder))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Cache it if possible."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def environment() -> Environment:
    """One environment for all languages; a page has its own words."""
    env = Environment(
        loader=ChoiceLoader([_GAMES, PackageLoader("spyring.web")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[FragmentCache],
        bytecode_cache=BytecodeCache(),
        auto_reload=False,
    )
    levels = {level.name: level.title for level in LEVELS.values()}
    env.globals.update(
        apart=Markup(APART),
        static=static,
        languages=LANGUAGES,
        levels=levels,
        bots_are={level.name: level.says for level in LEVELS.values()},
        paces=PACES,
        usual_clocks=DEFAULT_CLOCKS,
        longest_note=MAX_NOTE_LENGTH,
    )
    env.globals.update(qr=qr, sign_of=sign_of, modules=modules, is_for_others=is_for_others, face_of=face_of)
    env.globals.update(_=_say, ngettext=_say_many, of_game=of_game, file_of=file_of)
    env.filters.update(day=_day, iso=_iso, column=column, but=but, keys_of=keys_of, tally=tally, minus=minus)
    env.filters.update(
        by_id=by_id,
        keyed=keyed,
        row=row,
        sorted_by=sorted_by,
        seat_title=_seat_title,
        who=_who,
        seat_at=_seat_at,
    )
    return env


# -- the folder of a game ------------------------------------------------------------------------------------


@cache
def folder_of(game: Game) -> Path | None:
    """The folder of a game's pages; None if it has none."""
    if not game.home:
        return None
    folder = Path(str(files(game.home).joinpath("web")))
    return folder if folder.is_dir() else None


@cache
def of_game(game: Game, name: str) -> str:
    """The name of a game's template in the environment; "" if there is none.

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
    """The address of a file in a game's folder; "" if there is none."""
    folder = folder_of(game)
    path = None if folder is None else folder.joinpath(name)
    return f"/static/games/{game.name}/{name}?{_mark(path.read_bytes())}" if path and path.is_file() else ""


def file_text(game: Game, name: str) -> str:
    """The text of a file in a game's folder."""
    folder = folder_of(game)
    assert folder is not None
    return folder.joinpath(name).read_text("utf-8")


@cache
def static(path: str) -> str:
    """The address of a static file. It changes with the content, so browsers can cache it for ever."""
    return f"/static/{path}?{_mark(files('spyring.web').joinpath('static', *path.split('/')).read_bytes())}"


@cache
def modules(script: str) -> tuple[str, ...]:
    """The addresses of all modules that a script imports, directly or not, so that a browser loads them at
    once.

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
    """A QR code, dark on light for cameras.

    >>> str(qr("https://spyring.example/join/x"))[:30]
    '<svg viewBox="0 0 37 37" class'
    """
    code = segno.make(text, error="m").svg_inline(
        border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(code)


@lru_cache(maxsize=1024, typed=True)  # strings are escaped, markup is not
def sign_of(name: str, style: str = "") -> Markup:
    """A sign from the sheet of symbols of every table.

    >>> str(sign_of("s-eye"))
    '<svg class="sign " aria-hidden="true"><use href="#s-eye"/></svg>'
    """
    return SIGN.format(style=style, name=name)


def is_for_others(address: str) -> bool:
    """Whether other devices can use an address.

    >>> is_for_others("http://192.168.1.23:8042"), is_for_others("http://127.0.0.1:8042")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    return host not in ("localhost", "::1") and not host.startswith("127.")


def by_id(rows: Iterable[dict[str, Any]], key: str = "id") -> dict[str, dict[str, Any]]:
    """Rows of a box by their ids."""
    return {row[key]: row for row in rows}


def keyed(rows: Iterable[Any], ids: Iterable[str]) -> dict[str, Any]:
    """Rows of a box by ids from another list."""
    return dict(zip(ids, rows, strict=True))


def row(rows: Iterable[dict[str, Any]], field: str, value: object) -> dict[str, Any] | None:
    """The first row with a value in a field, or None.

    >>> row([{"id": "a"}, {"id": "b", "n": 3}], "id", "b")
    {'id': 'b', 'n': 3}
    """
    return next((found for found in rows if found[field] == value), None)


def sorted_by(rows: Iterable[dict[str, Any]], field: str) -> dict[Any, list[dict[str, Any]]]:
    """Rows grouped by the value of a field.

    >>> sorted_by([{"at": "x"}, {"at": "y"}, {"at": "x"}], "at")
    {'x': [{'at': 'x'}, {'at': 'x'}], 'y': [{'at': 'y'}]}
    """
    found: dict[Any, list[dict[str, Any]]] = {}
    for one in rows:
        found.setdefault(one[field], []).append(one)
    return found


def column(rows: Iterable[dict[str, Any]], field: str) -> list[Any]:
    """The values of a field.

    >>> column([{"at": "x"}, {"at": None}], "at")
    ['x', None]
    """
    return [one[field] for one in rows]


def but(rows: Iterable[dict[str, Any]], field: str, value: object) -> list[dict[str, Any]]:
    """All rows except those with a value in a field.

    >>> but([{"at": "x"}, {"at": "y"}], "at", "x")
    [{'at': 'y'}]
    """
    return [one for one in rows if one[field] != value]


def keys_of(found: Mapping[str, Any], value: object) -> list[str]:
    """The keys of a value.

    >>> keys_of({"a": 1, "b": 2, "c": 1}, 1)
    ['a', 'c']
    """
    return [key for key, one in found.items() if one == value]


def tally(rows: Iterable[dict[str, Any]], outer: str, inner: str, other: str = "") -> dict[Any, int]:
    """Count the values of a nested field, or the pairs of two nested fields.

    >>> rows = [{"off": {"to": "x", "in": 1}}, {"off": None}, {"off": {"to": "x", "in": 2}}, {"off": {}}]
    >>> tally(rows, "off", "to")
    {'x': 2}
    >>> tally(rows, "off", "to", "in")
    {('x', 1): 1, ('x', 2): 1}
    """
    found = [one[outer] for one in rows if one[outer]]
    return dict(Counter([(one.get(inner), one.get(other)) if other else one.get(inner) for one in found]))


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
    """A date in the reader's language."""
    return format_date(datetime.fromtimestamp(at, UTC), "d MMMM y", locale=context["words"].language)


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%MZ")


def _seat_title(seat: str, screen: Screen) -> str:
    return screen.title("seat", seat)


def _who(seat: str, screen: Screen) -> str:
    """A seat with the name of its player."""
    person, title = screen.people[seat], screen.title("seat", seat)
    named = person.kind == "person" and person.name and person.held == "no"
    return f"{person.name} ({title})" if named else title


def _seat_at(seat: int, screen: Screen) -> str:
    return screen.title("seat", screen.view["seats"][seat])
