"""A campaign that was played elsewhere goes on at a table here."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from functools import cache

import pytest

import spyring
from spyring.engine.campaign import Campaign
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.server.caller import Caller
from spyring.server.payloads import Person
from spyring.server.problems import Conflict
from spyring.server.settings import Settings
from spyring.server.tables.campaigns import Gone
from spyring.web import create_app
from tests.server.conftest import on_sqlite
from tests.server.house import House, open_house

pytestmark = [pytest.mark.anyio, on_sqlite]

HURRY = ("concede", "agree", "read", "go-on", "spend-no-more")
GAME = spyring.game("season0")


@pytest.fixture
async def house(settings: Settings) -> AsyncIterator[House]:
    async with open_house(settings, create_app) as opened:
        yield opened


def hurried(state: State, seat: int) -> int:
    """Whatever brings the game to its end soonest."""
    moves = {GAME.moves.name(move): move for move in state.legal(seat)}
    return next((moves[name] for name in HURRY if name in moves), state.legal(seat)[0])


def played(campaign: Campaign, seed: int) -> None:
    """One game more."""
    state = campaign.begin(2, seed, {"alpha": "Ada", "bravo": "bot heuristic"})
    while state.deciders:
        campaign.play(state.deciders[0], hurried(state, state.deciders[0]))


@cache
def saved() -> str:
    """A campaign after its first game."""
    campaign = Campaign(GAME, "evening", concede="yes")
    played(campaign, 5)
    return campaign.text()


async def test_a_campaign_from_a_file_goes_on_and_can_be_taken_along_again(house: House) -> None:
    ann = await house.guest("Ann")
    card = await ann.make("season0", seats=2, seat=0, also=[1], chronicle=saved())
    assert (card["status"], card["options"]["campaign"], card["options"]["concede"]) == (
        "playing",
        "evening",
        "yes",
    )
    table = card["id"]
    position = await ann.position(table)
    after = Campaign.load(GAME, saved())
    seen = position["view"]["table"]["campaign"]
    assert seen == after.begin(2, 1).view(0)["table"]["campaign"]

    for _move in range(200):
        if position["status"] == "over":
            break
        legal = [move["text"] for move in position["legal"]]
        move = next((name for name in HURRY if name in legal), legal[0])
        position = await ann.play(table, move, position["number"])
    text = await ann.get(f"/tables/{table}/campaign")
    again = Campaign.load(GAME, text)
    assert len(again.records) == 2
    assert again.records[0].text() == after.records[0].text()


async def test_the_page_takes_the_file_of_a_campaign(house: House) -> None:
    ann = await house.guest("Ann")
    fields = {"seats": "2", "seat-0": "me", "seat-1": "me"}
    page = (await ann.client.get("/tables/new/season0?seats=2")).text
    assert 'enctype="multipart/form-data"' in page
    assert 'name="chronicle"' in page
    assert 'name="chronicle"' not in (await ann.client.get("/tables/new/krakow")).text
    sent = await ann.client.post("/tables/new/season0", data=fields, files={"chronicle": ("x", saved())})
    table = sent.headers["location"].removeprefix("/tables/")
    assert (await ann.client.get(f"/tables/{table}/dossier")).status_code == 200
    crews = await house.hall.campaigns.crews(table, Caller(Person(**ann.person)))
    assert crews == [["Ada", None], ["Ann", "Ann"]]
    refused = await ann.client.post("/tables/new/season0", data=fields, files={"chronicle": ("x", b"\xff")})
    assert refused.status_code == 422
    assert "This file is no text." in refused.text


def running() -> str:
    campaign = Campaign.load(GAME, saved())
    campaign.begin(2, 1)
    return campaign.text()


BAD: dict[str, Callable[[], str]] = {
    "nothing of the kind": lambda: "Dear diary",
    "no game yet": lambda: Campaign(GAME, "evening").text(),
    "a game goes on": running,
    "a move less": lambda: saved().replace("\n2 ", "\n1 ", 1),
    "another result": lambda: saved().replace(", fingerprint ", ", fingerprint f", 1),
    "another seed": lambda: saved().replace("seed 5", "seed 6"),
    "another campaign": lambda: saved().replace("campaign evening", "campaign medusa", 1),
    "another game": lambda: saved().replace("game season0", "game krakow"),
    "a forged file": lambda: saved().replace("seats 2\n", 'seats 2\nlegacy {"month": 3}\n'),
    "deep": lambda: saved().replace("seats 2\n", "seats 2\nlegacy " + "[" * 90_000 + "\n"),
}


async def test_names_in_a_file_are_names_that_people_could_have_here(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    tricks = {
        "player alpha Ada": "player alpha Ad\u202ea",
        "player bravo bot heuristic": "player bravo B\u200bob",
    }
    text = saved()
    for name, trick in tricks.items():
        assert name in text
        text = text.replace(name, trick)
    table = (await ann.make("season0", seats=2, seat=0, also=[1], chronicle=text))["id"]
    crews = await house.hall.campaigns.crews(table, Caller(Person(**bob.person)))
    assert crews == [["-", "-"], ["Ann", "Ann"]]
    stored = await house.hall.archive.chronicle(table)
    assert stored is not None
    assert Campaign.load(GAME, stored).records[0].players == {"alpha": "-", "bravo": "-"}

    honest = saved().replace("player alpha Ada", "player alpha Ada of Łódź")
    table = (await ann.make("season0", seats=2, seat=0, also=[1], chronicle=honest))["id"]
    assert (await house.hall.archive.chronicle(table)) == honest
    problem = await ann.make("season0", 422, chronicle=honest.replace("Ada", "A\0da"))
    assert "control character" in problem["detail"]


async def test_nobody_holds_up_the_files_of_others(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    at_work, go_on = threading.Event(), threading.Event()

    def slowly(_game: Game, text: str) -> Campaign:
        read.append(text)
        at_work.set()
        assert go_on.wait(10)
        return Campaign(GAME, "evening")

    monkeypatch.setattr("spyring.server.tables.campaigns.taken_up", slowly)
    reading = house.hall.seating.reading

    async def gone() -> bool:
        return True

    def bring(who: str, address: str, left: Gone | None = None) -> asyncio.Task[Campaign]:
        caller = Caller(Person(id=who, name=who, kind="guest", language=None), address=address)
        return asyncio.create_task(reading.take_up(caller, GAME, who, left))

    greedy = [bring(f"guest {n}", "inn") for n in range(5)]
    await asyncio.to_thread(at_work.wait, 10)
    again, honest, left = bring("guest 1", "elsewhere"), bring("Ann", "home"), bring("Bob", "hut", gone)
    await asyncio.wait([again, greedy[4]])
    go_on.set()
    answers = await asyncio.gather(*greedy, again, honest, left, return_exceptions=True)
    codes = [answer.code if isinstance(answer, Conflict) else "" for answer in answers]
    assert codes == ["", "", "", "", "reading", "reading", "", "gone"]
    assert read == ["guest 0", "Ann", "guest 1", "guest 2", "guest 3"]
    await bring("guest 1", "inn")  # nobody waits any more


async def test_a_file_that_is_no_such_campaign_is_refused_in_a_sentence(house: House) -> None:
    ann = await house.guest("Ann")
    for what, file in BAD.items():
        problem = await ann.make("season0", 422, seats=2, seat=0, also=[1], chronicle=file())
        assert problem["code"] in ("bad-campaign", "game-running", "no-games"), what
        assert len(problem["detail"]) < 400
    assert (await ann.make("krakow", 422, chronicle=saved()))["code"] == "no-campaigns"
    assert (await ann.get("/tables"))["mine"] == []
