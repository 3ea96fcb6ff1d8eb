"""A second, slow, plain model of the single game of Season 0, written from the ledger and the rulebook alone.

It shares only the box file and the notation of moves with the program. The game is a generator that runs from
set-up to end and stops at every decision; its runner provides chance. `test_model.py` plays both side by side
and compares them decision by decision.
"""

from collections.abc import Callable, Generator
from typing import Any, Protocol

SEATS = ("alpha", "bravo", "charlie", "delta")
AFFILIATIONS = ("allied", "neutral", "soviet")
ESCALATION = "escalation"

Json = dict[str, Any]
Asked = tuple[dict[int, set[str]], dict[int, set[str]]]  # what each decider, and each interrupter, may do
Story = Generator[Asked, tuple[int, str], Any]


class Chance(Protocol):
    """The results of chance."""

    def target(self, objective: int) -> str: ...
    def threats(self) -> list[str]: ...
    def hands(self) -> list[list[str]]: ...
    def deck(self) -> list[str]: ...
    def first(self) -> int: ...
    def box(self, character: str, affiliation: str, place: int) -> str: ...
    def shuffled(self, cards: list[str]) -> list[str]: ...


class Over(Exception):
    """The game has ended, in the middle of anything (SZ-14.5)."""


class Officer:
    """One seat: its pawn, its alias, its hand."""

    def __init__(self) -> None:
        self.character = ""
        self.kind = "none"  # temporary, created, or none
        self.occupation = ""
        self.alias: Json | None = None
        self.city = "washington"
        self.hand: list[str] = []
        self.burned_waiting = False
        self.calls = 0

    def count(self, thing: str) -> int:
        """How many of a sticker the alias in use has."""
        return self.alias["slots"].count(thing) if self.kind == "created" and self.alias is not None else 0

    def has(self, thing: str) -> bool:
        return self.count(thing) > 0


