"""Estoril in the words of its readers."""

from spyring.games.estoril import GAME as ESTORIL
from spyring.languages import translation


def test_the_parts_of_a_score_by_their_titles() -> None:
    assert ESTORIL.part_title("mission germans", translation("pl", ESTORIL).gettext) == "Referat Berlin"
    assert ESTORIL.part_title("mission germans") == "The Berlin desk"
