"""People and their tables together: what they have played, whom they invite, what they take along."""
