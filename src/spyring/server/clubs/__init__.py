"""Clubs of people on a server, and their evenings."""
