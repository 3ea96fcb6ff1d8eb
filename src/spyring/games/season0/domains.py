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


def books(box: Box) -> tuple[MoveBook, EventBook]:
    """Every move and every event of a game with this box."""
    cities = _titles(box.cities)
    events = (*_titles(box.events), *w.LATER_EVENT.titles)
    cards = (*cities, *events, _("an Escalation card"))
    later = w.LATER_EVENT_IDS
    shared = {
        "city": Domain("city", tuple(box.ids), cities),
        "event": Domain("event", EVENT_IDS, events, later),
        "character": Domain("character", w.CHARACTER_IDS, _titles(box.characters)),
        "occupation": Domain("occupation", w.OCCUPATION_IDS, _titles(box.occupations)),
        "weakness": Domain("weakness", w.WEAKNESS_IDS, _titles(box.weaknesses)),
        "asset": Domain("asset", w.ASSET_IDS, _titles(box.assets)),
    }
    held = Domain("card", tuple(box.held_ids), cards[: w.CARDS], later)
    kinds = w.event_book(
        **shared,
        card=Domain("card", tuple(box.card_ids), cards, later),
        story=Domain("story", STORY_IDS),
        window=Domain("window", WINDOW_IDS),
        box=Domain("box", BOX_IDS),
    )
    return w.move_book(**shared, held=held), kinds


def _titles(entries: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(str(entry["name"]) for entry in entries)
