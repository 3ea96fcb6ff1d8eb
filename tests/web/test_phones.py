"""On a phone everything that decides can be read and hit, and the board keeps its size."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import spyring
from spyring.games.krakow import GAME as KRAKOW
from spyring.languages import LANGUAGES
from spyring.web.lessons import Lesson
from spyring.web.templates import environment
from spyring.web.words import Words
from tests.night import NIGHT
from tests.web.shelf import NAMES, TAUGHT, quick
from tests.web.test_layout import nothing_important_is_below_the_fold
from tests.web.visitor import ALL, TIMEOUT_MS, Visitor

Come = Callable[..., Visitor]

READ = "#board, #hand, #actions, #sentence, .standing, #latest, .tablist"
MIN_LETTER_PX = 12  # px of letters
FINGER = 40  # px of what is tapped


# Parts of a table that the first decisions do not show; test_overlap looks at a full map of Season 0.
LATER = {
    "estoril": "#hand .two-tiles",
    "krakow": "#hand .screen-of-gold",
    "spies": "#hand .telegram--playable",
}


@pytest.mark.parametrize("game", NAMES)
def test_whatever_decides_can_be_read_and_hit(visit: Come, game: str) -> None:
    """Every text and every target of the table, in each of the first decisions and in a later one, before
    and after choosing; the sentence has room, too.
    """
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    ada.wait_to_be_asked()
    nothing_important_is_below_the_fold(ada)
    found = Looks()
    found.look_at_decisions(ada, 6 if NIGHT else 2)
    if game in LATER:
        ada.table_with(LATER[game], game, seats, **options)
        found.look_at_decisions(ada, 1)
    assert (found.tiny, found.narrow, found.squeezed) == ({}, {}, [])
    assert max(found.heights) - min(found.heights) <= 2, f"the board has {found.heights}"


GOAL_IN_SIGHT = """() => {
    const goal = document.querySelector("#board [data-pan] .lit:not(.chosen)");
    if (!goal) return true;
    const box = (goal.querySelector(":scope > .hit") ?? goal).getBoundingClientRect();
    return goal.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""


@pytest.mark.parametrize("game", ["season0", "spies"])
def test_a_lesson_brings_what_it_asks_for_into_sight(visit: Come, game: str) -> None:
    """Maps are larger than a phone, and papers lie over their edges."""
    lesson = Lesson(spyring.game(game), Words("en"))
    steps = [at for at in range(len(lesson)) if not lesson.only_read(at)]
    ada = visit(phone=True)
    for at in steps if NIGHT else steps[:3]:
        ada.go(f"/learn/{game}?at={at}")
        ada.wait_to_be_asked()
        ada.wait_until(lambda: bool(ada.page.evaluate(GOAL_IN_SIGHT)))


@pytest.mark.parametrize("game", NAMES)
def test_an_invitation_shows_at_once_where_to_sit_down(visit: Come, game: str) -> None:
    ada, bea = visit(), visit(phone=True)
    sent = {"name": "Ada", "seats": str(quick(game)[0]), "seat-0": "me", "seat-1": "person", "pace": "live"}
    table = ada.send(f"/tables/new/{game}", **sent)
    card = ada.page.context.request.get(f"/api/v1{table}", timeout=TIMEOUT_MS).json()
    bea.go(f"/join/{card['invitation']}")
    expect(bea.page.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)


def test_a_seat_names_its_partner_before_anybody_sits_down(visit: Come) -> None:
    ada, bea = visit(phone=True), visit(phone=True)
    ada.go("/tables/new/krakow")
    expect(ada.page.locator("label[for=seat-0]")).to_contain_text("partner: White Purse")
    expect(ada.page.locator(".fine-points > .hint")).to_contain_text("usual choices are preselected")
    ada.go("/tables/new/estoril")
    expect(ada.page.locator("label[for=seat-0]")).not_to_contain_text("partner")
    sent = {"name": "Ada", "seats": "4", "seat-0": "me"}
    table = ada.send("/tables/new/krakow", **sent, **{f"seat-{seat}": "person" for seat in (1, 2, 3)})
    ada.go(table)
    expect(ada.page.locator(".lobby-seat").nth(2)).to_contain_text("partner: White Dagger (Ada)")
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390
    card = ada.page.context.request.get(f"/api/v1{table}", timeout=TIMEOUT_MS).json()
    bea.go(f"/join/{card['invitation']}")
    expect(bea.page.locator("#seat option").nth(1)).to_have_text("White Purse · partner: White Dagger (Ada)")


class Looks:
    """What was found at a table, over several looks."""

    def __init__(self) -> None:
        self.tiny: dict[str, float] = {}
        self.narrow: dict[str, float] = {}
        self.squeezed: list[str] = []
        self.heights: set[int] = set()

    def look_at_decisions(self, ada: Visitor, count: int) -> None:
        for _decision in range(count):
            ada.wait_to_be_asked()
            for _look in ("asked", "chosen"):
                self._look(ada)
                if ada.page.locator("#hand .lit").count():
                    ada.page.locator("#hand .lit").first.dispatch_event("click")
            ada.page.keyboard.press("Escape")
            if ada.over:
                return
            ada.decide()

    def _look(self, ada: Visitor) -> None:
        ada.settle()
        squeezed = sentence_without_room(ada)
        tiny = ada.measure("tiny", MIN_LETTER_PX, READ)
        narrow = ada.measure("narrow", FINGER)
        stage = ada.page.locator(".stage").bounding_box()
        if ada.over:  # a bot may have ended the game meanwhile
            return
        self.squeezed += squeezed
        self.tiny |= tiny
        self.narrow |= narrow
        self.heights.add(round(stage["height"]))  # type: ignore[index]


def sentence_without_room(visitor: Visitor) -> list[str]:
    width, height, rows = visitor.measure("ribbon")
    good = width >= 0.6 * 390 and height <= 170 and rows <= 1
    return [] if good else [f"{visitor.sentence()}: {width:.0f} wide, {height:.0f} high, {rows} rows"]


@pytest.mark.parametrize("game", ["spies", "season0"])
def test_a_tap_beside_a_small_piece_means_it(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    ada.table_against_bots(game, quick(game)[0])
    ada.play_until("#board [data-pan] .lit")
    while not (spot := ada.page.evaluate(BESIDE)):  # what is lit may lie beyond the edge
        ada.decide()
        ada.play_until("#board [data-pan] .lit")
    before = ada.number
    ada.page.touchscreen.tap(*spot)
    ada.page.wait_for_selector(f"#board .chosen, #table:not([data-number='{before}'])")


# A point in sight 17 px from the middle of something lit, where nothing else is lit or can be read.
BESIDE = """() => {
    const stage = document.querySelector(".stage").getBoundingClientRect();
    for (const thing of document.querySelectorAll("#board [data-pan] .lit")) {
        const hit = thing.querySelector(":scope > .hit") ?? thing;
        const { left, right, top, bottom } = hit.getBoundingClientRect();
        for (const [dx, dy] of [[17, 0], [-17, 0], [0, 17], [0, -17], [17, 17], [-17, -17]]) {
            const [x, y] = [(left + right) / 2 + dx, (top + bottom) / 2 + dy];
            const under = document.elementFromPoint(x, y);
            if (x < stage.left || x > stage.right || y < stage.top + 150 || y > stage.bottom) continue;
            const other = under?.closest(".lit, .reach, [data-tip], [data-lens], button");
            if (under?.closest("[data-pan]") && !other) return [x, y];
        }
    }
    return null;
}"""


# Things of the hand that are not wholly in the window, or have no strip of 20 px that a finger would hit.
OUT_OF_REACH = """() => [...document.querySelectorAll("#hand :is(.cards, .tray) > *")].filter((thing) => {
    const { left, right, top, height } = thing.getBoundingClientRect();
    const hit = (x) => thing.contains(document.elementFromPoint(x, top + height / 2));
    return left < 0 || right > innerWidth + 1 || !(hit(left + 4) && hit(left + 20));
}).map((thing) => thing.textContent.trim().slice(0, 30))"""


@pytest.mark.parametrize("game", NAMES)
def test_the_whole_hand_lies_in_sight(visit: Come, game: str) -> None:
    """At the beginning, when hands are fullest, and a little later; also in a narrower window."""
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    for _decision in range(3):
        ada.wait_to_be_asked()
        for width in (390, 360):
            ada.resize(width, 844)
            assert ada.page.evaluate(OUT_OF_REACH) == []
        ada.decide()


@pytest.mark.parametrize("language", ["en-GB", "pl", "it"])
def test_what_confirms_a_move_stays_on_the_screen(visit: Come, language: str) -> None:
    """In every game and language, also in a narrow window: whole, and large enough for a finger."""
    ada = visit(phone=True, language=language)
    for game in NAMES:
        seats, options = quick(game)
        ada.table_against_bots(game, seats, **options)
        ada.page.evaluate("localStorage.setItem('prefer:confirm', 'always')")
        ada.play_until(":is(#hand, #board) .lit")
        for width in (390, 340):
            ada.resize(width, 700)
            ada.page.evaluate(CHOOSE)
            for button in ada.page.locator(":is(#confirm, #verbs button):visible").all():
                expect(button).to_be_in_viewport(ratio=0.99)
                box = button.bounding_box()
                assert box is not None
                assert box["height"] >= FINGER, (game, width, box)
                assert box["width"] >= 2 * FINGER, (game, width, box)
            ada.page.keyboard.press("Escape")


CHOOSE = """() => {
    for (let click = 0; click < 4; click += 1) {
        if (document.querySelector("#confirm:not([hidden]), #verbs button")) return;
        const lit = document.querySelector(":is(#hand, #board) .lit:not(.chosen)");
        lit?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
}"""


@pytest.mark.parametrize("game", NAMES)
def test_two_fingers_zoom_and_one_moves_the_board(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    ada.wait_to_be_asked()
    before, number = ada.page.evaluate(VIEW), ada.number
    touch(ada, [(150, 400), (240, 400)], [(100, 400), (290, 400)])
    ada.wait_until(lambda: ada.page.evaluate(VIEW)[0] > before[0] * 1.3)
    zoomed = ada.page.evaluate(VIEW)
    touch(ada, [(200, 420)], [(140, 380)])
    ada.wait_until(lambda: ada.page.evaluate(VIEW)[1:] != zoomed[1:])
    assert ada.page.evaluate(VIEW)[0] == pytest.approx(zoomed[0])
    assert ada.number == number  # a drag is no tap
    assert ada.page.locator(".chosen").count() == 0
    touch(ada, [(60, 400), (330, 400)], [(190, 400), (200, 400)])
    ada.wait_until(lambda: ada.page.evaluate(VIEW)[0] < zoomed[0])


# How near the board is, and where it lies.
VIEW = """() => {
    const layer = document.querySelector(".stage-pan");
    const moved = layer.querySelector("[data-pan]") ?? layer;
    const { a, e, f } = new DOMMatrix(getComputedStyle(moved).transform);
    return [a, e, f];
}"""


def touch(ada: Visitor, begins: list[tuple[int, int]], ends: list[tuple[int, int]]) -> None:
    """Fingers that come down, move in ten steps and leave."""
    devtools = ada.page.context.new_cdp_session(ada.page)

    def send(kind: str, points: list[tuple[float, float]]) -> None:
        spots = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    send("touchStart", [*begins])
    for step in range(1, 11):
        pairs = zip(begins, ends, strict=True)
        send("touchMove", [(x + (u - x) * step / 10, y + (v - y) * step / 10) for (x, y), (u, v) in pairs])
    send("touchEnd", [])
    devtools.detach()


def test_the_masthead_has_one_row(visit: Come) -> None:
    for language in ("en-GB", "pl", "it"):
        ada = visit(phone=True, language=language)
        for width in (390, 360):
            ada.page.set_viewport_size({"width": width, "height": 844})
            ada.go("/tables")
            tall = ada.page.locator(".masthead").bounding_box()
            assert tall is not None
            assert tall["height"] <= 64, (language, width)
            assert ada.page.evaluate("document.documentElement.scrollWidth") <= width
            expect(ada.page.locator(".masthead-me")).to_be_in_viewport(ratio=0.99)


# Names whose letters leave their own thing or lie beneath another one.
UNREADABLE = """(names) => [...document.querySelectorAll(names)].filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const thing = name.closest("button");
    const box = thing.getBoundingClientRect();
    return [...range.getClientRects()].some(({ left, right, top, bottom }) => {
        const [low, high] = [(top + bottom) / 2 + 4, (top + bottom) / 2 - 4]; // of small letters
        const inside = left >= box.left && right <= box.right && high >= box.top && low <= box.bottom;
        const on = (x) => document.elementFromPoint(x, high)?.closest("button");
        return !inside || [left + 2, right - 2].some((x) => on(x) !== thing);
    });
}).map((name) => name.textContent)"""


def test_every_tile_and_every_chit_of_spies_can_be_read(visit: Come) -> None:
    ada = visit(phone=True)
    seats, options = quick("spies")
    ada.table_with("#hand .telegram--playable", "spies", seats, **options)
    ada.settle()
    assert ada.page.locator("#hand .telegram").count() > 5
    assert ada.page.evaluate(UNREADABLE, "#hand .telegram-title") == []
    ada.table_with("#hand .cards > .ticket", "spies", seats, **options)
    ada.measure("keep", 10)
    ada.settle()
    assert ada.page.evaluate(UNREADABLE, "#hand .ticket-name") == []


# Whether a thing is whole in the window, with nothing on its middle.
IN_REACH = """(thing) => {
    const { left, right, top, bottom } = thing.getBoundingClientRect();
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && thing.contains(found);
}"""


@pytest.mark.parametrize("game", ["krakow", "spies"])
def test_standing_orders_have_a_word_and_open_on_the_screen(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_with("#actions .orders", game, seats, **options)
    expect(ada.page.locator("#actions .orders-word")).to_be_visible()
    ada.page.locator("#actions .orders > summary").click()
    order = ada.page.locator("#actions .orders button")
    assert order.evaluate(IN_REACH)
    assert ada.page.locator("#actions .orders .menu-list").evaluate(IN_REACH)


@pytest.mark.parametrize("game", TAUGHT)
def test_the_buttons_of_a_lesson_are_always_in_sight(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    for at in range(3):
        ada.go(f"/learn/{game}?at={at}")
        ada.page.wait_for_selector("html.js #table.frame")
        for button in ada.page.locator(".lesson-acts a").all():
            assert button.evaluate(IN_REACH), (at, button.inner_text())


def test_a_lesson_shows_what_it_asks_for(visit: Come) -> None:
    ada = visit(phone=True)
    for at in (8, 10):  # a marker in the Castle; a coin for it
        ada.go(f"/learn/krakow?at={at}")
        ada.wait_to_be_asked()
        assert ada.page.locator(":is(#board, #hand) .lit").first.evaluate(IN_REACH), at


@pytest.mark.parametrize("game", NAMES)
def test_the_scores_stay_beside_what_takes_a_move_back(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    seats, options = quick(game)
    undo = "form[action$='/undo']"
    ada.table_with(f"#actions:has({undo}):not(:has(.choice, .refused, .orders))", game, seats, **options)
    for part in (".standing", f"#actions {undo} button"):
        expect(ada.page.locator(part)).to_be_visible()
        expect(ada.page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert ada.page.evaluate(ON_THE_SCORES) == 0


# How many buttons lie on a score.
ON_THE_SCORES = """() => {
    const box = (one) => one.getBoundingClientRect();
    const last = Math.max(...[...document.querySelectorAll(".standing > *")].map((one) => box(one).right));
    const buttons = [...document.querySelectorAll("#actions button")];
    return buttons.filter((button) => button.checkVisibility() && box(button).left < last).length;
}"""


@pytest.mark.parametrize("game", NAMES)
def test_what_can_be_done_after_a_game_is_in_sight(visit: Come, late_start: None, game: str) -> None:
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, ahead=ALL, **options)
    ada.page.wait_for_selector(".ending--told")
    for address in ("/rematch", "/replay?", "/analysis"):
        button = ada.page.locator(f"#ending-acts :is(form[action$='{address}'] button, a[href*='{address}'])")
        assert button.first.evaluate(IN_REACH), address


def test_no_word_of_a_card_is_broken(visit: Come) -> None:
    """On the narrow cards of a trick: every title in every language."""
    ada = visit(phone=True)
    seats, options = quick("krakow")
    ada.table_with("#board .slot .leaf-title", "krakow", seats, **options)
    for language in LANGUAGES:
        words = Words(language)
        board = environment().get_template("krakow/board.html").make_module({"game": KRAKOW, "words": words})
        titles = [words.translate(row["name"]) for row in KRAKOW.box.cards]
        drawn = [board.entitled(title) for title in titles]  # type: ignore[attr-defined]
        assert ada.page.evaluate(BROKEN, drawn) == [], language


# Words of these titles that go on in another line, or are cut off.
BROKEN = """(titles) => titles.flatMap((drawn) => {
    const leaf = document.querySelector("#board .slot .leaf");
    leaf.querySelector(".leaf-title").outerHTML = drawn.trim();
    const [{ firstChild: text }] = leaf.querySelectorAll(".leaf-title");
    const whole = ({ index, 0: { length } }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + length);
        const [one, ...others] = range.getClientRects();
        return !others.length && one.right <= leaf.getBoundingClientRect().right;
    };
    return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => !whole(word)).map(([word]) => word);
})"""


def test_a_finger_leaves_no_trace_on_what_comes_next(visit: Come) -> None:
    """The card that takes the place of the one that was tapped looks like the others."""
    ada = visit(phone=True)
    ada.table_against_bots("season0", 2, until="#hand [data-character]")
    ada.page.locator("#hand .slip-card").nth(1).tap()
    ada.page.locator("#hand .passport-name").wait_for()
    ada.wait_to_be_asked()
    ada.settle()
    looks = "(all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size"
    assert ada.page.locator("#hand .slip-card").evaluate_all(looks) == 1


def test_nothing_peeks_out_beside_the_buttons_of_a_result(visit: Come) -> None:
    """They stay in sight over the text and are as wide as it."""
    ada = visit(phone=True)
    seats, options = quick("estoril")
    ada.table_against_bots("estoril", seats, **options)
    ada.play_out()
    inside = "(acts) => [acts.clientWidth, acts.parentElement.clientWidth]"
    acts, result = ada.page.locator("#ending-acts").evaluate(inside)
    assert acts == result
