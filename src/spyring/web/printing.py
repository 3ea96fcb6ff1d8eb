"""From templates to pages: the Jinja environment, and what every template can use."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, pass_context
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

from spyring.engine.game import Game
from spyring.engine.words import Translate, _
from spyring.languages import LANGUAGES, preferred
from spyring.server.payloads import ChatLine, TableCard
from spyring.server.visitors import Visitor
from spyring.web.screen import Facts, Screen
from spyring.web.words import Words

LEVELS: Final = {
    "easy": _("easy bot"),
    "normal": _("steady bot"),
    "hard": _("cunning bot"),
    "heuristic": _("quick bot"),
    "random": _("dice-rolling bot"),
}
PACES: Final = {"free": _("without a clock"), "live": _("live"), "days": _("over days")}


def words_of(request: Request) -> Words:
    """The reader's language: chosen once and kept in a cookie, else what the browser asks for."""
    return Words(preferred(request.headers.get("accept-language", ""), request.cookies.get("language")))


def translation_of(request: Request) -> Translate:
    """The same for the server's own sentences."""
    return words_of(request).translate


@cache
def environment() -> Environment:
    """One for all languages; a page brings its words along."""
    env = Environment(
        loader=PackageLoader("spyring.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals.update(
        static=static, languages=LANGUAGES, levels=LEVELS, paces=PACES, _=_say, ngettext=_say_many
    )
    env.filters.update(by_id=by_id, keyed=keyed, tile_name=_tile_name)
    env.filters.update(seat_title=_seat_title, seat_at=_seat_at)
    env.tests.update(drawn=lambda name: is_drawn(name), taught=lambda name: is_taught(name))
    return env


def page(
    request: Request, visitor: Visitor, template: str, status: int = 200, **context: Any
) -> HTMLResponse:
    """A page for one reader."""
    words = words_of(request)
    text = (
        environment()
        .get_template(template)
        .render(
            words=words,
            language=words.language,
            reader=visitor.person,
            csrf=visitor.csrf,
            path=request.url.path,
            here=str(request.url.replace(query="")),
            request_base=str(request.base_url).rstrip("/"),
            **context,
        )
    )
    response = HTMLResponse(text, status)
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response


def table_page(
    request: Request,
    visitor: Visitor,
    screen: Screen,
    table: Facts,
    *,
    card: TableCard | None = None,
    hands: Sequence[Screen] = (),
    talk: Sequence[ChatLine] = (),
    notebook: str = "",
    notice: str = "",
) -> HTMLResponse:
    """A table with its board, or for a page that is open already only the frame, where things change."""
    return page(
        request,
        visitor,
        "table.html" if table.shown < 0 else "parts/frame.html",
        screen=screen,
        table=table,
        card=card,
        game=screen.game,
        board=board_of(screen.game.name),
        hands=hands,
        talk=talk,
        notebook=notebook,
        notice=notice,
    )


def look_of(game: Game, words: Words) -> TemplateModule:
    """A game's own template: its board, its hand, its texts."""
    return environment().get_template(board_of(game.name)).make_module({"game": game, "words": words})


@cache
def board_of(name: str) -> str:
    """The board template of a game; a game that nobody has drawn yet is shown as plain text."""
    return f"games/{name}/board.html" if is_drawn(name) else "games/plain/board.html"


@cache
def is_drawn(name: str) -> bool:
    """Whether a game has a board of its own."""
    return files("spyring.web").joinpath("templates", "games", name, "board.html").is_file()


@cache
def is_taught(name: str) -> bool:
    """Whether a game has a guided first game."""
    return files("spyring.web").joinpath("templates", *lesson_of(name).split("/")).is_file()


def lesson_of(name: str) -> str:
    """The template of a game's guided first game."""
    return f"games/{name}/lesson.html"


@cache
def static(path: str) -> str:
    """The address of a static file, which changes with its content, so that browsers may keep it for ever."""
    content = files("spyring.web").joinpath("static", *path.split("/")).read_bytes()
    return f"/static/{path}?{hashlib.sha256(content).hexdigest()[:10]}"


def by_id(rows: Iterable[dict[str, Any]], key: str = "id") -> dict[str, dict[str, Any]]:
    """Rows of a box by their ids."""
    return {row[key]: row for row in rows}


def keyed(rows: Iterable[Any], ids: Iterable[str]) -> dict[str, Any]:
    """Rows of a box by ids that stand beside them."""
    return dict(zip(ids, rows, strict=True))


@pass_context
def _say(context: Context, key: str, /, **values: object) -> str:
    words: Words = context["words"]
    return words(key, **values)


@pass_context
def _say_many(context: Context, one: str, many: str, n: int, /, **values: object) -> str:
    words: Words = context["words"]
    return words.plural(one, many, n, **values)


def _tile_name(tile: str, tiles: dict[str, dict[str, Any]]) -> str:
    return str(tiles[tile]["name"])


def _seat_title(seat: str, screen: Screen) -> str:
    return screen.title("seat", seat)


def _seat_at(seat: int, screen: Screen) -> str:
    return screen.title("seat", screen.view["seats"][seat])
