"""Many games: who plays whom, in parallel and repeatable; ratings, reports, and how even a box is."""
