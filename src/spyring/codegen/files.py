"""Which files are written from which."""

from pathlib import Path

from spyring.codegen import fields, words
from spyring.codegen.declared import BadDeclaration, Words
from spyring.codegen.fields import Fields


def generated(folder: Path) -> dict[Path, str]:
    """Every file that follows from what the game in ``folder`` declares, with its text."""
    source = folder / "words.toml"
    if not source.is_file():
        raise BadDeclaration(f"{folder} has no words.toml.")
    texts = {folder / "words.py": words.render(Words(source.read_text(encoding="utf-8"), str(source)))}
    table = folder / "fields.toml"
    if table.is_file():
        declared = Fields(table.read_text(encoding="utf-8"), str(table))
        _check_old_name(folder / "made.py")
        texts[folder / "generated.py"] = fields.render(declared, package(folder))
    return texts


def _check_old_name(file: Path) -> None:
    """The rules would go on importing a table that is no longer brought up to date."""
    if file.is_file() and file.read_text(encoding="utf-8").startswith(fields.HEAD):
        raise BadDeclaration(f"{file} is now called generated.py. Rename it, and import from there.")


def package(folder: Path) -> str:
    """The dotted name of the package that a folder is."""
    folder = folder.resolve()
    name = folder.name
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
        name = f"{folder.name}.{name}"
    return name


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
