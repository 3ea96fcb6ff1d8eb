"""When the only other person gives up: take the win, or play on; a rematch is offered to both."""

from typing import Any

import pytest

from spyring.server.admin.check_games import check_games
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person
from spyring.server.replays.archive import Archive, archived
from tests.server.harness import Guest, Harness, until, with_account

pytestmark = pytest.mark.anyio


async def given_up(
    harness: Harness, game: str = "duel", moves: int = 0, **asked: Any
) -> tuple[str, Guest, Guest]:
    """Ann and Bob sat at a table, made so many moves, and Bob has given up."""
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    await with_account(harness, ann, bob)
    card = await ann.make(game, **asked)
    await bob.post(f"/tables/{card['id']}/join", {"code": card["invitation"]})
    for _move in range(moves):
        await until_one_decides(card["id"], ann, bob)
    await bob.post(f"/tables/{card['id']}/resign")
    return card["id"], ann, bob


async def until_one_decides(table: str, *guests: Guest) -> None:
    async def decided() -> bool:
        for guest in guests:
            position = await guest.position(table)
            if position["legal"]:
                body = {"number": position["number"], "move": position["legal"][0]["text"]}
                answer = await guest.client.post(f"/api/v1/tables/{table}/moves", json=body)
                return answer.status_code == 200  # else a bot was faster
        return False

    await until(decided)


async def until_asked(guest: Guest, table: str) -> None:
    async def asked() -> bool:
        return bool((await guest.position(table))["legal"])

    await until(asked)


async def test_the_remaining_player_takes_the_win(harness: Harness) -> None:
    table, ann, bob = await given_up(harness, seats=2, pace="live")
    assert (await ann.position(table))["may_take_win"]
    assert not (await bob.position(table))["may_take_win"]
    await bob.post(f"/tables/{table}/win", {}, 403)

    over = await ann.post(f"/tables/{table}/win")
    assert (over["status"], over["deciders"], over["legal"], over["asked"]) == ("over", [], [], None)
    assert over["view"]["outcome"]["winners"] == [0]
    assert not any(clock["running"] for clock in over["clocks"])
    assert "Everybody else has resigned." in over["sentence"]
    (mine,) = (await ann.get(f"/people/{ann.person['id']}"))["results"]
    (theirs,) = (await bob.get(f"/people/{bob.person['id']}"))["results"]
    assert (mine["won"], mine["left"], mine["place"]) == (True, False, 1)
    assert (theirs["won"], theirs["left"], theirs["place"]) == (False, True, 2)
    assert mine["gained"] > 0 > theirs["gained"]
    await ann.post(f"/tables/{table}/win", {}, 409)


async def test_what_was_won_so_stays_over_and_can_be_looked_at(harness: Harness) -> None:
    table, ann, _bob = await given_up(harness, "krakow", seats=4, bots={2: "random", 3: "random"})
    await ann.post(f"/tables/{table}/win")
    services = harness.services
    services.live_tables.forget(table)  # as after a restart
    assert (await ann.position(table))["view"]["outcome"]["winners"] == [0, 2]
    live = await services.live_tables.find(table)
    assert services.scheduler.next_action(live) is None
    last = len(live.running.moves())
    assert (await ann.get(f"/tables/{table}/replay/{last}"))["view"]["outcome"]["conceded"]
    assert (await ann.client.get(f"/api/v1/tables/{table}/record")).status_code == 200
    await services.archives.fill()
    assert await services.archives.data(table)
    assert [one.fault async for one in check_games(services.settings)] == [None]


async def test_the_log_says_who_resigned_and_when(harness: Harness) -> None:
    table, ann, bob = await given_up(harness, "krakow", moves=2, seats=4, bots={2: "random", 3: "random"})
    for who in (ann, bob):
        (line,) = [entry for entry in (await who.position(table))["log"] if entry["kind"] == "resign"]
        assert line["events"] == [
            {
                "fields": {"kind": "resigned", "seat": "black-purse"},
                "sentence": "Black Purse resigned. A bot took over.",
            }
        ]
        assert line["yours"] == (who is bob)
    services = harness.services
    services.live_tables.forget(table)  # as after a restart
    live = await services.live_tables.find(table)
    (entry,) = [entry for entry in live.running.entries if entry.kind == "quit"]
    await until_one_decides(table, ann)
    await ann.post(f"/tables/{table}/win")
    step = sum(move.number < entry.number for move in live.running.moves())
    last = len(live.running.moves())
    story = await services.replays.look_back(table, Caller(Person(**ann.person)), last, [None], last)
    assert [at for at, told in story.told if told.fields["kind"] == "resigned"] == [step]
    archive = Archive(archived(live.running, live.seal))
    assert archive.told(step, None, "en")[-1].sentence == "Black Purse resigned. A bot took over."
    assert "resigned" not in [told.fields["kind"] for told in archive.told(last, None, "en")]
    assert [one.fault async for one in check_games(services.settings)] == [None]


