"""Puzzles on a server: one a day for all, answered by anybody, rated once for people with an account."""

import gzip
from collections.abc import AsyncIterator

import httpx
import pytest

import spyring
from spyring.puzzles import BEST_MOVE, DEDUCTION, Puzzle, puzzles_of
from spyring.server.core.settings import Settings
from spyring.web import create_app
from tests.server.harness import Guest, Harness, open_harness, with_account

pytestmark = pytest.mark.anyio

KINDS = [  # of every game
    (game.name, kind)
    for game in spyring.shelf()
    for kind in (BEST_MOVE, DEDUCTION)
    if any(puzzle.kind == kind for puzzle in puzzles_of(game))
]
DAY = 86400.0
MAX_BYTES = 60_000  # of a packed page


@pytest.fixture
async def site(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as made:
        yield made


async def account(site: Harness, name: str) -> Guest:
    guest = await site.guest(name)
    await with_account(site, guest)
    return guest


def of_kind(kind: str, game: str = "krakow") -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(spyring.game(game)) if puzzle.kind == kind)


def wrong(puzzle: Puzzle) -> str:
    return next(option for option in puzzle.options(puzzle.state()) if option != puzzle.answer)


async def test_everybody_gets_the_same_puzzle_until_tomorrow(site: Harness) -> None:
    ann, stranger = await site.guest("Ann"), site.stranger()
    today = (await ann.get("/puzzles"))["today"]
    assert (await stranger.get("/api/v1/puzzles")).json()["today"] == today
    site.time.move(DAY)
    assert (await ann.get("/puzzles"))["today"] != today


async def test_a_guest_answers_and_nothing_is_stored(site: Harness) -> None:
    ann, puzzle = await site.guest("Ann"), of_kind(BEST_MOVE)
    assert (await ann.get(f"/puzzles/{puzzle.id}"))["solution"] is None
    solution = (await ann.post(f"/puzzles/{puzzle.id}", {"move": wrong(puzzle)}))["solution"]
    assert (solution["solved"], solution["answer"], solution["points"]) == (False, puzzle.answer, None)
    assert solution["explanation"]
    assert (await ann.get(f"/puzzles/{puzzle.id}"))["solution"] is None


async def test_the_first_answer_of_an_account_is_rated_and_stays(site: Harness) -> None:
    ann, puzzle = await account(site, "Ann"), of_kind(DEDUCTION)
    first = (await ann.post(f"/puzzles/{puzzle.id}", {"move": puzzle.answer}))["solution"]
    assert first["solved"]
    assert first["gained"] > 0
    again = (await ann.post(f"/puzzles/{puzzle.id}", {"move": wrong(puzzle)}))["solution"]
    assert again == first
    assert (await ann.get(f"/puzzles/{puzzle.id}"))["solution"] == first
    overview = await ann.get("/puzzles")
    assert (overview["points"], overview["answers"]) == (first["points"], 1)


async def test_a_wrong_answer_costs_points(site: Harness) -> None:
    ann, puzzle = await account(site, "Ann"), of_kind(BEST_MOVE)
    solution = (await ann.post(f"/puzzles/{puzzle.id}", {"move": wrong(puzzle)}))["solution"]
    assert not solution["solved"]
    assert solution["gained"] == solution["points"] - 1000 < 0
    assert (await ann.get("/puzzles/next", params={"game": "krakow"}))["id"] != puzzle.id


async def test_a_calendar_shows_the_days_that_an_account_has_solved(site: Harness) -> None:
    ann, guest = await account(site, "Ann"), await site.guest("Bob")
    today = (await ann.get("/puzzles"))["today"]
    await ann.post(f"/puzzles/{today}", {"move": puzzles_by_id()[today].answer})
    site.time.move(DAY)
    tomorrow = (await ann.get("/puzzles"))["today"]
    await ann.post(f"/puzzles/{tomorrow}", {"move": wrong(puzzles_by_id()[tomorrow])})
    site.time.move(DAY)
    calendar = (await ann.get("/puzzles"))["calendar"]
    assert [day["solved"] for day in calendar] == [None] * 25 + [True, False, None]
    assert [day["puzzle"] for day in calendar[-3:-1]] == [today, tomorrow]
    shown = await page(ann.client, "/puzzles")
    assert [shown.count(mark) for mark in (": solved", ": not solved", ": not answered")] == [2, 2, 52]
    assert (await guest.get("/puzzles"))["calendar"] == []
    assert "puzzle-days" not in await page(guest.client, "/puzzles")
    for _day in range(4):  # "Spies!" ends its sentence
        site.time.move(DAY)
        assert "!." not in await page(guest.client, "/puzzles")


def puzzles_by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in spyring.shelf() for puzzle in puzzles_of(game)}


async def test_what_is_no_answer_is_refused(site: Harness) -> None:
    ann, puzzle = await site.guest("Ann"), of_kind(DEDUCTION)
    refused = await ann.post(f"/puzzles/{puzzle.id}", {"move": "no such thing"}, status=422)
    assert refused["detail"] == "This is not one of the possible answers."
    missing = await ann.get("/puzzles/krakow-00000000", status=404)
    assert missing["detail"] == "There is no such puzzle."
    await ann.get("/puzzles/next", params={"game": "duel"}, status=404)


@pytest.mark.parametrize(("game", "kind"), KINDS)
async def test_the_page_has_the_answer_only_after_one_is_given(site: Harness, game: str, kind: str) -> None:
    stranger, puzzle = site.stranger(), of_kind(kind, game)
    before = await page(stranger, f"/puzzles/{puzzle.id}")
    lines = puzzle.explanation(puzzle.answer)
    assert not any(line in before for line in lines)
    assert len(gzip.compress(before.encode())) < MAX_BYTES
    answered = await stranger.post(f"/puzzles/{puzzle.id}/play", data={"move": puzzle.answer})
    assert answered.status_code == 303
    after = await page(stranger, answered.headers["location"])
    assert "Right!" in after


async def page(client: httpx.AsyncClient, path: str) -> str:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text
