"""Pages for one reader."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from fastapi import Request, Response

from spyring.engine.i18n import Translate
from spyring.languages import preferred
from spyring.server.conversation.payloads import Remark
from spyring.server.core.http.visitors import Visitor
from spyring.server.core.payloads import TableCard
from spyring.server.core.settings import Settings
from spyring.web.compression import page_response
from spyring.web.look import look_of
from spyring.web.screen import PageContext, Screen
from spyring.web.templates import environment
from spyring.web.words import Words


def words_of(request: Request) -> Words:
    """The reader's language: from their cookie, else from the browser."""
    return Words(preferred(request.headers.get("accept-language", ""), request.cookies.get("language")))


def translation_of(request: Request) -> Translate:
    """The translation of the server's own sentences."""
    return words_of(request).translate


def address_of(request: Request) -> str:
    """The public address of this server: from the settings, else from the request."""
    settings: Settings = request.app.state.settings
    return (settings.public_url or str(request.base_url)).rstrip("/")


def page(
    request: Request, visitor: Visitor, template: str, status: int = 200, number: int = 0, **context: Any
) -> Response:
    """A page for one reader; its forms belong to the position ``number``."""
    words = words_of(request)
    text = (
        environment()
        .get_template(template)
        .render(
            words=words,
            language=words.language,
            reader=visitor.person,
            csrf=visitor.csrf,
            number=number,
            path=quote(request.scope["path"]),
            now=request.app.state.services.time.now(),
            here=lambda: str(request.url.replace(query="")),
            request_base=lambda: address_of(request),
            **context,
        )
    )
    return page_response(text, status, request.headers)


def table_page(
    request: Request,
    visitor: Visitor,
    screen: Screen,
    table: PageContext,
    *,
    card: TableCard | None = None,
    closing: Screen | None = None,
    hands: Sequence[Screen] = (),
    opening: bool = False,
    talk: Sequence[Remark] = (),
    notebook: str = "",
    notice: str = "",
) -> Response:
    """A table with its board, or only the changing frame for an open page. ``closing`` is the board at the
    moment that decided a finished game; ``opening`` shows the title of a replay.
    """
    for drawn in (screen, closing):
        if drawn is not None:
            drawn.kept = table.shown >= 0
    context: dict[str, Any] = {
        "screen": screen,
        "table": table,
        "card": card,
        "closing": closing,
        "look": look_of(screen.game, screen.words),
        "hands": hands,
        "opening": opening,
        "talk": talk,
        "notebook": notebook,
        "notice": notice,
    }
    template = "table.html" if table.shown < 0 else "parts/frame.html"
    return page(request, visitor, template, number=table.number, **context)
