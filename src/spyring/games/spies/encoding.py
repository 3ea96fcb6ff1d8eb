"""What a seat of Spies! perceives, as a vector: pieces in rows, nations in their fixed order.

Nations stand on a map, so they are not rotated; which of them are mine is said by nation. Spaces, faces and
pieces are numbers from 1, and 0 is nothing or unknown: there are too many for one-hot rows. Of reaction
windows what they are about is told by the kind of question only.
"""

from typing import Any, Final

from spyring.engine.encoding import Encoding, count
from spyring.engine.game import Game
from spyring.games.spies.box import (
    CHIT_IDS,
    CHITS,
    FIRST_YEAR,
    NATION_IDS,
    NATIONS,
    POLICE,
    SECRETS,
    TILES,
    YEARS,
    Box,
)
from spyring.games.spies.notation import SECRET, SPY
from spyring.games.spies.places import ALL_POLICE, ALL_SPIES, BY_POLICE, PLAYED, STEP_IDS
from spyring.games.spies.rules.diplomacy import MOST_PARTS, Talk
from spyring.games.spies.rules.setup import PlaceTogether
from spyring.games.spies.rules.windows import Reaction
from spyring.games.spies.table import Table

YEAR_NAMES: Final = tuple(str(FIRST_YEAR + year) for year in range(YEARS))
NATION_COLUMNS: Final = ("mine", "money", "chits", "tiles", "discarded", "talks")
SPY_COLUMNS: Final = ("space", "off the map", "face", "moved", "searched")
POLICE_COLUMNS: Final = ("back", "number", "space", "strength", "guards")
SECRET_COLUMNS: Final = ("space", "off the map", "by", "face", "proven", "brought")
BY_A_POLICE: Final = 255
SUMS: Final = 24  # so many known sums of police are told
CHAIN: Final = 8  # chits played on each other
PLANNED: Final = 12  # pieces of one nation


