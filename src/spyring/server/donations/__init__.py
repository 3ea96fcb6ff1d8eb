"""Finished games that people give to science."""
