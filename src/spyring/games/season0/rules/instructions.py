"""SZ-2, SZ-3: opening sealed content, and carrying out what it says."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import NOT_ASKED, Frame
from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import box as b
from spyring.games.season0 import scoring
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import affiliation_of, character_of
from spyring.games.season0.campaign.content import AUDIT, SEALED
from spyring.games.season0.campaign.file import CampaignFile
from spyring.games.season0.domains import BOX_IDS, STORY_IDS, WINDOW_IDS
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import read_passport
from spyring.games.season0.rules.group import AGREE, NO_VOTE, REFUSE, Group, Proposal
from spyring.games.season0.stickers import configure

Line = Any  # an instruction: words, or a condition
OPENED: Final = {  # the event that reports what was opened, and the labels that it counts
    "window": (w.WINDOW_OPENED, WINDOW_IDS),
    "box": (w.BOX_OPENED, BOX_IDS),
    "protocol": (w.PROTOCOL_ACTIVATED, w.PROTOCOL_IDS),
    "frame": (w.FRAME_FILLED, WINDOW_IDS),
}


def file_of(t: Table) -> CampaignFile:
    """The campaign's file; nothing here happens in a single game."""
    assert t.campaign is not None
    return t.campaign


def editable(t: Table) -> Json:
    """A copy of the campaign's file for writing; clones of the table keep theirs."""
    t.campaign = file_of(t).copied()
    return t.campaign.data


def log(t: Table) -> Json:
    """The part of that copy that only the campaign needs."""
    found: Json = editable(t)["campaign"]
    return found


def apply_campaign(t: Table) -> None:
    """Apply the changed file to the running game."""
    assert t.campaign is not None
    t.campaign = t.campaign.with_aliases(scoring.passports(t, t.campaign.data["aliases"]))
    config = t.config
    t.config = configure(config.box, config.options, t.campaign.data, config.edition)


# -- story cards -----------------------------------------------------------------------------------------


class Read(Verb[Table]):
    """Turn the next card and carry out both sides."""

    name: ClassVar[str] = "read"
    clause: ClassVar[str] = "SZ-2.3"

    def play(self, t: Table, seat: int, move: int) -> None:
        file = file_of(t)
        card = file.content.story[int(file.log["story"])]
        if card.get("stop"):
            t.done()
        data = log(t)
        data["story"] += 1
        data["opened"].append(f"story {card['number']}")
        t.emit(w.STORY_DRAWN, PUBLIC, STORY_IDS.index(card["number"]))
        run_instructions(t, f"story {card['number']}")


class DrawStory(Frame[Table]):
    """Draw story cards one at a time and carry out both sides, until a PAUSE or STOP (SZ-2.3)."""

    clause: ClassVar[str] = "SZ-2.3"
    ask: ClassVar[str] = _("Draw the next story card.")
    wait: ClassVar[str] = _("{seat} may draw the next story card.")
    verbs: ClassVar[Verbs] = (Read(),)

    def deciders(self, t: Table) -> int:
        return (1 << t.seats) - 1

    def shared(self, t: Table) -> bool:
        return True


def run_instructions(t: Table, key: str) -> None:
    """Carry out the instructions of a card, an entry or anything else that was opened."""
    item = file_of(t).content.items[key]
    lines: list[Line] = list(item.get("do", []))
    if "choice" in item:
        lines.append({"choice": key})
    if lines:
        t.push(CarryOut(lines))


class CarryOut(Frame[Table]):
    """Instructions, one after another; each may ask a question, or first open something else (SZ-3)."""

    clause: ClassVar[str] = "SZ-2.3"
    data: ClassVar[tuple[str, ...]] = ("lines",)

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines

    def resolve(self, t: Table) -> None:
        line = self.lines[0]
        if len(self.lines) > 1:
            t.replace(CarryOut(self.lines[1:]))
        else:
            t.done()
        if not isinstance(line, dict):
            carry_out(t, str(line).split())
        elif "choice" in line:
            t.push(Choose(line["choice"], NO_VOTE))
        else:
            met = line["if"] in file_of(t).log["flags"]
            lines = line.get("do", []) if met else line.get("else", [])
            if lines:
                t.push(CarryOut(lines))


def carry_out(t: Table, words: list[str]) -> None:
    """Carry out one instruction."""
    if words[0] in SEALED:
        open_sealed(t, words[0], words[1])
    else:
        INSTRUCTIONS[words[0]](t, words[1:])


def read_entry(t: Table, number: int, seat: int) -> None:
    """A seat reads an entry and the group obeys it, every time (SZ-R67)."""
    key = f"entry {number}"
    if not file_of(t).has(key):
        log(t)["opened"].append(key)
    t.emit(w.ENTRY_READ, PUBLIC, seat, number)
    run_instructions(t, key)


