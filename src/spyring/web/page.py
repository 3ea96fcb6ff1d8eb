"""Pages for one reader."""

from typing import Any
from urllib.parse import quote

from fastapi import Request, Response

from spyring.languages import preferred
from spyring.server.core.http.visitors import Visitor
from spyring.server.core.settings import Settings
from spyring.web.compression import page_response
from spyring.web.templates import environment
from spyring.web.words import Words


def words_of(request: Request) -> Words:
    """The reader's language: from their cookie, else from the browser."""
    return Words(preferred(request.headers.get("accept-language", ""), request.cookies.get("language")))


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
            club=request.app.state.services.branding,
            path=quote(request.scope["path"]),
            now=request.app.state.services.time.now(),
            here=lambda: str(request.url.replace(query="")),
            request_base=lambda: address_of(request),
            **context,
        )
    )
    return page_response(text, status, request.headers)
