"""What a seat knows, as text: the rules in brief, the news, the table, the question and the legal moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.definition import Definition
from spyring.engine.frame import question, refused_end
from spyring.engine.i18n import english, filled
from spyring.engine.kinds import COOPERATIVE, TEAMS
from spyring.engine.position import Json
from spyring.engine.reason import from_line
from spyring.engine.state import State
from spyring.games.ledgers import ledger_of
from spyring.text.hidden import hidden
from spyring.text.moves import grouped, key
from spyring.text.titles import IDS, Ids, domains_of, entry
from spyring.text.values import ANY, Line, Section, inline, outline, sections

MAX_NEWS: Final = 2000  # letters
MAX_DIGITS: Final = 6  # of the number of events that are left out
MAX_CLAUSES: Final = 2000  # letters of the clauses behind a decision
PROSE: Final = frozenset(("provenance", "flavour", "note", "lat", "lon", "x", "y", "label", "sign", "layout"))
NAMES: Final = frozenset(("id", "name"))
MAX_THINGS: Final = 12  # of one kind
COMMON: Final = frozenset(("frame", "clause", "ask", "wait", "offer", "places", "refused"))
LEGEND: Final = (
    "Fields that are 0, no or empty are left out. “?” names fields with nothing there, or hidden from you. "
    "“*” marks what you see and not everyone does."
)
HOW_TO_MOVE: Final = "A move is a verb and its arguments, such as “{move}”. “a|b” means: choose one."
GOALS: Final = {COOPERATIVE: "All seats win or lose together.", TEAMS: "Seats play in teams."}


@dataclass(frozen=True)
class Scene:
    """What one seat may know, from a state or from a server."""

    game: Definition[Any]
    view: Json  # state.view(seat)
    legal: Sequence[str]
    told: Sequence[dict[str, str]] = ()  # the events since the last decision
    public: Any = ANY  # the table of a spectator
    clauses: Sequence[str] = ()
    talk: Sequence[str] = ()  # lines of conversation since the last decision
    names: dict[str, str] = field(default_factory=dict)  # of players, by seat

    @classmethod
    def of(cls, state: State, seat: int | None, since: int = 0, talk: Sequence[str] = ()) -> "Scene":
        """The scene of a seat that has read the first ``since`` events of ``state.events_for(seat)``; of a
        spectator without a seat.
        """
        moves = state.game.moves
        legal = () if seat is None else state.legal(seat)
        firsts = {moves.phrase(move).name: move for move in reversed(legal)}
        behind = [id for move in firsts.values() for id in state.stack[-1].clauses(state, move)]
        return cls(
            game=state.game,
            view=state.view(seat),
            legal=[moves.name(move) for move in legal],
            told=state.events_for(seat)[since:],
            public=state.view(None)["table"],
            clauses=list(dict.fromkeys(behind)),
            talk=talk,
        )

    def text(self) -> str:
        """Everything that the seat needs for its decision; :func:`rules` adds the components."""
        parts = [
            ("Since your last decision", news(self.game, self.told)),
            ("Conversation", "\n".join(self.talk)),
            ("Rules in brief", brief(self.game)),
            ("Who sees what", hidden(self.game)),
            ("Table", f"{LEGEND}\n{sections(self.view['table'], self.public)}"),
            ("What the moves are about", "\n".join(map(str, self.things()))),
            ("Rules behind this decision", self.cited()),
            ("Decision", self.question()),
            ("Legal moves", grouped(self.game, self.legal)),
            ("Result", self.result()),
        ]
        return "\n\n".join(f"# {title}\n{text}" for title, text in parts if text)

    def question(self) -> str:
        """What is asked, and who must answer."""
        asked = self.view["asked"]
        if asked is None:
            return ""
        names = self.view["seats"]
        waiting = [self.seat(name) for name in self.view["deciders"]]
        lines = [f"You are {self.seat(self.view['you'])}. Seats: {', '.join(map(self.seat, names))}."]
        if self.view["you"] in self.view["deciders"]:
            lines.append(question(asked))
        else:
            lines.append(question(asked, waiting=" and ".join(waiting)))
            lines.append(filled(asked["offer"], asked["places"]) if self.legal else "")
        lines.append(f"Asked now: {', '.join(waiting)}.")
        more = self.state_of_question()
        lines.append(f"State of the question: {more}." if more else "")
        refused = refused_end(asked)
        if refused is not None:
            lines.append(f"Not yet: {asked['refused']['move']}. {refused}")
        return "\n".join(filter(None, lines))

    def state_of_question(self, words: Ids = IDS) -> str:
        """What the question says besides its sentence."""
        asked = self.view["asked"]
        return inline({name: part for name, part in asked.items() if name not in COMMON}, words=words)

    def outline(self, words: Ids = IDS) -> tuple[list[Line], list[Section]]:
        """The table: single values, then lists of objects."""
        return outline(self.view["table"], self.public, words)

    def things(self, words: Ids = IDS) -> list[Line]:
        """What the box says about things that the legal moves name and the table does not tell about. Kinds
        with many of them are left out.
        """
        shown = row_names(self.view["table"]) | spoilers(self.game)
        kinds: dict[str, dict[str, Line]] = {}
        for name in self.legal:
            fields = self.game.moves.fields(self.game.moves.parse(name))
            for kind, label in list(fields.items())[1:]:
                known: Json = without_prose(entry(self.game, label))
                facts = {field: part for field, part in known.items() if field not in NAMES and part}
                if facts and label not in shown:
                    line = Line(words.title(kind, label), inline(facts, words=words))
                    kinds.setdefault(kind, {})[label] = line
        return [line for lines in kinds.values() if len(lines) <= MAX_THINGS for line in lines.values()]

    def seat(self, name: str) -> str:
        """A seat, with its player if that is known."""
        return f"{name} ({self.names[name]})" if self.names.get(name) else name

    def cited(self) -> str:
        """The clauses behind the legal moves, as many as fit."""
        ledger = ledger_of(self.game)
        lines: list[str] = []
        for id in self.clauses:
            if ledger is not None and id in ledger.clauses:
                line = f"{id}: {ledger.clause(id).text}"
                if sum(map(len, lines)) + len(line) <= MAX_CLAUSES:
                    lines.append(line)
        return "\n".join(lines)

    def result(self) -> str:
        """The result of a finished game."""
        outcome = self.view["outcome"]
        if outcome is None:
            return ""
        names = self.view["seats"]
        scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome["scores"]))
        won = ", ".join(names[seat] for seat in outcome["winners"]) or "nobody"
        mine = outcome["verdicts"][names.index(self.view["you"])] if self.view["you"] else []
        verdict = [from_line(line).say(english, you=True) for line in mine]
        return "\n".join([f"Winners: {won}. {outcome['reason']}", f"Scores: {scores}.", *verdict])


def row_names(table: Json) -> set[str]:
    """The first values of the rows of all lists."""
    lists = [part for part in table.values() if isinstance(part, list)]
    return {str(next(iter(row.values()))) for rows in lists for row in rows if isinstance(row, dict) and row}


def rules(game: Definition[Any]) -> str:
    """The rules in brief: what the game is about, how to write moves, and the components of its box."""
    parts = [f"# {game.title}", brief(game)]
    parts.append(HOW_TO_MOVE.format(move=game.moves.name(len(game.moves) - 1)))
    if isinstance(game, BoxedGame):
        parts.append("# Components\n" + components(game))
    return "\n".join(filter(None, parts))


def brief(game: Definition[Any]) -> str:
    """What a game is about, in a few sentences."""
    ledger = ledger_of(game)
    return "\n".join(filter(None, [ledger.summary if ledger is not None else "", GOALS.get(game.kind, "")]))


def components(game: BoxedGame) -> str:
    """The box without prose and spoilers."""
    story = spoilers(game)
    things: Json = {}
    for name, part in game.box_data().items():
        rows = part if isinstance(part, list) else []
        # entries of a story are read when they happen
        kept = [row for row in rows if ("id" in row or "text" not in row) and row.get("id") not in story]
        if name != "box" and (kept or not rows):
            shown = without_prose(kept or part)
            linked = kept and all("id" not in row for row in kept)
            things[name] = [list(row.values()) for row in shown] if linked else shown
    return sections(things)


def spoilers(game: Definition[Any]) -> set[str]:
    """Ids of things that are known only when a story tells of them."""
    return {label for domain in domains_of(game).values() for label in domain.spoilers}


def without_prose(value: Any) -> Any:
    """A part of a box without what only pages show, and without names that say no more than the id."""
    if isinstance(value, dict):
        plain = {name: without_prose(part) for name, part in value.items() if name not in PROSE}
        if key(str(plain.get("name"))) == key(str(plain.get("id"))):
            plain.pop("name", None)
        return plain
    return [without_prose(part) for part in value] if isinstance(value, list) else value


def news(game: Definition[Any], told: Sequence[dict[str, str]], limit: int = MAX_NEWS) -> str:
    """Events as text of at most ``limit`` letters, oldest first. The least important ones are only counted
    if there is no room for them.
    """
    runs: list[tuple[int, int, str]] = []
    for kind, run in groupby(told, lambda fields: fields["kind"]):
        sentences = [game.events.retell(fields) for fields in run]
        runs.append((game.events[kind].weight, len(sentences), joined(sentences)))
    kept = list(runs)
    for least in sorted(runs, key=lambda each: each[0]):
        if sum(len(text) + 1 for *_numbers, text in kept) <= limit - len(LEFT_OUT) - MAX_DIGITS:
            break
        kept.remove(least)
    lines = [text for _weight, _count, text in kept]
    missing = sum(count for _weight, count, _text in runs) - sum(count for _weight, count, _text in kept)
    return "\n".join([LEFT_OUT.format(missing), *lines] if missing else lines)


LEFT_OUT: Final = "(Less important events are left out: {}.)"


def joined(sentences: list[str]) -> str:
    """Sentences of one kind as one, if they start with the same words.

    >>> joined(["Spy 3 moves to Bonn.", "Spy 3 moves to Berlin."])
    'Spy 3 moves to Bonn, Berlin.'
    >>> joined(["Ann waits.", "Bob waits."])
    'Ann waits. Bob waits.'
    """
    found: list[str] = []
    for _start, group in groupby(sentences, lambda sentence: sentence.split()[:2]):
        run = list(group)
        words = [sentence.rstrip(".").split() for sentence in run]
        same = next(
            (at for at, column in enumerate(zip(*words)) if len(set(column)) > 1), min(map(len, words))
        )
        ends = [" ".join(rest[same:]) for rest in words]
        start = " ".join(words[0][:same])
        if len(run) == 1 or not all(sentence.endswith(".") for sentence in run):
            found += run
        elif not any(ends):
            found.append(f"{start} (×{len(run)}).")
        else:
            found.append(f"{start} {', '.join(ends)}.")
    return " ".join(found)
