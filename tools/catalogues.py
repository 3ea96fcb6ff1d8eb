#!/usr/bin/env python3
"""Update the catalogues: collect every sentence that people read, and list it for translation.

Sentences come from Python and templates, marked with _() or ngettext(), from the data of the boxes, and from
the rules ledgers. Sentences of a game's folder or ledger go into the catalogue of that game, unless the
program uses them too; all others go into the shared catalogue. Existing translations are kept, unused ones
are dropped, and nothing is guessed.

    python tools/catalogues.py                     the shared catalogue, and that of every game on the shelf
    python tools/catalogues.py chicago_1930:GAME   that of one game, including games of other packages
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import spyring
from spyring.engine.errors import UnknownClause
from spyring.engine.game import Game
from spyring.games.ledgers import ledger
from spyring.languages import ENGLISH, LANGUAGES
from spyring.text import Scene
from spyring.text.hidden import positions
from spyring.text.titles import Titles

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

Sentence = str | tuple[str, ...]  # or its singular and plural

KEYWORDS: Final = {"_": None, "words": None, "ngettext": (1, 2), "plural": (1, 2)}
METHODS: Final = [
    ("**.py", "python"),
    ("**.html", "jinja2.ext:babel_extract"),
    ("**.svg", "jinja2.ext:babel_extract"),
]
OF_TEMPLATES: Final = {"silent": "false", "extensions": "spyring.web.fragment_cache.FragmentCache"}
OPTIONS: Final = dict.fromkeys(("**.html", "**.svg"), OF_TEMPLATES)
SILENT_ROOMS: Final = ("arena", "research", "testkit")  # their readers are researchers, who read English
TEXT_OF_A_BOX: Final = ("name", "title", "flavour", "text", "stamp", "front", "back")
PLAIN_WORDS: Final = re.compile("[a-z][a-z -]*")  # no ids of single pieces
QUESTION_RULING_REASON: Final = 3  # columns; the one after them names an option, which is no text


class Room:
    """The sources of one catalogue, the program or a game, without its ``silent`` folders."""

    def __init__(self, folder: Path, silent: Sequence[Path], game: Game[Any] | None = None) -> None:
        self.folder = folder
        self.silent = silent
        self.game = game

    @property
    def name(self) -> str:
        return "spyring" if self.game is None else self.game.name

    def path_of(self, language: str) -> Path:
        """The file of the catalogue of a language."""
        return self.folder / "locale" / f"{language}.po"

    def sentences(self) -> Iterator[tuple[Path, Sentence]]:
        """Every sentence with its file."""
        yield from self.marked()
        if self.game is not None:
            yield from self.texts_of_box()
            yield from self.words_of_views(self.game)
            yield from self.clauses_of_ledger(self.game)

    def marked(self) -> Iterator[tuple[Path, Sentence]]:
        """The sentences marked in code and templates."""
        silent = {str(folder) for folder in self.silent}
        found = extract_from_dir(
            str(self.folder),
            METHODS,
            OPTIONS,
            KEYWORDS,
            directory_filter=lambda folder: str(Path(folder)) not in silent,
        )
        for file, _line, sentence, _comments, _context in found:
            yield self.folder / file, sentence

    def texts_of_box(self) -> Iterator[tuple[Path, Sentence]]:
        """The texts in a game's data: names, titles, flavour and texts, in the box and beside it."""
        for path in sorted(self.folder.rglob("*.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            for sentence in texts_in(data):
                yield path, sentence

    def words_of_views(self, game: Game[Any]) -> Iterator[tuple[Path, Sentence]]:
        """Names of fields and other words that the terminal shows, as far as sample games have them."""
        heard: dict[str, None] = {}

        def hear(word: str) -> str:
            heard[word] = None
            return word

        words = Titles(game, hear)
        for state in positions(game):
            for seat in state.deciders:
                scene = Scene.of(state, seat)
                scene.outline(words)
                scene.things(words)
                scene.state_of_question(words)
        yield from ((self.folder / "view.py", word) for word in heard if PLAIN_WORDS.fullmatch(word))

    def clauses_of_ledger(self, game: Game[Any]) -> Iterator[tuple[Path, Sentence]]:
        """The rules clause by clause, and the rulings with their reasons."""
        try:
            book = ledger(game.name)
        except UnknownClause:  # a game of another package need not have one
            return
        path = ROOT / "docs" / "rules" / f"{game.name}.md"
        if book.summary:
            yield path, book.summary
        for id, title in book.sections.items():
            yield path, title
            for clause in book.chapter(id):
                yield path, clause.text
        for clause in book.clauses.values():
            if clause.id.startswith(f"{game.ledger}-R"):
                for part in clause.parts[:QUESTION_RULING_REASON]:
                    yield from ((path, words) for words in part if re.search("[a-z]", words))


def texts_in(data: Any, top: bool = True) -> Iterator[str]:
    """The texts for people in a tree of tables and lists."""
    if isinstance(data, list):
        for part in data:
            yield from texts_in(part, False)
    elif isinstance(data, dict):
        for key, part in data.items():
            if isinstance(part, str):
                if key in TEXT_OF_A_BOX and part:
                    yield part
            elif not (
                top and key in ("box", "small") and isinstance(part, dict)
            ):  # the name of the box is no text
                yield from texts_in(part, False)


@cache
def room_of(game: Game[Any]) -> Room:
    """The folder of a game: for our games always the one in the sources."""
    installed = Path(str(files(game.home)))
    ours = Path(str(files("spyring")))
    folder = SOURCE / installed.relative_to(ours) if installed.is_relative_to(ours) else installed
    return Room(folder, (), game)


@cache
def shared() -> Room:
    """The program without its games, and without folders for researchers, who read English."""
    games = [room_of(game).folder for game in spyring.shelf()]
    return Room(SOURCE, [*(SOURCE / room for room in SILENT_ROOMS), *games])


def rooms(games: Sequence[Game[Any]] = ()) -> list[Room]:
    """All rooms, or those of some games only."""
    return [room_of(game) for game in games] or [shared(), *(room_of(game) for game in spyring.shelf())]


@cache
def said_anyway() -> set[Sentence]:
    """The sentences of the program without its games."""
    return {sentence for _path, sentence in shared().sentences()}


def collected(room: Room) -> Catalog:
    """Every sentence of a room, without translations; a game leaves out sentences of the program."""
    catalog = Catalog(project="Spyring", charset="utf-8")
    said = set() if room.game is None else said_anyway()
    for path, sentence in room.sentences():
        if sentence not in said:
            root = ROOT if path.is_relative_to(ROOT) else room.folder
            catalog.add(sentence, locations=[(path.relative_to(root).as_posix(), 0)])
    return catalog


def written(language: str, room: Room) -> Catalog:
    """The catalogue of a language as it is in its file."""
    if not room.path_of(language).exists():
        return Catalog(locale=language, charset="utf-8", fuzzy=False)
    with room.path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def put(path: Path, language: str, catalog: Catalog) -> None:
    """Write a catalogue without dates and line numbers, so that a diff shows only what changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(HEADER.format(language=language, plural_forms=catalog.plural_forms).encode())
        write_po(file, catalog, WIDTH, omit_header=True, include_lineno=False)


def main(names: list[str]) -> None:
    """Update the catalogues, and count what is left to translate."""
    chosen = rooms([spyring.game(name) for name in names])
    for language in TRANSLATED:
        before = [written(language, room) for room in chosen]
        for room in chosen:
            catalog = written(language, room)
            catalog.update(collected(room), no_fuzzy_matching=True)
            catalog.obsolete.clear()
            for other in before:
                adopt(catalog, other)  # a sentence that has moved keeps its translation
            put(room.path_of(language), language, catalog)
            open_ones = [message for message in catalog if message.id and not all(forms(message))]
            print(f"{language} {room.name}: {len(catalog)} sentences, {len(open_ones)} to be translated")


def adopt(catalog: Catalog, other: Catalog) -> None:
    """Fill missing translations from another catalogue."""
    for message in catalog:
        if message.id and not all(forms(message)):
            found = other.get(message.id)
            if found is not None and all(forms(found)):
                message.string = found.string


def forms(message: Message) -> tuple[str, ...]:
    """The translation of a sentence: one text, or one for each plural form; empty if there is none yet."""
    string = message.string or ("" if isinstance(message.id, str) else ("", ""))
    return (string,) if isinstance(string, str) else tuple(string)


if __name__ == "__main__":
    main(sys.argv[1:])
