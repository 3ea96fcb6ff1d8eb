"""Every sentence with which a move is refused states a fact: it is said when the fact is set up, and not when
it is taken away.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest

from spyring.engine.rows import replaced
from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_NAMES
from spyring.games.season0.rules.debrief import Upgrade
from spyring.games.season0.rules.group import NO_VOTE
from spyring.games.season0.rules.instructions import Choose
from spyring.testkit import rule
from spyring.testkit.scene import play
from tests.games.season0.scene import begin, month, passport, scene, traveller
from tests.games.season0.year import fail, file_of, go_on, to
from tests.games.season0.year import month as played_month

Asked = tuple[State, str]
Case = tuple[str, str, Callable[[], Asked], Callable[[], Asked]]

DEALER: Final[dict[str, Any]] = {"aliases": [101, 100]}  # alpha trades in rare books
ALLIED: Final = "paris rome toronto atlanta sydney"


def says(asked: Asked) -> tuple[str, str] | None:
    """The sentence and the clause by which a move is refused; None if it may be made."""
    state, text = asked
    name, _colon, move = text.rpartition(": ")
    seat = GAME.seat_names(int(state.seats)).index(name) if name else state.deciders[0]
    refusal = state.why_not(seat, GAME.moves.parse(move))
    return None if refusal is None else (refusal.text, refusal.clause)


def after(state: State, *moves: str) -> State:
    play(state, *moves)
    return state


def held(hand: str, *, bravo: str = "", **given: Any) -> State:
    """Alpha holds these cards, and bravo those."""
    return scene(hands={"alpha": hand, "bravo": bravo}, **given)


def later(event: str, *moves: str, **given: Any) -> State:
    """Alpha plays an Event that a campaign brought."""
    hands = {"alpha": event, **given.pop("hands", {})}
    legacy = month(events=[event], **given.pop("legacy", {}))
    return after(scene(legacy=legacy, hands=hands, aliases=[100, 101], **given), f"event {event}", *moves)


def ruled(name: str, **given: Any) -> State:
    """A month with one rule added."""
    return scene(legacy=month(rules=[[name, {}]]), aliases=[100, 101], **given)


def two_unknown(**given: Any) -> State:
    """Alpha may identify one of two targets in Europe."""
    legacy = month(
        objectives=[
            {"id": "a", "unknown": ["paris", "rome", "prague", "london"], "complete": 110, "failed": 111},
            {"id": "b", "unknown": ["madrid", "kiev", "moscow", "warsaw"], "complete": 112, "failed": 113},
        ]
    )
    return scene(legacy=legacy, aliases=[100, 101], targets=["london", "kiev"], destroyed="kiev", **given)


def voting() -> State:
    return GAME.start(seats=2, seed=1, legacy=month(funding=4))


def choosing(*moves: str, **more: Any) -> State:
    """Characters and aliases are chosen."""
    return after(GAME.start(seats=2, seed=1, legacy=month(funding=5, **more)), *moves)


def naming(*moves: str) -> State:
    """The Allied aliases are being created."""
    return after(to(go_on(file_of()), "CreateAlias"), *moves)


def story_choice() -> State:
    """A story card leaves a choice of two."""
    state = played_month("january")
    state.push(Choose("story 01-04", NO_VOTE))
    state.settle()
    return state


def reading() -> State:
    """January has failed; the group chooses who reads."""
    state = played_month("january")
    fail(state)
    return to(state, "ChooseReader")


def upgrade(units: int = 9, burned: int = 0, slots: tuple[int, ...] = (), **changes: Any) -> State:
    """January is over, with safehouses in Lima and Washington; the group spends its budget."""
    state = played_month("january", **changes)
    fail(state)
    to(state, "Upgrade")
    state.safe = replaced(state.safe, GAME.box.index["lima"], 1)
    state.burned = burned
    if slots:
        state.slots = (slots, *state.slots[1:])
    state.replace(Upgrade(units, NO_VOTE))
    state.deciders_mask = state.stack[-1].deciders(state)
    return state


def all_out() -> State:
    """Alpha assembles a team though all are on the board: one of them is moved."""
    teams = {"allied-1": "rome", "allied-2": "lima", "allied-3": "washington"}
    return after(held(ALLIED, teams=teams), "assemble")


def over_the_limit() -> State:
    return held(f"{ALLIED} lima bogota cairo", stack=[["TakeAction"], ["HandLimit", 0]])


def full_slots(first: str) -> State:
    """Alpha has no empty slot for the weakness it takes."""
    slots = [first, "miniature-camera", "diplomatic-visa", "false-bottom-case"]
    state = traveller(slots, uncovered=3, pawns="cairo", stack=[["BeginTurn"]])
    return after(state, "weakness tailed")


def burned(other: int) -> State:
    """Alpha's alias is burned, and bravo travels as ``other``."""
    return scene(aliases=[-1, other], stack=[["TakeAction"], ["ReplaceAlias", 0]])


TWO: Final = [passport("black"), passport("black", "soviet")]
BURNED_ALIAS: Final = passport("black", "neutral", uncovered=8, burned=True)
FIRST_NAME: Final = GAME.moves.name(w.NAME_ALIAS)
SECOND_NAME: Final = GAME.moves.name(w.NAME_ALIAS + 1)
NEUTRAL_NAME: Final = GAME.moves.name(w.NAME_ALIAS + EACH_NAMES)
OCCUPATION: Final = "occupation wire-photographer"
SPREAD: Final = "washington rome paris tokyo cairo osaka london lima"  # every safehouse there is

