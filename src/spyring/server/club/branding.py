"""How a club's server looks: its name, colour, logo and notice, and a banner on all pages."""

import asyncio
import hashlib
from functools import cached_property
from pathlib import Path
from typing import Final

from sqlalchemy import delete, insert, select

from spyring.engine.i18n import _
from spyring.server.core.problems import Refused
from spyring.server.core.settings import BadSettings, Settings
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import secrets as kept

BANNER: Final = "banner"  # no secret, but of the server itself
MAX_BANNER: Final = 200
MAX_LOGO_BYTES: Final = 256 * 1024
LOGO_TYPES: Final = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
# The colours of the pages that the accent must be told from, and how well: WCAG AA.
LIGHT, DARK, ON_ACCENT = (0xF6, 0xF0, 0xE2), (0x24, 0x1F, 0x1A), (0xFF, 0xF6, 0xE9)
CONTRAST: Final = 4.5
Colour = tuple[int, int, int]


class Branding:
    """What all pages show of the club."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.name = settings.club_name
        self.notice = settings.club_notice
        self.guests = settings.guests
        self.accent = settings.club_accent
        self.logo_file = settings.club_logo
        self.database = database
        self._usual_banner = settings.banner
        self.banner = settings.banner
        self._reading = asyncio.Lock()

    @cached_property
    def logo(self) -> tuple[bytes, str]:
        """The logo and its type."""
        return read_logo(self.logo_file)

    @cached_property
    def style(self) -> str:
        """The style sheet with the accent; empty without one."""
        return style_of(self.accent) if self.accent else ""

    @cached_property
    def mark(self) -> str:
        """Changes with the style and the logo, so that browsers can cache both."""
        content = self.style.encode() + (self.logo[0] if self.logo_file else b"")
        return hashlib.sha256(content).hexdigest()[:10]

    async def refresh(self) -> str:
        """Read the banner again."""
        async with self._reading:  # or what was read first might be shown last
            stored = await self.database.value(select(kept.c.value).where(kept.c.name == BANNER))
            self.banner = stored or self._usual_banner
        return self.banner

    async def set_banner(self, text: str) -> None:
        """Show a text on all pages; an empty one removes it."""
        text = " ".join(text.split())
        if len(text) > MAX_BANNER:
            raise Refused("too-long", _("A banner has at most {n} characters."), n=str(MAX_BANNER))
        async with self.database.writing() as connection:
            await connection.execute(delete(kept).where(kept.c.name == BANNER))
            if text:
                await connection.execute(insert(kept).values(name=BANNER, value=text))
        await self.refresh()


def read_logo(file: str) -> tuple[bytes, str]:
    """A logo and its type, or a refusal."""
    path = Path(file)
    kind = LOGO_TYPES.get(path.suffix.lower())
    if kind is None:
        raise BadSettings(f"SPYRING_CLUB_LOGO: {file} is no PNG, JPEG, WebP or SVG file.")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadSettings(f"SPYRING_CLUB_LOGO: {file} cannot be read: {error.strerror}.") from None
    if len(content) > MAX_LOGO_BYTES:
        raise BadSettings(f"SPYRING_CLUB_LOGO: {file} has more than {MAX_LOGO_BYTES // 1024} kB.")
    return content, kind


def style_of(accent: str) -> str:
    """The accent as a style sheet: darker on paper, lighter at night, until it can be read.

    >>> style_of("#ffff00")
    ':root { --accent: light-dark(#707000, #ffff00); --accent-fill: #757500; }\\n'
    """
    colour = (int(accent[1:3], 16), int(accent[3:5], 16), int(accent[5:7], 16))
    on_paper, at_night = _readable(colour, LIGHT, 0), _readable(colour, DARK, 255)
    fill = _readable(colour, ON_ACCENT, 0)
    return f":root {{ --accent: light-dark({on_paper}, {at_night}); --accent-fill: {fill}; }}\n"


def _readable(colour: Colour, beside: Colour, towards: int) -> str:
    """The colour, mixed with black or white until it contrasts with the one beside it."""
    mixed = colour
    for step in range(1, 101):
        if _contrast(mixed, beside) >= CONTRAST:
            break
        red, green, blue = (round(part + (towards - part) * step / 100) for part in colour)
        mixed = (red, green, blue)
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def _contrast(one: Colour, other: Colour) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    """As WCAG defines it."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
