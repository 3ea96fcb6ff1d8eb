"""The look back at a finished game: who may ask and see, how often, what is stored, and a restart amidst."""

import asyncio
import io
import itertools
import json
import os
import random
import re
import sys
import zlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select, update

from spyring.analysis import VERSION
from spyring.server.analysis import analyses as module
from spyring.server.analysis import worker
from spyring.server.analysis.schema import analyses
from spyring.server.core.settings import Settings
from spyring.server.replays.archive import record_of
from spyring.web import create_app as with_pages
from tests.server.harness import Guest, Harness, open_harness, play_out, settings_for, until

pytestmark = pytest.mark.anyio

LIVES = {"lives": 1}
EFFORT = 0.02


@pytest.fixture
def settings(database_url: str) -> Settings:
    return settings_for(database_url, analysis_effort=EFFORT)


@pytest.fixture
async def site(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, with_pages) as made:
        yield made


async def finished(site: Harness) -> tuple[str, Guest, Guest]:
    table, (ann, bob) = await site.table("duel", "Ann", "Bob", options=LIVES)
    await play_out(table, [ann, bob], random.Random(1))
    return table, ann, bob


async def done(guest: Guest, table: str) -> dict[str, Any]:
    """The card of an analysis, once it is made."""
    card: dict[str, Any] = {}

    async def made() -> bool:
        card.update(await guest.get(f"/tables/{table}/analysis"))
        return card["status"] not in ("none", "waiting")

    await until(made)
    return card


async def test_a_finished_game_is_analysed_once_for_all(site: Harness) -> None:
    table, ann, bob = await finished(site)
    assert (await ann.get(f"/tables/{table}/analysis"))["status"] == "none"
    assert (await ann.post(f"/tables/{table}/analysis"))["status"] in ("waiting", "done")
    card = await done(bob, table)
    assert (card["status"], card["version"], card["progress"]) == ("done", VERSION, 1.0)
    steps = (await ann.get(f"/tables/{table}/replay/0"))["steps"]
    assert len(card["analysis"]["curve"]) == steps + 1
    again = await bob.post(f"/tables/{table}/analysis")
    assert again == card


async def test_a_game_that_somebody_gave_up_says_why_there_is_no_analysis(site: Harness) -> None:
    """Given a win that was taken, then the card and the page say at once what the refusal would."""
    table, (ann, bob) = await site.table("duel", "Ann", "Bob", options=LIVES)
    await bob.post(f"/tables/{table}/resign")
    await ann.post(f"/tables/{table}/win")
    card = await ann.get(f"/tables/{table}/analysis")
    assert (card["status"], card["fault"]) == ("none", "This game was not finished.")
    assert (await ann.post(f"/tables/{table}/analysis", status=409))["detail"] == card["fault"]
    page = (await ann.client.get(f"/tables/{table}/analysis")).text
    assert card["fault"] in page
    assert "Analyse this game" not in page


async def test_nothing_is_analysed_before_the_end(site: Harness) -> None:
    table, (ann, _bob) = await site.table("duel", "Ann", "Bob", options=LIVES)
    for ask in (ann.get, ann.post):
        refused = await ask(f"/tables/{table}/analysis", status=403)
        assert refused["detail"] == "The game is not over yet."


async def test_everybody_who_sees_the_replay_sees_the_analysis_and_nobody_else(site: Harness) -> None:
    ann, bob, eve = [await site.guest(name) for name in ("Ann", "Bob", "Eve")]
    card = await ann.make("duel", seats=2, options=LIVES, public=False)
    table = card["id"]
    await bob.post(f"/tables/{table}/join", params={"code": card["invitation"]})
    for part in ("replay/0", "analysis"):
        await eve.get(f"/tables/{table}/{part}", status=404)
        await ann.get(f"/tables/{table}/{part}", status=403)
    hidden = await eve.client.get(f"/tables/{table}/analysis")
    assert hidden.status_code == 404
    await play_out(table, [ann, bob], random.Random(1))
    await ann.post(f"/tables/{table}/analysis")
    assert (await done(ann, table))["status"] == "done"
    for part in ("replay/0", "analysis"):
        await eve.get(f"/tables/{table}/{part}")


async def test_one_person_asks_for_few(database_url: str) -> None:
    settings = settings_for(database_url, analysis_effort=EFFORT, rate_factor=1.0)
    async with open_harness(settings, with_pages) as site:
        table, ann, bob = await finished(site)
        for _time in range(6):
            await ann.post(f"/tables/{table}/analysis")
        await ann.post(f"/tables/{table}/analysis", status=429)
        await bob.post(f"/tables/{table}/analysis")


async def test_a_server_may_make_none(database_url: str) -> None:
    async with open_harness(settings_for(database_url, analysis_effort=0.0), with_pages) as site:
        table, ann, _bob = await finished(site)
        refused = await ann.post(f"/tables/{table}/analysis", status=409)
        assert refused["detail"] == "Analyses are switched off on this server."


