"""The terminal shows the map by region, the threat, the objectives and all hands."""

import re

from rich.console import Console

from spyring.cli import drawing
from spyring.cli.choices import Choice
from spyring.engine.i18n import english
from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.testkit.scene import play
from tests.games.season0 import year
from tests.games.season0.scene import begin, scene, traveller


def drawn(state: State, seat: int | None = 0, width: int = 100) -> str:
    """The table as a seat sees it, or a spectator."""
    console = Console(record=True, width=width, file=open("/dev/null", "w"))  # noqa: SIM115
    moves = sorted(state.legal(seat)) if seat is not None and width > 100 else []
    choices = [Choice(GAME, number, move) for number, move in enumerate(moves, 1)]
    console.print(drawing.position(GAME, state.view(seat), english, choices))
    return console.export_text()


def test_a_city_shows_its_agents_tokens_safehouse_surveillance_teams_and_pawns() -> None:
    state = scene(
        pawns="cairo",
        agents={"cairo": 3},
        tokens={"cairo": 2},
        safehouses="cairo",
        teams={"soviet-1": "cairo", "allied-1": "cairo"},
    )
    assert "Cairo S ●●● ✕2 ⌂ ◉1 △A ▲S ♟A" in drawn(state)


def test_empty_cities_are_left_out() -> None:
    assert "Tokyo" not in drawn(scene())
    assert "Washington A ⌂ ♟A♟B" in drawn(scene())


def test_hands_of_all_are_open_and_the_aliases_are_named() -> None:
    state = traveller(hands={"alpha": "paris airlift", "bravo": "moscow"})
    for seat in (0, 1, None):
        text = drawn(state, seat)
        assert "Paris A, Airlift" in text
        assert "Moscow S" in text
        assert "Somebody, Wire Photographer (8 cover left)" in text


def test_objectives_and_threat() -> None:
    state = scene(threat_discard="tokyo osaka", hands={"alpha": "paris"})
    text = drawn(state)
    assert re.search("objective 2: A Voice from Novosibirsk +open +Novosibirsk × 1", text)
    assert "Turned up since the last shuffle: Tokyo, Osaka." in text
    assert "Supply: agents 36, tokens 7" in text
    assert "Threat level 2" in text
    assert "one of East Berlin" in text


def test_setup_forecast_and_the_end_can_be_drawn() -> None:
    assert "set-up" in drawn(GAME.start(seats=4, seed=1))
    state = scene(hands={"alpha": "forecast"}, threats="tokyo osaka manila jakarta sydney lima")
    play(state, "event forecast")
    assert "Known to come: Tokyo, Osaka" in drawn(state)
    over = scene(teams={"soviet-1": "novosibirsk", "allied-1": "london"})
    play(over, "acquire 1", "acquire 2")
    assert "all objectives decided" in drawn(over)
    assert "burned" in drawn(traveller(aliases=[-1, 3]))
    assert "start of the turn" in drawn(begin(hands={"bravo": "airlift"}, options={"auto_continue": "no"}))


def test_it_fits_a_terminal_of_80_columns_and_24_lines() -> None:
    state = GAME.start(seats=4, seed=1)
    assert len(drawn(state, 0, 80).splitlines()) <= 24
    assert len(Console(width=80).render_lines(drawing.legend(GAME, english))) <= 12


def test_a_choice_names_its_clauses() -> None:
    state = scene(hands={"alpha": "paris"})
    frame = state.stack[-1]
    assert frame.clauses(state, GAME.moves.parse("fly paris")) == ["SZ-10.2", "SZ-10.3", "SZ-10.4", "SZ-9.4"]
    assert frame.clauses(state, GAME.moves.parse("end")) == ["SZ-9.4"]


def test_a_campaign_shows_its_calendar_what_was_opened_and_the_answers() -> None:
    state = year.month("january")
    assert "One Evening · funding 5" in drawn(state)
    assert "The housekeeper" in drawn(state)
    year.complete(state, 2)
    year.fail(state)
    year.to(state, "Choose")
    text = drawn(state, width=200)
    assert "after the game" in text
    assert "January 1962 ADEQUATE" in text
    assert "1  Take the address book." in text


def test_a_campaign_that_is_over_shows_its_ending() -> None:
    state = year.month("march")
    year.fail(state)
    year.to(state)
    state = year.to(year.go_on(year.close(state)), year.ACTION)
    year.fail(state)
    year.to(state)
    assert "Half a Smile" in drawn(state, width=200)
