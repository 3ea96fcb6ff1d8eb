"""Moves and events as words, both ways; errors suggest what a typo may have meant."""

import pytest

from spyring.engine.errors import BadMove
from spyring.engine.notation import NUMBER, Domain, Event, EventBook, MoveBook

CARD = Domain(
    "card",
    ("an-arms-deal", "a-quiet-word", "witch-hunting"),
    ("An Arms Deal", "A Quiet Word", "Witch Hunting"),
)
CITY = Domain("city", ("kraków", "gdańsk"))


def test_what_is_sealed_is_never_suggested_and_unknown_before_it_is_met() -> None:
    book = MoveBook()
    gift = Domain("gift", ("book", "ring", "rang"), spoilers=("ring", "rang"))
    book.verb("give", "Give {gift}", ("gift", gift))
    book.verb("giveaway", "Give away", spoiler=True)
    refusals = []
    for text in ("give ring", "give rung", "givea", "giveaway"):
        with pytest.raises(BadMove) as refused:
            book.parse(text, lambda label: label == "rang")
        refusals.append(refused.value.say())
    assert refusals == [
        "Unknown gift: ring. Known: book.",
        "Unknown gift: rung. Known: book.",
        "Unknown verb: givea. Did you mean give?",
        "Unknown verb: giveaway. Did you mean give?",
    ]
    assert book.parse("giveaway", lambda label: label == "giveaway") == book.parse("giveaway")
    assert book.parse("give ring") == book.parse("give ring", lambda label: label == "ring") == 1


@pytest.fixture
def book() -> MoveBook:
    book = MoveBook()
    book.verb("wait", "Wait")
    book.verb("play", "Play {card}", ("card", CARD))
    book.verb("carry", "Carry {card} to {city}", ("card", CARD), ("city", CITY))
    return book


def test_codes_are_dense_and_later_arguments_vary_fastest(book: MoveBook) -> None:
    assert [book.name(move) for move in range(len(book))] == [
        "wait",
        "play an-arms-deal",
        "play a-quiet-word",
        "play witch-hunting",
        "carry an-arms-deal kraków",
        "carry an-arms-deal gdańsk",
        "carry a-quiet-word kraków",
        "carry a-quiet-word gdańsk",
        "carry witch-hunting kraków",
        "carry witch-hunting gdańsk",
    ]


def test_every_move_is_read_back(book: MoveBook) -> None:
    assert [book.parse(book.name(move)) for move in range(len(book))] == list(range(len(book)))


def test_space_around_words_does_not_matter(book: MoveBook) -> None:
    assert book.parse("  carry   a-quiet-word\tgdańsk ") == book.parse("carry a-quiet-word gdańsk")


def test_fields_name_the_arguments(book: MoveBook) -> None:
    move = book.parse("carry a-quiet-word gdańsk")
    assert book.fields(move) == {"verb": "carry", "card": "a-quiet-word", "city": "gdańsk"}


def test_people_read_sentences(book: MoveBook) -> None:
    assert book.say(book.parse("carry a-quiet-word gdańsk")) == "Carry A Quiet Word to gdańsk"
    polish = {"Carry {card} to {city}": "Zanieś {card} do {city}", "A Quiet Word": "Ciche słowo"}
    assert book.say(book.parse("carry a-quiet-word gdańsk"), lambda key: polish.get(key, key)) == (
        "Zanieś Ciche słowo do gdańsk"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The move is empty."),
        ("  ", "The move is empty."),
        ("pley witch-hunting", "Unknown verb: pley. Did you mean play?"),
        ("fly", "Unknown verb: fly. Known verbs: wait, play, carry."),
        ("play", "“play” has the wrong number of arguments. Write: play <card>."),
        (
            "carry witch-hunting",
            "“carry witch-hunting” has the wrong number of arguments. Write: carry <card> <city>.",
        ),
        ("wait here", "“wait here” has the wrong number of arguments. Write: wait."),
        ("play witch-hunt", "Unknown card: witch-hunt. Did you mean witch-hunting?"),
        ("carry witch-hunting rome", "Unknown city: rome. Known: kraków, gdańsk."),
        ("Play witch-hunting", "Unknown verb: Play. Did you mean play?"),
    ],
)
def test_a_mistake_is_named_with_what_would_be_right(book: MoveBook, text: str, sentence: str) -> None:
    with pytest.raises(BadMove) as refusal:
        book.parse(text)
    assert str(refusal.value) == sentence


