"""Tab completes a move, wherever the terminal reads lines that can be edited."""

from spyring.cli.choices import Choice

try:
    import readline  # also for arrow keys and a history
except ImportError:  # where there is none, lines are read as they are
    readline = None  # type: ignore[assignment]


def completions(line: str, choices: list[Choice]) -> list[str]:
    """The moves that a line can become: those that begin with it, else those with a word that does."""
    names = [choice.name for choice in choices]
    begun = [name for name in names if name.startswith(line)]
    return begun or [name for name in names if any(word.startswith(line) for word in name.split())]


def offer(choices: list[Choice]) -> None:
    """Let Tab complete one of these from now on."""
    if readline is None:
        return

    def complete(line: str, at: int) -> str | None:
        found = completions(line, choices)
        return found[at] if at < len(found) else None

    readline.set_completer_delims("")  # a move is one thing, though it has several words
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
