"""Which files are written from which."""

from pathlib import Path

from spyring.codegen import words
from spyring.codegen.declared import BadDeclaration, Words


def generated(folder: Path) -> dict[Path, str]:
    """Every file that follows from what the game in ``folder`` declares, with its text."""
    source = folder / "words.toml"
    if not source.is_file():
        raise BadDeclaration(f"{folder} has no words.toml.")
    declared = Words(source.read_text(encoding="utf-8"), str(source))
    return {folder / "words.py": words.render(declared)}


def stale(folder: Path) -> list[Path]:
    """The written files that are missing or no longer what the declarations say."""
    return [file for file, text in generated(folder).items() if not _is(file, text)]


def write(folder: Path) -> list[Path]:
    """Bring them up to date; returns those that changed."""
    changed = stale(folder)
    texts = generated(folder)
    for file in changed:
        file.write_text(texts[file], encoding="utf-8")
    return changed


def _is(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text
