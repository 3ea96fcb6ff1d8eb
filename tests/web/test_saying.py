"""What a table says and shows at moments that matter, without a browser: buttons that say what follows,
tricks that stay until they have been read, verdicts with their reason.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import spyring
from spyring.engine.notation import Event
from spyring.engine.position import Json
from spyring.engine.state import State
from spyring.server.core.payloads import Move
from spyring.web.lessons import seat_cards
from spyring.web.look import Look, look_of
from spyring.web.screen import Screen
from spyring.web.templates import environment
from spyring.web.words import Words

WORDS = Words("en")


class Witnessing:
    """Keeps what everybody sees at events of some kinds."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds
        self.seen: list[tuple[dict[str, str], Json]] = []

    def on_event(self, state: State, event: Event) -> None:
        fields = state.game.events.fields(event)
        if fields["kind"] in self.kinds:
            self.seen.append((fields, state.scene(None)))


def screen_of(state: State, view: Json, seat: int | None = None) -> Screen:
    """What a seat's page shows of a view."""
    game = spyring.game(state.game.name)
    seats = seat_cards(game, WORDS, int(state.seats), -1 if seat is None else seat)
    book = game.moves
    legal = [] if seat is None else state.legal(seat)
    moves = [Move(text=book.name(move), fields=book.fields(move), sentence=book.say(move)) for move in legal]
    return Screen(game, WORDS, view, moves, [], seats)


def decisions(name: str, seats: int, most: int, observer: Any = None) -> Iterator[tuple[State, int, Look]]:
    """A game between dice: the state before each decision, and who decides."""
    game, dice = spyring.game(name), random.Random(3)
    state = game.start(seats=seats, seed=27, events=True)
    state.observer = observer
    for _decision in range(most):
        if not state.deciders:
            return
        seat = dice.choice(state.deciders)
        yield state, seat, look_of(game, WORDS)
        state.play(seat, dice.choice(state.legal(seat)))


def buttons(state: State, seat: int, look: Look) -> dict[str, str]:
    """What the buttons of a seat say, by their moves."""
    screen = screen_of(state, state.view(seat), seat)
    return {choice.text: look.says(screen, choice) for choice in screen.choices}


def test_a_pass_says_what_it_lets_happen_and_a_chit_what_it_costs() -> None:
    passes, chits = set(), set()
    for state, seat, look in decisions("spies", 5, 900):
        if "window" in (state.view(seat)["asked"] or {}):
            said = buttons(state, seat, look)
            passes.add(said["pass"])
            chits |= {label for text, label in said.items() if text.startswith("answer ")}
        if len(passes) > 1 and chits:
            break
    assert len(passes) > 1
    assert all(label.startswith("Pass: ") for label in passes)
    assert chits
    assert all(re.search(r"^Play .* for £\d", label) for label in chits)


def test_buttons_name_people_not_spaces() -> None:
    said: dict[str, str] = {}
    for state, seat, look in decisions("estoril", 4, 600):
        said |= {text.split()[0]: label for text, label in buttons(state, seat, look).items()}
        if {"assassinate", "mark", "keep"} <= set(said):
            break
    people = {str(tile["name"]) for tile in spyring.game("estoril").box.tiles}  # type: ignore[attr-defined]
    for verb in ("assassinate", "mark", "keep"):
        assert any(name in said[verb] for name in people), said[verb]


def witnessed(name: str, seats: int, *kinds: str) -> tuple[State, dict[str, tuple[dict[str, str], Json]]]:
    """The first event of each of these kinds, with the table as everybody saw it then."""
    observer = Witnessing(*kinds)
    first: dict[str, tuple[dict[str, str], Json]] = {}
    for state, _seat, _look in decisions(name, seats, 400, observer):
        for fields, scene in observer.seen:
            first.setdefault(fields["kind"], (fields, scene))
        if len(first) == len(kinds):
            return state, first
    raise AssertionError(f"seen were only {list(first)}")


def test_a_peek_at_a_tile_that_one_knows_is_offered_as_vain() -> None:
    pieces: Any = environment().get_template("parts/pieces.html").make_module({"words": WORDS})
    offered = set()
    for state, seat, look in decisions("estoril", 3, 60):
        screen = screen_of(state, state.view(seat), seat)
        places = [row for board in screen.table["boards"] for row in (*board["spaces"], board["reward"])]
        known = {row["place"] for row in places if row["tile"]}
        for choice in screen.choices:
            if choice.fields["verb"] == "peek":
                vain = "data-vain" in pieces.choice(look, screen, choice)
                assert vain == (choice.fields["place"] in known)
                offered.add(vain)
        if len(offered) == 2:
            return
    raise AssertionError(f"vain peeks or not: only {offered}")


