"""Looking back: records, replays and archives of finished games, and their scenes."""
