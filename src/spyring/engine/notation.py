"""Moves and events as words: each game declares them once, for its rules, files, pages and logs.

A *domain* is a small finite list of things (cards, cities, seats) with a label for files and a title for
people. A *verb* is a kind of move with arguments from domains; a *kind* is the same for events. The
declaration yields the numbers that the rules use and the words that people and files use.
"""

import difflib
from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from spyring.engine.errors import BadMove, BadPosition
from spyring.engine.growth import FIRST
from spyring.engine.i18n import Translate, _, english, filled
from spyring.engine.seats import MOST_SEATS, PUBLIC

MAX_WORDS_NAMED: Final = 12  # words that a refusal lists
MAX_ARGUMENTS: Final = 4  # of an event
ANYWHERE: Final = -1  # a verb or kind whose number is not fixed

ARGUMENTS: Final = _("“{text}” has the wrong number of arguments. Write: {form}.")
NO_SUCH_VERB: Final = _("Unknown verb: {word}.")
NO_SUCH_VERB_BUT_NEAR: Final = _("Unknown verb: {word}. Did you mean {others}?")
NO_SUCH_VERB_BUT_KNOWN: Final = _("Unknown verb: {word}. Known verbs: {others}.")
NO_SUCH_ARGUMENT: Final = _("Unknown {argument}: {word}.")
NO_SUCH_ARGUMENT_BUT_NEAR: Final = _("Unknown {argument}: {word}. Did you mean {others}?")
NO_SUCH_ARGUMENT_BUT_KNOWN: Final = _("Unknown {argument}: {word}. Known: {others}.")


class Domain:
    """A list of things that an argument can be.

    >>> Domain("season", ("spring", "summer")).label(1)
    'summer'

    Labels that first appear during a campaign are ``spoilers``: no refusal suggests them, and to a player who
    has not met them they are unknown words.
    """

    def __init__(
        self, name: str, labels: tuple[str, ...], titles: tuple[str, ...] = (), spoilers: tuple[str, ...] = ()
    ) -> None:
        if len(set(labels)) != len(labels) or any(" " in label or not label for label in labels):
            raise ValueError(f"the labels of domain {name} must be different and without spaces")
        self.name = name
        self.labels = labels
        self.titles = titles or labels  # message keys
        self.spoilers = spoilers
        self.index = {label: number for number, label in enumerate(labels)}

    def __len__(self) -> int:
        return len(self.labels)

    def label(self, number: int) -> str:
        """The label of a thing; numbers without a name (quantities) are their own label."""
        return self.labels[number] if 0 <= number < len(self.labels) else str(number)

    def has(self, label: str, met: Callable[[str], bool] | None = None) -> bool:
        """Whether there is a thing with this label; ``met`` says whether the player has met a spoiler.

        >>> gift = Domain("gift", ("book", "ring"), spoilers=("ring",))
        >>> gift.has("ring"), gift.has("ring", lambda label: False), gift.has("book", lambda label: False)
        (True, False, True)
        """
        return label in self.index and (met is None or label not in self.spoilers or met(label))

    def title(self, number: int, translate: Translate = english) -> str:
        """The name of the thing for people."""
        return translate(self.titles[number]) if 0 <= number < len(self.titles) else str(number)


NUMBER: Final = Domain("number", ())  # a quantity: only in events, because moves need finite domains

Argument = tuple[str, Domain]


class Phrase:
    """What verbs and kinds share: a name, the sentence for people, arguments by name."""

    def __init__(
        self, name: str, sentence: str, arguments: tuple[Argument, ...], base: int, at: int, since: int
    ) -> None:
        if at not in (ANYWHERE, base):
            raise ValueError(f"{name} is declared as number {base}, but the rules call it {at}")
        self.name = name
        self.sentence = sentence  # a message key with {argument} places
        self.arguments = arguments
        self.base = base
        self.since = since  # the data version that added it
        size = 1
        for _name, domain in arguments:
            size *= len(domain)
        self.size = size
        self.end = base + size  # the first number after it

    def numbers(self, offset: int) -> list[int]:
        """The arguments packed in ``offset``."""
        found: list[int] = []
        for _name, domain in reversed(self.arguments):
            found.append(offset % len(domain))
            offset //= len(domain)
        found.reverse()
        return found

    def fields(self, numbers: list[int]) -> dict[str, str]:
        """The arguments by name, as labels."""
        return {name: domain.label(n) for (name, domain), n in zip(self.arguments, numbers, strict=False)}

    def titles(self, numbers: list[int], translate: Translate) -> dict[str, str]:
        """The arguments by name, as titles for people."""
        return {
            name: domain.title(n, translate)
            for (name, domain), n in zip(self.arguments, numbers, strict=False)
        }

    def say(self, numbers: list[int], translate: Translate) -> str:
        """The sentence for people."""
        return filled(translate(self.sentence), self.titles(numbers, translate))


