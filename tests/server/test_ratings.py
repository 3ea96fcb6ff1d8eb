"""Ratings: learned once from every game that ends between people with accounts, and from no other."""

import random
from dataclasses import replace

import pytest
from sqlalchemy import select

import spyring
from spyring.engine.outcome import Outcome
from spyring.server.community.ratings import Player, Skill, rated, sides
from spyring.server.community.results import write_down
from spyring.server.community.schema import game_ratings, ratings, results
from tests.server.conftest import on_both
from tests.server.harness import Harness, elsewhere, open_harness, play_out, settings_for, until, with_account
from tests.toys import DUEL, RELAY

pytestmark = pytest.mark.anyio

NEW = Skill()
LIVES = {"lives": 1}


def outcome(*ranks: int, winners: int | None = None, achieved: float | None = None) -> Outcome:
    first = sum(1 << seat for seat, rank in enumerate(ranks) if rank == 1) if winners is None else winners
    return Outcome(first, ranks, tuple(0 for _rank in ranks), tuple({} for _rank in ranks), "", "", achieved)


def at(*persons: str | None, left: str = "") -> list[Player]:
    return [Player(name, seat, name == left) for seat, name in enumerate(persons) if name is not None]


async def skills(harness: Harness) -> dict[str, int]:
    return {row["person"]: row["games"] for row in await harness.services.database.rows(select(ratings))}


# -- what a game teaches -------------------------------------------------------------------------------------


def test_everyone_for_themselves_is_rated_by_place_among_those_with_accounts() -> None:
    skills = {"ann": NEW, "bob": NEW}
    learned, box = rated(DUEL, outcome(2, 1, 3), at("ann", None, "bob"), skills, NEW)
    assert learned["ann"].mu > NEW.mu > learned["bob"].mu
    assert box == NEW
    assert learned["ann"].sigma < NEW.sigma


def test_teams_are_rated_as_one_and_a_bot_in_a_team_counts_as_somebody_average() -> None:
    krakow = spyring.game("krakow")
    teams = list(krakow.teams(4))
    ranks = tuple(1 if team == teams[0] else 3 for team in teams)
    people = [f"p{seat}" for seat in range(4)]
    learned, _box = rated(krakow, outcome(*ranks), at(*people), dict.fromkeys(people, NEW), NEW)
    won = [learned[f"p{seat}"].mu for seat in range(4) if teams[seat] == teams[0]]
    lost = [learned[f"p{seat}"].mu for seat in range(4) if teams[seat] != teams[0]]
    assert len({*won}) == len({*lost}) == 1
    assert won[0] > NEW.mu > lost[0]
    alone = next(seat for seat in range(4) if teams[seat] != teams[0])
    seats = ["p0" if seat == 0 else f"p{seat}" if seat == alone else None for seat in range(4)]
    learned, _box = rated(krakow, outcome(*ranks), at(*seats), dict.fromkeys(people, NEW), NEW)
    assert learned["p0"].mu - NEW.mu == pytest.approx(NEW.mu - learned[f"p{alone}"].mu)


def test_one_side_alone_teaches_nothing() -> None:
    krakow = spyring.game("krakow")
    teams = list(krakow.teams(4))
    ranks = tuple(1 if team == teams[0] else 3 for team in teams)
    partners = [f"p{seat}" if team == teams[0] else None for seat, team in enumerate(teams)]
    known = {name: NEW for name in partners if name is not None}
    assert rated(krakow, outcome(*ranks), at(*partners), known, NEW) == ({}, NEW)
    assert rated(DUEL, outcome(1, 2), at("ann", None), {"ann": NEW}, NEW) == ({}, NEW)


def test_all_together_are_rated_against_the_box() -> None:
    skills = {"ann": NEW, "bob": Skill(30, 4)}
    won, weaker = rated(RELAY, outcome(1, 1, winners=3), at("ann", "bob"), skills, NEW)
    assert won["ann"].mu > NEW.mu
    assert won["bob"].mu > 30
    assert weaker.mu < NEW.mu
    lost, stronger = rated(RELAY, outcome(1, 1, winners=0), at("ann", "bob"), skills, NEW)
    assert lost["ann"].mu < NEW.mu < stronger.mu


