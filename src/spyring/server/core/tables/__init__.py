"""Tables: the seats, the course of a game, and what each reader sees of it."""
