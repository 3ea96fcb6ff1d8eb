"""Non-interference on the wire: whatever a reader gets is the same, byte for byte, in worlds they cannot tell
apart.
"""

import random
from typing import Any, cast

import pytest

from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.server.core.caller import Caller
from spyring.server.core.http.stream import Stream
from spyring.server.core.payloads import NewTable, Person
from spyring.server.core.storage.database import new_id
from spyring.server.core.tables.chair import Chair
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.timeline import Start
from tests.night import NIGHT
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness
from tests.server.shelf import games
from tests.server.test_stream import heard
from tests.server.unseen import KEY, SameSeal, moments, table_at

pytestmark = [pytest.mark.anyio, on_sqlite]

MOVES_COMPARED = 2 if NIGHT else 1  # of the whole book, at every decision
COMPARED_AFTER = (0, 2, 5, 11, 29, 73, 151) if NIGHT else (1, 5, 43)  # so many moves


async def everything(harness: Harness, table: str, reader: Guest, moves: list[str]) -> list[bytes]:
    """All that a reader can get without changing anything, in order."""
    path = f"/api/v1/tables/{table}"
    client = reader.client
    answers = [await client.get(f"{path}/{what}") for what in ("position", "chat", "record")]
    answers.append(await client.get(path))
    answers.append(await client.get(f"{path}/position", params={"since": 3}))
    number = answers[0].json()["number"]
    legal = {move["text"] for move in answers[0].json()["legal"]}
    for move in moves:
        answers.append(await client.get(f"{path}/why-not", params={"move": move}))
        if move not in legal:
            answers.append(await client.post(f"{path}/moves", json={"number": number, "move": move}))
        answers.append(await client.post(f"{path}/moves", json={"number": number + 1, "move": move}))
    answers.append(await client.post(f"{path}/undo", json={"number": number + 1}))
    caller = Caller(Person(**reader.person))
    news = [
        await heard(Stream(harness.services, caller, None, {table: None}, None, light).events())
        for light in (False, True)
    ]
    return [*(b"%d %s" % (answer.status_code, answer.content) for answer in answers), *news]


@pytest.mark.parametrize("game", [game.name for game in games()])
async def test_every_answer_is_the_same_in_every_world(harness: Harness, game: str) -> None:
    """During a game, each reader's world is replaced again and again under their eyes."""
    seats = harness.services.shelf.game(game).seats[-1]
    table, guests = await harness.table(game, *"ABCDE"[:seats])
    spectator = await harness.guest("Eve")
    readers = [*enumerate(guests), (None, spectator)]
    live = await harness.services.live_tables.find(table)
    book = live.game.moves
    dice = random.Random(11)
    steps = 0
    while live.status == "playing" and steps <= COMPARED_AFTER[-1]:
        if steps in COMPARED_AFTER:
            moves = [book.name(dice.randrange(len(book))) for _move in range(MOVES_COMPARED)]
            for seat, reader in readers:
                await compare(harness, live, seat, reader, moves, dice.randrange(1 << 30))
        seat = dice.choice(live.deciders())
        move = dice.choice(live.running.state.legal(seat))
        async with live.lock:
            await harness.services.changes.append(live, live.running.consider(seat, move, harness.time.now()))
        steps += 1
    assert steps > COMPARED_AFTER[1]


async def compare(
    harness: Harness, live: LiveTable, seat: int | None, reader: Guest, moves: list[str], seed: int
) -> None:
    truth = live.running.state
    lay(live, truth)
    in_truth = await everything(harness, live.id, reader, moves)
    lay(live, truth.resample(seat, seed))
    in_dream = await everything(harness, live.id, reader, moves)
    lay(live, truth)
    assert in_truth == in_dream


def lay(live: LiveTable, state: State) -> None:
    """Let a table stand so, with nothing kept of what was shown of it before: a leak could hide there."""
    timeline = live.running
    timeline.state = state
    timeline._views, timeline._common = {}, None


