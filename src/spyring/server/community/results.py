"""Results: how a game ended for its players, stored once, in the transaction that ends it."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Table, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from spyring.engine.kinds import COOPERATIVE
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.server.community.ratings import NEW_SKILL, Player, Skill, rated, sides
from spyring.server.community.schema import game_ratings, ratings, results
from spyring.server.core.storage.schema import people, tables
from spyring.server.core.storage.statements import Transaction
from spyring.server.core.tables.chair import Chair
from spyring.server.core.tables.live_table import LiveTable

NO_BRANCHES: Final = "[]"  # as they are stored
Skills = dict[str, tuple[Skill, int]]  # with the number of games behind each


async def write_down(connection: Transaction, live: LiveTable, outcome: Outcome, at: float) -> None:
    """Store the results of all people at a table, and their new ratings."""
    rows = result_rows(live, outcome, at)
    if not rows:
        return
    counted = without_quitters(live, outcome)
    for person, (before, after) in (await _rate(connection, live, counted, rows)).items():
        row = next(row for row in rows if row["person"] == person)
        row |= {"points": after.points, "gained": after.points - before.points}
    await connection.execute(insert(results), rows)


def result_rows(live: LiveTable, outcome: Outcome, at: float) -> list[Json]:
    """One row for every person, by the first of their seats; players who resigned come last."""
    outcome = without_quitters(live, outcome)
    side_of = sides(live.game, outcome, len(live.chairs))
    together = live.game.kind == COOPERATIVE
    left = [chair.held in ("resigned", "time") for chair in live.chairs]
    return [
        {
            "table_id": live.id,
            "person": chair.person,
            "seat": chair.seat,
            "side": side_of[chair.seat],
            "place": outcome.ranks[chair.seat],
            "won": chair.seat in outcome.winners and not left[chair.seat],
            "left": left[chair.seat] or (chair.bot_plays and chair.seat not in outcome.winners),
            "score": outcome.scores[chair.seat],
            "achieved": outcome.achieved if together else None,
            "points": None,
            "gained": None,
            "ended_at": at,
            "public": live.public,
        }
        for chair in _people(live.chairs)
    ]


def without_quitters(live: LiveTable, outcome: Outcome) -> Outcome:
    """The outcome for the people who stayed. A side whose people all resigned comes after all others, and its
    bots beat nobody.
    """
    side_of = sides(live.game, outcome, len(live.chairs))
    held: dict[int, list[bool]] = {}
    for chair in live.chairs:
        if chair.person is not None:
            held.setdefault(side_of[chair.seat], []).append(chair.held == "resigned")
    gone = {side for side, quit in held.items() if all(quit)}
    if live.game.kind == COOPERATIVE or not gone or len(gone) == len(set(side_of)):
        return outcome
    order = [(side in gone, rank) for side, rank in zip(side_of, outcome.ranks, strict=True)]
    ranks = tuple(1 + sum(other < mine for other in order) for mine in order)
    winners = [seat for seat in outcome.winners if side_of[seat] not in gone]
    if outcome.winners and not winners:
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    mask = sum(1 << seat for seat in winners)
    return Outcome(
        mask, ranks, outcome.scores, outcome.breakdown, outcome.reason, outcome.clause, outcome.achieved
    )


def _people(chairs: Sequence[Chair]) -> list[Chair]:
    first: dict[str, Chair] = {}
    for chair in chairs:
        if chair.person is not None:
            first.setdefault(chair.person, chair)
    return list(first.values())


async def _rate(
    connection: Transaction, live: LiveTable, outcome: Outcome, rows: list[Json]
) -> dict[str, tuple[Skill, Skill]]:
    """The skills of people with accounts, before and after. They are stored under a lock, so that two games
    that end at once both count. A game copied from another one is for practice, and so is one that continues
    games from elsewhere.
    """
    persons = [row["person"] for row in rows]
    known = select(people.c.id).where(people.c.id.in_(persons), people.c.login.is_not(None))
    accounts = {row["id"] for row in await connection.rows(known)}
    held = [chair.bot_plays for chair in live.chairs]  # by a bot, whose skill is not the person's
    players = [
        Player(row["person"], row["seat"], held[row["seat"]]) for row in rows if row["person"] in accounts
    ]
    if len(players) < 2 or not await _played_here(connection, live):
        return {}
    game = live.game.name
    keys = [{"person": player.person, "game": game} for player in players]
    skills = await locked(connection, ratings, sorted(keys, key=lambda key: key["person"]))
    box = (await locked(connection, game_ratings, [{"game": game}]))[game]
    before = {person: skill for person, (skill, _games) in skills.items()}
    learned, box_after = rated(live.game, outcome, players, before, box[0])
    for person, skill in learned.items():
        await keep(connection, ratings, {"person": person, "game": game}, skill, skills[person][1] + 1)
    if box_after != box[0]:
        await keep(connection, game_ratings, {"game": game}, box_after, box[1] + 1)
    return {person: (before[person], skill) for person, skill in learned.items()}


async def _played_here(connection: Transaction, live: LiveTable) -> bool:
    """Whether a game, and every earlier game of its campaign, was played here from its start: otherwise
    people may have chosen how it starts.
    """
    if live.start.legacy is None:
        return not live.start.branches
    row = select(
        tables.c.previous_table.label("before"),
        tables.c.legacy.is_(None).label("first"),
        (func.coalesce(tables.c.branches, NO_BRANCHES) != NO_BRANCHES).label("practice"),
    )
    chain = row.where(tables.c.id == live.id).cte("chain", recursive=True)
    chain = chain.union_all(row.where(tables.c.id == chain.c.before))
    found = await connection.rows(select(chain.c.first, chain.c.practice))
    return any(row["first"] for row in found) and not any(row["practice"] for row in found)


async def locked(
    connection: Transaction, table: Table, keys: list[dict[str, str]], first: Skill = NEW_SKILL
) -> Skills:
    """These skills by the first part of their keys, created if missing, and locked until this is stored."""
    found: Skills = {}
    for key in keys:
        fresh = key | _row(table, first, 0)
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        await connection.execute(dialect.insert(table).values(fresh).on_conflict_do_nothing())
        query = select(table).where(*_is(table, key)).with_for_update()
        (row,) = await connection.rows(query)
        found[next(iter(key.values()))] = (Skill(row["mu"], row["sigma"]), row["games"])
    return found


async def keep(connection: Transaction, table: Table, key: dict[str, str], skill: Skill, games: int) -> None:
    await connection.execute(update(table).where(*_is(table, key)).values(_row(table, skill, games)))


def _row(table: Table, skill: Skill, games: int) -> Json:
    """The stored form of a skill; only people are ranked by it."""
    ranked = {"surely": skill.surely} if "surely" in table.c else {}
    return {"mu": skill.mu, "sigma": skill.sigma, "games": games, **ranked}


def _is(table: Table, key: dict[str, str]) -> list[Any]:
    return [table.c[name] == value for name, value in key.items()]
