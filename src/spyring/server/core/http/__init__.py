"""HTTP for browsers and programs: requests, streams, limits, headers."""
