"""The things of Spies! that ``words.toml`` cannot list: numbered ones, and those that the box names."""

from typing import Final

from spyring.engine.i18n import Translate, _, english
from spyring.engine.notation import Domain
from spyring.games.spies import words as w
from spyring.games.spies.box import Box


class Numbered(Domain):
    """Things with a word and a number: Secret 17, Germany 3."""

    def __init__(self, name: str, labels: tuple[str, ...], words: tuple[str, ...], each: int) -> None:
        super().__init__(name, labels, words)
        self.words = words  # message keys
        self.each = each

    def title(self, number: int, translate: Translate = english) -> str:
        if not 0 <= number < len(self.labels):
            return str(number)
        return f"{translate(self.words[number // self.each])} {number % self.each + 1}"


SPY: Final = Numbered(
    "spy",
    tuple(f"{nation}-{number}" for nation in w.NATION_IDS for number in w.OWN_SPY_IDS),
    w.NATION.titles,
    w.SPIES,
)
SECRET: Final = Numbered(
    "secret", tuple(f"secret-{number + 1}" for number in range(w.SECRETS)), (_("Secret"),), w.SECRETS
)


class Places:
    """The cities, spaces and tiles of a box, and the faces of its secrets."""

    def __init__(self, box: Box) -> None:
        cities, zones = _titles(box, "city"), _titles(box, "zone")
        self.city = Domain("city", box.city_ids, cities)
        self.space = Domain("space", box.space_ids, (*cities, *zones))
        self.tile = Domain("tile", box.tile_ids, _titles(box, "tile"))
        self.face = Domain("face", box.face_ids, _titles(box, "secret"))


def _titles(box: Box, part: str) -> tuple[str, ...]:
    return tuple(str(row["name"]) for row in box.data[part])
