"""Fonts from their packages, cut down to the letters of our languages.

A whole font has about 250 kB, of which pages need a tenth. Cutting takes a second, so it is done at the first
request and cached in the user's cache folder.
"""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from platformdirs import user_cache_path

FACES: Final = {
    **{f"SourceSerifPro-{face}": "font_source_serif_pro" for face in ("Regular", "It", "Bold")},
    **{f"SourceSansPro-{face}": "font_source_sans_pro" for face in ("Regular", "Semibold")},
}
# Latin letters with all European accents, and signs.
SIGNS: Final = "\u2010\u2011–—‘’‚“”„•…‰′″‹›€№™←↑→↓−≤≥"
LETTERS: Final = (*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, SIGNS))
USE_MY_METRICS: Final = 0x0200  # a flag of glyph components
FEATURES: Final = ("locl", "tnum", "lnum")  # accented letters are single glyphs
FINE_FEATURES: Final = ("kern", "liga", *FEATURES)
PLAIN_FACES: Final = ("SourceSerifPro-It",)  # for a few words at a time: pairs of letters cost 4 kB


def file_of_face(face: str) -> Path | None:
    """The file of a font in its package; None if it is not installed."""
    package = FACES.get(face)
    spec = None if package is None else find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0], "files", f"{face}.ttf")


@cache
def small(face: str) -> bytes | None:
    """A font as WOFF2; None if it is not installed."""
    source = file_of_face(face)
    if source is None or not source.is_file():
        return None
    whole = source.read_bytes()
    features = FEATURES if face in PLAIN_FACES else FINE_FEATURES
    # The name of the cached file depends on everything that changes the result; a phrase stands for `_cut`.
    recipe = repr((LETTERS, features, "widths of their own")).encode()
    kept = kept_files("fonts") / f"{hashlib.blake2b(whole + recipe, digest_size=12).hexdigest()}.woff2"
    with contextlib.suppress(OSError):
        return kept.read_bytes()
    cut = _cut(whole, features)
    _keep(kept, cut)
    return cut


def _cut(whole: bytes, features: Sequence[str]) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options()
    options.layout_features = list(features)
    options.hinting = False
    options.notdef_outline = True
    font = TTFont(BytesIO(whole), lazy=True)
    cutter = Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(font)
    _own_widths(font)
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _own_widths(font: Any) -> None:
    """Composite glyphs keep their own width. The packaged serifs ask for the width of a component, which
    would make a double quote as narrow as a single one.
    """
    for sign in font["glyf"].glyphs.values():
        sign.expand(font["glyf"])
        for part in sign.components if sign.isComposite() else ():
            part.flags &= ~USE_MY_METRICS


def kept_files(kind: str) -> Path:
    """The cache folder."""
    return user_cache_path("spyring", appauthor=False) / kind


def _keep(path: Path, content: bytes) -> None:
    """Cache a file for the next start, if possible."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)  # whole or not at all
