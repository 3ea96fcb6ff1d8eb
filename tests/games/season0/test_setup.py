"""SZ-1, SZ-8 and SZ-18: seats, the setup step by step, the prologue."""

from collections import Counter

import pytest

from spyring.engine.errors import BadPosition, BadSeats
from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, refused_by, seen, told
from tests.games.season0.scene import (
    CITIES,
    EUROPE,
    EVENTS,
    SEATS,
    choices,
    city,
    month,
    passport,
    place,
    player,
    scene,
)


def chosen(state: State) -> State:
    """After everybody has chosen a character and a temporary alias."""
    while frame(state) == "ChooseCharacters":
        play(state, GAME.moves.name(state.legal(state.deciders[0])[0]))
    return state


@rule("SZ-1.1")
def test_two_to_four_seats_win_or_lose_together() -> None:
    assert GAME.seats == (2, 3, 4)
    for seats in (1, 5):
        with pytest.raises(BadSeats, match="2, 3, 4"):
            GAME.start(seats=seats)
    state = scene(seats=3, teams={"soviet-1": "novosibirsk", "soviet-2": "prague"}, target="prague")
    play(state, "acquire 2", "acquire 1")
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1, 2)
    assert state.outcome.scores == (2, 2, 2)


@rule("SZ-1.5", "SZ-1.6")
def test_a_new_game_has_a_clean_board() -> None:
    report = {"tokens": {"paris": 3}, "safehouses": ["paris", "lima"]}
    state = chosen(GAME.start(seats=2, seed=1, legacy=month(report=report)))
    assert place(state, "paris")["tokens"] == 0
    assert [row["city"] for row in seen(state)["cities"] if row["safehouse"]] == ["washington"]


@rule("SZ-1.4", "SZ-R65")
def test_a_destroyed_card_is_not_used() -> None:
    legacy = month(destroyed={"cities": ["tokyo"], "threats": ["cairo"], "events": ["airlift"]})
    state = chosen(GAME.start(seats=2, seed=3, events=True, legacy=legacy))
    data = state.to_json()["table"]
    everywhere = [card for pile in (*data["hands"], data["deck"], data["reserve"]) for card in pile]
    assert "tokyo" not in everywhere
    assert "airlift" not in everywhere
    assert sorted(data["threat"] + data["threat_discard"]) == [c for c in CITIES if c != "cairo"]


@rule("SZ-8.1")
def test_the_objectives_are_set_up_first() -> None:
    state = GAME.start(seats=2, seed=1, events=True)
    kinds = [event["kind"] for event in state.events_for(None)]
    assert kinds.index("objective-set") < kinds.index("safehouse-placed") < kinds.index("threat-turned")
    assert [row["id"] for row in seen(state)["objectives"]] == ["p1", "p2"]


@rule("SZ-8.2", "SZ-D5")
def test_a_safehouse_at_every_permanent_mark() -> None:
    state = GAME.start(seats=2, seed=1)
    assert [row["city"] for row in seen(state)["cities"] if row["safehouse"]] == ["washington"]
    assert seen(state)["supply"]["safehouses"] == 7
    state = GAME.start(seats=2, seed=1, legacy=month(safehouses=["washington", "paris"]))
    assert place(state, "paris")["safehouse"]
    assert place(state, "paris")["permanent"]
    too_many = month(safehouses=CITIES[:9])
    with pytest.raises(BadPosition, match="only 8 safehouses"):
        GAME.start(seats=2, legacy=too_many)


@rule("SZ-8.3")
def test_the_threat_marker_starts_on_the_left_and_pieces_in_supplies() -> None:
    table = seen(GAME.start(seats=2, seed=1))
    assert table["threat"]["space"] == 0
    assert table["threat"]["level"] == 2
    assert table["supply"]["tokens"] == 7
    assert table["supply"]["teams"] == {"allied": 3, "neutral": 3, "soviet": 3}