@pytest.mark.parametrize(("game", "seats"), [("estoril", 3), ("krakow", 4), ("spies", 5)])
async def test_the_table_lies_open_and_the_points_are_counted(
    harness: Harness, game: str, seats: int
) -> None:
    bots = dict.fromkeys(range(2, seats), "random")
    table, ann, bob = await given_up(harness, game, moves=8, seats=seats, bots=bots)
    await ann.post(f"/tables/{table}/win")
    live = await harness.services.live_tables.find(table)
    state = live.running.state
    names = state.view(None)["seats"]
    seen = {who: (await who.position(table))["view"] for who in (ann, bob)}
    for who, view in seen.items():
        assert view["you"] == names[[ann, bob].index(who)]
        for seat in range(len(names)):
            known = state.view(seat)["table"]
            assert hidden_from(view["table"], known, but=("hand", "stronger", "pile", "known_chits")) == []
    outcome = seen[ann]["outcome"]
    assert outcome == seen[bob]["outcome"]
    points = {one.seat: one.likely for one in state.game.forecast(seen[ann])}
    assert outcome["scores"] == [round(points[name]) for name in names]
    assert all(lines[0][0] == "{seat} resigned." for lines in outcome["verdicts"]), "that decided it"
    assert [sum(parts.values()) for parts in outcome["breakdown"]] == outcome["scores"]
    (mine,) = (await ann.get(f"/people/{ann.person['id']}"))["results"]
    assert mine["score"] == outcome["scores"][0]


def hidden_from(seen: Any, known: Any, but: tuple[str, ...], at: str = "") -> list[str]:
    """What one reader knows of a table, and another one is not shown."""
    if isinstance(known, dict) and isinstance(seen, dict):
        parts = [(key, seen.get(key), value) for key, value in known.items() if key not in but]
    elif isinstance(known, list) and isinstance(seen, list) and len(known) == len(seen):
        parts = [(str(key), seen[key], value) for key, value in enumerate(known)]
    else:
        return [at] if seen is None and known is not None else []
    return [found for key, mine, theirs in parts for found in hidden_from(mine, theirs, but, f"{at}/{key}")]


async def test_playing_on_is_always_possible(harness: Harness) -> None:
    table, ann, _bob = await given_up(harness, seats=2)
    position = await ann.position(table)
    assert position["status"] == "playing"
    await until_asked(ann, table)
    position = await ann.position(table)
    await ann.play(table, position["legal"][0]["text"], position["number"])
    after = await ann.position(table)
    assert after["may_take_win"] or after["status"] == "over"


async def test_nobody_takes_a_win_while_another_person_plays(harness: Harness) -> None:
    table, (ann, bob, _cy) = await harness.table("duel", "Ann", "Bob", "Cy")
    await bob.post(f"/tables/{table}/resign")
    assert not (await ann.position(table))["may_take_win"]
    assert (await ann.post(f"/tables/{table}/win", {}, 409))["code"] == "not-given-up"
    alone = (await ann.make("duel", seats=2, bots={1: "random"}))["id"]
    assert (await ann.post(f"/tables/{alone}/win", {}, 409))["code"] == "not-given-up"


async def test_a_partner_who_gives_up_is_no_win(harness: Harness) -> None:
    """Where sides play each other it must be an opponent; where all win together there is nothing to take."""
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    made = await ann.make("krakow", seats=4, seat=0, bots={1: "random", 3: "random"})
    await bob.post(f"/tables/{made['id']}/join", {"seat": 2})
    await bob.post(f"/tables/{made['id']}/resign")
    assert not (await ann.position(made["id"]))["may_take_win"]
    table, ann, _bob = await given_up(harness, "relay", seats=2)
    assert not (await ann.position(table))["may_take_win"]


async def test_a_rematch_is_offered_to_both(harness: Harness) -> None:
    table, ann, bob = await given_up(harness, seats=2)
    await ann.post(f"/tables/{table}/win")
    card = await ann.post(f"/tables/{table}/rematch")
    assert [seat["kind"] for seat in card["seats"]] == ["person", "empty"]
    assert [invited["id"] for invited in (await bob.get("/tables"))["invited"]] == [card["id"]]
    assert (await bob.post(f"/tables/{table}/rematch"))["status"] == "playing"
