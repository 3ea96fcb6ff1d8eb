"""Networks trained by self-play: a search teaches a network, and the network guides the search.

:mod:`selfplay` plays and records the search, :mod:`fit` trains a network, :mod:`judging` lets it play against
others, :mod:`iteration` repeats all of this, and :mod:`weights` writes the files for ``search:400:net=FILE``
and ``net:FILE``.
"""
