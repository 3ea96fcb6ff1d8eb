"""Who knows what (ledger, section 3): nothing that a seat can exclude is imagined, and everything else is."""

import json
from itertools import permutations
from typing import Any

import pytest

from spyring.engine.errors import BadPosition
from spyring.engine.state import State
from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.games.estoril.rules.rounds import deal_reward
from spyring.games.estoril.words import PLACE_IDS
from spyring.testkit import reaches, rule
from spyring.testkit.scene import frame, play, seen
from tests.games.estoril.scene import COLOURS, DISCARDS, at, scene

BOX = GAME.box


def lying(world: State, *places: str) -> tuple[str, ...]:
    """The tiles on these places, or in the pile (``pile.0`` is the bottom)."""
    t = table(world)
    found = []
    for place in places:
        board, _dot, number = place.partition(".")
        tile = t.pile[int(number)] if board == "pile" else t.tiles[PLACE_IDS.index(place)]
        found.append(BOX.ids[tile])
    return tuple(found)


@rule("EST-R44")
def test_face_down_tiles_of_a_rival_are_any_of_its_tiles_not_seen_elsewhere() -> None:
    spaces = {"1.I": "araujo-green", "5.I": "roque-green", "3.II": "hans-r-green"}
    state = scene(spaces=spaces, hands={"green": "linda-x-green"})
    possible = ["araujo-green", "roque-green", "linda-x-green"]
    reaches(state, 0, lambda world: lying(world, "1.I", "5.I"), list(permutations(possible, 2)))
    reaches(state, None, lambda world: lying(world, "1.I", "5.I"), list(permutations(possible, 2)))


def test_their_owner_imagines_nothing_else() -> None:
    state = scene(spaces={"1.I": "araujo-green", "5.I": "roque-green"})
    reaches(state, 1, lambda world: lying(world, "1.I", "5.I"), [("araujo-green", "roque-green")])


@rule("EST-5.6", "EST-R37")
def test_what_was_peeked_at_stays_known_to_the_peeking_seat_alone() -> None:
    spaces = {"5.I": "araujo-green", "1.I": "roque-green"}
    state = scene(seats=3, spaces=spaces, hands={"green": "linda-x-green"})
    play(state, "place araujo-red 5.II", "peek 5.I")
    reaches(
        state,
        0,
        lambda w: lying(w, "5.I", "1.I"),
        [("araujo-green", x) for x in ("roque-green", "linda-x-green")],
    )
    possible = list(permutations(["araujo-green", "roque-green", "linda-x-green"], 2))
    reaches(state, 2, lambda w: lying(w, "5.I", "1.I"), possible)


def test_a_tile_that_returns_to_hand_stays_known() -> None:
    spaces = {
        "3.I": "linda-x-red",
        "3.II": "araujo-green",
        "6.I": "roque-green",
        "6.III": "guedes-red",
        "4.I": "hans-r-red",
    }
    state = scene(board=3, spaces=spaces, hands={"green": "linda-x-green"})
    play(state, "assassinate 3.II")
    assert frame(state) == "UseAbilities"  # Hans R. on board 4; board 6 is still closed
    reaches(state, 0, lambda w: lying(w, "6.I"), [("roque-green",), ("linda-x-green",)])


def test_a_reward_won_this_round_cannot_lie_face_down() -> None:
    spaces = {"3.II": "araujo-green", "6.I": "roque-green", "4.I": "hans-r-red"}
    state = scene(board=3, spaces=spaces, hands={"green": "linda-x-green"}, rewards={3: "garbo"})
    assert "garbo" in seen(state, "green")["hand"]
    reaches(state, 0, lambda w: lying(w, "6.I"), [("roque-green",), ("linda-x-green",)])


def small_pile(**given: Any) -> State:
    """Rewards in the open on 1, 3, 5, 6; face down on 2; three tiles in the pile."""
    spaces = {"3.I": "hans-r-red", "3.II": "hans-r-green", "6.I": "guedes-red"}
    data = scene(board=0, spaces=spaces, top="pires amelia garbo").to_json()
    t = data["table"]
    t["removed"] += t["pile"][:-3]
    t["pile"] = t["pile"][-3:]
    t["pile_seen"] = [0, 0, 0]
    t["rewards"]["2"]["tile"], t["board"], t["turn"] = "j-bourbon", 0, 0
    t.update(given)
    del data["stack"]
    return GAME.from_json(data)


