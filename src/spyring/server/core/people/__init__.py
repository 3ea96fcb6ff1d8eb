"""Everybody who ever came in, and the keys by which they are known again."""
