"""What goes over the wire is small: pages, files and fonts are compressed, updates a fraction of a page."""

import random
import re
import zlib
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from fontTools.ttLib import TTFont
from jinja2 import Environment

import spyring
from spyring.web import create_app
from spyring.web.compression import APART, compressed_page
from spyring.web.fonts import FACES, USE_MY_METRICS, small
from tests.server.harness import Guest, Harness, new_file, open_harness, settings_for

pytestmark = pytest.mark.anyio

GAMES = [game.name for game in spyring.shelf()]
PAGE, UPDATE = 150_000, 16_500  # bytes, all that a browser loads; and after a move, which depends on the deal
MOVES = 16
# To check chance, to hear a table, to look back, and for the times of evenings and events.
ON_DEMAND = {"blake2b.js", "point.js", "sound.js", "replay.js", "times.js"}
BROWSER = {"accept": "text/html", "accept-encoding": "gzip, br", "accept-language": "en"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the small faces are kept, once for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
async def harness(tmp_path: Path, fonts: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harness]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(fonts))
    settings = settings_for(new_file(tmp_path / "table.db"), shelf="spyring.games:shelf")
    async with open_harness(settings, create_app) as opened:
        yield opened


async def weight(client: httpx.AsyncClient, path: str, **headers: str) -> tuple[int, str]:
    """How many bytes come over the wire, and the text in them."""
    async with client.stream("GET", path, headers=BROWSER | headers) as answer:
        assert answer.status_code == 200, path
        raw = b"".join([piece async for piece in answer.aiter_raw()])
    packed = answer.headers.get("content-encoding")
    text = zlib.decompress(raw, 31).decode() if packed == "gzip" else ""
    return len(raw), text


async def in_play(harness: Harness, game: str) -> tuple[str, list[Guest]]:
    """A table in mid-game."""
    names = ("Ann", "Bob", "Cy", "Di", "Eve")[: max(spyring.game(game).seats)]
    table, guests = await harness.table(game, *names)
    dice = random.Random(5)
    for _move in range(MOVES):
        seat = dice.choice((await guests[0].position(table))["deciders"])
        position = await guests[seat].position(table)
        await guests[seat].play(table, dice.choice(position["legal"])["text"], position["number"])
    return table, guests


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_is_light(harness: Harness, game: str) -> None:
    table, guests = await in_play(harness, game)
    client, path = guests[0].client, f"/tables/{table}"
    page, html = await weight(client, path)
    parts = set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)(?:\?[^"]*)?)"', html))
    modules = {module.name for module in static("js").glob("*.js")}
    assert modules - {Path(part).name for part in parts} == ON_DEMAND
    sizes = [(await weight(client, part))[0] for part in parts]
    faces = [(await weight(client, f"/fonts/{face}.woff2"))[0] for face in FACES]
    assert page + sum(sizes) + sum(faces) < PAGE
    number = (await guests[0].position(table))["number"]
    update, frame = await weight(client, path, **{"spyring-shown": str(number - 1)})
    assert 'id="board"' in frame
    assert update < UPDATE


def static(folder: str) -> Path:
    from importlib.resources import files

    return Path(str(files("spyring.web").joinpath("static", folder)))


# -- what is compressed tells nothing ------------------------------------------------------------------------


def test_what_others_wrote_compresses_the_same_whatever_else_stands_there() -> None:
    """The length of a page with a guess in it does not depend on whether the guess is right."""
    secret = "an-arms-deal in your hand, and the token 8d1f0c6b2a"
    for guess in (secret, "x" * 3 + "".join(sorted(secret))):
        page = f"<p>{secret}</p>{APART}<li>{guess}</li>{APART}<p>{secret}</p>"
        alone = f"{APART}<li>{guess}</li>{APART}"
        assert len(compressed_page(page)) - len(compressed_page(alone)) == len(
            compressed_page(f"<p>{secret}</p>{APART}{APART}<p>{secret}</p>")
        ) - len(compressed_page(f"{APART}{APART}"))
    together = f"<p>{secret}</p><li>{secret}</li>"
    assert len(compressed_page(together)) < len(
        compressed_page(f"<p>{secret}</p><li>{'x' + secret[::-1]}</li>")
    )


async def test_talk_stands_apart_and_leaves_no_mark(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("estoril", "Ann", "Bob")
    await bob.post(f"/tables/{table}/chat", {"text": "Bonjour"}, 201)
    _size, html = await weight(ann.client, f"/tables/{table}")
    assert "Bonjour" in html
    assert APART not in html
    plain = await ann.client.get(f"/tables/{table}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert APART not in plain.text


async def test_the_first_reader_waits_for_no_template(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes most of a first page's time was done when the server started."""
    compiled: list[object] = []
    monkeypatch.setattr(Environment, "compile", lambda *given, **_more: compiled.append(given))
    table, (ann, _bob) = await harness.table("estoril", "Ann", "Bob")
    for path in ("/", "/tables", f"/tables/{table}"):
        assert (await ann.client.get(path, headers=BROWSER)).status_code == 200
    assert compiled == []


async def test_refusals_are_not_compressed(harness: Harness) -> None:
    answer = await harness.stranger().get("/nowhere/guess", headers=BROWSER)
    assert answer.status_code == 404
    assert "content-encoding" not in answer.headers


async def test_the_token_of_forms_differs_in_every_answer_and_always_works(harness: Harness) -> None:
    client = harness.stranger()
    client.headers["Origin"] = "http://table.test"
    await client.post("/api/v1/guests", json={"name": "Ann"})
    tokens = [(await client.get("/api/v1/me")).json()["csrf"] for _time in range(2)]
    assert tokens[0] != tokens[1]
    for token in tokens:
        answer = await client.post("/language", data={"csrf": token, "language": "pl", "back": "/"})
        assert answer.status_code == 303
    forged = await client.post("/language", data={"csrf": "00" * 64, "language": "pl", "back": "/"})
    assert forged.status_code == 403


async def test_files_are_pressed_as_the_browser_likes_it(harness: Harness) -> None:
    client = harness.stranger()
    sizes = {}
    for liked in ("br", "gzip", "identity"):
        answer = await client.get("/static/table.css", headers={"accept-encoding": liked})
        assert answer.headers.get("content-encoding", "identity") == liked
        assert "public" in answer.headers["cache-control"]
        sizes[liked] = int(answer.headers["content-length"])
        if liked != "br":  # httpx unpacks what it can
            assert "font" in answer.text
    assert sizes["br"] < sizes["gzip"] < sizes["identity"] / 3


def test_a_face_is_small_and_has_our_letters(fonts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from io import BytesIO

    from fontTools.ttLib import TTFont

    monkeypatch.setenv("XDG_CACHE_HOME", str(fonts))
    face = small("SourceSansPro-Regular")
    assert face is not None
    assert len(face) < 20_000
    letters = TTFont(BytesIO(face)).getBestCmap()
    assert set(map(ord, "Zażółć gęślą jaźń — perché, così… „cytat” ×2")) <= set(letters)
    assert small("SourceSansPro-Nothing") is None


@pytest.mark.parametrize("face", FACES)
def test_every_sign_is_as_wide_as_its_face_says(
    fonts: Path, face: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quotes, dots and per cent signs are made of parts, and must not become as narrow as one of them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(fonts))
    cut = small(face)
    assert cut is not None
    signs = TTFont(BytesIO(cut))["glyf"]
    made_of_parts = [sign for sign in map(signs.__getitem__, signs.keys()) if sign.isComposite()]
    assert made_of_parts
    assert not [sign for sign in made_of_parts for part in sign.components if part.flags & USE_MY_METRICS]
