"""The database, and word of what was stored."""
