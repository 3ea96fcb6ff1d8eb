"""Every sentence with which Season 0 refuses a move states a fact, and cites its clause."""

from pathlib import Path
from typing import Any, Final

import pytest

from spyring.engine.rows import replaced
from spyring.engine.state import State
from spyring.games import with_box
from spyring.games.season0 import GAME
from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_NAMES
from spyring.games.season0.rules.debrief import Upgrade
from spyring.games.season0.rules.group import NO_VOTE
from spyring.games.season0.rules.instructions import Choose
from spyring.testkit import rule
from tests.games.refusals import Case, Refusals, on
from tests.games.season0.scene import month, passport, scene, traveller
from tests.games.season0.year import fail, file_of, go_on, to
from tests.games.season0.year import month as played_month

ALLIED: Final = "paris rome toronto atlanta sydney"
DEALER: Final = [101, 100]  # alpha trades in rare books
SPREAD: Final = "washington rome paris tokyo cairo osaka london lima"  # every safehouse there is
TWO: Final = [passport("black"), passport("black", "soviet")]
BURNED: Final = passport("black", "neutral", uncovered=8, burned=True)
FIRST_NAME: Final = GAME.moves.name(w.NAME_ALIAS)
SECOND_NAME: Final = GAME.moves.name(w.NAME_ALIAS + 1)
NEUTRAL_NAME: Final = GAME.moves.name(w.NAME_ALIAS + EACH_NAMES)
OCCUPATION: Final = "occupation wire-photographer"
ANYWHERE: Final = {"acquire_anywhere": "pawn_in_city"}
ASKED: Final = {"auto_continue": "no"}
MAY_CONCEDE: Final = {"concede": "yes"}
RELICS_STAY: Final = {"event_moves_safehouse": "no"}
EUROPE: Final[dict[str, Any]] = {"pawns": "london", "safehouses": "london"}
ABANDON: Final[dict[str, Any]] = {"safehouses": "rome paris lima", "stack": [["TakeAction"], ["Abandon", 2]]}
OVER_LIMIT: Final[dict[str, Any]] = {
    "alpha": f"{ALLIED} lima bogota cairo",
    "stack": [["TakeAction"], ["HandLimit", 0]],
}
BURNED_NOW: Final[dict[str, Any]] = {"stack": [["TakeAction"], ["ReplaceAlias", 0]]}
LOSING_COVER: Final[dict[str, Any]] = {"pawns": "moscow", "stack": [["BeginTurn"]]}
WEAKENED: Final[dict[str, Any]] = {"uncovered": 3, "pawns": "cairo", "stack": [["BeginTurn"]]}
FULL_SLOTS: Final = ["miniature-camera", "diplomatic-visa", "false-bottom-case"]
WENT_ON: Final = ("end", *["continue"] * 4)  # alpha has let the game go on to the second Threat card
QUIET: Final[dict[str, Any]] = {"top": "osaka manila", "threats": "tokyo jakarta lagos lima", "space": 3}
OBJECTIVES: Final = [
    {"id": "a", "unknown": ["paris", "rome", "prague", "london"], "complete": 110, "failed": 111},
    {"id": "b", "unknown": ["madrid", "kiev", "moscow", "warsaw"], "complete": 112, "failed": 113},
]


# -- what is given -------------------------------------------------------------------------------------------


def laid(alpha: str = "", bravo: str = "", brings: str = "", **given: Any) -> State:
    """Alpha's turn; alpha and bravo hold these cards. Alpha's alias may have ``slots``, a month a ``rule``,
    and alpha an Event that a campaign ``brings``.
    """
    given["hands"] = {"alpha": f"{alpha} {brings}", "bravo": bravo}
    if "slots" in given:
        return traveller(given.pop("slots"), **given)
    added = given.pop("rule", "")
    if added or brings:
        legacy = month(rules=[[added, {}]] if added else [], events=[brings] if brings else [])
        given |= {"legacy": legacy, "aliases": [100, 101]}
    return scene(**given)


def later(event: str, *moves: str, **given: Any) -> Case:
    """Alpha plays an Event that a campaign brought."""
    return on(f"event {event}", *moves, brings=event, **given)


def started(funding: int = 5, **more: Any) -> State:
    """The beginning of a month; with no less than 5 no Event is chosen."""
    return GAME.start(seats=2, seed=1, legacy=month(funding=funding, **more))


