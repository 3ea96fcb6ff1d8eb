"""Recovery of accounts whose password is forgotten, identities at a provider, and invitations."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, Integer, String, Table, UniqueConstraint, true

from spyring.server.core.storage.personal import EXPORTED, SECRET, SERVER, exported, owner
from spyring.server.core.storage.schema import metadata, person_column

recovery_addresses: Final = Table(  # for forgotten passwords; confirmed by their owners
    "recovery_addresses",
    metadata,
    person_column("person", owner(""), primary_key=True),
    Column("address", String(254), nullable=False, index=True, info=exported("recovery_address")),
    Column("made_at", Float, nullable=False, info=exported("recovery_address_made_at")),
    Column(  # since the password last changed
        "confirmed",
        Boolean,
        nullable=False,
        server_default=true(),
        info=exported("recovery_address_confirmed"),
    ),
)

recovery_codes: Final = Table(  # valid once, for a short time
    "recovery_codes",
    metadata,
    Column("digest", String(64), primary_key=True, info=SECRET),
    person_column("person", owner("recovery_codes"), nullable=False, index=True),
    Column("address", String(254), info=EXPORTED),  # to confirm; None: it opens the account
    Column("sent_to", String(254), info=EXPORTED),  # None: the operator made it
    Column("ends_at", Float, nullable=False, index=True, info=EXPORTED),
)

identities: Final = Table(  # how a provider knows the owners of accounts
    "identities",
    metadata,
    person_column("person", owner(""), primary_key=True),
    Column("issuer", String(255), nullable=False, info=exported("identity_issuer")),
    Column("subject", String(255), nullable=False, info=exported("identity_subject")),
    Column("made_at", Float, nullable=False, info=exported("identity_made_at")),
    UniqueConstraint("issuer", "subject"),
)

invitation_codes: Final = Table(  # for people who want to create an account
    "invitation_codes",
    metadata,
    Column("digest", String(64), primary_key=True, info=SERVER),
    Column("start", String(4), nullable=False, info=SERVER),  # of the code, to recognise it by
    Column("made_at", Float, nullable=False, info=SERVER),
    Column("ends_at", Float, nullable=False, info=SERVER),
    Column("left", Integer, nullable=False, info=SERVER),  # how many people can still use it
    Column("role", String(8), info=SERVER),  # of everybody who uses it
)

TABLES: Final = (recovery_addresses, recovery_codes, identities, invitation_codes)
