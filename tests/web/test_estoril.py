"""The boards of Estoril: marks do not cover each other, nor what a tile says."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

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
    if phone and not ada.over:
        a_tap_reads_what_cannot_be_chosen(ada)


def a_tap_reads_what_cannot_be_chosen(ada: Visitor) -> None:
    """Near the finger, until the next tap; nothing is played."""
    ada.wait_to_be_asked()
    before, lens = ada.number, ada.page.locator("#lens")
    mission = ada.page.locator("#board .mission:not(.mission--closed)").first
    mission.tap()
    expect(lens.locator(".mission-large")).to_be_visible()
    read, box = lens.bounding_box(), mission.bounding_box()
    assert read is not None
    assert box is not None
    assert max(read["y"] - box["y"] - box["height"], box["y"] - read["y"] - read["height"]) < 60
    expect(ada.page.locator("#why")).to_be_hidden()
    mission.tap()
    expect(lens).to_be_hidden()
    assert ada.number == before
