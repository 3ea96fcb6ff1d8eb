"""People and their tables: results, ratings, friends, invitations, personal data."""
