"""The ASGI application with everything in it."""

from fastapi import FastAPI

from spyring.server.core import app
from spyring.server.core.settings import Settings
from spyring.server.core.times import Time
from spyring.server.services import Services


def create_app(settings: Settings, time: Time | None = None) -> FastAPI:
    """The server: JSON under /api/v1, /healthz, /metrics. The pages are added to it."""
    return app.create_app(Services(settings, time))
