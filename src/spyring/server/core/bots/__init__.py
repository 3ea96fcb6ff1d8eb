"""Bots at tables: how strong they can be, where they think, and how long they seem to."""