def prologue() -> State:
    return GAME.start(seats=2, seed=1)


def funded(funding: int) -> State:
    """The host may change the funding before a month."""
    return go_on(file_of(funding=funding), funding_override="host")


def naming() -> State:
    """The Allied aliases are being created."""
    return to(go_on(file_of()), "CreateAlias")


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


def small() -> State:
    """A small box: alpha holds the card of the city it is in."""
    return with_box(GAME, Path("small")).start(seats=2, seed=3)


# -- the cases -----------------------------------------------------------------------------------------------

SHARING: Final = [
    on("give charlie", alpha="washington").says("SZ-1.1", "no such seat").but(seats=3),
    on("give alpha", alpha="washington")
    .says("SZ-10.7", "Choose another player to share intel with")
    .but("give bravo"),
    on("give bravo", alpha="rome", pawns="rome paris")
    .says("SZ-10.7", "in another city")
    .but(pawns="rome rome"),
    on("give bravo").says("SZ-10.7", "You do not have this card").but(alpha="washington"),
    on("take bravo").says("SZ-10.7", "This player does not have this card").but(bravo="washington"),
    on("ask-for bravo paris", bravo="rome")
    .says("SZ-10.7", "This player does not have this card")
    .but("ask-for bravo rome"),
    on("hand-over bravo rome", aliases=DEALER).says("SZ-10.7", "You do not have this card").but(alpha="rome"),
    on("hand-over bravo rome", alpha="rome", aliases=DEALER, pawns="rome rome")
    .says("SZ-10.7", "This is your city's card. Share it with the move for this city's card")
    .but(pawns="lima lima"),
    on("ask-for bravo rome", bravo="rome", pawns="rome rome")
    .says("SZ-10.7", "This is your city's card. Share it with the move for this city's card")
    .but(pawns="lima lima"),
    on("hand-over bravo rome", alpha="rome")
    .says("SZ-10.7", "You can only share the card of the city you are both in")
    .but(aliases=DEALER),
    on("take bravo", slots=["distrusted"], bravo="washington")
    .says("SZ-7.5", "weakness of the receiver's alias")
    .but(slots=[]),
    on("give bravo", "bravo: end", alpha="washington")
    .says("SZ-10.7", "Agree or refuse first")
    .but("bravo: agree"),
    on("give bravo", "bravo: refuse", "give bravo", alpha="washington")
    .says("SZ-P9", "This card was refused this turn. Propose another one")
    .but(after=()),
]

TRAVEL: Final = [
    on("fly rome", alpha="rome", pawns="rome")
    .says("SZ-R10", "You are already in this city")
    .but(pawns="lima"),
    on("fly-unrecorded rome", alpha="rome", pawns="rome")
    .says("SZ-R10", "You are already in this city")
    .but("fly-unrecorded paris"),
    on("drive tokyo").says("SZ-10.1", "No line leads there").but(pawns="osaka"),
    on("fly rome").says("SZ-R28", "You do not have this card").but(alpha="rome"),
    on("fly moscow", alpha="moscow")
    .says("SZ-10.4", "Commercial Flights do not go to Soviet cities")
    .but(slots=["diplomatic-visa"]),
    on("fly-unrecorded lima", alpha="paris")
    .says("SZ-10.5", "You do not have your city's card")
    .but(alpha="washington"),
    on("fly-unrecorded lima", slots=["grounded"], alpha="washington")
    .says("SZ-7.5", "A weakness of your alias")
    .but(slots=[]),
    on("fly-unrecorded paris", at=small)
    .says("SZ-D27", "not in this small box")
    .but("fly-unrecorded atlanta"),
    on("drive-team allied-1 paris")
    .says("SZ-10.16", "team is not on the board")
    .but(teams={"allied-1": "london"}),
    on("drive-team allied-2 paris", teams={"allied-1": "london", "allied-2": "london"})
    .says("SZ-10.17", "the one with the lowest number")
    .but(teams={"allied-1": "rome", "allied-2": "london"}),
    on("drive-team allied-1 paris", teams={"allied-1": "paris"})
    .says("SZ-R10", "It is already in this city")
    .but(teams={"allied-1": "london"}),
    on("drive-team allied-1 tokyo", teams={"allied-1": "london"})
    .says("SZ-10.16", "No line leads there from the team's city")
    .but(teams={"allied-1": "osaka"}),
]

