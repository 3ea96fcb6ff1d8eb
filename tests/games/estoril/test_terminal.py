"""The terminal shows the boards as they lie, a number for every choice, and only what the seat may see."""

import re
from typing import Any

import pytest
from rich.console import Console

from spyring.cli import drawing
from spyring.cli.choices import Choice
from spyring.engine.i18n import english
from spyring.engine.state import State
from spyring.games.estoril import GAME
from spyring.testkit.scene import play
from tests.games.estoril.scene import DISCARDS, finish, scene

RED, GREEN = 0, 1


def drawn(state: State, seat: int | None, width: int = 100) -> str:
    """The table as a seat sees it, or a spectator."""
    console = Console(record=True, width=width, file=open("/dev/null", "w"))  # noqa: SIM115
    moves = state.legal(seat) if seat is not None else []
    choices = [Choice(GAME, number, move) for number, move in enumerate(sorted(moves), 1)]
    console.print(drawing.position(GAME, state.view(seat), english, choices))
    return console.export_text()


def opened(**given: Any) -> list[str]:
    """The lines of the first row of boards, as red sees a scene."""
    lines = drawn(scene(**given), RED).splitlines()
    return lines[1:10]


# -- the boards ----------------------------------------------------------------------------------------------


def test_a_board_has_its_number_its_name_and_its_rule() -> None:
    top, *_cells, bottom = opened()
    assert re.match(r"┏━ 1 Church ━+┓ ┏━ 2 Hotel Palácio ━+┓ ┏━ 3 Tamariz beach ━+┓", top)
    assert re.match(r"┗━ no Assassin ━+┛ ┗━ GB \+1 ━+┛ ┗━ all open ━+┛", bottom)


@pytest.mark.parametrize(
    ("turns", "upper", "lower"),
    [
        (0, r"reward +│→I ▒", r"→III ◎\+ ▒ +│II ◎ ▒"),
        (1, r"→III ◎\+ ▒ +│reward", r"→II ◎ ▒ +│I ▒"),
        (2, r"→II ◎ ▒ +│→III ◎\+ ▒", r"→I ▒ +│reward"),
        (3, r"→I ▒ +│→II ◎ ▒", r"reward +│III ◎\+ ▒"),
    ],
)
def test_a_board_lies_as_it_is_turned(turns: int, upper: str, lower: str) -> None:
    lines = opened(turns=(turns, 0, 0, 0, 0, 0))
    assert re.match(rf"┃{upper} *┃", lines[1])
    assert re.match(rf"┃{lower} *┃", lines[5])


def test_the_reward_of_the_museum_lies_below_its_spaces() -> None:
    state = scene(grid=(8, 1, 2, 3, 4, 5), rewards={8: "garbo"})
    assert re.search(r"┃reward ▒ ▒ +┃.*\n┗━ four spaces ━+┛", drawn(state, RED))
    play(state, "place araujo-red 8.IV", "peek 8.reward")
    for width in (80, 140):
        assert re.search(r"┃reward ▒ ▒Garbo ES 3 ★4 *┃", drawn(state, RED, width))
    assert "Garbo" not in drawn(state, GREEN)
    shown = scene(grid=(8, 1, 2, 3, 4, 5), board=8, rewards={8: "garbo"}, spaces={"8.I": "guedes-red"})
    assert "reward ▒ Garbo ES 3 ★4" in drawn(shown, GREEN)


def test_all_spaces_of_muchaxo_are_outer() -> None:
    lines = opened(grid=(1, 5, 2, 3, 4, 6))
    assert "│→II " in lines[1]
    assert "┃→I " in lines[5]
    assert "│→III" in lines[5]


# -- the tiles -----------------------------------------------------------------------------------------------


def test_a_tile_in_the_open_shows_everything() -> None:
    seen = drawn(scene(spaces={"3.I": "green:zsa-zsa-g"}), RED)
    assert "● Zsa Zsa G." in seen
    assert "HU 1 ★3 ♀♥♥" in seen


def test_who_placed_a_tile_face_down_and_who_knows_it() -> None:
    state = scene(spaces={"1.I": "green:garbo"})
    assert "● ▒Garbo" in drawn(state, GREEN)
    for seat in (RED, None):
        seen = drawn(state, seat)
        assert re.search("● ▒ +[┃│]", seen)
        assert "Garbo" not in seen


def test_a_peek_lifts_the_veil() -> None:
    state = scene(spaces={"1.I": "green:garbo"})
    play(state, "red: place guedes-red 1.III", "red: peek 1.I")
    assert "● ▒Garbo" in drawn(state, RED)


