"""What defines a game: its names, options and words, and the methods that its author writes."""

import hashlib
import json
import sys
from typing import Any, Final, Generic

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from spyring.engine.errors import BadPosition
from spyring.engine.forecast import Forecast
from spyring.engine.frame import Frame
from spyring.engine.growth import FIRST, NONE_LATER, SPARSE, UPDATE
from spyring.engine.i18n import Translate, english
from spyring.engine.kinds import COOPERATIVE, FREE_FOR_ALL
from spyring.engine.notation import EventBook, MoveBook, RefusalBook
from spyring.engine.options import Option, Value, choose
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.question import Question
from spyring.engine.reason import Reason
from spyring.engine.strategy import Strategy
from spyring.engine.verb import Verbs
from spyring.engine.verdict import by_how_much, where

T = TypeVar("T", default=Any)  # the game's own table
WIN: Final = 0.8  # share of the reward; the rest depends on the rank


@mypyc_attr(allow_interpreted_subclasses=True)
class Definition(Generic[T]):
    """What the author of a game writes, and what follows from that alone.

    States and vectors use a game as this; :class:`~spyring.engine.game.Game` adds how to start one.
    """

    name: str
    title: str
    kind: str = FREE_FOR_ALL  # or TEAMS, or COOPERATIVE
    ledger: str  # the prefix of its clauses
    end_clause: str  # cited when a move is refused after the end
    rules_version: int
    earlier: tuple[int, ...] = ()  # older versions of its rules that can still be played
    box_name: str
    seats: tuple[int, ...]  # the allowed counts
    options: tuple[Option, ...]
    moves: MoveBook
    events: EventBook
    refusals: RefusalBook = RefusalBook()
    frames: dict[str, type[Frame[Any]]]
    later_frames: dict[str, int] = NONE_LATER  # frames added after the first data version
    strategy: Strategy[Any] = Strategy()
    nameable: tuple[str, ...] = ()  # titles that the players of a campaign may replace by names of their own
    _data_version: int = 0  # computed when first needed
    _blank: tuple[int, dict[str, Value], Json | None, Json] | None = None  # cache of one

    @property
    def home(self) -> str:
        """The package of the game: its folder holds ``box.toml``, ``web/``, ``locale/``.

        It is the package in which the game's class is written, or empty if that is a lone module.
        """
        return sys.modules[type(self).__module__].__package__ or ""

    # -- what a game writes ------------------------------------------------------------------------

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> T:
        """An empty table for these seats and options: nothing dealt, no frame on the stack."""
        raise NotImplementedError

    def set_up(self, state: T) -> None:
        """Set the table up, with chance, and push the first frame."""
        raise NotImplementedError

    def view(self, state: T, seat: int) -> Json:
        """The table as ``seat`` (or ``SPECTATOR``) may see it, built from an allow-list. A game may write
        :meth:`public` and :meth:`private` instead.
        """
        return {**self.public(state), **self.private(state, seat)}

    def public(self, state: T) -> Json:
        """The part of the view that is the same for everyone, so that it is built only once."""
        return {}

    def private(self, state: T, seat: int) -> Json:
        """What else ``seat`` sees, under keys that :meth:`public` does not use."""
        raise NotImplementedError

    def determinize(self, state: T, seat: int) -> None:
        """Rearrange everything that ``seat`` (or ``SPECTATOR``) cannot know, at random."""
        raise NotImplementedError

    def questions(self, state: T, seat: int) -> list[Question]:
        """What ``seat`` can exclude for certain about hidden things, for puzzles; the same in every world
        that it cannot tell from this one, but for the truth.
        """
        return []

    def entries(self, state: T) -> Json:
        """What a saved position holds besides single fields; :meth:`complete` reads it."""
        return {}

    def read_first(self, state: T, data: Json) -> None:
        """Read what other fields of a saved position depend on, such as a campaign's file."""

    def complete(self, state: T, read: Reader) -> None:
        """Fill in what a saved position left out, after all fields were read; raise :class:`BadPosition` if
        they do not fit together.
        """

    def census(self, state: T) -> dict[str, int]:
        """How many of each component are in the game; this never changes."""
        raise NotImplementedError

    def legacy(self, state: T) -> Json | None:
        """What this game leaves to the next one, for ``start(legacy=...)``; None for most games."""
        return None

    def can_continue(self, options: dict[str, Value], legacy: Json | None) -> bool:
        """Whether a stored game that started like this can continue. Asked of ``earlier`` rules, which may
        support only some of their games.
        """
        return True

    def chapter(self, options: dict[str, Value], legacy: Json | None) -> tuple[str, ...]:
        """Where a game with this ``legacy`` stands in its campaign, such as the campaign and its month, as
        message keys; empty for most games.
        """
        return ()

    def outcome(self, state: T) -> Outcome:
        """The result, asked only when the stack is empty."""
        raise NotImplementedError

    def verdict(self, state: T, outcome: Outcome, seat: int) -> list[Reason]:
        """What decided the result of one seat, line by line; asked only at the end, when all is open."""
        titles = self.seat_titles(len(outcome.ranks))
        if self.kind == COOPERATIVE or len(titles) < 2:
            return []
        names = {part: self.part_name(part) for part in outcome.breakdown[seat]}
        return [by_how_much(outcome, seat, titles), *where(outcome, seat, titles, names)]

    def tie_breaker(self, state: T, ahead: int, behind: int) -> Reason | None:
        """What breaks a tie between two seats with equal scores, with its clause; asked at the end.
        None for a game without tie-breakers.
        """
        return None

    def forecast(self, view: Json) -> list[Forecast]:
        """What each seat would score if the game ended now. It is computed from ``view`` alone, so it
        reveals nothing. Empty if there is nothing to say, or if all win or lose together.
        """
        return []

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """A label for each seat."""
        raise NotImplementedError

    def seat_titles(self, seats: int) -> tuple[str, ...]:
        """The name of each seat for people, as message keys; by default as moves and events call it."""
        names = self.seat_names(seats)
        for phrase in (*self.events.kinds, *self.moves.verbs):
            for _name, domain in phrase.arguments:
                if domain.labels[: len(names)] == names:
                    return domain.titles[: len(names)]
        return names

    def talk(self, state: T) -> str:
        """How players may talk now: "free", "public" (nothing in private) or "none"."""
        return "free"

    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        """The most decisions that a game can have."""
        raise NotImplementedError

    def part_title(self, part: str, translate: Translate = english) -> str:
        """The name of a part of a score, for people."""
        return translate(self.part_name(part))

    def part_name(self, part: str) -> str:
        """The same as a message key. A part is a domain with a label, or itself a key."""
        domain, _space, label = part.partition(" ")
        return self.title_of(label, domain) or part

    def title_of(self, label: object, domain: str = "") -> str | None:
        """The title that events and moves give to a label, of any domain or of this one; a message key."""
        for phrase in (*self.events.kinds, *self.moves.verbs):
            for _name, found in phrase.arguments:
                if label in found.index and domain in ("", found.name):
                    return found.title(found.index[str(label)])
        return None

    def teams(self, seats: int) -> tuple[int, ...]:
        """The team of each seat; by default everyone plays alone."""
        return tuple(range(seats))

    def validate_campaign(self, text: str) -> str:
        """The name of the campaign in ``text``; raises :class:`BadBox` if it breaks a constraint."""
        raise NotImplementedError

    def box_facts(self) -> object:
        """The facts of the box that the rules use, JSON-ready, without prose; records hold their digest."""
        return self.box_name

    def resume(self, state: T) -> None:
        """Push the frame that fits a scenario without a stack."""
        raise BadPosition("This position has no stack, so it does not say what is being decided.")

    def components(self, seats: int) -> dict[str, int]:
        """What :func:`inventory` must always find; empty if the game does not say."""
        return {}

    def verbs_of(self, frame: str) -> Verbs:
        """The verbs of a frame, by its name, in the order in which choices are listed."""
        return self.frames[frame].verbs if frame in self.frames else ()

    # -- what follows from it ------------------------------------------------------------------------

    @property
    def encoding(self) -> Any:
        """How :meth:`State.encode` writes what a seat perceives."""
        raise NotImplementedError

    def from_json(self, saved: object, key: bytes | None = None) -> Any:
        """A position from :meth:`State.to_json`."""
        raise NotImplementedError

    def rewards(self, outcome: Outcome) -> list[float]:
        """What a result is worth to each seat, from 0 to 1.

        In a cooperative game all seats get the same: the share that was achieved. Otherwise the rewards add
        up to one: the winners share most of it, the rest goes by rank. Seats of the same rank share the
        rewards of their places.
        """
        seats = len(outcome.ranks)
        if self.kind == COOPERATIVE:
            return [outcome.achieved] * seats
        places = float(max(1, seats * (seats - 1) // 2))
        ranks = outcome.ranks
        rewards = [
            (1.0 - WIN) * (float(seats - rank) - float(ranks.count(rank) - 1) / 2.0) / places
            for rank in ranks
        ]
        for winner in outcome.winners:
            rewards[winner] += WIN / float(len(outcome.winners))
        return rewards

    def resolve_options(self, seats: int, given: dict[str, Any]) -> dict[str, Value]:
        """All options with their values for a game with so many seats; refuses invalid combinations."""
        return choose(self.options, given)

    @property
    def data_version(self) -> int:
        """The version of the stored data of its games: the largest declared ``since``."""
        if not self._data_version:
            table: Any = self.new_table(self.seats[0], self.resolve_options(self.seats[0], {}), None)
            self._data_version = max(
                SPARSE,
                *[option.since for option in self.options],
                *[verb.since for verb in self.moves.verbs],
                *[kind.since for kind in self.events.kinds],
                *table.later_entries().values(),
                *self.later_frames.values(),
            )
        return self._data_version

    def check_data(self, data: object, what: str) -> str:
        """What is wrong with a file of this data version; empty if it can be read."""
        if not isinstance(data, int) or isinstance(data, bool) or data < FIRST:
            return f"the data version of {what} is a whole number from {FIRST}."
        if data > self.data_version:
            return f"{what} has data version {data}; this program reads up to {self.data_version}. {UPDATE}"
        return ""

    def blank_entries(self, seats: int, options: dict[str, Value], legacy: Json | None) -> Json:
        """What :meth:`State.pack` says of an empty table: the defaults that digests leave out."""
        blank = self._blank
        if blank is None or blank[:3] != (seats, options, legacy):
            table: Any = self.new_table(seats, options, legacy)
            table.options = options
            table.initial_legacy = legacy
            blank = (seats, options, legacy, table.pack())
            self._blank = blank
        return blank[3]

    def box_digest(self) -> str:
        """A digest that two boxes share if they play the same."""
        text = json.dumps(self.box_facts(), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
