"""What is said about an analysis."""

from typing import Any, Literal

from spyring.server.core.payloads import Payload


class AnalysisCard(Payload):
    """How far the analysis of a finished game is, and when it is done, the analysis."""

    table: str
    status: Literal["none", "waiting", "done", "failed"]
    progress: float = 0.0  # from 0 to 1
    version: int = 0
    newest: int = 0  # the version that an analysis made now would have
    fault: str | None = None  # why it cannot be made
    analysis: dict[str, Any] | None = None
