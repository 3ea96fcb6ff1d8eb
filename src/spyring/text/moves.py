"""Legal moves grouped by verb, and moves read from what a language model writes."""

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from typing import Any, Final

from spyring.engine.definition import Definition
from spyring.engine.errors import BadMove
from spyring.engine.i18n import Translate, english
from spyring.engine.notation import VerbForm
from spyring.engine.state import State

CLOSE: Final = 0.8  # the similarity from which a misspelled move counts as a known one
MARGIN: Final = 0.04  # two moves whose similarities differ by less are not guessed between
MAX_NAMED: Final = 5  # moves that a refusal suggests
MAX_LETTERS: Final = 200  # of a move; longer texts are cut

Arguments = tuple[str, ...]


def grouped(game: Definition[Any], legal: Iterable[str], translate: Translate = english) -> str:
    """Legal moves by verb; ``a|b`` stands for either word.

    Every line has the verb, what it does, and its arguments:

    >>> import spyring
    >>> print(grouped(spyring.game("krakow"), ["allot shops", "allot castle", "ready"]))
    allot DISTRICT (Put a gold marker in the {district}): shops|castle
    ready (Done)
    """
    by_verb: dict[str, list[Arguments]] = {}
    for name in legal:
        verb, *arguments = name.split()
        by_verb.setdefault(verb, []).append(tuple(arguments))
    return "\n".join(_line(game.moves[verb], found, translate) for verb, found in by_verb.items())


def _line(verb: VerbForm, found: list[Arguments], translate: Translate) -> str:
    head = " ".join([verb.name, *(name.upper() for name, _domain in verb.arguments)])
    said = f"{head} ({translate(verb.sentence)})"
    return f"{said}: {', '.join(factored(found))}" if verb.arguments else said


def factored(rows: Sequence[Arguments]) -> list[str]:
    """Lists of arguments, with the equal ends of several written once.

    >>> factored([("a", "x"), ("a", "y"), ("b", "x"), ("b", "y"), ("c", "x")])
    ['a|b x|y', 'c x']
    """
    if not rows or len(rows[0]) <= 1:
        return ["|".join(row[0] for row in rows)] if rows and rows[0] else []
    ends: dict[str, list[Arguments]] = {}
    for first, *rest in rows:
        ends.setdefault(first, []).append(tuple(rest))
    firsts: dict[tuple[Arguments, ...], list[str]] = {}
    for first, found in ends.items():
        firsts.setdefault(tuple(found), []).append(first)
    return [f"{'|'.join(names)} {end}" for found, names in firsts.items() for end in factored(found)]


def key(text: str) -> str:
    """The letters and digits of a text, without accents: what two ways to write a move share.

    >>> key("Play  An_Arms-Deal.") == key("play an-arms-deal")
    True
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(letter for letter in plain if letter.isalnum())


@cache
def book(game: Definition[Any]) -> dict[str, tuple[str, ...]]:
    """The moves of a game by key, without spoilers."""
    found: dict[str, tuple[str, ...]] = {}
    for verb in game.moves.verbs:
        spoilers = {label for _name, domain in verb.arguments for label in domain.spoilers}
        for move in range(verb.base, verb.base if verb.spoiler else verb.end):
            name = game.moves.name(move)
            if spoilers.isdisjoint(name.split()[1:]):
                found[key(name)] = (*found.get(key(name), ()), name)
    return found


def meant(game: Definition[Any], legal: Sequence[str], text: str) -> tuple[str, list[str]]:
    """The move that a text means, legal or not, or else nothing and the moves that it may mean.

    Case, spaces, dashes and small misspellings do not matter. A text may also be the sentence of a legal
    move.
    """
    line = " ".join(text.split())
    if line in legal:
        return line, []
    typed = key(line)
    own = [name for name in legal if key(name) == typed]
    found = own or list(book(game).get(typed, ()))
    found = found or [name for name in legal if key(game.moves.say(game.moves.parse(name))) == typed]
    if found:
        return (found[0], []) if len(found) == 1 else ("", found)
    return _close(typed, {**book(game), **{key(name): (name,) for name in legal}})


def _close(typed: str, known: dict[str, tuple[str, ...]]) -> tuple[str, list[str]]:
    """The move with the most similar key if it stands out, else all similar ones. No digit is guessed."""
    close = get_close_matches(typed, known, MAX_NAMED, CLOSE)
    names = [name for one in close for name in known[one]]
    ratios = [SequenceMatcher(None, one, typed).ratio() for one in close[:2]]
    stands_out = len(ratios) == 1 or (len(ratios) > 1 and ratios[0] - ratios[1] >= MARGIN)
    clear = stands_out and len(known[close[0]]) == 1 and digits(close[0]) == digits(typed)
    return (names[0], []) if clear else ("", names)


def digits(text: str) -> str:
    """Only the digits of a text."""
    return "".join(letter for letter in text if letter.isdigit())


def nearest(legal: Sequence[str], text: str) -> str:
    """The legal moves that look most like a text."""
    keys = {key(name): name for name in legal}
    return ", ".join(keys[near] for near in get_close_matches(key(text), keys, MAX_NAMED, 0.0))


def problem(legal: Sequence[str], text: str, close: Sequence[str]) -> str:
    """Why a text is not one move, and what to write instead."""
    if close:
        return f"“{text}” is unclear. Did you mean {' or '.join(close)}?"
    return f"“{text}” is no move of this game. The nearest legal moves: {nearest(legal, text)}."


def refusal(legal: Sequence[str], name: str, reason: str) -> str:
    """Why a move is refused, and what to write instead."""
    return f"{name} is not legal: {reason} The nearest legal moves: {nearest(legal, name)}."


def read(state: State, seat: int, text: str) -> int:
    """The legal move of ``seat`` that a text means; raises :class:`BadMove`, which says what is wrong, with
    the clause and the nearest legal moves.
    """
    moves = state.game.moves
    legal = [moves.name(move) for move in state.legal(seat)]
    if not legal:
        raise BadMove("You cannot move now.")
    text = text[:MAX_LETTERS]
    name, close = meant(state.game, legal, text)
    if not name:
        raise BadMove(problem(legal, text, close))
    move = moves.parse(name)
    refused = state.why_not(seat, move)
    if refused is not None:
        raise BadMove(refusal(legal, name, str(refused)))
    return move
