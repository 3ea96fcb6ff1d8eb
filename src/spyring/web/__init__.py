"""The pages: one frame for every table, boards drawn in SVG from the box, small ES modules, no build step.

``create_app(settings)`` is the whole site: the server's JSON interface with these pages in front. Everything
a page shows of a game comes out of the payload that the server made for its reader.

Who adds a game adds ``templates/games/NAME/board.html`` (its board, hand and texts), beside it ``signs.svg``
(its symbols) and ``lesson.html`` (its guided first game), and ``static/games/NAME.css``; nothing else. A game
that nobody has drawn yet is shown by ``templates/games/plain``.
"""

from fastapi import FastAPI

from spyring.server.app import create_app as create_server
from spyring.server.settings import Settings
from spyring.web.pages import install


def create_app(settings: Settings) -> FastAPI:
    """The server with its pages."""
    app = create_server(settings)
    install(app)
    return app
