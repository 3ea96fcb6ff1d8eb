"""The pages as they leave the server: what is on them, and that nothing odd breaks them."""

import random
import re
from collections.abc import AsyncIterator

import httpx
import pytest
from sqlalchemy import update

from spyring.server.conversation.payloads import MAX_NOTE_LENGTH
from spyring.server.core.settings import Settings
from spyring.server.core.storage.schema import entries, tables
from spyring.server.core.tables.timeline import Timeline
from spyring.web import create_app
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness, open_harness, play_out, settings_for
from tests.server.test_playing import to_allotment
from tests.server.test_profiles import finished, people
from tests.test_first_game import high_card

pytestmark = [pytest.mark.anyio, on_sqlite]


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


async def page(guest: Guest | httpx.AsyncClient, path: str, status: int = 200) -> str:
    """A page by its address."""
    client = guest.client if isinstance(guest, Guest) else guest
    return _text(await client.get(path), status)


async def send(
    guest: Guest | httpx.AsyncClient, path: str, status: int = 303, /, **fields: str | int
) -> httpx.Response:
    """A form that is sent."""
    client = guest.client if isinstance(guest, Guest) else guest
    answer = await client.post(path, data=fields)
    _text(answer, status)
    return answer


def _text(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, f"{answer.request.url}: {answer.status_code} {answer.text[:2000]}"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    if status >= 400:
        assert said(answer.text)
    return answer.text


def said(text: str) -> str:
    """The sentence of a refusal."""
    found = re.search(r"data-problem[^>]*>(.*?)<", text, re.DOTALL)
    return "" if found is None else found[1].strip()


# -- a game of one's own -------------------------------------------------------------------------------------


async def test_a_game_that_is_a_lone_module_is_shown_in_words(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    high_card(monkeypatch)
    async with open_harness(settings_for(database_url, shelf="high_card:GAME"), create_app) as harness:
        table, (ann, _ben) = await harness.table("high-card", "Ann", "Ben")
        assert "High Card" in await page(ann, "/")
        assert "Swap your card" in await page(ann, f"/tables/{table}")


# -- how often -----------------------------------------------------------------------------------------------


async def test_a_visitor_who_loads_pages_constantly_must_wait(database_url: str) -> None:
    async with open_harness(settings_for(database_url, rate_factor=0.1), create_app) as harness:
        table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
        scenes = f"/tables/{table}/scenes?after=0&until=0"
        drawn = [(await ann.client.get(path)).status_code for path in ("/", scenes, "/tables") * 4]
        assert drawn == [200] * 10 + [429] * 2
        await page(bob, f"/tables/{table}")
        harness.time.move(2)
        await page(ann, f"/tables/{table}")


# -- odd input -----------------------------------------------------------------------------------------------


async def test_a_form_for_any_number_of_seats_is_answered_at_once(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    answer = await send(ann, "/tables/new/duel", 422, seats=9999999999)  # who counts so far, counts for hours
    assert said(answer.text) == "This game is for 2, 3 seats, not for 9999999999."
    await send(ann, "/tables/new/duel", 422, seats=9)
    await send(ann, "/tables/new/duel", 422, seats=-2)
    assert (await ann.get("/tables"))["mine"] == []


async def test_an_invalid_form_is_refused_with_a_page(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    headers = {"content-type": "multipart/form-data; boundary=x"}
    answer = await ann.client.post("/tables/new/duel", content=b"nonsense", headers=headers)
    assert answer.status_code == 422
    assert said(answer.text) == "Invalid form data."


async def test_zero_bytes_in_an_address_or_a_move_are_refused_with_a_sentence(harness: Harness) -> None:
    table, (ann, *_others) = await harness.table("krakow", "Ann", "Bob", "Cleo", "Dan")
    stranger = harness.stranger()
    for path in ("/", "/games/", f"/tables/{table}/why?move="):
        answer = await stranger.get(f"{path}%00csrf%00")
        assert answer.status_code in (401, 404, 422)
        assert said(answer.text)
    refused = await ann.client.post(f"/tables/{table}/play", data={"move": "\0csrf\0", "number": 0})
    assert refused.status_code in (409, 422)
    assert said(refused.text)


async def test_forms_that_no_page_has_made_are_refused_with_a_sentence(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=2))["id"]
    level = await send(ann, "/tables/new/duel", 422, seats=2, **{"seat-1": "Bad Level"})
    assert "Unknown level: Bad Level" in said(level.text)
    await send(ann, "/tables/new/duel", 422, seats=2, **{"option-lives": "9"})
    await send(ann, "/tables/new/duel", 422, seats=2, pace="hurry")
    notes = await send(ann, f"/tables/{table}/notes", 422, text="a\0b")
    assert said(notes.text) == "Invalid value for text."
    await send(ann, f"/tables/{table}/notes", 422, text="a" * (MAX_NOTE_LENGTH + 1))
    await send(ann, f"/tables/{table}/talk", 422, text="Psst.", to="x")
    await send(ann, f"/tables/{table}/talk", 422, text="a\0b")
    await send(ann, f"/tables/{table}/bot", 422, seat=1, level="a\0b")
    await send(ann, f"/tables/{table}/bot", 422, seat="--1", level="")
    await send(ann, f"/tables/{table}/join", 422, seat="--1")
    await send(ann, "/account/name", 422, name="a\0b")
    await send(ann, "/account/tokens", 422, name="a\0b")
    await send(ann, "/account/tokens/a%00b/delete", 422)


async def test_odd_addresses_are_pages_that_say_so(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    for path in (
        "/tables/%00",
        "/join/%00",
        "/tables/%00/replay",
        "/tables/%00/record",
        "/tables/a?code=" + "x" * 99,
    ):
        await page(ann, path, 422)
    for path in ("/learn/duel", "/learn/chess", "/learn/duel/why", "/games/%00", "/rules/DUE-9.9.9", "/%00"):
        await page(ann, path, 422 if path.startswith("/rules") else 404)
    await send(ann, "/learn/duel/play", 404, number=0, move="x")
    await send(ann, "/join/%00", 422)
    assert "/learn/duel" not in await page(ann, "/")
    assert "/learn/duel" not in await page(ann, "/games/duel")
    assert "/learn/krakow" in await page(ann, "/")


async def test_names_that_cannot_be_stored_are_refused(harness: Harness) -> None:
    for name in ("a\0b", "a" * 41, "\n", ""):
        for path, status in (("/account/register", 422), ("/account/login", 403)):
            await send(harness.stranger(), path, status, name=name, password="correct horse")
    await send(harness.stranger(), "/account/register", 422, name="Ann", password="short")
    await send(harness.stranger(), "/account/login", 403, name="Ann", password="a\0b")
    await send(harness.stranger(), "/tables/new/duel", 422, seats=2, name="a\0b")

    stranger = harness.stranger()
    await send(stranger, "/account/register", name="Ann of Ur", password="correct horse")
    await send(harness.stranger(), "/account/register", 409, name="Ann of Ur", password="correct horse")
    await send(harness.stranger(), "/account/login", name="Ann of Ur", password="correct horse")
    assert "You are Ann of Ur." in await page(stranger, "/account")


async def test_an_error_nobody_foresaw_is_a_sealed_page(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fall_over(*_anything: object) -> None:
        raise RuntimeError("out of chairs")

    monkeypatch.setattr(harness.services.lobby, "tables", fall_over)
    monkeypatch.setattr("spyring.server.core.http.routing.visit", fall_over)
    door = httpx.ASGITransport(harness.app, raise_app_exceptions=False, client=("127.0.0.1", 4242))
    async with httpx.AsyncClient(transport=door, base_url="http://table.test") as client:
        text = await page(client, "/", 503)
        assert "Confirmed moves are safe" in said(text)
        assert "out of chairs" not in text
        answers = [
            await client.get("/api/v1/tables"),
            await client.post("/api/v1/tables/duel/moves", json={}),
        ]
        assert [answer.status_code for answer in answers] == [503, 503]
        assert all("content-security-policy" in answer.headers for answer in answers)


# -- finished games ------------------------------------------------------------------------------------------


class Plays:
    """How often a game was begun."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        begin = Timeline._begin

        def counted(timeline: Timeline) -> object:
            self.count += 1
            return begin(timeline)

        monkeypatch.setattr(Timeline, "_begin", counted)


async def a_finished_game(
    harness: Harness, game: str, *names: str, **options: int | str
) -> tuple[str, list[Guest]]:
    """The table where it was played, and who played."""
    table, guests = await harness.table(game, *names, options=options)
    await play_out(table, guests, random.Random(5))
    return table, guests


async def test_a_page_of_a_replay_plays_the_game_once(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, _bob) = await a_finished_game(harness, "duel", "Ann", "Bob", lives=1)
    steps = (await ann.get(f"/tables/{table}/replay/0"))["steps"]
    plays = Plays(monkeypatch)
    for seat in ("all", "none", "1"):
        text = await page(ann, f"/tables/{table}/replay?step={steps}&seat={seat}")
        assert f"{steps}/{steps}" in text
    assert plays.count <= 3  # less where earlier states are still at hand
    await page(ann, f"/tables/{table}/replay/turn?step=0&seat=all", 303)
    assert plays.count <= 3


async def test_the_replay_seen_by_everybody_guesses_nothing(harness: Harness) -> None:
    table, (ann, _bob) = await a_finished_game(harness, "estoril", "Ann", "Bob")
    by_a_spectator = ""  # not at every step is there something to guess
    for step in (10, 20, 30):
        open_page = await page(ann, f"/tables/{table}/replay?step={step}&seat=all")
        scenes = await page(ann, f"/tables/{table}/replay/scenes?until={step}&seat=all")
        assert guesses(open_page) == guesses(scenes) == []
        by_a_spectator += await page(ann, f"/tables/{table}/replay?step={step}&seat=none")
    assert guesses(by_a_spectator)


def guesses(text: str) -> list[str]:
    return re.findall(r"≈\d+", text)


async def test_a_replay_tells_what_the_seat_was_told_in_the_steps_before(harness: Harness) -> None:
    table, (ann, _bob) = await a_finished_game(harness, "duel", "Ann", "Bob", lives=1)
    for seat in (0, 1):
        told = [
            line["sentence"]
            for step in range(4)
            for line in (await ann.get(f"/tables/{table}/replay/{step}", params={"seat": seat}))["events"]
        ]
        assert lines(await page(ann, f"/tables/{table}/replay?step=3&seat={seat}")) == told
    assert lines(await page(ann, f"/tables/{table}/replay?step=-5"))
    assert lines(await page(ann, f"/tables/{table}/replay?step={10**30}"))


def lines(text: str) -> list[str]:
    """The log on a page."""
    return re.findall(r"<li class=\"log-line[^>]*><span>(.*?)</span>", text, re.DOTALL)


async def test_turns_are_found_in_both_directions(harness: Harness) -> None:
    names = ("Ann", "Bob", "Cy", "Di")
    table, (ann, *_others) = await a_finished_game(harness, "krakow", *names, years=1)
    begins: list[int] = []
    steps = (await ann.get(f"/tables/{table}/replay/0"))["steps"]
    at = 0
    while at < steps:
        at = await turn(ann, table, at, 1)
        begins.append(at)
    assert 1 < len(begins) < steps
    told = await page(ann, f"/tables/{table}/replay?step={begins[1]}")
    assert re.search(r"<h1[^>]*>.*? led .*?</h1>", told, re.DOTALL)  # as history, which has happened
    back = [steps]
    while back[-1] > 0:
        back.append(await turn(ann, table, back[-1], -1))
    assert back[1:-1] == begins[-2::-1]


async def turn(guest: Guest, table: str, step: int, way: int) -> int:
    """Where the next turn begins."""
    answer = await guest.client.get(f"/tables/{table}/replay/turn?step={step}&seat=1&way={way}")
    found = re.fullmatch(rf"/tables/{table}/replay\?step=(\d+)&seat=1", answer.headers["location"])
    assert found is not None
    return int(found[1])


async def test_nobody_looks_through_eyes_that_are_not_there(harness: Harness) -> None:
    table, (ann, _bob) = await a_finished_game(harness, "duel", "Ann", "Bob", lives=1)
    for seat in ("%C2%B2", "9" * 5000, "-1", "8", "x"):
        await page(ann, f"/tables/{table}/replay?seat={seat}", 422)
        await page(ann, f"/tables/{table}/replay/turn?seat={seat}", 422)
    await page(ann, f"/tables/{table}/replay?seat=5", 404)
    await page(ann, f"/tables/{table}/replay?step=x", 422)


async def test_the_ending_offers_to_continue_a_campaign(harness: Harness) -> None:
    table, (ann, bob) = await a_finished_game(harness, "relay", "Ann", "Bob", route=8)
    assert "Continue the campaign" in await page(ann, f"/tables/{table}")
    assert "Continue the campaign" not in await page(await harness.guest("Eve"), f"/tables/{table}")
    following = (await send(ann, f"/tables/{table}/rematch", campaign="yes")).headers["location"]
    assert (await send(bob, f"/tables/{table}/rematch", campaign="yes")).headers["location"] == following
    assert (await ann.position(following.removeprefix("/tables/")))["view"]["table"]["mission"] == 2

    duel, (ann, _bob) = await a_finished_game(harness, "duel", "Ann", "Bob", lives=1)
    text = await page(ann, f"/tables/{duel}")
    assert "Rematch" in text
    assert "Continue the campaign" not in text


async def test_the_result_says_how_the_ratings_changed(harness: Harness) -> None:
    ann, bob = await people(harness, "Ann", "Bob")
    rated = await page(ann, f"/tables/{await finished(harness, ann, bob)}")
    (gained,) = [row["gained"] for row in (await ann.get(f"/people/{ann.person['id']}"))["results"]]
    change = f"{'+' if gained >= 0 else '−'}{abs(gained)}"
    assert f"Ann <b>{1000 + gained}</b> ({change})" in rated
    assert rated.count('<span class="hint">Bob</span>') == 1, "the result names the people"
    table, (eve, _carl) = await a_finished_game(harness, "duel", "Eve", "Carl", lives=1)
    assert "ending-ratings" not in await page(eve, f"/tables/{table}"), "guests have no ratings"


# -- taking back ---------------------------------------------------------------------------------------------


WITHDRAW = "Cancel</button></form>"


async def test_a_request_to_take_back_can_be_withdrawn(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    number = (await ann.position(table))["number"]
    await ann.post(f"/tables/{table}/undo", {"number": number})
    assert WITHDRAW in await page(ann, f"/tables/{table}")
    asked = await page(bob, f"/tables/{table}")
    assert "Agree" in asked
    assert WITHDRAW not in asked
    offer = (await ann.position(table))["undo"]["offer"]["id"]
    await send(ann, f"/tables/{table}/consent", agree="no", offer=offer)
    assert WITHDRAW not in await page(ann, f"/tables/{table}")
    assert "Agree" not in await page(bob, f"/tables/{table}")


async def test_what_nobody_could_know_is_taken_back_whatever_another_asks_for(harness: Harness) -> None:
    table, (ann, *others) = await to_allotment(harness)
    for other in others:
        position = await other.position(table)
        if position["undo"]["by_consent"]:
            break
    await other.post(f"/tables/{table}/undo", {"number": position["number"]})
    await ann.play(table, (await ann.position(table))["legal"][0]["text"])
    text = await page(ann, f"/tables/{table}")
    assert f'action="/tables/{table}/undo"' in text
    assert "Agree" in text


async def test_the_page_of_a_frozen_game_says_so(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    await bob.play(table, "draw")
    await harness.services.database.write(update(entries).where(entries.c.number == 2).values(text="retire"))
    harness.services.live_tables.cache.forget(table)
    assert "It is frozen. Nothing is lost." in await page(ann, f"/tables/{table}")
    await harness.services.database.write(update(tables).values(rules_version=0))
    harness.services.live_tables.cache.forget(table)
    assert "It is frozen. Nothing is lost." in await page(ann, f"/tables/{table}", 409)


async def test_a_note_may_be_as_long_on_the_page_as_on_the_server(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    assert f'maxlength="{MAX_NOTE_LENGTH}"' in await page(ann, f"/tables/{table}")
    longest = "\N{SLEUTH OR SPY}" * MAX_NOTE_LENGTH
    await send(ann, f"/tables/{table}/notes", text=longest)
    assert (await ann.get(f"/tables/{table}/note"))["text"] == longest
    await ann.put(f"/tables/{table}/note", {"text": longest + "!"}, 422)


# -- a bot in one's place ------------------------------------------------------------------------------------


async def test_while_a_bot_holds_a_seat_its_owner_chooses_nothing_and_can_take_it_back(
    harness: Harness,
) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    harness.services.delays.factor = 1000.0  # the bot thinks as long as the test likes
    assert "data-choice" in await page(ann, f"/tables/{table}")
    await ann.post(f"/tables/{table}/away")
    held = await page(ann, f"/tables/{table}")
    assert "A bot plays for you." in held
    assert "Take my seat back" in held
    assert "data-choice" not in held
    assert "Let a bot play" not in held
    await ann.post(f"/tables/{table}/back")
    back = await page(ann, f"/tables/{table}")
    assert "Take my seat back" not in back
    assert "data-choice" in back


async def test_a_game_given_up_is_named_among_the_tables_and_has_no_way_back(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    harness.services.delays.factor = 1000.0
    assert "1 game in progress." in await page(ann, f"/people/{ann.person['id']}")
    assert "You have resigned from" not in await page(ann, f"/tables?left={table}")
    await ann.post(f"/tables/{table}/resign")
    assert "You have resigned from" in await page(ann, f"/tables?left={table}")
    assert "You have resigned from" not in await page(bob, f"/tables?left={table}")
    assert "You have resigned from" not in await page(ann, "/tables?left=nowhere")
    left = await page(ann, f"/tables/{table}")
    assert "You have resigned. A bot plays on." in left
    assert "Take my seat back" not in left


async def test_a_language_model_is_marked_at_the_table(harness: Harness) -> None:
    ada = await harness.guest("Ada")
    table = (await ada.make("estoril", seats=2))["id"]
    client = harness.stranger()
    made = await client.post("/api/v1/guests?token=true", json={"name": "Hal", "assistant": True})
    client.headers["authorization"] = f"Bearer {made.json()['token']}"
    await client.post(f"/api/v1/tables/{table}/join", json={})
    seen = await page(ada, f"/tables/{table}")
    assert re.search(r"/faces/normal\.svg[^>]*> Hal · language model", seen)
