"""What a seat can exclude about tiles that lie face down, for puzzles."""

from mypy_extensions import i64

from spyring.engine.i18n import _
from spyring.engine.question import Question
from spyring.games.estoril import words as w
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import REWARD


def questions(t: Table, seat: int) -> list[Question]:
    """A face-down tile is a hidden one of its pool: of its owner's tiles, or of the pile."""
    who: i64 = 1 << seat
    ids, seen, pool = t.config.box.ids, t.known.seen, t.known.pool
    lying: list[int] = []
    for row in [*t.hands, t.tiles, t.pile, *t.discards]:
        lying += [tile for tile in row if tile >= 0]
    found: list[Question] = []
    for place in range(len(t.tiles)):
        tile = t.tiles[place]
        if tile < 0 or seen[tile] & who:
            continue
        cannot = [ids[other] for other in lying if pool[other] == pool[tile] and seen[other] & who]
        text = (
            _("Which of these tiles cannot be {place}?")
            if place >= REWARD
            else _("Which of these tiles cannot be on {place}?")
        )
        why = _("You have seen {answer} elsewhere.")
        found.append(Question(text, why, {"place": w.PLACE_IDS[place]}, sorted(cannot), [ids[tile]]))
    return found
