"""What a person takes home, and what stays of somebody who has gone."""

import json
import random
from collections import Counter
from typing import Any, Final

import pytest
from sqlalchemy import Boolean, Column, MetaData, String, Table, Text, delete, insert, or_, select, update

from spyring.server.accounts.schema import recovery_addresses, recovery_codes
from spyring.server.campaigns.schema import imported_campaigns
from spyring.server.clubs.schema import club_members, club_talk, clubs, evening_people, evenings
from spyring.server.community.schema import invitations, ratings, relations, reports, results, vacations
from spyring.server.conversation.schema import chat, notes
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person
from spyring.server.core.storage.personal import (
    EMPTIED,
    WITH_ROW,
    Declaration,
    declaration,
    deletions,
    personal_rows,
)
from spyring.server.core.storage.schema import credentials, entries, people, seats, tables
from spyring.server.donations.schema import donations
from spyring.server.leagues.schema import league_people, league_seats, leagues
from spyring.server.notifications.schema import browsers, mailboxes, turn_reminders
from spyring.server.schema import metadata
from tests.server.conftest import on_both_by_day
from tests.server.harness import Guest, Harness, play_out, with_account

pytestmark = pytest.mark.anyio

LIVES = {"lives": 1}
PASSWORD = "correct horse battery"

EVENING = {"draw": False, "bots": False, "round": 0}

Rows = dict[str, list[dict[str, Any]]]  # of every table, by its name


def me(guest: Guest) -> str:
    return str(guest.person["id"])


async def account(harness: Harness, name: str) -> Guest:
    """Somebody with a password."""
    guest = await harness.guest(name)
    await guest.post("/accounts", {"login": name, "password": PASSWORD}, 201)
    guest.client.cookies.clear()
    return guest


async def stored(harness: Harness) -> Rows:
    """Everything in the database."""
    found = harness.services.database.rows
    return {
        table.name: [dict(row) for row in await found(select(table).order_by(*table.primary_key))]
        for table in metadata.sorted_tables
    }


async def with_everything(harness: Harness) -> tuple[str, Guest, Guest]:
    """A finished game of two accounts; the first has data in every table that can hold any, with fixed values
    where the export shows them.
    """
    ann, bob = await account(harness, "Ann"), await harness.guest("Bob")
    await with_account(harness, bob)
    table = (await ann.make("duel", seats=2, options=LIVES))["id"]
    await bob.post(f"/tables/{table}/join")
    await play_out(table, [ann, bob], random.Random(1))
    database, a, b, at = harness.services.database, me(ann), me(bob), {"table_id": table}
    mine, digest = (
        (credentials.c.person == a),
        select(credentials.c.digest).where(credentials.c.person == a).scalar_subquery(),
    )
    said = {**at, "seat": 0, "to": "table", "name": "Ann"}
    profile = {"language": "pl", "face": "1a", "away_until": 9.0, "role": "admin", "made_at": 1.0}
    push = {"endpoint": "https://push.example/ann", "p256dh": "p", "auth": "a", "language": "it"}
    cup = {"id": "cup", "name": "Cup", "status": "over", "public": True, "invitation": "i", "terms": "{}"}
    for statement in (
        insert(leagues).values(cup | {"seed": "s", "round": 1, "revision": 1, "made_at": 1.0}),
        insert(league_people).values(league="cup", person=a, host=True, plays=True, joined_at=16.0),
        insert(league_seats).values(league="cup", round=1, number=1, seat=0, person=a, state="over"),
        update(people).where(people.c.id == a).values(profile),
        delete(credentials).where(mine, credentials.c.kind == "session"),
        update(credentials).where(mine).values(name="Laptop", made_at=2.0, ends_at=5e9),
        update(tables).where(tables.c.id == table).values(made_at=3.0),
        update(ratings).where(ratings.c.person == a).values(mu=30.0, sigma=2.0, surely=24.0, games=12),
        update(results).where(results.c.person == a).values(place=1, won=True, score=4, ended_at=4.0),
        insert(browsers).values(key=digest, person=a, **push),
        insert(mailboxes).values(person=a, address="a@b.c", language="it", token="agree", confirmed=True),
        insert(turn_reminders).values(person=a, **at, turn=2, push_at=5.0),
        insert(relations).values(person=a, other=b, kind="friend", made_at=6.0),
        insert(relations).values(person=b, other=a, kind="block", made_at=6.5),
        insert(invitations).values(**at, person=a, by=b, made_at=7.0),
        insert(invitations).values(**at, person=b, by=a, made_at=7.5),
        insert(reports).values(id="r1", by=a, about=b, **at, text="He cheats.", made_at=8.0),
        insert(reports).values(id="r2", by=b, about=a, **at, text="She wins.", made_at=8.5),
        insert(donations).values(person=a, **at, made_at=9.0),
        insert(recovery_addresses).values(person=a, address="r@b.c", made_at=10.0),
        insert(recovery_codes).values(digest="code", person=a, address="n@b.c", ends_at=5e9),
        insert(vacations).values(id="v", person=a, from_at=11.0, until_at=12.0),
        insert(clubs).values(id="club", name="Club", about="", public=True, invitation="code", made_at=1.0),
        insert(club_members).values(club_id="club", person=me(bob), officer=True, made_at=1.0),
        insert(evenings).values(id="evening", club_id="club", title="Friday", at=2.0, games="[]", **EVENING),
        insert(notes).values(person=a, **at, text="Watch Bob."),
        insert(imported_campaigns).values(**at, text="Elsewhere."),
        insert(chat).values(mark="m1", person=a, **said, text="Mine.", at=13.0),
        insert(chat).values(mark="m2", person=a, **said, text="An answer.", about="draw", at=14.0),
        insert(chat).values(mark="m3", person=b, **said, text="Not mine.", at=15.0),
    ):
        await database.write(statement)
    return table, ann, bob


