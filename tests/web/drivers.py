"""Two more browsers, driven as their makers offer it: Firefox by WebDriver BiDi, WebKit by its WebDriver."""

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

MINUTES = 180  # seconds; enough for anything that will ever happen


class Driver(Protocol):
    """A browser window."""

    def go(self, address: str) -> None: ...
    def run(self, expression: str) -> Any: ...
    def close(self) -> None: ...


def wait(driver: Driver, expression: str) -> Any:
    """The value of an expression of the page, once it is true."""
    end = time.monotonic() + MINUTES
    while time.monotonic() < end:
        if found := driver.run(expression):
            return found
        time.sleep(0.05)
    raise AssertionError(f"it never came true: {expression}")


def _installed(*names: str) -> str:
    for name in names:
        if found := shutil.which(name):
            return found
    raise AssertionError(f"{names[0]} is missing; Debian: apt-get install firefox-esr webkit2gtk-driver xvfb")


class Socket:
    """As much of a WebSocket as a conversation in short texts needs."""

    def __init__(self, address: str) -> None:
        host, port, path = re.fullmatch(r"ws://([^:/]+):(\d+)(/.*)", address).groups()  # type: ignore[union-attr]
        self.line = socket.create_connection((host, int(port)), MINUTES)
        key = base64.b64encode(os.urandom(16)).decode()
        self.line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.read = self.line.makefile("rb")
        assert b" 101 " in self.read.readline()
        while self.read.readline().strip():
            pass

    def send(self, text: str) -> None:
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
        self.line.sendall(
            b"\x81" + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        )

    def receive(self) -> str:
        """The next whole text; pings need no answer within a test."""
        text = b""
        while True:
            first, second = self.read.read(2)
            size = second & 0x7F
            if size > 125:
                size = int.from_bytes(self.read.read(2 if size == 126 else 8), "big")
            data = self.read.read(size)
            if first & 0x0F < 3:
                text += data
                if first & 0x80:
                    return text.decode()


class Firefox:
    """Firefox without a window, by WebDriver BiDi."""

    def __init__(self, folder: Path) -> None:
        (folder / "user.js").write_text('user_pref("intl.accept_languages", "en-GB");\n', "utf-8")
        call = [_installed("firefox-esr", "firefox"), "--headless", "--profile", str(folder)]
        self.process = subprocess.Popen(
            [*call, "--remote-debugging-port", "0"], stderr=subprocess.PIPE, text=True, env=_own(folder)
        )
        self.count = 0
        self.socket = Socket(self._address() + "/session")
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def _address(self) -> str:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                return found[1]
        raise AssertionError("Firefox ended before it listened")

    def ask(self, method: str, **params: object) -> Any:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.count:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, expression: str) -> Any:
        said = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression}) ?? 'null'",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert said["type"] == "success", said
        return json.loads(said["result"]["value"])

    def close(self) -> None:
        _end(self.process)


class WebKit:
    """WebKitGTK's own small browser on a screen of its own, by its WebDriver."""

    BROWSERS = "webkit2gtk-4.*/MiniBrowser"

    def __init__(self, folder: Path) -> None:
        driver = _installed("WebKitWebDriver")
        settings = folder / ".config/gtk-3.0/settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            "[Settings]\ngtk-enable-animations=0\n", "utf-8"
        )  # its view transitions crash without a graphics card
        found = sorted(Path("/usr").glob(f"lib*/*/{self.BROWSERS}")) + sorted(
            Path("/usr").glob(f"lib*/{self.BROWSERS}")
        )
        assert found, "WebKit's MiniBrowser is missing; Debian has it in libwebkit2gtk-4.1-0"
        self.screen = subprocess.Popen(
            [_installed("Xvfb"), "-displayfd", "1", "-screen", "0", "1280x720x24"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.screen.stdout is not None
        number = self.screen.stdout.readline().strip()
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            port = door.getsockname()[1]
        own = {**_own(folder), "DISPLAY": f":{number}", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
        self.process = subprocess.Popen([driver, f"--port={port}"], env=own, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        options = {"binary": str(found[-1]), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.base += "/session/" + _patiently(lambda: self._ask("/session", wanted))["sessionId"]

    def _ask(self, path: str, said: dict[str, Any]) -> Any:
        request = urllib.request.Request(self.base + path, json.dumps(said).encode())
        try:
            with urllib.request.urlopen(request, timeout=MINUTES) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            raise AssertionError(refused.read().decode()) from refused

    def go(self, address: str) -> None:
        self._ask("/url", {"url": address})

    def run(self, expression: str) -> Any:
        return self._ask("/execute/sync", {"script": f"return {expression}", "args": []})

    def close(self) -> None:
        _end(self.process)
        _end(self.screen)


def _own(folder: Path) -> dict[str, str]:
    """Read and write nothing of the user who runs the tests."""
    return {**os.environ, "HOME": str(folder), "LANG": "C.UTF-8", "MOZ_REMOTE_SETTINGS_DEVTOOLS": "0"}


def _patiently(ask: Callable[[], Any]) -> Any:
    end = time.monotonic() + MINUTES
    while True:
        try:
            return ask()
        except urllib.error.URLError:  # not there yet
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def _end(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
