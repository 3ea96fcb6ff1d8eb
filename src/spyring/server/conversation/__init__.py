"""What is said at a table: talk, notes for oneself, pointing at things, and what bots answer and advise."""
