"""Texts and comments are plain English: `tools/english.py` finds what readers stumble over."""

from tools import english

STORY = (  # the story of a campaign, with its own voices
    "“He said to give them to whoever asked politely,” she says.",
    "Somebody photographs careers in the moment that could end them, and sells each picture to whoever is "
    "frightened most.",
    "Those who have seen their own picture stop moving.",
    "It goes on clicking for a while.",
    "Let her sail, with one of yours aboard.",
    "The world goes on, a little too bright.",
)
CARDS = (  # texts on cards that can be pressed, not labels of buttons
    "Choose this, then a city on the map.",
    "White and Black markers, and your gold. The others place theirs at the same time.",
    "no gain for anyone now",
    "No spies there: nobody gains anything.",
    "Reconstructed; the flavour text is ours.",
    "Cities and years as published; the flavour text is ours.",
)
EXACT = ("Sign out everywhere and remove the recovery address",)  # it must say everything that it does


def test_readers_do_not_stumble() -> None:
    allowed = {*STORY, *CARDS, *EXACT}
    assert not [row for row in english.found() if row[1] not in allowed]


def test_every_exception_is_still_needed() -> None:
    assert {*STORY, *CARDS, *EXACT} <= {row[1] for row in english.found()}


def test_it_finds_what_it_looks_for() -> None:
    assert list(english.faults("Whoever asks is told.")) == [
        ("Whoever asks is told.", "name the person: the player, the owner, the caller")
    ]
    assert not list(english.faults("The server rejects stale moves."))
    assert [advice for _text, advice in english.faults("word " * 31)] == ["more than 30 words"]


def test_it_reads_comments_and_docstrings_without_code() -> None:
    source = '''"""Says ``anew`` in code.

>>> anew = 1

    anew   a table
"""
anew = "anew"  # why
# one
# two
'''
    assert [text.strip() for text in english.texts_of(source) if text.strip()] == [
        "Says x in code.",
        "why",
        "one two",
    ]


def test_it_reads_errors_and_names_of_tests() -> None:
    source = """
def test_whoever_asks_is_told(): ...
def refuse(name): raise ValueError(f"{name} has begun.")
"""
    assert list(english.texts_of(source)) == ["test whoever asks is told", " has begun."]
