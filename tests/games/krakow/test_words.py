"""Kraków in the words of its readers."""

from spyring.engine.notation import Event
from spyring.games.krakow import GAME as KRAKOW
from spyring.languages import LANGUAGES, translation


def test_a_line_of_the_log_in_three_languages() -> None:
    kind = next(number for number, kind in enumerate(KRAKOW.events.kinds) if kind.name == "supported")
    _name, cards = KRAKOW.moves.verbs[0].arguments[0]
    event = Event(kind, -1, 0, cards.index["an-arms-deal"], 3, 0)
    assert [KRAKOW.events.say(event, translation(language, KRAKOW).gettext) for language in LANGUAGES] == [
        "White Dagger supports with An Arms Deal: 3.",
        "Biały Sztylet wspiera kartą „Handel bronią”: 3.",
        "Pugnale Bianco sostiene con «Traffico d’armi»: 3.",
    ]


def test_the_parts_of_a_score_by_their_titles() -> None:
    assert KRAKOW.part_title("own", translation("pl", KRAKOW).gettext) == "własne punkty"