def test_unseen_rewards_and_the_pile_are_one_another_s_alternatives() -> None:
    state = small_pile()
    hidden = ["j-bourbon", "pires", "amelia", "garbo"]
    places = ("2.reward", "pile.0", "pile.1", "pile.2")
    reaches(state, 0, lambda w: lying(w, *places), list(permutations(hidden)))
    reaches(state, None, lambda w: lying(w, *places), list(permutations(hidden)))


@rule("EST-5.8")
def test_a_reward_that_was_peeked_at_is_known() -> None:
    state = small_pile()
    data = state.to_json()
    data["table"]["rewards"]["2"]["seen"] = 1
    state = GAME.from_json(data)
    pile = [BOX.ids[tile] for tile in table(state).pile]
    expected = [("j-bourbon", *order) for order in permutations(pile)]
    reaches(state, 0, lambda w: lying(w, "2.reward", "pile.0", "pile.1", "pile.2"), expected)
    assert at(state, "2.reward", "red")["tile"] == "j-bourbon"
    assert at(state, "2.reward", "green")["tile"] is None


def played(state: State, choice: str) -> State:
    play(state, "conspire", choice)
    return state


@rule("EST-8.2")
def test_under_the_pile_known_to_the_conspirator_alone_if_the_reward_was_kept() -> None:
    data = small_pile().to_json()
    t = data["table"]
    t["removed"] += [entry["tile"] for label, entry in t["rewards"].items() if label in "12"]
    t["rewards"] = {label: entry for label, entry in t["rewards"].items() if label not in "12"}
    t.update(board=3, turn=-1)
    del data["stack"]
    state = GAME.from_json(data)
    top, rest = BOX.ids[table(state).pile[-1]], [BOX.ids[tile] for tile in table(state).pile[:-1]]
    reaches(
        played(state.clone(), "keep"),
        0,
        lambda w: lying(w, "pile.0", "pile.1", "pile.2"),
        [(top, *order) for order in permutations(rest)],
    )
    reaches(
        played(state.clone(), "keep"),
        1,
        lambda w: lying(w, "pile.0", "pile.1", "pile.2"),
        list(permutations([top, *rest])),
    )
    exchanged = played(state.clone(), "exchange")
    old = BOX.ids[table(exchanged).pile[0]]
    for seat in (0, 1, None):
        reaches(
            exchanged,
            seat,
            lambda w: lying(w, "pile.0", "pile.1", "pile.2"),
            [(old, *order) for order in permutations(rest)],
        )


def test_a_known_tile_of_the_pile_stays_known_when_it_becomes_a_secret_reward() -> None:
    state = small_pile(pile_seen=[0, 0, 1])
    t = table(state)
    deal_reward(t, 7)  # the Museum's is Top Secret
    assert t.known.seen[t.tiles[PLACE_IDS.index("8.reward")]] == 1
    t.known.reveal(t.pile[-1])
    deal_reward(t, 7)
    mask = t.known.seen[t.tiles[PLACE_IDS.index("8.reward")]]
    assert mask != -1  # it lies face down, though
    assert mask & 1
    assert mask >> 30 & 1


@rule("EST-7.3")
def test_the_discards_of_others_are_unknown_until_all_have_chosen() -> None:
    red = "araujo-red guedes-red roque-red hans-r-red elizabeth-red linda-x-red garbo pires"
    green = "araujo-green guedes-green roque-green hans-r-green elizabeth-green linda-x-green amelia"
    state = scene(at_end=True, stack=DISCARDS, hands={"red": red, "green": green})
    play(state, "green: discard amelia", "green: ready")

    def chosen(world: State) -> object:
        return BOX.ids[world.stack[-1].pack()[0][1][0]]

    reaches(state, 0, chosen, green.split())
    reaches(state, 1, chosen, ["amelia"])

    def down(world: State) -> object:
        return len(world.stack[-1].pack()[0][0])

    reaches(state, 1, down, [0, 1, 2])