class Markers:
    """One account that has a value of its own in every column that can hold one."""

    def __init__(self) -> None:
        self.of: dict[Column[Any], Any] = {}  # what is found again

    def row(self, columns: list[Column[Any]], people_here: dict[str, str], at: str) -> dict[str, Any]:
        """What stands in these columns of a row of the account."""
        return {column.name: self._value(column, people_here, at) for column in columns}

    def _value(self, column: Column[Any], people_here: dict[str, str], at: str) -> Any:
        says = declaration(column)
        if says.names_person:
            return people_here["me" if says.section is not None else "other"]
        if column.name == "table_id":
            return at
        if column in LAWFUL:
            return LAWFUL[column]
        if column.foreign_keys:
            return self.of[next(iter(column.foreign_keys)).column]
        if isinstance(column.type, Boolean):
            return True
        number = 70_000_000 + len(self.of)
        self.of[column] = number if not isinstance(column.type, String) else f"~{len(self.of):03}"
        if column is seats.c.passes:
            self.of[column] = json.dumps([self.of[column]])
        return self.of[column]


# What is read as something else than a text.
LAWFUL: Final[dict[Column[Any], Any]] = {
    relations.c.kind: "mute",
    seats.c.seat: 0,
    seats.c.held: "no",
    league_people.c.league: "cup",
    league_seats.c.league: "cup",
    club_members.c.club_id: "club",
    club_talk.c.club_id: "club",
    evening_people.c.evening_id: "evening",
    seats.c.nonce: "0123456789abcdef" * 4,
}


async def marked(harness: Harness) -> tuple[Person, Markers]:
    """Somebody who has a marker in every column of theirs."""
    table, ann, bob = await with_everything(harness)
    markers, database = Markers(), harness.services.database
    for rows in personal_rows(metadata):
        mine = or_(*(column == me(ann) for column in rows.owners))
        columns, stays = list(rows.table.c), rows.table in (people, seats, tables)
        if stays:
            columns = [c for c in columns if declaration(c).whose == "person" and not c.primary_key]
        values = markers.row(columns, {"me": me(ann), "other": me(bob)}, table)
        if stays:
            await database.write(update(rows.table).where(mine).values(values))
        else:
            await database.write(delete(rows.table).where(mine))
            await database.write(insert(rows.table).values(values))
    return Person(id=me(ann), name="Ann", kind="account"), markers