def test_a_trick_stays_while_what_it_brings_is_carried_out() -> None:
    state, seen = witnessed("krakow", 4, "blocked", "placed", "gold-gained")
    for _fields, scene in seen.values():
        board = look_of(spyring.game(state.game.name), WORDS).board(screen_of(state, scene))
        assert board.count("slot--played") == 4


def test_a_verdict_gives_its_reason() -> None:
    state, seen = witnessed("krakow", 4, "district-won")
    fields, scene = seen["district-won"]
    (row,) = [row for row in scene["table"]["districts"] if row["district"] == fields["district"]]
    sums = [sum(field[team] for field in row["fields"].values()) for team in ("white", "black")]
    prop = look_of(spyring.game(state.game.name), WORDS).prop(screen_of(state, scene), "district-won", fields)
    assert re.sub(r"<[^>]*>", " ", prop).split() == [str(sums[0]), ":", str(sums[1]), f"+{fields['count']}"]


def test_a_reader_with_several_seats_reads_every_reason_once() -> None:
    state = spyring.game("season0").start(seats=2, seed=5, events=True)
    dice = random.Random(1)
    while state.deciders:
        seat = state.deciders[0]
        state.play(seat, dice.choice(state.legal(seat)))
    screen = screen_of(state, state.view(0), 0)
    assert screen.own_verdict == screen.verdict("alpha")
    screen = screen_of(state, state.view(0), 0)
    screen.people["bravo"] = replace(screen.people["bravo"], you=True)
    told = screen.own_verdict
    assert len(told) == len(set(told)) == len(screen.verdict("alpha")) + 1
    assert not [line for line in told if line.startswith("You ")]


def test_a_player_who_gets_an_offer_reads_that_it_is_being_prepared() -> None:
    played = decisions("spies", 3, 4000)
    state, seat, look = next(one for one in played if type(one[0].stack[-1]).__name__ == "BuildOffer")
    asked = state.view(seat)["asked"]
    seats = state.game.seat_names(3)
    runners = state.view(seat)["table"]["runners"]
    for reader in range(3):
        desk = look.board(screen_of(state, state.view(reader), reader))
        is_for_me = runners[asked["to"]] == seats[reader] and reader != seat
        assert ("is preparing an offer for you." in desk) == is_for_me


def test_a_country_that_changed_hands_has_the_colour_of_its_new_master() -> None:
    state, _seat, look = next(decisions("spies", 5, 1))
    view = state.view(None)
    assert "land--annexed" not in look.board(screen_of(state, view))
    view["table"]["territory"] = {"vienna": "germany"}
    board = look.board(screen_of(state, view))
    assert re.search(r'#austria" class="land land--annexed land--germany"', board)
    assert "Now Germany’s territory." in board


@pytest.mark.parametrize(
    ("achieved", "said"),
    [
        (1.0, "You have won together."),
        (0.5, "A partial success."),
        (0.0, "You have lost together."),
    ],
)
def test_what_is_won_together_is_won_reached_in_part_or_lost(achieved: float, said: str) -> None:
    state = spyring.game("season0").start(seats=2, seed=1)
    outcome = {"winners": [0, 1] if achieved == 1 else [], "achieved": achieved}
    screen = screen_of(state, state.view(0) | {"outcome": outcome}, 0)
    pieces = environment().get_template("parts/pieces.html").make_module({"words": WORDS})
    assert str(pieces.winners(screen)).strip() == said  # type: ignore[attr-defined]


def test_walls_river_and_roofs_come_once_and_the_rest_with_every_update() -> None:
    game = spyring.game("krakow")
    state, look = game.start(seats=4, seed=27), look_of(game, WORDS)
    first, later = (screen_of(state, state.view(0), 0) for _time in range(2))
    later.kept = True
    for sent, whole in ((look.board(first), True), (look.board(later), False)):
        unchanging = re.findall(r'<svg class="(wall|river|roofs)"[^>]* data-kept>(</svg>)?', sent)
        assert len(unchanging) == 2 + len(state.view(0)["table"]["districts"])
        assert all(not empty for _kind, empty in unchanging) == whole
        assert sent.count('class="yards"') == len(unchanging) - 2


def test_the_badge_of_a_seat_is_drawn_once_on_a_screen() -> None:
    game = spyring.game("krakow")
    state, look = game.start(seats=4, seed=27), look_of(game, WORDS)
    screen = screen_of(state, state.view(0), 0)
    badges = look.badges(screen)
    assert list(badges) == screen.seats
    assert all(look.badge(screen, seat) is badge for seat, badge in badges.items())


@pytest.mark.parametrize(("seats", "says"), [(3, "yes"), (5, "")])
def test_a_seat_that_runs_two_nations_is_a_plural(seats: int, says: str) -> None:
    game = spyring.game("spies")
    state = game.start(seats=seats, seed=1)
    view = state.view(None)
    assert look_of(game, WORDS).plural(screen_of(state, view), view["seats"][0]) == says
