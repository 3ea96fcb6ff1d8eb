"""Take the pictures of the docs from a running site (``make pictures``).

They show the home page, and every game wide and on a phone. The deals are the same every time.
"""

import base64
import os
import socket
import struct
import tempfile
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np
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
PNG: Final = b"\x89PNG\r\n\x1a\n"
PIXELS: Final = """async (png) => {
    const bytes = Uint8Array.from(atob(png), (byte) => byte.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 8192)
        text += String.fromCharCode(...data.subarray(at, at + 8192));
    return [image.width, image.height, btoa(text)];
}"""
# Seats, options, decisions ahead, and what is in sight by then.
TABLES: Final = {
    "estoril": (3, {}, 12, ""),
    "krakow": (4, {}, 14, "#board .leaf"),
    "spies": (5, {}, 100, "#board .sight .alarm"),
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
    guest.settle()
    guest.picture(name)
    file = guest.folder / f"{name}.png"
    file.write_bytes(with_few_colours(guest, file.read_bytes()))
    print(file)


def with_few_colours(guest: Visitor, png: bytes) -> bytes:
    """The same picture with a palette: the browser reads the pixels."""
    width, height, pixels = guest.page.evaluate(PIXELS, base64.b64encode(png).decode())
    rgba = np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(height, width, 4)
    rgb = rgba[:, :, :3].astype(np.int32)
    coarse = (rgb >> 4) @ np.array([256, 16, 1])
    _kinds, at, count = np.unique(coarse, return_inverse=True, return_counts=True)
    sums = np.stack([np.bincount(at.ravel(), rgb[:, :, part].ravel()) for part in range(3)], 1)
    mean = sums / count[:, None]
    palette = mean[np.argsort(-count)[:COLOURS]]
    nearest = np.array([((palette - one) ** 2).sum(1).argmin() for one in mean], np.uint8)
    rows = nearest[at.reshape(height, width)]
    body = b"".join(b"\0" + row.tobytes() for row in rows)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = palette.round().astype(np.uint8).tobytes()
    chunks = [(b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(body, 9)), (b"IEND", b"")]
    return PNG + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part))
        for kind, part in chunks
    )


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
