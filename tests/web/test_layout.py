"""Nothing hides what a player must read: the hand stays in its place, marks do not cover each other."""

from collections.abc import Callable
from typing import Any

import pytest

import spyring
from spyring.server.club.branding import Branding
from spyring.web.look import look_of
from spyring.web.words import Words
from tests.games.season0.test_desk import LOOK, seen
from tests.games.season0.year import month
from tests.night import NIGHT, a_few
from tests.web.shelf import NAMES, TAUGHT, quick
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

WINDOWS = [(1024, 768), (1280, 720), (1440, 900), (1920, 1080)]
LOW = [(853, 533), (640, 400), (844, 390)]  # a desk at 150 and at 200 %, a phone on its side

# Where cards overlap, the number on them that decides.
NUMBERS = {"krakow": ".leaf-count", "estoril": ".tile-strength"}

# What a decision is made by: numbers on cards, sums, prices.
DECISIVE = {
    "krakow": ".leaf-count, .leaf-total, .sum, .district-sums text, .guild-points, .worth text",
    "estoril": ".tile-strength, #hand .tile-vp, .tally, .mission-vp, .boosted",
    "spies": ".spy-strength, .police-strength, .secret-value, .tray-piece b, .ticket-name, .fact dd",
    "season0": ".slip-name:not(.slip-name--long), .track li, .supplies b, .count",
}


@pytest.mark.parametrize("game", a_few(NAMES))
def test_a_table_on_a_desk_fits_every_window(visit: Come, game: str) -> None:
    ada = visit()
    begun = "#hand .cards > button"  # some games begin with an empty hand
    ada.table_against_bots(game, quick(game)[0], ahead=3, until=begun)
    ada.wait_to_be_asked()
    nothing_important_is_below_the_fold(ada)
    low_windows_are_playable(ada, LOW)
    ada.play_until(begun)
    what_decides_is_large_enough(ada, game)
    most = look_of(spyring.game(game), Words("en")).fullest
    the_board_uses_the_room_it_has_and_keeps_it(ada, most)
    the_fullest_hand_stays_in_its_region_and_shows_its_numbers(ada, game, most)


@pytest.mark.parametrize("phone", [False, True])
def test_a_banner_covers_nothing_at_a_table(
    visit: Come, monkeypatch: pytest.MonkeyPatch, phone: bool
) -> None:
    shown = property(lambda _house: "Down at nine. " * 9, lambda _house, _text: None)
    monkeypatch.setattr(Branding, "banner", shown, raising=False)
    ada = visit(phone=phone)
    ada.table_against_bots(NAMES[0], quick(NAMES[0])[0])
    ada.wait_to_be_asked()
    banner, ribbon = (ada.page.locator(part).bounding_box() for part in (".banner", "#ribbon"))
    assert banner is not None
    assert ribbon is not None
    assert banner["y"] + banner["height"] <= ribbon["y"] + 0.5
    ada.in_sight("#sentence")


def nothing_important_is_below_the_fold(visitor: Visitor) -> None:
    for part in ("#sentence", "#board .board", "#hand .lit, #board .lit", ".tablist"):
        visitor.in_sight(part)
    width = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert width <= visitor.page.viewport_size["width"]  # type: ignore[index]


def low_windows_are_playable(visitor: Visitor, windows: list[tuple[int, int]]) -> None:
    for width, height in windows:
        visitor.resize(width, height)
        for part in ("#sentence", "#ribbon > .menu", "#board .board", ".tablist"):
            visitor.in_sight(part)
        assert visitor.measure("reachable") > 0, f"nothing to choose at {width}"
        stage = visitor.page.locator(".stage").bounding_box()
        assert stage is not None
        assert stage["width"] >= 0.55 * width, f"the board is narrow at {width}"
        assert stage["height"] >= 0.72 * height, f"the board is flat at {width}"
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        visitor.page.get_by_role("tab", name="Log").click()
        visitor.in_sight("#log")
        visitor.page.get_by_role("tab", name="Log").click()
    before = visitor.number
    visitor.decide()
    assert visitor.number != before


def what_decides_is_large_enough(visitor: Visitor, game: str) -> None:
    small = {}
    for width, height, least in [(1280, 720, 14), (1920, 1080, 14), (390, 844, 12)]:
        visitor.resize(width, height)
        for part in DECISIVE[game].split(", "):
            letters = visitor.measure("letters", part)
            if letters < least - 0.05:
                small[f"{part} at {width}"] = round(letters, 1)
    assert small == {}


