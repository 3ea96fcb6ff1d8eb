"""Kraków's table: the city is the board, a card is a picture first, the lesson reads one before it asks."""

import gzip
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Response, expect

from spyring.games.krakow import GAME
from spyring.server.core.payloads import SeatCard
from spyring.server.core.tables.conceding import open_table
from spyring.testkit.scene import play
from spyring.web.look import look_of
from spyring.web.screen import Screen
from spyring.web.words import Words
from tests.games.krakow.scene import end_year, scene, year_end
from tests.night import NIGHT
from tests.web.test_secrecy import page_of, screen_of
from tests.web.visitor import ON_ITS_STRIP, Visitor
from tools import krakow_pictures

Come = Callable[..., Visitor]
Box = dict[str, float]

CARDS = [card["id"] for card in GAME.box.cards]
QUARTERS = "#board .district"
CUBES = """() => [...document.querySelectorAll("#board .district")].map((quarter) => {
    const count = (team) => quarter.querySelectorAll(`.cube--${team}`).length;
    const said = (team) => Number(quarter.querySelector(`.sum-${team}-text`).textContent);
    const led = (team) => quarter.classList.contains(`district--${team}`);
    const leads = ["white", "black", "nobody"].find(led);
    return { cubes: [count("white"), count("black")], sums: [said("white"), said("black")], leads };
})"""


# -- pictures ------------------------------------------------------------------------------------------------


def test_every_card_has_a_picture_of_its_own() -> None:
    drawings: Any = krakow_pictures.read()
    assert sorted(drawings["pictures"]) == sorted(CARDS)
    assert len({tuple(lines) for lines in drawings["pictures"].values()}) == len(CARDS)
    parts = Counter(
        tuple(sorted(line.split()[0] for line in lines)) for lines in drawings["pictures"].values()
    )
    assert max(parts.values()) == 1, "two cards consist of the same parts"


def test_pictures_and_contact_sheets_are_those_of_the_drawings() -> None:
    for path, text in krakow_pictures.drawn().items():
        assert path.read_text("utf-8") == text, f"{path.name}: run tools/krakow_pictures.py"


def test_a_part_that_is_not_there_is_noticed() -> None:
    with pytest.raises(AssertionError, match="neither a part nor a stroke"):
        krakow_pictures.placed("elephant 3 4", {"parts": {}})


# -- the board -----------------------------------------------------------------------------------------------


def test_one_icon_has_one_meaning() -> None:
    quarters = {f"k-{district['sign']}" for district in GAME.box.districts}
    kinds = {"k-fame", "k-support", "k-power"}
    icons = {event.icon for event in GAME.events.kinds if event.icon}
    assert icons & (quarters | kinds) == set()


def test_the_points_of_the_groups_are_open_when_they_are_counted_and_in_the_replay() -> None:
    state: Any = GAME.start(seats=4, seed=3, events=True)
    dice = random.Random(1)
    hidden = 0
    while state.deciders:
        circles = [
            sum(GAME.box.circles[c] for c in state.success if GAME.box.group[c] == g) for g in range(4)
        ]
        uncounted = [points + more for points, more in zip(state.group_points, circles, strict=True)]
        if state.success:
            hidden += 1
            assert guilds(state.view(0)) == [f"{n}+?" if n else "?" for n in state.group_points]
            assert guilds(state.view(None) | {"table": open_table(state, None)}) == list(map(str, uncounted))
        else:
            assert guilds(state.view(0)) == [str(points) for points in state.group_points]
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.legal(seat)))
    assert hidden
    assert guilds(state.view(None)) == [str(points) for points in state.group_points]


def guilds(view: dict[str, Any]) -> list[str]:
    """The points of the groups, as a board shows them."""
    return re.findall(r'<b class="guild-points">([^<]*)', drawn(view))


def drawn(view: dict[str, Any]) -> str:
    names = zip(view["seats"], GAME.seat_titles(4), strict=True)
    cards = [
        SeatCard(seat=at, label=label, title=title, kind="empty", name=None, level=None, held="no", you=False)
        for at, (label, title) in enumerate(names)
    ]
    words = Words("en")
    return look_of(GAME, words).board(Screen(GAME, words, view, [], [], cards))


