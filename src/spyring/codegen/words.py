"""Writes ``words.py``: codes, domains, books and typed options of a game."""

import json
import re
from typing import Any, Final

from spyring.codegen.declared import NUMBER, Domain, Option, Phrase, Words, constant

HEAD: Final = '''\
"""The words of the game, written from ``words.toml`` by ``python -m spyring.codegen``; not to be edited."""
'''
SWITCHES: Final = ({"yes", "no"}, {"on", "off"})  # become true and false


def render(words: Words) -> str:
    """The whole module."""
    parts = [_domain(domain) for domain in words.domains.values() if domain.labels]
    parts += [_codes_of(words.domains[name], row) for name, row in words.codes.items()]
    if words.verbs:
        parts += ["\n# The first move of each verb.\n", *_verb_codes(words)]
        parts += [_family(words), *(_packing(verb) for verb in words.verbs), _move_book(words)]
    parts += [_packed(packed.name, packed.parts, "", "number", "number") for packed in words.packed]
    if words.events:
        parts += ["\n\n# The kinds of events.\n"]
        parts += [f"{event.code}: Final = {event.base}\n" for event in words.events]
        parts += [_event_book(words)]
    if words.refusals:
        parts += ["\n\n# Reasons to refuse a move.\n"]
        parts += [f"{refusal.code}: Final = {at}\n" for at, refusal in enumerate(words.refusals, 1)]
        parts += [_refusal_book(words)]
    if words.options:
        parts += [_options(words), _typed_options(words)]
    body = "".join(parts)
    return HEAD + _imports(words, body) + body


def _imports(words: Words, body: str) -> str:
    known = ("NUMBER", "Domain", "EventBook", "MoveBook", "RefusalBook", "families")
    names = [name for name in known if re.search(rf"\b{name}\b", body)]
    lines = ["\nfrom typing import Final\n\n", f"from spyring.engine.notation import {', '.join(names)}\n"]
    if words.options:
        lines.append("from spyring.engine.options import Option, Value\n")
    return "".join([*lines, "from spyring.engine.i18n import _\n\n"])


def text(sentence: str) -> str:
    """A string literal."""
    return json.dumps(sentence, ensure_ascii=False)


def _since(version: int) -> list[str]:
    """The argument ``since``, unless it is the first version."""
    return [f"since={version}"] if version > 1 else []


def _row(values: list[str]) -> str:
    return f"({', '.join(values)}{',' if len(values) == 1 else ''})"


def _said(sentence: str) -> str:
    return f"_({text(sentence)})"


def _domain(domain: Domain) -> str:
    """A domain and its labels; only the labels of a given domain."""
    name = constant(domain.name)
    titles = f", {_row([_said(title) for title in domain.titles])}" if domain.titles else ""
    labels = f"{name}_IDS: Final[tuple[str, ...]] = {_row([text(label) for label in domain.labels])}\n"
    if domain.given:
        return labels
    return f"{labels}{name}: Final = Domain({text(domain.name.replace('_', ' '))}, {name}_IDS{titles})\n"


def _codes_of(domain: Domain, row: dict[str, Any]) -> str:
    """The labels of a domain as numbers from ``first``, and their count."""
    lines = [f"{row['count']}: Final = {domain.size}\n"] if "count" in row else []
    for number, label in enumerate(domain.labels if "prefix" in row else [], row.get("first", 0)):
        lines.append(f"{row['prefix']}{constant(label)}: Final = {number}\n")
    return "".join(lines)


# -- moves ---------------------------------------------------------------------------------------------------


def _verb_codes(words: Words) -> list[str]:
    return [
        f"{verb.code}: Final = {verb.base}{_sum(verb)}\n" for verb in words.verbs if verb.base is not None
    ]


def _sum(verb: Phrase) -> str:
    """A comment with the arguments."""
    if not verb.arguments:
        return ""
    return "  # + " + ", ".join(name for name, _domain in verb.arguments)


def _family(words: Words) -> str:
    """The function from a move to its verb, for verbs with known numbers."""
    known = [verb for verb in words.verbs if verb.base is not None]
    rows = ", ".join(f"({verb.code}, {verb.size})" for verb in known if verb.size is not None)
    last = known[-1] if known[-1].size is None else None
    beyond = f" if move < {last.base} else {last.code}" if last is not None else ""
    remark = f" From {last.code} on it depends on the box: the answer is {last.code}." if last else ""
    return f'''
FAMILIES: Final[list[int]] = families([{rows}])


def family(move: int) -> int:
    """The first move of the verb that ``move`` belongs to.{remark}"""
    return FAMILIES[move]{beyond}
'''


def _packing(verb: Phrase) -> str:
    """Functions that combine the arguments of a move and take them apart."""
    known = all(domain.size is not None for _name, domain in verb.arguments[1:])
    if len(verb.arguments) < 2 or verb.base is None or not known:
        return ""
    (first, _domain), *rest = verb.arguments
    parts = [(first, 0), *((argument, domain.size or 0) for argument, domain in rest)]
    return _packed(verb.code.lower(), parts, f"{verb.code} + ", "move", f"(move - {verb.code})")


