"""Take the pictures of the docs from a running site (``make pictures``): the home page, and every game wide and on a phone."""

import os
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
import uvicorn
from playwright.sync_api import sync_playwright

from spyring.bots.catalogue import LEVELS
from spyring.server.core.settings import Settings
from spyring.web import create_app
from tests.luck import SAME_NONCES, Luck, lay_out
from tests.web.visitor import Visitor

PICTURES: Final = Path(__file__).resolve().parents[1] / "docs/pictures"
WIDE: Final = (1280, 720)
PHONE: Final = (390, 844)
COLOURS: Final = 256  # of a picture: a third of the bytes, and no eye sees it
# Seats, options, decisions ahead, and what is in sight by then.
TABLES: Final = {
    "estoril": (3, {}, 12, ""),
    "krakow": (4, {}, 14, "#board .leaf"),
    "spies": (5, {}, 150, ""),
    "season0": (2, {}, 12, ""),
}
STILL: Final = "localStorage.setItem('prefer:speed', 'once')"


@contextmanager
def site() -> Iterator[str]:
    """The address of a site with an empty database, the same deals every time, and bots that hardly think."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        luck = Luck()
        luck.begin("pictures")
        lay_out(luck, patch)
        for level in LEVELS:
            patch.setitem(LEVELS, level, "heuristic")
        settings = Settings(
            database_url=f"sqlite:///{folder}/pictures.db", bots="threads", bot_delay=0.0, rate_factor=0.0
        )
        door = socket.socket()
        door.bind(("127.0.0.1", 0))
        door.listen()
        server = uvicorn.Server(
            uvicorn.Config(create_app(settings), log_level="error", timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


@contextmanager
def visitor(folder: Path, size: tuple[int, int] = WIDE) -> Iterator[Visitor]:
    """Somebody with a browser window in front of that site."""
    with site() as address, sync_playwright() as playwright:
        chromium = os.environ.get("SPYRING_CHROMIUM") or "/usr/bin/chromium"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        width, height = size
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            locale="en-GB",
            color_scheme="light",
            reduced_motion="reduce",
        )
        context.add_init_script(STILL)
        context.add_init_script(SAME_NONCES)
        yield Visitor(context.new_page(), folder)
        browser.close()


def take(guest: Visitor, name: str) -> None:
    """Save what is in sight, with few colours."""
    from PIL import Image  # here, because only this tool needs it

    guest.settle()
    guest.picture(name)
    file = guest.folder / f"{name}.png"
    Image.open(file).convert("RGB").quantize(COLOURS).save(file, optimize=True)
    print(file)


def main() -> None:
    """Take all pictures."""
    with visitor(PICTURES) as ada:
        ada.go("/")
        for game, (seats, options, ahead, until) in TABLES.items():
            ada.resize(*WIDE)
            ada.table_against_bots(game, seats, level="normal", ahead=ahead, until=until, **options)
            ada.wait_to_be_asked()
            take(ada, game)
            ada.resize(*PHONE)
            take(ada, f"{game}-phone")
        ada.resize(*WIDE)
        ada.go("/")
        take(ada, "front-door")


if __name__ == "__main__":
    main()
