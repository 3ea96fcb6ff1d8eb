"""Nothing hides what a player must read: the hand stays in its place, marks do not cover each other."""

from collections.abc import Callable

import pytest

import spyring
from spyring.web.look import look_of
from spyring.web.words import Words
from tests.web.shelf import NAMES, TAUGHT, WHOLE, quick
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

WINDOWS = [(1024, 768), (1280, 720), (1440, 900), (1920, 1080)]


@pytest.mark.parametrize("game", NAMES)
def test_the_fullest_hand_stays_in_its_region(visit: Come, game: str) -> None:
    ada = visit()
    ada.table_against_bots(game, quick(game)[0])
    most = look_of(spyring.game(game), Words("en")).fullest
    ada.wait_to_be_asked()
    while not ada.page.locator("#hand .cards > button").count():  # some games begin with an empty hand
        ada.decide()
        ada.wait_to_be_asked()
    ada.measure("fill", most)
    for width, height in WINDOWS:
        ada.page.set_viewport_size({"width": width, "height": height})
        cards = ada.measure("hand")
        assert len(cards) == most
        for card in cards:
            assert card["inside"], f"a card leaves the hand at {width}"
            assert card["share"] >= 0.7, f"a card hides another at {width}"
            assert card["width"] >= 50


@pytest.mark.parametrize("game", NAMES)
def test_the_board_uses_the_room_it_has(visit: Come, game: str) -> None:
    ada = visit()
    ada.table_against_bots(game, quick(game)[0])
    ada.wait_to_be_asked()
    for width, height in [*WINDOWS, (390, 844)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        shares = ada.measure("room")
        assert max(shares) <= 1.005, f"the board leaves the stage at {width}"
        assert max(shares) >= 0.95, f"empty bands at {width}"
        assert min(shares) >= 0.85, f"an empty band at {width}"


@pytest.mark.parametrize("game", NAMES)
def test_the_sentence_has_room_on_a_phone_in_every_decision(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    squeezed: list[str] = []
    for _decision in range(80 if game in WHOLE else 25):
        ada.wait_to_be_asked()
        squeezed += _squeezed(ada)
        if ada.page.locator("#hand .lit").count():
            ada.page.locator("#hand .lit").first.dispatch_event("click")
            squeezed += _squeezed(ada)
        if ada.over:
            break
        ada.decide()
    assert squeezed == []


def _squeezed(visitor: Visitor) -> list[str]:
    width, height, rows = visitor.measure("ribbon")
    good = width >= 0.6 * 390 and height <= 170 and rows <= 1
    return [] if good else [f"{visitor.sentence()}: {width:.0f} wide, {height:.0f} high, {rows} rows"]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("language", ["pl-PL", "it-IT"])
def test_no_text_is_cut_in_any_language(visit: Come, language: str, phone: bool) -> None:
    ada = visit(phone=phone, language=language)
    cut: dict[str, list[str]] = {}
    for path in (
        "/",
        "/account",
        *(f"/{page}/{name}" for name in NAMES for page in ("tables/new", "games")),
        *(f"/learn/{name}" for name in TAUGHT),
    ):
        ada.go(path)
        cut[path] = ada.measure("cut")
    for game in NAMES:
        ada.table_against_bots(game, quick(game)[0])
        ada.play_on(2)
        ada.wait_to_be_asked()
        cut[game] = ada.measure("cut")
    assert {where: texts for where, texts in cut.items() if texts} == {}
