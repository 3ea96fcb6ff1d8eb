"""What a seat of Spies! perceives, as a vector: pieces in rows, nations in their fixed order.

Nations have fixed places on the map, so they are not rotated; a block marks which ones belong to the seat.
Spaces, faces and pieces are numbers from 1, because there are too many for one-hot rows. 0 is nothing,
``UNKNOWN`` is something that the seat does not know. The ``codes`` of the blocks say what each number means.
"""

from typing import Any, Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from spyring.engine.encoding import PLAIN, VectorCache, count, numbered
from spyring.engine.frame import Frame
from spyring.engine.notation import Domain
from spyring.games.spies import columns as c
from spyring.games.spies import places as p
from spyring.games.spies import words as w
from spyring.games.spies.deductions import possible
from spyring.games.spies.domains import SECRET, SPY
from spyring.games.spies.generated import Table, Vector
from spyring.games.spies.nations import eyes_of
from spyring.games.spies.pieces import force_of, noted_police, noted_spy
from spyring.games.spies.rules.chits import ReturnSurplus
from spyring.games.spies.rules.diplomacy import Talk
from spyring.games.spies.rules.discovery import Control, Counterspy, Discover
from spyring.games.spies.rules.placing import HELD
from spyring.games.spies.rules.sanction import Network, ReadSource, Sanction
from spyring.games.spies.rules.searches import EntrySearch, Search, TakeOver
from spyring.games.spies.rules.secrets import CashAtDrop
from spyring.games.spies.rules.setup import STAGES, Place, PlaceTogether, SetGuards
from spyring.games.spies.rules.turn import Freeing, captive_seen
from spyring.games.spies.rules.windows import Reaction
from spyring.games.spies.view import BOXES

UNKNOWN: Final = 255
OF_NATIONS: Final = 0  # parts of the vector
OF_SPIES: Final = 1
OF_POLICE: Final = 2
OF_SECRETS: Final = 3
OF_THE_MAP: Final = 4
FIRST_PLAN: Final = 3  # the number of the first city in a plan
COMPARED: Final = [
    ("the spy wins" if bits & 1 else "the guard wins")
    + (", its side has turned that round" if bits & 2 else "")
    + (", the other side has turned that round" if bits & 4 else "")
    for bits in range(8)
]
LEFT_OUT: Final[dict[str, str]] = {
    "order of table.known_chits": "facts have no order",
    "order of table.drops": "they lie on the map",
}