CASES: Final[list[Case]] = [
    # -- Share Intel
    (
        "There is no such seat at this table.",
        "SZ-1.1",
        lambda: (held("washington"), "give charlie"),
        lambda: (held("washington", seats=3), "give charlie"),
    ),
    (
        "You share intel with another seat.",
        "SZ-10.7",
        lambda: (held("washington"), "give alpha"),
        lambda: (held("washington"), "give bravo"),
    ),
    (
        "This seat is in another city.",
        "SZ-10.7",
        lambda: (held("rome", pawns="rome paris"), "give bravo"),
        lambda: (held("rome", pawns="rome rome"), "give bravo"),
    ),
    (
        "You do not hold this card.",
        "SZ-10.7",
        lambda: (held("", bravo="washington"), "give bravo"),
        lambda: (held("washington"), "give bravo"),
    ),
    (
        "This seat does not hold this card.",
        "SZ-10.7",
        lambda: (held("washington"), "take bravo"),
        lambda: (held("", bravo="washington"), "take bravo"),
    ),
    (
        "This seat does not hold this card.",
        "SZ-10.7",
        lambda: (held("", bravo="rome"), "ask-for bravo paris"),
        lambda: (held("", bravo="rome"), "ask-for bravo rome"),
    ),
    (
        "You do not hold this card.",
        "SZ-10.7",
        lambda: (held("rome", **DEALER), "hand-over bravo paris"),
        lambda: (held("rome", **DEALER), "hand-over bravo rome"),
    ),
    (
        "This is the card of the city you are in; that is another move.",
        "SZ-10.7",
        lambda: (held("rome", **DEALER, pawns="rome rome"), "hand-over bravo rome"),
        lambda: (held("rome", **DEALER), "hand-over bravo rome"),
    ),
    (
        "This is the card of the city you are in; that is another move.",
        "SZ-10.7",
        lambda: (held("", bravo="rome", pawns="rome rome"), "ask-for bravo rome"),
        lambda: (held("", bravo="rome"), "ask-for bravo rome"),
    ),
    (
        "Only the card of the city where you both are can be shared.",
        "SZ-10.7",
        lambda: (held("rome"), "hand-over bravo rome"),
        lambda: (held("rome", **DEALER), "hand-over bravo rome"),
    ),
    (
        "A weakness of the receiver's alias forbids it.",
        "SZ-7.5",
        lambda: (traveller(["distrusted"], hands={"bravo": "washington"}), "take bravo"),
        lambda: (traveller(hands={"bravo": "washington"}), "take bravo"),
    ),
    (
        "You are asked to agree or to refuse.",
        "SZ-10.7",
        lambda: (after(held("washington"), "give bravo"), "bravo: end"),
        lambda: (after(held("washington"), "give bravo"), "bravo: agree"),
    ),
    (
        "This card was refused in this turn; others may be proposed.",
        "SZ-P9",
        lambda: (after(held("washington"), "give bravo", "bravo: refuse"), "give bravo"),
        lambda: (held("washington"), "give bravo"),
    ),
    # -- Travel
    (
        "You are in this city already.",
        "SZ-R10",
        lambda: (held("rome", pawns="rome"), "fly rome"),
        lambda: (held("rome"), "fly rome"),
    ),
    (
        "You are in this city already.",
        "SZ-R10",
        lambda: (held("rome", pawns="rome"), "fly-unrecorded rome"),
        lambda: (held("rome", pawns="rome"), "fly-unrecorded paris"),
    ),
    (
        "No line leads there from your city.",
        "SZ-10.1",
        lambda: (scene(pawns="washington"), "drive tokyo"),
        lambda: (scene(pawns="osaka"), "drive tokyo"),
    ),
    (
        "You do not hold this card.",
        "SZ-R28",
        lambda: (scene(), "fly rome"),
        lambda: (held("rome"), "fly rome"),
    ),
    (
        "No Commercial Flight goes to a Soviet city.",
        "SZ-10.4",
        lambda: (held("moscow"), "fly moscow"),
        lambda: (traveller(["diplomatic-visa"], hands={"alpha": "moscow"}), "fly moscow"),
    ),
    (
        "You do not hold the card of the city you are in.",
        "SZ-10.5",
        lambda: (held("paris"), "fly-unrecorded lima"),
        lambda: (held("washington"), "fly-unrecorded lima"),
    ),
    (
        "A weakness of your alias forbids it.",
        "SZ-7.5",
        lambda: (traveller(["grounded"], hands={"alpha": "washington"}), "fly-unrecorded lima"),
        lambda: (traveller(hands={"alpha": "washington"}), "fly-unrecorded lima"),
    ),
    # -- teams
    (
        "This team is not on the board.",
        "SZ-10.16",
        lambda: (scene(), "drive-team allied-1 paris"),
        lambda: (scene(teams={"allied-1": "london"}), "drive-team allied-1 paris"),
    ),
    (
        "Of teams alike in one city, move the one with the lowest number.",
        "SZ-10.17",
        lambda: (scene(teams={"allied-1": "london", "allied-2": "london"}), "drive-team allied-2 paris"),
        lambda: (scene(teams={"allied-1": "rome", "allied-2": "london"}), "drive-team allied-2 paris"),
    ),
    (
        "It is in this city already.",
        "SZ-R10",
        lambda: (scene(teams={"allied-1": "paris"}), "drive-team allied-1 paris"),
        lambda: (scene(teams={"allied-1": "london"}), "drive-team allied-1 paris"),
    ),
    (
        "No line leads there from the city of the team.",
        "SZ-10.16",
        lambda: (scene(teams={"allied-1": "london"}), "drive-team allied-1 tokyo"),
        lambda: (scene(teams={"allied-1": "osaka"}), "drive-team allied-1 tokyo"),
    ),
    # -- in a city
    (
        "There is no agent in your city.",
        "SZ-10.6",
        lambda: (scene(), "neutralize"),
        lambda: (scene(agents={"washington": 1}), "neutralize"),
    ),
    (
        "A weakness of your alias forbids it.",
        "SZ-7.5",
        lambda: (traveller(["shaking-hands"], agents={"washington": 3}), "neutralize"),
        lambda: (traveller(["shaking-hands"], agents={"washington": 2}), "neutralize"),
    ),
    (
        "There is a safehouse already.",
        "SZ-10.10",
        lambda: (held("rome", pawns="rome", safehouses="rome"), "build"),
        lambda: (held("rome", pawns="rome"), "build"),
    ),
    (
        "You do not hold the card of the city you are in.",
        "SZ-10.9",
        lambda: (scene(pawns="rome"), "build"),
        lambda: (held("rome", pawns="rome"), "build"),
    ),
    (
        "This can only be done at a safehouse.",
        "SZ-10.14",
        lambda: (held(ALLIED, pawns="washington", safehouses="lima"), "assemble"),
        lambda: (held(ALLIED, pawns="washington"), "assemble"),
    ),
    (
        "You do not hold enough City cards of this affiliation.",
        "SZ-R25",
        lambda: (held("paris rome toronto atlanta"), "assemble"),
        lambda: (held(ALLIED), "assemble"),
    ),
    (
        "All teams of this affiliation are here already.",
        "SZ-10.15",
        lambda: (held(ALLIED, teams={f"allied-{n}": "washington" for n in (1, 2, 3)}), "assemble"),
        lambda: (held(ALLIED, teams={f"allied-{n}": "washington" for n in (1, 2)}), "assemble"),
    ),
    (
        "No target of this region is unknown.",
        "SZ-10.12",
        lambda: (held("paris rome prague", pawns="london", safehouses="london", revealed=[1, 0]), "identify"),
        lambda: (held("paris rome prague", pawns="london", safehouses="london"), "identify"),
    ),
    (
        "You do not hold enough City cards of this region.",
        "SZ-R25",
        lambda: (held("paris rome", pawns="london", safehouses="london"), "identify"),
        lambda: (held("paris rome prague", pawns="london", safehouses="london"), "identify"),
    ),
    # -- Acquire Targets
    (
        "There is no such objective this month.",
        "SZ-10.19",
        lambda: (scene(), "acquire 3"),
        lambda: (
            scene(legacy=month("may"), aliases=[100, 101], teams={"neutral-1": "tokyo"}),
            "acquire 3",
        ),
    ),
    (
        "This objective has its token already.",
        "SZ-R13",
        lambda: (
            scene(teams={"soviet-1": "novosibirsk", "allied-1": "rome"}, status=["open", "complete"]),
            "acquire 2",
        ),
        lambda: (scene(teams={"soviet-1": "novosibirsk", "allied-1": "rome"}), "acquire 2"),
    ),
    (
        "It needs active teams where the objective says.",
        "SZ-11.1",
        lambda: (scene(teams={"allied-1": "novosibirsk"}), "acquire 2"),
        lambda: (scene(teams={"soviet-1": "novosibirsk"}), "acquire 2"),
    ),
    (
        "It needs an active team in a possible city.",
        "SZ-R12",
        lambda: (scene(teams={"soviet-1": "novosibirsk"}), "acquire 1"),
        lambda: (scene(teams={"allied-1": "paris"}), "acquire 1"),
    ),
    (
        "Your pawn is in no city of this objective.",
        "SZ-R11",
        lambda: (
            scene(teams={"soviet-1": "novosibirsk"}, options={"acquire_anywhere": "pawn_in_city"}),
            "acquire 2",
        ),
        lambda: (scene(teams={"soviet-1": "novosibirsk"}), "acquire 2"),
    ),
    (
        "Your pawn is in no possible city with an active team.",
        "SZ-R11",
        lambda: (
            scene(pawns="rome", teams={"allied-1": "paris"}, options={"acquire_anywhere": "pawn_in_city"}),
            "acquire 1",
        ),
        lambda: (
            scene(pawns="paris", teams={"allied-1": "paris"}, options={"acquire_anywhere": "pawn_in_city"}),
            "acquire 1",
        ),
    ),
    # -- what aliases can do
    (
        "Your alias cannot do this.",
        "SZ-P18",
        lambda: (scene(**DEALER), "escort-pawn bravo"),
        lambda: (scene(), "escort-pawn bravo"),
    ),
    (
        "This is your own pawn.",
        "SZ-P18",
        lambda: (scene(), "escort-pawn alpha"),
        lambda: (scene(), "escort-pawn bravo"),
    ),
    (
        "There is no such seat at this table.",
        "SZ-1.1",
        lambda: (scene(), "escort-pawn delta"),
        lambda: (scene(seats=4), "escort-pawn delta"),
    ),
    (
        "This team is not on the board.",
        "SZ-15.5",
        lambda: (scene(), "escort-team allied-1"),
        lambda: (scene(teams={"allied-1": "lima"}), "escort-team allied-1"),
    ),
    (
        "Of teams alike in one city, move the one with the lowest number.",
        "SZ-10.17",
        lambda: (scene(teams={"allied-1": "lima", "allied-2": "lima"}), "escort-team allied-2"),
        lambda: (scene(teams={"allied-2": "lima"}), "escort-team allied-2"),
    ),
    (
        "This city is more than 3 lines away.",
        "SZ-P18",
        lambda: (after(scene(pawns="lima london"), "escort-pawn bravo"), "to tokyo"),
        lambda: (after(scene(pawns="lima osaka"), "escort-pawn bravo"), "to tokyo"),
    ),
    (
        "Your alias has no Station Chief.",
        "SZ-6.8",
        lambda: (traveller(agents={"lima": 1}), "call lima"),
        lambda: (traveller(["station-chief"], agents={"lima": 1}), "call lima"),
    ),
    (
        "Every Station Chief of your alias has been called in this game.",
        "SZ-6.8",
        lambda: (traveller(["station-chief"], agents={"lima": 1}, called=1), "call lima"),
        lambda: (traveller(["station-chief"], agents={"lima": 1}), "call lima"),
    ),
    (
        "There is no agent in this city.",
        "SZ-6.8",
        lambda: (traveller(["station-chief"], agents={"paris": 1}), "call lima"),
        lambda: (traveller(["station-chief"], agents={"lima": 1}), "call lima"),
    ),
    # -- giving up, and whose turn it is
    (
        "A game is played to one of its ends.",
        "SZ-R51",
        lambda: (scene(), "concede"),
        lambda: (scene(options={"concede": "yes"}), "concede"),
    ),
    (
        "Somebody refused to give up in this turn.",
        "SZ-R51",
        lambda: (after(scene(options={"concede": "yes"}), "concede", "bravo: refuse"), "concede"),
        lambda: (scene(options={"concede": "yes"}), "concede"),
    ),
    (
        "You are asked to agree or to refuse.",
        "SZ-R51",
        lambda: (after(scene(options={"concede": "yes"}), "concede"), "bravo: end"),
        lambda: (after(scene(options={"concede": "yes"}), "concede"), "bravo: agree"),
    ),
    (
        "It is not your turn, and you hold no Event.",
        "SZ-9.2",
        lambda: (scene(), "bravo: event airlift"),
        lambda: (held("", bravo="airlift"), "bravo: event airlift"),
    ),
    (
        "It is not your turn: you may only play Events.",
        "SZ-9.2",
        lambda: (held("", bravo="airlift"), "bravo: end"),
        lambda: (held("", bravo="airlift", active=1), "bravo: end"),
    ),
    (
        "This is not what is asked now.",
        "SZ-9.4",
        lambda: (scene(), "agree"),
        lambda: (after(held("washington"), "give bravo"), "bravo: agree"),
    ),
    # -- Events
    (
        "You do not hold this card.",
        "SZ-15.2",
        lambda: (held("forecast"), "event airlift"),
        lambda: (held("airlift"), "event airlift"),
    ),
    (
        "There are fewer than 6 cards in the Threat deck.",
        "SZ-15.5",
        lambda: (held("forecast", threat_deck="tokyo osaka manila lima rome"), "event forecast"),
        lambda: (held("forecast", threat_deck="tokyo osaka manila lima rome kiev"), "event forecast"),
    ),
    (
        "No safehouse is left.",
        "SZ-15.5",
        lambda: (
            held("war-relics", safehouses=SPREAD, options={"event_moves_safehouse": "no"}),
            "event war-relics",
        ),
        lambda: (held("war-relics", options={"event_moves_safehouse": "no"}), "event war-relics"),
    ),
    (
        "This Event is in force already.",
        "SZ-15.5",
        lambda: (held("in-the-shadows", shadows=1), "event in-the-shadows"),
        lambda: (held("in-the-shadows"), "event in-the-shadows"),
    ),
    (
        "The actions of this turn are over: no pawn drives any more.",
        "SZ-15.5",
        lambda: (after(held("in-the-shadows", watching=1), "end"), "event in-the-shadows"),
        lambda: (held("in-the-shadows", watching=1), "event in-the-shadows"),
    ),
    (
        "The Threat discard pile is empty.",
        "SZ-15.5",
        lambda: (held("counterintelligence"), "event counterintelligence"),
        lambda: (held("counterintelligence", threat_discard="rome"), "event counterintelligence"),
    ),
    (
        "You hold no Event.",
        "SZ-15.3",
        lambda: (scene(), "watch"),
        lambda: (held("airlift"), "watch"),
    ),
    (
        "The game waits for you at every open point already.",
        "SZ-15.3",
        lambda: (after(held("airlift"), "watch"), "watch"),
        lambda: (held("airlift"), "watch"),
    ),
    (
        "You are asked at every open point anyway.",
        "SZ-15.3",
        lambda: (held("airlift", options={"auto_continue": "no"}), "watch"),
        lambda: (held("airlift"), "watch"),
    ),
    (
        "You hold no Event.",
        "SZ-15.3",
        lambda: (after(held("airlift", options={"auto_continue": "no"}), "end"), "bravo: event airlift"),
        lambda: (after(held("airlift", options={"auto_continue": "no"}), "end"), "event airlift"),
    ),
    (
        "Between two steps only Events can be played.",
        "SZ-15.3",
        lambda: (after(held("airlift", options={"auto_continue": "no"}), "end"), "drive new-york"),
        lambda: (held("airlift", options={"auto_continue": "no"}), "drive new-york"),
    ),
    (
        "The game does not wait for you here.",
        "SZ-15.3",
        lambda: (after(held("airlift", bravo="forecast"), "watch", "end"), "bravo: continue"),
        lambda: (after(held("airlift", bravo="forecast"), "watch", "end"), "alpha: continue"),
    ),
    (
        "This team is not on the board.",
        "SZ-15.5",
        lambda: (after(held("airlift"), "event airlift"), "team allied-1"),
        lambda: (after(held("airlift", teams={"allied-1": "rome"}), "event airlift"), "team allied-1"),
    ),
    (
        "There is no such seat at this table.",
        "SZ-1.1",
        lambda: (after(held("airlift"), "event airlift"), "pawn delta"),
        lambda: (after(held("airlift", seats=4), "event airlift"), "pawn delta"),
    ),
    (
        "It is in this city already.",
        "SZ-R10",
        lambda: (after(held("airlift", pawns="rome"), "event airlift", "pawn alpha"), "to rome"),
        lambda: (after(held("airlift", pawns="lima"), "event airlift", "pawn alpha"), "to rome"),
    ),
    (
        "This card has its place already.",
        "SZ-R37",
        lambda: (
            after(held("forecast", threats="tokyo osaka manila"), "event forecast", "order tokyo"),
            "order tokyo",
        ),
        lambda: (after(held("forecast", threats="tokyo osaka manila"), "event forecast"), "order tokyo"),
    ),
    (
        "This card is not among those you look at.",
        "SZ-R37",
        lambda: (after(held("forecast", bottom="tokyo"), "event forecast"), "order tokyo"),
        lambda: (after(held("forecast", threats="tokyo"), "event forecast"), "order tokyo"),
    ),
    (
        "There is a safehouse already.",
        "SZ-10.10",
        lambda: (after(held("war-relics", safehouses="rome"), "event war-relics"), "to rome"),
        lambda: (after(held("war-relics"), "event war-relics"), "to rome"),
    ),
    (
        "There is no safehouse in this city.",
        "SZ-R24",
        lambda: (
            after(
                held("war-relics", safehouses=SPREAD),
                "event war-relics",
                "to madrid",
            ),
            "from bogota",
        ),
        lambda: (
            after(
                held("war-relics", safehouses=SPREAD),
                "event war-relics",
                "to madrid",
            ),
            "from lima",
        ),
    ),
    (
        "This card is not in the Threat discard pile.",
        "SZ-15.6",
        lambda: (
            after(held("counterintelligence", threat_discard="rome"), "event counterintelligence"),
            "withdraw lima",
        ),
        lambda: (
            after(held("counterintelligence", threat_discard="lima"), "event counterintelligence"),
            "withdraw lima",
        ),
    ),
    # -- Events that a campaign brings
    (
        "This pawn has nowhere to go.",
        "SZ-15.5",
        lambda: (later("night-porter", pawns="washington rome"), "pawn alpha"),
        lambda: (later("night-porter", pawns="washington rome", safehouses="rome"), "pawn alpha"),
    ),
    (
        "There is no such seat at this table.",
        "SZ-1.1",
        lambda: (later("night-porter", pawns="rome"), "pawn delta"),
        lambda: (later("night-porter", pawns="rome"), "pawn alpha"),
    ),
    (
        "There is no safehouse in this city.",
        "SZ-15.2",
        lambda: (later("night-porter", "pawn alpha", pawns="rome"), "to lima"),
        lambda: (later("night-porter", "pawn alpha", pawns="rome", safehouses="lima paris"), "to lima"),
    ),
    (
        "It is in this city already.",
        "SZ-R10",
        lambda: (later("stage-door", "pawn alpha", pawns="rome paris"), "to rome"),
        lambda: (later("stage-door", "pawn alpha", pawns="lima rome"), "to rome"),
    ),
    (
        "There is no pawn in this city.",
        "SZ-15.2",
        lambda: (later("stage-door", "pawn alpha", pawns="rome paris"), "to lima"),
        lambda: (later("stage-door", "pawn alpha", pawns="rome lima"), "to lima"),
    ),
    (
        "This pawn is in the same city.",
        "SZ-15.5",
        lambda: (later("open-line", "pawn alpha", pawns="rome paris"), "pawn alpha"),
        lambda: (later("open-line", "pawn alpha", pawns="rome paris"), "pawn bravo"),
    ),
    (
        "There is no such seat at this table.",
        "SZ-1.1",
        lambda: (later("open-line", "pawn alpha", pawns="rome paris"), "pawn delta"),
        lambda: (later("open-line", "pawn alpha", pawns="rome paris"), "pawn bravo"),
    ),
    (
        "This seat holds no City card.",
        "SZ-15.5",
        lambda: (later("dead-drop", hands={"bravo": "rome"}), "pawn alpha"),
        lambda: (later("dead-drop", hands={"bravo": "rome"}), "pawn bravo"),
    ),
    (
        "There is no such seat at this table.",
        "SZ-1.1",
        lambda: (later("dead-drop", hands={"bravo": "rome"}), "pawn delta"),
        lambda: (later("dead-drop", hands={"bravo": "rome"}), "pawn bravo"),
    ),
    (
        "This seat is the one that gives.",
        "SZ-15.2",
        lambda: (later("dead-drop", "pawn bravo", hands={"bravo": "rome"}), "hand-over bravo rome"),
        lambda: (later("dead-drop", "pawn bravo", hands={"bravo": "rome"}), "hand-over alpha rome"),
    ),
    (
        "There is no such seat at this table.",
        "SZ-1.1",
        lambda: (later("dead-drop", "pawn bravo", hands={"bravo": "rome"}), "hand-over delta rome"),
        lambda: (later("dead-drop", "pawn bravo", hands={"bravo": "rome"}), "hand-over alpha rome"),
    ),
    (
        "The seat that gives does not hold this card.",
        "SZ-15.2",
        lambda: (later("dead-drop", "pawn bravo", hands={"bravo": "rome"}), "hand-over alpha lima"),
        lambda: (later("dead-drop", "pawn bravo", hands={"bravo": "lima"}), "hand-over alpha lima"),
    ),
    (
        "This team is not on the board.",
        "SZ-15.5",
        lambda: (later("night-train", teams={"allied-1": "rome"}), "team soviet-1"),
        lambda: (later("night-train", teams={"soviet-1": "rome"}), "team soviet-1"),
    ),
    (
        "This city has had its turn.",
        "SZ-15.5",
        lambda: (later("going-twice", "from lima", agents={"lima": 2, "rome": 1}), "from lima"),
        lambda: (later("going-twice", agents={"lima": 2, "rome": 1}), "from lima"),
    ),
    (
        "There is no agent in this city.",
        "SZ-15.5",
        lambda: (later("false-alarm", agents={"rome": 1}, tokens={"lima": 1}), "from lima"),
        lambda: (later("false-alarm", agents={"lima": 1}), "from lima"),
    ),
    (
        "There is no incident token in this city.",
        "SZ-15.5",
        lambda: (later("burn-bag", tokens={"rome": 1}, agents={"lima": 1}), "from lima"),
        lambda: (later("burn-bag", tokens={"lima": 1}), "from lima"),
    ),
    (
        "This card is not in the player discard pile.",
        "SZ-15.6",
        lambda: (later("old-friends", discard="rome"), "recover lima"),
        lambda: (later("old-friends", discard="lima"), "recover lima"),
    ),
    # -- actions that a rule adds
    (
        "No rule that you have found allows this.",
        "SZ-19.1",
        lambda: (scene(safehouses="washington lima"), "shuttle lima"),
        lambda: (ruled("shuttle", safehouses="washington lima"), "shuttle lima"),
    ),
    (
        "There is no safehouse in the city you are in.",
        "SZ-19.1",
        lambda: (ruled("shuttle", pawns="rome", safehouses="washington lima"), "shuttle lima"),
        lambda: (ruled("shuttle", pawns="rome", safehouses="rome lima"), "shuttle lima"),
    ),
    (
        "There is no safehouse in this city.",
        "SZ-19.1",
        lambda: (ruled("shuttle", safehouses="washington"), "shuttle lima"),
        lambda: (ruled("shuttle", safehouses="washington lima"), "shuttle lima"),
    ),
    (
        "You are in this city already.",
        "SZ-R10",
        lambda: (ruled("shuttle", pawns="lima", safehouses="washington lima"), "shuttle lima"),
        lambda: (ruled("shuttle", safehouses="washington lima"), "shuttle lima"),
    ),
    (
        "There is no such objective this month.",
        "SZ-10.19",
        lambda: (ruled("scissors", hands={"alpha": "paris"}, target="rome"), "strike-out 3 paris"),
        lambda: (ruled("scissors", hands={"alpha": "paris"}, target="rome"), "strike-out 1 paris"),
    ),
    (
        "This city is not on the list of the objective.",
        "SZ-19.1",
        lambda: (ruled("scissors", hands={"alpha": "tokyo"}, target="rome"), "strike-out 1 tokyo"),
        lambda: (ruled("scissors", hands={"alpha": "paris"}, target="rome"), "strike-out 1 paris"),
    ),
    (
        "You do not hold this card.",
        "SZ-19.1",
        lambda: (ruled("scissors", target="rome"), "strike-out 1 paris"),
        lambda: (ruled("scissors", hands={"alpha": "paris"}, target="rome"), "strike-out 1 paris"),
    ),
    (
        "Nothing can be struck from the list of this objective.",
        "SZ-19.1",
        lambda: (
            ruled("scissors", hands={"alpha": "paris"}, target="rome", revealed=[1, 0]),
            "strike-out 1 paris",
        ),
        lambda: (ruled("scissors", hands={"alpha": "paris"}, target="rome"), "strike-out 1 paris"),
    ),
    (
        "Patience has been used in this game.",
        "SZ-19.1",
        lambda: (after(ruled("patience"), "be-patient"), "be-patient"),
        lambda: (ruled("patience"), "be-patient"),
    ),
    # -- paying and choosing
    (
        "This is no City card of this affiliation.",
        "SZ-R25",
        lambda: (after(held(f"{ALLIED} new-york cairo"), "assemble"), "discard cairo"),
        lambda: (after(held(f"{ALLIED} new-york cairo"), "assemble"), "discard rome"),
    ),
    (
        "This is no City card of this region.",
        "SZ-R25",
        lambda: (
            after(held("paris rome prague kiev tokyo", pawns="london", safehouses="london"), "identify"),
            "discard tokyo",
        ),
        lambda: (
            after(held("paris rome prague kiev tokyo", pawns="london", safehouses="london"), "identify"),
            "discard rome",
        ),
    ),
    (
        "You do not hold this card.",
        "SZ-R25",
        lambda: (
            after(held("paris rome prague kiev", pawns="london", safehouses="london"), "identify"),
            "discard madrid",
        ),
        lambda: (
            after(held("paris rome prague kiev", pawns="london", safehouses="london"), "identify"),
            "discard rome",
        ),
    ),
    (
        "This objective has no unknown target of this region.",
        "SZ-R17",
        lambda: (
            after(
                two_unknown(hands={"alpha": "rome prague paris"}, pawns="rome", safehouses="rome"), "identify"
            ),
            "objective 3",
        ),
        lambda: (
            after(
                two_unknown(hands={"alpha": "rome prague paris"}, pawns="rome", safehouses="rome"), "identify"
            ),
            "objective 2",
        ),
    ),
    (
        "The team comes from another city than yours.",
        "SZ-10.15",
        lambda: (all_out(), "from washington"),
        lambda: (all_out(), "from rome"),
    ),
    (
        "There is no team of this affiliation in this city.",
        "SZ-10.15",
        lambda: (all_out(), "from tokyo"),
        lambda: (all_out(), "from lima"),
    ),
    (
        "First come down to your hand limit.",
        "SZ-15.1",
        lambda: (over_the_limit(), "end"),
        lambda: (scene(), "end"),
    ),
    (
        "You do not hold this card.",
        "SZ-15.1",
        lambda: (over_the_limit(), "discard tokyo"),
        lambda: (over_the_limit(), "discard rome"),
    ),
    # -- cover
    (
        "No Event can be played in answer to a loss of cover.",
        "SZ-R6",
        lambda: (begin(pawns="moscow", hands={"alpha": "airlift lima rome paris cairo"}), "event airlift"),
        lambda: (
            begin(
                pawns="moscow",
                hands={"alpha": "airlift lima rome paris cairo"},
                options={"event_in_answer": "yes"},
            ),
            "event airlift",
        ),
    ),
    (
        "You do not hold this card.",
        "SZ-7.4",
        lambda: (begin(pawns="moscow", hands={"alpha": "lima rome paris cairo"}), "discard tokyo"),
        lambda: (begin(pawns="moscow", hands={"alpha": "lima rome paris tokyo"}), "discard tokyo"),
    ),
    (
        "Your alias has this weakness already.",
        "SZ-R64",
        lambda: (traveller(["tailed"], uncovered=3, pawns="cairo", stack=[["BeginTurn"]]), "weakness tailed"),
        lambda: (traveller(uncovered=3, pawns="cairo", stack=[["BeginTurn"]]), "weakness tailed"),
    ),
    (
        "There is no asset in this slot.",
        "SZ-R34",
        lambda: (full_slots("grounded"), "slot 1"),
        lambda: (full_slots("station-chief"), "slot 1"),
    ),
    (
        "Somebody else travels under this alias.",
        "SZ-R48",
        lambda: (burned(101), "temporary rare-book-dealer"),
        lambda: (burned(102), "temporary rare-book-dealer"),
    ),
    # -- Safehouse Compromised
    (
        "This city is in another region.",
        "SZ-R23",
        lambda: (scene(safehouses="rome paris lima", stack=[["TakeAction"], ["Abandon", 2]]), "abandon lima"),
        lambda: (scene(safehouses="rome paris lima", stack=[["TakeAction"], ["Abandon", 2]]), "abandon rome"),
    ),
    (
        "There is no safehouse in this city.",
        "SZ-R23",
        lambda: (scene(safehouses="rome paris", stack=[["TakeAction"], ["Abandon", 2]]), "abandon kiev"),
        lambda: (scene(safehouses="rome kiev", stack=[["TakeAction"], ["Abandon", 2]]), "abandon kiev"),
    ),
    # -- setup
    (
        "You are asked to agree or to refuse.",
        "SZ-R38",
        lambda: (after(voting(), "propose airlift"), "bravo: propose forecast"),
        lambda: (voting(), "bravo: propose forecast"),
    ),
    (
        "This Event is chosen already.",
        "SZ-8.6",
        lambda: (after(voting(), "propose airlift", "bravo: agree"), "propose airlift"),
        lambda: (voting(), "propose airlift"),
    ),
    (
        "This Event is not in your reserve.",
        "SZ-8.6",
        lambda: (voting(), "propose stage-door"),
        lambda: (
            GAME.start(seats=2, seed=1, legacy=month(funding=1, events=["airlift", "stage-door"])),
            "propose stage-door",
        ),
    ),
    (
        "First choose a character.",
        "SZ-8.11",
        lambda: (choosing(), "alias allied"),
        lambda: (choosing("alpha: character black", aliases=TWO), "alpha: alias allied"),
    ),
    (
        "Somebody else plays this character.",
        "SZ-P3",
        lambda: (choosing("alpha: character black"), "bravo: character black"),
        lambda: (choosing(), "bravo: character black"),
    ),
    (
        "The prologue is played with temporary aliases.",
        "SZ-6.3",
        lambda: (after(GAME.start(seats=2, seed=1), "alpha: character black"), "alpha: alias allied"),
        lambda: (choosing("alpha: character black", aliases=TWO), "alpha: alias allied"),
    ),
    (
        "This alias is not created.",
        "SZ-7.9",
        lambda: (choosing("alpha: character black", aliases=TWO), "alpha: alias neutral"),
        lambda: (choosing("alpha: character black", aliases=TWO), "alpha: alias soviet"),
    ),
    (
        "This alias is burned.",
        "SZ-7.9",
        lambda: (
            choosing("alpha: character black", aliases=[*TWO, BURNED_ALIAS]),
            "alpha: alias neutral",
        ),
        lambda: (
            choosing("alpha: character black", aliases=[*TWO, passport("black", "neutral")]),
            "alpha: alias neutral",
        ),
    ),
    (
        "Your character has an alias of its own.",
        "SZ-R61",
        lambda: (choosing("alpha: character black", aliases=TWO), "alpha: temporary wire-photographer"),
        lambda: (choosing("alpha: character black"), "alpha: temporary wire-photographer"),
    ),
    (
        "Somebody else travels under this alias.",
        "SZ-R48",
        lambda: (
            choosing("alpha: character black", "alpha: temporary wire-photographer", "bravo: character blue"),
            "bravo: temporary wire-photographer",
        ),
        lambda: (
            choosing("alpha: character black", "alpha: temporary rare-book-dealer", "bravo: character blue"),
            "bravo: temporary wire-photographer",
        ),
    ),
    # -- between two games of a campaign
    (
        "There is no such seat at this table.",
        "SZ-1.1",
        lambda: (reading(), "reader delta"),
        lambda: (reading(), "reader bravo"),
    ),
    (
        "Funding lies between 1 and 10.",
        "SZ-4.3",
        lambda: (go_on(file_of(funding=10), funding_override="host"), "raise-funding"),
        lambda: (go_on(file_of(funding=9), funding_override="host"), "raise-funding"),
    ),
    (
        "This is not what is asked now.",
        "SZ-15.8",
        lambda: (go_on(file_of(funding=9), funding_override="host"), "end"),
        lambda: (go_on(file_of(funding=9), funding_override="host"), "keep-funding"),
    ),
    (
        "There is no such answer.",
        "SZ-P1",
        lambda: (story_choice(), "choose 3"),
        lambda: (story_choice(), "choose 2"),
    ),
    (
        "This name is of another affiliation.",
        "SZ-6.5",
        lambda: (naming(), NEUTRAL_NAME),
        lambda: (naming(), FIRST_NAME),
    ),
    (
        "Another alias has this name.",
        "SZ-6.5",
        lambda: (naming(FIRST_NAME, OCCUPATION), FIRST_NAME),
        lambda: (naming(), FIRST_NAME),
    ),
    (
        "Another alias of this affiliation has this occupation.",
        "SZ-R36",
        lambda: (naming(FIRST_NAME, OCCUPATION, SECOND_NAME), OCCUPATION),
        lambda: (naming(FIRST_NAME), OCCUPATION),
    ),
    (
        "There are not enough units left.",
        "SZ-17.2",
        lambda: (upgrade(units=1), "buy black allied diplomatic-visa"),
        lambda: (upgrade(units=2), "buy black allied diplomatic-visa"),
    ),
    (
        "There are not enough units left.",
        "SZ-17.2",
        lambda: (upgrade(units=1), "mark lima"),
        lambda: (upgrade(units=2), "mark lima"),
    ),
    (
        "This alias is not created.",
        "SZ-17.3",
        lambda: (upgrade(), "buy black soviet station-chief"),
        lambda: (upgrade(), "buy black allied station-chief"),
    ),
    (
        "This alias is burned.",
        "SZ-R40",
        lambda: (upgrade(burned=1), "buy black allied station-chief"),
        lambda: (upgrade(), "buy black allied station-chief"),
    ),
    (
        "This alias has no empty slot.",
        "SZ-17.3",
        lambda: (upgrade(slots=(7, 8, 9, 10)), "buy black allied station-chief"),
        lambda: (upgrade(slots=(7, 8, 9, 0)), "buy black allied station-chief"),
    ),
    (
        "There are as many marks as safehouses.",
        "SZ-R54",
        lambda: (upgrade(safehouses=["bogota", *SPREAD.split()[:-1]]), "mark lima"),
        lambda: (upgrade(safehouses=SPREAD.split()[:-1]), "mark lima"),
    ),
    (
        "This safehouse is permanent already.",
        "SZ-17.5",
        lambda: (upgrade(safehouses=["washington", "lima"]), "mark lima"),
        lambda: (upgrade(safehouses=["washington"]), "mark lima"),
    ),
    (
        "There is no safehouse in this city.",
        "SZ-17.5",
        lambda: (upgrade(), "mark bogota"),
        lambda: (upgrade(), "mark lima"),
    ),
    (
        "There is no surveillance in this city.",
        "SZ-17.6",
        lambda: (upgrade(surveillance={"lima": 0}), "cover lima"),
        lambda: (upgrade(surveillance={"lima": 1}), "cover lima"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[1]} {case[0]}")
@rule("SZ-9.2")
def test_a_refusal_is_said_when_its_fact_is_there_and_only_then(case: Case) -> None:
    sentence, clause, there, gone = case
    assert says(there()) == (sentence, clause)
    assert says(gone()) is None


@rule("SZ-9.2")
def test_every_refusal_has_its_fact() -> None:
    """But for those of a small box, and of the Events of a campaign, which have tests of their own."""
    declared = {sentence for clause, sentence in GAME.refusals.rows[1:] if clause != "SZ-D27"}
    cases = {sentence for sentence, *_rest in CASES}
    of_later_events = {
        GAME.refusals[fault][1] for fault in range(w.NO_PAWN_TO_SAFEHOUSE, w.THREATS_TURNED + 1)
    }
    assert declared - cases == of_later_events
