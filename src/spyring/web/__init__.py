"""The pages: one frame for every table, boards drawn in SVG from the box, small ES modules, no build step.

``create_app(settings)`` is the whole site: the JSON API of the server, and the pages. Everything that a page
shows of a game comes from the payload for its reader.

A game brings its own pages in the folder ``web`` beside its rules: ``board.html`` (its board, hand and texts;
:class:`spyring.web.look.Look` lists what can stand there), ``signs.svg`` (its symbols), ``style.css``,
``lesson.html`` (its guided first game) and ``aid.html`` (the player aid). Each may be missing; a game that
draws nothing is shown in words.
"""

from fastapi import FastAPI

from spyring.server.app import create_app as create_server
from spyring.server.core.settings import Settings
from spyring.server.core.times import Time
from spyring.web.pages import install


def create_app(settings: Settings, time: Time | None = None) -> FastAPI:
    """The server with its pages."""
    app = create_server(settings, time)
    install(app)
    return app
