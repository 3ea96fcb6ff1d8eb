"""The special intrigues (KRK-10)."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.engine.secret_answers import SecretAnswers
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.krakow import box as b
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table
from spyring.games.krakow.rules.markers import room


def carry_out(t: Table, special: int) -> None:
    """Carry out a special intrigue, or push its frames; the last one pushed comes first."""
    if special == b.BLACK_DEATH:
        spread_death(t)
    elif special == b.GRAVE_ROBBERY:
        rob_graves(t)
    else:
        for frame in FRAMES_OF[special]:
            t.push(frame)


class Discard(Verb[Table]):
    """Discard one card, unseen by the others."""

    name: ClassVar[str] = "discard"
    clause: ClassVar[str] = "KRK-10.1"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(SufferPlague, t.stack[-1])
        if frame.chosen[seat]:
            return w.CARD_CHOSEN
        return FINE if move - w.DISCARD in t.hands[seat] else w.NOT_DISCARDABLE


class Decline(Verb[Table]):
    """The leader leaves the rest of a special intrigue unused."""

    name: ClassVar[str] = "decline"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.emit(w.DECLINED, PUBLIC, seat)


class Remove(Verb[Table]):
    """Return a marker of the frame's type to its supply."""

    name: ClassVar[str] = "remove"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(RemoveMarker, t.stack[-1])
        team = w.team_of_remove(move)
        if w.marker_of_remove(move) != frame.kind:
            return w.OTHER_TYPE_REMOVED
        if team == t.leader & 1 and not t.config.removal_targets_any:
            return w.OWN_MARKER
        place = w.district_of_remove(move) * w.TYPES + frame.kind
        return FINE if t.board[place * 2 + team] else w.NO_MARKER

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        frame = cast(RemoveMarker, t.stack[-1])
        first = w.remove(frame.kind, 0, 0)
        for move in range(first, first + w.DISTRICTS * 2):
            if self.fault(t, seat, move) == FINE:
                moves.append(move)

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        kind = w.marker_of_remove(move)
        team = w.team_of_remove(move)
        district = w.district_of_remove(move)
        t.board[(district * w.TYPES + kind) * 2 + team] -= 1
        t.supply[team] += 1
        t.emit(w.REMOVED, PUBLIC, seat, kind, district, team)


class Replace(Verb[Table]):
    """Replace a marker of the opponents with one of the leader's team."""

    name: ClassVar[str] = "replace"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(ReplaceMarkers, t.stack[-1])
        team = t.leader & 1
        place = w.district_of_replace(move) * w.TYPES + frame.kind
        if w.marker_of_replace(move) != frame.kind:
            return w.OTHER_TYPE_REPLACED
        if not t.config.field_cap_shared and room(t, place, team) == 0:
            return w.DISTRICT_FULL  # a field's total never changes, a team's own share does (KRK-R3, KRK-R17)
        return FINE if t.board[place * 2 + 1 - team] else w.NO_MARKER

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        frame = cast(ReplaceMarkers, t.stack[-1])
        first = w.replace(frame.kind, 0)
        for move in range(first, first + w.DISTRICTS):
            if self.fault(t, seat, move) == FINE:
                moves.append(move)

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(ReplaceMarkers, t.stack[-1])
        team = seat & 1
        district = w.district_of_replace(move)
        place = (district * w.TYPES + frame.kind) * 2
        t.board[place + 1 - team] -= 1
        t.supply[1 - team] += 1
        t.board[place + team] += 1
        t.supply[team] -= 1
        t.emit(w.REPLACED, PUBLIC, seat, frame.kind, district)
        t.replace(type(frame)(frame.kind, frame.left - 1))


class Rob(Verb[Table]):
    """An opponent loses gold."""

    name: ClassVar[str] = "rob"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if (move - w.ROB ^ seat) & 1 else w.NO_OPPONENT

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(ChooseVictim, t.stack[-1])
        t.done()
        victim = move - w.ROB
        lost = min(frame.loss, t.chest[victim])
        t.chest[victim] -= lost
        t.supply[victim & 1] += lost
        t.emit(w.GOLD_LOST, PUBLIC, victim, lost)


DISCARD: Final = Discard()
DECLINE: Final = Decline()
REMOVE: Final = Remove()
REPLACE: Final = Replace()
ROB: Final = Rob()


