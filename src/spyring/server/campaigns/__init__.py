"""Campaigns: chains of games, as tables here and as files from elsewhere."""
