"""A site with its pages on a port of this machine, and browsers that come to it."""

import os
import random
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from spyring.bots.catalogue import LEVELS
from spyring.engine.state import State
from spyring.server.accounts import accounts
from spyring.server.core.settings import Settings
from spyring.server.core.tables.timeline import NO_EVENTS, Timeline
from spyring.web import create_app
from tests.luck import SAME_NONCES, Luck, lay_out
from tests.web.shelf import LATE, NAMES, WHOLE
from tests.web.visitor import TIMEOUT_MS, Visitor

CHROMIUM = os.environ.get("SPYRING_CHROMIUM") or "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # with all it has compiled it serves the next page of a window, too
]
expect.set_options(timeout=TIMEOUT_MS)
DESK = {"width": 1280, "height": 720}
SPEED = "localStorage.getItem('prefer:speed') ?? localStorage.setItem('prefer:speed', '{}')"
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="package")
def luck() -> Iterator[Luck]:
    """The source of the site's deals."""
    found = Luck()
    with pytest.MonkeyPatch.context() as patch:
        lay_out(found, patch)
        yield found


@pytest.fixture(scope="package")
def site_database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The database of the site, for its operator."""
    return f"sqlite:///{tmp_path_factory.mktemp('site')}/site.db"


@pytest.fixture(scope="package")
def quick_bots() -> Iterator[None]:
    """Bots of every level that hardly think: how a page shows them does not depend on their strength."""
    with pytest.MonkeyPatch.context() as patch:
        for level in LEVELS:
            patch.setitem(LEVELS, level, "search:40")
        yield


@pytest.fixture(scope="package")
def quick_passwords() -> Iterator[None]:
    """Passwords are hashed cheaply, to save time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "_HASHER", PasswordHasher.from_parameters(CHEAPEST))
        yield


@pytest.fixture(scope="package")
def site(site_database: str, luck: Luck, quick_bots: None, quick_passwords: None) -> Iterator[str]:
    """The address of a running site whose bots do not take their time."""
    settings = Settings(
        database_url=site_database,
        shelf="tests.web.shelf:games",
        bots="threads",
        bot_delay=0.0,
        analysis_effort=0.02,
        rate_factor=0.0,
    )
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    door.listen(64)  # early visitors wait until the site is open
    # A form may follow an earlier one after any time; it would be lost with a connection that ends just then.
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(settings), log_level="error", timeout_graceful_shutdown=1, timeout_keep_alive=900
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{door.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all of these tests; Playwright must be gone before others start an event loop."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@dataclass(frozen=True)
class WindowOptions:
    """The kind of window that a visitor needs; ``alone`` means that nobody uses it afterwards."""

    phone: bool = False
    language: str = "en-GB"
    dark: bool = False
    still: bool = True
    speed: str = "once"
    installed: bool = False
    alone: bool = False


class Windows:
    """Contexts of the browser, for one visitor after another: they keep the files of the site, but nothing of
    earlier visitors.
    """

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self.free: dict[WindowOptions, list[BrowserContext]] = {}

    def lend(self, options: WindowOptions) -> BrowserContext:
        free = self.free.setdefault(options, [])
        return free.pop() if free else self._new(options)

    def _new(self, options: WindowOptions) -> BrowserContext:
        context = self.browser.new_context(
            base_url=self.site,
            viewport=PHONE if options.phone else DESK,  # type: ignore[arg-type]
            has_touch=options.phone,
            locale=options.language,
            color_scheme="dark" if options.dark else "light",
            reduced_motion="reduce" if options.still else "no-preference",
            # a service worker would hide requests from the tests
            service_workers="allow" if options.installed else "block",
        )
        context.add_init_script(SPEED.format(options.speed))
        context.add_init_script(SAME_NONCES)
        if not options.alone:
            context.new_page().goto("/livez")  # keeps the process of the site alive between two visitors
        return context

    def take_back(self, options: WindowOptions, context: BrowserContext) -> None:
        """Close all pages and delete cookies and storage, so that the next visitor is a stranger."""
        first, *others = context.pages
        for page in others:
            page.evaluate("stop()")  # a page on its way elsewhere may never close
            page.close()
        forget = {"origin": self.site, "storageTypes": "all"}
        devtools = context.new_cdp_session(first)
        devtools.send("Storage.clearDataForOrigin", forget)
        devtools.detach()
        self.free[options].append(context)


@pytest.fixture(scope="package")
def windows(browser: Browser, site: str) -> Windows:
    return Windows(browser, site)


@pytest.fixture
def visit(
    windows: Windows, luck: Luck, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Visitor]]:
    """A new visitor in their own window; every error of a page fails the test."""
    luck.begin(request.node.nodeid)
    lent: list[tuple[WindowOptions, BrowserContext]] = []
    visitors: list[Visitor] = []

    def come(**how: Any) -> Visitor:
        options = WindowOptions(**how)
        lent.append((options, windows.lend(options)))
        visitors.append(Visitor(lent[-1][1].new_page(), tmp_path))
        return visitors[-1]

    failed = request.session.testsfailed
    yield come
    if request.session.testsfailed > failed:
        print(*[visitor.last_seen() for visitor in visitors], sep="\n")
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for options, context in lent:
        if options.alone or request.session.testsfailed > failed:
            context.close()
        else:
            windows.take_back(options, context)
    assert complaints == []


@pytest.fixture
def late_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that would take a browser minutes begins shortly before its end."""
    begin = Timeline._begin
    made: dict[object, State] = {}

    def late(timeline: Timeline) -> tuple[State, Any]:
        name, key = timeline.game.name, timeline.start.key_for(0)
        if name in WHOLE or name not in NAMES:
            return begin(timeline)
        if key not in made:
            made[key] = before_the_end(begin(timeline)[0])
        return made[key].clone(), NO_EVENTS

    monkeypatch.setattr(Timeline, "_begin", late)


def before_the_end(state: State) -> State:
    """A game as it stands some decisions before dice end it."""
    dice, passed = random.Random(1), deque([state], LATE)
    while state.deciders:
        state = state.clone()
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.legal(seat)))
        state.event_log = []
        passed.append(state)
    return passed[0]
