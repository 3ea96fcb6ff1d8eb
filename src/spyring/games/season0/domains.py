"""The domains made from a box, or by counting; the others are in ``words.toml``."""

from typing import Any, Final

from spyring.engine.i18n import _
from spyring.engine.notation import Domain, EventBook, MoveBook
from spyring.games.season0 import words as w
from spyring.games.season0.box import EVENT_IDS, Box

# Things of a campaign with numbers or letters.
STORY_IDS: Final = tuple(f"{month:02}-{order:02}" for month in range(13) for order in range(1, 10))
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WINDOW_IDS: Final = (
    *(str(number) for number in range(11, 47)),
    *LETTERS,
    *(letter + letter for letter in LETTERS),
)
BOX_IDS: Final = tuple(f"{number:04}" for number in range(1, 9))


class Domains:
    """The domains of one box."""

    def __init__(self, box: Box) -> None:
        cities, held = _titles(box.cities), tuple(box.card_ids[: w.CARDS])
        events = (*_titles(box.events), *w.LATER_EVENT.titles)
        later = w.LATER_EVENT_IDS
        self.city = Domain("city", tuple(box.ids), cities)
        self.event = Domain("event", EVENT_IDS, events, later)
        self.held = Domain("card", held, (*cities, *events), later)
        self.card = Domain("card", tuple(box.card_ids), (*cities, *events, _("an Escalation card")), later)
        self.character = Domain("character", w.CHARACTER_IDS, _titles(box.characters))
        self.occupation = Domain("occupation", w.OCCUPATION_IDS, _titles(box.occupations))
        self.weakness = Domain("weakness", w.WEAKNESS_IDS, _titles(box.weaknesses))
        self.asset = Domain("asset", w.ASSET_IDS, _titles(box.assets))

    def moves(self) -> MoveBook:
        return w.move_book(
            city=self.city,
            event=self.event,
            held=self.held,
            character=self.character,
            occupation=self.occupation,
            weakness=self.weakness,
            asset=self.asset,
        )

    def events(self) -> EventBook:
        return w.event_book(
            city=self.city,
            event=self.event,
            card=self.card,
            character=self.character,
            occupation=self.occupation,
            weakness=self.weakness,
            asset=self.asset,
            story=Domain("story", STORY_IDS),
            window=Domain("window", WINDOW_IDS),
            box=Domain("box", BOX_IDS),
        )


def _titles(entries: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(str(entry["name"]) for entry in entries)
