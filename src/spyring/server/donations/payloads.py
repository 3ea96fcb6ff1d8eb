"""What is said of a game that can be given."""

from spyring.server.core.payloads import Payload


class Given(Payload):
    """Whether one gives a finished game to science."""

    given: bool
