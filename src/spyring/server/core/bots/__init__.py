"""Bots at tables: their levels, the pool in which they think, and how long they seem to think."""
