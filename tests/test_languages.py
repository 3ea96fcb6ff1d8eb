"""Everything that people read exists in every language, and is translated where they read it."""

import asyncio
import re
import sys
from functools import cache
from gettext import GNUTranslations
from html.parser import HTMLParser
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final

import httpx
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import spyring
from spyring.engine.errors import BadMove
from spyring.engine.game import Game
from spyring.engine.notation import Domain, Event
from spyring.languages import ENGLISH, LANGUAGES, of_terminal, preferred, translation
from spyring.server.core.settings import Settings
from spyring.web import create_app
from tools import catalogues
from tools.catalogues import Room

WEB: Final = catalogues.SOURCE / "web"
NAMES: Final = {"Spyring"}
NO_TEXT: Final = re.compile(r"{#.*?#}|{%-? block \w+_class %}.*?{% endblock %}|{%.*?%}", re.DOTALL)
INSERTED: Final = re.compile(r"{{.*?}}", re.DOTALL)
ATTRIBUTES_PEOPLE_READ: Final = ("alt", "aria-label", "aria-description", "content", "placeholder", "title")

in_every_language = pytest.mark.parametrize("language", catalogues.TRANSLATED)
with_every_game = pytest.mark.parametrize("game", spyring.shelf(), ids=lambda game: game.name)


in_every_room = pytest.mark.parametrize("room", catalogues.rooms(), ids=lambda room: room.name)


@cache
def collected(room: Room) -> Catalog:
    return catalogues.collected(room)


@cache
def written(language: str, room: Room) -> Catalog:
    return catalogues.written(language, room)


def messages(language: str, room: Room) -> list[Message]:
    return [message for message in written(language, room) if message.id]


def keys(catalog: Catalog) -> set[str | tuple[str, ...]]:
    return {message.id if isinstance(message.id, str) else tuple(message.id) for message in catalog} - {""}


# -- the catalogues ------------------------------------------------------------------------------------------


@in_every_room
def test_every_language_but_english_has_a_catalogue(room: Room) -> None:
    assert {ENGLISH, *catalogues.TRANSLATED} == set(LANGUAGES)
    assert all(room.path_of(language).is_file() for language in catalogues.TRANSLATED)


@in_every_room
@in_every_language
def test_a_catalogue_holds_the_sentences_of_its_room_and_no_others(language: str, room: Room) -> None:
    missing = keys(collected(room)) - keys(written(language, room))
    left_over = keys(written(language, room)) - keys(collected(room)) | set(written(language, room).obsolete)
    assert not missing, f"run make catalogues, and translate: {sorted(map(str, missing))}"
    assert not left_over, f"run make catalogues: nobody says {sorted(map(str, left_over))}"


@in_every_room
@in_every_language
def test_every_sentence_is_translated(language: str, room: Room) -> None:
    empty = [message.id for message in messages(language, room) if not all(catalogues.forms(message))]
    guessed = [message.id for message in messages(language, room) if message.fuzzy]
    assert not empty
    assert not guessed


@in_every_room
@in_every_language
def test_the_plural_forms_are_those_of_the_language(language: str, room: Room) -> None:
    assert written(language, room).num_plurals == {"pl": 3, "it": 2}[language]
    for message in messages(language, room):
        if not isinstance(message.id, str):
            assert len(catalogues.forms(message)) == written(language, room).num_plurals, message.id


@in_every_room
@in_every_language
def test_a_translation_has_the_places_of_its_sentence(language: str, room: Room) -> None:
    for message in messages(language, room):
        sentence = message.id if isinstance(message.id, str) else message.id[1]
        for translated in filter(None, catalogues.forms(message)):
            assert places(translated) == places(sentence), sentence


