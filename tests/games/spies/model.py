"""A second, slow, plain model of Spies!, written from the ledger and the rulebook alone.

It shares only the box file and the notation of moves with the program. The game is a generator that runs from
set-up to end and stops at every decision; its runner provides chance. `test_model.py` plays both side by side
and compares them decision by decision. The model supports only the default of every option.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from typing import Any, Protocol

NATIONS = ("germany", "italy", "russia", "france", "britain")
TABLES = {
    5: (("germany",), ("italy",), ("russia",), ("france",), ("britain",)),
    4: (("germany", "italy"), ("russia",), ("france",), ("britain",)),
    3: (("germany", "italy"), ("russia",), ("france", "britain")),
    2: (("germany", "italy"), ("france", "britain")),
}
PROMISES = ("no-search", "no-sanction", "no-discovery", "cover", "information", "favour")
AMOUNTS = (1, 2, 5, 10, 20)
HAVENS = ("istanbul", "tangiers", "geneva")
PRICE = {
    "cover": 1, "discovery": 3, "double-cross": 1, "escape": 10, "intercept": 10, "papers": 2, "recruit": 4,
    "sanction": 20, "source": 4,
}  # fmt: skip
ADVANCED_CHITS = ("double-cross", "drop", "intercept", "source")
ANNEXED = {"ge1": ("germany", "czechoslovakia"), "ge7": ("germany", "austria"), "it14": ("italy", "albania")}
NOT_AFTER = {"ge5": "ge2", "rs19": "ge1", "br29": "ge7", "br30": "ge1"}

Json = dict[str, Any]
Asked = dict[int, set[str]]
Story = Generator[Asked, tuple[int, str], Any]
Face = tuple[int, bool]  # strength, Cousin or not
Test = Callable[[list[Face]], bool]
Faces = dict[tuple[str, str, int], Face]


class Chance(Protocol):
    """The results of chance, read from the program."""

    def russia(self) -> int: ...
    def tiles(self, nation: str) -> list[str]: ...
    def faces(self) -> list[Json]: ...
    def strengths(self, nation: str) -> list[Json]: ...
    def police(self, nation: str) -> list[int]: ...
    def arranged(self, step: str, nation: str) -> Json: ...
    def drawn(self, nation: str, held: "Counter[str]", count: int) -> list[str]: ...
    def recruited(self, nation: str, dead: list[int]) -> int: ...
    def numbers(self, nation: str) -> dict[str, int]: ...


class Spy:
    def __init__(self, nation: str, number: int, face: Json) -> None:
        self.nation, self.number = nation, number
        self.title: str = face["name"]
        self.strength = int(face["strength"])
        self.cousin = bool(face.get("cousin"))
        self.where = "unused"  # map, captured, sanctioned, unused
        self.space = ""
        self.captor = ""  # a nation, or neutral
        self.year = 0
        self.moved = False
        self.spaces = 0

    @property
    def name(self) -> str:
        return f"{self.nation}-{self.number}"

    @property
    def box(self) -> tuple[str, str, int]:
        """Where it lies off the map; the neutral box has no years."""
        year = self.year if self.where == "captured" and self.captor != "neutral" else 0
        return self.where, self.captor if self.where == "captured" else "", year


class Police:
    def __init__(self, nation: str, number: int, strength: int) -> None:
        self.nation, self.number, self.strength = nation, number, strength
        self.space = ""
        self.shifts = 0


class Secret:
    def __init__(self, number: int, face: Json, owner: str | None) -> None:
        self.number, self.face = number, face
        self.national = {owner} if owner else set()
        self.where = "unplaced"  # map, record, gone
        self.space = ""
        self.guard: Spy | Police | None = None
        self.record: tuple[str, int] | None = None

    @property
    def name(self) -> str:
        return f"secret-{self.number}"

    @property
    def counterspy(self) -> int:
        return int(self.face.get("counterspy", 0))


class Nation:
    def __init__(self, name: str, row: Json) -> None:
        self.name = name
        self.row = row
        self.money = int(row["money"])
        self.ap = 0
        self.chits: Counter[str] = Counter()
        self.tiles: list[str] = []
        self.markers: list[int] = []  # the year of each


class Model:
    """One game in progress: `asked` says who may do what now, `answer` continues it."""

    def __init__(self, seats: int, game: str, box: Json, chance: Chance) -> None:
        self.seats = seats
        self.advanced = game == "advanced"
        self.box = box
        self.chance = chance
        self.cities = {row["id"]: row for row in box["city"]}
        self.zones = {row["id"] for row in box["zone"]}
        self.next_to: dict[str, set[str]] = {space: set() for space in (*self.cities, *self.zones)}
        for route in box["route"]:
            self.next_to[route["a"]].add(route["b"])
            self.next_to[route["b"]].add(route["a"])
        self.tiles = {row["id"]: row for row in box["tile"]}
        self.nations = {row["id"]: Nation(row["id"], row) for row in box["nation"]}
        self.territory = {n: {c for c, row in self.cities.items() if row["country"] == n} for n in NATIONS}
        self.capital = {
            n: next(c for c in self.territory[n] if self.cities[c].get("capital")) for n in NATIONS
        }
        self.year = 0
        self.turn = "germany"
        self.war = False
        self.over = False
        self.played: set[str] = set()
        self.drops: set[tuple[str, str]] = set()
        self.cancelled: list[tuple[str, str]] = []  # nation and chit, as they fell
        self.russian_seat = chance.russia() if seats == 2 else -1
        self.spies: dict[tuple[str, int], Spy] = {}
        self.police: dict[tuple[str, int], Police] = {}
        for nation in NATIONS:
            for number, face in enumerate(chance.strengths(nation), 1):
                self.spies[nation, number] = Spy(nation, number, face)
            for number, strength in enumerate(chance.police(nation), 1):
                self.police[nation, number] = Police(nation, number, strength)
            self.nations[nation].tiles = chance.tiles(nation)
        self.secrets: list[Secret] = []
        owners: list[str | None] = [None] * 8
        for nation in NATIONS:
            owners += [nation] * int(self.nations[nation].row["secrets"])
        for number, (face, owner) in enumerate(zip(chance.faces(), owners, strict=True), 1):
            self.secrets.append(Secret(number, face, owner))
        for secret, city in zip(
            self.secrets, [c for c, row in self.cities.items() if row.get("secret")], strict=False
        ):
            secret.where, secret.space = "map", city
        self.public: list[tuple[Test, tuple[Spy | Police, ...]]] = []
        self.moving: Spy | None = None
        self.brought: set[str] = set()
        self.story = self._told()
        self.asked: Asked = {}
        self._go(None)

    # -- from outside ----------------------------------------------------------------------------------------

    def answer(self, seat: int, move: str) -> None:
        assert move in self.asked.get(seat, set()), (seat, move, self.asked)
        self._go((seat, move))

    def _go(self, said: tuple[int, str] | None) -> None:
        try:
            self.asked = next(self.story) if said is None else self.story.send(said)
        except StopIteration:
            self.asked = {}

    def _told(self) -> Story:
        yield from self.set_up()
        for year in range(7):
            self.year = year
            if self.seats == 2 and year:
                self.russian_seat = 1 - self.russian_seat
            for nation in NATIONS:
                yield from self.take_turn(nation)
            if self.war:
                break
        self.enter_home_secrets()
        self.over = True

    def face(self, key: tuple[str, int]) -> str:
        """The name on the face of a spy, by which it can be told when it has another number."""
        return self.spies[key].title

    # -- who is who ------------------------------------------------------------------------------------------

    def seat(self, nation: str) -> int:
        if self.seats == 2 and nation == "russia":
            return self.russian_seat
        return next(seat for seat, nations in enumerate(TABLES[self.seats]) if nation in nations)

    def allied(self, one: str, other: str) -> bool:
        return one != other and self.seat(one) == self.seat(other)

    def owner(self, city: str) -> str | None:
        return next((n for n in NATIONS if city in self.territory[n]), None)

    def on_map(self, nation: str | None = None, space: str | None = None) -> list[Spy]:
        return [
            spy
            for spy in self.spies.values()
            if spy.where == "map" and nation in (None, spy.nation) and space in (None, spy.space)
        ]

    def posted(self, nation: str, city: str) -> list[Police]:
        return [p for p in self.police.values() if p.nation == nation and p.space == city]

    def lying(self, city: str | None = None) -> list[Secret]:
        return [s for s in self.secrets if s.where == "map" and city in (None, s.space)]

    def carried(self, piece: Spy | Police) -> list[Secret]:
        return [secret for secret in self.lying() if secret.guard is piece]

    def after(self, nation: str) -> list[str]:
        at = NATIONS.index(nation)
        return [NATIONS[(at + step) % 5] for step in range(1, 5)]

    def ask(self, nation: str, moves: Iterable[str]) -> Story:
        _seat, move = yield {self.seat(nation): set(moves)}
        return move

    def ask_in_talks(self, nation: str, moves: Iterable[str]) -> Story:
        """The nation on turn may break off while the other one is asked (SPY-13.4)."""
        asked = {self.seat(self.turn): {"withdraw"}}
        asked[self.seat(nation)] = set(moves)
        _seat, move = yield asked
        return move

    # -- set-up (SPY-2) --------------------------------------------------------------------------------------

    def set_up(self) -> Story:
        for nation in NATIONS:
            yield from self.hide_secrets(nation)
        for nation in NATIONS:
            yield from self.post_police(nation)
        for nation in NATIONS:
            yield from self.send_spies(nation)
        for nation in NATIONS:
            yield from self.set_guards(nation)
        for nation in NATIONS:
            self.draw(nation, int(self.nations[nation].row["chits"]))

    def hide_secrets(self, nation: str) -> Story:
        for secret in [s for s in self.secrets if nation in s.national]:
            if secret.where == "map":
                continue
            move = yield from self.ask(nation, {f"hide {c}" for c in self.territory[nation]} | {"arrange"})
            if move == "arrange":
                for number, city in self.chance.arranged("secrets", nation).items():
                    self.secrets[int(number) - 1].where, self.secrets[int(number) - 1].space = "map", city
                return
            secret.where, secret.space = "map", move.split()[1]

    def post_police(self, nation: str) -> Story:
        for piece in [p for p in self.police.values() if p.nation == nation]:
            room = [
                city
                for city in self.territory[nation]
                if self.cities[city].get("police") and len(self.posted(nation, city)) < 2
            ]
            move = yield from self.ask(nation, {f"post {city}" for city in room} | {"arrange"})
            if move == "arrange":
                for number, city in self.chance.arranged("police", nation).items():
                    self.police[nation, int(number)].space = city
                return
            piece.space = move.split()[1]

    def send_spies(self, nation: str) -> Story:
        mine = [spy for spy in self.spies.values() if spy.nation == nation]
        due = len(mine) if self.advanced else int(self.nations[nation].row["spies_standard"])
        for at, spy in enumerate(mine):
            if not due:
                return
            moves = {f"send {city}" for city in self.cities} | {"arrange"}
            if len(mine) - at > due:
                moves.add("hold")
            move = yield from self.ask(nation, moves)
            if move == "arrange":
                for number, city in self.chance.arranged("spies", nation).items():
                    self.spies[nation, int(number)].where, self.spies[nation, int(number)].space = "map", city
                return
            if move != "hold":
                spy.where, spy.space = "map", move.split()[1]
                due -= 1

    def set_guards(self, nation: str) -> Story:
        while True:
            moves = set()
            for secret in self.lying():
                if nation in secret.national and secret.guard is None:
                    for piece in self.posted(nation, secret.space):
                        if not self.carried(piece):
                            moves.add(f"guard {piece.number} {secret.name}")
                    for spy in self.on_map(nation, secret.space):
                        if not self.carried(spy):
                            moves.add(f"take {spy.number} {secret.name}")
            if not moves:
                return
            move = yield from self.ask(nation, moves | {"arrange", "done"})
            if move == "done":
                return
            if move == "arrange":
                for number, (kind, piece_number) in self.chance.arranged("guards", nation).items():
                    table: Any = self.spies if kind == "spy" else self.police
                    self.secrets[int(number) - 1].guard = table[nation, piece_number]
                return
            verb, number, name = move.split()
            self.secret(name).guard = (self.police if verb == "guard" else self.spies)[nation, int(number)]

    def secret(self, name: str) -> Secret:
        return self.secrets[int(name.removeprefix("secret-")) - 1]

    # -- the turn (SPY-3) ------------------------------------------------------------------------------------

    def take_turn(self, nation: str) -> Story:
        self.turn = nation
        self.me = self.nations[nation]
        self.me.ap = 12 if self.advanced else 0
        self.talks: Counter[str] = Counter()
        self.searched: set[Spy] = set()
        self.searched_cities: set[str] = set()
        self.left_by_police: set[str] = set()
        self.touched: set[tuple[int, str]] = set()
        self.brought = set()
        self.moving = None
        for spy in self.spies.values():
            spy.moved, spy.spaces = False, 0
        for piece in self.police.values():
            piece.shifts = 0
        yield from self.tile_step()
        yield from self.freeing_step()
        yield from self.police_step()
        yield from self.search_step()
        yield from self.spy_step()
        self.moving, self.brought = None, set()
        self.me.ap = 0

    def spend(self, nation: str, chit: str, price: int, ap: int) -> None:
        holder = self.nations[nation]
        holder.chits[chit] -= 1
        holder.money -= price
        if self.advanced and nation == self.turn:
            holder.ap -= ap

    def can(self, nation: str, chit: str, price: int | None = None, ap: int = 1) -> bool:
        """Whether a nation could play this chit now: chit, money, and action points in its own turn."""
        holder = self.nations[nation]
        due = PRICE[chit] if price is None else price
        if not self.advanced and chit in ADVANCED_CHITS:
            return False
        points = not self.advanced or nation != self.turn or holder.ap >= ap
        return holder.chits[chit] > 0 and holder.money >= due and points

    def draw(self, nation: str, count: int) -> None:
        chits = self.nations[nation].chits
        chits.update(self.chance.drawn(nation, chits, min(count, self.cup())))

    def cup(self) -> int:
        """How many chits the cup holds (SPY-D20)."""
        total = sum(
            int(row["count"]) for row in self.box["chit"] if self.advanced or row["id"] not in ADVANCED_CHITS
        )
        return total - sum(sum(n.chits.values()) for n in self.nations.values()) - len(self.drops)

    def surplus(self, nation: str) -> Story:
        """SPY-4.10: what is over seven goes back."""
        chits = self.nations[nation].chits
        while not self.advanced and sum(chits.values()) > 7:
            move = yield from self.ask(nation, {f"return {chit}" for chit, count in chits.items() if count})
            chits[move.split()[1]] -= 1

    # -- tiles (SPY-4, SPY-16) -------------------------------------------------------------------------------

    def tile_step(self) -> Story:
        while True:
            moves = {f"discard {tile}" for tile in self.me.tiles} | self.talkable()
            moves |= {f"play {tile}" for tile in self.me.tiles if self.valid(tile)}
            move = yield from self.ask(self.turn, moves)
            verb, what = move.split()
            if verb == "talk":
                yield from self.talk(what)
                continue
            self.me.tiles.remove(what)
            if verb == "play":
                if self.advanced:
                    self.me.ap -= 1
                self.played.add(what)
                yield from self.harvest(what)
            return

    def valid(self, tile: str) -> bool:
        first, last = self.tiles[tile]["years"]
        if not first <= 1933 + self.year <= last or (self.advanced and self.me.ap < 1):
            return False
        if self.advanced and NOT_AFTER.get(tile) in self.played:
            return False
        return not (self.advanced and tile == "fr24" and not self.played & {"rn42", "fr25"})

    def harvest(self, tile: str) -> Story:
        row = self.tiles[tile]
        for nation in [self.turn, *self.after(self.turn)]:
            there = {spy.space for spy in self.on_map(nation)} - self.territory[nation]
            self.nations[nation].money += sum(n for city, n in row.get("money", {}).items() if city in there)
            self.draw(nation, sum(n for city, n in row.get("chits", {}).items() if city in there))
            yield from self.surplus(nation)  # before the next one draws
        if not self.advanced:
            return
        if tile == "ge2":
            self.war = True
        if tile in ANNEXED:
            nation, country = ANNEXED[tile]
            cities = {city for city, entry in self.cities.items() if entry["country"] == country}
            self.territory[nation] |= cities
            for secret in self.lying():
                if secret.space in cities and (secret.guard is None or secret.guard.nation == nation):
                    secret.national.add(nation)

    # -- freeing (SPY-12.24) ---------------------------------------------------------------------------------

    def freeing_step(self) -> Story:
        while True:
            captive = [s for s in self.spies.values() if s.nation == self.turn and s.where == "captured"]
            if not captive:
                return
            moves = {f"free {spy.number}" for spy in captive} if self.can(self.turn, "escape") else set()
            move = yield from self.ask(self.turn, moves | {"pass"} | self.talkable())
            if move == "pass":
                return
            if move.startswith("talk"):
                yield from self.talk(move.split()[1])
                continue
            spy = self.spies[self.turn, int(move.split()[1])]
            self.spend(self.turn, "escape", PRICE["escape"], 1)
            if (yield from self.freed(spy)):
                self.come_back(spy)

    def freed(self, spy: Spy) -> Story:
        """W7: the captor may Double Cross; when that falls, it is asked again (SPY-R1)."""
        while self.advanced and spy.captor != "neutral":
            if (yield from self.window(spy.captor, ["double-cross"])) == "pass":
                break
            if (yield from self.double_cross_stands(spy.captor, spy.nation)):
                self.cancelled.append((spy.nation, "escape"))
                return False
        return True

    def come_back(self, spy: Spy) -> None:
        """It appears in the capital. Its nation's spies off the map get new random numbers, so that nobody
        else can tell which of those in its box it is (SPY-R82).
        """
        off = [s for s in self.spies.values() if s.nation == spy.nation and s.where != "map"]
        box = [s for s in off if s.box == spy.box]
        if len(box) > 1:
            self.lose(*box)
        numbers = {s.number for s in off}
        now = self.chance.numbers(spy.nation)
        assert {now[s.title] for s in off} == numbers
        self.touched = {(number, secret) for number, secret in self.touched if number not in numbers}
        for one in off:
            one.number = now[one.title]
            self.spies[one.nation, one.number] = one
        spy.where, spy.space, spy.captor = "map", self.capital[spy.nation], ""
        spy.moved, spy.spaces = False, 0

    # -- what everyone has seen of hidden pieces (section 3) -------------------------------------------------

    def seen_by_all(self, test: Test, *pieces: Spy | Police) -> None:
        """A public result holds for these pieces in every imagined world."""
        assert test([(piece.strength, isinstance(piece, Spy) and piece.cousin) for piece in pieces])
        self.public.append((test, pieces))

    def lose(self, *pieces: Spy | Police) -> None:
        """Nobody can follow these pieces any more."""
        self.public = [(test, about) for test, about in self.public if not set(about) & set(pieces)]

    def contradictions(self, faces: Faces) -> list[str]:
        """The results that do not fit the faces of pieces in an imagined world."""
        found = []
        for test, pieces in self.public:
            shown = [faces[type(piece).__name__, piece.nation, piece.number] for piece in pieces]
            if not test(shown):
                found.append(" ".join(f"{p.nation}-{p.number}: {s}" for p, s in zip(pieces, shown)))
        return found

    # -- police and searches (SPY-5) -------------------------------------------------------------------------

    def police_step(self) -> Story:
        nation = self.turn
        while True:
            pieces = [p for p in self.police.values() if p.nation == nation and p.space]
            moves = self.talkable()
            for piece in pieces:
                if not piece.shifts:
                    for city in self.territory[nation] - {piece.space}:
                        if self.has_room(nation, city):
                            moves.add(f"shift {piece.number} {city}")
            if not any(len(self.posted(nation, city)) > 2 for city in self.territory[nation]):
                moves.add("done")
                for piece in pieces:
                    moves |= self.guardable(piece)
                    for secret in self.carried(piece):
                        if secret.name not in self.left_by_police:
                            moves.add(f"leave {secret.name}")
            move = yield from self.ask(nation, moves)
            words = move.split()
            if words[0] == "done":
                return
            if words[0] == "talk":
                yield from self.talk(words[1])
            elif words[0] == "shift":
                piece = self.police[nation, int(words[1])]
                for secret in self.carried(piece):
                    secret.guard = None
                piece.space = words[2]
                piece.shifts += 1
                self.lose(piece)
            elif words[0] == "guard":
                self.secret(words[2]).guard = self.police[nation, int(words[1])]
            else:
                self.secret(words[1]).guard = None
                self.left_by_police.add(words[1])

    def has_room(self, nation: str, city: str) -> bool:
        """Two may stay; a third may come while one of the two can still make room (SPY-5.1)."""
        there = self.posted(nation, city)
        return len(there) < 2 or (len(there) == 2 and any(not piece.shifts for piece in there))

    def guardable(self, piece: Police) -> set[str]:
        """SPY-8.6: what this police could stand on."""
        if self.carried(piece) or piece.space not in self.territory[piece.nation]:
            return set()
        return {
            f"guard {piece.number} {secret.name}"
            for secret in self.lying(piece.space)
            if secret.guard is None
            and piece.nation in secret.national
            and not self.of_ally(piece.nation, secret)
        }

    def of_ally(self, nation: str, secret: Secret) -> bool:
        """SPY-R43: what is National to an ally is left alone."""
        return any(self.allied(owner, nation) for owner in secret.national)

    def search_step(self) -> Story:
        nation = self.turn
        while True:
            moves = set()
            for spy in self.on_map():
                if spy.nation == nation or self.allied(spy.nation, nation) or spy in self.searched:
                    continue
                if not self.posted(nation, spy.space):
                    continue
                if self.advanced and spy.space not in self.searched_cities and self.me.ap < 1:
                    continue
                moves.add(f"search {spy.name}")
            if not moves:
                return
            move = yield from self.ask(nation, moves | {"done"} | self.talkable())
            verb, *what = move.split()
            if verb == "done":
                return
            if verb == "talk":
                yield from self.talk(what[0])
                continue
            spy = self.named(what[0])
            self.searched.add(spy)
            if self.advanced and spy.space not in self.searched_cities:
                self.me.ap -= 1
            self.searched_cities.add(spy.space)
            yield from self.search(nation, spy)

    def named(self, name: str) -> Spy:
        nation, number = name.rsplit("-", 1)
        return self.spies[nation, int(number)]

    def search(self, nation: str, spy: Spy) -> Story:
        """W1, then the comparison (SPY-5.3, SPY-5.4)."""
        while True:
            said = yield from self.window(spy.nation, ["papers", "escape"])
            if said == "papers":
                return
            if said == "pass":
                break
            if (yield from self.escape_stands(spy.nation, nation)):
                return
        here = self.posted(nation, spy.space)
        caught = sum(piece.strength for piece in here) > spy.strength
        self.seen_by_all(lambda p: (sum(n for n, _ in p[1:]) > p[0][0]) == caught, spy, *here)
        if caught:
            under = self.carried(spy)
            city = spy.space
            self.capture(spy, nation)
            for secret in under:
                moves = set()
                for piece in self.posted(nation, city):
                    moves |= {move for move in self.guardable(piece) if move.endswith(f" {secret.name}")}
                if moves:
                    move = yield from self.ask(nation, moves | {"pass"})
                    if move != "pass":
                        secret.guard = self.police[nation, int(move.split()[1])]

    def capture(self, spy: Spy, captor: str) -> None:
        self.off_map(spy)
        spy.where, spy.captor, spy.year = "captured", captor, self.year

    def off_map(self, spy: Spy) -> None:
        city = spy.space
        for secret in self.carried(spy):
            secret.guard = None
        spy.where, spy.space = "off", ""
        if self.moving is spy:
            self.moving, self.brought = None, set()
        self.fallen_drop(spy.nation, city)

    def fallen_drop(self, nation: str, city: str) -> None:
        if not self.on_map(nation, city):
            self.drops.discard((nation, city))

    # -- windows and the cancel graph ------------------------------------------------------------------------

    def window(self, nation: str, chits: list[str]) -> Story:
        """One nation is asked whether it plays one of these; it pays at once."""
        named = [chit for chit in chits if self.advanced or chit not in ADVANCED_CHITS]
        moves = {"pass"} | {f"answer {chit}" for chit in named if self.can(nation, chit)}
        move = yield from self.ask(nation, moves)
        if move == "pass":
            return "pass"
        chit = move.split()[1]
        self.spend(nation, chit, PRICE[chit], 0 if chit == "intercept" else 1)
        return chit

    # When an answer falls, what it answered is open to another one (SPY-R1): so each of these asks again.

    def escape_stands(self, player: str, injured: str | None) -> Story:
        while self.advanced and injured is not None:
            if (yield from self.window(injured, ["double-cross"])) == "pass":
                break
            if (yield from self.double_cross_stands(injured, player)):
                self.cancelled.append((player, "escape"))
                return False
        return True

    def double_cross_stands(self, player: str, hit: str | None) -> Story:
        while hit is not None:
            if (yield from self.window(hit, ["cover"])) == "pass":
                break
            if (yield from self.cover_stands(hit, player)):
                self.cancelled.append((player, "double-cross"))
                return False
        return True

    def cover_stands(self, player: str, covered: str) -> Story:
        """A Cover on a Double Cross, which its player may save by an Escape."""
        while (yield from self.window(covered, ["escape"])) != "pass":
            if (yield from self.escape_stands(covered, player)):
                self.cancelled.append((player, "cover"))
                return False
        return True

    def discovery_stands(self, city: str) -> Story:
        for nation in self.after(self.turn):
            if not self.on_map(nation, city):
                continue
            if (yield from self.window(nation, ["cover"])) == "cover":
                saved = (yield from self.window(self.turn, ["discovery"])) != "pass"
                saved = saved and (yield from self.discovery_stands(city))
                self.cancelled.append((nation, "cover") if saved else (self.turn, "discovery"))
                return saved
        return True

    def intercepted(self) -> Story:
        for nation in self.after(self.turn):
            if (yield from self.window(nation, ["intercept"])) == "intercept":
                return True
        return False

    # -- moving spies (SPY-7) --------------------------------------------------------------------------------

    def spy_step(self) -> Story:
        while True:
            if self.moving is not None and self.moving.space in self.zones:
                # Talks must leave the point for the step into a port, of which every zone has one.
                moves = self.steps(self.moving) | self.talkable(1)
            else:
                moves = {"end"} | self.talkable() | self.free_standing()
                if self.moving is None:
                    for spy in self.on_map(self.turn):
                        moves |= self.deeds(spy)
                        if not spy.moved:
                            moves |= self.steps(spy)
                else:
                    moves |= {"rest"} | self.steps(self.moving) | self.deeds(self.moving)
                    moves |= self.hands() | self.cashes()
            move = yield from self.ask(self.turn, moves)
            words = move.split()
            if words[0] == "end":
                return
            yield from self.do(words)

    def steps(self, spy: Spy) -> set[str]:
        left = 5 - spy.spaces
        if self.advanced:
            left = min(left, self.me.ap)
        moves = set()
        for space in self.next_to[spy.space] if left > 0 else ():
            if space not in self.zones or left >= 2:  # every zone has a port (SPY-D12, SPY-R28)
                moves.add(f"step {spy.number} {space}")
        return moves

    def deeds(self, spy: Spy) -> set[str]:
        """What a spy can do where it stands, beside moving, handing over and cashing."""
        nation, city = spy.nation, spy.space
        haven = self.advanced and city in HAVENS
        moves = set()
        for secret in self.carried(spy):
            if (spy.number, secret.name) not in self.touched:
                moves.add(f"leave {secret.name}")
        if not self.carried(spy):
            for secret in self.lying(city):
                home = nation in secret.national and city in self.territory[nation]
                home = home and not self.of_ally(nation, secret)
                free = secret.guard is None or (
                    isinstance(secret.guard, Police) and secret.guard.nation == nation
                )
                if home and free and (spy.number, secret.name) not in self.touched:
                    moves.add(f"take {spy.number} {secret.name}")
                if not haven and self.can(nation, "discovery") and self.discoverable(nation, secret):
                    moves.add(f"discover {spy.number} {secret.name}")
        if not haven and self.can(nation, "sanction"):
            for victim in self.on_map(space=city):
                if victim.nation != nation and not self.allied(victim.nation, nation):
                    moves.add(f"sanction {spy.number} {victim.name}")
        if not haven and city != self.capital[nation] and (nation, city) not in self.drops:
            if self.can(nation, "drop", self.drop_price(city), 2):
                moves.add(f"drop {spy.number}")
        return moves

    def discoverable(self, nation: str, secret: Secret) -> bool:
        guard = None if secret.guard is None else secret.guard.nation
        if guard == nation or (guard is not None and self.allied(guard, nation)):
            return False
        if self.of_ally(nation, secret):
            return False
        at_home = nation in secret.national and secret.space in self.territory[nation]
        return not (at_home and guard is None)

    def drop_price(self, city: str) -> int:
        return 20 if self.owner(city) is None else 30

    def hands(self) -> set[str]:
        giver = self.moving
        assert giver is not None
        moves = set()
        for secret in self.carried(giver):
            if (giver.number, secret.name) in self.touched:
                continue
            for other in self.on_map(giver.nation, giver.space):
                if other is not giver and not self.carried(other):
                    moves.add(f"hand {secret.name} {other.number}")
        return moves

    def cashes(self) -> set[str]:
        spy = self.moving
        assert spy is not None
        nation = spy.nation
        if spy.space != self.capital[nation] and (nation, spy.space) not in self.drops:
            return set()
        return {
            f"cash {secret.name}"
            for secret in self.carried(spy)
            if secret.name in self.brought
            and nation not in secret.national
            and not self.of_ally(nation, secret)
        }

    def free_standing(self) -> set[str]:
        moves = set()
        dead = [s for s in self.spies.values() if s.nation == self.turn and s.where == "sanctioned"]
        if dead and self.can(self.turn, "recruit"):
            moves.add("recruit")
        if self.can(self.turn, "source", ap=2):
            moves |= {f"source {n}" for n in NATIONS if n != self.turn and not self.allied(n, self.turn)}
        return moves

    def do(self, words: list[str]) -> Story:
        verb, nation = words[0], self.turn
        if verb == "rest":
            self.moving, self.brought = None, set()
        elif verb == "talk":
            yield from self.talk(words[1])
        elif verb == "step":
            yield from self.step(self.spies[nation, int(words[1])], words[2])
        elif verb == "take":
            self.secret(words[2]).guard = self.spies[nation, int(words[1])]
            self.touched.add((int(words[1]), words[2]))
        elif verb == "leave":
            secret = self.secret(words[1])
            assert secret.guard is not None
            self.touched.add((secret.guard.number, secret.name))
            self.brought.discard(secret.name)
            secret.guard = None
        elif verb == "hand":
            assert self.moving is not None
            self.touched.add((self.moving.number, words[1]))
            self.brought.discard(words[1])
            self.secret(words[1]).guard = self.spies[nation, int(words[2])]
        elif verb == "cash":
            yield from self.cash(self.secret(words[1]))
        elif verb == "discover":
            yield from self.discover(self.spies[nation, int(words[1])], self.secret(words[2]))
        elif verb == "sanction":
            yield from self.sanction(self.spies[nation, int(words[1])], self.named(words[2]))
        elif verb == "drop":
            spy = self.spies[nation, int(words[1])]
            self.spend(nation, "drop", self.drop_price(spy.space), 2)
            self.drops.add((nation, spy.space))  # the chit is out of the hand, and not in the cup yet
            if (yield from self.intercepted()):
                self.cancelled.append((nation, "drop"))
                self.drops.discard((nation, spy.space))
        elif verb == "recruit":
            self.spend(nation, "recruit", PRICE["recruit"], 1)
            dead = [n for (who, n), s in self.spies.items() if who == nation and s.where == "sanctioned"]
            self.come_back(self.spies[nation, self.chance.recruited(nation, dead)])
        elif verb == "source":
            self.spend(nation, "source", PRICE["source"], 2)
            if (yield from self.intercepted()):
                self.cancelled.append((nation, "source"))
            else:
                yield from self.ask(nation, {"done"})

    def step(self, spy: Spy, space: str) -> Story:
        old = spy.space
        self.moving = spy
        spy.moved, spy.space = True, space
        spy.spaces += 1
        if self.advanced:
            self.me.ap -= 1
        self.touched = set()
        for secret in self.lying():
            if secret.guard is spy:
                secret.space = space
        self.brought = {secret.name for secret in self.carried(spy)}
        if old in self.cities:
            self.fallen_drop(spy.nation, old)
        holder = self.owner(space) if space in self.cities else None
        if holder is not None and holder != spy.nation and not self.allied(holder, spy.nation):
            if self.posted(holder, space):
                move = yield from self.ask(holder, {"pass", f"search {spy.name}"})
                if move != "pass":
                    yield from self.search(holder, spy)

    # -- secrets (SPY-8 to SPY-10) ---------------------------------------------------------------------------

    def discover(self, spy: Spy, secret: Secret) -> Story:
        nation = spy.nation
        self.spend(nation, "discovery", PRICE["discovery"], 1)
        if not (yield from self.discovery_stands(spy.space)):
            return
        if secret.guard is not None:
            if not (yield from self.control_won(spy, secret.guard)):
                return
            secret.guard = None
        if not secret.counterspy or nation in secret.national:
            secret.guard = spy
            return
        secret.where, secret.space = "gone", ""
        beaten = not (self.advanced and spy.cousin) and secret.counterspy > spy.strength
        strength, advanced = secret.counterspy, self.advanced
        self.seen_by_all(lambda p: (strength > p[0][0] and not (advanced and p[0][1])) == beaten, spy)
        caught = False
        if beaten:
            caught = yield from self.caught(spy)
        if caught:
            holder = self.owner(spy.space)
            self.capture(spy, "neutral" if holder in (None, nation) else str(holder))

    def control_won(self, spy: Spy, guard: Spy | Police) -> Story:
        """W3: the comparison for control, which either side may turn round once (SPY-R73)."""
        winning = first = spy.strength > guard.strength
        self.seen_by_all(lambda p: (p[0][0] > p[1][0]) == first, spy, guard)
        used: set[str] = set()
        while self.advanced:
            loser, other = (guard.nation, spy.nation) if winning else (spy.nation, guard.nation)
            if loser in used or (yield from self.window(loser, ["double-cross"])) == "pass":
                break
            if (yield from self.double_cross_stands(loser, other)):
                used.add(loser)
                winning = not winning
        return winning

    def caught(self, spy: Spy) -> Story:
        """W4: the counterspy is stronger."""
        while self.advanced:
            if (yield from self.window(spy.nation, ["double-cross"])) == "pass":
                break
            holder = self.owner(spy.space)
            if (yield from self.double_cross_stands(spy.nation, None if holder == spy.nation else holder)):
                return False
        return True

    def cash(self, secret: Secret) -> Story:
        nation = self.turn
        spy = secret.guard
        assert spy is not None
        if spy.space != self.capital[nation] and (yield from self.intercepted()):
            self.drops.discard((nation, spy.space))
            return
        self.nations[nation].money += 20
        self.brought.discard(secret.name)
        secret.where, secret.space, secret.guard, secret.record = "record", "", None, (nation, self.year)
        self.draw(nation, 1)
        yield from self.surplus(nation)

    def sanction(self, attacker: Spy, victim: Spy) -> Story:
        nation, other = attacker.nation, victim.nation
        self.spend(nation, "sanction", PRICE["sanction"], 1)
        while True:
            said = yield from self.window(other, ["escape", "double-cross"])
            if said == "pass":
                break
            if said == "escape":
                if (yield from self.escape_stands(other, nation)):
                    self.cancelled.append((nation, "sanction"))
                    return
            elif (yield from self.double_cross_stands(other, nation)):
                attacker, victim = victim, attacker
                break
        if self.advanced:
            struck = victim.cousin and not attacker.cousin
            self.seen_by_all(lambda p: (p[0][1] and not p[1][1]) == struck, victim, attacker)
            if struck:
                attacker, victim = victim, attacker
        self.off_map(victim)
        victim.where = "sanctioned"
        self.nations[attacker.nation].markers.append(self.year)

    # -- diplomacy (SPY-13) ----------------------------------------------------------------------------------

    def talkable(self, kept: int = 0) -> set[str]:
        """The nations that the nation on turn can talk with, if it must keep this many points."""
        moves = set()
        for nation in NATIONS:
            if nation == self.turn or self.seat(nation) == self.seat(self.turn) or self.talks[nation] >= 3:
                continue
            if not self.advanced or self.talks[nation] or self.me.ap >= 1 + kept:
                moves.add(f"talk {nation}")
        return moves

    def talk(self, other: str) -> Story:
        if self.advanced and not self.talks[other]:
            self.me.ap -= 1
        self.talks[other] += 1
        offer = yield from self.offer(self.turn)
        if offer is None:
            return
        moves = {"refuse", "counter"} | ({"accept"} if self.deliverable(other, offer) else set())
        move = yield from self.ask_in_talks(other, moves)
        giver, taker = self.turn, other
        if move == "counter":
            offer = yield from self.offer(other)
            if offer is None:
                return
            giver, taker = other, self.turn
            move = yield from self.ask(
                taker, {"refuse"} | ({"accept"} if self.deliverable(taker, offer) else set())
            )
        if move == "accept":
            give, pay, ask, charge = offer
            self.nations[giver].chits.subtract(give)
            self.nations[taker].chits.update(give)
            self.nations[taker].chits.subtract(ask)
            self.nations[giver].chits.update(ask)
            self.nations[giver].money += charge - pay
            self.nations[taker].money += pay - charge
            yield from self.surplus(giver)
            yield from self.surplus(taker)

    def deliverable(self, nation: str, offer: Any) -> bool:
        _give, _pay, ask, charge = offer
        holder = self.nations[nation]
        return holder.money >= charge and all(holder.chits[chit] >= count for chit, count in ask.items())

    def offer(self, nation: str) -> Story:
        holder = self.nations[nation]
        give: Counter[str] = Counter()
        ask: Counter[str] = Counter()
        pay = charge = parts = 0
        said: set[str] = set()
        kinds = {
            row["id"]: int(row["count"])
            for row in self.box["chit"]
            if self.advanced or row["id"] not in ADVANCED_CHITS
        }
        while True:
            moves = {"withdraw"} | ({"propose"} if parts else set())
            if parts < 4:
                moves |= {f"give {chit}" for chit in kinds if holder.chits[chit] > give[chit]}
                moves |= {f"ask {chit}" for chit, count in kinds.items() if ask[chit] < count}
                moves |= {f"pay {amount}" for amount in AMOUNTS if pay + amount <= holder.money}
                moves |= {f"charge {amount}" for amount in AMOUNTS}
                moves |= {f"{verb} {p}" for verb in ("promise", "request") for p in PROMISES} - said
            move = yield from self.ask_in_talks(nation, moves)
            if move == "withdraw":
                return None
            if move == "propose":
                return give, pay, ask, charge
            verb, what = move.split()
            parts += 1
            if verb == "give":
                give[what] += 1
            elif verb == "ask":
                ask[what] += 1
            elif verb == "pay":
                pay += int(what)
            elif verb == "charge":
                charge += int(what)
            else:
                said.add(move)

    # -- the end (SPY-17) ------------------------------------------------------------------------------------

    def enter_home_secrets(self) -> None:
        """SPY-17.2: what lies at home and under no enemy spy goes into the box of the last year."""
        for secret in self.lying():
            home = self.owner(secret.space)
            enemy = isinstance(secret.guard, Spy) and secret.guard.nation != home
            if home is not None and not enemy:
                secret.where, secret.space, secret.guard, secret.record = (
                    "record",
                    "",
                    None,
                    (home, self.year),
                )

    def points(self) -> dict[str, int]:
        factors = self.box["record"]["factors"]
        found = dict.fromkeys(NATIONS, 0)
        for secret in self.secrets:
            value = int(secret.face.get("value", 0))
            if secret.where == "record" and secret.record is not None:
                found[secret.record[0]] += value * factors[secret.record[1]]
        for spy in self.spies.values():
            if spy.where == "captured" and spy.captor != "neutral":
                found[spy.captor] += spy.strength * factors[spy.year]
        for nation, entry in self.nations.items():
            found[nation] += sum(self.box["record"]["marker"] * factors[year] for year in entry.markers)
        return found

    def winners(self) -> set[int]:
        """The seat of the best nation; with two seats Russia decides nothing (SPY-R53)."""
        points = self.points()
        in_play = [n for n in NATIONS if not (self.seats == 2 and n == "russia")]
        best = max((points[n], self.nations[n].money) for n in in_play)
        return {self.seat(n) for n in in_play if (points[n], self.nations[n].money) == best}

    def clause(self) -> str:
        """The clause that decides: Russia stands first and does not count, a tie is left, or neither."""
        merits = {n: (points, self.nations[n].money) for n, points in self.points().items()}
        if self.seats == 2:
            russia = merits.pop("russia")
            if russia >= max(merits.values()):
                return "SPY-R53"
        best = max(merits.values())
        return "SPY-R61" if list(merits.values()).count(best) > 1 else "SPY-17.4"

    def standing(self) -> Json:
        """The true position, in plain words, to be compared."""
        return {
            "year": self.year,
            "money": {n: e.money for n, e in self.nations.items()},
            "ap": {n: e.ap for n, e in self.nations.items()},
            "chits": {n: {c: k for c, k in sorted(e.chits.items()) if k} for n, e in self.nations.items()},
            "tiles": {n: sorted(e.tiles) for n, e in self.nations.items()},
            "spies": {
                s.name: (s.where, s.space, s.strength, s.captor if s.where == "captured" else "")
                for s in self.spies.values()
            },
            "police": {f"{n}-{k}": p.space for (n, k), p in self.police.items()},
            "secrets": {
                s.name: (
                    s.where,
                    s.space,
                    None if s.guard is None else (type(s.guard).__name__, s.guard.nation, s.guard.number),
                )
                for s in self.secrets
            },
            "brought": sorted(self.brought),
            "drops": sorted(self.drops),
            "markers": {n: list(e.markers) for n, e in self.nations.items()},
        }
