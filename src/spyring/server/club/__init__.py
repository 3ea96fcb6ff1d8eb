"""A club's own house: the log of its administrators, how it looks, and what it tells other programs."""
