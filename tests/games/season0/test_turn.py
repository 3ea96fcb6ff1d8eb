"""SZ-9, SZ-12, SZ-14 and SZ-15.1: the five steps, mop up, drawing, the hand limit, the end."""

from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, refused_by, seen, told
from tests.games.season0.scene import (
    CITIES,
    begin,
    cause,
    choices,
    city,
    hand,
    order,
    place,
    scene,
    statuses,
    traveller,
)

QUIET = "tokyo osaka"  # Threat cards that do no harm


@rule("SZ-9.1", "SZ-14.6")
def test_a_turn_has_five_steps_and_then_the_seat_to_the_left_is_on_turn() -> None:
    state = scene(
        seats=3, teams={"allied-1": "paris"}, agents={"paris": 2}, top="lima bogota", threats="tokyo osaka"
    )
    play(state, "end")
    kinds = ("actions-ended", "mopped-up", "drew", "threat-turned", "turn-begins")
    expected = ["actions-ended", "mopped-up", "drew", "drew", "threat-turned", "threat-turned", "turn-begins"]
    assert order(state, *kinds) == expected
    assert asked(state) == ["bravo"]
    play(state, "end", "end")
    assert asked(state) == ["alpha"]


@rule("SZ-9.2")
def test_only_the_active_seat_decides_about_its_actions() -> None:
    state = scene(hands={"bravo": "airlift"})
    assert asked(state) == ["alpha"]
    assert refused_by(state, "bravo: drive new-york") == "SZ-9.2"
    assert refused_by(scene(), "bravo: drive new-york") == "SZ-9.2"


@rule("SZ-9.4", "SZ-P8")
def test_four_actions_the_same_ones_again_if_wanted_or_fewer() -> None:
    state = scene(pawns="paris", agents={"paris": 3})
    play(state, "neutralize", "neutralize", "drive london")
    assert seen(state)["actions"] == 1
    play(state, "drive paris")
    assert asked(state) == ["bravo"]  # no fifth action
    state = scene()
    play(state, "end")
    assert asked(state) == ["bravo"]


@rule("SZ-9.5", "SZ-P18")
def test_abilities_change_actions() -> None:
    photographer = scene(pawns="paris", agents={"paris": 3}, aliases=[103, 100])
    play(photographer, "neutralize")
    assert place(photographer, "paris")["agents"] == 1
    one_by_one = scene(pawns="paris", agents={"paris": 2}, aliases=[103, 100])
    play(one_by_one, "neutralize")
    assert place(one_by_one, "paris")["agents"] == 1
    soviet = "moscow kiev prague havana"
    forwarder = scene(pawns="cairo", safehouses="cairo", hands={"alpha": soviet}, aliases=[102, 100])
    play(forwarder, "assemble")
    assert hand(forwarder, "alpha") == []
    assert (
        refused_by(scene(pawns="cairo", safehouses="cairo", hands={"alpha": soviet}), "assemble") == "SZ-R25"
    )


@rule("SZ-9.5", "SZ-P18", "SZ-R63")
def test_the_coordinator_brings_a_team_or_another_pawn_up_to_three_lines() -> None:
    state = scene(pawns="paris lima", teams={"soviet-1": "cairo"})
    play(state, "escort-pawn bravo")
    assert "santiago" in choices(state, "to")
    assert refused_by(state, "to lima") == "SZ-R10"
    assert refused_by(state, "to tokyo") == "SZ-P18"
    play(state, "to buenos-aires")
    assert city(state, "bravo") == "buenos-aires"
    play(state, "escort-team soviet-1", "to paris")
    assert place(state, "paris")["teams"] == ["soviet-1"]
    assert seen(state)["actions"] == 2
    assert refused_by(state, "escort-pawn alpha") == "SZ-P18"
    assert refused_by(scene(aliases=[103, 100]), "escort-pawn bravo") == "SZ-P18"
    assert refused_by(scene(), "escort-team soviet-1") == "SZ-15.5"


