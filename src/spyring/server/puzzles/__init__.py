"""Puzzles: one a day for everybody, and more for people who like them."""