IN_A_CITY: Final = [
    on("neutralize").says("SZ-10.6", "Your city has no agents").but(agents={"washington": 1}),
    on("neutralize", slots=["shaking-hands"], agents={"washington": 3})
    .says("SZ-7.5", "A weakness of your alias")
    .but(agents={"washington": 2}),
    on("build", alpha="rome", pawns="rome", safehouses="rome")
    .says("SZ-10.10", "This city already has a safehouse")
    .but(safehouses="washington"),
    on("build", pawns="rome").says("SZ-10.9", "You do not have your city's card").but(alpha="rome"),
    on("assemble", alpha=ALLIED, safehouses="lima")
    .says("SZ-10.14", "You can only do this at a safehouse")
    .but(safehouses="washington"),
    on("identify", alpha="paris rome prague", pawns="london", safehouses="lima")
    .says("SZ-10.12", "You can only do this at a safehouse")
    .but(safehouses="london"),
    on("assemble", alpha="paris rome toronto atlanta")
    .says("SZ-R25", "enough City cards of this affiliation")
    .but(alpha=ALLIED),
    on("assemble", alpha=ALLIED, teams={f"allied-{n}": "washington" for n in (1, 2, 3)})
    .says("SZ-10.15", "All teams of this affiliation")
    .but(teams={f"allied-{n}": "washington" for n in (1, 2)}),
    on("identify", alpha="paris rome prague", **EUROPE, revealed=[1, 0])
    .says("SZ-10.12", "This region has no unknown target")
    .but(revealed=[0, 0]),
    on("identify", alpha="paris rome", **EUROPE)
    .says("SZ-R25", "enough City cards of this region")
    .but(alpha="paris rome prague"),
    on("acquire 3", teams={"neutral-1": "tokyo"})
    .says("SZ-10.19", "no such objective")
    .but(legacy=month("may"), aliases=[100, 101]),
    on("acquire 2", teams={"soviet-1": "novosibirsk", "allied-1": "rome"}, status=["open", "complete"])
    .says("SZ-R13", "This objective already has its token")
    .but(status=["open", "open"]),
    on("acquire 2", teams={"allied-1": "novosibirsk"})
    .says("SZ-11.1", "This objective needs active teams in its cities")
    .but(teams={"soviet-1": "novosibirsk"}),
    on("acquire 1", teams={"soviet-1": "novosibirsk"})
    .says("SZ-R12", "an active team in a possible city")
    .but(teams={"allied-1": "paris"}),
    on("acquire 2", teams={"soviet-1": "novosibirsk"}, options=ANYWHERE)
    .says("SZ-R11", "Your pawn is not in a city of this objective")
    .but(options={}),
    on("acquire 1", pawns="rome", teams={"allied-1": "paris"}, options=ANYWHERE)
    .says("SZ-R11", "Your pawn is not in a possible city with an active team")
    .but(pawns="paris"),
]

ALIASES: Final = [
    on("escort-pawn bravo", aliases=DEALER).says("SZ-P18", "Your alias cannot do this").but(aliases=None),
    on("escort-team allied-1", aliases=DEALER, teams={"allied-1": "lima"})
    .says("SZ-P18", "Your alias cannot do this")
    .but(aliases=None),
    on("escort-pawn alpha").says("SZ-P18", "your own pawn").but("escort-pawn bravo"),
    on("escort-pawn delta").says("SZ-1.1", "no such seat").but(seats=4),
    on("escort-team allied-1").says("SZ-15.5", "team is not on the board").but(teams={"allied-1": "lima"}),
    on("escort-team allied-2", teams={"allied-1": "lima", "allied-2": "lima"})
    .says("SZ-10.17", "the one with the lowest number")
    .but(teams={"allied-2": "lima"}),
    on("escort-pawn bravo", "to tokyo", pawns="lima london")
    .says("SZ-P18", "more than 3 lines away")
    .but(pawns="lima osaka"),
    on("call lima", slots=[], agents={"lima": 1})
    .says("SZ-6.8", "no Station Chief")
    .but(slots=["station-chief"]),
    on("call lima", slots=["station-chief"], agents={"lima": 1}, called=1)
    .says("SZ-6.8", "You have already called every Station Chief of your alias")
    .but(called=0),
    on("call lima", slots=["station-chief"], agents={"paris": 1})
    .says("SZ-6.8", "This city has no agents")
    .but("call paris"),
    on("concede").says("SZ-R51", "This table does not allow giving up").but(options=MAY_CONCEDE),
    on("concede", "bravo: refuse", "concede", options=MAY_CONCEDE)
    .says("SZ-R51", "refused to give up")
    .but(after=()),
    on("concede", "bravo: end", options=MAY_CONCEDE)
    .says("SZ-R51", "Agree or refuse first")
    .but("bravo: agree"),
    on("bravo: event airlift")
    .says("SZ-9.2", "It is not your turn, and you have no Event")
    .but(bravo="airlift"),
    on("bravo: end", bravo="airlift")
    .says("SZ-9.2", "It is not your turn. You can only play Events")
    .but(active=1),
    on("agree").says("SZ-9.4", "does not answer the current question").but("end"),
]

