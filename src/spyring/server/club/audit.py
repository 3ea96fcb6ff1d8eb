"""The log of what administrators did: on their page, and on the command line.

It holds ids only. Names are looked up when it is read, so that a deleted person has none.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import insert, select

from spyring.engine.i18n import _
from spyring.server.club.schema import audit_log
from spyring.server.core.storage.database import Database, new_id
from spyring.server.core.storage.schema import people
from spyring.server.core.storage.statements import Row

ACTS: Final = {
    "password": _("Reset the password"),  # by an older server
    "code": _("Made a recovery code"),
    "ban": _("Banned"),
    "unban": _("Lifted the ban"),
    "role": _("Made an administrator"),
    "no role": _("Ended the role of administrator"),
    "rename": _("Renamed"),
    "delete": _("Deleted the account"),
    "end": _("Ended the game"),
    "unfreeze": _("Unfroze the game"),
    "report": _("Closed a report"),
    "invite": _("Made an invitation"),
    "uninvite": _("Revoked an invitation"),
    "mail": _("Sent a test letter"),
    "banner": _("Set the banner"),
    "no banner": _("Removed the banner"),
    "given": _("Exported donated games"),
    "backup": _("Made a backup"),
    "copy": _("Copied the database"),
    "restore": _("Restored a backup"),
}


class Audit:
    """Notes acts, and lists them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def note(self, act: str, by: str | None = None, person: str | None = None, thing: str = "") -> None:
        """Note an act that has just succeeded."""
        assert act in ACTS, act
        row: dict[str, object] = {"id": new_id(), "at": self.database.time.now(), "act": act, "thing": thing}
        row["on_page"] = by is not None
        await self.database.write(insert(audit_log).values(by=by, person=person, **row))

    async def listed(self, most: int) -> Sequence[Row]:
        """The latest acts, newest first. A name is None if nobody has that part in it, and empty if that
        person is deleted.
        """
        by, target = people.alias("actor"), people.alias("target")
        log = audit_log.c
        actor, person = by.c.name.label("by_name"), target.c.name.label("person_name")
        query = (
            select(log.at, log.act, log.on_page, log.by, actor, log.person, person, log.thing)
            .outerjoin(by, by.c.id == log.by)
            .outerjoin(target, target.c.id == log.person)
            .order_by(log.at.desc(), log.id)
            .limit(most)
        )
        return await self.database.rows(query)