class SufferPlague(SecretAnswers[Table]):
    """Black Death: both opponents discard one card each, at once and unseen."""

    clause: ClassVar[str] = "KRK-10.1"
    ask: ClassVar[str] = _("Black Death: discard one card face down.")
    wait: ClassVar[str] = _("Black Death: {seat} discards one card face down.")
    offer: ClassVar[str] = _("You have chosen. You can start over until everybody is done.")
    verbs: ClassVar[Verbs] = (DISCARD,)
    change_clause: ClassVar[str] = "KRK-R37"

    def asked(self, t: Table) -> int:
        mask = 0
        for seat in range(w.SEATS):
            if (seat ^ t.leader) & 1 and t.hands[seat]:
                mask |= 1 << seat
        return mask

    def first(self, t: Table) -> int:
        return w.DISCARD

    def choices(self, t: Table, seat: int) -> list[int]:
        return [] if self.chosen[seat] else [w.DISCARD + card for card in t.hands[seat]]

    def random_answer(self, t: Table, seat: int) -> list[int]:
        return [t.hands[seat][t.roll(len(t.hands[seat]))]]

    def resolve(self, t: Table) -> None:
        t.done()
        for step in range(1, w.SEATS, 2):
            seat = (t.leader + step) & 3
            for card in self.chosen[seat]:
                t.known.deal(t.hands[seat], 1 << seat)  # the discard may be a card that others saw
                t.hands[seat].remove(card)
                t.discard.append(card)
                t.emit(w.DISCARDED, 1 << seat, seat, card)
                t.emit(w.DISCARDED_UNSEEN, PUBLIC & ~(1 << seat), seat)

    def not_asked(self, t: Table, seat: int) -> Refusal:
        return Refusal(self.clause, _("Black Death takes nothing from you."))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        seen = super().view(t, seat)
        if seat < w.SEATS and self.chosen[seat]:
            seen["chosen"] = t.config.box.ids[self.chosen[seat][0]]
        return seen


class RemoveMarker(Frame[Table]):
    """The leader may remove one marker of a type; several cards allow this."""

    verbs: ClassVar[Verbs] = (REMOVE, DECLINE)
    data: ClassVar[tuple[str, ...]] = ("kind",)

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def deciders(self, t: Table) -> int:
        targets: list[int] = []
        REMOVE.add(t, int(t.leader), targets)
        return 1 << t.leader if targets else 0

    def resolve(self, t: Table) -> None:
        t.done()
        t.emit(w.LAPSED, PUBLIC, t.trick[0])  # no target (KRK-R15)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"kind": w.MARKER_IDS[self.kind]}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"marker": w.MARKER.titles[self.kind]}


class Revolt(RemoveMarker):
    """Peasant Revolt: a power marker, then a support marker."""

    clause: ClassVar[str] = "KRK-10.2"
    ask: ClassVar[str] = _("Peasant Revolt: you may remove a {marker} marker.")
    wait: ClassVar[str] = _("Peasant Revolt: {seat} may remove a {marker} marker.")


class Prophesy(RemoveMarker):
    """Prophecy of War: a fame marker, then a power marker."""

    clause: ClassVar[str] = "KRK-10.4"
    ask: ClassVar[str] = _("Prophecy of War: you may remove a {marker} marker.")
    wait: ClassVar[str] = _("Prophecy of War: {seat} may remove a {marker} marker.")


class SendThugs(RemoveMarker):
    """Street Thugs Rule, first part: a power marker."""

    clause: ClassVar[str] = "KRK-10.8"
    ask: ClassVar[str] = _("Street Thugs Rule: you may remove a {marker} marker.")
    wait: ClassVar[str] = _("Street Thugs Rule: {seat} may remove a {marker} marker.")