EVENTS: Final = [
    on("event airlift").says("SZ-15.2", "You do not have this card").but(alpha="airlift"),
    on("event forecast", alpha="forecast", threat_deck="tokyo osaka manila lima rome")
    .says("SZ-15.5", "fewer than 6 cards in the Threat deck")
    .but(threat_deck="tokyo osaka manila lima rome kiev"),
    on("event war-relics", alpha="war-relics", safehouses=SPREAD, options=RELICS_STAY)
    .says("SZ-15.5", "No safehouses are left")
    .but(safehouses="lima"),
    on("event in-the-shadows", alpha="in-the-shadows", shadows=1)
    .says("SZ-15.5", "This Event is already in effect")
    .but(shadows=0),
    on("end", "event in-the-shadows", alpha="in-the-shadows", watching=1)
    .says("SZ-15.5", "This turn's actions are over. No pawn can drive any more")
    .but(after=()),
    on("event counterintelligence", alpha="counterintelligence")
    .says("SZ-15.5", "The Threat discard pile is empty")
    .but(threat_discard="rome"),
    on("watch").says("SZ-15.3", "You have no Event").but(alpha="airlift"),
    on("watch", "watch", alpha="airlift")
    .says("SZ-15.3", "The game already pauses for you before each step")
    .but(after=()),
    on("watch", alpha="airlift", options=ASKED)
    .says("SZ-15.3", "At this table the game always pauses before each step")
    .but(options={}),
    on("end", "bravo: event airlift", alpha="airlift", options=ASKED)
    .says("SZ-15.3", "You have no Event")
    .but("alpha: event airlift"),
    on("end", "drive new-york", alpha="airlift", options=ASKED)
    .says("SZ-15.3", "Only Events can be played between steps")
    .but(after=()),
    on("watch", "end", "bravo: continue", alpha="airlift", bravo="forecast")
    .says("SZ-15.3", "The game is not waiting for you")
    .but("alpha: continue"),
    on("event airlift", "team allied-1", alpha="airlift")
    .says("SZ-15.5", "team is not on the board")
    .but(teams={"allied-1": "rome"}),
    on("event airlift", "pawn delta", alpha="airlift").says("SZ-1.1", "no such seat").but(seats=4),
    on("event airlift", "pawn alpha", "to rome", alpha="airlift", pawns="rome")
    .says("SZ-R10", "It is already in this city")
    .but(pawns="lima"),
    on("event forecast", "order tokyo", "order tokyo", alpha="forecast", threats="tokyo osaka manila")
    .says("SZ-R37", "This card is already placed")
    .but(after=("event forecast",)),
    on("event forecast", "order tokyo", alpha="forecast", bottom="tokyo")
    .says("SZ-R37", "This is not one of the cards you are looking at")
    .but(bottom="", threats="tokyo"),
    on("event war-relics", "to rome", alpha="war-relics", safehouses="rome")
    .says("SZ-10.10", "This city already has a safehouse")
    .but(safehouses="lima"),
    on("event war-relics", "to madrid", "from bogota", alpha="war-relics", safehouses=SPREAD)
    .says("SZ-R24", "This city has no safehouse")
    .but("from lima"),
    on("event counterintelligence", "withdraw lima", alpha="counterintelligence", threat_discard="rome")
    .says("SZ-15.6", "not in the Threat discard pile")
    .but(threat_discard="lima"),
]

