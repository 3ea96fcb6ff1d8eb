"""Weights of the signs in :mod:`spyring.games.season0.outlook`, in their order: for an empty deck and for a
full one, with interpolation in between.

They are fitted by logistic regression, with a ridge, to the results of 9,000 heuristic games. In other games,
positions with predictions of 6, 25, 45, 65 and 84 percent were won in 5, 24, 46, 66 and 83 percent.

Two constraints override the fit. Progress never counts against the group. An open task is never as good as a
finished one, so that nobody delays it. The weights are made for prologues: a month of a campaign has other
objectives and rules.
"""

from typing import Final

WEIGHTS: Final[list[tuple[float, float]]] = [
    (0.33, 0.43),  # any position
    (1.65, 1.64),  # tens of agents in the supply
    (-0.52, 0.00),  # sixths missing to six agents
    (-6.43, 0.00),  # thirds missing to three agents
    (0.35, 2.29),  # sevenths of the incident tokens left
    (-0.61, -0.36),  # no token left
    (-0.17, 0.00),  # at most one token left
    (-0.31, -0.32),  # full cities whose card comes this turn
    (-0.01, 0.00),  # cities with two agents
    (0.00, -0.02),  # tens of full cities in the discard pile
    (0.00, -0.05),  # of cities with two agents
    (-0.05, -0.01),  # of cities with one
    (0.00, -0.52),  # full cities hit now, for each token missing to three
    (-2.28, -4.39),  # fifths of the Escalations to come
    (-0.70, 3.35),  # quarters of the threat level
    (-0.07, -0.35),  # how far pawns are from full cities
    (0.00, -0.10),  # from cities with two agents
    (0.15, 0.39),  # a full city near the next pawn
    (0.04, 0.33),  # an Allied team
    (0.06, 0.56),  # a Neutral team
    (0.11, 0.00),  # agents that teams can mop up one line away
    (-0.30, -0.10),  # an objective that only needs to be acquired
    (-0.30, -0.20),  # any other open objective
    (-0.96, 0.00),  # eighths of the lines to a known target
    (-1.02, -0.50),  # a target is unknown
    (-2.15, -0.52),  # tenths of its possible cities, beyond one
    (1.51, 0.00),  # the share of them with a team
    (-0.14, 0.00),  # eighths of the lines to them
    (-0.28, -0.20),  # thirds of the cards missing to identify it
    (0.00, -0.14),  # some cards are missing
    (-0.01, 0.00),  # no safehouse in the region
    (-0.40, -0.30),  # a team missing for an objective
    (-1.57, 0.00),  # its set lacks a card
    (-0.62, -0.40),  # it lacks a second card
    (-0.24, -0.21),  # it lacks a third card
    (-1.25, -0.45),  # halves of the two others
    (0.00, 0.14),  # a meeting that provides one of them is near
    (-0.45, 0.00),  # sixths of the way to a safehouse for the holder of the set
    (0.00, -0.40),  # a team missing only for mop up
    (0.00, -0.11),  # its set is not complete
    (0.60, 0.00),  # Airlift
    (0.00, 0.01),  # Forecast
    (0.28, 0.21),  # War Relics
    (0.30, 0.02),  # In the Shadows
    (0.48, 0.00),  # Counterintelligence
    (0.00, 1.18),  # unreserved City cards, in twenties
    (-0.04, 0.00),  # halves of the cards over the limit
    (0.00, 0.29),  # tens of Allied cards
    (-0.15, -0.07),  # quarters of the cover that pawns may lose
    (0.16, -0.49),  # three seats
    (-0.04, -0.92),  # four seats
    (0.00, 0.56),  # quarters of the safehouses on the board
]
