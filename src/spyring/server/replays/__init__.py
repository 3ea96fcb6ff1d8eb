"""Looking back: records, replays and archives of finished games, and what happened scene by scene."""