LATER_EVENTS: Final = [
    later("night-porter", "pawn alpha", pawns="washington rome")
    .says("SZ-15.5", "nowhere to go")
    .but(safehouses="rome"),
    later("night-porter", "pawn delta", pawns="rome").says("SZ-1.1", "no such seat").but("pawn alpha"),
    later("night-porter", "pawn alpha", "to lima", pawns="rome")
    .says("SZ-15.2", "This city has no safehouse")
    .but(safehouses="lima paris"),
    later("stage-door", "pawn alpha", "to rome", pawns="rome paris")
    .says("SZ-R10", "It is already in this city")
    .but(pawns="lima rome"),
    later("stage-door", "pawn alpha", "to lima", pawns="rome paris")
    .says("SZ-15.2", "This city has no pawn")
    .but(pawns="rome lima"),
    later("open-line", "pawn alpha", "pawn alpha", pawns="rome paris")
    .says("SZ-15.5", "This pawn is already in that city")
    .but("pawn bravo"),
    later("open-line", "pawn alpha", "pawn delta", pawns="rome paris")
    .says("SZ-1.1", "no such seat")
    .but("pawn bravo"),
    later("dead-drop", "pawn alpha", bravo="rome")
    .says("SZ-15.5", "This player has no City card")
    .but("pawn bravo"),
    later("dead-drop", "pawn delta", bravo="rome").says("SZ-1.1", "no such seat").but("pawn bravo"),
    *(
        later("dead-drop", "pawn bravo", move, bravo="rome").says(clause, phrase).but("hand-over alpha rome")
        for clause, phrase, move in (
            ("SZ-15.2", "This player is giving the card. Choose someone else", "hand-over bravo rome"),
            ("SZ-1.1", "no such seat", "hand-over delta rome"),
            ("SZ-15.2", "The giver does not have this card", "hand-over alpha lima"),
        )
    ),
    later("night-train", "team soviet-1", teams={"allied-1": "rome"})
    .says("SZ-15.5", "team is not on the board")
    .but(teams={"soviet-1": "rome"}),
    later("going-twice", "from lima", "from lima", agents={"lima": 2, "rome": 1})
    .says("SZ-15.5", "You have already chosen this city")
    .but("from rome"),
    later("false-alarm", "from lima", agents={"rome": 1}, tokens={"lima": 1})
    .says("SZ-15.5", "This city has no agents")
    .but(agents={"lima": 1}),
    later("burn-bag", "from lima", tokens={"rome": 1}, agents={"lima": 1})
    .says("SZ-15.5", "This city has no incident token")
    .but(tokens={"lima": 1}),
    later("old-friends", "recover lima", discard="rome")
    .says("SZ-15.6", "not in the player discard pile")
    .but(discard="lima"),
    # -- which cannot be carried out
    later("night-porter").says("SZ-15.5", "No pawn can go").but(safehouses="rome"),
    later("dead-drop").says("SZ-15.5", "Nobody has a City card").but(bravo="rome"),
    later("night-train").says("SZ-15.5", "No team is on the board").but(teams={"allied-1": "rome"}),
    later("burn-bag").says("SZ-15.5", "No incident token is on the board").but(tokens={"rome": 1}),
    *(
        later(event).says("SZ-15.5", "No agent is on the board").but(agents={"rome": 1})
        for event in ("false-alarm", "going-twice")
    ),
    later("old-friends").says("SZ-15.5", "The player discard pile has no City card").but(discard="rome"),
    later("open-line").says("SZ-15.5", "All pawns are in the same city").but(pawns="rome paris"),
    on(*WENT_ON[:2], "event expense-account", brings="expense-account", options=ASKED)
    .says("SZ-15.5", "This turn's actions are over")
    .but(after=WENT_ON[:1]),
    on(*WENT_ON, "event three-candles", brings="three-candles", options=ASKED, **QUIET)
    .says("SZ-15.5", "It is too late to limit this turn's Threat cards")
    .but(after=WENT_ON[:-1]),
]

