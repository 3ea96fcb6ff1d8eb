"""The door for browsers and programs: requests, streams, limits, headers."""
