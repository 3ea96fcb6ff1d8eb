"""Networks made from play: search teaches a network, the network goes under the search, and so on.

:mod:`selfplay` plays and notes what search thought, :mod:`fit` makes a network of it, :mod:`judging` lets it
play against others, :mod:`iteration` does all of it in turn, and :mod:`weights` writes the files that
``search:400:net=FILE`` and ``net:FILE`` read.
"""
