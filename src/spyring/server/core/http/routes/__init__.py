"""The JSON interface, for pages and programs. Version 1 is under /api/v1."""
