"""Draw the pictures of Kraków's cards (``python tools/krakow_pictures.py``) from its ``web/pictures.toml``.

It writes one file of symbols that browsers load once, ``web/pictures.svg``: a symbol for each card, composed
of shared parts. It also writes contact sheets into ``docs/pictures``, by day and by night, which show all
pictures side by side.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
WEB: Final = ROOT / "src/spyring/games/krakow/web"
SHEETS: Final = ROOT / "docs/pictures"
WIDE, HIGH = 120, 84  # of a picture
LINE: Final = 1.6  # the width of every outline
ROW: Final = 8  # pictures in a row of a contact sheet
GROUPS: Final = {"green": "#5f7d45", "blue": "#2c5c9e", "yellow": "#b08a10", "red": "#a3242f"}

STROKE: Final = re.compile(r"-?[A-Z*]?\d?\.? [Mo].*|- M.*")

Drawings = dict[str, Any]


def stroke(text: str, paint: str = "") -> str:
    """One stroke of the pen as SVG, with {letters} for the paints."""
    assert STROKE.fullmatch(text), f"neither a part nor a stroke: {text}"
    how, _, shape = text.partition(" ")
    how = how.replace("*", paint)
    if how.startswith("-"):
        colour, width = how[1:2] or "K", how[2:]
        look = f' fill="none" stroke="{{{colour}}}"' + (f' stroke-width="{width}"' if width else "")
    elif how.endswith("."):
        look = f' fill="{{{how[0]}}}" stroke="none"'
    else:
        look = f' fill="{{{how}}}"'
    if shape.startswith("o "):
        x, y, r = shape.split()[1:]
        return f'<circle cx="{x}" cy="{y}" r="{r}"{look}/>'
    return f'<path d="{shape}"{look}/>'


def placed(text: str, drawings: Drawings) -> str:
    """A part in its place on a picture, or a stroke of this picture alone."""
    name, *rest = text.split()
    name, _, paint = name.partition("@")
    if name not in drawings["parts"]:
        return stroke(text)
    x, y = rest[:2]
    size, turn = (*rest[2:], *("1", "0")[len(rest) - 2 :])
    moves = f"translate({x} {y})"
    if turn != "0":
        moves += f" rotate({turn})"
    if size != "1":
        moves += f" scale({size} {size.lstrip('-')})" if size.startswith("-") else f" scale({size})"
    return f'<use href="#{ident(name, paint)}" transform="{moves}"/>'


def ident(part: str, paint: str) -> str:
    """The id of a part in a paint."""
    return f"p-{part}-{paint}" if paint else f"p-{part}"


def used(drawings: Drawings) -> list[tuple[str, str]]:
    """Every part in every paint that a picture uses."""
    found: dict[tuple[str, str], None] = {}
    for lines in drawings["pictures"].values():
        for line in lines[1:]:
            name, _, paint = line.split()[0].partition("@")
            if name in drawings["parts"]:
                found[name, paint] = None
    return sorted(found)


def symbols(drawings: Drawings, paints: dict[str, str]) -> list[str]:
    """All parts, then all pictures, in these paints."""
    lines = ["<defs>"]
    for name, paint in used(drawings):
        body = "".join(stroke(one, paint) for one in drawings["parts"][name])
        lines.append(f'<g id="{ident(name, paint)}">{body}</g>')
    for name, strokes in drawings["grounds"].items():
        lines.append(f'<g id="p-{name}">{"".join(map(stroke, strokes))}</g>')
    lines.append("</defs>")
    for card, (ground, *rest) in drawings["pictures"].items():
        body = f'<use href="#p-{ground}"/>' + "".join(placed(one, drawings) for one in rest)
        lines.append(
            f'<symbol id="{card}" viewBox="0 0 {WIDE} {HIGH}"><g stroke="{{K}}" stroke-width="{LINE}" '
            f'stroke-linejoin="round" stroke-linecap="round">{body}</g></symbol>'
        )
    return [re.sub(r"\{(\w)\}", lambda found: paints[found[1]], line) for line in lines]


def sprite(drawings: Drawings) -> str:
    """The file for browsers, in day or night colours like the page."""
    paints = {letter: f"light-dark({day},{night})" for letter, (day, night) in drawings["paints"].items()}
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols(drawings, paints), "</svg>", ""])


def sheet(drawings: Drawings, cards: list[Drawings], night: bool) -> str:
    """All pictures with the names of their cards beneath, sorted by group."""
    paints = {letter: both[night] for letter, both in drawings["paints"].items()}
    paper, ink = ("#17120d", "#efe3c9") if night else ("#f3e9d2", "#2b2118")
    across, down, gap = WIDE + 16, HIGH + 32, 8
    lines = symbols(drawings, paints)
    for at, card in enumerate(cards):
        x, y = gap + at % ROW * across, gap + at // ROW * down
        lines += [
            f'<svg x="{x}" y="{y}" width="{WIDE}" height="{HIGH}"><use href="#{card["id"]}"/></svg>',
            f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" fill="none" '
            f'stroke="{GROUPS[card["group"]]}" stroke-width="3"/>',
            f'<text x="{x + WIDE / 2:.0f}" y="{y + HIGH + 15}" font-size="9">{card["name"]}</text>',
        ]
    width, height = gap + ROW * across, gap + -(-len(cards) // ROW) * down
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="Georgia, serif" text-anchor="middle" fill="{ink}">',
            f'<rect width="{width}" height="{height}" fill="{paper}"/>',
            *lines,
            "</svg>",
            "",
        ]
    )


def read() -> Drawings:
    """The shared parts, and the pictures composed of them."""
    return tomllib.loads((WEB / "pictures.toml").read_text("utf-8"))


def drawn() -> dict[Path, str]:
    """Every file that this tool writes, with its text."""
    drawings = read()
    cards = tomllib.loads((WEB.parent / "box.toml").read_text("utf-8"))["card"]
    return {
        WEB / "pictures.svg": sprite(drawings),
        SHEETS / "krakow-cards.svg": sheet(drawings, cards, night=False),
        SHEETS / "krakow-cards-night.svg": sheet(drawings, cards, night=True),
    }


if __name__ == "__main__":
    for path, text in drawn().items():
        path.write_text(text, "utf-8")
