"""The installable page: its manifest, its service worker, and the offline page. All are the same for
everybody.
"""

import hashlib
from typing import Final

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from spyring.engine.i18n import _
from spyring.server.core.http.visitors import Visitor
from spyring.server.core.problems import NotFound
from spyring.web.page import page
from spyring.web.routes.answering import ReaderDep, go, pages
from spyring.web.templates import environment, static

router = pages()

ICONS: Final = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-full.png", "512x512", "maskable"),
)
SHELL: Final = ("fonts.css", "frame.css", "pages.css", "icon.svg", "icon-192.png")


@router.get("/manifest.webmanifest")
async def manifest(reader: ReaderDep) -> Response:
    """The manifest for installing the page."""
    described = {
        "id": "/",
        "name": reader.services.branding.name or "Spyring",
        "short_name": reader.services.branding.name or "Spyring",
        "description": reader.words(_("Spyring: espionage board games")),
        "lang": reader.words.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": "#7a1f2b",
        "background_color": "#f6f0e2",
        "categories": ["games"],
        "icons": [
            {"src": static(name), "sizes": sizes, "purpose": purpose}
            | {"type": "image/svg+xml" if name.endswith(".svg") else "image/png"}
            for name, sizes, purpose in ICONS
        ],
        "shortcuts": [{"name": reader.words(_("Tables")), "url": "/tables"}],
    }
    return JSONResponse(described, media_type="application/manifest+json")


@router.get("/club.css")
async def club_style(reader: ReaderDep) -> Response:
    """The club's accent."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(reader.services.branding.style, headers=headers, media_type="text/css")


@router.get("/club/logo")
async def club_logo(reader: ReaderDep) -> Response:
    """The club's logo."""
    if not reader.services.branding.logo_file:
        raise NotFound("no-page", _("There is nothing at this address."))
    content, kind = reader.services.branding.logo
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(content, headers=headers, media_type=kind)


@router.get("/sw.js")
async def service_worker(reader: ReaderDep) -> Response:
    """The service worker; it changes with its cached files and with the language of the offline page."""
    shell = ["/offline", *(static(name) for name in SHELL)]
    mark = hashlib.sha256(" ".join([reader.words.language, *shell]).encode()).hexdigest()[:10]
    text = environment().get_template("sw.js").render(mark=mark, shell=shell)
    return Response(text, media_type="text/javascript")


@router.get("/offline")
async def offline(request: Request) -> Response:
    """The offline page."""
    return page(request, Visitor(None), "offline.html")


@router.get("/turn")
async def turn(reader: ReaderDep) -> Response:
    """Go to the table that waits for the reader: the target of notifications."""
    mine = await reader.services.lobby.mine(reader.caller)
    return go(f"/tables/{mine[0].id}" if mine and mine[0].your_turn else "/tables")