def the_board_uses_the_room_it_has_and_keeps_it(visitor: Visitor, most: int) -> None:
    """However many cards are held, the board stays as large as it is."""
    for width, height in [*WINDOWS, (390, 844)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        shares = visitor.measure("room")
        assert max(shares) <= 1.005, f"the board leaves the stage at {width}"
        # Estoril keeps room for a second row of missions beneath the boards, which some deals do not need.
        assert max(shares) >= 0.93, f"empty bands at {width}"
        assert min(shares) >= 0.85, f"an empty band at {width}"
    for width, height in [(1280, 720), (390, 844)]:
        visitor.resize(width, height)
        heights = set()
        for count in (2, 5, most):
            visitor.measure("keep", count)
            heights.add(round(visitor.page.locator(".stage").bounding_box()["height"]))  # type: ignore[index]
        assert max(heights) - min(heights) <= 4, f"the board has {heights} at {width}"


def the_fullest_hand_stays_in_its_region_and_shows_its_numbers(
    visitor: Visitor, game: str, most: int
) -> None:
    visitor.measure("fill", most)
    for width, height in WINDOWS:
        visitor.resize(width, height)
        if game in NUMBERS:
            covered = visitor.measure("covered", "#hand .cards > button", NUMBERS[game])
            assert covered == 0, f"covered at {width}"
        _fits_its_region(visitor.measure("hand"), most, width)


def _fits_its_region(cards: list[Any], most: int, width: int) -> None:
    assert len(cards) == most
    for card in cards:
        assert card["inside"], f"a card leaves the hand at {width}"
        assert card["share"] >= 0.7, f"a card hides another at {width}"
        assert card["width"] >= 50


@pytest.mark.parametrize("window", [(1440, 900), (1280, 720)])
def test_a_passport_with_all_its_slots_filled_is_shown_whole(visit: Come, window: tuple[int, int]) -> None:
    screen = seen(month("march"), 0)
    slots = ["false-bottom-case", "miniature-camera", "diplomatic-visa", "shaking-hands"]
    screen.table["players"][0] |= {
        "hand": ["warsaw", "kiev", "leningrad", "peking", "london", "paris", "rome"],
        "alias": {
            "kind": "created",
            "affiliation": "allied",
            "name": "Montgomery Ashworth",
            "occupation": "medical-conference-coordinator",
            "uncovered": ["", "card"],
            "covered": 6,
            "slots": slots,
            "called": [],
        },
    }
    ada = visit()
    ada.table_against_bots("season0", 2)
    ada.wait_to_be_asked()
    ada.resize(*window)
    ada.page.evaluate(
        "(html) => { document.getElementById('hand').innerHTML = html; }", str(LOOK.hand(screen))
    )
    ada.settle()
    passport = ada.page.locator("#hand .secrets")
    assert passport.locator(".tag").count() == len(slots)
    assert passport.evaluate("(it) => it.scrollHeight <= it.clientHeight && it.scrollWidth <= it.clientWidth")
    _fits_its_region(ada.measure("hand"), 7, window[0])


# Whether the button that confirms is inside the window, wide enough for its text, and on top.
CONFIRM = """() => {
    const confirm = document.getElementById("confirm");
    const { left, right, top, bottom, width } = confirm.getBoundingClientRect();
    return {
        inside: left >= 0 && right <= innerWidth && top >= 0,
        wide: width >= 150 && confirm.scrollWidth <= confirm.clientWidth + 1,
        on_top: document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === confirm,
    };
}"""


@pytest.mark.parametrize("window", [(390, 844), (360, 640), (844, 390)])
def test_the_button_that_confirms_keeps_its_size_and_stays_in_sight(
    visit: Come, window: tuple[int, int]
) -> None:
    """However many buttons stand beside it, and however far their row is scrolled."""
    ada = visit(phone=True)
    ada.table_against_bots("season0", 2, until="#choices [data-c-verb=fly]")
    ada.wait_to_be_asked()
    ada.resize(*window)
    card = ada.page.locator("#choices [data-c-verb=fly]").first.get_attribute("data-c-city")
    ada.page.locator(f"#hand [data-city='{card}']").dispatch_event("click")
    for scrolled in (0, 150):
        ada.page.evaluate("(by) => { document.getElementById('actions').scrollLeft = by; }", scrolled)
        ada.settle()
        assert ada.page.evaluate(CONFIRM) == {"inside": True, "wide": True, "on_top": True}


@pytest.mark.parametrize("language", ["pl-PL", "it-IT"])
def test_no_text_is_cut_in_any_language(visit: Come, language: str) -> None:
    """On a phone and on a desk; by day with all tables and the pages of one game."""
    ada = visit(phone=True, language=language)
    read = NAMES if NIGHT else NAMES[-1:]
    cut: dict[str, list[str]] = {}

    def look(where: str) -> None:
        for width, height in ((1280, 720), (390, 844)):
            ada.resize(width, height)
            cut[f"{where} at {width}"] = ada.measure("cut")

    for path in (
        "/",
        "/account",
        *(f"/{page}/{name}" for name in read for page in ("tables/new", "games")),
        *(f"/learn/{name}" for name in TAUGHT if name in read),
    ):
        ada.go(path)
        assert ada.page.locator("html").get_attribute("lang") == language[:2]  # the browser says which
        look(path)
    for game in NAMES:
        ada.table_against_bots(game, quick(game)[0], ahead=2)
        ada.wait_to_be_asked()
        look(game)
    assert {where: texts for where, texts in cut.items() if texts} == {}
