"""Why something is not allowed: each fault is a number, with the clause and the sentence behind it."""

from typing import Final

from spyring.engine.frame import Refusal
from spyring.engine.words import _

FINE: Final = 0
NOT_ASKED: Final = 1
NO_CHIT: Final = 2
NO_MONEY: Final = 3
NO_POINTS: Final = 4
HAVEN: Final = 5
NOT_THERE: Final = 6
ALLY: Final = 7
OWN_CONTROL: Final = 8
NEEDS_NO_DISCOVERY: Final = 9
NEEDS_DISCOVERY: Final = 10
CARRIES: Final = 11
ANOTHER_MOVES: Final = 12
HAS_MOVED: Final = 13
NO_ROUTE: Final = 14
TOO_FAR: Final = 15
NO_PORT: Final = 16
AT_SEA: Final = 17
NOT_STANDING: Final = 18
ONCE: Final = 19
NOT_BROUGHT: Final = 20
NOT_CAPITAL: Final = 21
IS_NATIONAL: Final = 22
JUST_ENTERED: Final = 23
NO_RECRUIT: Final = 24
OWN_PIECE: Final = 25
OWN_CAPITAL: Final = 26
DROP_STANDS: Final = 27
SAME_SEAT: Final = 28
TALKED_OUT: Final = 29
NOT_HELD: Final = 30
WRONG_YEAR: Final = 31
FORBIDDEN_TILE: Final = 32
NOT_CAPTURED: Final = 33
NOT_HOME: Final = 34
FULL: Final = 35
SHIFTED: Final = 36
STANDS_GUARD: Final = 37
ENEMY_CONTROL: Final = 38
NO_POLICE: Final = 39
SEARCHED: Final = 40
NO_SYMBOL: Final = 41
ALL_NEEDED: Final = 42
NOT_THIS_CHIT: Final = 43
TOO_MANY_PARTS: Final = 44
EMPTY_OFFER: Final = 45
CANNOT_DELIVER: Final = 46
ONE_COUNTER: Final = 47
SAID_ALREADY: Final = 48
STANDARD: Final = 49
FULL_HAND: Final = 50
NOT_ON_MAP: Final = 51
OVERFULL: Final = 52
FOREIGN: Final = 53

TABLE: Final = (
    ("SPY-3.1", ""),
    ("SPY-3.1", _("This is not what is asked now.")),
    ("SPY-11.1", _("You do not hold this chit.")),
    ("SPY-R60", _("You cannot pay for it.")),
    ("SPY-3.3", _("You have too few action points left.")),
    ("SPY-15.1", _("This cannot be done in a spy haven.")),
    ("SPY-12.14", _("Your spy and that piece are not in one city.")),
    ("SPY-R43", _("Allied nations spare each other.")),
    ("SPY-8.4", _("You control it already.")),
    ("SPY-8.6", _("A National secret at home needs no Discovery.")),
    ("SPY-8.5", _("This secret needs a Discovery.")),
    ("SPY-R21", _("This spy stands on a secret already.")),
    ("SPY-7.2", _("Another spy has not finished its move.")),
    ("SPY-7.1", _("This spy has moved in this turn.")),
    ("SPY-7.4", _("No route leads there.")),
    ("SPY-7.1", _("This spy may go no further.")),
    ("SPY-R28", _("From there no port is within reach.")),
    ("SPY-7.6", _("At sea a spy can only go on.")),
    ("SPY-8.3", _("No piece of yours stands on this secret.")),
    ("SPY-R67", _("This piece has changed the status of that secret already.")),
    ("SPY-R26", _("Only a secret that was just brought in can be cashed.")),
    ("SPY-10.3", _("Secrets are cashed in the capital or at a Drop.")),
    ("SPY-10.5", _("National secrets cannot be cashed.")),
    (
        "SPY-R71",
        _("Only a spy that has just entered hands a secret over, to a spy of yours in that city."),
    ),
    ("SPY-R58", _("None of your spies lies in the Sanctioned Spies box.")),
    ("SPY-12.31", _("This is a spy of your own.")),
    ("SPY-12.19", _("Your capital needs no Drop.")),
    ("SPY-12.19", _("You have a Drop there already.")),
    ("SPY-R51", _("Two nations of one seat do not trade.")),
    ("SPY-R67", _("You have talked with this nation three times in this turn.")),
    ("SPY-4.1", _("You do not hold this tile.")),
    ("SPY-4.2", _("This tile is not valid in this year.")),
    ("SPY-16.4", _("What has been played forbids this tile.")),
    ("SPY-12.24", _("This spy is not captured.")),
    ("SPY-5.1", _("Police stay in their own territory.")),
    ("SPY-2.7", _("No more police can stand in this city.")),
    ("SPY-5.1", _("These police have been moved in this turn.")),
    ("SPY-8.4", _("These police guard a secret already.")),
    ("SPY-8.7", _("An enemy controls this secret.")),
    ("SPY-5.2", _("You have no police there.")),
    ("SPY-5.5", _("This spy has been searched in this turn.")),
    ("SPY-2.7", _("At the start police stand in cities with the police symbol.")),
    ("SPY-2.8", _("No more spies may be kept out of the game.")),
    ("SPY-14.3", _("This chit is no answer here.")),
    ("SPY-R67", _("An offer has at most four parts.")),
    ("SPY-13.1", _("An offer needs at least one part.")),
    ("SPY-R49", _("You do not have what is asked for.")),
    ("SPY-R67", _("An offer has at most one counter-offer.")),
    ("SPY-R67", _("That stands in the offer already.")),
    ("SPY-1.4", _("This belongs to the advanced game.")),
    ("SPY-4.10", _("Only a surplus is returned.")),
    ("SPY-7.1", _("This spy is not on the map.")),
    ("SPY-5.1", _("Too many police stand in one city: some must move on.")),
    ("SPY-2.6", _("At the start secrets and police go to cities of their own nation.")),
)
assert len(TABLE) == FOREIGN + 1


def refusal(fault: int, clause: str = "") -> Refusal:
    """The fault in words; ``clause`` where another one fits better."""
    return Refusal(clause or TABLE[fault][0], TABLE[fault][1])