def open_sealed(t: Table, word: str, label: str) -> None:
    """Open a window or a box, or take a card; a second time does nothing (SZ-R67). The active seat reads
    entries that another entry or a card calls for.
    """
    if word == "entry":
        read_entry(t, int(label), int(t.active))
        return
    key = f"{word} {label}"
    if file_of(t).has(key):
        return
    log(t)["opened"].append(key)
    item = file_of(t).content.items[key]
    if word == "card":
        t.emit(w.OPERATION_TAKEN, PUBLIC, int(label))
    else:
        event, labels = OPENED[word]
        t.emit(event, PUBLIC, labels.index(label))
    if word == "frame":
        editable(t)["rules"].append([item["rule"], item.get("facts", {})])
        apply_campaign(t)
    run_instructions(t, key)


# -- choices ---------------------------------------------------------------------------------------------


class ProposeAnswer(Proposal):
    """Propose one of the answers that a card or an entry offers."""

    name: ClassVar[str] = "choose"
    clause: ClassVar[str] = "SZ-P1"

    def choice_fault(self, t: Table, move: int) -> int:
        frame = cast(Choose, t.stack[-1])
        return FINE if move - w.CHOOSE < len(frame.answers(t)) else w.NO_SUCH_ANSWER


class Choose(Group):
    """A card or an entry leaves a choice to the group (SZ-P1, SZ-P15)."""

    clause: ClassVar[str] = "SZ-P1"
    ask: ClassVar[str] = _("Choose together what to do.")
    wait: ClassVar[str] = _("{seat} is deciding what the group does.")
    verbs: ClassVar[Verbs] = (ProposeAnswer(), AGREE, REFUSE)
    data: ClassVar[tuple[str, ...]] = ("key",)

    def __init__(self, key: str, vote: list[Any]) -> None:
        super().__init__(vote)
        self.key = key

    def answers(self, t: Table) -> list[Json]:
        found: list[Json] = file_of(t).content.items[self.key]["choice"]
        return found

    def accept(self, t: Table, move: int) -> None:
        t.done()
        log(t)["choices"][self.key] = move - w.CHOOSE
        t.emit(w.CHOICE_MADE, PUBLIC, move - w.CHOOSE)
        lines = self.answers(t)[move - w.CHOOSE].get("do", [])
        if lines:
            t.push(CarryOut(lines))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        seen = super().view(t, seat)
        return {**seen, "item": self.key, "answers": [answer["text"] for answer in self.answers(t)]}


# -- creating aliases ------------------------------------------------------------------------------------


class NameAlias(Proposal):
    """Choose the name, first."""

    name: ClassVar[str] = "name"
    clause: ClassVar[str] = "SZ-6.5"

    def choice_fault(self, t: Table, move: int) -> int:
        frame = cast(CreateAlias, t.stack[-1])
        if frame.name >= 0:
            return NOT_ASKED
        if (move - w.NAME_ALIAS) // b.EACH_NAMES != frame.affiliation:
            return w.OTHER_AFFILIATION
        return FINE if move in frame.choices(t) else w.NAME_TAKEN


class GiveOccupation(Proposal):
    """Choose the occupation, second."""

    name: ClassVar[str] = "occupation"
    clause: ClassVar[str] = "SZ-R36"

    def choice_fault(self, t: Table, move: int) -> int:
        frame = cast(CreateAlias, t.stack[-1])
        if frame.name < 0:
            return NOT_ASKED
        return FINE if move in frame.choices(t) else w.OCCUPATION_TAKEN


