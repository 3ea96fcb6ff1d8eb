"""Whole games in a real browser, from the front door to the replay."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import spyring
from spyring import web
from spyring.engine.frame import question, refused_end
from spyring.engine.kinds import COOPERATIVE
from spyring.web.lessons import Lesson
from spyring.web.words import Words
from tests.night import NIGHT
from tests.web.shelf import NAMES, TAUGHT, WHOLE, quick
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]
RIBBON = (Path(web.__file__).parent / "templates/parts/ribbon.html").read_text("utf-8")
CLICKED = 2  # decisions that are clicked by day; a program makes the others


# By day one of them; a replay of another one is watched in ``test_people``.
@pytest.mark.parametrize("name", WHOLE if NIGHT else WHOLE[-1:])
def test_a_whole_game(visit: Come, name: str) -> None:
    ada = visit()
    seats, options = quick(name)
    ada.table_by_the_form(name, seats, **options)
    ada.play_on(CLICKED)
    ada.picture(name)
    if NIGHT:
        ada.play_on()
    else:
        ada.play_out()
    together = spyring.game(name).kind == COOPERATIVE
    expect(ada.page.locator("#ending")).to_contain_text(
        "together" if together else re.compile("wins|You win")
    )
    expect(ada.page.locator("#ending .scores tbody tr, #ending .ending-crew li")).to_have_count(seats)
    ada.picture(f"{name}-end")
    assert ada.serious_faults("html" if NIGHT else "#ending") == []

    ada.page.get_by_role("link", name="Watch the replay").click()
    expect(ada.page.locator(".open-hand")).to_have_count(seats)
    assert ada.serious_faults("html" if NIGHT else ".replay") == []
    steps = int(ada.page.get_attribute("#step", "max") or 0)
    assert steps > 20
    ada.page.get_by_role("link", name="To the end").click()
    expect(ada.page.locator(".replay-count")).to_have_text(f"{steps}/{steps}")
    ada.page.keyboard.press("ArrowLeft")
    expect(ada.page.locator(".replay-count")).to_have_text(f"{steps - 1}/{steps}")
    for _press in range(9):  # faster than positions come
        ada.page.keyboard.press("ArrowLeft")
    expect(ada.page.locator(".replay-count")).to_have_text(f"{steps - 10}/{steps}")
    ada.page.keyboard.press("PageUp")
    expect(ada.page.locator(".replay-count")).not_to_have_text(f"{steps - 10}/{steps}")
    ada.page.select_option("#viewpoint", "none")
    expect(ada.page.locator(".watching")).to_be_visible()
    assert "seat=none" in ada.page.url

    ada.go(f"{ada.page.url.split('?')[0]}?step=12&seat=0")
    ada.page.get_by_role("button", name="Continue against bots").click()
    ada.page.wait_for_selector("#table.frame[data-status=playing]")
    ada.play_on(1)


def test_play_now_is_one_click(visit: Come) -> None:
    ada = visit()
    for game in NAMES:
        ada.go("/")
        ada.page.locator(f".game--{game}").get_by_role("button", name="Play now").click()
        ada.wait_to_be_asked()
        seats, _options = quick(game)
        first = spyring.game(game).seat_titles(seats)[0]  # named where one holds several seats
        assert re.match(rf"(Your turn|{first}) .+", ada.sentence()), game


def test_a_game_that_nobody_has_drawn_can_be_played_by_its_buttons(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("duel", 2, lives="1")
    for _decision in range(60):
        ada.page.wait_for_selector("#actions .choice, #choices .choice, #ending", state="attached")
        if ada.over:
            break
        before = ada.number
        ada.page.evaluate("document.querySelector('#actions .choice, #choices .choice').click()")
        ada.page.evaluate(
            "document.getElementById('confirm').hidden || document.getElementById('confirm').click()"
        )
        ada.page.wait_for_selector(f"#table:not([data-number='{before}']), #ending")
    assert ada.over


@pytest.mark.parametrize("game", TAUGHT)
def test_the_guided_first_game_goes_to_its_end(visit: Come, game: str) -> None:
    """By day its last step is clicked; the page of a later step has played all before it."""
    ada = visit()
    last = len(Lesson(spyring.game(game), Words("en")))
    for first, steps in [(0, last)] if NIGHT else [(last - 1, 1)]:
        ada.go(f"/learn/{game}?at={first}")
        ada.picture(f"lesson-{game}-{first}")
        for _step in range(steps):
            ada.decide()
    expect(ada.page.locator("#lesson").get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.parametrize("name", NAMES)
def test_every_decision_is_put_to_the_player_in_a_sentence_of_its_own(name: str) -> None:
    game, dice = spyring.game(name), random.Random(3)
    seats, _options = quick(name)
    asked: dict[str, str] = {}
    for seed in range(6 if name in WHOLE else 1):
        state = game.start(seats=seats, seed=seed)
        while state.deciders:
            seat = dice.choice(state.deciders)
            asking = state.view(seat)["asked"]
            asked[asking["frame"]] = asking["ask"] and question(asking)
            assert asking["wait"]
            state.play(seat, dice.choice(state.legal(seat)))
    assert "" not in asked.values()


@pytest.mark.parametrize("name", NAMES)
def test_an_offer_does_not_repeat_its_heading(name: str) -> None:
    """The mark before what a seat may do is not said again in the sentence."""
    [mark] = re.findall(r'elif screen\.may %}<span class="sentence-mark">{{ _\("([^"]+)"\)', RIBBON)
    offers = {frame.offer for frame in spyring.game(name).frames.values()}
    assert [offer for offer in offers if mark.lower() in offer.lower()] == []


# What a question says of the move that ends a step, and the verbs that do it.
PROMISES = re.compile(r"\bor (go on|pass|end the turn)\b")
ENDING = {"done", "pass", "end", "continue", "go-on", "stop", "decline"}


@pytest.mark.parametrize("name", NAMES)
def test_no_question_promises_an_end_that_is_refused(name: str) -> None:
    game, dice = spyring.game(name), random.Random(3)
    state = game.start(seats=quick(name)[0], seed=3)
    promised: dict[str, str] = {}
    for _decision in range(2000):
        if not state.deciders:
            break
        seat = dice.choice(state.deciders)
        asked = state.view(seat)["asked"]
        moves = [game.moves.name(move) for move in state.legal(seat)]
        if PROMISES.search(question(asked)) and not ENDING & set(moves):
            promised[asked["frame"]] = question(asked)
        if "refused" in asked:
            assert asked["refused"]["move"] not in moves
            refused = refused_end(asked)
            assert refused is not None
            assert refused.clause
        state.play(seat, dice.choice(state.legal(seat)))
    assert promised == {}