class SpiesEncoding(Encoding[Table]):
    """Everything on the table, offers, and of windows what the next answer mostly turns on."""

    def __init__(self, game: Game, box: Box) -> None:
        self.city_names: tuple[str, ...] = box.city_ids
        self.tile_names: tuple[str, ...] = box.tile_ids
        super().__init__(game)

    def declare(self) -> None:
        nations = NATION_IDS
        self.year = self.block("year", "the year", YEAR_NAMES)
        self.step = self.block("step", "the step of the turn", STEP_IDS)
        self.turn = self.block("turn", "the nation on turn", nations)
        self.war = self.number("war", "whether there is war")
        self.points = self.number("action points", "left in this turn")
        self.mover = self.number("mover", "the spy that is moving")
        self.spaces = self.number("spaces", "how far it may still go")
        self.runners = self.block("runners", "who runs which nation", nations, self.who())
        self.nations = self.block("nations", "what each nation has", nations, NATION_COLUMNS)
        self.markers = self.block("markers", "markers in the record", nations, YEAR_NAMES)
        self.hands = self.block("hands", "chits of my nations", nations, CHIT_IDS)
        self.tiles = self.block(
            "tiles", "1-5: held by this nation of mine, 6-10: discarded by it, 11: played", self.tile_names
        )
        self.spies = self.block("spies", "spies", SPY.labels, SPY_COLUMNS)
        rows = tuple(str(row + 1) for row in range(POLICE))
        self.police = self.block(
            "police", "police, by the numbers on their backs", nations, rows, POLICE_COLUMNS
        )
        self.secrets = self.block("secrets", "secrets; by 255: by police", SECRET.labels, SECRET_COLUMNS)
        self.national = self.block("national", "whose national secret it is", SECRET.labels, nations)
        self.territory = self.block(
            "territory", "cities that changed hands: 1 neutral, then nations", self.city_names
        )
        self.drops = self.block("drops", "drops", self.city_names, nations)
        self.cup = self.number("cup", "chits in the cup")
        self.promised = self.block("known chits", "what my nations know of hands", nations, nations, CHIT_IDS)
        sums = tuple(str(number + 1) for number in range(SUMS))
        self.sums = self.block("known sums", "sums of two police", sums, ("nation", "one", "other", "sum"))
        self.declare_asked()

    def declare_asked(self) -> None:
        """What the decisions themselves remember."""
        self.chain = self.block("chain", "chits played on each other", tuple(str(n) for n in range(CHAIN)))
        self.left = self.block("left", "nations still to be asked in this window", NATION_IDS)
        self.answers = self.block("answers", "what my nations have answered", NATION_IDS)
        self.plans = self.block(
            "plans", "where my nations will place", NATION_IDS, tuple(str(n) for n in range(PLANNED))
        )
        self.offer = self.block("offer", "who offers to whom, and if it counters", ("by", "to", "counter"))
        parts = tuple(str(number + 1) for number in range(MOST_PARTS))
        self.parts = self.block(
            "parts", "moves that make up an offer I see, plus one", parts, ("high", "low")
        )

    def write(self, t: Table, seat: int, out: Any) -> None:
        seats = int(t.seats)
        eyes = t.eyes(seat)
        out[self.year + t.year] = 1
        out[self.step + t.step] = 1
        out[self.turn + t.turn] = 1
        out[self.war] = t.war
        if t.points:
            out[self.points] = count(int(t.points))
        if t.mover >= 0:
            out[self.mover] = t.mover + 1
            out[self.spaces] = t.spaces
        for nation in range(NATIONS):
            out[self.runners + nation * len(self.names) + (t.runner[nation] - seat) % seats] = 1
            self.write_nation(t, nation, eyes >> nation & 1 != 0, out)
        self.write_tiles(t, eyes, out)
        self.write_spies(t, eyes, out)
        rows = self.write_police(t, eyes, out)
        self.write_secrets(t, eyes, out)
        self.write_map(t, out)
        self.write_known(t, eyes, rows, out)
        if t.stack:
            self.write_question(t, seat, eyes, out)

    def write_nation(self, t: Table, nation: int, mine: bool, out: Any) -> None:
        at = self.nations + nation * len(NATION_COLUMNS)
        out[at] = 1 if mine else 0
        out[at + 1] = count(t.money[nation])
        out[at + 2] = count(t.chits(nation))
        out[at + 5] = t.talks >> 2 * nation & 3
        for year in range(YEARS):
            markers = t.markers[nation * YEARS + year]
            if markers:
                out[self.markers + nation * YEARS + year] = count(markers)
        if mine:
            for chit in range(CHITS):
                held = t.hand[nation * CHITS + chit]
                if held:
                    out[self.hands + nation * CHITS + chit] = count(held)

    def write_tiles(self, t: Table, eyes: int, out: Any) -> None:
        held = [0] * (2 * NATIONS)
        for tile in range(TILES):
            place = t.tile_at[tile]
            if place == PLAYED:
                out[self.tiles + tile] = PLAYED + 1
            elif 0 <= place < PLAYED:
                held[place] += 1
                if eyes >> place % NATIONS & 1:
                    out[self.tiles + tile] = place + 1
        for nation in range(NATIONS):
            at = self.nations + nation * len(NATION_COLUMNS)
            out[at + 3] = held[nation]
            out[at + 4] = held[NATIONS + nation]

    def write_spies(self, t: Table, eyes: int, out: Any) -> None:
        at = self.spies
        for spy in range(ALL_SPIES):
            face = t.spy_face[spy]
            if face >= 0:
                place = t.spy_at[spy]
                out[at if place >= 0 else at + 1] = place + 1 if place >= 0 else -place
                if t.noted_spy(eyes, spy):
                    out[at + 2] = face + 1
                if t.moved >> spy & 1:
                    out[at + 3] = 1
                if t.searched >> spy & 1:
                    out[at + 4] = 1
            at += len(SPY_COLUMNS)

    def write_police(self, t: Table, eyes: int, out: Any) -> list[int]:
        """By back, for which piece it is only its owner knows; returns the row of each piece, or -1."""
        guarded = [0] * ALL_POLICE
        for secret in range(SECRETS):
            if t.secret_by[secret] >= BY_POLICE:
                guarded[t.secret_by[secret] - BY_POLICE] = secret + 1
        found = [-1] * ALL_POLICE
        for nation in range(NATIONS):
            mine = eyes >> nation & 1 != 0
            order: list[int] = []
            for one in range(nation * POLICE, nation * POLICE + POLICE):
                if t.police_face[one] >= 0 and (t.police_at[one] >= 0 or mine):
                    order.append(t.backs.number[one] * 100 + one)
            order.sort()
            row = nation * POLICE
            for entry in order:
                one = entry % 100
                at = self.police + row * len(POLICE_COLUMNS)
                out[at] = count(entry // 100)
                if mine:
                    out[at + 1] = one % POLICE + 1
                if t.police_at[one] >= 0:
                    out[at + 2] = t.police_at[one] + 1
                if t.noted_police(eyes, one):
                    out[at + 3] = count(t.force(one) + 1)
                if guarded[one]:
                    out[at + 4] = guarded[one]
                found[one] = row
                row += 1
        return found

    def write_secrets(self, t: Table, eyes: int, out: Any) -> None:
        at = self.secrets
        for secret in range(SECRETS):
            place = t.secret_at[secret]
            out[at if place >= 0 else at + 1] = place + 1 if place >= 0 else -place
            by = t.secret_by[secret]
            if by >= 0:
                out[at + 2] = by + 1 if by < BY_POLICE else BY_A_POLICE
            face = t.secret_face[secret]
            if t.secrets.knows(face, eyes):
                out[at + 3] = face + 1
            if t.proven >> secret & 1:
                out[at + 4] = 1
            if t.brought >> secret & 1:
                out[at + 5] = 1
            if t.national[secret]:
                for nation in range(NATIONS):
                    if t.national[secret] >> nation & 1:
                        out[self.national + secret * NATIONS + nation] = 1
            at += len(SECRET_COLUMNS)

    def write_map(self, t: Table, out: Any) -> None:
        printed = t.agreed.box.owner
        if t.owner is not printed:
            for city in range(len(printed)):
                if t.owner[city] != printed[city]:
                    out[self.territory + city] = t.owner[city] + 2
        for drop in t.drops:
            out[self.drops + drop] = 1
        out[self.cup] = count(sum(t.cup))

    def write_known(self, t: Table, eyes: int, rows: list[int], out: Any) -> None:
        for entry in t.promised:
            if eyes >> entry // 5000 & 1:
                out[self.promised + entry // 100] = entry % 100
        told: list[tuple[int, int, int, int]] = []
        for entry in t.sums:
            if eyes >> entry // 250000 & 1:
                one = rows[entry // 5000 % 50] + 1
                other = rows[entry // 100 % 50] + 1
                told.append((entry // 250000 + 1, min(one, other), max(one, other), entry % 100))
        told.sort()
        at = self.sums
        for nation, one, other, both in told[:SUMS]:
            out[at] = nation
            out[at + 1] = one
            out[at + 2] = other
            out[at + 3] = both
            at += 4

    def write_question(self, t: Table, seat: int, eyes: int, out: Any) -> None:
        """What the decision asked for remembers."""
        frame = t.stack[-1]
        if isinstance(frame, Reaction):
            for number, chit in enumerate(frame.chain[:CHAIN]):
                out[self.chain + number] = chit + 1
            for nation in range(NATIONS):
                if frame.left > 0 and frame.left >> nation & 1:
                    out[self.left + nation] = 1
            for answer in frame.answers:
                if eyes >> answer // CHITS & 1:
                    out[self.answers + answer // CHITS] = answer % CHITS + 1
        elif isinstance(frame, Talk):
            out[self.offer] = frame.by + 1
            out[self.offer + 1] = frame.to + 1
            out[self.offer + 2] = frame.counter
            if frame.witnesses(t) >> seat & 1:
                for number, part in enumerate(frame.parts[:MOST_PARTS]):
                    out[self.parts + 2 * number] = (part + 1) // 256
                    out[self.parts + 2 * number + 1] = (part + 1) % 256
        elif isinstance(frame, PlaceTogether):
            for nation in range(NATIONS):
                if eyes >> nation & 1:
                    for number, city in enumerate(frame.plans[nation][:PLANNED]):
                        out[self.plans + nation * PLANNED + number] = count(city + 3)
