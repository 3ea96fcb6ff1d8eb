"""What a table sounds like: short, each game in its own way, and only for readers who want to hear it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from spyring.web.look import look_of
from spyring.web.words import Words
from tests.web.shelf import NAMES, SHELF, quick
from tests.web.test_called import HIDE
from tests.web.test_director import a_decision_with_scenes
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

SOUNDS = {"card", "piece", "seal", "shutter", "message", "points", "alarm", "motif", ""}
INSTRUMENTS = {game.name: look_of(game, Words("en")).instrument for game in SHELF}
CEREMONIES = {"turn", "victory", "defeat"}
HEARD = """window.heard = [];
document.addEventListener("spyring:sounded", ({ detail }) => heard.push(detail));"""
LOADED = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/sound.js'))"

# Every sound of every game, rendered as fast as the machine can: its peak, when it ends, and a few samples.
RENDERED = """async (instruments) => {
    const { compose, WEIGHTS } = await import("/static/js/sound.js");
    const found = {};
    for (const [game, instrument] of Object.entries(instruments)) for (const name of Object.keys(WEIGHTS)) {
        const context = new OfflineAudioContext(1, 22050 * 1.5, 22050);
        compose(context, context.destination, name, 0, instrument);
        const samples = (await context.startRendering()).getChannelData(0);
        const loud = samples.map(Math.abs);
        const ends = loud.findLastIndex((sample) => sample > 0.001) / 22050;
        found[`${game} ${name}`] = [Math.max(...loud), ends, [...samples.slice(2000, 2040)].join()];
    }
    return found;
}"""


@pytest.mark.parametrize("game", SHELF, ids=NAMES)
def test_every_event_has_a_sound_without_being_asked(game: Any) -> None:
    look = look_of(game, Words("en"))
    kinds = {kind.name for kind in game.events.kinds}
    assert set(look.sounds) <= kinds
    assert {look.sound(kind) for kind in kinds} <= SOUNDS
    assert "motif" in {look.sound(kind) for kind in kinds}


def test_sounds_are_short_and_every_game_has_its_own(visit: Come) -> None:
    ada = visit()
    ada.go("/")
    found: dict[str, tuple[float, float, str]] = ada.page.evaluate(RENDERED, INSTRUMENTS)
    assert {name.split()[1] for name in found} == SOUNDS - {""} | CEREMONIES
    for name, (peak, ends, _samples) in found.items():
        assert 0.02 < peak < 2, name
        assert 0.01 < ends <= 1, name
    for name in ("motif", "turn", "victory", "defeat"):
        assert len({found[f"{game} {name}"][2] for game in NAMES}) == len(NAMES)


@pytest.mark.parametrize("game", NAMES)
def test_a_table_is_silent_until_the_first_tap_and_sounds_from_then_on(visit: Come, game: str) -> None:
    ada = visit(still=False, speed="brisk")
    ada.page.add_init_script(HEARD)
    ada.table_against_bots(game, quick(game)[0])
    ada.wait_to_be_asked()
    ada.page.evaluate("document.dispatchEvent(new CustomEvent('spyring:turn'))")
    assert not ada.page.evaluate(LOADED)
    ada.page.locator("#sentence").click()
    ada.page.wait_for_function(LOADED)
    ada.page.wait_for_function("() => navigator.userActivation.hasBeenActive")
    for _decision in range(20):
        a_decision_with_scenes(ada)
        ada.page.wait_for_selector("#director", state="hidden")
        ada.wait_to_be_asked()
        if ada.page.evaluate("heard.length"):
            break
    assert set(ada.page.evaluate("heard")) <= SOUNDS | CEREMONIES


def test_volume_and_mute_stand_beside_the_pace_and_are_remembered(visit: Come) -> None:
    ada = visit(still=False, speed="calm")
    ada.page.add_init_script(HEARD)
    ada.table_against_bots(NAMES[0], quick(NAMES[0])[0])
    a_decision_with_scenes(ada, paused=True)
    bar = ada.page.locator("#director")
    expect(bar.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    bar.get_by_label("Volume").fill("30")
    bar.get_by_role("button", name="Sound").click()
    expect(bar.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    ada.page.get_by_role("button", name="Skip").click()
    expect(bar).to_be_hidden()
    ada.page.reload()
    ada.wait_to_be_asked()
    ada.page.get_by_label("Menu of this table").click()
    menu = ada.page.locator(".menu-list")
    expect(menu.get_by_label("Volume")).to_have_value("30")
    ada.page.evaluate("document.dispatchEvent(new CustomEvent('spyring:turn'))")
    assert ada.page.evaluate("heard") == []
    menu.get_by_role("button", name="Sound").click()
    ada.page.wait_for_function("() => heard.at(-1) === 'turn'")
    only_the_turn_is_heard_in_the_background(ada)


def only_the_turn_is_heard_in_the_background(ada: Visitor) -> None:
    ada.page.evaluate(HIDE, True)
    ada.page.evaluate("heard.length = 0")
    for sound in ("alarm", "motif"):
        ada.page.evaluate(
            "(sound) => document.dispatchEvent(new CustomEvent('spyring:scene', { detail: { sound } }))",
            sound,
        )
    ada.page.evaluate("document.dispatchEvent(new CustomEvent('spyring:turn'))")
    ada.page.wait_for_function("() => heard.length > 0")
    assert ada.page.evaluate("heard") == ["turn"]
    ada.page.evaluate(HIDE, False)


def test_readers_who_want_less_motion_hear_nothing_unless_they_ask(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots(NAMES[0], quick(NAMES[0])[0])
    ada.wait_to_be_asked()
    ada.page.locator("#sentence").click()
    ada.page.get_by_label("Menu of this table").click()
    mute = ada.page.locator(".menu-list").get_by_role("button", name="Sound")
    expect(mute).to_have_attribute("aria-pressed", "false")
    assert not ada.page.evaluate(LOADED)
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    ada.page.wait_for_function(LOADED)
