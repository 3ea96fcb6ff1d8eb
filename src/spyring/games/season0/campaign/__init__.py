"""The campaigns of Season 0: their sealed content, and the file that outlives the games."""
