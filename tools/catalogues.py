#!/usr/bin/env python3
"""Bring the catalogues up to date: collect every sentence that a person reads, and list it for translation.

Sentences come from Python and from templates where they are marked with _() or ngettext(), from the data of
the boxes, and from the rules ledgers. What is translated already is kept, what nobody says any more is
dropped, and nothing is guessed.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from spyring import shelf
from spyring.engine.ledger import Ledger
from spyring.languages import ENGLISH, LANGUAGES

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src" / "spyring"
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != ENGLISH)
WIDTH: Final = 120
HEADER: Final = """\
msgid ""
msgstr ""
"Project-Id-Version: Spyring\\n"
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

Sentence = str | tuple[str, ...]  # or its forms for one thing and for many

KEYWORDS: Final = {"_": None, "words": None, "ngettext": (1, 2), "plural": (1, 2)}
METHODS: Final = [
    ("**.py", "python"),
    ("**.html", "jinja2.ext:babel_extract"),
    ("**.svg", "jinja2.ext:babel_extract"),
]
OPTIONS: Final = {pattern: {"silent": "false"} for pattern in ("**.html", "**.svg")}
SILENT_ROOMS: Final = ("arena", "research", "testkit")  # their readers are researchers, who read English
TEXT_OF_A_BOX: Final = ("name", "title", "flavour")
QUESTION_RULING_REASON: Final = 3  # columns; the one after them names an option, which is no text


def collected() -> Catalog:
    """Every sentence of the program, without translations."""
    catalog = Catalog(project="Spyring", charset="utf-8")
    for path, sentence in [*marked_sentences(), *texts_of_boxes(), *clauses_of_ledgers()]:
        catalog.add(sentence, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    return catalog


def marked_sentences() -> Iterator[tuple[Path, Sentence]]:
    """What code and templates mark, with the file it stands in."""
    found = extract_from_dir(
        str(SOURCE),
        METHODS,
        OPTIONS,
        KEYWORDS,
        directory_filter=lambda folder: Path(folder).name not in SILENT_ROOMS,
    )
    for file, _line, sentence, _comments, _context in found:
        yield SOURCE / file, sentence


def texts_of_boxes() -> Iterator[tuple[Path, Sentence]]:
    """What people read of the components of a box: their names, titles and flavour."""
    for path in sorted(SOURCE.glob("games/*/box.toml")):
        for part, rows in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for row in rows if part != "box" else ():
                for key in TEXT_OF_A_BOX:
                    if row.get(key):
                        yield path, row[key]


def clauses_of_ledgers() -> Iterator[tuple[Path, Sentence]]:
    """The rules of every game, clause by clause, and its rulings with their reasons."""
    for game in shelf():
        path = ROOT / "docs" / "rules" / f"{game.name}.md"
        ledger = Ledger(path.read_text(encoding="utf-8"))
        for id, title in ledger.sections.items():
            yield path, title
            for clause in ledger.chapter(id):
                yield path, clause.text
        for clause in ledger.clauses.values():
            if clause.id.startswith(f"{game.ledger}-R"):
                for part in clause.parts[:QUESTION_RULING_REASON]:
                    yield from ((path, words) for words in part if re.search("[a-z]", words))


def path_of(language: str) -> Path:
    """Where the catalogue of a language is written."""
    return SOURCE / "locale" / language / "LC_MESSAGES" / "spyring.po"


def written(language: str) -> Catalog:
    """The catalogue of a language as it stands in its file."""
    if not path_of(language).exists():
        return Catalog(locale=language, charset="utf-8", fuzzy=False)
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def put(language: str, catalog: Catalog) -> None:
    """Write a catalogue without dates and line numbers, so that a diff shows only what changed."""
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    with path_of(language).open("wb") as file:
        file.write(HEADER.format(language=language, plural_forms=catalog.plural_forms).encode())
        write_po(file, catalog, WIDTH, omit_header=True, include_lineno=False)


def main() -> None:
    """Update every catalogue, and say what is left to do."""
    template = collected()
    for language in TRANSLATED:
        catalog = written(language)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        put(language, catalog)
        open_ones = [message for message in catalog if message.id and not all(forms(message))]
        print(f"{language}: {len(catalog)} sentences, {len(open_ones)} of them to be translated")


def forms(message: Message) -> tuple[str, ...]:
    """The translation of a sentence: one text, or one for each plural form; empty if there is none yet."""
    string = message.string or ("" if isinstance(message.id, str) else ("", ""))
    return (string,) if isinstance(string, str) else tuple(string)


if __name__ == "__main__":
    main()