# A number and a plural behind it; in these sentences the number is never 1.
COUNTED = re.compile(
    r"\{(n|m|count|left|points|days|gap|units)\} (?!of |from |is |was |less |begins)(?:\w+ )?(?!this\b)\w+s\b"
)
NEVER_ONE = {
    "One of {count} City cards is hidden under {objective}.",
    "One of {count} City cards was hidden under {objective}.",
    "{team} leads in the {district}: {count} points for each member.",
    "{team} led in the {district}: {count} points for each member.",
    "{mission}: {count} players tie and split the points (EST-10.6).",
    "{mission}: {count} players tied and split the points (EST-10.6).",
    "{mission}: {count} players tie for first, so there is no second place (EST-11.10).",
    "{mission}: {count} players tied for first, so there was no second place (EST-11.10).",
    "{mission}: {count} players tie for second (EST-11.11).",
    "{mission}: {count} players tied for second (EST-11.11).",
    "Enter a name, and a password of at least {n} characters.",
    "A banner has at most {n} characters.",
    "A password needs at least {n} characters.",
    "An invitation is for 1 to {people} people and lasts 1 to {days} days.",
    "At least {n} characters.",
    "You already have {count} tokens. Delete one first.",
    "Everyone starts with {points} points. Games between people with accounts count; games against bots are "
    "for practice.",
    "{part}: {n} points at the end, better in {a} of 10 simulated games.",  # 1.0 points
    "{part}: {n} points at the end.",
    "Chance to win: {n} percentage points.",  # +1 percentage points
    "Chance to complete every objective: {n} percentage points.",
}


@in_every_room
def test_a_sentence_that_counts_has_plural_forms(room: Room) -> None:
    sentences = {key for key in keys(collected(room)) if isinstance(key, str)}
    assert {key for key in sentences if COUNTED.search(key)} <= NEVER_ONE


def places(sentence: str) -> set[str]:
    return {name for _text, name, _format, _conversion in Formatter().parse(sentence) if name is not None}


def test_polish_counts_in_three_forms() -> None:
    say = translation("pl").ngettext
    said = [say("{n} point", "{n} points", n).format(n=n) for n in (1, 2, 5, 12, 22, 25)]
    assert said == ["1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty", "25 punktów"]


# -- what the games say --------------------------------------------------------------------------------------


@with_every_game
def test_everything_a_game_can_say_is_in_the_catalogues(game: Game) -> None:
    phrases = [*game.moves.verbs, *game.events.kinds]
    domains = {domain for phrase in phrases for _name, domain in phrase.arguments}
    said = {game.title, *(phrase.sentence for phrase in phrases), *(option.help for option in game.options)}
    said |= {kind.past for kind in game.events.kinds}
    said |= {text for frame in game.frames.values() for text in (frame.ask, frame.wait, frame.offer) if text}
    said |= {option.title for option in game.options}
    said |= {title for option in game.options for title in option.titles if re.search("[a-z]", title)}
    said |= {title for domain in domains for title in domain.titles if re.search("[a-z]", title)}
    said |= {title for count in game.seats for title in game.seat_titles(count)}
    unmarked = said - keys(collected(catalogues.shared())) - keys(collected(catalogues.room_of(game)))
    assert not unmarked


@with_every_game
@in_every_language
def test_events_are_told_in_the_language_of_the_reader(game: Game, language: str) -> None:
    translate = translation(language, game).gettext
    for number, kind in enumerate(game.events.kinds):
        event = Event(number, -1, 0, 0, 0, 0)
        told = game.events.say(event, translate)
        assert told == game.events.retell(game.events.fields(event), translate)
        assert told != game.events.say(event) or kind.sentence == translate(kind.sentence)


@with_every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_ends_with_a_name_has_one_period(game: Game, language: str) -> None:
    translate = translation(language, game).gettext

    def tricky(domain: Domain) -> str:
        titles = [domain.title(number, translate) for number in range(len(domain))]
        ending = [label for label, title in zip(domain.labels, titles) if title.endswith(".")]
        return [*ending, *domain.labels, "1"][0]

    for kind in game.events.kinds:
        fields = {name: tricky(domain) for name, domain in kind.arguments}
        assert ".." not in game.events.retell({"kind": kind.name, **fields}, translate)


@with_every_game
@in_every_language
def test_a_refusal_in_the_language_of_the_reader(game: Game, language: str) -> None:
    state = game.start(seed=1)
    seat = state.deciders[0]
    move = next(move for move in range(len(game.moves)) if move not in state.legal(seat))
    refusal = state.why_not(seat, move)
    assert refusal is not None
    assert refusal.say(translation(language, game).gettext) != refusal.say()


