"""SZ-8.1, SZ-16, SZ-17: a game of a campaign starts with story cards and ends with six steps."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import scoring
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import bought_for
from spyring.games.season0.box import MAX_FUNDING, MIN_FUNDING, SAFEHOUSES
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import end_game
from spyring.games.season0.rules import instructions
from spyring.games.season0.rules.group import AGREE, HOST, NO_VOTE, REFUSE, Group, Proposal
from spyring.games.season0.rules.setup import SetObjectives

FUNDING_STEPS: Final = (-1, 1, 2)  # SUCCESS, ADEQUATE, FAILING

# -- before the game -------------------------------------------------------------------------------------


def open_month(t: Table) -> None:
    """Setup, step 1: story cards, unless the month is played for the second time (SZ-2.5, SZ-R52, SZ-R53)."""
    file = instructions.file_of(t)
    t.push(BeginMonth())
    drawn = file.log["story"] and file.month == w.PROLOGUE
    if file.attempt == 1 and not drawn:
        t.push(instructions.DrawStory())
    if t.config.funding_override_host and file.month != w.PROLOGUE:
        t.push(AdjustFunding())


class KeepFunding(Verb[Table]):
    """Keep the funding."""

    name: ClassVar[str] = "keep-funding"
    clause: ClassVar[str] = "SZ-15.8"
    step: ClassVar[int] = 0

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if MIN_FUNDING <= t.config.funding + self.step <= MAX_FUNDING else w.FUNDING_RANGE

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if self.step:
            instructions.set_funding(t, self.step)


class LowerFunding(KeepFunding):
    """Lower the funding: the last game was too easy."""

    name: ClassVar[str] = "lower-funding"
    step: ClassVar[int] = -1


class RaiseFunding(KeepFunding):
    """Raise the funding: the last game was too hard."""

    name: ClassVar[str] = "raise-funding"
    step: ClassVar[int] = 1


class AdjustFunding(Frame[Table]):
    """A forgotten rule made the last game much too easy or too hard: the host may change the funding by one
    (SZ-15.8, SZ-R45).
    """

    clause: ClassVar[str] = "SZ-15.8"
    ask: ClassVar[str] = _("Correct the funding if a forgotten rule made the last game too easy or too hard.")
    wait: ClassVar[str] = _("{seat} may correct the funding.")
    verbs: ClassVar[Verbs] = (KeepFunding(), LowerFunding(), RaiseFunding())

    def deciders(self, t: Table) -> int:
        return 1 << HOST


class BeginMonth(Frame[Table]):
    """After the story cards, lay out the game with what they changed (SZ-8.1)."""

    clause: ClassVar[str] = "SZ-8.1"

    def resolve(self, t: Table) -> None:
        instructions.apply_campaign(t)
        t.clear()
        t.replace(SetObjectives())


# -- during the game -------------------------------------------------------------------------------------


class ReadEntry(Frame[Table]):
    """An objective got its token: read and obey its entry immediately; after the last one the game ends
    (SZ-11.6, SZ-R26).
    """

    clause: ClassVar[str] = "SZ-11.6"
    data: ClassVar[tuple[str, ...]] = ("objective",)

    def __init__(self, objective: int) -> None:
        self.objective = objective

    def resolve(self, t: Table) -> None:
        t.replace(EndIfDone())
        if t.config.month == w.PROLOGUE:
            return
        if t.status[self.objective] == w.COMPLETE:
            seat = t.done_by[self.objective]
            instructions.read_entry(t, t.config.objectives[self.objective].complete, seat)
        else:
            t.push(ChooseReader([self.objective], NO_VOTE))


class EndIfDone(Frame[Table]):
    """The game ends when every objective has its token (SZ-14.1)."""

    clause: ClassVar[str] = "SZ-14.1"

    def resolve(self, t: Table) -> None:
        t.done()
        if w.OPEN not in t.status:
            end_game(t, w.BY_OBJECTIVES)


# -- after the game --------------------------------------------------------------------------------------


class AfterGame(Frame[Table]):
    """Step 1: read and obey the entries of objectives that got no token during the game (SZ-16.2)."""

    clause: ClassVar[str] = "SZ-16.2"

    def resolve(self, t: Table) -> None:
        t.step = w.STEP_AFTER
        t.replace(Evaluate())
        failed = [n for n in range(len(t.status)) if t.status[n] == w.FAILED and t.done_by[n] < 0]
        if failed and t.config.month != w.PROLOGUE:
            t.push(ChooseReader(failed, NO_VOTE))


class ProposeReader(Proposal):
    """Propose a reader; any seat may read."""

    name: ClassVar[str] = "reader"
    clause: ClassVar[str] = "SZ-16.3"

    def choice_fault(self, t: Table, move: int) -> int:
        return FINE if move - w.CHOOSE_READER < t.seats else w.NO_SEAT


class ChooseReader(Group):
    """The group chooses who reads the entries of objectives that failed (SZ-16.3, SZ-P15)."""

    clause: ClassVar[str] = "SZ-16.3"
    ask: ClassVar[str] = _("Choose together who reads the entries of failed objectives.")
    wait: ClassVar[str] = _("{seat} is deciding who reads the entries of failed objectives.")
    verbs: ClassVar[Verbs] = (ProposeReader(), AGREE, REFUSE)
    data: ClassVar[tuple[str, ...]] = ("failed",)

    def __init__(self, failed: list[int], vote: list[Any]) -> None:
        super().__init__(vote)
        self.failed = failed

    def accept(self, t: Table, move: int) -> None:
        seat = move - w.CHOOSE_READER
        t.emit(w.READER_CHOSEN, PUBLIC, seat)
        t.replace(ReadFailed(self.failed, seat))


class ReadFailed(Frame[Table]):
    """The entries of objectives that failed, one after another."""

    clause: ClassVar[str] = "SZ-16.2"
    data: ClassVar[tuple[str, ...]] = ("failed", "seat")

    def __init__(self, failed: list[int], seat: int) -> None:
        self.failed = failed
        self.seat = seat

    def resolve(self, t: Table) -> None:
        if len(self.failed) > 1:
            t.replace(ReadFailed(self.failed[1:], self.seat))
        else:
            t.done()
        instructions.read_entry(t, t.config.objectives[self.failed[0]].failed, self.seat)


class Evaluate(Frame[Table]):
    """Evaluate the group, change its funding, fill in the calendar (SZ-16.4 to SZ-16.9)."""

    clause: ClassVar[str] = "SZ-16.2"

    def resolve(self, t: Table) -> None:
        found = scoring.evaluation(t)
        t.emit(w.EVALUATED, PUBLIC, found)
        if t.config.month == w.PROLOGUE:
            t.replace(PutAway())  # steps 1, 4 and 6 only (SZ-16.1, SZ-R33)
            return
        t.replace(Watch())
        instructions.set_funding(t, FUNDING_STEPS[found])
        instructions.log(t)["calendar"].append(scoring.calendar_row(t))


class Watch(Frame[Table]):
    """Step 2: every city with an incident token gets one surveillance sticker (SZ-16.10)."""

    clause: ClassVar[str] = "SZ-16.10"

    def resolve(self, t: Table) -> None:
        for city in range(w.CITIES):
            if t.tokens[city]:
                instructions.set_surveillance(t, city, 1)
        t.replace(PutAway())
        if instructions.file_of(t).paused() and not plays_again(t):  # step 3 (SZ-16.11, SZ-R62)
            t.push(instructions.DrawStory())


class PutAway(Frame[Table]):
    """Step 4: Threat cards of the Game End area go to the discard pile (SZ-16.12)."""

    clause: ClassVar[str] = "SZ-16.12"

    def resolve(self, t: Table) -> None:
        t.emit(w.THREATS_PUT_AWAY, PUBLIC, len(t.game_end))
        t.threat_discard += t.game_end
        t.game_end = []
        if t.config.month == w.PROLOGUE:
            t.replace(NextGame(NO_VOTE))
            return
        units = int(t.seats) + int(instructions.file_of(t).log["budget"])
        if scoring.completed(t) == len(t.status):
            units += 1
        t.emit(w.BUDGET_GRANTED, PUBLIC, units)
        t.replace(Upgrade(units, NO_VOTE))


class Buy(Proposal):
    """An upgrade that the group pays for from its budget."""

    upgrade: ClassVar[str] = ""
    """Its name in the box."""

    def choice_fault(self, t: Table, move: int) -> int:
        frame = cast(Upgrade, t.stack[-1])
        return w.TOO_FEW_UNITS if self.price(t, move) > frame.units else self.buy_fault(t, move)

    def price(self, t: Table, move: int) -> int:
        """Its price, in units."""
        return next(int(row["cost"]) for row in t.config.box.upgrades if row["id"] == self.upgrade)

    def buy_fault(self, t: Table, move: int) -> int:
        """Why it cannot be bought, regardless of its price."""
        raise NotImplementedError

    def receive(self, t: Table, move: int) -> None:
        """Give it to the group."""
        raise NotImplementedError


class BuyAsset(Buy):
    """An asset for an alias."""

    name: ClassVar[str] = "buy"
    clause: ClassVar[str] = "SZ-17.3"

    def price(self, t: Table, move: int) -> int:
        return int(t.config.box.assets[w.asset_of_buy_asset(move)]["cost"])

    def buy_fault(self, t: Table, move: int) -> int:
        return instructions.room_fault(t, bought_for(move))

    def receive(self, t: Table, move: int) -> None:
        instructions.lay_asset(t, bought_for(move), w.asset_of_buy_asset(move))


class BuySafehouse(Buy):
    """Make a safehouse permanent."""

    name: ClassVar[str] = "mark"
    clause: ClassVar[str] = "SZ-17.5"
    upgrade: ClassVar[str] = "permanent-safehouse"

    def buy_fault(self, t: Table, move: int) -> int:
        city = move - w.BUY_SAFEHOUSE
        if len(t.config.permanent) >= SAFEHOUSES:
            return w.MARKS_USED
        if not t.safe[city]:
            return w.NO_SAFEHOUSE_TO_MARK
        return w.PERMANENT_ALREADY if city in t.config.permanent else FINE

    def receive(self, t: Table, move: int) -> None:
        instructions.mark_safehouse(t, [t.config.box.ids[move - w.BUY_SAFEHOUSE]])


class CoverSymbol(Buy):
    """Cover a surveillance symbol."""

    name: ClassVar[str] = "cover"
    clause: ClassVar[str] = "SZ-17.6"
    upgrade: ClassVar[str] = "counter-surveillance"

    def buy_fault(self, t: Table, move: int) -> int:
        return FINE if t.config.watched[move - w.COVER_SYMBOL] else w.NO_SURVEILLANCE

    def receive(self, t: Table, move: int) -> None:
        instructions.set_surveillance(t, move - w.COVER_SYMBOL, -1)


class SpendNoMore(Proposal):
    """End the upgrades; the rest of the budget is lost."""

    name: ClassVar[str] = "spend-no-more"
    clause: ClassVar[str] = "SZ-17.2"


BUYING: Final[dict[int, Buy]] = {
    w.BUY_ASSET: BuyAsset(),
    w.BUY_SAFEHOUSE: BuySafehouse(),
    w.COVER_SYMBOL: CoverSymbol(),
}


class Upgrade(Group):
    """Step 5: the group buys upgrades, one at a time; unused units are lost (SZ-17, SZ-P16)."""

    clause: ClassVar[str] = "SZ-17.2"
    ask: ClassVar[str] = _("Spend the budget together ({left} left).")
    wait: ClassVar[str] = _("{seat} is deciding how to spend the budget ({left} left).")
    verbs: ClassVar[Verbs] = (*BUYING.values(), SpendNoMore(), AGREE, REFUSE)
    data: ClassVar[tuple[str, ...]] = ("units",)

    def __init__(self, units: int, vote: list[Any]) -> None:
        super().__init__(vote)
        self.units = units

    def choices(self, t: Table) -> list[int]:
        moves = super().choices(t)
        return moves if len(moves) > 1 else []  # not to end with nothing to buy

    def nothing(self, t: Table) -> None:
        t.emit(w.BUDGET_SPENT, PUBLIC, self.units)
        t.replace(CleanUp())

    def accept(self, t: Table, move: int) -> None:
        if move == w.SPEND_NO_MORE:
            self.nothing(t)
            return
        upgrade = BUYING[w.family(move)]
        upgrade.receive(t, move)
        t.replace(Upgrade(self.units - upgrade.price(t, move), NO_VOTE))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(self.units)}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {**super().view(t, seat), "units": self.units}


class GoOn(Proposal):
    """Start the campaign."""

    name: ClassVar[str] = "go-on"
    clause: ClassVar[str] = "SZ-18.1"


class PlayAgain(Proposal):
    """Play the prologue again."""

    name: ClassVar[str] = "again"
    clause: ClassVar[str] = "SZ-18.1"


class NextGame(Group):
    """After the prologue: play it again, or start the first month (SZ-18.1, SZ-P17)."""

    clause: ClassVar[str] = "SZ-18.1"
    ask: ClassVar[str] = _("Play the prologue again or start the campaign?")
    wait: ClassVar[str] = _("{seat} is deciding whether to start the campaign.")
    verbs: ClassVar[Verbs] = (GoOn(), PlayAgain(), AGREE, REFUSE)

    def accept(self, t: Table, move: int) -> None:
        t.replace(CleanUp())
        month = instructions.file_of(t).content.following(w.PROLOGUE) if move == w.GO_ON else w.PROLOGUE
        instructions.log(t)["next"] = [w.MONTH_IDS[month], 1]


class CleanUp(Frame[Table]):
    """Step 6: discard all player cards and clear the board, except stickers (SZ-16.14). The file names the
    next game, or is closed.
    """

    clause: ClassVar[str] = "SZ-16.14"

    def resolve(self, t: Table) -> None:
        clear_board(t)
        t.emit(w.CLEANED_UP, PUBLIC)
        if t.config.month != w.PROLOGUE:
            look_ahead(t)
        instructions.apply_campaign(t)
        file = instructions.file_of(t)
        if file.over:
            t.emit(w.FINAL_SCORE, PUBLIC, scoring.final_score(file, t.config.watched)["score"])
        else:
            t.emit(w.NEXT_GAME, PUBLIC, w.MONTH_IDS.index(file.log["next"][0]))
        t.finish()


def clear_board(t: Table) -> None:
    """Reset everything except stickers and passports (SZ-1.5)."""
    for hand in t.hands:
        t.discard += hand
        hand.clear()
    t.discard += [card for card in t.target if card >= 0]
    t.discard += t.deck
    t.discard += t.aside
    t.target = (-1,) * len(t.target)
    t.deck = []
    t.aside = []
    t.piles = ()
    t.clear_game()


def plays_again(t: Table) -> bool:
    """Whether the month is not over: its first game was FAILING (SZ-16.7)."""
    return scoring.evaluation(t) == w.FAILING and t.config.attempt == 1


def look_ahead(t: Table) -> None:
    """The next month, the same month again, or the final score (SZ-16.4 to SZ-16.8, SZ-16.15)."""
    data = instructions.log(t)
    if plays_again(t):
        data["next"] = [w.MONTH_IDS[t.config.month], 2]
        return
    following = instructions.file_of(t).content.following(t.config.month)
    if following >= 0:
        data["next"] = [w.MONTH_IDS[following], 1]
    else:
        data["over"] = True
