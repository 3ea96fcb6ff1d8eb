"""Tournaments in parallel processes: schedules, ratings, reports, and the balance of games."""
