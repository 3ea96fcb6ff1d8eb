"""The boards of Estoril: marks do not cover each other, nor what a tile says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

COVERED = Path(__file__).with_name("estoril.js").read_text("utf-8").split("\n", 1)[1]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_marks_on_a_board_do_not_cover_each_other(visit: Come, phone: bool) -> None:
    ada = visit(phone=phone)
    ada.table_against_bots("estoril", 4)
    covered: set[str] = set()
    for _decision in range(10):
        ada.wait_to_be_asked()
        covered |= set(ada.page.evaluate(COVERED))
        ada.decide()
    assert covered == set()