@rule("EST-11.3", "EST-11.5")
def test_secret_missions_and_agendas_of_others() -> None:
    state = GAME.start(seats=4, seed=3, secret_missions="on", recruiting_agenda="on")
    t = table(state)
    found: list[set[int]] = [set() for _place in range(8)]
    for seed in range(400):
        world = table(state.resample(0, seed))
        everything = [*world.missions, *world.between, *world.agendas]
        assert len(set(everything)) == len(everything)
        assert BOX.strength_mission not in world.agendas
        assert (world.missions, world.between[0], world.between[3]) == (
            t.missions,
            t.between[0],
            t.between[3],
        )
        assert world.agendas[0] == t.agendas[0]
        for place, mission in enumerate([*world.between, *world.agendas]):
            found[place].add(mission)
    known = {*t.missions, t.between[0], t.between[3], t.agendas[0]}
    others = set(range(12)) - known
    assert found[1] == found[2] == others
    assert found[5] == found[6] == found[7] == others - {BOX.strength_mission}


def test_a_spectator_sees_only_what_everybody_sees() -> None:
    state = GAME.start(seats=3, seed=4, secret_missions="on", recruiting_agenda="on")
    for step in range(40):
        view = seen(state)
        assert "hand" not in view
        for board in view["boards"]:
            for place in [*board["spaces"], board["reward"]]:
                assert (place["tile"] is not None) == (place["face"] == "up")
        seat = state.deciders[0]
        state.play(seat, state.legal(seat)[step % len(state.legal(seat))])


def test_events_name_face_down_tiles_to_their_owner_only() -> None:
    state = GAME.start(seats=2, seed=1, events=True)
    state.play(
        state.deciders[0], next(m for m in state.legal(state.deciders[0]) if " 3." not in GAME.moves.name(m))
    )
    owner = COLOURS.index(seen(state)["first"])
    assert [e["kind"] for e in state.events_for(owner)][-1] == "placed-secretly"
    for other in (1 - owner, None):
        event = state.events_for(other)[-1]
        assert event["kind"] == "placed-unseen"
        assert "tile" not in event


def test_positions_that_cannot_be_are_refused() -> None:
    data = scene(spaces={"3.II": "araujo-red"}).to_json()
    for path, value, message in (
        (("grid",), [1, 1, 2, 3, 4, 5], "6 different boards"),
        (("spaces", "3.II", "tile"), "nobody", "not a component"),
        (("spaces", "3.II", "seat"), 2, "seat in space 3.II"),
        (("spaces", "9.I"), {"tile": "araujo-red", "seat": 0}, "9.I in spaces of table is not in the grid"),
        (("spaces", "3.II", "seat"), 1, "starter of another colour"),
        (("rewards", "8"), {"tile": "garbo"}, "8 in rewards of table is not in the grid"),
        (("missions",), ["assassin"], "there are 4"),
        (("missions",), ["assassin", "assassin", "women", "strength"], "twice"),
        (("round",), 5, "round in table"),
        (("hands",), [[], []], "There must be 1 of"),
        (("board",), 8, "sits out"),
        (("unknown",), 1, "Unknown key in table: unknown"),
    ):
        broken = GAME.from_json(data).to_json()
        part = broken["table"]
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
        with pytest.raises(BadPosition, match=message):
            GAME.from_json(broken)


def resolving() -> dict[str, Any]:
    """A position in which an assassin on board 3 is asked."""
    state = scene(board=3, spaces={"3.II": "linda-x-red", "3.III": "araujo-green"})
    return json.loads(json.dumps(state.to_json()))  # type: ignore[no-any-return]


@pytest.mark.parametrize("board", ["3", "4"])
def test_a_board_still_to_be_resolved_has_its_reward(board: str) -> None:
    data = resolving()
    tile = data["table"]["rewards"].pop(board)["tile"]
    data["table"]["pile"].insert(0, tile)
    data["table"]["pile_seen"].insert(0, 0)
    with pytest.raises(BadPosition, match=f"Board {board} is still to be resolved, but has no reward"):
        GAME.from_json(data)


def test_a_board_that_was_resolved_has_no_reward_left() -> None:
    data = resolving()
    data["table"]["rewards"]["1"] = {"tile": data["table"]["pile"].pop()}
    data["table"]["pile_seen"].pop()
    with pytest.raises(BadPosition, match="Board 1 has a reward that nobody can win"):
        GAME.from_json(data)


@pytest.mark.parametrize("place", ["spaces 3.III", "rewards 3"])
def test_nothing_lies_face_down_on_the_board_being_resolved(place: str) -> None:
    data = resolving()
    part, label = place.split()
    data["table"][part][label]["seen"] = 1
    with pytest.raises(BadPosition, match="lies face down, but its board was turned up"):
        GAME.from_json(data)
