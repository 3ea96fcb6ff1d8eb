"""Campaigns: several games in a row, as tables here and as files from elsewhere."""
