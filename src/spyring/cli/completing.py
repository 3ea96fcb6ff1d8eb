"""Tab completes moves on terminals with readline."""

from spyring.cli.choices import Choice

try:
    import readline  # also for arrow keys and a history
except ImportError:  # no completion
    readline = None  # type: ignore[assignment]


def completions(line: str, choices: list[Choice]) -> list[str]:
    """Moves that start with the line, else moves with a word that does."""
    names = [choice.name for choice in choices]
    begun = [name for name in names if name.startswith(line)]
    return begun or [name for name in names if any(word.startswith(line) for word in name.split())]


def offer(choices: list[Choice]) -> None:
    """Complete these choices from now on."""
    if readline is None:
        return

    def complete(line: str, at: int) -> str | None:
        found = completions(line, choices)
        return found[at] if at < len(found) else None

    readline.set_completer_delims("")  # a move of several words is completed as one
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
