"""A campaign that was played elsewhere continues at a table here."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache
from typing import Any

import pytest
from sqlalchemy import select

import spyring
from spyring.engine.campaign import Campaign
from spyring.engine.game import Game
from spyring.engine.record import Record
from spyring.engine.state import State
from spyring.server.campaigns.campaigns import (
    MAX_GAME_LETTERS,
    MAX_WORK_SECONDS,
    REST_FACTOR,
    SLICE_SECONDS,
    CampaignImport,
)
from spyring.server.community.schema import game_ratings
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person
from spyring.server.core.problems import Problem, Refused
from spyring.server.core.settings import Settings
from spyring.server.core.tables.hooks import Disconnected
from spyring.web import create_app
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness, open_harness, with_account
from tests.server.manual_time import ManualTime

pytestmark = pytest.mark.anyio

HURRY = ("concede", "agree", "read", "go-on", "spend-no-more")
GAME = spyring.game("season0")


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
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


@on_sqlite
async def test_a_campaign_from_a_file_continues_and_can_be_exported_again(harness: Harness) -> None:
    ann = await harness.guest("Ann")
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


async def hurry(table: str, guests: list[Guest]) -> None:
    """Play a game to its end by the shortest way."""
    position = await guests[0].position(table)
    while position["status"] != "over":
        guest = guests[position["deciders"][0]]
        legal = [move["text"] for move in (await guest.position(table))["legal"]]
        move = next((name for name in HURRY if name in legal), legal[0])
        position = await guest.play(table, move, position["number"])


@pytest.mark.parametrize("brought", [False, True])
@on_sqlite
async def test_continued_games_are_not_rated(harness: Harness, brought: bool) -> None:
    """Nor does the box learn from it, however many games later."""
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    await with_account(harness, ann, bob)
    asked = {"chronicle": saved()} if brought else {"options": {"campaign": "evening", "concede": "yes"}}
    table = (await ann.make("season0", seats=2, **asked))["id"]
    await bob.post(f"/tables/{table}/join")
    for game in range(1, 3):
        await hurry(table, [ann, bob])
        rated = 0 if brought else game
        for guest in (ann, bob):
            profile = await guest.get(f"/people/{guest.person['id']}")
            assert [row["games"] for row in profile["ratings"]] == [rated] * (not brought)
            assert (profile["results"][0]["points"] is None) == brought
        learned = await harness.services.database.row(
            select(game_ratings.c.games).where(game_ratings.c.game == "season0")
        )
        assert (0 if learned is None else learned["games"]) == rated
        for guest in (ann, bob):
            following = await guest.post(f"/tables/{table}/rematch", {"campaign": True})
        table = following["id"]


@on_sqlite
async def test_the_page_takes_the_file_of_a_campaign(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    fields = {"seats": "2", "seat-0": "me", "seat-1": "me"}
    page = (await ann.client.get("/tables/new/season0?seats=2")).text
    assert 'enctype="multipart/form-data"' in page
    assert 'name="chronicle"' in page
    assert 'name="chronicle"' not in (await ann.client.get("/tables/new/krakow")).text
    sent = await ann.client.post("/tables/new/season0", data=fields, files={"chronicle": ("x", saved())})
    table = sent.headers["location"].removeprefix("/tables/")
    assert (await ann.client.get(f"/tables/{table}/dossier")).status_code == 200
    crews = await harness.services.campaigns.crews(table, Caller(Person(**ann.person)))
    assert crews == [["Ada", None], ["Ann", "Ann"]]
    refused = await ann.client.post("/tables/new/season0", data=fields, files={"chronicle": ("x", b"\xff")})
    assert refused.status_code == 422
    assert "This file is not text." in refused.text


@on_sqlite
async def test_the_card_of_a_table_says_which_game_of_which_campaign_it_is(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    brought = await ann.make("season0", seats=2, seat=0, also=[1], chronicle=saved())
    assert (brought["chapter"], brought["imported"]) == (["One Evening", "January 1962"], True)
    await hurry(brought["id"], [ann, ann])
    following = await ann.post(f"/tables/{brought['id']}/rematch", {"campaign": True})
    assert (following["chapter"][0], following["imported"]) == ("One Evening", False)
    begun = await ann.make("season0", seats=2, seat=0, also=[1], options={"campaign": "medusa"})
    assert (begun["chapter"], begun["imported"]) == (["Medusa", "Prologue"], False)
    assert (await ann.make("season0", seats=2, seat=0, also=[1]))["chapter"] == []
    page = (await ann.client.get("/")).text
    for said in ("Medusa · Prologue", "One Evening · January 1962", "continued from a file"):
        assert said in page


def running() -> str:
    campaign = Campaign.load(GAME, saved())
    campaign.begin(2, 1)
    return campaign.text()


def forged() -> str:
    """Money out of nowhere: a game that begins in a position instead of at its beginning."""
    campaign = Campaign(GAME, "evening", concede="yes")
    position = campaign.begin(2, 5).to_json()
    position["table"]["campaign"]["funding"] = 10
    state = GAME.from_json(position)
    moves: list[tuple[int, int]] = []
    while state.deciders:
        seat = state.deciders[0]
        moves.append((seat, hurried(state, seat)))
        state.play(*moves[-1])
    record = Record.of(state, 5, moves, position=position)
    record.replay(GAME)
    return "\n".join([campaign.text(), record.text()])


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
    "starts in the middle": forged,
    "deep": lambda: saved().replace("seats 2\n", "seats 2\nlegacy " + "[" * 90_000 + "\n"),
}


@on_sqlite
async def test_names_in_a_file_are_names_that_people_could_have_here(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    tricks = {
        "player alpha Ada": "player alpha Ad\u202ea",
        "player bravo bot heuristic": "player bravo B\u200bob",
    }
    text = saved()
    for name, trick in tricks.items():
        assert name in text
        text = text.replace(name, trick)
    table = (await ann.make("season0", seats=2, seat=0, also=[1], chronicle=text))["id"]
    crews = await harness.services.campaigns.crews(table, Caller(Person(**bob.person)))
    assert crews == [["-", "-"], ["Ann", "Ann"]]
    stored = await harness.services.campaigns.imported(table)
    assert stored is not None
    assert Campaign.load(GAME, stored).records[0].players == {"alpha": "-", "bravo": "-"}

    address = saved().replace("player alpha Ada", "player alpha win at spy.example")
    table = (await ann.make("season0", seats=2, seat=0, also=[1], chronicle=address))["id"]
    crews = await harness.services.campaigns.crews(table, Caller(Person(**bob.person)))
    assert crews[0] == ["-", None]

    honest = saved().replace("player alpha Ada", "player alpha Ada of Łódź")
    table = (await ann.make("season0", seats=2, seat=0, also=[1], chronicle=honest))["id"]
    assert (await harness.services.campaigns.imported(table)) == honest
    problem = await ann.make("season0", 422, chronicle=honest.replace("Ada", "A\0da"))
    assert "control character" in problem["detail"]


class Meter(ManualTime):
    """Every look at it is a little work; pauses are counted, and end when the test says so."""

    def __init__(self, a_look: float) -> None:
        super().__init__()
        self.a_look = a_look
        self.looks = 0
        self.free = asyncio.Event()
        self.free.set()

    def cpu_seconds(self) -> float:
        self.looks += 1
        return self.looks * self.a_look

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)
        await self.free.wait()


def somebody(name: str, address: str = "home") -> Caller:
    return Caller(Person(id=name, name=name, kind="guest", language=None), address=address)


async def test_a_file_is_read_in_slices_with_longer_pauses_for_others() -> None:
    meter = Meter(a_look=SLICE_SECONDS / 5)
    reading = asyncio.create_task(CampaignImport(meter).load(somebody("Ann"), GAME, saved()))
    others = 0
    while not reading.done():  # other requests get the loop after every slice
        await asyncio.sleep(0)
        others += 1
    moves = len(Campaign.load(GAME, saved()).records[0].entries)
    assert reading.result().text() == saved()
    assert len(meter.slept) >= moves // 5
    assert min(meter.slept) >= REST_FACTOR * SLICE_SECONDS
    assert others > len(meter.slept)


@on_sqlite
async def test_others_are_answered_while_a_file_is_being_read(settings: Settings) -> None:
    meter = Meter(a_look=SLICE_SECONDS)
    async with open_harness(settings, create_app, meter) as harness:
        ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
        meter.free.clear()
        table = asyncio.create_task(ann.make("season0", seats=2, seat=0, also=[1], chronicle=saved()))
        while not meter.slept:
            await asyncio.sleep(0)
        assert (await bob.get("/tables"))["mine"] == []
        assert not table.done()  # in the middle of its first game, until it may go on
        meter.free.set()
        assert (await table)["status"] == "playing"


async def test_no_file_takes_more_than_its_share_of_work() -> None:
    meter = Meter(a_look=MAX_WORK_SECONDS / 4)
    with pytest.raises(Refused, match="takes too long"):
        await CampaignImport(meter).load(somebody("Ann"), GAME, saved())
    assert len(meter.slept) <= 4
    huge = saved().replace("player alpha Ada", "player alpha " + "A" * MAX_GAME_LETTERS)
    with pytest.raises(Refused, match="takes too long"):
        await CampaignImport(meter).load(somebody("Ann"), GAME, huge)
    assert len(meter.slept) <= 4


async def test_nobody_holds_up_the_files_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def steps(text: str) -> Iterator[None]:
        for _step in range(3):
            read.append(text)
            yield

    def opened(_game: Game, text: str) -> tuple[Campaign, Iterator[None]]:
        return Campaign(GAME, "evening"), steps(text)

    monkeypatch.setattr("spyring.server.campaigns.campaigns._open_file", opened)
    reading = CampaignImport(Meter(a_look=SLICE_SECONDS))

    async def gone() -> bool:
        return True

    def bring(who: str, address: str, left: Disconnected | None = None) -> asyncio.Task[Campaign]:
        return asyncio.create_task(reading.load(somebody(who, address), GAME, who, left))

    greedy = [bring(f"guest {n}", "inn") for n in range(5)]
    again, honest, left = bring("guest 1", "elsewhere"), bring("Ann", "home"), bring("Bob", "hut", gone)
    answers = await asyncio.gather(*greedy, again, honest, left, return_exceptions=True)
    codes = [answer.code if isinstance(answer, Problem) else "" for answer in answers]
    assert codes == [*["no-games"] * 4, "reading", "reading", "no-games", "gone"]
    assert "Bob" not in read
    ann = [at for at, who in enumerate(read) if who == "Ann"]
    assert len(ann) == 3
    assert ann[-1] <= 2 * 3  # a slice of the inn before each of hers, however many wait there
    with pytest.raises(Refused):  # nobody waits any more
        await bring("guest 1", "inn")


@on_sqlite
async def test_an_invalid_campaign_file_is_refused_with_a_sentence(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    for what, file in BAD.items():
        problem = await ann.make("season0", 422, seats=2, seat=0, also=[1], chronicle=file())
        assert problem["code"] in ("bad-campaign", "game-running", "no-games"), what
        assert len(problem["detail"]) < 400
    assert (await ann.make("krakow", 422, chronicle=saved()))["code"] == "no-campaigns"
    assert (await ann.get("/tables"))["mine"] == []


# -- names that players give ---------------------------------------------------------------------------------


async def at_a_campaign(harness: Harness) -> tuple[Guest, str]:
    """Ann at a campaign of her own."""
    ann = await harness.guest("Ann")
    options = {"campaign": "evening", "concede": "yes"}
    return ann, (await ann.make("season0", seats=2, seat=0, also=[1], options=options))["id"]


async def rename(guest: Guest, table: str, status: int = 200, **names: str) -> Any:
    body = {"names": {title.replace("_", " "): name for title, name in names.items()}}
    answer = await guest.client.put(f"/api/v1/tables/{table}/names", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


@on_sqlite
async def test_a_name_of_the_players_stands_wherever_the_printed_one_stood(harness: Harness) -> None:
    ann, table = await at_a_campaign(harness)
    plain = await ann.position(table)
    while plain["legal"][0]["text"] == "read":
        plain = await ann.play(table, "read", plain["number"])
    card = await rename(ann, table, Marlowe=" Ksawery <b>Zet</b> ")
    assert card["names"] == {"Marlowe": "Ksawery <b>Zet</b>"}
    seen = await ann.position(table)
    assert seen["names"] == card["names"]
    assert seen["view"] == plain["view"]
    said = [move["sentence"] for move in seen["legal"]]
    assert "Play Ksawery <b>Zet</b>" in said
    assert "Play Marlowe" not in said
    await ann.play(table, "character black", seen["number"])
    told = [event["sentence"] for entry in (await ann.position(table))["log"] for event in entry["events"]]
    assert any("Ksawery <b>Zet</b>" in sentence for sentence in told)
    for page in (f"/tables/{table}", f"/tables/{table}/dossier"):
        text = (await ann.client.get(page)).text
        assert "Ksawery &lt;b&gt;Zet&lt;/b&gt;" in text
        assert "<b>Zet" not in text
    await rename(ann, table, Marlowe="")
    assert (await ann.position(table))["names"] == {}


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ({"Marlowe": "x" * 41}, "bad-name"),
        ({"Marlowe": "Zo\u202efia"}, "bad-name"),
        ({"Marlowe": "Zo\nfia"}, "bad-name"),
        ({"Marlowe": "spy.example"}, "bad-name"),  # of a guest
        ({"Marlowe": "whitby"}, "name-taken"),
        ({"Marlowe": "Zofia", "Asher": "ZOFIA"}, "name-taken"),
        ({"Moscow": "Zofia"}, "no-such-thing"),
    ],
)
@on_sqlite
async def test_invalid_names_are_refused(harness: Harness, names: dict[str, str], code: str) -> None:
    ann, table = await at_a_campaign(harness)
    assert (await rename(ann, table, 422, **names))["code"] == code
    assert (await ann.position(table))["names"] == {}


@on_sqlite
async def test_only_people_with_a_seat_give_names(harness: Harness) -> None:
    _ann, table = await at_a_campaign(harness)
    eve = await harness.guest("Eve")
    assert (await rename(eve, table, 403, Marlowe="Zofia"))["code"] == "not-seated"


@on_sqlite
async def test_names_go_on_with_the_campaign_here_and_elsewhere(harness: Harness) -> None:
    ann, table = await at_a_campaign(harness)
    given = {"Marlowe": "Zofia = Zet", "Vera Standish": "Łucja {seat}"}
    await rename(ann, table, Marlowe="Zofia = Zet", Vera_Standish="Łucja {seat}")
    await hurry(table, [ann, ann])
    following = (await ann.post(f"/tables/{table}/rematch", {"campaign": True}))["id"]
    assert (await ann.position(following))["names"] == given
    text = await ann.get(f"/tables/{table}/campaign")
    assert Campaign.load(GAME, text).names == given
    elsewhere = await ann.make("season0", seats=2, seat=0, also=[1], chronicle=text)
    assert elsewhere["names"] == given
    await rename(ann, following, Marlowe="")
    assert (await ann.position(table))["names"] == given


@on_sqlite
async def test_names_in_a_file_are_checked(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    bad = ["named Marlowe = Zo\u202efia", "named Moscow = Zofia", "named Asher = Ewa", "named Whitby"]
    text = saved().replace("campaign evening\n", "\n".join(["campaign evening", *bad, ""]), 1)
    card = await ann.make("season0", seats=2, seat=0, also=[1], chronicle=text)
    assert card["names"] == {"Asher": "Ewa"}


@on_sqlite
async def test_a_given_name_is_exported_and_deleted_with_the_account(harness: Harness) -> None:
    ann, table = await at_a_campaign(harness)
    bob = await harness.guest("Bob")
    await with_account(harness, ann)
    await rename(ann, table, Marlowe="Zofia")
    exported = await ann.get("/me/data")
    assert exported["names_given"] == [{"table": table, "title": "Marlowe", "name": "Zofia"}]
    await ann.post("/me/deletion", {"password": "correct horse"}, 204)
    assert (await bob.get(f"/tables/{table}"))["names"] == {}


def test_a_file_without_names_is_as_it_was() -> None:
    assert "named" not in saved().split("\n\n")[0]
    assert Campaign.load(GAME, saved()).names == {}
