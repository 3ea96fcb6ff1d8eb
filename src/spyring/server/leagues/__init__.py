"""Leagues and tournaments: events of several rounds, with standings."""