@with_every_game
@in_every_language
def test_a_mistyped_move_is_refused_in_the_language_of_the_one_who_typed(game: Game, language: str) -> None:
    verb = next(verb.name for verb in game.moves.verbs if verb.arguments)
    for text in ("", "xyz", f"{verb}x", verb, f"{verb} xyz", f"{verb} {{x}}"):
        with pytest.raises(BadMove) as refusal:
            game.moves.parse(text)
        assert refusal.value.say() == str(refusal.value)
        assert refusal.value.say(translation(language, game).gettext) != refusal.value.say()


# -- words that a game brings along --------------------------------------------------------------------------


@pytest.fixture
def chicago(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in a package of another author."""
    folder = tmp_path / "chicago_1930"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from spyring.engine.i18n import _\n"
        "from tests.toys.duel import DUEL\n\n"
        "class Chicago(type(DUEL)):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.name = 'chicago_1930'\n"
        "        self.title = _('Chicago at night')\n\n"
        "GAME = Chicago()\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "chicago_1930", raising=False)
    return spyring.game("chicago_1930:GAME")


def test_a_game_of_another_author_has_a_catalogue_in_its_own_folder(chicago: Game, tmp_path: Path) -> None:
    catalogues.main(["chicago_1930:GAME"])
    file = tmp_path / "chicago_1930" / "locale" / "it.po"
    written = file.read_text(encoding="utf-8")
    assert 'msgid "Chicago at night"' in written
    translated = written.replace(
        'msgid "Chicago at night"\nmsgstr ""', 'msgid "Chicago at night"\nmsgstr "Chicago di notte"'
    )
    file.write_text(translated, encoding="utf-8")
    assert translation("it", chicago).gettext(chicago.title) == "Chicago di notte"
    shared = "The game is over."
    assert translation("it", chicago).gettext(shared) == translation("it").gettext(shared) != shared
    catalogues.main(["chicago_1930:GAME"])
    assert "Chicago di notte" in file.read_text(encoding="utf-8")


@pytest.mark.skipif(spyring.build == "plain", reason="not an installed package")
@pytest.mark.parametrize("language", ["pl", "it"])
@pytest.mark.parametrize("home", ["spyring", *(game.home for game in spyring.shelf())])
def test_an_installed_package_has_compiled_catalogues(home: str, language: str) -> None:
    folder, compiled = Path(str(files(home))) / "locale", BytesIO()
    written = read_po(BytesIO((folder / f"{language}.po").read_bytes()), locale=language)
    write_mo(compiled, written)
    installed = GNUTranslations(BytesIO((folder / f"{language}.mo").read_bytes()))
    wanted = GNUTranslations(BytesIO(compiled.getvalue()))
    for message in written:
        if isinstance(message.id, str):
            assert not message.id or installed.gettext(message.id) == wanted.gettext(message.id)
        else:
            one, many = message.id
            for number in (1, 2, 5, 22):
                assert installed.ngettext(one, many, number) == wanted.ngettext(one, many, number)


def test_a_game_without_a_catalogue_speaks_english_among_our_words(chicago: Game) -> None:
    assert translation("pl", chicago).gettext(chicago.title) == "Chicago at night"
    assert translation("pl", chicago).gettext("The game is over.") != "The game is over."


# -- what the pages say --------------------------------------------------------------------------------------


class VisibleText(HTMLParser):
    """What people read of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within.append(tag)
        for name, value in attrs:
            if name in ATTRIBUTES_PEOPLE_READ and tag != "meta":
                self.note(value or "")

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.within):
            self.note(data)

    def note(self, text: str) -> None:
        if text.strip():
            self.texts.append(" ".join(text.split()))

    def words(self) -> list[str]:
        """The words that are no names; addresses are not for people."""
        texts = " ".join(text for text in self.texts if not text.startswith("/"))
        return [word for word in re.findall(r"[^\W\d_]{2,}", texts) if word not in NAMES]