def test_a_player_who_left_is_rated_as_last() -> None:
    skills = {"ann": NEW, "bob": NEW, "cleo": NEW}
    stayed, _box = rated(DUEL, outcome(1, 2, 3), at("ann", "bob", "cleo"), skills, NEW)
    left, _box = rated(DUEL, outcome(1, 2, 3), at("ann", "bob", "cleo", left="ann"), skills, NEW)
    assert left["ann"].mu < NEW.mu < stayed["ann"].mu
    assert left["bob"] == stayed["bob"]
    together, _box = rated(RELAY, outcome(1, 1, winners=3), at("ann", "bob", left="bob"), skills, NEW)
    assert together["bob"].mu < NEW.mu < together["ann"].mu


def test_a_team_whose_members_have_places_of_their_own_is_no_side() -> None:
    krakow = spyring.game("krakow")
    assert sides(krakow, outcome(1, 2, 3, 4), 4) == [0, 1, 2, 3]
    assert len(set(sides(RELAY, outcome(1, 1, 1), 3))) == 1


# -- at the tables -------------------------------------------------------------------------------------------


@on_both
async def test_a_game_between_accounts_is_rated_once(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options=LIVES)
    await with_account(harness, *guests)
    await play_out(table, guests, random.Random(1))
    assert set((await skills(harness)).values()) == {1}
    rows = await harness.services.database.rows(select(results))
    assert sorted(row["gained"] > 0 for row in rows) == [False, True]
    assert all(row["points"] == 1000 + row["gained"] for row in rows)


@pytest.mark.parametrize("accounts", [0, 1])
async def test_guests_are_not_rated_but_their_results_are_kept(harness: Harness, accounts: int) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options=LIVES)
    await with_account(harness, *guests[:accounts])
    await play_out(table, guests, random.Random(1))
    assert await skills(harness) == {}
    assert [row["points"] for row in await harness.services.database.rows(select(results))] == [None, None]


async def test_games_against_bots_alone_are_not_rated(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    await with_account(harness, ann)
    table = (await ann.make("duel", seats=2, bots={1: "random"}, options=LIVES))["id"]
    dice = random.Random(3)

    async def over() -> bool:
        position = await ann.position(table)
        if position["legal"]:
            number, move = position["number"], dice.choice(position["legal"])["text"]
            await ann.client.post(f"/api/v1/tables/{table}/moves", json={"number": number, "move": move})
        return bool(position["status"] == "over")

    await until(over)
    assert [row["points"] for row in await harness.services.database.rows(select(results))] == [None]
    assert await skills(harness) == {}


@on_both
async def test_all_together_against_the_box_at_a_table(harness: Harness) -> None:
    table, guests = await harness.table("relay", "Ann", "Bob")
    await with_account(harness, *guests)
    await play_out(table, guests, random.Random(2))
    (box,) = await harness.services.database.rows(select(game_ratings))
    assert (box["game"], box["games"]) == ("relay", 1)
    won = {row["won"] for row in await harness.services.database.rows(select(results))}
    assert len(won) == 1
    assert (box["mu"] < NEW.mu) == won.pop()


async def test_playing_on_from_a_finished_game_is_practice(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options=LIVES)
    await play_out(table, guests, random.Random(1))
    card = await guests[0].post(f"/tables/{table}/play-on", {"step": 0, "seat": 0}, 201)
    live = await harness.services.live_tables.find(card["id"])
    live.sit([live.chairs[0], replace(live.chairs[1], person=guests[1].person["id"], level=None)])
    await with_account(harness, *guests)
    await harness.services.database.write(results.delete())
    async with harness.services.database.writing() as connection:
        await write_down(connection, live, outcome(1, 2), 1.0)
    assert await skills(harness) == {}


async def test_two_workers_end_a_game_once(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    table, guests = await one.table("duel", "Ann", "Bob", options=LIVES)
    await with_account(one, *guests)
    await play_out(table, [guests[0], elsewhere(guests[1], other)], random.Random(1))
    assert set((await skills(other)).values()) == {1}


@on_both
async def test_a_restart_rates_nothing_again(database_url: str) -> None:
    async with open_harness(settings_for(database_url)) as harness:
        table, guests = await harness.table("duel", "Ann", "Bob", options=LIVES)
        await with_account(harness, *guests)
        await play_out(table, guests, random.Random(1))
        before = await harness.services.database.rows(select(ratings).order_by(ratings.c.person))
    async with open_harness(settings_for(database_url)) as harness:
        await harness.services.live_tables.find(table)
        assert await harness.services.database.rows(select(ratings).order_by(ratings.c.person)) == before
