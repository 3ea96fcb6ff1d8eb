"""Nothing hides what a player must read: the hand stays in its place, marks do not cover each other."""

from collections.abc import Callable
from typing import Any

import pytest

import spyring
from spyring.web.look import look_of
from spyring.web.words import Words
from tests.night import NIGHT
from tests.web.shelf import NAMES, OTHERS, SOME, TAUGHT, quick
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

WINDOWS = [(1024, 768), (1280, 720), (1440, 900), (1920, 1080)]


# Where cards overlap, the number on them that decides.
NUMBERS = {"krakow": ".leaf-count", "estoril": ".tile-strength"}


@pytest.mark.parametrize("game", sorted({*OTHERS, *NUMBERS}))
def test_the_fullest_hand_stays_in_its_region_and_shows_its_numbers(visit: Come, game: str) -> None:
    ada = visit()
    begun = "#hand .cards > button"  # some games begin with an empty hand
    ada.table_against_bots(game, quick(game)[0], ahead=begun)
    most = look_of(spyring.game(game), Words("en")).fullest
    ada.measure("fill", most)
    for width, height in WINDOWS:
        ada.resize(width, height)
        if game in NUMBERS:
            assert ada.measure("covered", "#hand .cards > button", NUMBERS[game]) == 0, f"covered at {width}"
        if game in OTHERS:
            _fits_its_region(ada.measure("hand"), most, width)


def _fits_its_region(cards: list[Any], most: int, width: int) -> None:
    assert len(cards) == most
    for card in cards:
        assert card["inside"], f"a card leaves the hand at {width}"
        assert card["share"] >= 0.7, f"a card hides another at {width}"
        assert card["width"] >= 50


@pytest.mark.parametrize("game", SOME)
def test_the_board_uses_the_room_it_has_and_keeps_it(visit: Come, game: str) -> None:
    ada = visit()
    ada.table_against_bots(game, quick(game)[0], ahead="#hand .cards > button")
    ada.wait_to_be_asked()
    for width, height in [*WINDOWS, (390, 844)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        shares = ada.measure("room")
        assert max(shares) <= 1.005, f"the board leaves the stage at {width}"
        assert max(shares) >= 0.95, f"empty bands at {width}"
        assert min(shares) >= 0.85, f"an empty band at {width}"
    _grow_the_hand(ada, look_of(spyring.game(game), Words("en")).fullest)


def _grow_the_hand(visitor: Visitor, most: int) -> None:
    """However many cards it holds, the board stays as large as it is."""
    for width, height in [(1280, 720), (390, 844)]:
        visitor.resize(width, height)
        heights = set()
        for count in (2, 5, most):
            visitor.measure("keep", count)
            heights.add(round(visitor.page.locator(".stage").bounding_box()["height"]))  # type: ignore[index]
        assert max(heights) - min(heights) <= 4, f"the board has {heights} at {width}"


@pytest.mark.parametrize("game", SOME)
def test_the_sentence_has_room_on_a_phone_in_every_decision(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    squeezed: list[str] = []
    for _decision in range(30 if NIGHT else 5):
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


@pytest.mark.parametrize(
    ("language", "phone"),
    [("pl-PL", True), ("it-IT", False), *([("pl-PL", False), ("it-IT", True)] if NIGHT else [])],
)
def test_no_text_is_cut_in_any_language(visit: Come, language: str, phone: bool) -> None:
    """By day each language at one size, and with one half of the shelf."""
    ada = visit(phone=phone, language=language)
    names = SOME if phone else OTHERS
    cut: dict[str, list[str]] = {}
    for path in (
        "/",
        "/account",
        *(f"/{page}/{name}" for name in names for page in ("tables/new", "games")),
        *(f"/learn/{name}" for name in TAUGHT if name in names),
    ):
        ada.go(path)
        cut[path] = ada.measure("cut")
    for game in names:
        ada.table_against_bots(game, quick(game)[0])
        ada.play_on(2 if NIGHT else 1)
        ada.wait_to_be_asked()
        cut[game] = ada.measure("cut")
    assert {where: texts for where, texts in cut.items() if texts} == {}


LOW = [(853, 533), (640, 400), (844, 390)]  # a desk at 150 and at 200 %, a phone on its side

# What a decision is made by: numbers on cards, sums, prices.
DECISIVE = {
    "krakow": ".leaf-count, .leaf-total, .sum, .district-sums text, .guild-points, .worth text",
    "estoril": ".tile-strength, #hand .tile-vp, .tally, .mission-vp, .boosted",
    "spies": ".spy-strength, .police-strength, .secret-value, .tray-piece b, .ticket-name, .fact dd",
    "season0": ".slip-name:not(.slip-name--long), .track li, .supplies b, .count",
}


@pytest.mark.parametrize("game", NAMES)
def test_low_windows_are_playable(visit: Come, game: str) -> None:
    ada = visit()
    ada.table_against_bots(game, quick(game)[0])
    ada.play_on(2 if NIGHT else 0)
    ada.wait_to_be_asked()
    for width, height in LOW if NIGHT else [LOW[NAMES.index(game) % len(LOW)]]:
        ada.resize(width, height)
        for part in ("#sentence", "#ribbon .menu", "#board .board", ".tablist"):
            ada.in_sight(part)
        assert ada.measure("reachable") > 0, f"nothing to choose at {width}"
        stage = ada.page.locator(".stage").bounding_box()
        assert stage is not None
        assert stage["width"] >= 0.55 * width, f"the board is narrow at {width}"
        assert stage["height"] >= 0.72 * height, f"the board is flat at {width}"
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= width
        ada.page.get_by_role("tab", name="Log").click()
        ada.in_sight("#log")
        ada.page.get_by_role("tab", name="Log").click()
    before = ada.number
    ada.decide()
    assert ada.number != before


@pytest.mark.parametrize("game", OTHERS)
def test_what_decides_is_large_enough(visit: Come, game: str) -> None:
    ada = visit()
    ada.table_against_bots(game, quick(game)[0], ahead=3)
    ada.wait_to_be_asked()
    small = {}
    for width, height, least in [(1280, 720, 14), (1920, 1080, 14), (390, 844, 12)]:
        ada.resize(width, height)
        for part in DECISIVE[game].split(", "):
            letters = ada.measure("letters", part)
            if letters < least - 0.05:
                small[f"{part} at {width}"] = round(letters, 1)
    assert small == {}
