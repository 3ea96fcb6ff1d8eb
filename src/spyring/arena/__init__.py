"""Tournaments in parallel processes: schedules, standings, and the balance of games."""
