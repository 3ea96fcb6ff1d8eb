"""A look back at a finished game: each seat's chance to win over time, luck, mistakes and beliefs."""

from spyring.analysis.analysis import VERSION, CannotAnalyse, analyse

__all__ = ["VERSION", "CannotAnalyse", "analyse"]
