"""What every game shares: frames, moves, events, chance, knowledge. No input or output, nothing of any one
game.
"""