def leaves(data: Any) -> list[Any]:
    """All values of a document."""
    if isinstance(data, dict):
        return leaves(list(data.values()))
    return [leaf for value in data for leaf in leaves(value)] if isinstance(data, list) else [data]


def undeclared(schema: MetaData) -> list[str]:
    """The columns that do not say whose data they hold."""
    columns = [column for table in schema.sorted_tables for column in table.c]
    return [str(column) for column in columns if not isinstance(column.info.get("personal"), Declaration)]


def copied() -> MetaData:
    """The schema, to be changed."""
    schema = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(schema)
    return schema


def test_every_column_declares_whose_data_it_holds() -> None:
    assert undeclared(metadata) == []


def test_a_column_that_declares_nothing_is_found() -> None:
    schema = copied()
    schema.tables["people"].append_column(Column("birthday", Text))
    assert undeclared(schema) == ["people.birthday"]
    with pytest.raises(TypeError, match=r"people\.birthday does not declare"):
        personal_rows(schema)
    with pytest.raises(TypeError, match=r"people\.birthday does not declare"):
        list(deletions(schema, "ann"))


def test_a_declared_column_is_exported_and_deleted_without_more_code() -> None:
    schema = copied()
    schema.tables["people"].append_column(Column("birthday", Text, info=EMPTIED))
    (rows,) = (rows for rows in personal_rows(schema) if rows.table.name == "people")
    assert "people.birthday" in str(rows.of("ann"))
    (emptied,) = (str(found) for found in deletions(schema, "ann") if "UPDATE people" in str(found))
    assert "birthday=:birthday" in emptied


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_what_a_table_declares_can_be_done(table: Table) -> None:
    says = {column: declaration(column) for column in table.c}
    owners = [column for column in table.c if says[column].section is not None]
    goes = any(says[column].names_person and not says[column].kept for column in table.c)
    for column, said in says.items():
        refers = any(key.column is people.c.id for key in column.foreign_keys)
        assert said.names_person == (refers or column is people.c.id), column
        assert said.whose != "person" or owners, column
        assert not (goes and (said.kept or said.becomes is not WITH_ROW)), column
        assert goes or said.whose == "server" or said.kept or said.becomes is not WITH_ROW, column
        assert said.becomes is not None or column.nullable, column
    for column in owners:
        assert says[column].section != "" or list(table.primary_key) == [column], column


def test_no_two_columns_have_the_same_name_in_the_export() -> None:
    names: Counter[str] = Counter()
    for rows in personal_rows(metadata):
        names.update([rows.section] if rows.section else list(rows.fields))
    assert [name for name, count in names.items() if count > 1] == []


@on_both_by_day
async def test_every_column_that_is_declared_as_exported_is_in_the_export(harness: Harness) -> None:
    person, markers = await marked(harness)
    data = (await harness.services.account_data.export(Caller(person))).model_dump()
    found = leaves(data)
    missing = {column for column, marker in markers.of.items() if marker not in found}
    assert missing == {column for column in markers.of if declaration(column).export is None}
    for rows in personal_rows(metadata):
        shown = data[rows.section] if rows.section else [data]
        assert shown, rows.section
        assert rows.section == "notes" or set(rows.fields) <= set(shown[0])


@on_both_by_day
async def test_only_columns_declared_as_kept_stay_after_deletion(harness: Harness) -> None:
    person, markers = await marked(harness)
    await harness.services.account_data.remove(Caller(person))
    after, left = await stored(harness), set()
    for table in metadata.sorted_tables:
        held = {column: [str(row[column.name]) for row in after[table.name]] for column in table.c}
        for column, values in held.items():
            if any(str(marker) in value for marker in markers.of.values() for value in values):
                left.add(column)
    assert {column for column in left if not declaration(column).kept} == set()
    assert left == {column for column in markers.of if declaration(column).kept}


def within(found: Any, expected: Any) -> Any:
    """What was found, without the names that were added since."""
    if isinstance(expected, dict):
        return {name: within(found[name], value) for name, value in expected.items() if name in found}
    if isinstance(expected, list) and len(expected) == len(found):
        return [within(*pair) for pair in zip(found, expected, strict=True)]
    return found


