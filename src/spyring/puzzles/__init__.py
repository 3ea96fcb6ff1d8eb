"""Puzzles: positions with one best move, and questions whose answer follows from what a seat has seen."""

from spyring.puzzles.puzzle import BEST_MOVE, DEDUCTION, Puzzle, puzzles_of

__all__ = ["BEST_MOVE", "DEDUCTION", "Puzzle", "puzzles_of"]