@rule("SZ-8.4", "SZ-19.1", "SZ-1.8")
def test_empty_frames_of_the_setup_take_rules() -> None:
    bare = GAME.start(seats=2, seed=1)
    rules = [["extra-threats", {"cards": 2}]]
    more = GAME.start(seats=2, seed=1, legacy=month(rules=rules))
    assert len(seen(bare)["threat"]["discard"]) == 9
    assert len(seen(more)["threat"]["discard"]) == 11
    worst = seen(bare)["threat"]["discard"][0]
    quiet = GAME.start(
        seats=2,
        seed=1,
        legacy=month(objectives=month()["objectives"], rules=[["quiet-start", {"city": worst, "agents": 3}]]),
    )
    assert place(quiet, worst)["agents"] == 0
    with pytest.raises(BadPosition, match="Unknown rule dance"):
        GAME.start(seats=2, legacy=month(rules=[["dance", {}]]))


@rule("SZ-8.5", "SZ-X10")
def test_nine_cities_get_eighteen_agents() -> None:
    for seed in range(5):
        table = seen(GAME.start(seats=2, seed=seed))
        counts = Counter(row["agents"] for row in table["cities"] if row["agents"])
        assert counts == {3: 3, 2: 3, 1: 3}
        assert table["supply"]["agents"] == 36 - 18
        turned = table["threat"]["discard"]
        assert len(set(turned)) == 9
        agents = [next(r["agents"] for r in table["cities"] if r["city"] == name) for name in turned]
        assert agents == [3, 3, 3, 2, 2, 2, 1, 1, 1]
        assert table["threat"]["deck"] == 39


@rule("SZ-8.6", "SZ-18.3", "SZ-4.2", "SZ-R30")
def test_as_many_events_as_the_funding_level() -> None:
    state = GAME.start(seats=2, seed=1, events=True)
    assert [event["event"] for event in told(state, "event-chosen")] == list(EVENTS)
    assert seen(state)["funding"] == 5
    assert seen(state)["reserve"] == []
    rich = GAME.start(seats=2, seed=1, events=True, legacy=month(funding=9))
    assert len(told(rich, "event-chosen")) == 5
    poor = GAME.start(seats=2, seed=1, legacy=month(funding=4))
    assert frame(poor) == "ChooseEvents"


@rule("SZ-R38", "SZ-P2")
def test_the_group_agrees_on_its_events_one_at_a_time() -> None:
    state = GAME.start(seats=3, seed=1, events=True, legacy=month(funding=2))
    assert asked(state) == ["alpha", "bravo", "charlie"]
    play(state, "bravo: propose forecast")
    assert asked(state) == ["alpha", "charlie"]
    assert legal(state, "alpha") == {"agree", "refuse"}
    play(state, "alpha: agree", "charlie: refuse")
    assert asked(state) == ["alpha", "bravo", "charlie"]
    play(state, "alpha: propose airlift", "charlie: agree", "bravo: agree")
    assert refused_by(state, "alpha: propose airlift") == "SZ-8.6"
    play(state, "charlie: propose forecast", "alpha: agree", "bravo: agree")
    assert [event["event"] for event in told(state, "event-chosen")] == ["airlift", "forecast"]
    assert seen(state)["reserve"] == ["war-relics", "in-the-shadows", "counterintelligence"]


@rule("SZ-R38")
def test_group_decisions_by_majority_or_by_the_host() -> None:
    state = GAME.start(seats=3, seed=1, legacy=month(funding=4), group_decision="majority")
    play(state, "alpha: propose airlift", "charlie: agree")
    assert state.view(0)["asked"]["chosen"] == ["airlift"]
    host = GAME.start(seats=3, seed=1, legacy=month(funding=4), group_decision="host")
    assert asked(host) == ["alpha"]
    play(host, "propose forecast")
    assert host.view(0)["asked"]["chosen"] == ["forecast"]


@rule("SZ-R38")
def test_after_as_many_refusals_as_seats_the_host_decides() -> None:
    state = GAME.start(seats=2, seed=1, legacy=month(funding=4))
    for _refusal in range(2):
        play(state, "bravo: propose airlift", "alpha: refuse")
    assert asked(state) == ["alpha"]
    play(state, "propose forecast")
    assert state.view(0)["asked"]["chosen"] == ["forecast"]
    assert asked(state) == ["alpha", "bravo"]