@pytest.mark.parametrize(("seat", "side"), [("white-dagger", "left"), ("black-purse", "right")])
def test_gold_behind_the_screen_is_named_and_lies_on_the_own_side(seat: str, side: str) -> None:
    state = year_end(chest={seat: 4})
    play(state, *[f"{seat}: allot castle"] * 4)
    board = drawn(state.view(GAME.seat_names(4).index(seat)))
    tip = "Castle, gold: White 0, Black 0, room for 12; your gold behind the screen: 4"
    tray = board[board.index(f'data-tip="{tip}"') :].split("</g>", 1)[0]
    xs = [float(x) for x in re.findall(r'cube--ghost" x="([\d.]+)"', tray)]
    assert len(xs) == 4
    assert max(xs) < 125 if side == "left" else min(xs) > 125


@pytest.mark.parametrize("seat", ["white-dagger", "black-purse"])
def test_gold_behind_the_screen_is_added_up_where_it_is_divided(seat: str) -> None:
    state = year_end(chest={seat: 4}, board={("castle", "power"): (2, 1)})
    play(state, *[f"{seat}: allot castle"] * 3)
    sums = ("5", "1") if seat.startswith("white") else ("2", "4")
    screen = screen_of(state, GAME.seat_names(4).index(seat))
    hand, board = look_of(GAME, screen.words).hand(screen), look_of(GAME, screen.words).board(screen)
    row = hand[hand.index('data-district="castle"') :].split("</button>")[0]
    assert tuple(re.findall(r'class="gold-sum [^>]*>(\d+)', row)) == sums
    castle = board[board.index('class="district district-ink--castle') :].split("</section>")[0]
    assert tuple(re.findall(r'class="sum-\w+-text"[^>]*>(\d+)', castle)) == sums
    other = screen_of(state, GAME.seat_names(4).index("white-purse"))
    assert "sum--coins" not in look_of(GAME, other.words).board(other)


def test_the_projected_scores_say_what_they_leave_out() -> None:
    screen = screen_of(scene(success=5), 0)
    page = page_of(screen)
    assert page.count("Without this year’s group points and gold") == 3  # twice in tips
    assert '<p class="ahead-note">Without this year’s group points and gold</p>' in page


def test_a_group_names_its_enemy() -> None:
    page = page_of(screen_of(scene(), 0))  # of the Citizens
    tip = page[page.index('data-group="green"') :].split("</div>")[0]
    assert "−2 if its enemy has: Underworld." in tip
    assert "Its enemy: Underworld." in page


NEGATIVE = re.compile(r"(?<![\w.#])-\d")
READ = re.compile(r">([^<>]+)<|(?:aria-label|data-tip|data-part)=\"([^\"]*)\"")


@pytest.mark.parametrize("over", [False, True])
def test_negative_numbers_have_a_minus_sign(over: bool) -> None:
    groups = dict.fromkeys(("green", "blue", "yellow", "red"), -3)
    state = year_end(groups=groups) if over else scene(groups=groups, year=1326, success=0)
    if over:
        end_year(state)
    for seat in (0, None):
        texts = [" ".join(found) for found in READ.findall(page_of(screen_of(state, seat)))]
        assert any("−3" in text for text in texts)
        assert [text for text in texts if NEGATIVE.search(text)] == []


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_city_is_the_board(visit: Come, phone: bool) -> None:
    ada = visit(phone=phone)
    heard: list[Response] = []
    ada.page.on("response", lambda answer: heard.append(answer) if "pictures.svg" in answer.url else None)
    ada.page.add_init_script("localStorage.setItem('prefer:confirm', 'always')")
    ada.table_against_bots("krakow", 4, until="body:has(#board .cube) #hand .leaf")
    ada.wait_to_be_asked()
    for width, height, least in [(390, 844, 15)] if phone else [(1280, 720, 20), (1440, 900, 22)]:
        ada.resize(width, height)
        quarters_stand_apart(ada)
        cube = ada.page.locator("#board .cube:not(.tray:has([data-marker=gold]) *)").first.bounding_box()
        assert cube is not None
        assert cube["width"] >= least, f"cubes are small at {width}"
        for part in (".wall", ".river"):
            expect(ada.page.locator(f"#board {part}")).to_be_visible()
    quarters_count_their_cubes(ada)
    if phone:
        the_city_is_one_sheet_that_scrolls_under_the_trick(ada)
        trays_to_choose_from_are_as_broad_as_a_finger(ada)
    ada.play_until("#hand .leaf.lit")
    worths = ada.page.locator("#board .district .worth text").all_text_contents()
    assert worths == [str(district["points"]) for district in GAME.box.districts]
    what_is_to_be_confirmed_stands_where_the_card_is(ada)
    assert ada.page.locator("#board .district .worth text").all_text_contents() == worths
    if not phone:
        ada.decide()
        the_pictures_travel_once_and_light(ada, heard)


