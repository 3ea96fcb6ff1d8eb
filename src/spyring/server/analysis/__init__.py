"""Analyses of finished games, made in separate processes."""