@pytest.mark.parametrize(
    "template",
    sorted([*WEB.glob("templates/**/*.html"), *catalogues.SOURCE.glob("games/*/web/*.html")]),
    ids=lambda path: path.relative_to(catalogues.SOURCE).as_posix(),
)
def test_a_template_says_nothing_of_its_own(template: Path) -> None:
    page = VisibleText()
    page.feed(INSERTED.sub("x0", NO_TEXT.sub("", template.read_text(encoding="utf-8"))))
    assert page.words() == []


def test_a_forgotten_text_is_found() -> None:
    page = VisibleText()
    page.feed('<p title="Close">x0 and <b data-name="well">said</b></p><style>p { all: unset }</style>')
    assert page.words() == ["Close", "and", "said"]


@pytest.fixture(scope="module")
def english_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return asyncio.run(visited(tmp_path_factory.mktemp("english"), ENGLISH))


@in_every_language
def test_a_page_repeats_nothing_of_the_english_one_but_names(
    language: str, english_pages: dict[str, list[str]], tmp_path: Path
) -> None:
    said = [message for room in catalogues.rooms() for message in messages(language, room)]
    alike = {message.id for message in said if catalogues.forms(message) == (message.id,)}
    alike |= {*LANGUAGES.values(), *NAMES}
    for name in [id for id in alike if isinstance(id, str) and id[0].isupper()]:
        alike |= {*name.split(" ", 1), *name.rsplit(" ", 1)}  # a long name stands on two lines of a tile
    for path, texts in asyncio.run(visited(tmp_path, language)).items():
        assert len(texts) > 10, path
        repeated = {text for text in set(texts) & set(english_pages[path]) if re.search("[a-z]{2}", text)}
        names = {re.sub(r"^\d+ |, \d{4}–\d{4}$| · Spyring$", "", text) for text in repeated}
        names -= {name for name in names if alike >= {*name.split(", ")}}  # a city, and its country
        assert names <= alike, path


async def visited(folder: Path, language: str) -> dict[str, list[str]]:
    """The texts of the pages that anybody can open."""
    app = create_app(Settings(database_url=f"sqlite:///{folder}/tables.db", bots="threads", rate_factor=0.0))
    game_pages = ("/games/{}", "/games/{}/box", "/tables/new/{}", "/learn/{}")
    paths = [page.format(game.name) for page in game_pages for game in spyring.shelf()]
    found = {}
    async with app.router.lifespan_context(app):
        door = httpx.ASGITransport(app, client=("127.0.0.1", 4242))
        async with httpx.AsyncClient(transport=door, base_url="http://table.test") as reader:
            reader.headers["Accept-Language"] = language
            for path in ["/", "/tables", "/account", "/nowhere", *paths]:
                page = VisibleText()
                page.feed((await reader.get(path)).text)
                found[path] = page.texts
    return found


@pytest.mark.parametrize("module", sorted(WEB.glob("static/**/*.js")), ids=lambda path: path.name)
def test_a_module_of_the_pages_says_nothing_of_its_own(module: Path) -> None:
    """Its words come with the page; a sentence would start with a capital letter and have several words."""
    code = re.sub(r"//.*", "", module.read_text(encoding="utf-8"))
    assert re.findall(r"""["'`][A-Z][a-z']* [a-z][^"'`]*["'`]""", code) == []


# -- who gets which ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "chosen", "language"),
    [
        ("pl-PL,pl;q=0.9,en;q=0.8", None, "pl"),
        ("en-GB,it;q=0.9", None, "en"),
        ("de, it;q=0.2, pl;q=0.3", None, "pl"),
        ("pl;q=0, it;q=0.1", None, "it"),
        ("pl", "it", "it"),
        ("pl", "tlh", "pl"),
        ("de", None, "en"),
        ("", None, "en"),
        (";;;q=,*;q=0.5, pl;q=much", None, "en"),
    ],
)
def test_the_language_of_a_page(header: str, chosen: str | None, language: str) -> None:
    assert preferred(header, chosen) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_CH.UTF-8"}, "it"),
        ({"LC_ALL": "pl_PL", "LANG": "it_IT"}, "pl"),
        ({"LANGUAGE": "de:pl", "LC_ALL": "it_IT"}, "pl"),
    ],
)
def test_the_language_of_a_terminal(environment: dict[str, str], language: str) -> None:
    assert of_terminal(environment) == language