RULES: Final = [
    on("shuttle lima", safehouses="washington lima")
    .says("SZ-19.1", "You have not found a rule that allows this")
    .but(rule="shuttle"),
    on("shuttle lima", rule="shuttle", pawns="rome", safehouses="washington lima")
    .says("SZ-19.1", "Your city has no safehouse")
    .but(safehouses="rome lima"),
    on("shuttle lima", rule="shuttle")
    .says("SZ-19.1", "This city has no safehouse")
    .but(safehouses="washington lima"),
    on("shuttle lima", rule="shuttle", pawns="lima", safehouses="washington lima")
    .says("SZ-R10", "You are already in this city")
    .but(pawns="washington"),
    *(
        on(move, rule="scissors", alpha="paris", target="rome", **given)
        .says(clause, phrase)
        .but("strike-out 1 paris", alpha="paris", revealed=[0, 0])
        for clause, phrase, move, given in (
            ("SZ-10.19", "no such objective", "strike-out 3 paris", {}),
            ("SZ-19.1", "This city is not on the objective's list", "strike-out 1 tokyo", {}),
            ("SZ-19.1", "You do not have this card", "strike-out 1 prague", {}),
            (
                "SZ-19.1",
                "No city can be struck from this objective's list",
                "strike-out 1 paris",
                {"revealed": [1, 0]},
            ),
        )
    ),
    on("be-patient", "be-patient", rule="patience")
    .says("SZ-19.1", "Patience has already been used this game")
    .but(after=()),
]

PAYING: Final = [
    on("assemble", "discard cairo", alpha=f"{ALLIED} new-york cairo")
    .says("SZ-R25", "This is not a City card of this affiliation")
    .but("discard rome"),
    on("identify", "discard tokyo", alpha="paris rome prague kiev tokyo", **EUROPE)
    .says("SZ-R25", "This is not a City card of this region")
    .but("discard rome"),
    on("identify", "discard madrid", alpha="paris rome prague kiev", **EUROPE)
    .says("SZ-R25", "You do not have this card")
    .but("discard rome"),
    on(
        *("identify", "objective 3"),
        **EUROPE,
        alpha="rome prague paris",
        legacy=month(objectives=OBJECTIVES),
        aliases=[100, 101],
        targets=["london", "kiev"],
        destroyed="kiev",
    )
    .says("SZ-R17", "This objective has no unknown target in this region")
    .but("objective 2"),
    *(
        on(
            *("assemble", move),
            alpha=ALLIED,
            teams={"allied-1": "rome", "allied-2": "lima", "allied-3": "washington"},
        )
        .says("SZ-10.15", phrase)
        .but("from rome")
        for phrase, move in (
            ("This team is already in your city. Choose another one", "from washington"),
            ("no team of this affiliation", "from tokyo"),
        )
    ),
    on("end", **OVER_LIMIT).says("SZ-15.1", "Get down to your hand limit first").but(alpha="", stack=None),
    on("discard tokyo", **OVER_LIMIT).says("SZ-15.1", "You do not have this card").but("discard rome"),
]

COVER: Final = [
    on("event airlift", alpha="airlift lima rome paris cairo", **LOSING_COVER)
    .says("SZ-R6", "You cannot play an Event in response to losing cover")
    .but(options={"event_in_answer": "yes"}),
    on("discard tokyo", alpha="lima rome paris cairo", **LOSING_COVER)
    .says("SZ-7.4", "You do not have this card")
    .but("discard lima"),
    on("weakness tailed", slots=["tailed"], **WEAKENED)
    .says("SZ-R64", "Your alias already has this weakness")
    .but(slots=[]),
    on("weakness tailed", "slot 1", slots=["grounded", *FULL_SLOTS], **WEAKENED)
    .says("SZ-R34", "This slot has no asset")
    .but(slots=["station-chief", *FULL_SLOTS]),
    on("temporary rare-book-dealer", aliases=[-1, 101], **BURNED_NOW)
    .says("SZ-R48", "Someone else is using this alias. Choose another one")
    .but(aliases=[-1, 102]),
    on("abandon lima", **ABANDON).says("SZ-R23", "in another region").but("abandon rome"),
    on("abandon kiev", **ABANDON).says("SZ-R23", "This city has no safehouse").but(safehouses="rome kiev"),
]

