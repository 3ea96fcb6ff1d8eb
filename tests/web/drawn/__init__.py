"""A game of another author that brings its own pages: the duel with a board."""

from tests.web.drawn.game import DRAWN

__all__ = ["DRAWN"]