@pytest.mark.parametrize(
    ("seats", "dealt", "left", "piles"),
    [(2, 4, 44, [10, 10, 10, 10, 9]), (3, 3, 43, [10, 10, 10, 9, 9]), (4, 2, 44, [10, 10, 10, 10, 9])],
)
@rule("SZ-8.7", "SZ-8.9", "SZ-8.10", "SZ-X11", "SZ-D23")
def test_hands_and_piles(seats: int, dealt: int, left: int, piles: list[int]) -> None:
    state = GAME.start(seats=seats, seed=5)
    table = seen(state)
    assert [len(row["hand"]) for row in table["players"]] == [dealt] * seats
    assert table["deck"]["cards"] == left + 5
    assert table["deck"]["piles"] == piles
    deck = state.to_json()["table"]["deck"][::-1]  # the top first
    for size in piles:
        assert deck[:size].count("escalation") == 1
        del deck[:size]
    assert (left + 5) // 2 == (48 - 1 + 5 - seats * dealt + 5) // 2 == 24


@rule("SZ-8.8")
def test_hands_are_open_to_everybody() -> None:
    state = GAME.start(seats=4, seed=2)
    held = [row["hand"] for row in seen(state, "alpha")["players"]]
    assert all(held)
    assert [row["hand"] for row in seen(state, "delta")["players"]] == held
    assert [row["hand"] for row in seen(state)["players"]] == held


@rule("SZ-8.11", "SZ-6.3", "SZ-P3", "SZ-R48")
def test_each_seat_chooses_a_character_and_in_the_prologue_a_temporary_alias() -> None:
    state = GAME.start(seats=2, seed=1)
    assert asked(state) == ["alpha", "bravo"]
    play(state, "bravo: character pink")
    assert refused_by(state, "alpha: character pink") == "SZ-P3"
    play(state, "alpha: character black")
    assert refused_by(state, "alpha: alias allied") == "SZ-6.3"
    play(state, "alpha: temporary freight-forwarder")
    assert refused_by(state, "bravo: temporary freight-forwarder") == "SZ-R48"
    play(state, "bravo: temporary rare-book-dealer")
    assert player(state, "alpha")["character"] == "black"
    assert player(state, "alpha")["alias"] == {"kind": "temporary", "occupation": "freight-forwarder"}
    assert seen(state)["turn"] == 1


@rule("SZ-8.12", "SZ-6.1", "SZ-6.2", "SZ-R35")
def test_a_character_with_several_aliases_starts_with_one_and_keeps_it() -> None:
    aliases = [passport("black"), passport("black", "soviet"), passport("blue", "neutral")]
    state = GAME.start(seats=2, seed=1, legacy=month(aliases=aliases))
    play(state, "alpha: character black")
    assert choices(state, "alias", "alpha") == ["allied", "soviet"]
    assert refused_by(state, "alpha: alias neutral") == "SZ-7.9"
    play(state, "bravo: character blue")  # with a single alias there is nothing to choose
    assert player(state, "bravo")["alias"]["affiliation"] == "neutral"
    play(state, "alpha: alias soviet")
    assert player(state, "alpha")["alias"]["affiliation"] == "soviet"
    assert not choices(state, "alias")
    other = GAME.start(seats=2, seed=1, legacy=month(aliases=aliases))
    play(other, "alpha: character blue")
    assert player(other, "alpha")["alias"]["affiliation"] == "neutral"


@rule("SZ-7.9", "SZ-R61")
def test_only_without_a_usable_alias_a_temporary_one_at_the_setup() -> None:
    aliases = [passport("black", burned=True, uncovered=8), passport("blue")]
    state = GAME.start(seats=2, seed=1, legacy=month(aliases=aliases))
    play(state, "alpha: character black")
    assert choices(state, "alias", "alpha") == []
    assert len(choices(state, "temporary", "alpha")) == 4
    play(state, "alpha: temporary wire-photographer")
    assert player(state, "alpha")["character"] == "black"
    play(state, "bravo: character white")  # not created at all
    play(state, "bravo: temporary freight-forwarder")
    assert player(state, "bravo")["alias"]["kind"] == "temporary"


