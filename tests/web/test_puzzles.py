"""Puzzles in a browser: solved on the board, failed on a phone, by keyboard, by people without an account."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import spyring
from spyring.puzzles import BEST_MOVE, DEDUCTION, Puzzle, puzzles_of
from spyring.web.words import Words
from tests.web.shelf import NAMES
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]


# The games with a best move among their puzzles.
DECIDED = [
    name for name in NAMES if any(puzzle.kind == BEST_MOVE for puzzle in puzzles_of(spyring.game(name)))
]


def of_kind(game: str, kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(spyring.game(game)) if puzzle.kind == kind)


def wrong(puzzle: Puzzle) -> str:
    return next(option for option in puzzle.options(puzzle.state()) if option != puzzle.answer)


def open_puzzle(visitor: Visitor, puzzle: Puzzle) -> None:
    visitor.go(f"/puzzles/{puzzle.id}")
    visitor.page.wait_for_selector("html.js #table.frame")
    told = "#puzzle" if puzzle.kind == BEST_MOVE else "#sentence"
    expect(visitor.page.locator(told)).to_contain_text(puzzle.question(Words("en").translate))


@pytest.mark.parametrize("game", DECIDED)
def test_a_best_move_is_answered_on_the_board(visit: Come, game: str) -> None:
    ada, puzzle = visit(), of_kind(game, BEST_MOVE)
    open_puzzle(ada, puzzle)
    ada.wait_to_be_asked()
    ada.decide()
    told = ada.page.locator("#puzzle")
    expect(told).to_contain_text(re.compile("Right!|Not quite"))
    expect(told).to_contain_text("points (±")
    assert ada.page.locator("#choices [data-choice]").count() == 0
    assert ada.complaints == []


@pytest.mark.parametrize("game", DECIDED)
def test_the_keyboard_solves_a_best_move(visit: Come, game: str) -> None:
    ada, puzzle = visit(), of_kind(game, BEST_MOVE)
    open_puzzle(ada, puzzle)
    ada.page.locator("#tab-choices").press("Enter")
    ada.page.locator(f"#choices [data-choice][value='{puzzle.answer}']").press("Enter")
    ada.page.wait_for_selector("#confirm:visible, #table[data-number='1']")
    if ada.page.locator("#confirm:visible").count():
        ada.page.locator("#confirm").press("Enter")
    expect(ada.page.locator("#puzzle")).to_contain_text("Right!")
    if " " in puzzle.answer:  # a pass has no place
        expect(ada.page.locator(".hinted").first).to_be_attached()
    ada.page.get_by_role("link", name="Next puzzle").press("Enter")
    ada.page.wait_for_selector("#puzzle")
    assert ada.complaints == []


@pytest.mark.parametrize("phone", [False, True])
def test_the_best_move_is_lit_where_it_can_be_seen(visit: Come, phone: bool) -> None:
    """On a map that the answer makes smaller, too."""
    ada = visit(phone=phone)
    ada.go("/puzzles/spies-bc5cae60?given=rest")
    expect(ada.page.locator("#board [data-space=baltic].hinted")).to_be_in_viewport(ratio=0.9)
    expect(ada.page.locator("#sentence .sentence-mark")).to_have_text("Puzzle")


@pytest.mark.parametrize("game", NAMES)
def test_a_deduction_fails_on_a_phone(visit: Come, game: str) -> None:
    ada, puzzle = visit(phone=True), of_kind(game, DEDUCTION)
    open_puzzle(ada, puzzle)
    options = ada.page.locator(".puzzle-option")
    assert options.count() == 3
    assert ada.page.locator("#board .lit, #hand .lit").count() == 0
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.page.locator(f".puzzle-option[value='{wrong(puzzle)}']").tap()
    told = ada.page.locator("#puzzle")
    expect(told).to_contain_text("Not quite")
    expect(told).to_contain_text(puzzle.title(puzzle.answer, Words("en").translate))
    expect(told.get_by_role("link", name="Next puzzle")).to_be_in_viewport()
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ada.complaints == []


def test_the_puzzle_of_the_day_is_one_click_away(visit: Come) -> None:
    ada = visit()
    ada.go("/")
    ada.page.get_by_role("link", name="Puzzles").first.click()
    assert ada.serious_faults() == []
    ada.page.get_by_role("link", name="Solve it").click()
    ada.page.wait_for_selector("#puzzle")
    assert ada.faults_but_colours() == []
    assert ada.complaints == []
