"""Looking back: records and replays of finished games, and what happened scene by scene."""
