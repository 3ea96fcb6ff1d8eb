"""SZ-8.1, SZ-16, SZ-17: a game of a campaign begins with story cards, and ends with six steps."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import scoring
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import bought_for, buying
from spyring.games.season0.box import AGENTS, LEAST_FUNDING, MOST_FUNDING, SAFEHOUSES, TOKENS
from spyring.games.season0.made import Table
from spyring.games.season0.pieces import end_game
from spyring.games.season0.rules.group import HOST, NO_VOTE, Group
from spyring.games.season0.rules.instructions import (
    DrawStory,
    agree_anew,
    has_room,
    lay_asset,
    log,
    mark_safehouse,
    read_entry,
    set_funding,
    set_surveillance,
    why_no_room,
)
from spyring.games.season0.rules.refusals import NO_SAFEHOUSE, NO_SEAT, NOT_ASKED, UNITS
from spyring.games.season0.rules.setup import SetObjectives

FUNDING_STEPS: Final = (-1, 1, 2)  # SUCCESS, ADEQUATE, FAILING

# -- before the game -------------------------------------------------------------------------------------


def open_month(t: Table) -> None:
    """Setup, step 1: story cards, unless the month is played for the second time (SZ-2.5, SZ-R52, SZ-R53)."""
    assert t.campaign is not None
    t.push(BeginMonth())
    drawn = t.campaign.log["story"] and t.campaign.month == w.PROLOGUE
    if t.campaign.attempt == 1 and not drawn:
        t.push(DrawStory())
    if t.config.funding_override_host and t.campaign.month != w.PROLOGUE:
        t.push(AdjustFunding())


class AdjustFunding(Frame[Table]):
    """A forgotten rule made the last game much too easy or too hard: the host may change the funding by one
    (SZ-15.8, SZ-R45).
    """

    clause: ClassVar[str] = "SZ-15.8"
    ask: ClassVar[str] = _("Change the funding, if a forgotten rule made the last game too easy or too hard.")
    wait: ClassVar[str] = _("{seat} may change the funding.")

    def deciders(self, t: Table) -> int:
        return 1 << HOST

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.KEEP_FUNDING]
        if t.config.funding > LEAST_FUNDING:
            moves.append(w.LOWER_FUNDING)
        if t.config.funding < MOST_FUNDING:
            moves.append(w.RAISE_FUNDING)
        return moves

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if move != w.KEEP_FUNDING:
            set_funding(t, 1 if move == w.RAISE_FUNDING else -1)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if move in (w.LOWER_FUNDING, w.RAISE_FUNDING):
            return Refusal("SZ-4.3", _("Funding lies between 1 and 10."))
        return Refusal(self.clause, NOT_ASKED)


class BeginMonth(Frame[Table]):
    """The story cards are read: the game is laid out by what they changed (SZ-8.1)."""

    clause: ClassVar[str] = "SZ-8.1"

    def resolve(self, t: Table) -> None:
        agree_anew(t)
        t.clear()
        t.replace(SetObjectives())


# -- during the game -------------------------------------------------------------------------------------


class ReadEntry(Frame[Table]):
    """An objective got its token: its entry is read and obeyed at once; after the last one the game ends
    (SZ-11.6, SZ-R26).
    """

    clause: ClassVar[str] = "SZ-11.6"

    def __init__(self, objective: int) -> None:
        self.objective = objective

    def resolve(self, t: Table) -> None:
        t.replace(EndIfDone())
        if t.config.month == w.PROLOGUE:
            return
        if t.status[self.objective] == w.COMPLETE:
            seat = t.done_by[self.objective]
            read_entry(t, t.config.objectives[self.objective].complete, seat)
        else:
            t.push(ChooseReader([self.objective], NO_VOTE))

    def pack(self) -> list[Any]:
        return [self.objective]


class EndIfDone(Frame[Table]):
    """The game ends when every objective has its token (SZ-14.1)."""

    clause: ClassVar[str] = "SZ-14.1"

    def resolve(self, t: Table) -> None:
        t.done()
        if w.OPEN not in t.status:
            end_game(t, w.BY_OBJECTIVES)


# -- after the game --------------------------------------------------------------------------------------


class AfterGame(Frame[Table]):
    """Step 1: the entries of objectives that got no token during the game are read and obeyed (SZ-16.2)."""

    clause: ClassVar[str] = "SZ-16.2"

    def resolve(self, t: Table) -> None:
        t.step = w.STEP_AFTER
        t.replace(Evaluate())
        failed = [n for n in range(len(t.status)) if t.status[n] == w.FAILED and t.done_by[n] < 0]
        if failed and t.config.month != w.PROLOGUE:
            t.push(ChooseReader(failed, NO_VOTE))


class ChooseReader(Group):
    """The group chooses who reads the entries of objectives that failed (SZ-16.3, SZ-P15)."""

    clause: ClassVar[str] = "SZ-16.3"
    ask: ClassVar[str] = _("Choose together who reads what failed.")
    wait: ClassVar[str] = _("{seat} is asked who reads what failed.")

    def __init__(self, failed: list[int], vote: list[Any]) -> None:
        super().__init__(vote)
        self.failed = failed

    def choices(self, t: Table) -> list[int]:
        return [w.CHOOSE_READER + seat for seat in range(t.seats)]

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if self.vote.proposal < 0 and w.family(move) == w.CHOOSE_READER:
            return Refusal("SZ-1.1", NO_SEAT)  # everybody who sits here may read
        return super().why_not(t, seat, move)

    def voting(self, vote: list[Any]) -> Group:
        return ChooseReader(self.failed, vote)

    def accept(self, t: Table, move: int) -> None:
        seat = move - w.CHOOSE_READER
        t.emit(w.READER_CHOSEN, PUBLIC, seat)
        t.replace(ReadFailed(self.failed, seat))

    def pack(self) -> list[Any]:
        return [self.failed[:], self.vote.pack()]


class ReadFailed(Frame[Table]):
    """The entries of objectives that failed, one after another."""

    clause: ClassVar[str] = "SZ-16.2"

    def __init__(self, failed: list[int], seat: int) -> None:
        self.failed = failed
        self.seat = seat

    def resolve(self, t: Table) -> None:
        if len(self.failed) > 1:
            t.replace(ReadFailed(self.failed[1:], self.seat))
        else:
            t.done()
        read_entry(t, t.config.objectives[self.failed[0]].failed, self.seat)

    def pack(self) -> list[Any]:
        return [self.failed[:], self.seat]


class Evaluate(Frame[Table]):
    """The group is evaluated, its funding changes, the calendar is filled in (SZ-16.4 to SZ-16.9)."""

    clause: ClassVar[str] = "SZ-16.2"

    def resolve(self, t: Table) -> None:
        found = scoring.evaluation(t)
        t.emit(w.EVALUATED, PUBLIC, found)
        if t.config.month == w.PROLOGUE:
            t.replace(PutAway())  # steps 1, 4 and 6 only (SZ-16.1, SZ-R33)
            return
        t.replace(Watch())
        set_funding(t, FUNDING_STEPS[found])
        row = {
            "month": w.MONTH_IDS[t.config.month],
            "attempt": t.config.attempt,
            "evaluation": w.EVALUATION_IDS[found],
            "seats": int(t.seats),
            "funding": t.config.funding,
            "objectives": {card.id: t.status[n] == w.COMPLETE for n, card in enumerate(t.config.objectives)},
        }
        log(t)["calendar"].append(row)


class Watch(Frame[Table]):
    """Step 2: every city with an incident token gets one surveillance sticker (SZ-16.10)."""

    clause: ClassVar[str] = "SZ-16.10"

    def resolve(self, t: Table) -> None:
        for city in range(w.CITIES):
            if t.tokens[city]:
                set_surveillance(t, city, 1)
        t.replace(PutAway())
        assert t.campaign is not None
        if t.campaign.paused() and not plays_again(t):  # step 3 (SZ-16.11, SZ-R62)
            t.push(DrawStory())


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
        assert t.campaign is not None
        units = int(t.seats) + int(t.campaign.log["budget"])
        if scoring.completed(t) == len(t.status):
            units += 1
        t.emit(w.BUDGET_GRANTED, PUBLIC, units)
        t.replace(Upgrade(units, NO_VOTE))


class Upgrade(Group):
    """Step 5: the group buys upgrades, one at a time; unused units are lost (SZ-17, SZ-P16)."""

    clause: ClassVar[str] = "SZ-17.2"
    ask: ClassVar[str] = _("Spend the budget together; units left: {left}.")
    wait: ClassVar[str] = _("{seat} is asked how the budget is spent; units left: {left}.")

    def __init__(self, units: int, vote: list[Any]) -> None:
        super().__init__(vote)
        self.units = units

    def choices(self, t: Table) -> list[int]:
        box = t.config.box
        moves: list[int] = []
        for alias in range(w.ALIASES):
            for asset in range(w.ASSETS if has_room(t, alias) else 0):
                if box.assets[asset]["cost"] <= self.units:
                    moves.append(buying(alias, asset))
        cost = {upgrade["id"]: upgrade["cost"] for upgrade in box.upgrades}
        marks = t.config.permanent
        if cost["permanent-safehouse"] <= self.units and len(marks) < SAFEHOUSES:
            moves += [
                w.BUY_SAFEHOUSE + city for city in range(w.CITIES) if t.safe[city] and city not in marks
            ]
        if cost["counter-surveillance"] <= self.units:
            moves += [w.COVER_SYMBOL + city for city in range(w.CITIES) if t.config.watched[city]]
        if moves:
            moves.append(w.SPEND_NO_MORE)
        return moves

    def voting(self, vote: list[Any]) -> Group:
        return Upgrade(self.units, vote)

    def nothing(self, t: Table) -> None:
        t.emit(w.BUDGET_SPENT, PUBLIC, self.units)
        t.replace(CleanUp())

    def accept(self, t: Table, move: int) -> None:
        if move == w.SPEND_NO_MORE:
            self.nothing(t)
            return
        box = t.config.box
        if w.family(move) == w.BUY_ASSET:
            asset = w.asset_of_buy_asset(move)
            lay_asset(t, bought_for(move), asset)
            cost = int(box.assets[asset]["cost"])
        elif w.family(move) == w.BUY_SAFEHOUSE:
            mark_safehouse(t, [box.ids[move - w.BUY_SAFEHOUSE]])
            cost = cost_of(t, "permanent-safehouse")
        else:
            set_surveillance(t, move - w.COVER_SYMBOL, -1)
            cost = cost_of(t, "counter-surveillance")
        t.replace(Upgrade(self.units - cost, NO_VOTE))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        upgrade = w.family(move) in (w.BUY_ASSET, w.BUY_SAFEHOUSE, w.COVER_SYMBOL)
        if self.vote.proposal >= 0 or not upgrade:
            return super().why_not(t, seat, move)
        return why_no_upgrade(t, self.units, move)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(self.units)}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {**super().view(t, seat), "units": self.units}

    def pack(self) -> list[Any]:
        return [self.units, self.vote.pack()]


def cost_of(t: Table, upgrade: str) -> int:
    """What an upgrade costs."""
    return next(int(row["cost"]) for row in t.config.box.upgrades if row["id"] == upgrade)


def why_no_upgrade(t: Table, units: int, move: int) -> Refusal:
    """Why the group cannot buy this."""
    if w.family(move) == w.BUY_ASSET:
        if t.config.box.assets[w.asset_of_buy_asset(move)]["cost"] > units:
            return Refusal("SZ-17.2", UNITS)
        return why_no_room(t, bought_for(move))
    if w.family(move) == w.BUY_SAFEHOUSE:
        if cost_of(t, "permanent-safehouse") > units:
            return Refusal("SZ-17.2", UNITS)
        if len(t.config.permanent) >= SAFEHOUSES:
            return Refusal("SZ-R54", _("There are as many marks as safehouses."))
        if t.safe[move - w.BUY_SAFEHOUSE]:
            return Refusal("SZ-17.5", _("This safehouse is permanent already."))
        return Refusal("SZ-17.5", NO_SAFEHOUSE)
    if cost_of(t, "counter-surveillance") > units:
        return Refusal("SZ-17.2", UNITS)
    return Refusal("SZ-17.6", _("There is no surveillance in this city."))


class NextGame(Group):
    """After the prologue: once more, or on to the first month (SZ-18.1, SZ-P17)."""

    clause: ClassVar[str] = "SZ-18.1"
    ask: ClassVar[str] = _("Play the prologue again, or begin the campaign?")
    wait: ClassVar[str] = _("{seat} is asked whether the campaign begins.")

    def choices(self, t: Table) -> list[int]:
        return [w.GO_ON, w.PLAY_AGAIN]

    def voting(self, vote: list[Any]) -> Group:
        return NextGame(vote)

    def accept(self, t: Table, move: int) -> None:
        t.replace(CleanUp())
        if move == w.GO_ON:
            assert t.campaign is not None
            log(t)["next"] = [w.MONTH_IDS[t.campaign.content.following(w.PROLOGUE)], 1]
        else:
            log(t)["next"] = [w.MONTH_IDS[w.PROLOGUE], 1]

    def pack(self) -> list[Any]:
        return [self.vote.pack()]


class CleanUp(Frame[Table]):
    """Step 6: all player cards are discarded, all pieces leave the board, stickers stay (SZ-16.14); the file
    says which game is next, or is closed.
    """

    clause: ClassVar[str] = "SZ-16.14"

    def resolve(self, t: Table) -> None:
        clear_board(t)
        t.emit(w.CLEANED_UP, PUBLIC)
        if t.config.month != w.PROLOGUE:
            look_ahead(t)
        agree_anew(t)
        assert t.campaign is not None
        if t.campaign.over:
            t.emit(w.FINAL_SCORE, PUBLIC, scoring.final_score(t.campaign, t.config.watched)["score"])
        else:
            t.emit(w.NEXT_GAME, PUBLIC, w.MONTH_IDS.index(t.campaign.log["next"][0]))
        t.finish()


def clear_board(t: Table) -> None:
    """Everything but stickers and passports is reset (SZ-1.5)."""
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
    t.agents = [0] * w.CITIES
    t.agents_left = AGENTS
    t.tokens = (0,) * w.CITIES
    t.tokens_left = TOKENS
    t.safe = (0,) * w.CITIES
    t.safe_left = SAFEHOUSES
    t.teams = [-1] * w.TEAMS
    t.pawn = [t.config.box.washington] * int(t.seats)


def plays_again(t: Table) -> bool:
    """Whether the month is not over: its first game was FAILING (SZ-16.7)."""
    return scoring.evaluation(t) == w.FAILING and t.config.attempt == 1


def look_ahead(t: Table) -> None:
    """The next month, the same once more, or the final score (SZ-16.4 to SZ-16.8, SZ-16.15)."""
    data = log(t)
    assert t.campaign is not None
    if plays_again(t):
        data["next"] = [w.MONTH_IDS[t.config.month], 2]
        return
    following = t.campaign.content.following(t.config.month)
    if following >= 0:
        data["next"] = [w.MONTH_IDS[following], 1]
    else:
        data["over"] = True


FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    AdjustFunding,
    BeginMonth,
    ReadEntry,
    EndIfDone,
    AfterGame,
    ChooseReader,
    ReadFailed,
    Evaluate,
    Watch,
    PutAway,
    Upgrade,
    NextGame,
    CleanUp,
)