CAST: Final = "alpha: character black"
SETUP: Final = [
    on("propose airlift", "bravo: propose forecast", at=started, funding=4)
    .says("SZ-R38", "Agree or refuse first")
    .but(after=()),
    on("propose airlift", "bravo: drive lima", at=started, funding=4)
    .says("SZ-R38", "Agree or refuse first")
    .but("bravo: agree"),
    on("propose airlift", "bravo: agree", "propose airlift", at=started, funding=4)
    .says("SZ-8.6", "This Event is already chosen")
    .but(after=()),
    on("propose stage-door", at=started, funding=1)
    .says("SZ-8.6", "not in your reserve")
    .but(events=["airlift", "stage-door"]),
    on("alpha: alias allied", at=started, aliases=TWO)
    .says("SZ-8.11", "Choose a character first")
    .but(after=(CAST,)),
    on(CAST, "bravo: character black", at=started).says("SZ-P3", "plays this character").but(after=()),
    on(CAST, "alpha: alias allied", at=prologue).says("SZ-6.3", "prologue").but(at=started, aliases=TWO),
    on(CAST, "alpha: alias neutral", at=started, aliases=TWO)
    .says("SZ-7.9", "This alias does not exist yet")
    .but("alpha: alias soviet"),
    on(CAST, "alpha: alias neutral", at=started, aliases=[*TWO, BURNED])
    .says("SZ-7.9", "is burned")
    .but(aliases=[*TWO, passport("black", "neutral")]),
    on(CAST, "alpha: temporary wire-photographer", at=started, aliases=TWO)
    .says("SZ-R61", "Your character has its own alias. Use that one")
    .but(aliases=[]),
    on(
        *(CAST, "alpha: temporary wire-photographer", "bravo: character blue"),
        "bravo: temporary wire-photographer",
        at=started,
    )
    .says("SZ-R48", "Someone else is using this alias. Choose another one")
    .but("bravo: temporary rare-book-dealer"),
]

BETWEEN_GAMES: Final = [
    on("reader delta", at=reading).says("SZ-1.1", "no such seat").but("reader bravo"),
    on("raise-funding", at=funded, funding=10).says("SZ-4.3", "between 1 and 10").but(funding=9),
    on("end", at=funded, funding=9)
    .says("SZ-15.8", "does not answer the current question")
    .but("keep-funding"),
    on("choose 3", at=story_choice).says("SZ-P1", "There is no such option").but("choose 2"),
    on(NEUTRAL_NAME, at=naming).says("SZ-6.5", "This name belongs to another affiliation").but(FIRST_NAME),
    on(FIRST_NAME, OCCUPATION, FIRST_NAME, at=naming)
    .says("SZ-6.5", "Another alias already has this name")
    .but(after=()),
    on(FIRST_NAME, OCCUPATION, SECOND_NAME, OCCUPATION, at=naming)
    .says("SZ-R36", "has this occupation")
    .but(after=(FIRST_NAME,)),
    on("buy black allied diplomatic-visa", at=upgrade, units=1)
    .says("SZ-17.2", "Not enough budget left")
    .but(units=2),
    on("mark lima", at=upgrade, units=1).says("SZ-17.2", "Not enough budget left").but(units=2),
    on("buy black soviet station-chief", at=upgrade)
    .says("SZ-17.3", "This alias does not exist yet")
    .but("buy black allied station-chief"),
    on("buy black allied station-chief", at=upgrade, burned=1).says("SZ-R40", "is burned").but(burned=0),
    on("buy black allied station-chief", at=upgrade, slots=(7, 8, 9, 10))
    .says("SZ-17.3", "no empty slot")
    .but(slots=(7, 8, 9, 0)),
    on("mark lima", at=upgrade, safehouses=["bogota", *SPREAD.split()[:-1]])
    .says("SZ-R54", "No more permanent safehouses can be bought")
    .but(safehouses=SPREAD.split()[:-1]),
    on("mark lima", at=upgrade, safehouses=["washington", "lima"])
    .says("SZ-17.5", "This safehouse is already permanent")
    .but(safehouses=["washington"]),
    on("mark bogota", at=upgrade).says("SZ-17.5", "This city has no safehouse").but("mark lima"),
    on("cover lima", at=upgrade, surveillance={"lima": 0})
    .says("SZ-17.6", "no surveillance")
    .but(surveillance={"lima": 1}),
]

REFUSALS: Final = Refusals(
    laid,
    *SHARING,
    *TRAVEL,
    *IN_A_CITY,
    *ALIASES,
    *EVENTS,
    *LATER_EVENTS,
    *RULES,
    *PAYING,
    *COVER,
    *SETUP,
    *BETWEEN_GAMES,
)


@rule("SZ-9.2")
@pytest.mark.parametrize("one", REFUSALS.cases, ids=str)
def test_a_refusal_states_a_fact(one: Case) -> None:
    REFUSALS.check(one)


@rule("SZ-9.2")
def test_no_refusal_is_left_out() -> None:
    assert REFUSALS.without_a_case("season0") == []
