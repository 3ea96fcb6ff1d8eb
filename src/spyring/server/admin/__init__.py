"""The operator's work: people, tables, backups, and checks."""

from spyring.server.schema import metadata

__all__ = ["metadata"]  # a backup holds the tables of all packages, whichever are in use