class VerbForm(Phrase):
    """The words of a kind of move; a :class:`~spyring.engine.verb.Verb` says what it needs and does."""

    book: "MoveBook"
    final: bool
    """Whether no later decision can undo it, so that a page asks for confirmation."""
    passes: bool
    """Whether it declines an opportunity."""
    agrees: bool
    """Whether it accepts a proposal of another seat. A player of both seats has agreed already, and between
    two players neither can take it back alone."""
    spoiler: bool
    """Whether it first appears during a campaign: no refusal suggests it."""


class Kind(Phrase):
    """A kind of event."""

    past: str
    """The sentence for stories of finished games: a message key like ``sentence``."""
    reveals: bool
    """Whether it shows something hidden, so that moves before it cannot be taken back."""
    weight: int
    """0: only in the log; 1: a scene; 2: a climax, shown longer."""
    icon: str
    """The name of its sign among the game's signs; empty for none."""
    chapter: bool
    """Whether it starts a new section of the log and of replays."""


def families(verbs: list[tuple[int, int]]) -> list[int]:
    """For each move, the first move of its verb. Verbs are given as their first move and number of moves.

    >>> families([(0, 2), (2, 1)])
    [0, 0, 2]
    """
    found: list[int] = []
    for first, count in verbs:
        found += [first] * count
    return found


class MoveBook:
    """Every move of a game as a number, with conversions between number and text.

    >>> book = MoveBook()
    >>> metal = Domain("metal", ("gold", "silver"))
    >>> take = book.verb("take", "Take {metal}", ("metal", metal))
    >>> rest = book.verb("rest", "Rest")
    >>> len(book), book.name(take + 1), book.parse("rest") == rest
    (3, 'take silver', True)
    >>> book.fields(take)
    {'verb': 'take', 'metal': 'gold'}
    """

    def __init__(self) -> None:
        self.verbs: list[VerbForm] = []
        self._bases: list[int] = []  # of the verbs
        self._by_name: dict[str, VerbForm] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, name: str) -> VerbForm:
        return self._by_name[name]

    def verb(
        self,
        name: str,
        sentence: str,
        *arguments: Argument,
        at: int = ANYWHERE,
        final: bool = False,
        passes: bool = False,
        agrees: bool = False,
        spoiler: bool = False,
        since: int = FIRST,
    ) -> int:
        """Declare a verb; returns the number of its first move. Later arguments vary fastest.

        Rules that use the number as a constant pass it as ``at``; a different number is an error.
        """
        if name in self._by_name:
            raise ValueError(f"there are two verbs {name}")
        phrase = VerbForm(name, sentence, arguments, self._size, at, since)
        phrase.book = self
        phrase.final = final
        phrase.passes = passes
        phrase.agrees = agrees
        phrase.spoiler = spoiler
        self.verbs.append(phrase)
        self._bases.append(phrase.base)
        self._by_name[name] = phrase
        self._size += phrase.size
        return phrase.base

    def phrase(self, move: int) -> VerbForm:
        """The verb of a move."""
        if not 0 <= move < self._size:
            raise BadMove(f"Unknown move {move}. The moves of this game are 0 to {self._size - 1}.")
        return self.verbs[bisect_right(self._bases, move) - 1]

    def name(self, move: int) -> str:
        """The move as the text that logs and files store."""
        return " ".join(self.fields(move).values())

    def fields(self, move: int) -> dict[str, str]:
        """The verb and the arguments by name."""
        phrase = self.phrase(move)
        return {"verb": phrase.name, **phrase.fields(phrase.numbers(move - phrase.base))}

    def titles(self, move: int) -> dict[str, str]:
        """The arguments by name, as message keys."""
        phrase = self.phrase(move)
        return phrase.titles(phrase.numbers(move - phrase.base), english)

    def say(self, move: int, translate: Translate = english) -> str:
        """The move as a sentence for people."""
        phrase = self.phrase(move)
        return phrase.say(phrase.numbers(move - phrase.base), translate)

    def parse(self, text: str, met: Callable[[str], bool] | None = None) -> int:
        """The number of a move written as text; raises :class:`BadMove`, which says what part is wrong.
        ``met`` says whether the writer has met a spoiler verb or label.
        """
        words = text.split()
        if not words:
            raise BadMove(_("The move is empty."))
        phrase = self._by_name.get(words[0])
        if phrase is None or (phrase.spoiler and met is not None and not met(phrase.name)):
            raise _unknown(words[0], "", [verb.name for verb in self.verbs if not verb.spoiler])
        if len(words) - 1 != len(phrase.arguments):
            form = " ".join([phrase.name, *(f"<{name}>" for name, _domain in phrase.arguments)])
            raise BadMove(ARGUMENTS, {"text": text, "form": form})
        offset = 0
        for word, (name, domain) in zip(words[1:], phrase.arguments, strict=True):
            if not domain.has(word, met):
                raise _unknown(word, name, [label for label in domain.labels if label not in domain.spoilers])
            offset = offset * len(domain) + domain.index[word]
        return phrase.base + offset