@rule("SZ-9.6", "SZ-15.6")
def test_discarded_player_cards_lie_open_in_the_discard_pile() -> None:
    state = scene(pawns="rome", hands={"alpha": "lima"})
    play(state, "fly lima")
    assert seen(state)["discard"] == ["lima"]
    assert seen(state)["discard"] == ["lima"]


@rule("SZ-12.1", "SZ-R29")
def test_mop_up_removes_all_agents_from_cities_with_active_teams() -> None:
    agents = {"paris": 3, "cairo": 2, "lima": 1, "london": 2}
    teams = {"allied-1": "paris", "allied-2": "cairo", "neutral-1": "lima"}
    state = scene(agents=agents, teams=teams, top="osaka bogota", threats=QUIET)
    play(state, "end")
    assert place(state, "paris")["agents"] == 0
    assert place(state, "lima")["agents"] == 0
    assert place(state, "cairo")["agents"] == 2  # the Allied team there is not active
    assert place(state, "london")["agents"] == 2
    assert seen(state)["supply"]["agents"] == 36 - 4 - 2


@rule("SZ-12.2")
def test_two_cards_are_drawn_from_the_top() -> None:
    state = scene(top="lima bogota sydney", threats=QUIET)
    play(state, "end")
    assert hand(state, "alpha") == ["lima", "bogota"]


@rule("SZ-12.3", "SZ-14.2", "SZ-R21")
def test_the_game_ends_when_two_cards_cannot_be_drawn() -> None:
    state = scene(
        deck="lima", discard=" ".join(c for c in CITIES if c not in ("lima", "london")) + " escalation" * 5
    )
    play(state, "end")
    assert cause(state) == "deck"
    assert hand(state, "alpha") == []  # the single card stays where it is
    assert state.outcome is not None
    assert state.outcome.winners == ()


@rule("SZ-14.1", "SZ-R26")
def test_the_game_ends_when_every_objective_has_its_token() -> None:
    state = scene(teams={"soviet-1": "novosibirsk", "allied-1": "paris"}, target="rome")
    play(state, "acquire 2")
    assert state.outcome is None
    play(state, "acquire 1")
    assert statuses(state) == ["failed", "complete"]
    assert cause(state) == "objectives"
    assert order(state, "objective-failed", "game-ends") == ["objective-failed", "game-ends"]


@rule("SZ-14.3", "SZ-14.5", "SZ-R2")
def test_the_game_ends_when_an_agent_is_due_and_none_is_left() -> None:
    full = dict.fromkeys(CITIES[:12], 3)
    state = scene(agents=full, threats="tokyo osaka", top="lima bogota")
    play(state, "end")
    assert cause(state) == "agents"
    assert [event["city"] for event in told(state, "threat-turned")] == ["tokyo"]
    assert statuses(state) == ["failed", "failed"]
    short = {**full, CITIES[0]: 1}  # two agents left, three due
    state = scene(agents=short, bottom="tokyo", top="escalation bogota")
    play(state, "end")
    assert cause(state) == "agents"
    assert place(state, "tokyo")["agents"] == 2
    assert hand(state, "alpha") == []


@rule("SZ-14.4", "SZ-14.5", "SZ-R27", "SZ-R46")
def test_the_game_ends_when_a_token_is_due_and_none_is_left() -> None:
    state = scene(agents={"tokyo": 3}, tokens={"paris": 7}, threats="tokyo osaka", top="lima bogota")
    play(state, "end")
    assert cause(state) == "tokens"
    assert not told(state, "incident-card")
    assert place(state, "tokyo")["tokens"] == 0
    assert [event["cause"] for event in told(state, "game-ends")] == ["tokens"]
    assert refused_by(state, "alpha: drive paris") == "SZ-14.5"


@rule("SZ-15.1", "SZ-P13")
def test_a_seat_over_the_hand_limit_discards_or_plays_events() -> None:
    seven = "lima bogota sydney tokyo osaka airlift war-relics"
    state = scene(hands={"alpha": seven}, top="paris rome", threats="manila lagos")
    play(state, "end")
    assert frame(state) == "HandLimit"
    assert set(choices(state, "event")) == {"airlift", "war-relics"}
    play(state, "event war-relics", "to paris")
    assert frame(state) == "HandLimit"
    play(state, "discard lima")
    assert len(hand(state, "alpha")) == 7
    assert asked(state) == ["bravo"]
    assert refused_by(scene(), "discard lima") == "SZ-9.4"


