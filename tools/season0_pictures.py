"""Draw the contact sheets of Season 0 (``PYTHONPATH=src python tools/season0_pictures.py``).

They show the portraits in all disguises, the skylines of the city cards and the pieces side by side, as the
pages draw them, by day and by night.
"""

import re
from pathlib import Path
from typing import Any, Final

import spyring
from spyring.web.templates import environment, of_game
from spyring.web.words import GameWords, Words

SHEETS: Final = Path(__file__).resolve().parents[1] / "docs/pictures"
WIDE: Final = 960
GAP: Final = 12
# Paper, card, ink and the three affiliations, as in `style.css`.
DAY: Final = (
    "#d8c49a",
    "#fbf4e0",
    "#222222",
    {"allied": "#2f5f92", "neutral": "#8a6a12", "soviet": "#a8322a"},
)
NIGHT: Final = (
    "#14171b",
    "#262c34",
    "#e6dfcf",
    {"allied": "#86b6ea", "neutral": "#e2bf5c", "soviet": "#f0857b"},
)
OFFICERS: Final = {"triangle": "#b3382c", "circle": "#2f7a4b", "square": "#2f5d8c", "diamond": "#a97a00"}


def at(x: float, y: float, wide: float, high: float, picture: str) -> str:
    """An SVG of the pages at its place on the sheet."""
    size = f'<svg x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"'
    return re.sub(r"<svg( class=\"[^\"]*\")?", size, picture.strip(), count=1)


def written(x: float, y: float, text: str, size: int = 11) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}">{text}</text>'


def sign(name: str, x: float, y: float, size: int, colour: str) -> str:
    """A symbol in a colour."""
    box = f'x="{x:g}" y="{y:g}" width="{size}" height="{size}" color="{colour}"'
    return f'<svg {box}><use href="#{name}"/></svg>'


class Sheet:
    """What was drawn so far, from top to bottom."""

    def __init__(self, night: bool) -> None:
        self.paper, self.card, self.ink, self.sides = NIGHT if night else DAY
        self.lines: list[str] = []
        self.y = GAP

    def title(self, text: str) -> None:
        self.lines.append(
            f'<text x="{GAP}" y="{self.y + 16}" font-size="16" text-anchor="start">{text}</text>'
        )
        self.y += 28

    def portraits(self, words: GameWords, faces: Any) -> None:
        """Each character without and with the disguise of each affiliation."""
        self.title("Portraits")
        size = 104
        for row, side in enumerate(faces.disguises):
            for column, who in enumerate(faces.people):
                x, y = GAP + column * (size + 130), self.y + row * (size + GAP)
                said = words.title("affiliation", side) if side else words.title("character", who)
                picture = str(faces.face(who, side)).replace('"#f-', '"#face-')
                self.lines += [at(x, y, size, size, picture), written(x + size + 40, y + 56, said)]
        self.y += len(faces.disguises) * (size + GAP) + GAP

    def cities(self, game: Any, skylines: Any) -> None:
        """The picture of every city card, in the colour of its affiliation."""
        self.title("City cards")
        wide, high, row = 108, 62, 8
        for number, city in enumerate(game.box.cities):
            x = GAP + number % row * (wide + 10)
            y = self.y + number // row * (high + 10)
            side = self.sides[city["affiliation"]]
            self.lines += [
                f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="4" fill="{self.card}"/>',
                f'<rect x="{x}" y="{y}" width="{wide}" height="6" fill="{side}"/>',
                f'<g color="{side}">'
                + at(x + 8, y + 10, wide - 16, 32, str(skylines.skyline(city["id"])))
                + "</g>",
                written(x + wide / 2, y + high - 6, city["name"]),
            ]
        self.y += -(-len(game.box.cities) // row) * (high + 10) + GAP

    def pieces(self, faces: Any, signs: list[str]) -> None:
        """Pawns, teams, and every sign."""
        self.title("Pieces")
        for column, (who, (seat, colour)) in enumerate(zip(faces.people, OFFICERS.items(), strict=True)):
            x = GAP + 34 + column * 90
            self.lines += [
                f'<circle cx="{x}" cy="{self.y + 34}" r="29" fill="{colour}" stroke="#fff"/>',
                sign(f"face-{who}", x - 38, self.y, 76, colour),
                written(x, self.y + 88, seat),
            ]
        for column, (side, colour) in enumerate(self.sides.items()):
            x = GAP + 400 + column * 90
            self.lines += [
                sign("z-team", x, self.y, 60, colour),
                written(x + 30, self.y + 88, f"{side} team"),
            ]
        self.y += 104
        for number, name in enumerate(signs):
            x, y = GAP + number % 10 * 94, self.y + number // 10 * 66
            self.lines += [
                sign(name, x + 22, y, 40, self.ink),
                written(x + 42, y + 54, name.removeprefix("z-")),
            ]
        self.y += -(-len(signs) // 10) * 66

    def text(self, symbols: str) -> str:
        """The whole sheet."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {self.y + GAP}" width="{WIDE}" '
            f'height="{self.y + GAP}" font-family="Georgia, serif" text-anchor="middle" fill="{self.ink}">'
        )
        ground = f'<rect width="{WIDE}" height="{self.y + GAP}" fill="{self.paper}"/>'
        return "\n".join([head, ground, f"<defs>{symbols}</defs>", *self.lines, "</svg>", ""])


def drawn() -> dict[Path, str]:
    """Both sheets, with their text."""
    game, env = spyring.game("season0"), environment()
    faces, skylines = (
        env.get_template(of_game(game, name)).make_module({"game": game})
        for name in ("faces.html", "skylines.html")
    )
    page = env.get_template(of_game(game, "signs.svg")).render(game=game)
    symbols = re.findall(r"<symbol .*?</symbol>", page, re.DOTALL)
    signs = [name for name in re.findall(r'<symbol id="([^"]*)"', page) if name.startswith("z-")]
    shapes = "".join(symbols).replace('id="f-', 'id="face-')
    found = {}
    for night, name in ((False, "season0-pictures.svg"), (True, "season0-pictures-night.svg")):
        sheet = Sheet(night)
        sheet.portraits(GameWords(game, Words("en")), faces)
        sheet.cities(game, skylines)
        sheet.pieces(faces, signs)
        found[SHEETS / name] = sheet.text(shapes)
    return found


if __name__ == "__main__":
    for path, text in drawn().items():
        path.write_text(text, "utf-8")
