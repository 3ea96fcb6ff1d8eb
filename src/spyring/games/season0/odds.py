"""Weights of the signs in :mod:`spyring.games.season0.outlook`, in their order: for an empty deck, and for
a full one; in between, in between.

Fitted by logistic regression, with a ridge, to which of 9,000 heuristic games were won. In games not
fitted, of positions said to be won in 6, 25, 45, 65 and 84 of a hundred games, 5, 24, 46, 66 and 83 were.

What brings the group nearer may not weigh against it, however it came out by chance; and what only has to
be done is never as good as if it were done, so that nobody puts it off. Made for prologues: a month of a
campaign has other objectives and rules.
"""

from typing import Final

WEIGHTS: Final[list[tuple[float, float]]] = [
    (0.33, 0.43),  # any position
    (1.65, 1.64),  # tens of agents in the supply
    (-0.52, 0.00),  # sixths that it lacks to six agents
    (-6.43, 0.00),  # thirds that it lacks to three
    (0.35, 2.29),  # sevenths of the incident tokens left
    (-0.61, -0.36),  # no token left
    (-0.17, 0.00),  # at most one
    (-0.31, -0.32),  # full cities whose card comes now
    (-0.01, 0.00),  # cities with two agents
    (0.00, -0.02),  # tens of full cities in the discard pile
    (0.00, -0.05),  # of cities with two agents
    (-0.05, -0.01),  # of cities with one
    (0.00, -0.52),  # full cities hit now, for each token that lacks to three
    (-2.28, -4.39),  # fifths of the Escalations to come
    (-0.70, 3.35),  # quarters of the threat level
    (-0.07, -0.35),  # how far pawns are from full cities
    (0.00, -0.10),  # from cities with two agents
    (0.15, 0.39),  # a full city near the next pawn
    (0.04, 0.33),  # an Allied team
    (0.06, 0.56),  # a Neutral team
    (0.11, 0.00),  # what teams can mop up one line away
    (-0.30, -0.10),  # an objective that only has to be acquired
    (-0.30, -0.20),  # an objective that is open otherwise
    (-0.96, 0.00),  # eighths of the lines to a known target
    (-1.02, -0.50),  # a target is unknown
    (-2.15, -0.52),  # tenths of the cities that it may be, beyond one
    (1.51, 0.00),  # the share of them with a team
    (-0.14, 0.00),  # eighths of the lines to them
    (-0.28, -0.20),  # thirds of the cards that lack to identify it
    (0.00, -0.14),  # some lack
    (-0.01, 0.00),  # no safehouse in the region
    (-0.40, -0.30),  # a team that an objective misses
    (-1.57, 0.00),  # it lacks a card
    (-0.62, -0.40),  # another one
    (-0.24, -0.21),  # a third one
    (-1.25, -0.45),  # halves of the two others
    (0.00, 0.14),  # a meeting that brings one of them is near
    (-0.45, 0.00),  # sixths of the way to a safehouse, of who holds the set
    (0.00, -0.40),  # a team missed only to mop up
    (0.00, -0.11),  # its set is not complete
    (0.60, 0.00),  # Airlift
    (0.00, 0.01),  # Forecast
    (0.28, 0.21),  # War Relics
    (0.30, 0.02),  # In the Shadows
    (0.48, 0.00),  # Counterintelligence
    (0.00, 1.18),  # scores of City cards that are free
    (-0.04, 0.00),  # halves of the cards over the limit
    (0.00, 0.29),  # tens of Allied cards
    (-0.15, -0.07),  # quarters of the cover that pawns may lose
    (0.16, -0.49),  # three seats
    (-0.04, -0.92),  # four seats
    (0.00, 0.56),  # quarters of the safehouses on the board
]