class Event:
    """Something that happened: its kind, its audience, and up to four numbers; ``game.events`` has the words.

    >>> Event(3, PUBLIC, 1, 0, 0, 0), Event(3, 0b101, 1, 7, 0, 0)
    (<Event of kind 3, told to all: 1 0 0 0>, <Event of kind 3, told to seats 0, 2>)
    """

    def __init__(self, kind: int, audience: int, a: int, b: int, c: int, d: int) -> None:
        self.kind = kind
        self.audience = audience
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def __repr__(self) -> str:
        """Leaves out what not everyone may know, because journals and tracebacks print it."""
        if self.audience == PUBLIC:
            return f"<Event of kind {self.kind}, told to all: {self.a} {self.b} {self.c} {self.d}>"
        seats = ", ".join([str(seat) for seat in range(MOST_SEATS) if self.audience >> seat & 1])
        return f"<Event of kind {self.kind}, told to seats {seats}>"


class EventBook:
    """Every kind of event of a game; ``reveals`` marks kinds that show something hidden.

    >>> book = EventBook()
    >>> found = book.kind("found", "{who} finds {metal}.", ("who", Domain("seat", ("ann", "bob"))),
    ...                   ("metal", Domain("metal", ("gold", "silver"))), reveals=True)
    >>> book.say(Event(found, -1, 1, 0, 0, 0))
    'Bob finds gold.'
    >>> book.fields(Event(found, -1, 1, 0, 0, 0))
    {'kind': 'found', 'who': 'bob', 'metal': 'gold'}
    """

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self._by_name: dict[str, Kind] = {}

    def __getitem__(self, name: str) -> Kind:
        return self._by_name[name]

    def kind(
        self,
        name: str,
        sentence: str,
        *arguments: Argument,
        at: int = ANYWHERE,
        reveals: bool = False,
        weight: int = 1,
        icon: str = "",
        chapter: bool = False,
        past: str = "",
        since: int = FIRST,
    ) -> int:
        """Declare a kind of event; returns its number, which must be ``at`` if given."""
        if name in self._by_name:
            raise ValueError(f"there are two kinds {name}")
        if len(arguments) > MAX_ARGUMENTS:
            raise ValueError(f"an event has at most {MAX_ARGUMENTS} arguments; {name} has more")
        kind = Kind(name, sentence, arguments, len(self.kinds), at, since)
        kind.past = past or sentence
        kind.reveals = reveals
        kind.weight = weight
        kind.icon = icon
        kind.chapter = chapter
        self.kinds.append(kind)
        self._by_name[name] = kind
        return kind.base

    def pack(self, event: Event) -> list[str | int]:
        """An event, JSON-ready: the name of its kind, its audience, its numbers.

        >>> book = EventBook()
        >>> met = book.kind("met", "{who} comes.", ("who", Domain("seat", ("ann", "bob"))))
        >>> book.pack(Event(met, -1, 1, 0, 0, 0))
        ['met', -1, 1]
        >>> book.fields(book.unpack(["met", -1, 1]))
        {'kind': 'met', 'who': 'bob'}
        """
        numbers = [event.a, event.b, event.c, event.d]
        while numbers and numbers[-1] == 0:
            numbers.pop()
        return [self.kinds[event.kind].name, event.audience, *numbers]

    def unpack(self, data: object) -> Event:
        """The reverse of :meth:`pack`; raises :class:`BadPosition` if this is no event of the book."""
        if isinstance(data, list) and 2 <= len(data) <= 2 + MAX_ARGUMENTS and data[0] in list(self._by_name):
            numbers = [n for n in data[1:] if isinstance(n, int) and -(1 << 60) < n < 1 << 60]
            if len(numbers) == len(data) - 1:
                numbers += [0] * (MAX_ARGUMENTS + 1 - len(numbers))
                kind = self._by_name[data[0]].base
                return Event(kind, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        raise BadPosition("The events of a position are lists: a kind, its audience, up to four numbers.")

    def fields(self, event: Event) -> dict[str, str]:
        """The kind and the arguments by name, as labels."""
        phrase = self.kinds[event.kind]
        return {"kind": phrase.name, **phrase.fields([event.a, event.b, event.c, event.d])}

    def say(self, event: Event, translate: Translate = english) -> str:
        """The event as a sentence for people."""
        return self.kinds[event.kind].say([event.a, event.b, event.c, event.d], translate)

    def say_past(self, event: Event, translate: Translate = english) -> str:
        """The event as a sentence in the story of a finished game.

        >>> book = EventBook()
        >>> who = ("who", Domain("seat", ("ann",), ("Ann",)))
        >>> met = book.kind("met", "{who} comes.", who, past="{who} came.")
        >>> book.say_past(Event(met, -1, 0, 0, 0, 0))
        'Ann came.'
        """
        kind = self.kinds[event.kind]
        return filled(translate(kind.past), kind.titles([event.a, event.b, event.c, event.d], translate))

    def retell(self, fields: dict[str, str], translate: Translate = english) -> str:
        """The sentence for people, from the fields of an event.

        >>> book = EventBook()
        >>> who = Domain("seat", ("ann",), ("Ann",))
        >>> found = book.kind("found", "{who} finds {count}.", ("who", who), ("count", NUMBER))
        >>> book.retell(book.fields(Event(found, -1, 0, 7, 0, 0)))
        'Ann finds 7.'
        """
        phrase = self._by_name[fields["kind"]]
        titles: dict[str, str] = {}
        for name, domain in phrase.arguments:
            label = fields[name]
            titles[name] = domain.title(domain.index[label], translate) if label in domain.index else label
        return filled(translate(phrase.sentence), titles)

    def reveals(self, event: Event) -> bool:
        """Whether the event showed something hidden."""
        return self.kinds[event.kind].reveals


class RefusalBook:
    """Every reason to refuse a move in a game, as a number with a clause and a sentence. A refusal without a
    clause cites that of the frame. A {place} is an argument of the move, or filled in by the verb.

    >>> book = RefusalBook()
    >>> full = book.refusal("ZOO-2.1", "{cage} is full.")
    >>> book[full]
    ('ZOO-2.1', '{cage} is full.')
    """

    def __init__(self) -> None:
        self.rows: list[tuple[str, str]] = [("", "")]  # 0 is no refusal

    def __getitem__(self, number: int) -> tuple[str, str]:
        return self.rows[number]

    def refusal(self, clause: str, sentence: str, at: int = ANYWHERE) -> int:
        """Declare a refusal; returns its number, which must be ``at`` if given."""
        number = len(self.rows)
        if at not in (ANYWHERE, number):
            raise ValueError(f"“{sentence}” is declared as number {number}, but the rules call it {at}")
        self.rows.append((clause, sentence))
        return number


def _unknown(word: str, argument: str, known: list[str]) -> BadMove:
    """The error for a word that is no verb or no possible argument, with a suggestion."""
    close = difflib.get_close_matches(word, known, 3)
    values = {"word": word, "argument": argument, "others": ", ".join(close or known)}
    if close:
        return BadMove(NO_SUCH_ARGUMENT_BUT_NEAR if argument else NO_SUCH_VERB_BUT_NEAR, values)
    if len(known) <= MAX_WORDS_NAMED:
        return BadMove(NO_SUCH_ARGUMENT_BUT_KNOWN if argument else NO_SUCH_VERB_BUT_KNOWN, values)
    return BadMove(NO_SUCH_ARGUMENT if argument else NO_SUCH_VERB, values)