def _packed(name: str, parts: list[tuple[str, int]], before: str, whole: str, packed: str) -> str:
    """Functions that pack numbers into one and unpack them; ``before`` and ``packed`` handle an offset."""
    total = ""
    for part, size in parts:
        head = f"({total})" if "+" in total else total
        total = f"{head} * {size} + {part}" if total else part
    parameters = ", ".join(f"{part}: int" for part, _size in parts)
    lines = [f"\n\ndef {name}({parameters}) -> int:\n    return {before}{total}\n"]
    below = 1
    for part, size in reversed(parts):
        value = _remainder(_quotient(packed, below), size)
        lines.append(f"\n\ndef {part}_of_{name}({whole}: int) -> int:\n    return {value}\n")
        below *= size
    return "".join(lines)


def _quotient(value: str, below: int) -> str:
    """Use shifts for powers of two: they are faster."""
    if below == 1:
        return value
    return f"{value} >> {below.bit_length() - 1}" if below.bit_count() == 1 else f"{value} // {below}"


def _remainder(value: str, size: int) -> str:
    if not size:
        return value
    if size.bit_count() == 1:
        return f"{value} & {size - 1}"
    return f"({value}) % {size}" if ">>" in value else f"{value} % {size}"


def _given(phrases: list[Phrase]) -> list[Domain]:
    found: list[Domain] = []
    for phrase in phrases:
        for _name, domain in phrase.arguments:
            if domain.given and domain not in found:
                found.append(domain)
    return found


def _book(kind: str, book: str, what: str, phrases: list[Phrase], calls: list[str]) -> str:
    given = "".join(f", {_variable(domain)}: Domain" for domain in _given(phrases))
    named = f"*{given}" if given else ""
    remark = "; domains that are made from its box are given" if given else ""
    body = "".join(f"    {call}\n" for call in calls)
    return f'''

def {book}({named}) -> {kind}:
    """Every {what} of the game{remark}."""
    book = {kind}()
{body}    return book
'''


def _variable(domain: Domain) -> str:
    return constant(domain.name).lower()


def _arguments(phrase: Phrase) -> list[str]:
    found: list[str] = []
    for name, domain in phrase.arguments:
        thing = "NUMBER" if domain is NUMBER else _variable(domain) if domain.given else constant(domain.name)
        found.append(f"({text(name)}, {thing})")
    return found


def _move_book(words: Words) -> str:
    calls: list[str] = []
    for verb in words.verbs:
        parts = [text(verb.name), _said(verb.row["does"]), *_arguments(verb)]
        parts += [f"at={verb.code}"] if verb.base is not None else []
        parts += [f"{key}=True" for key in ("final", "passes", "agrees", "spoiler") if verb.row.get(key)]
        parts += _since(verb.since)
        calls.append(f"book.verb({', '.join(parts)})")
    return _book("MoveBook", "move_book", "move", words.verbs, calls)


def _event_book(words: Words) -> str:
    calls: list[str] = []
    for event in words.events:
        row = event.row
        parts = [text(event.name), _said(row["now"]), *_arguments(event), f"at={event.code}"]
        parts += [f"{key}=True" for key in ("reveals", "chapter") if row.get(key)]
        parts += [f"weight={row['weight']}"] if "weight" in row else []
        parts += [f"icon={text(row['icon'])}"] if "icon" in row else []
        parts += [f"past={_said(row['past'])}"] if "past" in row else []
        parts += _since(event.since)
        calls.append(f"book.kind({', '.join(parts)})")
    return _book("EventBook", "event_book", "kind of event", words.events, calls)


def _refusal_book(words: Words) -> str:
    calls = [
        f"book.refusal({text(refusal.clause)}, {_said(refusal.sentence)}, at={refusal.code})"
        for refusal in words.refusals
    ]
    return _book("RefusalBook", "refusal_book", "reason to refuse a move", [], calls)


# -- options -------------------------------------------------------------------------------------------------


def _options(words: Words) -> str:
    rows: list[str] = []
    for option in words.options:
        values = _row([repr(value) if isinstance(value, int) else text(value) for value in option.values])
        default = repr(option.default) if isinstance(option.default, int) else text(option.default)
        parts = [text(option.name), values, default, _said(option.help), text(option.clause)]
        parts += [f"title={_said(option.title)}"]
        parts += [f"titles={_row([_said(title) for title in option.titles])}"] if option.titles else []
        parts += _since(option.since)
        rows.append(f"    Option({', '.join(parts)}),\n")
    return f"\n\nOPTIONS: Final = (\n{''.join(rows)})\n"


def _typed_options(words: Words) -> str:
    lines = "".join(f"        {line}\n" for option in words.options for line in _attributes(option))
    return f'''

class Options:
    """What was chosen before the game, typed: a number or a word by the name of its option, and whether it is
    this or that value by both names. Options of yes and no are simply true or false.
    """

    def __init__(self, chosen: dict[str, Value]) -> None:
{lines}'''


def _attributes(option: Option) -> list[str]:
    chosen = f'chosen["{option.name}"]'
    if all(isinstance(value, int) for value in option.values):
        return [f"self.{option.name} = int({chosen})"]
    values = [str(value) for value in option.values]
    if set(values) in SWITCHES:
        yes = next(value for value in values if value in ("yes", "on"))
        return [f'self.{option.name} = {chosen} == "{yes}"']
    each = [f'self.{option.name}_{constant(value).lower()} = {chosen} == "{value}"' for value in values]
    return [f"self.{option.name} = str({chosen})", *each]
