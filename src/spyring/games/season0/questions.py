"""What a seat can exclude about hidden cards, for puzzles."""

from spyring.engine.i18n import _
from spyring.engine.question import Question
from spyring.games.season0 import words as w
from spyring.games.season0.generated import Table
from spyring.games.season0.rules.objectives import possible


def questions(t: Table, seat: int) -> list[Question]:
    """The top of the Threat deck comes from the top layer; a target is on its list and was never seen."""
    ids, deck = t.config.box.ids, t.foreseen
    found: list[Question] = []
    if t.threat and not deck.knows(t.threat[-1], 1 << seat):
        layer = deck.pool[t.threat[-1]]
        may = [card for card in t.threat if deck.pool[card] == layer and not deck.knows(card, 1 << seat)]
        cannot = [ids[city] for city in range(w.CITIES) if city not in may]
        text = _("Which of these cities cannot be on the next Threat card?")
        why = _("The {answer} Threat card is not in the top layer of the deck.")
        found.append(Question(text, why, {}, cannot, [ids[t.threat[-1]]]))
    for number in range(len(t.target)):
        listed = t.config.objectives[number].unknown
        if t.target[number] < 0 or t.revealed[number] or t.status[number]:
            continue
        left = possible(t, number)
        cannot = [ids[city] for city in listed if city not in left]
        text = _("Which of these cities cannot be the target of {objective}?")
        why = _("The {answer} card has been seen, so it is not under the objective.")
        found.append(Question(text, why, {"objective": str(number + 1)}, cannot, [ids[t.target[number]]]))
    return found
