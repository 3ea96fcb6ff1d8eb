#!/usr/bin/env python3
"""Draw the icons of the installed page: the eye as PNG, for systems without SVG support.

python tools/icons.py      writes them beside the other static files
"""

import struct
import zlib
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).resolve().parent.parent / "src" / "spyring" / "web" / "static"
RED, PAPER, INK = (0x7A, 0x1F, 0x2B), (0xF6, 0xF0, 0xE2), (0x2B, 0x21, 0x18)
CLEAR: Final = (0, 0, 0, 0)
FINE: Final = 3  # samples per pixel in each direction

Colour = tuple[int, ...]


def colour(x: float, y: float, full: bool) -> Colour:
    """The colour at a point of the unit square; a ``full`` icon fills the corners, and stays small enough
    that devices do not crop it.
    """
    scale = 1.25 if full else 1.0
    x, y = (x - 0.5) * scale * 32, (y - 0.5) * scale * 32
    if x * x + y * y <= 4.5**2:
        return (*INK, 255)
    lid = 5.5 * (1 - (x / 12) ** 2)  # the same parabola as in the SVG
    if abs(x) <= 12 and abs(y) <= lid:
        return (*PAPER, 255)
    return (*RED, 255) if full or x * x + y * y <= 15**2 else CLEAR


def pixel(x: int, y: int, size: int, full: bool) -> bytes:
    """The mean colour of a few points."""
    places = [(at + 0.5) / FINE for at in range(FINE)]
    seen = [colour((x + dx) / size, (y + dy) / size, full) for dx in places for dy in places]
    solid = sum(each[3] for each in seen) or 1
    mixed = [sum(each[part] * each[3] for each in seen) // solid for part in range(3)]
    return bytes([*mixed, sum(each[3] for each in seen) // len(seen)])


def png(size: int, full: bool) -> bytes:
    """An icon as a file."""
    rows = b"".join(b"\0" + b"".join(pixel(x, y, size, full) for x in range(size)) for y in range(size))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


if __name__ == "__main__":
    wanted = (("192", 192, False), ("512", 512, False), ("full", 512, True), ("apple", 180, True))
    for name, size, full in wanted:
        STATIC.joinpath(f"icon-{name}.png").write_bytes(png(size, full))
