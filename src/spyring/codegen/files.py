"""The generated files and their sources."""

from pathlib import Path

from spyring.codegen import fields, words
from spyring.codegen.declared import BadDeclaration, Words
from spyring.codegen.fields import Fields


def generated(folder: Path) -> dict[Path, str]:
    """The generated files of the game in ``folder``, with their texts."""
    source = folder / "words.toml"
    if not source.is_file():
        raise BadDeclaration(f"{folder} has no words.toml.")
    texts = {folder / "words.py": words.render(Words(source.read_text(encoding="utf-8"), str(source)))}
    table = folder / "fields.toml"
    if table.is_file():
        declared = Fields(table.read_text(encoding="utf-8"), str(table))
        texts[folder / "generated.py"] = fields.render(declared, package(folder))
    return texts


def package(folder: Path) -> str:
    """The dotted package name of a folder."""
    folder = folder.resolve()
    name = folder.name
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
        name = f"{folder.name}.{name}"
    return name


def stale(folder: Path) -> list[Path]:
    """The generated files that are missing or outdated."""
    return [file for file, text in generated(folder).items() if not _is(file, text)]


def write(folder: Path) -> list[Path]:
    """Write outdated files; returns them."""
    changed = stale(folder)
    texts = generated(folder)
    for file in changed:
        file.write_text(texts[file], encoding="utf-8")
    return changed


def _is(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text