def quarters_count_their_cubes(ada: Visitor) -> None:
    for quarter in ada.page.evaluate(CUBES):
        white, black = quarter["cubes"]
        assert quarter["sums"] == [white, black]
        assert quarter["leads"] == ("white" if white > black else "black" if black > white else "nobody")


def the_city_is_one_sheet_that_scrolls_under_the_trick(ada: Visitor) -> None:
    trick = ada.page.locator("#board .trick").bounding_box()
    ada.page.locator("#board .district--province").scroll_into_view_if_needed()
    expect(ada.page.locator("#board .district--province")).to_be_in_viewport(ratio=0.9)
    assert ada.page.locator("#board .trick").bounding_box() == trick


def trays_to_choose_from_are_as_broad_as_a_finger(ada: Visitor) -> None:
    """Whichever cubes a card lets its player remove."""
    toggle = "document.querySelectorAll('#board .tray').forEach((tray) => tray.classList.toggle('lit'))"
    ada.page.evaluate(toggle)
    assert ada.measure("narrow", 40) == {}
    ada.page.evaluate(toggle)


def what_is_to_be_confirmed_stands_where_the_card_is(ada: Visitor) -> None:
    ada.page.locator("#hand .leaf.lit").first.click(position=ON_ITS_STRIP)
    card = ada.page.locator("#hand .leaf.chosen").bounding_box()
    button = ada.page.locator("#confirm").bounding_box()
    assert card is not None
    assert button is not None
    assert 0 <= card["y"] - button["y"] - button["height"] <= 30
    assert button["x"] < card["x"] + card["width"] / 2 < button["x"] + button["width"]


def the_pictures_travel_once_and_light(ada: Visitor, heard: list[Response]) -> None:
    assert len({answer.url for answer in heard}) == 1
    assert "immutable" in heard[-1].headers["cache-control"]
    page = ada.page.context.request.get(ada.page.url).body()
    assert len(gzip.compress(page)) + len(gzip.compress(heard[-1].body())) < 150_000


def quarters_stand_apart(ada: Visitor) -> None:
    boxes: list[Box] = [found.bounding_box() for found in ada.page.locator(QUARTERS).all()]  # type: ignore[misc]
    assert len(boxes) == 7
    for at, one in enumerate(boxes):
        assert not any(_overlap(one, other) for other in boxes[at + 1 :])


def _overlap(one: Box, other: Box) -> bool:
    return (
        min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"]) > 1
        and min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"]) > 1
    )


def test_at_night_cards_and_panels_are_dark_and_signs_stay_in_their_squares(visit: Come) -> None:
    ada = visit(dark=True)
    ada.table_against_bots("krakow", 4, until="#board .slot--played")
    light = """(thing) => {
        const ground = getComputedStyle(thing).backgroundImage.match(/rgb\\((\\d+), (\\d+), (\\d+)/);
        return (Number(ground[1]) + Number(ground[2]) + Number(ground[3])) / 3;
    }"""
    for part in ("#hand .leaf", "#board .guild"):
        assert ada.page.locator(part).first.evaluate(light) < 90, part
    for shield in ada.page.locator(".ahead .shield, .players .shield, .slot .shield").all():
        outer, inner = shield.bounding_box(), shield.locator(".sign").bounding_box()
        assert outer is not None
        assert inner is not None
        assert outer["x"] <= inner["x"]
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 0.5
        assert outer["y"] <= inner["y"] + 0.5
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 0.5


