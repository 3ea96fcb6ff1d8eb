"""What the log of any game says when a player resigns; no game has an event for that."""

from typing import Final

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _, filled
from spyring.server.core.payloads import EventText

RESIGNED: Final = "resigned"  # where an event of the game has the name of its kind


def say_resigned(game: Game, count: int, seat: int, translate: Translate) -> str:
    """The sentence for everybody, the same during the game and in its story."""
    title = translate(game.seat_titles(count)[seat])
    return filled(translate(_("{seat} resigned. A bot took over.")), {"seat": title})


def fields_of(game: Game, count: int, seat: int) -> dict[str, str]:
    """The same as fields, like those of an event."""
    return {"kind": RESIGNED, "seat": game.seat_names(count)[seat]}


def told_resigned(game: Game, count: int, seat: int, translate: Translate) -> EventText:
    """Both."""
    return EventText(fields=fields_of(game, count, seat), sentence=say_resigned(game, count, seat, translate))
