"""The campaigns of Season 0: their sealed content, and the file that passes from game to game."""