@on_both_by_day
async def test_the_export_keeps_its_names_and_its_form(harness: Harness) -> None:
    table, ann, bob = await with_everything(harness)
    log = select(entries.c.text).where(entries.c.seat == 0).order_by(entries.c.number)
    moves = [row["text"] for row in await harness.services.database.rows(log)]
    friend = {"person": me(bob), "name": "Bob", "face": None, "kind": "friend", "account": True}
    rating = {"title": "Duel", "points": 1576, "games": 12, "settled": True, "place": 1}
    sat = {"table": table, "game": "duel", "status": "over", "made_at": 3.0, "seat": 0}
    expected = {
        "id": me(ann),
        "name": "Ann",
        "login": "ann",
        "language": "pl",
        "face": "1a",
        "made_at": 1.0,
        "away_until": 9.0,
        "role": "admin",
        "address": "a@b.c",
        "recovery_address": "r@b.c",
        "keys": [{"kind": "token", "name": "Laptop", "made_at": 2.0, "ends_at": 5e9}],
        "ratings": [{"game": "duel", **rating}],
        "tables": [{**sat, "place": 1, "won": True, "score": 4, "moves": moves}],
        "people": [{**friend, "made_at": 6.0}],
        "remarks": [
            {"table": table, "at": 13.0, "to": "table", "text": "Mine."},
            {"table": table, "at": 14.0, "to": "table", "text": "draw"},
        ],
        "notes": {table: "Watch Bob."},
        "reports": [{"at": 8.0, "table": table, "text": "He cheats."}],
        "vacations": [{"from_at": 11.0, "until_at": 12.0}],
        "given": [table],
    }
    data = await ann.get("/me/data")
    assert within(data, expected) == expected


@on_both_by_day
async def test_a_deletion_leaves_the_game_and_the_rows_of_others(harness: Harness) -> None:
    _table, ann, _bob = await with_everything(harness)
    before = await stored(harness)
    await ann.post("/me/deletion", {"password": PASSWORD}, 204)
    for name, rows in (await stored(harness)).items():
        expected = before[name]
        if name == "people":
            empty = {"id": me(ann), "name": "", "made_at": 1.0}
            gone = {column.name: None for column in people.c} | empty
            expected = [gone if row["id"] == me(ann) else row for row in expected]
        elif name == "tables":
            expected = [row | {"revision": row["revision"] + 1, "origin": None} for row in expected]
        elif name not in ("seats", "league_people", "league_seats"):
            expected = [row for row in expected if me(ann) not in row.values()]
        if name not in (
            "heartbeat",
            "external_changes",
            "rate_limits",
            "archives",
        ):  # which go on by themselves
            assert rows == expected, name


async def test_an_export_has_all_own_data_and_no_secrets_of_others(harness: Harness) -> None:
    ann, bob = await account(harness, "Ann"), await harness.guest("Bob")
    table = (await ann.make("duel", seats=2, options=LIVES))["id"]
    await bob.post(f"/tables/{table}/join")
    await ann.post(f"/tables/{table}/chat", {"text": "Mine."}, 201)
    await bob.post(f"/tables/{table}/chat", {"text": "Not mine."}, 201)
    await ann.put(f"/tables/{table}/note", {"text": "Watch Bob."})
    await bob.put(f"/tables/{table}/note", {"text": "Watch Ann."})
    await bob.post(f"/people/{me(ann)}/reports", {"text": "She wins."}, 204)
    await ann.play(table, "draw")
    data = await ann.get("/me/data")
    assert (data["name"], data["login"]) == ("Ann", "ann")
    assert [remark["text"] for remark in data["remarks"]] == ["Mine."]
    assert data["notes"] == {table: "Watch Bob."}
    assert data["tables"][0]["moves"] == ["draw"]
    for secret in ("Not mine.", "Watch Ann.", "She wins.", "argon2", "digest"):
        assert secret not in str(data)
    assert (await harness.stranger().get("/api/v1/me/data")).status_code == 401


