"""The page of Season 0 at a position that was made for it: on a phone, a share needs a card and a pawn."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.server.core.tables.timeline import NO_EVENTS, Timeline
from tests.games.season0.scene import scene
from tests.web.test_phones import UNREADABLE
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

BOOK_DEALER: Final = 101  # gives any card
GIVEN: Final = "leopoldville"  # a long name
# Options that no other test asks for together, by which the table is known.
OPTIONS: Final = {"concede": "yes", "event_in_answer": "yes", "paris_surveillance": "1"}


def cards_can_be_shared(options: dict[str, int | str]) -> State:
    """Both pawns are in Paris, and Alpha, who holds many cards, can give any of them."""
    cards = f"paris rome east-berlin {GIVEN} mexico-city san-francisco"
    hands = {"alpha": cards, "bravo": "toronto"}
    return scene(pawns="paris paris", hands=hands, aliases=[BOOK_DEALER, 100], options=options, game=GAME)


@pytest.fixture
def made_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with these options begins there."""
    begin = Timeline._begin

    def made(timeline: Timeline) -> tuple[State, Any]:
        options = timeline.start.options
        if timeline.game.name == "season0" and all(str(options[name]) == OPTIONS[name] for name in OPTIONS):
            return cards_can_be_shared(options), NO_EVENTS
        return begin(timeline)

    monkeypatch.setattr(Timeline, "_begin", made)


MIN_PX: Final = (150, 40)  # px across and down


def faults(ada: Visitor, window: tuple[int, int], verb: str) -> list[str]:
    """Of the button, wherever the row in which it stands was scrolled before a choice or since."""
    ada.settle()
    found: list[str] = []
    for scrolled in (0, 150) if verb == "hand-over" else (0,):
        ada.page.evaluate("(by) => { document.getElementById('actions').scrollLeft = by; }", scrolled)
        ada.settle()
        wrong = ada.measure("makes", *MIN_PX, scrolled)
        found += [f"{verb} at {window}, scrolled by {scrolled}: {fault}" for fault in wrong]
    return found


@pytest.mark.parametrize("language", ["en-GB", "pl", "it"])
def test_the_button_that_shares_a_card_stays_whole_and_in_sight(
    visit: Come, made_position: None, language: str
) -> None:
    """After a card alone, a card and then the other pawn, and the pawn alone."""
    ada = visit(phone=True, language=language)
    ada.table_against_bots("season0", 2, **OPTIONS)
    ada.wait_to_be_asked()
    card, pawn = f"#hand [data-city={GIVEN}]", "#board .pawn[data-seat=bravo]"
    wrong: list[str] = []
    for window in ((390, 844), (340, 700)):
        ada.resize(*window)
        for verb, chosen in (("fly", [card]), ("hand-over", [card, pawn]), ("give", [pawn])):
            ada.page.evaluate("document.getElementById('actions').scrollLeft = 200")
            for thing in chosen:
                ada.page.locator(thing).dispatch_event("click")
            wrong += faults(ada, window, verb)
            ada.page.keyboard.press("Escape")
    assert wrong == []


def test_a_card_and_then_the_other_pawn_share_it(visit: Come, made_position: None) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("season0", 2, **OPTIONS)
    ada.wait_to_be_asked()
    ada.page.locator(f"#hand [data-city={GIVEN}]").dispatch_event("click")
    ada.page.locator("#board .pawn[data-seat=bravo]").dispatch_event("click")
    ada.page.locator("#confirm").tap()
    ada.page.wait_for_selector("#table:not([data-number='0'])")
    assert f"hand-over bravo {GIVEN}" in ada.page.evaluate(MOVES)


MOVES: Final = """async () => {
    const { log } = await (await fetch(`/api/v1${location.pathname}/position`)).json();
    return log.map(({ move }) => move);
}"""


@pytest.mark.parametrize("language", ["en-GB", "pl", "it"])
def test_every_name_on_six_cards_can_be_read_on_a_phone(
    visit: Come, made_position: None, language: str
) -> None:
    ada = visit(phone=True, language=language)
    ada.table_against_bots("season0", 2, **OPTIONS)
    ada.wait_to_be_asked()
    for window in ((390, 844), (340, 700)):
        ada.resize(*window)
        assert ada.page.locator("#hand .slip-card").count() == 6
        assert ada.page.evaluate(UNREADABLE, "#hand :is(.slip-name, .slip-region)") == []