# -- the lesson ----------------------------------------------------------------------------------------------


def test_the_lesson_reads_a_card_before_the_first_click(visit: Come) -> None:
    ada = visit()
    ada.go("/learn/krakow")
    expect(ada.page.locator("#lesson .anatomy .leaf-table td")).to_have_count(8)
    for part in ("#k-seal", "#k-fame", "#k-support", "#k-power", "#k-gold"):
        assert ada.page.locator(f"#lesson .anatomy-list use[href='{part}']").count(), part
    ada.in_sight("#lesson .lesson-acts")  # all of it without scrolling
    assert ada.page.locator("#hand .lit").count() == 0
    ada.page.locator("#lesson .lesson-next").click()
    ada.page.wait_for_url("**/learn/krakow?at=1")
    ada.page.locator("#hand .leaf.lit").click(position=ON_ITS_STRIP)
    if ada.page.locator("#confirm").is_visible():
        ada.page.locator("#confirm").click()
    ada.page.wait_for_url("**/learn/krakow?at=2")


def test_the_board_keeps_its_shape_beside_the_lesson(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("krakow", 4)
    ada.wait_to_be_asked()
    stage = ada.page.locator(".stage").bounding_box()
    assert stage is not None
    for at in (0, 5, 12) if NIGHT else (12,):
        ada.go(f"/learn/krakow?at={at}")
        here = ada.page.locator(".stage").bounding_box()
        assert here is not None
        assert abs(here["width"] - stage["width"]) <= 1
        assert abs(here["height"] - stage["height"]) <= 20  # the name of one's group takes one line or two


LINES = """(button) => {
    const text = document.createRange();
    text.selectNodeContents(button);
    return text.getClientRects().length;
}"""


def test_on_a_phone_another_card_is_offered_in_one_line(visit: Come) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("krakow", 4)
    ada.wait_to_be_asked()
    ada.page.locator("#hand .lit").first.dispatch_event("click")
    expect(ada.page.locator("#confirm")).to_be_visible()
    assert ada.page.locator("#unchoose").evaluate(LINES) == 1


def test_on_a_phone_what_the_led_card_brings_stays_on_the_card(visit: Come) -> None:
    ada = visit(phone=True)
    ada.go("/learn/krakow?at=2")  # a card with three kinds of yield was led
    expect(ada.page.locator(".slot--lead .leaf-yield")).to_have_count(3)
    card, kinds, medal = (
        ada.page.locator(f".slot--lead {part}").bounding_box()
        for part in (".leaf", ".leaf-kinds", ".leaf-district")
    )
    assert card is not None
    for part in (kinds, medal):
        assert part is not None
        assert part["x"] + part["width"] <= card["x"] + card["width"]


# Cards of a hand whose picture or number is hidden, or that go beyond their part of the window.
HIDDEN = """() => [...document.querySelectorAll("#hand .leaf")].filter((leaf) => {
    const hand = document.getElementById("hand").getBoundingClientRect();
    return [".picture", ".leaf-count", ".leaf-district"].some((part) => {
        const { left, right, top, bottom } = leaf.querySelector(part).getBoundingClientRect();
        const whole = top >= hand.top && bottom <= hand.bottom && left >= hand.left && right <= innerWidth;
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !whole || !leaf.contains(at);
    });
}).map((leaf) => leaf.dataset.card)"""


def test_on_a_phone_every_card_of_a_full_hand_is_seen(visit: Come) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("krakow", 4)
    for width, height in ((390, 844), (360, 640)):
        ada.resize(width, height)
        ada.wait_to_be_asked()
        expect(ada.page.locator("#hand .leaf")).to_have_count(9)
        assert ada.page.evaluate(HIDDEN) == []
        assert ada.page.evaluate("document.documentElement.scrollHeight") <= height
    ada.page.locator("#hand .leaf").nth(7).click()
    expect(ada.page.locator("#confirm")).to_be_visible()
    assert ada.page.evaluate(HIDDEN) == []  # what confirms lies above the hand
