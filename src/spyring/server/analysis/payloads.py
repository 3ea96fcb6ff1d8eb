"""The answer about an analysis."""

from typing import Any, Literal

from spyring.server.core.payloads import Payload


class AnalysisCard(Payload):
    """The progress of the analysis of a finished game, and its result once it is done."""

    table: str
    status: Literal["none", "waiting", "done", "failed"]
    progress: float = 0.0  # from 0 to 1
    version: int = 0
    newest: int = 0  # the version of a new analysis
    fault: str | None = None  # why it cannot be made
    analysis: dict[str, Any] | None = None