class CreateAlias(Group):
    """Each character gets an alias. Its seat chooses name and occupation; the group chooses for characters
    without a seat (SZ-6.5, SZ-P4, SZ-R36).
    """

    clause: ClassVar[str] = "SZ-6.5"
    ask: ClassVar[str] = _("Create {character}'s {affiliation} alias: a name, then an occupation.")
    wait: ClassVar[str] = _("{seat} creates {character}'s {affiliation} alias.")
    verbs: ClassVar[Verbs] = (NameAlias(), GiveOccupation(), AGREE, REFUSE)
    data: ClassVar[tuple[str, ...]] = ("affiliation", "character", "name")

    def __init__(self, affiliation: int, character: int, name: int, vote: list[Any]) -> None:
        super().__init__(vote)
        self.affiliation = affiliation
        self.character = character
        self.name = name

    def alone(self, t: Table) -> int:
        return self.character if self.character < t.seats else super().alone(t)

    def choices(self, t: Table) -> list[int]:
        side = w.AFFILIATION_IDS[self.affiliation]
        rows = [row for row in file_of(t).data["aliases"] if row["affiliation"] == side]
        if self.name < 0:
            first = self.affiliation * b.EACH_NAMES
            used = [row["name"] for row in rows]
            free = [name for name in range(first, first + b.EACH_NAMES) if w.NAME.titles[name] not in used]
            return [w.NAME_ALIAS + name for name in free]
        taken = [row["occupation"] for row in rows] if t.config.occupation_unique else []
        return [w.TAKE_OCCUPATION + o for o, name in enumerate(w.OCCUPATION_IDS) if name not in taken]

    def accept(self, t: Table, move: int) -> None:
        if w.family(move) == w.NAME_ALIAS:
            t.replace(CreateAlias(self.affiliation, self.character, move - w.NAME_ALIAS, NO_VOTE))
            return
        if self.character + 1 < w.CHARACTERS:
            t.replace(CreateAlias(self.affiliation, self.character + 1, -1, NO_VOTE))
        else:
            t.done()
        create_alias(t, self.character, self.affiliation, self.name, move - w.TAKE_OCCUPATION)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        character = str(t.config.box.characters[self.character]["name"])
        return {"affiliation": w.AFFILIATION.titles[self.affiliation], "character": character}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {
            **super().view(t, seat),
            "character": w.CHARACTER_IDS[self.character],
            "affiliation": w.AFFILIATION_IDS[self.affiliation],
            "name": w.NAME.titles[self.name] if self.name >= 0 else None,
        }


def create_alias(t: Table, character: int, affiliation: int, name: int, occupation: int) -> None:
    """A new passport, with every box of its cover track covered (SZ-6.10)."""
    editable(t)["aliases"].append(
        {
            "character": w.CHARACTER_IDS[character],
            "affiliation": w.AFFILIATION_IDS[affiliation],
            "name": w.NAME.titles[name],
            "occupation": w.OCCUPATION_IDS[occupation],
            "specialty": "",
            "uncovered": [],
            "slots": [],
            "burned": False,
        }
    )
    t.emit(w.ALIAS_CREATED, PUBLIC, character, affiliation, name, occupation)
    apply_campaign(t)
    t.clear_passport()


# -- free assets -----------------------------------------------------------------------------------------


class LayOn(Proposal):
    """Choose the alias that gets the asset."""

    name: ClassVar[str] = "lay"
    clause: ClassVar[str] = "SZ-17.3"

    def choice_fault(self, t: Table, move: int) -> int:
        return room_fault(t, move - w.LAY_ASSET)


class LayAsset(Group):
    """The group lays an asset on an alias with an empty slot (SZ-17.3, SZ-R40)."""

    clause: ClassVar[str] = "SZ-17.3"
    ask: ClassVar[str] = _("Choose together which alias gets {asset}.")
    wait: ClassVar[str] = _("{seat} is deciding which alias gets {asset}.")
    verbs: ClassVar[Verbs] = (LayOn(), AGREE, REFUSE)
    data: ClassVar[tuple[str, ...]] = ("asset",)

    def __init__(self, asset: int, vote: list[Any]) -> None:
        super().__init__(vote)
        self.asset = asset

    def nothing(self, t: Table) -> None:
        t.done()
        t.emit(w.ASSET_LOST, PUBLIC, self.asset)

    def accept(self, t: Table, move: int) -> None:
        t.done()
        lay_asset(t, move - w.LAY_ASSET, self.asset)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"asset": str(t.config.box.assets[self.asset]["name"])}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {**super().view(t, seat), "asset": w.ASSET_IDS[self.asset]}


def room_fault(t: Table, alias: int) -> int:
    """Why an alias cannot get an asset: it must be created, not burned, and have an empty slot (SZ-17.3)."""
    if t.config.aliases[alias] is None:
        return w.NO_SUCH_ALIAS
    if t.burned >> alias & 1:
        return w.BURNED_ALIAS
    return FINE if b.EMPTY in t.slots[alias] else w.NO_SLOT


def lay_asset(t: Table, alias: int, asset: int) -> None:
    """Put an asset on an alias; it serves only this alias (SZ-17.4)."""
    slots = t.slots[alias]
    t.slots = replaced(t.slots, alias, replaced(slots, slots.index(b.EMPTY), asset + 1))
    t.emit(w.ASSET_LAID, PUBLIC, asset, character_of(alias), affiliation_of(alias))
    apply_campaign(t)
    for seat in range(t.seats):
        if t.alias[seat] == alias:
            read_passport(t, seat)


# -- single instructions ---------------------------------------------------------------------------------


def take_objective(t: Table, words: list[str]) -> None:
    """Set up an objective of the month (SZ-8.1); those of the prologue are in the box."""
    card = file_of(t).content.objectives.get(words[0])
    if card is not None:
        editable(t)["objectives"].append({key: value for key, value in card.items() if key != "month"})
        apply_campaign(t)
        t.clear_month()