def test_a_long_list_is_not_recited() -> None:
    book = MoveBook()
    book.verb("pick", "Pick {n}", ("n", Domain("n", tuple(f"number-{n}" for n in range(40)))))
    with pytest.raises(BadMove, match=r"^Unknown n: xyz\.$"):
        book.parse("pick xyz")


@pytest.mark.parametrize("move", [-1, 10, 10**30, -(10**30)])
def test_a_number_without_a_move_is_refused(book: MoveBook, move: int) -> None:
    for ask in (book.name, book.fields, book.say):
        with pytest.raises(BadMove, match=r"Unknown move -?\d+\. The moves of this game are 0 to 9\."):
            ask(move)


@pytest.mark.parametrize("labels", [("a", "a"), ("a b",), ("",)])
def test_labels_must_be_different_words(labels: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="the labels of domain d must be different and without spaces"):
        Domain("d", labels)


def test_a_quantity_is_its_own_label() -> None:
    assert NUMBER.label(12) == "12"
    assert NUMBER.title(-3) == "-3"


def test_events_have_fields_and_sentences() -> None:
    book = EventBook()
    carried = book.kind(
        "carried",
        "{card} reaches {city} after {days} days.",
        ("card", CARD),
        ("city", CITY),
        ("days", NUMBER),
    )
    seen = book.kind("seen", "Somebody was seen.", reveals=True)
    event = Event(carried, -1, 2, 1, 11, 0)
    assert book.fields(event) == {"kind": "carried", "card": "witch-hunting", "city": "gdańsk", "days": "11"}
    assert book.say(event) == "Witch Hunting reaches gdańsk after 11 days."
    assert not book.reveals(event)
    assert book.reveals(Event(seen, -1, 0, 0, 0, 0))


# -- declarations that contradict the rules ------------------------------------------------------------------


def test_a_verb_declared_at_another_number_than_the_rules_use_is_refused() -> None:
    book = MoveBook()
    book.verb("take", "Take {city}", ("city", CITY), at=0)
    with pytest.raises(ValueError, match="declared as number 2"):
        book.verb("rest", "Rest", at=1)


def test_two_kinds_of_event_cannot_be_swapped() -> None:
    book = EventBook()
    with pytest.raises(ValueError, match="the rules call it 1"):
        book.kind("lost", "Lost.", at=1)


def test_no_name_is_declared_twice() -> None:
    moves, events = MoveBook(), EventBook()
    moves.verb("rest", "Rest")
    events.kind("rested", "Rested.")
    with pytest.raises(ValueError, match="two verbs"):
        moves.verb("rest", "Rest again")
    with pytest.raises(ValueError, match="two kinds"):
        events.kind("rested", "Rested again.")


def test_verbs_and_kinds_say_how_they_are_shown() -> None:
    moves, events = MoveBook(), EventBook()
    moves.verb("stab", "Stab", final=True)
    moves.verb("pass", "Pass", passes=True)
    events.kind("stabbed", "Stabbed!", weight=2, icon="dagger", chapter=True)
    assert (moves["stab"].final, moves["stab"].passes) == (True, False)
    assert (moves["pass"].final, moves["pass"].passes) == (False, True)
    kind = events["stabbed"]
    assert (kind.weight, kind.icon, kind.chapter) == (2, "dagger", True)