@rule("SZ-8.13")
def test_a_random_seat_begins_and_all_start_in_washington() -> None:
    firsts: Counter[str] = Counter()
    for seed in range(40):
        state = chosen(GAME.start(seats=4, seed=seed))
        firsts[seen(state)["first"]] += 1
        assert {city(state, seat) for seat in SEATS} == {"washington"}
        assert seen(state)["active"] == seen(state)["first"]
    assert set(firsts) == set(SEATS)


@rule("SZ-18.2", "SZ-18.4", "SZ-11.3")
def test_the_prologue_has_an_unknown_european_target_and_novosibirsk() -> None:
    state = GAME.start(seats=2, seed=1)
    first, second = seen(state)["objectives"]
    assert first["listed"] == EUROPE
    assert first["target"] is None
    assert second["known"] == [["novosibirsk", 1]]
    hidden = {GAME.start(seats=2, seed=seed).to_json()["table"]["targets"][0] for seed in range(120)}
    assert hidden == set(EUROPE)
    data = state.to_json()["table"]
    everywhere = [card for pile in (*data["hands"], data["deck"], data["discard"]) for card in pile]
    missing = [name for name in CITIES if name not in everywhere]
    assert missing == [data["targets"][0]]


@rule("SZ-18.1", "SZ-R33")
def test_the_prologue_changes_nothing() -> None:
    state = scene(teams={"soviet-1": "novosibirsk"}, target="paris")
    play(state, "acquire 2")
    assert state.legacy() is None


@rule("SZ-R60")
def test_lists_that_overlap_never_share_a_card() -> None:
    objectives = [
        {"id": "a", "unknown": ["paris", "rome"], "complete": 110, "failed": 111},
        {"id": "b", "unknown": ["paris", "rome"], "complete": 112, "failed": 113},
    ]
    met = set()
    for seed in range(30):
        state = GAME.start(seats=2, seed=seed, legacy=month(objectives=objectives))
        targets = tuple(state.to_json()["table"]["targets"])
        assert targets[0] != targets[1]
        met.add(targets)
        world = tuple(state.resample(0, seed).to_json()["table"]["targets"])
        assert world[0] != world[1]
    assert len(met) == 2


@pytest.mark.parametrize(
    ("legacy", "sentence"),
    [
        ({"month": "smarch"}, "smarch is not a month"),
        (month(funding=11), "funding is a number from 1 to 10"),
        ({"month": "may", "objectives": []}, "may has 3 objectives, not 0"),
        (month(surveillance={"paris": 4}), "surveillance is an object"),
        (month(aliases=[passport(), passport()]), "black has two allied aliases"),
        (month(aliases=[{**passport(), "uncovered": ["burned"]}]), "what the first boxes of a cover track"),
        (month(aliases=[{**passport(), "uncovered": 1}]), "what the first boxes of a cover track"),
        (month(aliases=[{**passport(), "track": "a"}]), "unknown key track of an alias"),
        (month(aliases=[passport(uncovered=8)]), "burned exactly when"),
        (month(spying=1), "unknown key spying"),
        (month(events=["tea"]), "events is a list of names"),
        (month(attempt=3), "attempt is 1 or 2"),
        (month(destroyed={"cities": ["paris", "rome", "prague", "london"]}), "lists 0 cards"),
    ],
)
@rule("SZ-D13", "SZ-D14", "SZ-D18", "SZ-4.3")
def test_what_a_campaign_hands_over_is_checked(legacy: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        GAME.start(seats=2, legacy=legacy)


@pytest.mark.parametrize(
    "vote", [[3, 33, 1, 0, 0], [3, -1, 1, 0, 0], [-1, 0, 0, 0, 0], [3, 0, 1 << 70, 0, 0]]
)
@rule("SZ-R38")
def test_a_vote_of_people_who_are_not_there_is_refused(vote: list[int]) -> None:
    saved = GAME.start(seats=2, seed=1, legacy=month(funding=4)).to_json()
    saved["stack"][-1][-1] = vote
    with pytest.raises(BadPosition, match="by nobody who sits here"):
        GAME.from_json(saved)