@rule("SZ-15.1")
def test_the_question_names_an_event_only_if_one_can_be_played() -> None:
    both, discard = "Too many cards: discard one or play an Event.", "Too many cards: discard one."
    six = "lima bogota sydney tokyo osaka manila"
    asking = {"airlift": both, "lagos": discard, "counterintelligence": discard}  # no Threat discards yet
    for last, wanted in asking.items():
        state = scene(hands={"alpha": f"{six} {last}"}, top="paris rome")
        play(state, "end")
        assert frame(state) == "HandLimit"
        assert state.view(0)["asked"]["ask"] == wanted, last
        assert state.view(1)["asked"]["ask"] == both  # tells nothing of this hand


@rule("SZ-15.3")
def test_an_open_point_offers_an_event_only_if_one_can_be_played() -> None:
    both, none = "Play an Event or continue.", "None of your Events can be played now. Continue."
    for event, wanted in {"airlift": both, "counterintelligence": none}.items():  # no Threat discards yet
        state = scene(hands={"alpha": f"lima {event}"}, top="paris rome", options={"auto_continue": "no"})
        play(state, "end")
        assert frame(state) == "Wait"
        assert state.view(0)["asked"]["ask"] == wanted
        assert state.view(1)["asked"]["ask"] == both  # tells nothing of this hand


@rule("SZ-15.1", "SZ-R19", "SZ-R57")
def test_the_hand_limit_comes_after_the_escalation_and_an_event_drawn_with_it() -> None:
    seven = "lima bogota sydney tokyo osaka manila lagos"
    state = scene(
        hands={"alpha": seven}, deck=None, top="escalation airlift", bottom="jakarta", threats="moscow"
    )
    play(state, "end")
    assert frame(state) == "HandLimit"
    assert "airlift" in hand(state, "alpha")
    assert place(state, "jakarta")["agents"] == 3
    assert order(state, "intensified", "game-ends") == ["intensified"]


@rule("SZ-15.7")
def test_possible_targets_are_noted_for_everybody() -> None:
    state = scene(hands={"bravo": "paris rome"}, discard="kiev")
    left = seen(state)["objectives"][0]["possible"]
    assert not {"paris", "rome", "kiev"} & set(left)
    assert "london" in left


@rule("SZ-R66")
def test_the_threat_level_is_read_once() -> None:
    state = scene(space=2, top="escalation lima", bottom="jakarta")
    play(state, "end")
    assert len(told(state, "threat-turned")) == 3  # the Escalation of step 4 counts already


@rule("SZ-R51", "SZ-14.5")
def test_a_game_is_given_up_only_if_the_option_allows_it_and_all_agree() -> None:
    assert refused_by(scene(), "concede") == "SZ-R51"
    state = scene(seats=3, options={"concede": "yes"})
    play(state, "concede", "bravo: agree", "charlie: refuse")
    assert refused_by(state, "concede") == "SZ-R51"
    state = scene(seats=3, options={"concede": "yes"})
    play(state, "concede", "bravo: agree", "charlie: agree")
    assert cause(state) == "conceded"
    assert statuses(state) == ["failed", "failed"]


@rule("SZ-9.3", "SZ-7.2")
def test_at_most_three_cover_are_lost_at_the_start_of_a_turn() -> None:
    five = "lima bogota sydney tokyo osaka"
    state = begin(pawns="moscow", hands={"alpha": five})
    play(state, "discard lima", "discard bogota", "discard sydney")
    assert frame(state) == "TakeAction"
    assert hand(state, "alpha") == ["tokyo", "osaka"]
    watched = traveller(["photographed"], uncovered=2, pawns="moscow", stack=[["BeginTurn"]])
    lost = told(watched, "cover-lost")
    assert len(lost) <= 3
    assert legal(watched)