class SpiesEncoding(Vector):
    """Everything on the table, offers, and reaction windows."""

    complete: bool = True
    left_out: dict[str, str] = LEFT_OUT

    def declare(self) -> None:
        super().declare()
        self.segment(self.nations, end=self.spies)
        self.segment(self.spies, end=self.police)
        self.segment(self.police, end=self.secrets)
        self.segment(self.secrets, OF_POLICE, self.national)
        self.segment(self.national, OF_POLICE, self.about)
        self.code_pieces()
        self.code_asked()

    def declare_memory(self) -> None:
        super().declare_memory()
        self.code("spies met", self.faces())
        self.code("police met", self.strengths())

    def role(self, domain: Domain) -> int:
        """Nations are named like five seats, but are not rotated."""
        return PLAIN if domain is w.NATION else super().role(domain)

    def faces(self) -> dict[int, str]:
        """The possible faces of a spy."""
        box = self.box
        return {
            face + 1: f"{w.NATION_IDS[face // w.SPIES]} strength {box.strength[face]}"
            + (" (cousin)" if box.cousin[face] else "")
            for face in range(p.ALL_SPIES)
            if face % w.SPIES < box.spies[face // w.SPIES]
        }

    def strengths(self) -> dict[int, str]:
        """The possible strengths of police."""
        return numbered([f"strength {force}" for force in range(max(self.box.force) + 1)])

    def code_pieces(self) -> None:
        """Declare which number stands for which place, piece or face."""
        nations = list(w.NATION_IDS)
        spaces = numbered([*self.box.city_ids, *self.box.zone_ids])
        off = {-place: name for place, name in BOXES.items()}
        records = [f"record of {nation} {year}" for nation in nations for year in w.YEAR_IDS]
        off |= numbered(records, -p.RECORD)
        police = [f"{nation}, row {row + 1}" for nation in nations for row in range(w.POLICE)]
        self.code("mover", numbered(list(SPY.labels)))
        held = [f"held by {nation}" for nation in nations] + [f"discarded by {nation}" for nation in nations]
        self.code("tiles", numbered([*held, "played"]))
        self.code("territory", numbered(["neutral", *nations]))
        for block in ("spies", "police", "secrets"):
            self.code(block, spaces, "space")
        for block in ("spies", "secrets"):
            self.code(block, off, "off the map")
        self.code("spies", self.faces(), "face")
        self.code("police", self.strengths(), "strength")
        self.code("secrets", numbered([*SPY.labels, *police]), "by")
        self.code("secrets", numbered(list(self.box.face_ids)), "face")
        self.code("known sums", numbered(nations), "nation")
        self.code("known sums", numbered(police), "one", "other")

    def code_asked(self) -> None:
        """Declare what the numbers of a question stand for."""
        nations, chits = list(w.NATION_IDS), list(w.CHIT_IDS)
        self.code("chain", numbered([f"{chit} of {nation}" for nation in nations for chit in chits]))
        self.code("answers", numbered(chits))
        self.code("offer", numbered(nations), "by", "to")
        self.code("plans", {HELD + FIRST_PLAN: "kept out", **numbered(list(self.box.city_ids), FIRST_PLAN)})
        nation, spy, secret = numbered(nations), numbered(list(SPY.labels)), numbered(list(SECRET.labels))
        city, chit, stage = numbered(list(self.box.city_ids)), numbered(chits), numbered(list(STAGES))
        about: list[tuple[type[Frame[Any]], list[dict[int, str]]]] = [
            (Place, [stage]),
            (PlaceTogether, [stage]),
            (SetGuards, [nation]),
            (ReturnSurplus, [nation]),
            (ReadSource, [nation, nation]),
            (EntrySearch, [nation, spy]),
            (TakeOver, [nation, secret]),
            (Search, [nation, spy]),
            (Discover, [spy, secret]),
            (Control, [spy, secret, numbered(COMPARED)]),
            (Counterspy, [spy, secret, city]),
            (Sanction, [spy, spy, numbered(["not turned", "turned by a Double Cross"])]),
            (Freeing, [spy]),
            (CashAtDrop, [spy, secret, city]),
            (Network, [chit, nation]),
        ]
        for frame, codes in about:
            for label, numbers in zip("abc", codes):
                self.code("about", numbers, f"{label} if {frame.__name__} is asked")
        network = Network.__name__
        self.code("about", city, f"c if {network} is asked about a drop")
        self.code("about", nation, f"c if {network} is asked about a source")

    def write_memory(self, t: Table, seat: int, out: BytesWriter) -> None:
        """The table shows neither what a Source has shown (SPY-12.32) nor what follows about spies; a good
        memory keeps both.
        """
        eyes = eyes_of(t, seat)
        for spy in range(p.ALL_SPIES):
            face = t.spy_face[spy]
            if face >= 0:
                out[self.met + spy] = face + 1 if t.spies.knows(face, eyes) else UNKNOWN
                out[self.bounded + spy] = possible(t, eyes, spy)
        rows = self.rows(t, eyes)
        for one in range(p.ALL_POLICE):
            if rows[one] >= 0:
                known = t.police.knows(t.police_face[one], eyes)
                out[self.weighed + rows[one]] = force_of(t, one) + 1 if known else UNKNOWN

    def sources(self, t: Table, segment: int) -> list[Any]:
        """The knowledge of a seat is that of the nations that it runs."""
        if segment == OF_NATIONS:
            return [t.runner, t.money, t.hand, t.tile_at, t.markers]
        if segment == OF_SPIES:
            at, face, known = t.spy_at, t.spy_face, t.spies
            return [t.runner, t.moved, t.searched, t.sourced, at, t.glimpsed, face, known, known.edition]
        if segment == OF_POLICE:
            at, face, known, backs = t.police_at, t.police_face, t.police, t.backs
            return [t.runner, t.sourced, at, t.glimpsed, face, known, known.edition, backs, backs.issued]
        if segment == OF_SECRETS:
            at, face, known = t.secret_at, t.secret_face, t.secrets
            return [t.runner, t.proven, t.brought, t.secret_by, at, face, known, known.edition]
        return [t.runner, t.national, t.owner, t.drops, t.cup, t.promised, t.sums]

    def write_segment(self, t: Table, segment: int, seat: int, cache: VectorCache, out: BytesWriter) -> None:
        eyes: i64 = eyes_of(t, seat)
        if segment == OF_NATIONS:
            self.write_nations(t, eyes, out)
            self.write_tiles(t, eyes, out)
        elif segment == OF_SPIES:
            self.write_spies(t, eyes, out)
        elif segment == OF_POLICE:
            cache.notes = self.rows(t, eyes)
            self.write_police(t, eyes, cache.notes, out)
        elif segment == OF_SECRETS:
            self.write_secrets(t, eyes, cache.notes, out)
        else:
            self.write_map(t, out)
            self.write_known(t, eyes, cache.notes, out)

    def write(self, t: Table, seat: int, out: BytesWriter) -> None:
        self.write_turn(t, seat, out)
        if t.stack:
            self.write_question(t, seat, eyes_of(t, seat), out)

    def write_turn(self, t: Table, seat: int, out: BytesWriter) -> None:
        seats: i64 = t.seats
        self.write_fields(t, seat, out)
        if t.mover >= 0:
            out[self.mover] = count(t.mover + 1)
            out[self.spaces] = count(t.spaces)
        at: i64 = self.runner
        width: i64 = len(self.names)
        for runner in t.runner:
            out[at + (runner - seat) % seats] = 1
            at += width
        talks: i64 = t.talks  # they change more often than the rest of a nation
        at = self.nations + 7
        while talks:
            out[at] = u8(talks & 3)
            talks >>= 2
            at += len(c.NATION_COLUMNS)

    def write_nations(self, t: Table, eyes: i64, out: BytesWriter) -> None:
        """What each nation has, except its tiles."""
        at: i64 = self.nations
        money: i64
        for nation, funds in enumerate(t.money):
            money = funds
            out[at if eyes >> nation & 1 else at + 1] = 1
            out[at + 2] = count(money)
            if money > UNKNOWN:
                out[at + 3] = count(money - UNKNOWN)
            at += len(c.NATION_COLUMNS)
        at = self.markers
        for marked in t.markers:
            if marked:
                out[at] = count(marked)
            at += 1
        self.write_chits(t, eyes, out)

    def write_chits(self, t: Table, eyes: i64, out: BytesWriter) -> None:
        """How many chits each nation has, and which ones the seat's nations have."""
        hand = t.hand
        at: i64 = 0
        column: i64 = self.nations + 4
        for nation in range(w.NATIONS):
            total: i64 = 0
            for _chit in range(w.CHITS):
                held = hand[at]
                if held:
                    total += held
                    if eyes >> nation & 1:
                        out[self.hand + at] = count(held)
                at += 1
            out[column] = count(total)
            column += len(c.NATION_COLUMNS)

    def write_tiles(self, t: Table, eyes: i64, out: BytesWriter) -> None:
        known: i64 = eyes | eyes << w.NATIONS | 1 << p.PLAYED  # the places whose tiles the seat knows
        lying = [0] * (p.PLAYED + 1)  # how many tiles lie in each place
        at: i64 = self.tile_at
        place: i64
        for place in t.tile_at:
            lying[place] += 1
            out[at] = u8(place + 1) if known >> place & 1 else UNKNOWN
            at += 1
        at = self.nations + 5
        for nation in range(w.NATIONS):
            out[at] = count(lying[nation])
            out[at + 1] = count(lying[w.NATIONS + nation])
            at += len(c.NATION_COLUMNS)

    def write_spies(self, t: Table, eyes: i64, out: BytesWriter) -> None:
        at: i64 = self.spies
        moved: i64 = t.moved
        searched: i64 = t.searched
        spy: i64 = -1
        place: i64
        face: i64
        for face, place in zip(t.spy_face, t.spy_at):
            spy += 1
            if face >= 0:
                if place >= 0:
                    out[at] = u8(place + 1)
                else:
                    out[at + 1] = u8(-place)
                out[at + 2] = u8(face + 1) if noted_spy(t, int(eyes), int(spy)) else UNKNOWN
                out[at + 3] = u8(moved >> spy & 1)
                out[at + 4] = u8(searched >> spy & 1)
            at += len(c.SPY_COLUMNS)

    def rows(self, t: Table, eyes: i64) -> list[int]:
        """The row of each police piece, or -1: by back, because only its owner knows which piece it is."""
        places, faces = t.police_at, t.police_face
        back_of = t.backs.number.__getitem__
        found = [-1] * p.ALL_POLICE
        for nation in range(w.NATIONS):
            mine = eyes >> nation & 1 != 0
            row = nation * w.POLICE
            own = range(row, row + w.POLICE)
            shown = [one for one in own if faces[one] >= 0 and (mine or places[one] >= 0)]
            shown.sort(key=back_of)  # pieces without one keep their order
            for one in shown:
                found[one] = row
                row += 1
        return found

    def write_police(self, t: Table, eyes: i64, rows: list[int], out: BytesWriter) -> None:
        """Each in its row."""
        mine = eyes
        backs = t.backs.number
        at: i64
        back: i64
        place: i64
        row: i64
        one: i64 = -1
        number: i64 = 0  # on the piece
        for row, place in zip(rows, t.police_at):
            one += 1
            number += 1
            if number > w.POLICE:
                number = 1
                eyes >>= 1
            if row < 0:
                continue
            at = self.police + row * len(c.POLICE_COLUMNS)
            back = backs[one]
            out[at] = u8(back >> 8 & 255)
            out[at + 1] = u8(back & 255)
            if eyes & 1:
                out[at + 2] = u8(number)
            if place >= 0:
                out[at + 3] = u8(place + 1)
            if noted_police(t, int(mine), int(one)):
                out[at + 4] = u8(force_of(t, int(one)) + 1)
            else:
                out[at + 4] = UNKNOWN

    def write_secrets(self, t: Table, eyes: i64, rows: list[int], out: BytesWriter) -> None:
        at: i64 = self.secrets
        seen, faces = t.secrets.seen, t.secret_face
        place: i64
        by: i64
        face: i64
        known: i64
        secret: i64 = -1
        proven: i64 = t.proven
        brought: i64 = t.brought
        for place, by in zip(t.secret_at, t.secret_by):
            secret += 1
            face = faces[secret]
            known = seen[face]
            if place >= 0:
                out[at] = u8(place + 1)
            else:
                out[at + 1] = u8(-place)
            if by >= p.BY_POLICE:
                by = p.BY_POLICE + rows[by - p.BY_POLICE]
            out[at + 2] = u8(by + 1)
            out[at + 3] = u8(face + 1) if known & eyes else UNKNOWN
            out[at + 4] = u8(proven >> secret & 1)
            out[at + 5] = u8(brought >> secret & 1)
            at += len(c.SECRET_COLUMNS)

    def write_map(self, t: Table, out: BytesWriter) -> None:
        at: i64 = self.national
        nations: i64
        for nations in t.national:
            for nation in range(w.NATIONS):
                if nations >> nation & 1:
                    out[at + nation] = 1
            at += w.NATIONS
        printed = t.config.box.owner
        if t.owner is not printed:
            for city in range(len(printed)):
                if t.owner[city] != printed[city]:
                    out[self.owner + city] = t.owner[city] + 2
        for drop in t.drops:
            out[self.drops + drop] = 1
        cup: i64 = 0
        for chits in t.cup:
            cup += chits
        out[self.cup] = count(cup)

    def write_known(self, t: Table, eyes: i64, rows: list[int], out: BytesWriter) -> None:
        for fact in t.promised:
            knower = w.knower_of_known_chit(fact)
            if eyes >> knower & 1:
                place = knower * w.NATIONS + w.holder_of_known_chit(fact)
                place = place * w.CHITS + w.chit_of_known_chit(fact)
                out[self.promised + place] = w.count_of_known_chit(fact)
        if not t.sums:
            return
        told: list[tuple[int, int, int, int]] = []
        for fact in t.sums:
            knower = w.nation_of_known_sum(fact)
            if eyes >> knower & 1:
                one = rows[w.one_of_known_sum(fact)] + 1
                other = rows[w.other_of_known_sum(fact)] + 1
                total = w.total_of_known_sum(fact)
                told.append((knower + 1, min(one, other), max(one, other), total))
        told.sort()
        at = self.sums
        for nation, one, other, both in told[: len(c.SUMS)]:
            out[at] = nation
            out[at + 1] = one
            out[at + 2] = other
            out[at + 3] = both
            at += 4

    def write_question(self, t: Table, seat: int, eyes: i64, out: BytesWriter) -> None:
        """The data of the current decision."""
        frame = t.stack[-1]
        if isinstance(frame, Reaction):
            self.write_window(frame, eyes, out)
            if isinstance(frame, Freeing):
                out[self.about] = count(captive_seen(t, frame.a, seat) + 1)
        elif isinstance(frame, Talk):
            out[self.offer] = frame.by + 1
            out[self.offer + 1] = frame.to + 1
            out[self.offer + 2] = frame.counter
            if frame.witnesses(t) >> seat & 1:
                for number, part in enumerate(frame.parts[: p.MAX_PARTS]):
                    out[self.offered + 2 * number] = (part + 1) // 256
                    out[self.offered + 2 * number + 1] = (part + 1) % 256
            else:
                out[self.offer + 3] = 1
        else:
            for number, name in enumerate(frame.data):
                out[self.about + number] = count(getattr(frame, name) + 1)
        if isinstance(frame, PlaceTogether):
            for nation in range(w.NATIONS):
                if eyes >> nation & 1:
                    for number, city in enumerate(frame.plans[nation][: len(c.PLANNED)]):
                        out[self.plans + nation * len(c.PLANNED) + number] = count(city + FIRST_PLAN)

    def write_window(self, frame: Reaction, eyes: i64, out: BytesWriter) -> None:
        """The deed, the chits played on it, the nations still to answer, and the own nations' choices."""
        out[self.about] = count(frame.a + 1)
        out[self.about + 1] = count(frame.b + 1)
        out[self.about + 2] = count(frame.c + 1)
        for number, chit in enumerate(frame.chain[: len(c.CHAIN)]):
            out[self.chain + number] = chit + 1
        for nation in range(w.NATIONS):
            if frame.left > 0 and frame.left >> nation & 1:
                out[self.left + nation] = 1
        for answer in frame.answers:
            nation = w.nation_of_played_chit(answer)
            if eyes >> nation & 1:
                out[self.answers + nation] = w.chit_of_played_chit(answer) + 1