def set_surveillance(t: Table, city: int, step: int) -> None:
    """One symbol more or fewer, if possible: a sticker on a city, or one that covers a symbol (SZ-7.1)."""
    symbols = t.config.watched[city] + step
    if not 0 <= symbols <= b.MAX_SURVEILLANCE:
        return
    editable(t)["surveillance"][t.config.box.ids[city]] = symbols
    t.watched = replaced(t.watched, city, max(0, min(t.watched[city] + step, b.MAX_SURVEILLANCE)))
    t.emit(w.SURVEILLANCE_CHANGED, PUBLIC, city, symbols)
    apply_campaign(t)


def change_affiliation(t: Table, words: list[str]) -> None:
    """A city changes sides; teams, flights and sets follow immediately (SZ-R50)."""
    city = t.config.box.index[words[0]]
    side = w.AFFILIATION_IDS.index(words[1])
    editable(t)["affiliation"][words[0]] = words[1]
    t.side = replaced(t.side, city, side)
    t.emit(w.AFFILIATION_CHANGED, PUBLIC, city, side)
    apply_campaign(t)


def destroy(t: Table, words: list[str]) -> None:
    """A component leaves this game and all later ones (SZ-1.4). A City card under an objective
    is spared.
    """
    kind, name = words
    lists = {"threat": "threats", "city": "cities", "event": "events"}
    rows = editable(t)["destroyed"][lists[kind]]
    if name in rows:
        return
    if kind == "threat":
        card = t.config.box.index[name]
        for pile in (t.threat, t.threat_discard, t.game_end):
            if card in pile:
                pile.remove(card)
        t.emit(w.THREAT_DESTROYED, PUBLIC, card)
    else:
        card = t.config.box.card_ids.index(name)
        if card in t.target:
            return
        for pile in (*t.hands, t.deck, t.discard, t.aside, t.reserve):
            if card in pile:
                pile.remove(card)
        t.emit(w.CARD_DESTROYED, PUBLIC, card)
    rows.append(name)
    if kind == "event" and name in editable(t)["events"]:
        editable(t)["events"].remove(name)
    apply_campaign(t)


def gain_event(t: Table, words: list[str]) -> None:
    """A new Event joins the reserve (SZ-3.11)."""
    data = editable(t)
    if words[0] not in data["events"] and words[0] not in data["destroyed"]["events"]:
        data["events"].append(words[0])
        t.emit(w.EVENT_GAINED, PUBLIC, b.EVENT_IDS.index(words[0]))
        apply_campaign(t)


def set_funding(t: Table, step: int) -> None:
    """Change the funding within its bounds; exceeding them after a game opens a window, once (SZ-4.4,
    SZ-R31).
    """
    data = editable(t)
    wanted = data["funding"] + step
    data["funding"] = max(b.MIN_FUNDING, min(wanted, b.MAX_FUNDING))
    t.emit(w.FUNDING_CHANGED, PUBLIC, data["funding"])
    apply_campaign(t)
    if wanted > b.MAX_FUNDING and t.step == w.STEP_AFTER:
        open_sealed(t, "window", AUDIT)


def change_budget(t: Table, words: list[str]) -> None:
    """Add units for the upgrades after this game."""
    log(t)["budget"] += int(words[0])


def mark_safehouse(t: Table, words: list[str]) -> None:
    """Make a safehouse permanent, if there is a piece left (SZ-17.5, SZ-R54)."""
    marks = editable(t)["safehouses"]
    if words[0] not in marks and len(marks) < b.SAFEHOUSES:
        marks.append(words[0])
        t.emit(w.MARK_GAINED, PUBLIC, t.config.box.index[words[0]])
        apply_campaign(t)


def create_aliases(t: Table, words: list[str]) -> None:
    """Every character gets an alias of this affiliation (SZ-6.5)."""
    t.push(CreateAlias(w.AFFILIATION_IDS.index(words[0]), 0, -1, NO_VOTE))


def remember(t: Table, words: list[str]) -> None:
    """Set a flag that later cards check."""
    flags = log(t)["flags"]
    if words[0] not in flags:
        flags.append(words[0])


INSTRUCTIONS: Final[dict[str, Callable[[Table, list[str]], None]]] = {
    "objective": take_objective,
    "surveillance": lambda t, words: set_surveillance(t, t.config.box.index[words[0]], int(words[1])),
    "affiliation": change_affiliation,
    "destroy": destroy,
    "event": gain_event,
    "funding": lambda t, words: set_funding(t, int(words[0])),
    "budget": change_budget,
    "safehouse": mark_safehouse,
    "asset": lambda t, words: t.push(LayAsset(w.ASSET_IDS.index(words[0]), NO_VOTE)),
    "aliases": create_aliases,
    "remember": remember,
}