class ReplaceMarkers(Frame[Table]):
    """The leader may replace up to ``left`` opposing markers of a type; several cards allow this."""

    verbs: ClassVar[Verbs] = (REPLACE, DECLINE)
    data: ClassVar[tuple[str, ...]] = ("kind", "left")

    def __init__(self, kind: int, left: int) -> None:
        self.kind = kind
        self.left = left

    def deciders(self, t: Table) -> int:
        if self.left == 0 or t.supply[t.leader & 1] == 0:
            return 0
        targets: list[int] = []
        REPLACE.add(t, int(t.leader), targets)
        return 1 << t.leader if targets else 0

    def resolve(self, t: Table) -> None:
        """Three markers are replaced, or no marker or no cube is left (KRK-R17)."""
        t.done()
        if self.left:
            t.emit(w.LAPSED, PUBLIC, t.trick[0])

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"kind": w.MARKER_IDS[self.kind], "left": self.left}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"marker": w.MARKER.titles[self.kind], "left": str(self.left)}


class SaveSouls(ReplaceMarkers):
    """Saving Souls: support markers."""

    clause: ClassVar[str] = "KRK-10.3"
    ask: ClassVar[str] = _(
        "Saving Souls: you may replace an opposing {marker} marker with your own ({left} left)."
    )
    wait: ClassVar[str] = _("Saving Souls: {seat} may replace an opposing {marker} marker ({left} left).")


class Advertise(ReplaceMarkers):
    """Advertising: fame markers."""

    clause: ClassVar[str] = "KRK-10.5"
    ask: ClassVar[str] = _(
        "Advertising: you may replace an opposing {marker} marker with your own ({left} left)."
    )
    wait: ClassVar[str] = _("Advertising: {seat} may replace an opposing {marker} marker ({left} left).")


class ChooseVictim(Frame[Table]):
    """The leader chooses one opponent, who loses up to ``loss`` gold; several cards demand this."""

    verbs: ClassVar[Verbs] = (ROB,)
    data: ClassVar[tuple[str, ...]] = ("loss",)

    def __init__(self, loss: int) -> None:
        self.loss = loss

    def deciders(self, t: Table) -> int:
        return 1 << t.leader

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.ROB + ((seat + 1) & 3), w.ROB + ((seat + 3) & 3)]

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"loss": self.loss}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"count": str(self.loss)}


class Depress(ChooseVictim):
    """A Depression: two gold."""

    clause: ClassVar[str] = "KRK-10.6"
    ask: ClassVar[str] = _("A Depression: choose the opponent who loses {count} gold.")
    wait: ClassVar[str] = _("A Depression: {seat} chooses the opponent who loses {count} gold.")


class Extort(ChooseVictim):
    """Street Thugs Rule, second part: one gold."""

    clause: ClassVar[str] = "KRK-10.8"
    ask: ClassVar[str] = _("Street Thugs Rule: choose the opponent who loses {count} gold.")
    wait: ClassVar[str] = _("Street Thugs Rule: {seat} chooses the opponent who loses {count} gold.")


FRAMES_OF: Final[dict[int, tuple[Frame[Table], ...]]] = {
    b.PEASANT_REVOLT: (Revolt(w.SUPPORT), Revolt(w.POWER)),
    b.SAVING_SOULS: (SaveSouls(w.SUPPORT, 3),),
    b.PROPHECY_OF_WAR: (Prophesy(w.POWER), Prophesy(w.FAME)),
    b.ADVERTISING: (Advertise(w.FAME, 3),),
    b.A_DEPRESSION: (Depress(2),),
    b.STREET_THUGS_RULE: (Extort(1), SendThugs(w.POWER)),
}


def spread_death(t: Table) -> None:
    """The opponents discard, and are dealt one card fewer this year (KRK-10.1)."""
    opponents = 1 - (t.leader & 1)
    t.extra[opponents] -= 1
    t.emit(w.HAND_SHRINKS, PUBLIC, opponents)
    t.push(SufferPlague([[], [], [], []]))


def rob_graves(t: Table) -> None:
    """The leader, then the partner, draw one card each from the bottom of the discard pile (KRK-10.7,
    KRK-R20).
    """
    t.extra[t.leader & 1] += 1
    t.emit(w.HAND_GROWS, PUBLIC, t.leader & 1)
    for seat in (int(t.leader), int(t.leader + 2) & 3):
        card = t.discard.pop(0)
        t.hands[seat].append(card)
        # Seats that saw it played can remember how deep it lies, and so know where it goes.
        t.known.show(card, 1 << seat)
        t.emit(w.DREW, 1 << seat, seat, card)
        t.emit(w.DREW_UNSEEN, PUBLIC & ~(1 << seat), seat)
