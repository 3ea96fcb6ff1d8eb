"""Games as text, for programs with language models; see :mod:`spyring.text`."""

from spyring.text import Scene, describe, news, read, rules

__all__ = ["Scene", "describe", "news", "read", "rules"]
