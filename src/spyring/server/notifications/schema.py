"""Subscriptions to notifications, and the turns that wait for people."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Table, Text

from spyring.server.core.storage.personal import EXPORTED, SECRET, SERVER, exported, others, owner
from spyring.server.core.storage.schema import TABLE, metadata, person_column, table_column

browsers: Final = Table(  # subscribed to push; deleted with their session
    "browsers",
    metadata,
    Column(
        "key", String(64), ForeignKey("credentials.digest", ondelete="CASCADE"), primary_key=True, info=SECRET
    ),
    person_column("person", owner("browsers"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, info=EXPORTED),
    Column("p256dh", String(100), nullable=False, info=SECRET),
    Column("auth", String(40), nullable=False, info=SECRET),
    Column("language", String(8), nullable=False, info=EXPORTED),
)

mailboxes: Final = Table(  # for letters, once their owner has agreed
    "mailboxes",
    metadata,
    person_column("person", owner(""), primary_key=True),
    Column("address", String(254), nullable=False, info=EXPORTED),
    Column("language", String(8), nullable=False, info=exported("address_language")),
    Column("token", String(32), nullable=False, unique=True, info=SECRET),  # to agree, or to unsubscribe
    Column("confirmed", Boolean, nullable=False, info=exported("address_confirmed")),
)

turn_reminders: Final = Table(  # turns of subscribers, and when to notify them
    "turn_reminders",
    metadata,
    person_column("person", owner("summons"), primary_key=True),
    table_column(TABLE, primary_key=True, index=True),
    Column("turn", Integer, nullable=False, info=EXPORTED),
    Column("push_at", Float, info=EXPORTED),
    Column("mail_at", Float, info=EXPORTED),
)

mail_consents: Final = Table(  # of letters that ask for consent to more of them
    "mail_consents",
    metadata,
    Column("address", String(64), primary_key=True, info=others("to respect a refusal")),  # digest
    Column("token", String(32), nullable=False, unique=True, info=SERVER),  # to refuse for good
    Column("refused", Boolean, nullable=False, info=SERVER),
)

TABLES: Final = (browsers, mailboxes, turn_reminders, mail_consents)
