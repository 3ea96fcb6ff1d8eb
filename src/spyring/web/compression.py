"""Compression: files once and as small as possible, pages quickly and safely.

An attacker who can put text into a page and measure its length can guess its secrets, because repeated text
compresses well (BREACH). So text by other people is compressed apart from the rest of a page (``APART`` marks
it). Errors, which may quote an address, are not compressed. And the token of forms is another one in every
answer.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import brotli
import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import FileResponse, Response

zlib: Any
try:  # twice as fast
    from zlib_ng import zlib_ng as zlib
except ImportError:
    import zlib

APART: Final = "<!-- apart -->"  # people's text is escaped, so it cannot contain this
GZIP_LEVEL: Final = 3
BROTLI_LEVEL: Final = 3
COMPRESSIBLE: Final = (".css", ".js", ".svg", ".json", ".webmanifest")
VARIES: Final = {"Vary": "Accept-Encoding, Accept-Language, Cookie"}
PACKED: Final = {"Content-Encoding": "gzip"}
FOR_AUTHORS: Final = {
    ".js": re.compile(rb"^[ \t]*//[^\n]*\n", re.MULTILINE),
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}


def encodings(headers: Headers) -> set[str]:
    """The encodings that a browser accepts."""
    named = headers.get("accept-encoding", "")[:200].split(",")
    return {name.partition(";")[0].strip() for name in named if "q=0" not in name.replace("q=0.", "")}


def compressed_page(text: str) -> bytes:
    """A page as gzip; its parts share neither a window nor a code table."""
    compressor = zlib.compressobj(GZIP_LEVEL, wbits=31)
    parts = [
        compressor.compress(part.encode()) + compressor.flush(zlib.Z_FULL_FLUSH) for part in text.split(APART)
    ]
    return b"".join([*parts, compressor.flush()])


def page_response(text: str, status: int, headers: Headers) -> Response:
    """A page; compressed if the browser accepts it and it is not an error."""
    if status < 400 and "gzip" in encodings(headers):
        return Response(compressed_page(text), status, {**VARIES, **PACKED}, "text/html")
    return Response(text.replace(APART, ""), status, VARIES, "text/html")


def scenes_response(sent: dict[str, Any], headers: Headers) -> Response:
    """Scenes for an open page, compressed as a whole: the only text by people in them is the names of
    players. Brotli's window is large enough for repeated boards.
    """
    content, liked = orjson.dumps(sent), encodings(headers)
    if "br" in liked:
        content, encoding = brotli.compress(content, quality=BROTLI_LEVEL), {"Content-Encoding": "br"}
    elif "gzip" in liked:
        compressor = zlib.compressobj(GZIP_LEVEL, wbits=31)
        content, encoding = compressor.compress(content) + compressor.flush(), PACKED
    else:
        encoding = {}
    return Response(content, headers={**VARIES, **encoding}, media_type="application/json")


def compressed_file(response: Response, headers: Headers) -> Response:
    """A static file in the smallest encoding that the browser accepts."""
    if not (isinstance(response, FileResponse) and str(response.path).endswith(COMPRESSIBLE)):
        return response
    liked = encodings(headers)
    encoding = next((name for name in ("br", "gzip") if name in liked), None)
    if encoding is None or response.status_code != 200 or "range" in headers:
        return response
    path = Path(response.path)
    content = _compressed(path, path.stat().st_mtime_ns, encoding)
    kept = MutableHeaders(raw=list(response.headers.raw))
    for name in ("content-length", "accept-ranges"):
        del kept[name]
    kept["Content-Encoding"], kept["Vary"] = encoding, "Accept-Encoding"
    return Response(content, headers=dict(kept))


@lru_cache(maxsize=512)
def _compressed(path: Path, _changed: int, encoding: str) -> bytes:
    content = path.read_bytes()
    if path.suffix in FOR_AUTHORS:  # comments are for readers of the source
        content = FOR_AUTHORS[path.suffix].sub(b"", content)
    if encoding == "br":
        small: bytes = brotli.compress(content, mode=brotli.MODE_TEXT, quality=10)
        return small
    compressor = zlib.compressobj(9, wbits=31)
    return b"".join([compressor.compress(content), compressor.flush()])
