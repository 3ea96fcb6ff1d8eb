"""Looks back at finished games, made in a process of their own."""
