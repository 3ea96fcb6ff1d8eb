"""What a seat can exclude about the cards of others, for puzzles."""

from mypy_extensions import i64

from spyring.engine.i18n import _
from spyring.engine.question import Question
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table


def questions(t: Table, seat: int) -> list[Question]:
    """Hidden cards may lie in any hidden place, so a card is excluded if the seat knows where it lies."""
    who: i64 = 1 << seat
    ids = t.config.box.ids
    hidden: list[int] = []
    for row in [*t.hands, t.discard]:
        hidden += [card for card in row if not t.known.seen[card] & who]
    found: list[Question] = []
    for other in range(w.SEATS):
        held = t.hands[other]
        if other == seat or not [card for card in held if card in hidden]:
            continue
        cannot = [ids[card] for card in range(len(ids)) if card not in hidden and card not in held]
        found.append(
            Question(
                _("Which of these cards cannot be in {seat}'s hand?"),
                _("You have seen where {answer} went."),
                {"seat": w.SEAT_IDS[other]},
                cannot,
                [ids[card] for card in held],
            )
        )
    return found
