"""The JSON interface: what anybody, pages included, can ask of a server. Version 1 lives under /api/v1."""