async def test_finished_games_stay_under_a_former_player_and_everything_else_goes(harness: Harness) -> None:
    ann, bob = await account(harness, "Ann"), await harness.guest("Bob")
    await with_account(harness, bob)
    table = (await ann.make("duel", seats=2, options=LIVES))["id"]
    await bob.post(f"/tables/{table}/join")
    await ann.post(f"/tables/{table}/chat", {"text": "Farewell."}, 201)
    await play_out(table, [ann, bob], random.Random(1))
    await bob.client.put(f"/api/v1/people/{me(ann)}/ties/friend")
    await ann.client.put("/api/v1/me/vacation", json={"days": 3})
    assert (await ann.post("/me/deletion", {"password": "wrong"}, 403))["code"] == "wrong-password"
    await ann.post("/me/deletion", {"password": PASSWORD}, 204)

    card = await bob.get(f"/tables/{table}")
    assert [seat["name"] for seat in card["seats"]] == ["a former player", "Bob"]
    assert card["seats"][0]["person"] is None
    assert (await bob.post(f"/tables/{table}/rematch"))["status"] == "playing"  # nobody waits for them
    await bob.get(f"/tables/{table}/replay/0")
    assert "a former player" in await bob.get(f"/tables/{table}/record")
    assert await bob.get(f"/people/{me(ann)}", 404) == await bob.get("/people/nobody", 404)
    assert await bob.get("/ties") == []
    (result,) = (await bob.get(f"/people/{me(bob)}"))["results"]
    assert "Ann" not in str(result)
    await ann.get("/me/data", 401)
    for table_of in metadata.sorted_tables:
        if table_of not in (seats, tables):
            rows = [dict(row) for row in await harness.services.database.rows(select(table_of))]
            left = [row for row in rows if me(ann) in row.values()]
            assert len(left) == (1 if table_of is people else 0), table_of.name
    (gone,) = await harness.services.database.rows(select(people).where(people.c.id == me(ann)))
    assert {gone[name] for name in ("login", "password", "language", "away_until")} == {None}
    assert gone["name"] == ""
    assert "Farewell." not in str(await harness.services.database.rows(select(chat)))
    again = await harness.stranger().post("/api/v1/session", json={"login": "Ann", "password": PASSWORD})
    assert again.status_code == 403


async def test_deleting_an_account_resigns_games_and_leaves_lobbies(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    going, _both = await ann.make("duel", seats=2), None
    await bob.post(f"/tables/{going['id']}/join")
    waiting = (await ann.make("duel", seats=3))["id"]
    await bob.post(f"/tables/{waiting}/join")
    alone = (await ann.make("duel", seats=2))["id"]
    await ann.post("/me/deletion", {}, 204)
    card = await bob.get(f"/tables/{going['id']}")
    assert (card["seats"][0]["held"], card["seats"][0]["name"]) == ("resigned", "a former player")
    open_card = await bob.get(f"/tables/{waiting}")
    assert [seat["kind"] for seat in open_card["seats"]] == ["empty", "person", "empty"]
    assert open_card["yours"]
    origin = select(tables.c.origin).where(tables.c.id == waiting)
    assert [row["origin"] for row in await harness.services.database.rows(origin)] == [None]
    await bob.get(f"/tables/{alone}", 404)
    assert (
        await harness.services.database.rows(select(credentials).where(credentials.c.person == me(ann))) == []
    )


async def test_a_seat_that_a_bot_holds_is_given_up_too(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.post(f"/tables/{table}/away")
    await ann.post("/me/deletion", {}, 204)
    assert (await bob.get(f"/tables/{table}"))["seats"][0]["held"] == "resigned"


async def test_other_workers_forget_the_name_too(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    table, (ann, bob) = await one.table("duel", "Ann", "Bob", options=LIVES)
    await play_out(table, [ann, bob], random.Random(1))
    shown = await other.stranger().get(f"/api/v1/tables/{table}")
    assert shown.json()["seats"][0]["name"] == "Ann"
    await ann.post("/me/deletion", {}, 204)
    shown = await other.stranger().get(f"/api/v1/tables/{table}")
    assert shown.json()["seats"][0]["name"] == "a former player"