def test_strength_with_its_bonus_and_protection() -> None:
    spaces = {"2.I": "green:e-windsor", "2.II": "elizabeth-red"}
    seen = drawn(scene(board=2, spaces=spaces, marked=["2.I"]), RED)
    assert re.search(r"│▶I ▒ □ +┃", seen)
    assert "GB 5 ★2 □" in seen, "four, and one at the Palácio"


def test_the_acting_tile_and_its_board_are_marked() -> None:
    seen = drawn(scene(board=3, spaces={"3.I": "linda-x-red", "3.II": "araujo-green"}), RED)
    assert "━ ▶ 3 Tamariz beach ━" in seen
    assert re.search("▶→?I ", seen)


# -- missions, players, hand ---------------------------------------------------------------------------------


def test_missions_say_what_counts() -> None:
    state = scene(
        missions="assassin strength many-flags women",
        hands={"red": "i-shouwaloff g-rene antoine-s-e"},
        spaces={"3.I": "linda-x-red"},
    )
    seen = drawn(state, RED)
    assert re.search(r"Long knives +6 +† most such symbols in hand", seen)
    assert re.search(r"Muscle +6 +most strength in hand", seen)
    assert re.search(r"A full hotel register +6 +ES, FR, IT, HU, SU, YU most different flags of six", seen)


def test_secret_missions_and_agendas_are_for_those_who_know_them() -> None:
    state = scene(
        seats=3,
        missions="strength",
        between="women germans britons",
        agendas="assassin seduction diplomacy",
        secret_missions="on",
        recruiting_agenda="on",
    )
    seen = drawn(state, RED)
    assert re.search(r"▲ ● +The ladies' bridge club +most women in hand", seen)
    assert re.search(r"● ■ +\? *\n", seen)
    assert re.search(r"Red \(you\) .* Long knives †", seen)
    assert "The Berlin desk" not in seen
    assert "Velvet" not in seen


def test_players_with_their_cubes_and_discards() -> None:
    seen = drawn(scene(discards={"green": "garbo nora-s"}, spaces={"3.I": "araujo-red"}), RED)
    assert re.search(r"▶  ▲ Red \(you\) +5 +5 *\n", seen)
    assert re.search(r"   ● Green +6 +6 +2: Garbo, Nora S\.", seen)
    assert "First player: Red" in seen


def test_who_owns_what_is_listed_where_the_table_says_so() -> None:
    state = scene(hand_aid="on", hands={"green": "garbo"})
    assert re.search(r"● Green +\d +1 +Garbo", drawn(state, RED))
    assert "Garbo" not in drawn(scene(hands={"green": "garbo"}), RED)


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_every_tile_has_a_number_for_every_space(width: int) -> None:
    state = scene(spaces={"1.I": "araujo-red"})
    seen = drawn(state, RED, width)
    hand = seen[seen.index("Your hand") :]
    numbers = {int(number) for number in re.findall(r"(?<=\s)\d+(?=\s)", hand)}
    assert numbers >= set(range(1, len(state.legal(RED)) + 1))
    assert max(map(len, seen.splitlines())) <= width


def test_chosen_discards_are_listed() -> None:
    hand = " ".join(tile["id"] for tile in GAME.box.characters[:8])
    state = scene(at_end=True, stack=DISCARDS, hands={"red": hand})
    assert "┏" not in drawn(state, RED), "the boards are empty"
    play(state, "red: discard nora-s")
    seen = drawn(state, RED)
    assert "To discard: Nora S." in seen
    assert re.search(r"\n +Nora S\. +DE +1 +3 +♀ † +Assassin", seen), "no number: it is chosen"
    assert re.search(r"\d  A\. Alekhine", seen)


def test_a_conspirator_sees_the_top_of_the_pile() -> None:
    state = scene(board=3, spaces={"3.I": "hans-r-red"}, top="garbo")
    play(state, "conspire")
    assert "Garbo ES 3 ★4" in drawn(state, RED)
    assert "Garbo" not in drawn(state, GREEN)


def test_the_end_shows_all_hands_and_no_boards() -> None:
    state = GAME.start(seats=2, seed=1)
    finish(state)
    seen = drawn(state, None)
    assert "┏" not in seen
    assert re.search(r"seat +cubes +hand +tiles +discards", seen)


# -- the rules behind a choice -------------------------------------------------------------------------------


def test_the_clauses_behind_a_choice() -> None:
    said = {
        move: drawing.clauses(GAME, Choice(GAME, 1, GAME.moves.parse(move)))
        for move in ("place elizabeth-red 2.II", "place araujo-red 3.I", "mark 1.I", "stop")
    }
    assert said == {
        "place elizabeth-red 2.II": ["EST-8.5", "EST-8.7", "EST-9.2"],
        "place araujo-red 3.I": ["EST-9.3"],
        "mark 1.I": ["EST-9.1"],
        "stop": [],
    }
