"""What happened is played scene by scene: in order, at the reader's pace, and to the same end."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.datastructures import Headers

import spyring
from spyring.engine.seats import viewer
from spyring.engine.state import State
from spyring.server.core.payloads import SeatCard
from spyring.server.core.tables.timeline import Start, Timeline
from spyring.server.replays.scenes import SceneRecorder, between
from spyring.web.compression import scenes_response
from spyring.web.lessons import Lesson, seat_cards
from spyring.web.scenes import MAX_SCENES, drawn
from spyring.web.words import Words
from tests.night import a_few
from tests.web.shelf import NAMES, TAUGHT, WHOLE, quick
from tests.web.visitor import ASKED, DECIDE, Visitor

Come = Callable[..., Visitor]

WORDS = Words("en")
KEPT = """window.scenes = []; document.addEventListener("spyring:scene", ({ detail }) => scenes.push({
    number: detail.number, at: detail.at, said: detail.said,
    sentence: document.getElementById("sentence").textContent,
    line: [...document.querySelectorAll("#log [data-n]")].at(-1)?.textContent.trim(),
    asked: document.querySelectorAll(".lit, #actions button").length,
}))"""
STILL_OFFERED = """() => [...document.querySelectorAll("#choices .choice")]
    .filter((choice) => getComputedStyle(choice).pointerEvents !== "none").length"""
# What a region says; in what order a tag has its attributes says nothing.
REGIONS = """() => Object.fromEntries(["board", "hand", "players", "log"].map((id) => {
    const region = document.getElementById(id).cloneNode(true);
    for (const thing of region.querySelectorAll("*")) {
        for (const name of ["style", "role", "tabindex", "data-role"]) thing.removeAttribute(name);
        thing.classList.remove("lit", "fresh", "happens", "found");
        const inOrder = [...thing.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
        for (const { name, value } of inOrder) thing.removeAttribute(name), thing.setAttribute(name, value);
    }
    const text = region.innerHTML.replace(/\\s+/g, " ").replace(/> </g, "><");
    return [id, text.replace(/ class="([^"]*?)\\s*"/g, ' class="$1"')];
}))"""


def a_decision_with_scenes(ada: Visitor, *, paused: bool = False) -> None:
    """Decide until something is staged; paused at once if wanted, so that a slow machine cannot miss it."""
    ada.wait_to_be_asked()
    if paused:
        ada.page.evaluate(PAUSE_AT_ONCE)
    for _decision in range(40):
        before = ada.number
        ada.page.evaluate(DECIDE, ada.dice.randrange(1000))
        ada.page.wait_for_selector(
            f"#director:not([hidden]), #table:not([data-number='{before}']) :is({ASKED})", state="attached"
        )
        if ada.page.locator("#director").is_visible():
            return
    raise AssertionError("nothing was staged")


@pytest.mark.parametrize("game", a_few(NAMES))
def test_scenes_come_in_order_and_end_where_the_game_stands(visit: Come, game: str) -> None:
    ada = visit(speed="calm")
    ada.page.add_init_script(KEPT)
    ada.table_against_bots(game, quick(game)[0])
    a_decision_with_scenes(ada)
    for _scene in range(200):
        if not ada.page.locator("#director").is_visible():
            break
        ada.page.keyboard.press("ArrowRight")
    scenes: list[dict[str, Any]] = ada.page.evaluate("scenes")
    places = [(scene["number"], scene["at"]) for scene in scenes]
    assert len(places) > 1
    assert places == sorted(set(places))
    for scene in scenes:
        assert scene["said"][1:] in scene["sentence"]
        assert scene["said"][1:] in scene["line"]  # its line of the log comes with it, and no later one
        assert scene["asked"] == 0
    ada.wait_to_be_asked()
    played = ada.page.evaluate(REGIONS)
    ada.page.reload()
    ada.wait_to_be_asked()
    assert played == ada.page.evaluate(REGIONS)


def test_the_clocks_stay_in_sight_beside_the_director(visit: Come) -> None:
    ada = visit(speed="calm")
    ada.go("/")
    clock = {"pace": "live", "bank-live": "15", "increment-live": "20"}
    bots = {f"seat-{seat}": "random" for seat in range(1, 4)}
    ada.sit_at(ada.send("/tables/new/krakow", **{"seats": "4", "seat-0": "me", **bots, **clock}))
    a_decision_with_scenes(ada, paused=True)
    for width in (1280, 1440, 1000):
        ada.resize(width, 800)
        for part in (".ribbon-clocks", "#sentence"):
            right = ada.page.locator(part).evaluate("(one) => one.getBoundingClientRect().right")
            padding = ada.page.locator(part).evaluate(
                "(one) => parseFloat(getComputedStyle(one).paddingRight)"
            )
            director = ada.page.locator("#director").bounding_box()
            assert director is not None
            assert right - padding <= director["x"], (part, width)
        ada.in_sight(".ribbon-clocks")


def test_scenes_can_be_paused_skipped_and_hurried(visit: Come) -> None:
    ada = visit(speed="calm")
    ada.table_against_bots(NAMES[0], quick(NAMES[0])[0])
    a_decision_with_scenes(ada, paused=True)
    ada.page.get_by_role("button", name="Pause").click(trial=True)
    expect(ada.page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    expect(ada.page.locator("#choices")).to_have_attribute("aria-busy", "true")  # what was offered is over
    assert ada.page.evaluate(STILL_OFFERED) == 0
    said = ada.sentence()
    ada.page.wait_for_timeout(50)
    assert ada.sentence() == said
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator("#director")).to_be_hidden()
    expect(ada.page.locator("#choices")).not_to_have_attribute("aria-busy", "true")

    a_decision_with_scenes(ada)
    ada.page.locator("#board").click(position={"x": 5, "y": 5})
    expect(ada.page.locator("#director")).to_be_hidden()
    a_decision_with_scenes(ada)
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#director")).to_be_hidden()
    a_decision_with_scenes(ada, paused=True)
    the_pace_stands_beside_pause_and_the_fast_one_keeps_nobody_long(ada)


def test_at_full_speed_no_scenes_are_loaded(visit: Come) -> None:
    ada = visit()
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.table_against_bots(NAMES[0], quick(NAMES[0])[0])
    ada.play_on(2)
    assert not any("/scenes" in url for url in asked)
    ada.wait_to_be_asked()  # until then news may take the menu away
    ada.page.get_by_label("Menu of this table").click()
    ada.page.locator(".menu [data-prefer=speed]").select_option("brisk")
    ada.page.reload()
    a_decision_with_scenes(ada)


def the_pace_stands_beside_pause_and_the_fast_one_keeps_nobody_long(ada: Visitor) -> None:
    pace = ada.page.locator("#director").get_by_label("Animation speed")
    pace.select_option("brisk")
    ada.page.evaluate(LATE)
    expect(ada.page.locator("#director")).to_be_hidden()
    assert ada.page.evaluate("window.more") <= 1
    expect(ada.page.locator(".menu [data-prefer=speed]")).to_have_value("brisk")


PAUSE_AT_ONCE = """() => {
    const bar = document.getElementById("director");
    const pause = (_changes, watching) => {
        if (bar.hidden) return;
        watching.disconnect();
        bar.querySelector("[data-direct=pause]").click();
    };
    new MutationObserver(pause).observe(bar, { attributeFilter: ["hidden"] });
}"""

# Continue as if twelve seconds had passed, and count the scenes until others follow.
LATE = """() => {
    document.querySelector("[data-direct=pause]").click();
    const now = performance.now.bind(performance);
    performance.now = () => now() + 12_000;
    window.more = 0;
    const counting = () => (window.more += 1);
    document.addEventListener("spyring:scene", counting);
    const leave = () => document.removeEventListener("spyring:scene", counting);
    document.addEventListener("spyring:leaving", leave);
}"""


def test_bots_in_a_row_play_fast_unless_the_reader_wants_it_slow(visit: Come) -> None:
    ada = visit(speed="even")
    ada.table_against_bots(NAMES[0], quick(NAMES[0])[0])
    expect(ada.page.locator("#director [data-prefer=speed]")).to_have_attribute("data-usual", "even")
    a_decision_with_scenes(ada, paused=True)
    pace = ada.page.locator("#director").get_by_label("Animation speed")
    expect(pace).to_have_value("even")
    ada.page.evaluate(LATE)  # whatever is left after nine seconds is shown at the shortest beat
    expect(ada.page.locator("#director")).to_be_hidden()


# -- the end -------------------------------------------------------------------------------------------------

# As each row of the result comes out: its place, and whether anything else could be read.
REVEALED = """window.revealed = [];
const seen = (part) => document.querySelector(part)?.checkVisibility({ visibilityProperty: true });
new MutationObserver((changes) => {
    for (const { target } of changes) {
        if (!target.matches?.(".reveal--shown") || target.seen) continue;
        target.seen = true;
        const told = document.querySelector(".ending--told") !== null;
        const spoilt = ["#players", "#log", ".sentence-winner", "#ending h2"].filter(seen);
        revealed.push([target.querySelector(".rank")?.textContent.trim(), told ? [] : spoilt]);
    }
}).observe(document, { subtree: true, attributeFilter: ["class"] });"""


@pytest.mark.parametrize("game", a_few(NAMES))
def test_the_result_comes_from_the_last_to_the_first_and_nothing_spoils_it(
    visit: Come, late_start: None, game: str
) -> None:
    ada = visit(speed="brisk", still=False)
    ada.page.add_init_script(REVEALED)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    ada.play_out()
    ada.page.wait_for_selector("#ending.ending--told")
    revealed: list[tuple[str | None, list[str]]] = ada.page.evaluate("revealed")
    assert len(revealed) == ada.page.locator("#ending .reveal").count()
    assert [spoilt for _rank, spoilt in revealed if spoilt] == []
    ranks = [int(rank) for rank, _spoilt in revealed if rank]
    assert ranks == sorted(ranks, reverse=True)
    expect(ada.page.locator("#ending h2")).to_be_visible()
    expect(ada.page.locator("#players")).to_be_visible()
    ada.page.reload()  # a reader who has seen it does not wait
    ada.page.wait_for_selector("#ending.ending--told")
    assert ada.page.evaluate("revealed") == []


# The time of a row never passes.
NO_BEAT = """const wait = window.setTimeout;
window.setTimeout = (call, time, ...more) => (time === 1400 ? 0 : wait(call, time, ...more));"""


def test_the_result_can_be_skipped_and_comes_at_once_without_motion(visit: Come) -> None:
    ada = visit(speed="calm", still=False)
    ada.page.add_init_script(NO_BEAT)
    ada.table_against_bots("estoril", 2)
    ada.play_out()
    ada.page.wait_for_selector("#ending:not(.ending--told)")
    ada.page.get_by_role("button", name="Skip").click()
    ada.page.wait_for_selector("#ending.ending--told")
    expect(ada.page.locator("#ending .reveal").first).to_be_visible()
    bea = visit(speed="calm")
    bea.page.add_init_script(NO_BEAT)
    bea.table_against_bots("estoril", 2)
    bea.play_out()
    bea.page.wait_for_selector("#ending.ending--told")


TOTALS = {"estoril": "final-score", "krakow": "identity-shown", "spies": "scored"}


@pytest.mark.parametrize("name", TOTALS)
def test_totals_are_announced_from_the_last_to_the_first(name: str) -> None:
    timeline = a_whole_game(name)
    book = timeline.game.events
    told = [book.fields(event) for _number, entry in timeline.observed(None) for event in entry.events]
    totals = [int(fields["count"]) for fields in told if fields["kind"] == TOTALS[name]]
    assert len(totals) > 1
    assert totals == sorted(totals)


def test_the_year_of_krakow_is_counted_on_the_board() -> None:
    """Gold, districts, groups, then the secret groups of the players; each with what it brings."""
    timeline = a_whole_game("krakow")
    number = timeline.observed(0)[-1][0]
    found, _count = between(timeline, 0, 0, number - 1, number, range(1000), WORDS.translate)
    scenes = drawn(timeline.game, WORDS, cards(timeline), found)
    counted = ["gold-placed", "district-won", "district-tied", "group-scored", "identity-shown"]
    kinds = [scene["kind"] for scene in scenes if scene["kind"] in counted]
    steps = [kind.split("-")[0] for kind in kinds]
    assert list(dict.fromkeys(steps)) == ["gold", "district", "group", "identity"]
    assert {"group-scored", "identity-shown"} <= set(kinds)
    regions = " ".join(text for scene in scenes for text in scene["regions"].values())
    assert "<dt>points</dt>" in regions
    assert "<dt>total</dt>" not in regions  # neither who wins nor the groups of others before they are told
    assert "<dt>group</dt>" not in regions
    assert all(scene["prop"] for scene in scenes if scene["kind"] in counted)


# -- lessons and the log -------------------------------------------------------------------------------------


def a_step_that_others_answer(game: str) -> int:
    lesson = Lesson(spyring.game(game), WORDS)
    steps = range(len(lesson))
    return next(at for at in steps if not lesson.only_read(at) and lesson.scenes(at + 1, range(1))[1] > 1)


@pytest.mark.parametrize("game", a_few(TAUGHT))
def test_lessons_play_what_happens_scene_by_scene(visit: Come, game: str) -> None:
    ada = visit(speed="calm")
    ada.page.add_init_script(KEPT)
    at = a_step_that_others_answer(game)
    ada.go(f"/learn/{game}?at={at}")
    ada.page.wait_for_selector("html.js #table.frame")
    ada.wait_to_be_asked()
    ada.page.evaluate(DECIDE, 1)
    ada.page.wait_for_selector("#director:not([hidden])")
    for _scene in range(200):
        if not ada.page.locator("#director").is_visible():
            break
        ada.page.keyboard.press("ArrowRight")
    ada.page.wait_for_selector(f"#table[data-number='{at + 1}']")
    scenes: list[dict[str, Any]] = ada.page.evaluate("scenes")
    assert len(scenes) > 1
    for scene in scenes:
        assert scene["said"][1:] in scene["sentence"]
        assert scene["said"][1:] in scene["line"]


# Runs of routine lines that something else follows, and that are not folded.
UNFOLDED = """() => {
    const runs = [];
    let run = [];
    for (const line of document.querySelectorAll("#log li")) {
        if (line.matches(".log-line[data-weight='0']")) run.push(line);
        else {
            if (run.length > 2 && run.some((one) => one.checkVisibility())) runs.push(run.length);
            run = [];
        }
    }
    return runs;
}"""


@pytest.mark.parametrize("game", a_few(NAMES))
def test_routine_lines_of_the_log_are_folded(visit: Come, game: str) -> None:
    ada = visit()
    seats, options = quick(game)
    ada.table_against_bots(game, seats, ahead=6, **options)
    ada.play_on(2)
    ada.wait_to_be_asked()
    assert ada.page.evaluate(UNFOLDED) == []
    fold = ada.page.locator(".log-fold button").first
    if fold.count():
        fold.click()
        assert ada.page.evaluate(UNFOLDED) != []
        fold.click()
        assert ada.page.evaluate(UNFOLDED) == []


STRUCK_OUT = """() => {
    const shown = [...document.querySelectorAll("#log .log-line")].filter((line) => line.checkVisibility());
    const lines = shown.slice(0, 3);
    for (const line of lines) {
        line.classList.add("log-undone");
        line.dataset.weight = "0";
    }
    lines[0].before(...lines);
    lines.at(-1).after(document.createElement("li"));
    document.dispatchEvent(new CustomEvent("spyring:lines"));
    return lines[0].querySelector("span").textContent;
}"""


def test_lines_undone_together_are_folded_under_what_was_undone(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("krakow", 4, ahead=6)
    ada.wait_to_be_asked()
    first = ada.page.evaluate(STRUCK_OUT)
    expect(ada.page.locator(".log-fold button").filter(has_text=f"Undone: {first}")).to_be_visible()


# -- what goes over the wire ---------------------------------------------------------------------------------


@cache
def a_whole_game(name: str, seed: int = 7) -> Timeline:
    """A finished game between dice."""
    seats, options = quick(name)
    game, dice = spyring.game(name), random.Random(seed)
    timeline = Timeline(game, Start(seats, bytes([seed]) * 32, dict(game.resolve_options(seats, options))))
    while timeline.state.deciders:
        seat = dice.choice(timeline.state.deciders)
        move = dice.choice(timeline.state.legal(seat))
        timeline.commit(timeline.consider(seat, move, 0.0))
    return timeline


def cards(timeline: Timeline) -> list[SeatCard]:
    return seat_cards(timeline.game, WORDS, timeline.start.seats, 0)


@pytest.mark.parametrize("name", NAMES)
def test_scenes_are_what_the_seat_was_told_and_small(name: str) -> None:
    timeline = a_whole_game(name)
    number, entry = max(timeline.observed(0), key=lambda pair: len(pair[1].events))
    found, count = between(timeline, 0, 0, number - 1, number, range(1000), WORDS.translate)
    book = timeline.game.events
    told = [event for event in entry.events if event.audience >> viewer(0) & 1]
    weighty = [event for event in told if book.kinds[event.kind].weight]
    assert [scene.told.fields for scene in found] == [book.fields(event) for event in weighty]
    assert count == len(weighty)
    assert found[-1].views[0]["you"] == timeline.game.seat_names(timeline.start.seats)[0]
    scenes = drawn(timeline.game, WORDS, cards(timeline), found)
    sent = scenes_response({"scenes": scenes, "all": count}, Headers({"accept-encoding": "gzip, br"}))
    assert len(sent.body) < 30_000
    some, _count = between(timeline, 0, 0, number - 1, number, range(2, 2 + MAX_SCENES), WORDS.translate)
    assert some == found[2 : 2 + MAX_SCENES]


@pytest.mark.parametrize("name", NAMES)
def test_scenes_do_not_interfere(name: str) -> None:
    """The same move with the same chance in two worlds that a seat cannot tell apart: if the seat perceives
    the same afterwards and is told the same, it was shown the same on the way.
    """
    seats, options = quick(name)
    game, dice = spyring.game(name), random.Random(5)
    agreed: dict[str, Any] = game.resolve_options(seats, options)
    state = game.start(seats=seats, seed=11, events=True, **agreed)
    compared, looks = 0, 0.3 if name in WHOLE else 0.02
    while state.deciders:
        mover = dice.choice(state.deciders)
        move = dice.choice(state.legal(mover))
        if dice.random() < looks:
            seat = dice.choice([*range(seats), None])
            other = state.resample(seat, dice.randrange(10**6))
            compared += same_scenes(state.clone(), other, seat, mover, move)
        state.event_log = []
        state.play(mover, move)
    assert compared > 5


def same_scenes(one: State, other: State, seat: int | None, mover: int, move: int) -> bool:
    """Whether the two worlds could be compared; fails if they should be alike on the way and are not."""
    if move not in other.legal(mover):
        return False
    shown = []
    for world in (one, other):
        world.seed(7)
        world.event_log = []
        world.observer = recorder = SceneRecorder(seat, [seat], range(1000))
        world.play(mover, move)
        shown.append([(one.game.events.fields(event), views) for _n, _at, event, views in recorder.kept])
    if one.view(seat) != other.view(seat) or one.events_for(seat) != other.events_for(seat):
        return False
    assert shown[0] == shown[1]
    return True


def test_a_story_waits_until_its_reader_continues(visit: Come) -> None:
    ada = visit(speed="brisk")
    ada.go("/tables/new/season0?seats=2")
    ada.page.select_option("#seat-1", "me")  # or a bot would read it first
    ada.page.select_option("#option-campaign", "evening")
    ada.page.locator("main form button.primary").last.click()
    ada.page.wait_for_selector("html.js #table.frame")
    for _card in range(9):  # until the last one, after which something else is asked
        ada.wait_to_be_asked()
        before = ada.number
        ada.page.locator("#actions .choice").first.click()
        story = "#director[data-waits]:not([hidden])"
        asked_again = f"#table:not([data-number='{before}']) :is({ASKED})"
        ada.page.wait_for_selector(f"{story}, {asked_again}", state="attached")
        if ada.page.locator(story).count():
            break
    read = ada.page.locator("#prop").inner_text()
    ada.page.wait_for_timeout(2500)
    assert ada.page.locator("#prop").inner_text() == read
    ada.page.locator("[data-direct=next]").click()
    ada.page.wait_for_function("(read) => document.getElementById('prop').innerText !== read", arg=read)
