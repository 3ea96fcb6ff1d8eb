"""Tables, seats, moves and their log, clocks, sessions, streams, storage, and bots at the table."""
