"""A question about something hidden, whose answer follows from what a seat has seen."""


class Question:
    """Asks what a hidden thing cannot be. ``cannot`` holds what the rules and the eyes of the seat exclude
    for certain; ``truth`` what it is in this world, which the seat does not know.

    ``text`` and ``why`` are message keys, ``fields`` fills their places with labels.
    """

    def __init__(
        self, text: str, why: str, fields: dict[str, str], cannot: list[str], truth: list[str]
    ) -> None:
        self.text = text
        self.why = why
        self.fields = fields
        self.cannot = cannot
        self.truth = truth
