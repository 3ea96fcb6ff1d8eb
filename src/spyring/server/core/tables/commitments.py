"""Commitments: secrets to which the server binds itself before there is a table.

Chance at a table follows from a secret of the server and a nonce of every person. A player who makes a table
and starts at once would have to send a nonce before seeing any commitment. They could not know whether the
secret was chosen after it. So a client can ask for a promise first: the server shows the id and the
commitment of the table, and keeps the secret for it. A nonce for a new table needs such a promise, because
the server could otherwise try ids after seeing the nonce until the cards suit it.
"""

import secrets

from sqlalchemy import delete, insert, select

from spyring.engine.i18n import _
from spyring.engine.keyed_chance import KEY_BYTES, commitment
from spyring.server.core.payloads import Promise
from spyring.server.core.problems import Conflict, Refused
from spyring.server.core.storage.database import Database, new_id
from spyring.server.core.storage.schema import commitments

PROMISE_SECONDS = 86400.0


class Commitments:
    """Commitments that wait for their tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def make(self) -> Promise:
        """Make a new secret, and the promise that binds the server to it."""
        promise, table, at = new_id(), new_id(), self.database.time.now()
        secret = secrets.token_bytes(KEY_BYTES)
        async with self.database.writing() as connection:
            await connection.execute(delete(commitments).where(commitments.c.made_at < at - PROMISE_SECONDS))
            row = {"id": promise, "table_id": table, "secret": secret.hex(), "made_at": at}
            await connection.execute(insert(commitments).values(row))
        return Promise(id=promise, table=table, commitment=commitment(secret, table))

    async def keep(self, promise: str | None, nonce: str | None) -> tuple[str, bytes]:
        """The id and the secret for a table: the promised ones, valid once, or new ones without a promise."""
        if promise is None:
            if nonce is not None:
                text = _("A nonce for a new table needs a promise. Ask for a promise first.")
                raise Refused("nonce-without-promise", text)
            return new_id(), secrets.token_bytes(KEY_BYTES)
        here = commitments.c.id == promise
        row = await self.database.row(select(commitments).where(here))
        if row is None or await self.database.write(delete(commitments).where(here)) != 1:
            raise Conflict("no-promise", _("This page is too old to start a game. Reload it."))
        return str(row["table_id"]), bytes.fromhex(row["secret"])