class Leaking:
    """A game that says too much to all who look at the table."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def public(self, state: State) -> dict[str, Any]:
        return {**self.game.public(state), "leak": str(state.fingerprint())}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


@pytest.mark.parametrize("unseen_moves", [0, 1])
async def test_a_leak_through_what_is_kept_is_found(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, unseen_moves: int
) -> None:
    """Also where views were kept from before a move that their readers did not notice."""
    for where in ("live_table", "seating"):
        monkeypatch.setattr(f"spyring.server.core.tables.{where}.Seal", SameSeal)
    moment = next(moment for moment in moments() if moment.frame == "AllotGold")
    live, guests = await table_at(harness, moment)
    ann = guests[0]
    await compare(harness, live, 0, ann, [], 5)
    live.running.game = cast(Game, Leaking(live.game))
    for _move in range(unseen_moves):
        legal = live.running.state.legal(1)
        async with live.lock:
            await harness.services.changes.append(
                live, live.running.consider(1, legal[0], harness.time.now())
            )
        assert live.running._views
    with pytest.raises(AssertionError):
        await compare(harness, live, 0, ann, [], 5)


# -- what others do in secret, over time ---------------------------------------------------------------------


async def twin_tables(
    harness: Harness, names: str, game: str, options: dict[str, Any]
) -> list[tuple[str, list[Guest]]]:
    """Two tables with the same people, the same cards, the same everything."""
    guests = [await harness.guest(name) for name in names]
    box = harness.services.shelf.game(game)
    chosen = box.resolve_options(len(names), options)
    start = Start(len(names), KEY, chosen)
    found: list[tuple[str, list[Guest]]] = []
    for _twin in range(2):
        body = NewTable(game=game, seats=len(names), options=options)
        chairs = [Chair(seat) for seat in range(len(names))]
        table, owner = new_id(), guests[0].person["id"]
        async with harness.services.database.writing() as within:
            store = harness.services.table_store
            await store.insert(within, table, bytes(32), box, body, start, owner, chairs, status="open")
        for guest in guests:
            await guest.post(f"/tables/{table}/join")
        found.append((table, guests))
    return found


async def test_secret_moves_of_others_leave_no_trace(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At one table Bob divides some of his gold, and takes some back; at the other he has not begun."""
    for where in ("live_table", "seating"):
        monkeypatch.setattr(f"spyring.server.core.tables.{where}.Seal", SameSeal)
    twins = await twin_tables(harness, "ABCD", "krakow", {"years": 1})
    for table, guests in twins:
        dice = random.Random(2)
        live = await harness.services.live_tables.find(table)
        while live.running.state.view(None)["asked"]["frame"] != "AllotGold":
            mover = guests[dice.choice(live.deciders())]
            position = await mover.position(table)
            await mover.play(table, dice.choice(position["legal"])["text"], position["number"])
    (first, guests), (second, _same) = twins
    ann, bob, cy = guests[0], guests[1], guests[2]
    left = (await bob.position(first))["view"]["asked"]["left"]
    assert left >= 2, "choose another seed"
    gold = [move["text"] for move in (await bob.position(first))["legal"]]
    for _gold in range(left - 1):
        await bob.play(first, gold[0])
    await bob.post(f"/tables/{first}/undo", {"number": (await bob.position(first))["number"]})

    async def all_ann_gets(table: str) -> list[bytes]:
        live = await harness.services.live_tables.find(table)
        live.made_at = 1.0
        got = await everything(harness, table, ann, ["decline", gold[0]])
        for action in ("play", "undo", "play"):
            number = (await ann.position(table))["number"]
            path = f"/api/v1/tables/{table}"
            if action == "play":
                answer = await ann.client.post(f"{path}/moves", json={"number": number, "move": gold[-1]})
            else:
                answer = await ann.client.post(f"{path}/undo", json={"number": number})
            got.append(answer.content)
        got += await everything(harness, table, ann, ["decline", gold[0]])
        names = {table: b"TABLE", live.invitation: b"CODE", second if table == first else first: b"TWIN"}
        for name, word in names.items():
            got = [piece.replace(name.encode(), word) for piece in got]
        return got

    if (await ann.position(first))["view"]["asked"]["left"] < 1:
        ann = cy
    assert await all_ann_gets(first) == await all_ann_gets(second)


# -- time ----------------------------------------------------------------------------------------------------


async def test_an_automatic_pass_takes_as_long_with_a_cloak_as_without(harness: Harness) -> None:
    """Same dice, same moment, two worlds: the pass is due at the same time."""
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await bob.put(f"/tables/{table}/passes", {"frames": ["Poll"]})
    harness.services.delays.factor = 1e6  # nothing happens by itself during this test
    live = await harness.services.live_tables.find(table)
    scheduler = harness.services.scheduler
    compared = 0
    dice = random.Random(2)
    while live.status == "playing" and compared < 8:
        guest = (ann, bob)[live.deciders()[0]]
        if live.running.state.view(None)["asked"]["frame"] == "Poll" and guest is bob:
            dues = set()
            truth = live.running.state
            for seed in range(12):
                live.running.state = truth.resample(0, seed)
                live.due.clear()
                harness.services.delays.dice = random.Random(compared)
                action = scheduler.next_action(live)
                assert action is not None
                assert action.kind == "pass"
                dues.add(action.due)
            live.running.state = truth
            assert len(dues) == 1
            compared += 1
        position = await guest.position(table)
        strikes = [move for move in position["legal"] if move["fields"]["verb"] == "strike"]
        await guest.play(table, dice.choice(strikes or position["legal"])["text"], position["number"])
    assert compared