class Model:
    """One game in progress: `asked` says who may do what now, `answer` continues it."""

    def __init__(self, seats: int, options: Json, box: Json, chance: Chance, legacy: Json | None) -> None:
        self.n = seats
        self.options = options
        self.box = box
        self.chance = chance
        self.legacy = legacy or {"month": "prologue"}
        self.officers = [Officer() for _ in range(seats)]
        self.cities = {row["id"]: row for row in box["city"]}
        self.order = [row["id"] for row in box["city"]]
        self.lines: dict[str, set[str]] = {city: set() for city in self.order}
        for one, other, _certainty in box["lines"]["between"]:
            self.lines[one].add(other)
            self.lines[other].add(one)
        self.event_ids = [row["id"] for row in box["event"]]
        self.event_ids += [event for event in self.legacy.get("events", []) if event not in self.event_ids]
        self.agents = dict.fromkeys(self.order, 0)
        self.tokens = dict.fromkeys(self.order, 0)
        self.safehouses: set[str] = set()
        self.teams: dict[str, str | None] = {f"{a}-{k}": None for a in AFFILIATIONS for k in (1, 2, 3)}
        self.threat_deck: list[str] = []
        self.known = 0  # how many on top are known in their order
        self.threat_discard: list[str] = []
        self.game_end: list[str] = []
        self.space = 0
        self.deck: list[str] = []
        self.piles: list[int] = []
        self.discard: list[str] = []
        self.escalations = 0
        self.seen: set[str] = set()  # City cards that became visible
        self.active = -1
        self.actions = 0
        self.step = 0  # of the turn; 0 before step 1
        self.shadows = False
        self.candles = False
        self.due = self.turned = 0  # Threat cards of step 5
        self.watching: set[int] = set()  # seats that have not asked to be skipped
        self.refused: set[tuple[bool, int, str]] = set()  # whether it was requested, the other seat, the card
        self.conceded = False
        self.over = False
        self.cause = ""
        self.objectives = self._objectives()
        self.story = self._told()
        self.asked: Asked = ({}, {})
        self._go(None)

    # -- from outside ----------------------------------------------------------------------------------------

    def answer(self, seat: int, move: str) -> None:
        allowed = self.asked[0].get(seat, set()) | self.asked[1].get(seat, set())
        assert move in allowed, (seat, move, sorted(allowed))
        self._go((seat, move))

    def _go(self, said: tuple[int, str] | None) -> None:
        try:
            self.asked = next(self.story) if said is None else self.story.send(said)
        except StopIteration:
            self.asked = ({}, {})

    def _told(self) -> Story:
        try:
            yield from self.set_up()
            while True:
                yield from self.turn()
                self.active = (self.active + 1) % self.n
        except Over:
            for objective in self.objectives:
                if objective["status"] == "open":
                    objective["status"] = "failed"
                if objective["target"] is not None:
                    objective["revealed"] = True
            self.over = True

    def end(self, cause: str) -> None:
        self.cause = cause
        raise Over

    # -- facts -----------------------------------------------------------------------------------------------

    def _objectives(self) -> list[Json]:
        rows = self.legacy.get("objectives")
        if rows is None:
            rows = [row for row in self.box["objective"] if row["month"] == self.legacy["month"]]
        found = []
        for row in rows:
            found.append(
                {
                    "id": row["id"],
                    "known": row.get("known"),
                    "unknown": row.get("unknown"),
                    "status": row.get("status", "open"),
                    "target": None,
                    "revealed": False,
                }
            )
        return found

    def affiliation(self, city: str) -> str:
        changed: str = self.legacy.get("affiliation", {}).get(city, self.cities[city]["affiliation"])
        return changed

    def surveillance(self, city: str) -> int:
        marked = self.legacy.get("surveillance", {})
        if city in marked:
            return int(marked[city])
        if city == "paris" and not marked:
            return int(self.options["paris_surveillance"])
        return int(self.cities[city]["surveillance"])

    def is_active(self, team: str) -> bool:
        city = self.teams[team]
        return city is not None and self.affiliation(city) == team.split("-")[0]

    def active_in(self, city: str) -> int:
        return sum(1 for team, place in self.teams.items() if place == city and self.is_active(team))

    def agents_left(self) -> int:
        return int(self.box["counts"]["agents"]) - sum(self.agents.values())

    def tokens_left(self) -> int:
        return int(self.box["counts"]["tokens"]) - sum(self.tokens.values())

    def safehouses_left(self) -> int:
        return int(self.box["counts"]["safehouses"]) - len(self.safehouses)

    def limit(self, seat: int) -> int:
        officer = self.officers[seat]
        return 7 + officer.count("false-bottom-case") - officer.has("known-face")

    def is_event(self, card: str) -> bool:
        return card in self.event_ids

    def possible(self, objective: Json) -> list[str]:
        """Where an unknown target may still be (SZ-11.4, SZ-R15)."""
        if objective["revealed"]:
            return [objective["target"]]
        return [city for city in objective["unknown"] if city not in self.seen]

    def offered_teams(self) -> list[str]:
        """Teams on the board; of equal ones in one city only the first."""
        found: dict[tuple[str, str], str] = {}
        for team, city in self.teams.items():
            if city is not None:
                found.setdefault((team.split("-")[0], city), team)
        return list(found.values())

    # -- set-up (SZ-8) ---------------------------------------------------------------------------------------

    def set_up(self) -> Story:
        self.safehouses = set(self.legacy.get("safehouses", ["washington"]))
        for number, objective in enumerate(self.objectives):
            if objective["unknown"] is not None and objective["status"] == "open":
                objective["target"] = self.chance.target(number)
                assert objective["target"] in objective["unknown"]
        threats = self.chance.threats()
        for place, city in enumerate(threats[:9]):
            self.agents[city] = 3 - place // 3
            self.threat_discard.append(city)
        self.threat_deck = threats[9:]
        yield from self.choose_events()
        self.deck = self.chance.deck()
        for seat, hand in enumerate(self.chance.hands()):
            self.officers[seat].hand = list(hand)
            self.seen.update(hand)
        left = len(self.deck) - self.deck.count(ESCALATION)
        for pile in range(5):
            self.piles.append(left // 5 + (1 if pile < left % 5 else 0) + 1)
        top = 0
        for pile in self.piles:  # one Escalation in each pile (SZ-8.9)
            assert self.deck[top : top + pile].count(ESCALATION) == 1
            top += pile
        yield from self.choose_characters()
        self.active = self.chance.first()
        self.watching = {seat for seat in range(self.n) if self.holds_event(seat)}

    def choose_events(self) -> Story:
        gone = self.legacy.get("destroyed", {}).get("events", [])
        there = [event for event in self.legacy.get("events", self.event_ids) if event not in gone]
        wanted = min(int(self.legacy.get("funding", 5)), len(there))
        if wanted == len(there):
            return
        chosen: list[str] = []
        dropped = 0
        while len(chosen) < wanted:
            rest = [event for event in there if event not in chosen]
            alone = self.options["group_decision"] == "host" or dropped >= self.n
            proposers = [0] if alone else range(self.n)
            seat, move = yield {s: {f"propose {event}" for event in rest} for s in proposers}, {}
            event = move.split()[1]
            if alone or (yield from self.agreed(seat)):
                chosen.append(event)
                dropped = 0
            else:
                dropped += 1

    def agreed(self, proposer: int) -> Story:
        """SZ-R38: the others say what they think, in any order."""
        yes: set[int] = {proposer}
        no: set[int] = set()
        while True:
            open_seats = [s for s in range(self.n) if s not in yes and s not in no]
            if self.options["group_decision"] == "agree":
                if no:
                    return False
                if not open_seats:
                    return True
            else:
                if 2 * len(yes) > self.n:
                    return True
                if 2 * (self.n - len(no)) <= self.n:
                    return False
            seat, move = yield {s: {"agree", "refuse"} for s in open_seats}, {}
            (yes if move == "agree" else no).add(seat)

    def choose_characters(self) -> Story:
        def usable(character: str) -> list[Json]:
            return [
                alias
                for alias in self.legacy.get("aliases", [])
                if alias["character"] == character and not alias.get("burned")
            ]

        while True:
            asked: dict[int, set[str]] = {}
            taken = {officer.character for officer in self.officers}
            for seat, officer in enumerate(self.officers):
                if not officer.character:
                    ids = [row["id"] for row in self.box["character"]]
                    asked[seat] = {f"character {c}" for c in ids if c not in taken}
                elif officer.kind == "none" and usable(officer.character):
                    asked[seat] = {f"alias {alias['affiliation']}" for alias in usable(officer.character)}
                elif officer.kind == "none":
                    asked[seat] = self.temporaries()
            if not asked:
                return
            seat, move = yield asked, {}
            verb, what = move.split()
            officer = self.officers[seat]
            if verb == "character":
                officer.character = what
                aliases = usable(what)
                if len(aliases) == 1:
                    self.take_alias(officer, aliases[0])
            elif verb == "alias":
                self.take_alias(
                    officer, next(a for a in usable(officer.character) if a["affiliation"] == what)
                )
            else:
                officer.kind, officer.occupation = "temporary", what

    def take_alias(self, officer: Officer, alias: Json) -> None:
        officer.kind, officer.occupation = "created", alias["occupation"]
        officer.alias = {
            "affiliation": alias["affiliation"],
            "name": alias["name"],
            "uncovered": [*alias.get("uncovered", [])],
            "slots": [*alias.get("slots", []), *[None] * 4][:4],
        }

    def temporaries(self) -> set[str]:
        used = {o.occupation for o in self.officers if o.kind == "temporary"}
        free = [row["id"] for row in self.box["occupation"] if row["temporary"] and row["id"] not in used]
        return {f"temporary {occupation}" for occupation in free}

    # -- a turn (SZ-9) ---------------------------------------------------------------------------------------

    def turn(self) -> Story:
        self.step = 0
        self.shadows = False
        self.candles = False
        self.conceded = False
        self.actions = 4
        officer = self.officers[self.active]
        yield from self.waiting_point()
        if officer.burned_waiting:
            _seat, move = yield {self.active: self.temporaries()}, {}
            officer.kind, officer.occupation, officer.burned_waiting = "temporary", move.split()[1], False
        self.step = 1
        yield from self.surveillance_check()
        self.step = 2
        yield from self.action_step()
        self.step = 3
        for city in self.order:
            if self.active_in(city):
                self.agents[city] = 0
        yield from self.waiting_point()
        self.step = 4
        yield from self.draw()
        yield from self.waiting_point()
        self.step = 5
        yield from self.threat_step()

    def surveillance_check(self) -> Story:
        """The symbols are counted once. Between two losses seats may play Events, and a new safehouse in the
        city protects from the rest (SZ-P19, SZ-R69).
        """
        officer = self.officers[self.active]
        city = officer.city
        symbols = self.surveillance(city)
        if symbols and officer.has("photographed"):
            symbols += 1
        symbols = min(3, symbols - officer.count("press-pass"))
        while symbols > 0 and city not in self.safehouses:
            yield from self.lose_cover(self.active)
            symbols -= 1
            if officer.kind == "none":
                return
            if symbols > 0:
                yield from self.waiting_point()

    def waiting_point(self) -> Story:
        everybody = self.options["auto_continue"] == "no"
        continued: set[int] = set()
        while True:
            holders = [s for s in range(self.n) if self.holds_event(s)]
            waiting = [s for s in holders if (everybody or s in self.watching) and s not in continued]
            if not waiting:
                return
            answers = {"continue"} if everybody else {"continue", "unwatch"}
            asked = {s: answers | self.events_of(s) for s in waiting}
            may = {s: self.events_of(s) for s in holders if s not in waiting}
            seat, move = yield asked, may
            if move == "continue":
                continued.add(seat)
            elif move == "unwatch":
                self.watching.discard(seat)
            else:
                yield from self.play_event(seat, move.split()[1])

    def holds_event(self, seat: int) -> bool:
        return any(self.is_event(card) for card in self.officers[seat].hand)

    # -- actions (SZ-10) -------------------------------------------------------------------------------------

    def action_step(self) -> Story:
        self.refused = set()
        while True:  # an Event played after the last action may bring more
            yield from self.take_actions()
            yield from self.waiting_point()
            if not self.actions:
                return

    def take_actions(self) -> Story:
        while self.actions > 0:
            moves = (
                self.actions_of(self.active)
                | {"end"}
                | self.events_of(self.active)
                | self.watches(self.active)
            )
            if self.options["concede"] == "yes" and not self.conceded:
                moves.add("concede")
            may = {}
            for seat in range(self.n):
                if seat != self.active and self.holds_event(seat):
                    may[seat] = self.events_of(seat) | self.watches(seat)
            seat, move = yield {self.active: moves}, may
            words = move.split()
            if words[0] == "event":
                yield from self.play_event(seat, words[1])
            elif words[0] == "watch":
                self.watching.add(seat)
            elif words[0] == "end":
                self.actions = 0
            elif words[0] == "concede":
                self.conceded = True
                yield from self.concession()
            elif words[0] in ("give", "take", "hand-over", "ask-for"):
                yield from self.share(words[0], words)
            else:
                self.actions -= 1
                yield from self.act(words)

    def watches(self, seat: int) -> set[str]:
        fine = self.options["auto_continue"] == "yes" and seat not in self.watching and self.holds_event(seat)
        return {"watch"} if fine else set()

    def concession(self) -> Story:
        for step in range(1, self.n):
            seat = (self.active + step) % self.n
            _seat, move = yield {seat: {"agree", "refuse"}}, {}
            if move == "refuse":
                return
        self.end("conceded")

    def actions_of(self, seat: int) -> set[str]:
        me = self.officers[seat]
        here = me.city
        moves = {f"drive {city}" for city in self.lines[here]}
        for card in me.hand:
            if self.is_event(card) or card == here:
                continue
            if self.affiliation(card) != "soviet" or me.has("diplomatic-visa"):
                moves.add(f"fly {card}")
        if here in me.hand and not me.has("grounded"):
            moves |= {f"fly-unrecorded {city}" for city in self.order if city != here}
        if self.agents[here] and not (me.has("shaking-hands") and self.agents[here] == 3):
            moves.add("neutralize")
        moves |= self.sharing(seat)
        if here in me.hand and here not in self.safehouses:
            moves.add("build")
        if here in self.safehouses:
            if len(self.region_cards(seat)) >= self.identify_cost(seat) and self.identifiable(seat):
                moves.add("identify")
            side = self.affiliation(here)
            if len(self.side_cards(seat)) >= self.assemble_cost(seat):
                places = [city for team, city in self.teams.items() if team.startswith(side)]
                if any(city != here for city in places):
                    moves.add("assemble")
        for team in self.offered_teams():
            place = self.teams[team]
            assert place is not None
            moves |= {f"drive-team {team} {city}" for city in self.lines[place]}
        moves |= {
            f"acquire {number + 1}" for number in range(len(self.objectives)) if self.acquirable(seat, number)
        }
        if me.occupation == "medical-conference-coordinator":
            moves |= {f"escort-pawn {SEATS[other]}" for other in range(self.n) if other != seat}
            moves |= {f"escort-team {team}" for team in self.offered_teams()}
        if me.calls < me.count("station-chief"):
            moves |= {f"call {city}" for city in self.order if self.agents[city]}
        return moves

    def sharing(self, seat: int) -> set[str]:
        me = self.officers[seat]
        moves = set()
        for other in range(self.n):
            them = self.officers[other]
            if other == seat or them.city != me.city:
                continue
            if not them.has("distrusted"):
                for card in self.shareable(me, (False, other)):
                    moves.add(
                        f"give {SEATS[other]}" if card == me.city else f"hand-over {SEATS[other]} {card}"
                    )
            if not me.has("distrusted"):
                for card in self.shareable(them, (True, other)):
                    moves.add(f"take {SEATS[other]}" if card == me.city else f"ask-for {SEATS[other]} {card}")
        return moves

    def shareable(self, giver: Officer, way: tuple[bool, int]) -> list[str]:
        """What may be proposed: the card of the city, by the book dealer any City card, but nothing that was
        refused in this turn (SZ-10.7, SZ-P9).
        """
        dealer = giver.occupation == "rare-book-dealer"
        return [
            card
            for card in giver.hand
            if not self.is_event(card) and (dealer or card == giver.city) and (*way, card) not in self.refused
        ]

    def identify_cost(self, seat: int) -> int:
        return 2 if self.officers[seat].has("miniature-camera") else 3

    def assemble_cost(self, seat: int) -> int:
        return 4 if self.officers[seat].occupation == "freight-forwarder" else 5

    def region_cards(self, seat: int) -> list[str]:
        me = self.officers[seat]
        region = self.cities[me.city]["region"]
        return [c for c in me.hand if not self.is_event(c) and self.cities[c]["region"] == region]

    def side_cards(self, seat: int) -> list[str]:
        me = self.officers[seat]
        side = self.affiliation(me.city)
        return [c for c in me.hand if not self.is_event(c) and self.affiliation(c) == side]

    def identifiable(self, seat: int) -> list[int]:
        region = self.cities[self.officers[seat].city]["region"]
        found = []
        for number, objective in enumerate(self.objectives):
            hidden = objective["unknown"] is not None and not objective["revealed"]
            if hidden and objective["status"] == "open":
                if self.cities[objective["unknown"][0]]["region"] == region:
                    found.append(number)
        return found

    def acquirable(self, seat: int, number: int) -> bool:
        objective = self.objectives[number]
        if objective["status"] != "open":
            return False
        here = self.officers[seat].city
        nearby = self.options["acquire_anywhere"] == "pawn_in_city"
        if objective["known"] is not None:
            cities = [city for city, _count in objective["known"]]
            ready = all(self.active_in(city) >= count for city, count in objective["known"])
            return ready and (not nearby or here in cities)
        cities = [city for city in self.possible(objective) if self.active_in(city)]
        return bool(cities) and (not nearby or here in cities)

    def act(self, words: list[str]) -> Story:
        """Carry out an action."""
        me = self.officers[self.active]
        verb = words[0]
        if verb == "drive":
            me.city = words[1]
            if self.shadows and self.agents[me.city]:
                self.agents[me.city] -= 1
        elif verb == "fly":
            if self.affiliation(words[1]) != "allied":
                self.pay(self.active, words[1])
            me.city = words[1]
        elif verb == "fly-unrecorded":
            self.pay(self.active, me.city)
            me.city = words[1]
        elif verb == "neutralize":
            crowded = me.occupation == "wire-photographer" and self.agents[me.city] == 3
            self.agents[me.city] -= 1 + crowded
            yield from self.shoot()
        elif verb == "build":
            self.pay(self.active, me.city)
            yield from self.place_safehouse(self.active, me.city)
        elif verb == "identify":
            yield from self.identify()
        elif verb == "assemble":
            yield from self.assemble()
        elif verb == "drive-team":
            self.teams[words[1]] = words[2]
        elif verb == "acquire":
            self.acquire(int(words[1]) - 1)
        elif verb.startswith("escort"):
            yield from self.escort(verb, words[1], self.active)
        elif verb == "call":
            me.calls += 1
            self.agents[words[1]] -= 1

    def shoot(self) -> Story:
        """Each Silenced Pistol may remove one more agent."""
        me = self.officers[self.active]
        for _pistol in range(me.count("silenced-pistol")):
            if not self.agents[me.city]:
                return
            _seat, move = yield {self.active: {"neutralize", "continue"}}, {}
            if move == "continue":
                return
            self.agents[me.city] -= 1

    def pay(self, seat: int, card: str) -> None:
        self.officers[seat].hand.remove(card)
        self.discard.append(card)

    def share(self, verb: str, words: list[str]) -> Story:
        other = SEATS.index(words[1])
        taken = verb in ("take", "ask-for")
        card = words[2] if len(words) > 2 else self.officers[self.active].city
        _seat, said = yield {other: {"agree", "refuse"}}, {}
        if said == "refuse":
            self.refused.add((taken, other, card))
            return
        self.actions -= 1
        giver, receiver = (other, self.active) if taken else (self.active, other)
        self.officers[giver].hand.remove(card)
        self.officers[receiver].hand.append(card)
        yield from self.keep_limit(receiver)

    def place_safehouse(self, seat: int, city: str) -> Story:
        if not self.safehouses_left():
            source = yield from self.pick(
                seat, "from", [c for c in self.order if c in self.safehouses and c != city]
            )
            self.safehouses.remove(source)
        self.safehouses.add(city)

    def pick(self, seat: int, verb: str, things: list[str]) -> Story:
        """One of the things; a single one is not asked for."""
        if len(things) == 1:
            return things[0]
        _seat, move = yield {seat: {f"{verb} {thing}" for thing in things}}, {}
        return move.split()[1]

    def spend(self, seat: int, cards: Callable[[int], list[str]], count: int) -> Story:
        """Discard this many matching cards, one at a time."""
        while count:
            fitting = cards(seat)
            if len(fitting) == count:
                for card in list(fitting):
                    self.pay(seat, card)
                return
            _seat, move = yield {seat: {f"discard {card}" for card in fitting}}, {}
            self.pay(seat, move.split()[1])
            count -= 1

    def identify(self) -> Story:
        open_ones = [str(number + 1) for number in self.identifiable(self.active)]
        chosen = yield from self.pick(self.active, "objective", open_ones)
        yield from self.spend(self.active, self.region_cards, self.identify_cost(self.active))
        self.objectives[int(chosen) - 1]["revealed"] = True

    def assemble(self) -> Story:
        here = self.officers[self.active].city
        side = self.affiliation(here)
        idle = [team for team, city in self.teams.items() if team.startswith(side) and city is None]
        if idle:
            team = idle[0]
        else:
            places = {c for t, c in self.teams.items() if t.startswith(side) and c != here}
            source = yield from self.pick(self.active, "from", [c for c in self.order if c in places])
            team = next(t for t, c in self.teams.items() if t.startswith(side) and c == source)
        yield from self.spend(self.active, self.side_cards, self.assemble_cost(self.active))
        self.teams[team] = here

    def acquire(self, number: int) -> None:
        objective = self.objectives[number]
        if objective["known"] is not None:
            objective["status"] = "complete"
        else:
            objective["revealed"] = True
            objective["status"] = "complete" if self.active_in(objective["target"]) else "failed"
        if all(one["status"] != "open" for one in self.objectives):
            self.end("objectives")

    def escort(self, verb: str, who: str, by: int) -> Story:
        start = self.officers[SEATS.index(who)].city if verb == "escort-pawn" else self.teams[who]
        assert start is not None
        near = {start}
        for _line in range(3):
            near |= {city for place in near for city in self.lines[place]}
        _seat, move = yield {by: {f"to {city}" for city in near if city != start}}, {}
        if verb == "escort-pawn":
            self.officers[SEATS.index(who)].city = move.split()[1]
        else:
            self.teams[who] = move.split()[1]

    # -- drawing (SZ-12) -------------------------------------------------------------------------------------

    def draw(self) -> Story:
        if len(self.deck) < 2:
            self.end("deck")
        drawn = [self.deck.pop(0), self.deck.pop(0)]
        for _card in drawn:
            while not self.piles[0]:
                self.piles.pop(0)
            self.piles[0] -= 1
        self.seen.update(drawn)
        for card in drawn:
            if card == ESCALATION:
                yield from self.escalate()
        cards = [card for card in drawn if card != ESCALATION]
        officer = self.officers[self.active]
        officer.hand += cards
        if any(self.is_event(card) for card in cards):
            self.watching.add(self.active)  # what is new must be offered
        soviet = [c for c in cards if not self.is_event(c) and self.affiliation(c) == "soviet"]
        if len(soviet) == 2 and officer.has("tailed"):
            yield from self.lose_cover(self.active)
        yield from self.keep_limit(self.active)

    def escalate(self) -> Story:
        between = self.options["events_between_escalation_steps"] == "yes"
        self.escalations += 1
        self.space = min(self.space + 1, len(self.box["counts"]["track"]) - 1)
        if between:
            yield from self.waiting_point()
        city = self.bottom_threat(self.threat_discard)
        if city is not None:
            surplus = 0
            for _agent in range(3):
                if self.agents[city] == 3:
                    surplus += 1
                else:
                    self.place_agent(city)
            for _incident in range(
                surplus if self.options["escalation_surplus"] == "each" else min(1, surplus)
            ):
                yield from self.incident([city])
        if between:
            yield from self.waiting_point()
        self.stack_discard()
        self.discard.append(ESCALATION)

    def stack_discard(self) -> None:
        """Shuffle the Threat discard pile and put it on top (SZ-12.7)."""
        if self.threat_discard:
            pile = self.chance.shuffled(self.threat_discard)
            assert sorted(pile) == sorted(self.threat_discard)
            self.threat_deck = pile + self.threat_deck
            self.threat_discard = []
            self.known = 0

    def keep_limit(self, seat: int) -> Story:
        officer = self.officers[seat]
        while len(officer.hand) > self.limit(seat):
            moves = {f"discard {card}" for card in officer.hand} | self.events_of(seat)
            _seat, move = yield {seat: moves}, {}
            if move.startswith("event"):
                yield from self.play_event(seat, move.split()[1])
            else:
                self.pay(seat, move.split()[1])

    # -- threats and incidents (SZ-13) -----------------------------------------------------------------------

    def top_threat(self) -> str | None:
        if not self.threat_deck:
            self.stack_discard()
        if not self.threat_deck:
            return None
        city = self.threat_deck.pop(0)
        self.known = max(0, self.known - 1)
        self.threat_discard.append(city)
        return city

    def bottom_threat(self, pile: list[str]) -> str | None:
        if not self.threat_deck:
            self.stack_discard()
            pile = self.threat_discard if pile is not self.game_end else pile
        if not self.threat_deck:
            return None
        city = self.threat_deck.pop()
        self.known = min(self.known, len(self.threat_deck))
        pile.append(city)
        return city

    def place_agent(self, city: str) -> None:
        if not self.agents_left():
            self.end("agents")
        self.agents[city] += 1

    def threat_step(self) -> Story:
        self.due, self.turned = self.box["counts"]["track"][self.space], 0
        while self.turned < (1 if self.candles else self.due):
            city = self.top_threat()
            if city is None:
                return
            self.turned += 1
            if self.agents[city] == 3:
                yield from self.incident([city])
            else:
                self.place_agent(city)
            yield from self.waiting_point()

    def incident(self, cities: list[str]) -> Story:
        """An incident in each of these cities at once, then one card for all (SZ-13.4 to SZ-13.9)."""
        for city in cities:
            if not self.tokens_left():
                self.end("tokens")
            self.tokens[city] += 1
        losers = []
        for step in range(self.n):
            seat = (self.active + step) % self.n
            if self.officers[seat].city in cities and self.officers[seat].city not in self.safehouses:
                losers.append(seat)
        for seat in losers:
            yield from self.lose_cover(seat)
        card = self.bottom_threat(self.game_end)
        if card is not None:
            yield from self.effect(card)

    def effect(self, card: str) -> Story:
        incident = self.cities[card]["incident"]
        regions = [region.lower() for region in incident["regions"]]
        kind = incident["kind"]
        if kind == "sleeper":
            marked = [c for c in self.order if self.tokens[c] and self.cities[c]["region"] in regions]
            full = [city for city in marked if self.agents[city] == 3]
            for city in marked:
                if city not in full:
                    self.place_agent(city)
            if full:
                yield from self.incident(full)
        elif kind == "safehouse":
            there = [c for c in self.order if c in self.safehouses and self.cities[c]["region"] in regions]
            if there:
                gone = yield from self.pick(self.active, "abandon", there)
                self.safehouses.remove(gone)
        elif kind == "recognized":
            if card == "moscow":
                regions = ["eu", "as"] if self.options["moscow_recognized"] == "eu_as" else ["eu", "af"]
            shelter = self.options["recognized_shelter"] == "yes"
            losers = []
            for step in range(self.n):
                seat = (self.active + step) % self.n
                city = self.officers[seat].city
                if self.cities[city]["region"] in regions and not (shelter and city in self.safehouses):
                    losers.append(seat)
            for seat in losers:
                yield from self.lose_cover(seat)
        elif self.options["teams_compromised"] == "surveilled":
            for team, place in self.teams.items():
                if place is not None and self.surveillance(place) and place not in self.safehouses:
                    self.teams[team] = None

    # -- cover (SZ-6, SZ-7) ----------------------------------------------------------------------------------

    def lose_cover(self, seat: int) -> Story:
        officer = self.officers[seat]
        if officer.kind == "temporary":
            yield from self.lose_card(seat)
        elif officer.kind == "created":
            alias = officer.alias
            assert alias is not None
            shown = alias["uncovered"]
            symbol = self.chance.box(officer.character, alias["affiliation"], len(shown))
            shown.append(symbol)
            assert any(row["boxes"][: len(shown)] == shown for row in self.box["track"])
            if symbol == "card":
                yield from self.lose_card(seat)
            elif symbol == "weakness":
                yield from self.get_weakness(seat)
            elif symbol == "burned":
                self.burn(seat)

    def lose_card(self, seat: int) -> Story:
        officer = self.officers[seat]
        answering = self.options["event_in_answer"] == "yes"
        while officer.hand:
            events = self.events_of(seat) if answering else set()
            if len(officer.hand) == 1 and not events:
                self.pay(seat, officer.hand[0])
                return
            _seat, move = yield {seat: {f"discard {card}" for card in officer.hand} | events}, {}
            if move.startswith("discard"):
                self.pay(seat, move.split()[1])
                return
            yield from self.play_event(seat, move.split()[1])

    def get_weakness(self, seat: int) -> Story:
        alias = self.officers[seat].alias
        assert alias is not None
        free = [row["id"] for row in self.box["weakness"] if row["id"] not in alias["slots"]]
        if not free:
            return
        weakness = yield from self.pick(seat, "weakness", free)
        if None in alias["slots"]:
            place = alias["slots"].index(None)
        else:
            weak = {row["id"] for row in self.box["weakness"]}
            assets = [str(k + 1) for k, thing in enumerate(alias["slots"]) if thing not in weak]
            place = int((yield from self.pick(seat, "slot", assets))) - 1
        alias["slots"][place] = weakness
        yield from self.keep_limit(seat)

    def burn(self, seat: int) -> None:
        officer = self.officers[seat]
        for card in list(officer.hand):
            self.pay(seat, card)
        officer.kind, officer.occupation, officer.alias = "none", "", None
        officer.burned_waiting = True
        officer.city = "washington"
        if seat == self.active:
            self.actions = 0

    # -- Events (SZ-15) --------------------------------------------------------------------------------------

    def events_of(self, seat: int) -> set[str]:
        return {
            f"event {card}"
            for card in self.officers[seat].hand
            if self.is_event(card) and self.playable(card)
        }

    def playable(self, event: str) -> bool:
        """Only what can be carried out completely (SZ-15.5)."""
        active = self.officers[self.active]
        if event == "forecast":
            return len(self.threat_deck) >= 6
        if event == "war-relics":
            return self.safehouses_left() > 0 or self.options["event_moves_safehouse"] == "yes"
        if event == "in-the-shadows":  # a pawn must still be able to drive in this turn
            return not self.shadows and self.step <= 2 and self.actions > 0
        if event == "counterintelligence":
            return bool(self.threat_discard)
        if event == "expense-account":  # the seat on turn must still be in its actions, or before them
            return self.step == 0 or (self.step <= 2 and active.kind != "none")
        if event == "three-candles":  # not more than one card may have been turned, and another must be due
            return self.step < 5 or self.turned < min(2, self.due)
        if event in ("false-alarm", "going-twice"):
            return any(self.agents.values())
        if event == "burn-bag":
            return any(self.tokens.values())
        if event == "night-train":
            return bool(self.offered_teams())
        if event == "old-friends":
            return any(card in self.cities for card in self.discard)
        if event == "dead-drop":
            return any(card in self.cities for officer in self.officers for card in officer.hand)
        if event in ("night-porter", "stage-door", "open-line"):
            return bool(self.movable(event))
        return True

    def movable(self, event: str) -> dict[int, set[str]]:
        """Where each pawn can be brought."""
        places = self.safehouses if event == "night-porter" else {officer.city for officer in self.officers}
        found = {seat: places - {officer.city} for seat, officer in enumerate(self.officers)}
        return {seat: cities for seat, cities in found.items() if cities}

    def play_event(self, seat: int, event: str) -> Story:
        self.pay(seat, event)
        if event == "airlift":
            moves = {f"pawn {SEATS[other]}" for other in range(self.n)}
            moves |= {f"team {team}" for team in self.offered_teams()}
            _seat, move = yield {seat: moves}, {}
            verb, who = move.split()
            start = self.officers[SEATS.index(who)].city if verb == "pawn" else self.teams[who]
            _seat, move = yield {seat: {f"to {city}" for city in self.order if city != start}}, {}
            if verb == "pawn":
                self.officers[SEATS.index(who)].city = move.split()[1]
            else:
                self.teams[who] = move.split()[1]
        elif event == "forecast":
            top = self.threat_deck[:6]
            ordered: list[str] = []
            while len(ordered) < len(top):
                card = yield from self.pick(seat, "order", [c for c in top if c not in ordered])
                ordered.append(card)
            self.threat_deck[: len(top)] = ordered
            self.known = max(self.known, len(ordered))
        elif event == "war-relics":
            _seat, move = yield (
                {seat: {f"to {city}" for city in self.order if city not in self.safehouses}},
                {},
            )
            yield from self.place_safehouse(seat, move.split()[1])
        elif event == "in-the-shadows":
            self.shadows = True
        elif event == "counterintelligence":
            _seat, move = yield {seat: {f"withdraw {card}" for card in self.threat_discard}}, {}
            self.threat_discard.remove(move.split()[1])
            self.game_end.append(move.split()[1])
        elif event == "expense-account":
            self.actions += 2
        elif event == "three-candles":
            self.candles = True
        elif event in ("night-porter", "stage-door", "open-line"):
            yield from self.bring_pawn(seat, event)
        else:
            yield from self.play_other(seat, event)

    def bring_pawn(self, seat: int, event: str) -> Story:
        movable = self.movable(event)
        _seat, move = yield {seat: {f"pawn {SEATS[pawn]}" for pawn in movable}}, {}
        pawn = SEATS.index(move.split()[1])
        here = self.officers[pawn].city
        if event == "open-line":
            apart = [other for other, officer in enumerate(self.officers) if officer.city != here]
            _seat, move = yield {seat: {f"pawn {SEATS[other]}" for other in apart}}, {}
            other = self.officers[SEATS.index(move.split()[1])]
            self.officers[pawn].city, other.city = other.city, here
        else:
            _seat, move = yield {seat: {f"to {city}" for city in movable[pawn]}}, {}
            self.officers[pawn].city = move.split()[1]

    def play_other(self, seat: int, event: str) -> Story:
        if event == "burn-bag":
            _seat, move = yield {seat: {f"from {city}" for city in self.order if self.tokens[city]}}, {}
            self.tokens[move.split()[1]] -= 1
        elif event == "false-alarm":
            _seat, move = yield {seat: {f"from {city}" for city in self.order if self.agents[city]}}, {}
            self.agents[move.split()[1]] = max(0, self.agents[move.split()[1]] - 2)
        elif event == "going-twice":
            relieved: list[str] = []
            while len(relieved) < 3:
                moves = {f"from {city}" for city in self.order if self.agents[city] and city not in relieved}
                if not moves:
                    return
                _seat, move = yield {seat: moves | {"continue"} if relieved else moves}, {}
                if move == "continue":
                    return
                relieved.append(move.split()[1])
                self.agents[move.split()[1]] -= 1
        elif event == "night-train":
            _seat, move = yield {seat: {f"team {team}" for team in self.offered_teams()}}, {}
            yield from self.escort("escort-team", move.split()[1], seat)
        elif event == "old-friends":
            _seat, move = yield (
                {seat: {f"recover {card}" for card in self.discard if card in self.cities}},
                {},
            )
            self.discard.remove(move.split()[1])
            self.officers[seat].hand.append(move.split()[1])
            yield from self.keep_limit(seat)
        elif event == "dead-drop":
            yield from self.dead_drop(seat)

    def dead_drop(self, seat: int) -> Story:
        held = [[card for card in officer.hand if card in self.cities] for officer in self.officers]
        _seat, move = yield {seat: {f"pawn {SEATS[s]}" for s in range(self.n) if held[s]}}, {}
        giver = SEATS.index(move.split()[1])
        moves = {f"hand-over {SEATS[s]} {card}" for s in range(self.n) if s != giver for card in held[giver]}
        _seat, move = yield {seat: moves}, {}
        receiver = SEATS.index(move.split()[1])
        self.officers[giver].hand.remove(move.split()[2])
        self.officers[receiver].hand.append(move.split()[2])
        yield from self.keep_limit(receiver)

    # -- what everyone sees ----------------------------------------------------------------------------------

    def seen_table(self) -> Json:
        """The open part of the table, in the words of the program's view."""
        return {
            "space": self.space,
            "threat_deck": len(self.threat_deck),
            "threat_discard": sorted(self.threat_discard),
            "game_end": sorted(self.game_end),
            "deck": len(self.deck),
            "discard": sorted(self.discard),
            "cities": {
                city: (self.agents[city], self.tokens[city], city in self.safehouses, self.surveillance(city))
                for city in self.order
            },
            "teams": {team: (city, self.is_active(team)) for team, city in self.teams.items()},
            "players": [
                (o.character, o.kind, o.city, sorted(o.hand), self.limit(s))
                for s, o in enumerate(self.officers)
            ],
            "objectives": [
                (
                    one["status"],
                    sorted(self.possible(one)) if one["unknown"] and not one["revealed"] else None,
                    one["target"] if one["revealed"] else None,
                )
                for one in self.objectives
            ],
            "supply": (self.agents_left(), self.tokens_left(), self.safehouses_left()),
            "in_the_shadows": self.shadows,
        }
