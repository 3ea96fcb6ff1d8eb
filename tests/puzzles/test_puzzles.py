"""Every puzzle that ships opens, has a legal answer and tells no secret; the miner repeats itself."""

import pytest

import spyring
from spyring.analysis.course import Step
from spyring.engine.record import Record
from spyring.puzzles import BEST_MOVE, DEDUCTION, Puzzle, puzzles_of
from spyring.puzzles.mining import MIN_GAP, Effort, Miner, ahead, certain, compared, searched
from spyring.puzzles.puzzle import packed, unpacked
from tests.night import BRIEF, NIGHT
from tests.toys import DUEL

GAMES = [game.name for game in spyring.shelf()]
MIN_PUZZLES = 40  # of a game
WORLDS = 8 if NIGHT else 2
TOY = Effort(decisions=12, screen=20, few=12, search=30, worlds=40, deductions=0)


def shipped(game: str) -> tuple[Puzzle, ...]:
    """All of them; the plain build, which replays slowly, takes a few."""
    found = puzzles_of(spyring.game(game))
    return found[:: max(1, len(found) // 5)] if BRIEF else found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_brings_puzzles(game: str) -> None:
    found = puzzles_of(spyring.game(game))
    assert len(found) >= MIN_PUZZLES
    assert DEDUCTION in {puzzle.kind for puzzle in found} <= {BEST_MOVE, DEDUCTION}
    assert len({puzzle.id for puzzle in found}) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_record_opens_and_verifies(game: str) -> None:
    for record in {puzzle.record for puzzle in shipped(game)}:
        Record.parse(record).replay(spyring.game(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_possible_and_explained(game: str) -> None:
    for puzzle in shipped(game):
        state = puzzle.state()
        options = puzzle.options(state)
        assert puzzle.answer in options
        assert puzzle.seat in state.deciders
        for given in {puzzle.answer, options[0], options[-1]}:
            said = " ".join([puzzle.question(), *puzzle.explanation(given)])
            assert "{" not in said
        if puzzle.kind == BEST_MOVE:
            others = puzzle.facts["others"]
            assert min(one["loss"] for one in others) == others[0]["loss"] >= MIN_GAP
            assert {one["played"] for one in others} <= set(options) - {puzzle.answer}


@pytest.mark.parametrize("game", GAMES)
def test_the_game_itself_excludes_the_answer_of_every_deduction(game: str) -> None:
    deductions = [puzzle for puzzle in shipped(game) if puzzle.kind == DEDUCTION]
    for puzzle in deductions:
        state = puzzle.state()
        assert certain(state, puzzle), puzzle.id
        for seed in range(WORLDS):
            assert certain(state.resample(puzzle.seat, seed), puzzle), puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(game: str) -> None:
    for puzzle in shipped(game):
        state = puzzle.state()
        for seed in range(WORLDS):
            world = state.resample(puzzle.seat, seed)
            assert world.view(puzzle.seat) == state.view(puzzle.seat)
            assert puzzle.options(world) == puzzle.options(state)
            assert world.events_for(puzzle.seat) == state.events_for(puzzle.seat)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_excludes_is_true_in_no_world(game: str) -> None:
    """At some positions of every puzzle's game, not only where a puzzle was found."""
    for puzzle in shipped(game)[: 16 if NIGHT else 4]:
        state = puzzle.state()
        for seat in range(int(state.seats)):
            asked = [(one.text, one.fields, one.cannot) for one in state.game.questions(state, seat)]
            for seed in range(WORLDS):
                found = state.game.questions(state.resample(seat, seed), seat)
                assert [(one.text, one.fields, one.cannot) for one in found] == asked
                assert not any(set(one.truth) & set(one.cannot) for one in found)


@pytest.mark.skipif(BRIEF, reason="long searches")
@pytest.mark.parametrize("game", GAMES)
def test_a_long_search_and_fresh_worlds_confirm_the_best_move(game: str) -> None:
    best = [puzzle for puzzle in shipped(game) if puzzle.kind == BEST_MOVE]
    count = 12 if NIGHT else 3
    looked_at = best[:: max(1, len(best) // count)][:count]
    agreed = 0
    for puzzle in looked_at:
        book, second = puzzle.game.moves, puzzle.facts["others"][0]
        step = Step(puzzle.move + 1, puzzle.seat, book.parse(puzzle.answer), puzzle.state())
        chosen, _others = searched(step, 1000, seed=99)
        one, other = compared(step, [step.move, book.parse(second["played"])], 200, seed=98)
        gap = ahead(one, other)
        assert gap.mean > 0.0, puzzle.id
        assert abs(gap.mean - second["loss"]) < 4 * gap.error + 2 * second["error"], puzzle.id
        agreed += book.name(chosen) == puzzle.answer
    assert 2 * agreed >= len(looked_at) > 0


def test_the_same_seed_finds_the_same_puzzles() -> None:
    miner = Miner("tests.toys:DUEL", 3, 2, {"lives": 1}, TOY)
    found = [puzzle for number in range(2) for puzzle in miner(number)]
    again = [puzzle for number in range(2) for puzzle in miner(number)]
    assert packed(found) == packed(again)
    for puzzle in found:
        assert puzzle.answer in puzzle.options(puzzle.state())
        assert puzzle.facts["others"][0]["loss"] >= MIN_GAP


@pytest.mark.parametrize("game", GAMES)
def test_a_file_keeps_its_puzzles(game: str) -> None:
    found = shipped(game)
    text = packed(found)
    again = unpacked(spyring.game(game), text)
    assert {puzzle.id for puzzle in again} == {puzzle.id for puzzle in found}
    assert packed(again) == text


def test_a_game_without_a_file_has_no_puzzles() -> None:
    assert puzzles_of(DUEL) == ()
