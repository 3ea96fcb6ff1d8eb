"""A game has its pages in its own folder: nothing of it is elsewhere, and pages of two games never clash."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import spyring.web
from spyring.engine.game import Game
from spyring.web.look import Look, look_of
from spyring.web.templates import folder_of, of_game
from spyring.web.words import Words
from tests.toys import DUEL
from tests.web.drawn import DRAWN
from tests.web.shelf import SHELF
from tests.web.test_games import Come

DRAWN_GAMES = [game for game in (*SHELF, DRAWN) if folder_of(game) is not None]
each_drawn_game = pytest.mark.parametrize("game", DRAWN_GAMES, ids=lambda game: game.name)
SHARED = Path(spyring.web.__file__).parent


def folder(game: Game) -> Path:
    found = folder_of(game)
    assert found is not None
    return found


def blocks(css: str) -> Iterator[tuple[str, str]]:
    """The outermost rules of a style sheet: what stands before the brace, and what within."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    depth, begin, inside = 0, 0, 0
    for at, sign in enumerate(css):
        if sign == "{":
            depth += 1
            inside = at + 1 if depth == 1 else inside
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield css[begin : inside - 1].strip(), css[inside:at]
                begin = at + 1
    assert depth == 0
    assert not css[begin:].strip()


def unscoped(css: str, name: str) -> list[str]:
    """What a style sheet says about more than its own game."""
    found = []
    for before, within in blocks(css):
        if before == f":where(.in-{name})":
            found += re.findall(r"[^\s{};,]\s*&", within)  # the root as a part of another
            found += re.findall(rf"@keyframes\s+(?!{name}-)[\w-]+", within)
        elif not re.fullmatch(rf"@(keyframes|property|counter-style) (--)?{name}-[\w-]+", before):
            found.append(before)
    return found


@each_drawn_game
def test_a_style_speaks_of_its_own_game_only(game: Game) -> None:
    assert unscoped(folder(game).joinpath("style.css").read_text("utf-8"), game.name) == []


def test_a_style_that_reaches_further_is_found() -> None:
    assert unscoped(":where(.in-go) { .a { x: y } @media print { .b { x: y } } & { x: y } }", "go") == []
    assert unscoped("@keyframes go-turn { from { x: y } }", "go") == []
    for far in (
        ".a { x: y }",
        ".in-go, .a { x: y }",
        "@media print { .in-go { x: y } }",
        "@keyframes turn {}",
    ):
        assert unscoped(far, "go") == [far.partition("{")[0].strip()]
    assert len(unscoped(":where(.in-go) { html:has(&) .a { x: y } @keyframes turn { } }", "go")) == 2


def test_signs_of_two_games_can_stand_on_one_page() -> None:
    ids = [set(re.findall(r'id="([\w-]+)"', (SHARED / "templates/parts/signs.svg").read_text("utf-8")))]
    for game in DRAWN_GAMES:
        signs = folder(game) / "signs.svg"
        ids.append(set(re.findall(r'id="([\w-]+)"', signs.read_text("utf-8"))) if signs.exists() else set())
    assert sum(map(len, ids)) == len(set().union(*ids))


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.name)
def test_nothing_of_a_game_stands_outside_its_folder(game: Game) -> None:
    words = {game.name, *(option.name for option in game.options if "_" in option.name)}
    for verb in game.moves.verbs:
        for _name, domain in verb.arguments:
            words |= {label for label in domain.labels if re.search(r"[-.]", label)}
    each = "|".join(map(re.escape, sorted(words)))
    told = re.compile(rf"(?<![\w-])({each})(?![\w-])")
    for file in SHARED.rglob("*.*"):
        if file.suffix in (".py", ".js", ".html", ".css", ".svg"):
            text = re.sub(r'""".*?"""', "", file.read_text("utf-8"), flags=re.DOTALL)  # examples may name one
            assert told.findall(text) == [], file.name


def test_a_game_says_only_what_differs() -> None:
    plain, drawn = look_of(DUEL, Words("en")), look_of(DRAWN, Words("en"))
    assert (plain.template, drawn.template) == ("plain/board.html", "drawn/board.html")
    assert drawn.quick["seats"] == 2
    assert plain.quick == Look.quick == {}
    assert drawn.poster() == plain.poster()
    assert (plain.style, plain.lesson, drawn.lesson) == ("", "", "")
    assert of_game(DRAWN, "sun.svg") == "drawn/sun.svg"


def test_the_board_of_another_author_is_shown_in_its_own_style(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("drawn", 2)
    expect(ada.page.locator("#board .ground .sun")).to_be_visible()
    expect(ada.page.locator("#board .ground")).to_have_css("outline-width", "7px")
    template = ada.page.request.get("/static/games/drawn/board.html")
    assert template.status == 404
    assert ada.page.request.get("/static/games/drawn/sun.svg").status == 200
