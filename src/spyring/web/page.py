"""A page for one reader: in their language, with their name, as an answer to their request."""

from collections.abc import Sequence
from typing import Any, Final

from fastapi import Request, Response

from spyring.engine.words import Translate
from spyring.languages import preferred
from spyring.server.http.visitors import Visitor
from spyring.server.payloads import Remark, TableCard
from spyring.server.settings import Settings
from spyring.web.client_fragments import ClientFragments
from spyring.web.compression import page_response, update_response
from spyring.web.fragment_cache import expanded
from spyring.web.look import look_of
from spyring.web.placeholders import CSRF, NUMBER
from spyring.web.screen import Facts, Screen
from spyring.web.templates import environment
from spyring.web.words import Words

CLIENT_FRAGMENTS: Final = ClientFragments()
HAS: Final = "spyring-has"  # a header: the mark of the rendering that a page has, or "-" for none


def words_of(request: Request) -> Words:
    """The reader's language: chosen once and kept in a cookie, else what the browser asks for."""
    return Words(preferred(request.headers.get("accept-language", ""), request.cookies.get("language")))


def translation_of(request: Request) -> Translate:
    """The same for the server's own sentences."""
    return words_of(request).translate


def address_of(request: Request) -> str:
    """How others reach this server: as whoever runs it says, else as the reader did."""
    settings: Settings = request.app.state.settings
    return (settings.public_url or str(request.base_url)).rstrip("/")


def page(
    request: Request, visitor: Visitor, template: str, status: int = 200, number: int = 0, **context: Any
) -> Response:
    """A page for one reader; its forms are for the position of this number."""
    text = _filled(_drawn(request, visitor, template, **context), visitor, number)
    return page_response(text, status, request.headers)


def _drawn(request: Request, visitor: Visitor, template: str, **context: Any) -> str:
    words = words_of(request)
    return (
        environment()
        .get_template(template)
        .render(
            words=words,
            language=words.language,
            reader=visitor.person,
            path=request.scope["path"],
            now=request.app.state.services.time.now(),
            here=lambda: str(request.url.replace(query="")),
            request_base=lambda: address_of(request),
            **context,
        )
    )


def table_page(
    request: Request,
    visitor: Visitor,
    screen: Screen,
    table: Facts,
    *,
    card: TableCard | None = None,
    closing: Screen | None = None,
    hands: Sequence[Screen] = (),
    opening: Screen | None = None,
    talk: Sequence[Remark] = (),
    notebook: str = "",
    notice: str = "",
) -> Response:
    """A table with its board, or for a page that is open already only the frame, where things change;
    ``closing`` is the board of a finished game before it was put away, ``opening`` the end of one whose
    replay begins: its title says how it ended.
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
    if table.shown < 0:
        return page(request, visitor, "table.html", number=table.number, **context)
    return _update(request, visitor, table, _drawn(request, visitor, "parts/frame.html", **context))


def _update(request: Request, visitor: Visitor, table: Facts, text: str) -> Response:
    """A new rendering for a page that is open, which puts the parts that it has or gets in their places."""
    has = request.headers.get(HAS)
    if has is None:  # nobody who could do that
        return page_response(_filled(text, visitor, table.number), 200, request.headers)
    reader = (table.id, None if visitor.person is None else visitor.person.id)
    mark, parts = CLIENT_FRAGMENTS.missing(reader, has, text)
    sent = {"mark": mark, "text": text, "parts": parts, "number": str(table.number), "csrf": visitor.csrf}
    return update_response(sent, request.headers)


def _filled(text: str, visitor: Visitor, number: int) -> str:
    return expanded(text).replace(NUMBER, str(number)).replace(CSRF, visitor.csrf)
