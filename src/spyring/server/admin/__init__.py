"""What the operator of a server can do: people, tables, backups, and what is wrong."""

from spyring.server.schema import metadata

__all__ = ["metadata"]  # a backup holds what all packages store, whichever of them are in use
