"""The database, and notices of what was stored."""