async def test_a_restart_begins_again_what_was_not_done(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_self: module.Analyses, _table: str, _text: str) -> str:
        return str(await asyncio.Event().wait())

    with monkeypatch.context() as patched:
        patched.setattr(module.Analyses, "_made", never)
        async with open_harness(settings, with_pages) as site:
            table, ann, _bob = await finished(site)
            await ann.post(f"/tables/{table}/analysis")
            assert (await ann.get(f"/tables/{table}/analysis"))["status"] == "waiting"
            assert 'id="analysis-bar"' in (await ann.client.get(f"/tables/{table}/analysis")).text
            token = ann.client.headers["Authorization"]
    async with open_harness(settings, with_pages) as site:
        client = site.stranger()
        client.headers["Authorization"] = token
        site.time.move(module.LOOK_SECONDS)  # a database that is busy at the start is asked again
        assert (await done(Guest(client, ann.person), table))["status"] == "done"


async def test_a_claim_of_a_dead_worker_runs_out(site: Harness) -> None:
    table, ann, _bob = await finished(site)
    await ann.post(f"/tables/{table}/analysis")
    await done(ann, table)
    late = {"data": None, "claimed_until": site.time.now() + module.CLAIM_SECONDS}
    await site.services.database.write(update(analyses).values(late))
    assert await site.services.analyses._claim() is None
    site.time.move(module.CLAIM_SECONDS + 1)
    await until(lambda: made(site))


async def made(site: Harness) -> bool:
    row = await site.services.database.row(select(analyses.c.data))
    return row is not None and row["data"] is not None


async def test_a_process_of_its_own_makes_the_same_at_the_lowest_priority(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lowered: list[int] = []
    monkeypatch.setattr(os, "setpriority", lambda _which, _process, priority: lowered.append(priority))
    settings = settings_for(database_url, analysis_effort=EFFORT)
    async with open_harness(settings, with_pages) as site:
        table, ann, _bob = await finished(site)
        await ann.post(f"/tables/{table}/analysis")
        here = (await done(ann, table))["analysis"]
        timeline, seal = await site.services.live_tables.finished(table) or (None, None)
        assert timeline is not None
        text = record_of(timeline, seal, {}).text()
        assert json.loads(await site.services.analyses._apart(text)) == here
        assert lowered == [19]


def test_the_process_answers_a_bad_record_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["worker", "tests.server.shelf:shelf", "1"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("nonsense"))
    worker.main()
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["fault"].endswith(".")


async def test_a_failed_analysis_is_reported_and_can_be_requested_again(
    site: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_self: module.Analyses, _table: str, _text: str) -> str:
        raise RuntimeError("killed")

    table, ann, _bob = await finished(site)
    with monkeypatch.context() as patched:
        patched.setattr(module.Analyses, "_made", fails)
        await ann.post(f"/tables/{table}/analysis")
        card = await done(ann, table)
    assert (card["status"], card["fault"]) == ("failed", module.FAILED)
    await ann.post(f"/tables/{table}/analysis")
    assert (await done(ann, table))["status"] == "done"


async def test_the_page_asks_shows_and_leads_on(site: Harness) -> None:
    table, ann, _bob = await finished(site)
    page = await ann.client.get(f"/tables/{table}/analysis")
    assert "Analyse this game" in page.text
    await ann.post(f"/tables/{table}/analysis")
    found = (await done(ann, table))["analysis"]
    page = await ann.client.get(f"/tables/{table}/analysis")
    assert page.status_code == 200
    assert page.text.count('class="curve curve--known"') == 1 + len(found["seats"])
    assert page.text.count('class="curve-gap"') == len(found["seats"])
    bands = re.findall(r'replay\?step=(\d+)&amp;seat=all" tabindex="-1"', page.text)
    moves = len(found["curve"]) - 1
    assert bands == [str(move) for move in range(0, moves, -(-moves // 80))]
    for turn in found["turning_points"]:
        if any(abs(swing) >= 0.01 for swing in turn["swing"].values()):
            assert f"/tables/{table}/replay?step={turn['move']}&amp;seat=all" in page.text
    again = re.findall(r'name="step" value="(\d+)"', page.text)
    assert again == [str(one["move"] - 1) for one in sorted(found["decisions"], key=lambda one: -one["loss"])]


async def test_flags_stand_side_by_side_and_only_where_something_changed(site: Harness) -> None:
    table, ann, _bob = await finished(site)
    await ann.post(f"/tables/{table}/analysis")
    found = (await done(ann, table))["analysis"]
    several = len(found["turning_points"])  # fewer than three in a game of two moves
    for swing, flags in ((0.3, several), (0.0, 0)):
        for at, turn in enumerate(found["turning_points"]):
            turn |= {"move": 3 + at, "swing": dict.fromkeys(found["seats"], swing)}
        data = zlib.compress(json.dumps(found).encode())
        await site.services.database.write(update(analyses).values(data=data))
        page = (await ann.client.get(f"/tables/{table}/analysis")).text
        places = [float(x) for x in re.findall(r'<text x="([\d.]+)"[^>]*>⚑', page)]
        assert len(places) == flags
        assert all(after - before >= 40 for before, after in itertools.pairwise(places))
        assert ('id="turns-title"' in page) == bool(flags)


async def test_an_analysis_goes_with_its_table_and_names_nobody(site: Harness) -> None:
    table, ann, bob = await finished(site)
    await ann.post(f"/tables/{table}/analysis")
    card = await done(ann, table)
    for guest in (ann, bob):
        assert guest.person["name"] not in str(card)
