"""A game as text: complete, without secrets, short; and moves as models write them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import spyring
from spyring.bots import make
from spyring.engine.errors import BadMove
from spyring.engine.game import Game
from spyring.engine.i18n import english
from spyring.engine.state import State
from spyring.research import text as door
from spyring.text import Scene, describe, news, read, rules
from spyring.text.hidden import guessed, hidden
from spyring.text.moves import factored, key
from spyring.text.titles import Titles
from spyring.text.values import outline, sections
from tests.night import NIGHT
from tests.toys import COIN, DUEL, RELAY

SHORT: dict[str, dict[str, Any]] = {"krakow": {"years": 1}, "estoril": {"seats": 2}}
GAMES: list[Game] = [*spyring.shelf(), COIN, DUEL, RELAY]
MAX_DECISION = 16_000
MAX_NEWS = 2_000


def played(
    box: Game, bot: str = "heuristic", every: int = 1, seed: int = 1, **options: Any
) -> Iterator[tuple[State, int, int]]:
    """A game with what each decider has read before; the last position has no decider."""
    state = box.start(seed=seed, events=True, **options)
    bots = [make(bot, seed + seat) for seat in range(int(state.seats))]
    read_by = [0] * len(bots)
    number = 0
    while state.deciders:
        seat = state.deciders[number % len(state.deciders)]
        if number % every == 0:
            yield state, seat, read_by[seat]
        read_by[seat] = len(state.events_for(seat))
        state.play(seat, bots[seat].choose(state, seat))
        number += 1
    yield state, 0, read_by[0]


@cache
def positions(game: Game) -> list[tuple[State, int, int]]:
    """Some dozens of positions of one game."""
    options = SHORT.get(game.name, {})
    return [(state.clone(), seat, since) for state, seat, since in played(game, every=often(game), **options)]


def often(game: Game) -> int:
    """Every which decision is checked."""
    return (40 if NIGHT else 80) if game.name == "spies" else 5 if NIGHT else 11


def leaves(value: Any) -> Iterator[str]:
    """What a reader must find: all words, and all numbers but 0."""
    if isinstance(value, dict):
        for name, part in value.items():
            if part not in (None, 0, False, "", [], {}):
                yield name if part is True else ""
            yield from leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part)
    elif value and value is not True:
        yield str(value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_text_is_the_same_in_worlds_that_a_seat_cannot_tell_apart(game: Game) -> None:
    for state, _decider, since in positions(game):
        for seat in range(int(state.seats)):
            world = state.resample(seat, 77)
            assert describe(world, seat, since) == describe(state, seat, since)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_text_has_everything_that_a_seat_sees(game: Game) -> None:
    for state, seat, _since in positions(game):
        said = describe(state, seat)
        missing = [part for part in leaves(state.view(seat)["table"]) if part not in said]
        assert missing == []
        assert all(key(state.game.moves.phrase(move).name) in key(said) for move in state.legal(seat))


@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_a_decision_of_spies_is_short(variant: str) -> None:
    lengths, told = [], []
    for seed in range(1, 6 if NIGHT else 2):
        for state, seat, since in played(spyring.game("spies"), every=7, seed=seed, game=variant):
            lengths.append(len(describe(state, seat, since)))
            told.append(len(news(state.game, state.events_for(seat)[since:])))
    assert max(lengths) <= MAX_DECISION
    assert max(told) <= MAX_NEWS


def test_long_news_keep_what_matters() -> None:
    game = spyring.game("spies")
    *_others, (state, seat, _since) = positions(game)
    everything = state.events_for(seat)
    told = news(game, everything)
    assert len(told) <= MAX_NEWS
    left_out = re.match(r"\(Less important events are left out: (\d+)\.\)\n", told)
    assert left_out
    assert 0 < int(left_out[1]) < len(everything)
    assert "scores" in told  # the result weighs most
    assert len(news(game, everything, limit=10**9)) > MAX_NEWS


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_text_names_what_is_hidden(game: Game) -> None:
    """Every field that is marked as a secret, or is unknown to a seat, is named."""
    sentences = hidden(game)
    for state, seat, _since in positions(game):
        assert sentences in describe(state, seat)
        if state.outcome is None:
            missing = [name for name in guessed(state) if name not in sentences]
            assert missing == []


def test_kinds_of_secrets_are_told_apart() -> None:
    spies = hidden(spyring.game("spies"))
    assert re.search(r"Each seat sees only its own: .*nations\.hand", spies)
    assert re.search(r"Seats see only what they have learned: .*secrets\.value", spies)
    assert re.search(r"Seats do not know all of: .*cup", spies)
    assert "deck" in hidden(spyring.game("season0"))


def test_secrets_of_the_seat_are_marked() -> None:
    state = spyring.game("krakow").start(seed=7, years=1, events=True)
    said = describe(state, state.deciders[0])
    assert "hand*: " in said
    assert "identity* " in said  # one's own
    assert "? identity season gold" in said  # of the others


def test_cards_that_can_be_played_are_described() -> None:
    state = spyring.game("krakow").start(seed=7, years=1)
    seat = state.deciders[0]
    said = (
        describe(state, seat).partition("# What the moves are about\n")[2].partition("\n\n")[0].splitlines()
    )
    assert len(said) == len(state.legal(seat))
    assert all(
        re.match(r"[\w-]+: group \w+, support \(.+\), opposition \(.+\), district \w+", line) for line in said
    )


def test_rows_of_a_long_list_that_say_the_same_share_a_line() -> None:
    rows = [{"id": f"spy-{number}", "at": "paris" if number % 2 else "rome"} for number in range(20)]
    told = sections({"spies": rows}).splitlines()
    assert len(told) == 3
    assert told[1].startswith("spy-0 spy-2 spy-4 ")
    assert told[1].endswith(": at rome")
    assert len(sections({"spies": rows[:12]}).splitlines()) == 13


def test_people_read_titles() -> None:
    game = spyring.game("krakow")
    words = Titles(game, english)
    assert words.names(["white", "black"]) == ["White", "Black"]
    assert words.names(["white", "last_year"]) == ["white", "last year"]
    assert words.title("hand", "an-arms-deal") == "An Arms Deal"
    assert words.title("move", "play an-arms-deal") == "Play An Arms Deal"
    assert words.title("any", "play safe") == "play safe"
    row = {"seat": "white-purse", "identity": None, "id": "x", "name": "Ann"}
    assert outline({"rows": [row]}, words=words)[1][0].rows == [("White Purse", "name Ann")]


def test_an_offer_is_part_of_the_question() -> None:
    for state, seat, since in played(spyring.game("spies"), game="advanced"):
        asked = state.view(seat)["asked"]
        if asked and asked["frame"] == "AnswerOffer":
            said = describe(state, seat, since)
            assert len(asked["parts"]) > 1
            terms = ", ".join(asked["parts"])
            assert f"State of the question: by {asked['by']}, to {asked['to']}, parts {terms}." in said
            assert "accept (Accept)" in said
            other = next(seat for seat in range(5) if state.game.seat_names(5)[seat] not in asked.values())
            assert terms not in describe(state, other)  # only the two parties know it
            return
    pytest.fail("nobody made an offer")


def test_talk_is_shown() -> None:
    state = spyring.game("krakow").start(seed=7, years=1)
    assert "# Conversation\nwhite-purse: Trust me." in describe(
        state, state.deciders[0], talk=["white-purse: Trust me."]
    )


def test_the_result_is_told() -> None:
    *_others, (state, seat, _since) = played(spyring.game("krakow"), years=1)
    assert "# Result\nWinners: " in describe(state, seat)
    assert "# Legal moves" not in describe(state, seat)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_are_brief(game: Game) -> None:
    said = rules(game)
    assert game.title in said
    assert len(said) < 20_000
    assert "provenance" not in said


def test_rules_tell_no_entries_of_the_story() -> None:
    assert "Forty negatives" not in rules(spyring.game("season0"))


# -- moves ---------------------------------------------------------------------------------------------------


@pytest.fixture
def state() -> State:
    """The first decision of a game of Kraków."""
    return spyring.game("krakow").start(seed=7, years=1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_legal_move_can_be_written_without_care(game: Game) -> None:
    for state, seat, _since in positions(game):
        for move in state.legal(seat)[:40]:
            name = game.moves.name(move)
            assert read(state, seat, name) == move
            assert read(state, seat, f"  {name.upper().replace('-', '_')}. ") == move


def test_a_small_misspelling_is_understood(state: State) -> None:
    seat = state.deciders[0]
    assert read(state, seat, "play steet-thug-rule") == state.game.moves.parse("play street-thugs-rule")
    assert read(state, seat, "Play Street Thugs Rule") == state.game.moves.parse("play street-thugs-rule")


def test_close_moves_are_not_guessed_between() -> None:
    game = spyring.game("spies")
    state, seat, _since = next(found for found in positions(game) if "end" in Scene.of(*found[:2]).legal)
    with pytest.raises(BadMove, match=r"unclear. Did you mean search germany-\d or search germany-\d"):
        read(state, seat, "search germany")


def test_no_digit_is_guessed() -> None:
    game = spyring.game("estoril")
    state = game.start(seats=2, seed=1)
    seat = state.deciders[0]
    name = next(name for name in Scene.of(state, seat).legal if "2." in name)
    with pytest.raises(BadMove, match=r"unclear|no move"):
        read(state, seat, name.replace("2.", "9."))


def test_an_illegal_move_is_answered_with_its_clause(state: State) -> None:
    with pytest.raises(BadMove, match=r"not in your hand. \[KRK-5.5\] The nearest legal moves: play "):
        read(state, state.deciders[0], "PLAY black death")


def test_nonsense_is_answered_with_legal_moves(state: State) -> None:
    for nonsense in ("", "?", "I resign!", "x" * 5000, "\ud800"):
        with pytest.raises(BadMove, match="nearest legal moves"):
            read(state, state.deciders[0], nonsense)


def test_a_seat_that_is_not_asked_cannot_move(state: State) -> None:
    other = next(seat for seat in range(4) if seat not in state.deciders)
    with pytest.raises(BadMove, match="cannot move now"):
        read(state, other, "ready")


def test_arguments_are_factored() -> None:
    rows = [("a", "x", "1"), ("a", "x", "2"), ("b", "x", "1"), ("b", "x", "2")]
    assert factored(rows) == ["a|b x 1|2"]


def test_programs_have_a_door() -> None:
    assert door.describe is describe
    assert door.read is read
