"""Reads ``fields.toml`` and writes ``generated.py``: the table of a game, with its views and vectors.

Each row of ``[field]`` is one part of the table. Its first key is its kind:

    number = [low, high]          a whole number
    numbers = [size, low, high]   a list of numbers that rules change in place
    row = [size, low, high]       a tuple of numbers, which clones share and rules replace
    permutation = size            a tuple that holds each of 0 to size - 1 once
    sequence = below              a tuple of any length, of numbers from 0 to below - 1
    things = ids                  a tuple of components, by their number in ``ids``
    pile = ids                    a list of components, by their number in ``ids``
    piles = [count, ids]          several piles
    knowledge = [size, most]      which seats have seen each component, as masks up to ``most``
    thing = type                  anything else; ``copy`` says how: share, slice or clone
    block = true                  not on the table: a block of the vector, or with ``write`` an entry of a
                                  saved position

Sizes, bounds and starts are Python: ``t`` is the table, ``w`` the words of the game, ``b`` its box. Other
keys:

    start     its value on an empty table (0, none, nothing)
    until     a stretch of the game after which it is ``start`` again: ``clear_round`` resets "round"
    since     the data version that added it, if not the first; earlier positions lack it, and then it is
              ``start``
    about     a comment
    file      its name in a saved position, or false if it follows from other fields
    file_from the number for 0 in a saved position
    write     how to write it, if not as it is; ``read = false``: the game reads it in ``complete``;
              ``read = "first"``: in ``read_first``, because other fields depend on it; by-hand: the game
              also writes it, in ``entries``
    missing   its value if a position lacks it, if not ``start``
    cleared   false if ``clear`` keeps it; then it is ``start`` only in a new table
    view      how a view shows it, under its name or ``view_as``; without this key it is hidden
    vector    how a vector holds it: count, length, seat, or one of these with the labels of its axes:
              one-hot, own, by-seat, by-hand; ``means`` explains the block (or ``about``),
              ``vector_as`` is its name, ``memory = true`` puts it into the history, and
              ``segment = first`` makes a segment of the blocks from ``first`` to this one
"""

import re
from typing import Any, Final

from spyring.codegen.declared import BadDeclaration, read, since
from spyring.codegen.words import text

KINDS: Final = (
    *("number", "numbers", "row", "permutation", "sequence", "things", "pile", "piles", "knowledge"),
    *("thing", "block"),
)
KEYS: Final = (
    *KINDS,
    *("start", "until", "since", "about", "file", "file_from", "write", "read", "missing", "cleared", "copy"),
    *("view", "view_as", "vector", "vector_as", "means", "memory", "segment"),
)
TYPES: Final = {
    "number": "i64",
    "numbers": "list[int]",
    "row": "tuple[int, ...]",
    "permutation": "tuple[int, ...]",
    "sequence": "tuple[int, ...]",
    "things": "tuple[int, ...]",
    "pile": "list[int]",
    "piles": "list[list[int]]",
    "knowledge": "Knowledge",
}
COPIES: Final = {"numbers": "slice", "pile": "slice", "knowledge": "clone", "piles": "each"}  # else shared
PLAIN_VECTORS: Final = ("count", "length", "seat")
BY_HAND: Final = "by-hand"
VECTORS: Final = (*PLAIN_VECTORS, "one-hot", "own", "by-seat", BY_HAND)


class Field:
    """A row of ``fields.toml``."""

    def __init__(self, name: str, row: dict[str, Any], where: str) -> None:
        what = f"{where}: field {name}"
        for key in row:
            if key not in KEYS:
                raise BadDeclaration(f"{what}: unknown key {key}. Known keys: {', '.join(KEYS)}.")
        kinds = [key for key in KINDS if key in row]
        if len(kinds) != 1:
            raise BadDeclaration(f"{what} must be one of {', '.join(KINDS)}.")
        self.name = name
        self.kind = kinds[0]
        self.row = row
        given = row[self.kind]
        self.bounds: list[str] = [str(part) for part in (given if isinstance(given, list) else [given])]
        wanted = {"number": 2, "numbers": 3, "row": 3, "piles": 2, "knowledge": 2}.get(self.kind, 1)
        if len(self.bounds) != wanted:
            raise BadDeclaration(f"{what}: {self.kind} takes {wanted} values, not {len(self.bounds)}.")
        self.since = since(row, what)
        if self.since > 1 and "missing" in row:
            raise BadDeclaration(f"{what}: since and missing exclude each other.")
        self.about = str(row.get("about", ""))
        self.stored = self.kind != "block"
        self.key: str = name if row.get("file", True) is True else str(row["file"])
        self.by_hand = row.get("write") == BY_HAND  # the game writes and reads it
        self.in_file = (self.stored or "write" in row) and row.get("file", True) is not False
        self.is_read = self.in_file and not self.by_hand and row.get("read", True) is True
        self.is_read = self.is_read and self.kind not in ("thing", "block")
        self.cleared = bool(row.get("cleared", True))
        self.how, _space, self.axes = str(row.get("vector", "")).partition(" ")
        if self.how and self.how not in VECTORS:
            raise BadDeclaration(f"{what}: unknown vector {self.how}. Known vectors: {', '.join(VECTORS)}.")
        if self.how and (self.how in PLAIN_VECTORS) == bool(self.axes):
            raise BadDeclaration(
                f"{what}: {', '.join(PLAIN_VECTORS)} have no axes; all other vectors need them."
            )

    @property
    def type(self) -> str:
        """Its Python type."""
        return TYPES.get(self.kind) or self.bounds[0]

    @property
    def start(self) -> str:
        """Its value on an empty table."""
        if "start" in self.row:
            return str(self.row["start"])
        first = self.bounds[0]
        return {
            "number": "0",
            "numbers": f"[0] * ({first})",
            "row": f"(0,) * ({first})",
            "permutation": f"tuple(range({first}))",
            "sequence": "()",
            "things": "()",
            "pile": "[]",
            "piles": f"[[] for _number in range({first})]",
            "knowledge": f"Knowledge({first})",
        }[self.kind]

    @property
    def copied(self) -> str:
        """The expression that copies it."""
        thing = f"t.{self.name}"
        copy = COPIES.get(self.kind, "share")
        return {
            "share": thing,
            "slice": f"{thing}[:]",
            "clone": f"{thing}.clone()",
            "each": f"[pile[:] for pile in {thing}]",
        }[str(self.row.get("copy", copy))]

    @property
    def written(self) -> str:
        """The expression that writes it."""
        thing = f"t.{self.name}"
        if "write" in self.row:
            return str(self.row["write"])
        return {
            "number": f"int({thing}){self._shift('+')}",
            "numbers": f"{thing}[:]",
            "things": f"names({thing}, {self.bounds[-1]})",
            "pile": f"names({thing}, {self.bounds[-1]})",
            "piles": f"[names(pile, {self.bounds[-1]}) for pile in {thing}]",
            "knowledge": f"{thing}.seen[:]",
        }.get(self.kind, f"list({thing})")

    @property
    def taken(self) -> list[str]:
        """The lines that read it; a missing value stays as on an empty table."""
        thing, key, low, high = f"t.{self.name}", f'"{self.key}"', self.bounds[0], self.bounds[-1]
        if self.kind in ("numbers", "row"):
            size, low, high = self.bounds
            missing = self.row.get("missing", f"list({thing})")
            found = f"read.numbers({key}, {size}, {low}, {high}, {missing})"
            return [f"{thing} = {found if self.kind == 'numbers' else f'tuple({found})'}"]
        if self.kind in ("pile", "piles", "things"):
            found = f"lists({key}, {low}, {high})" if self.kind == "piles" else f"things({key}, {high})"
            made = f"tuple({self.name})" if self.kind == "things" else self.name
            return [f"{self.name} = read.{found}", f"if {self.name} is not None:", f"    {thing} = {made}"]
        missing = self.row.get("missing", f"int({thing})")
        left_out = f" if read.has({key}) else {thing}" if "start" in self.row else ""
        up, down = self._shift("+"), self._shift("-")
        return [
            {
                "number": f"{thing} = read.number({key}, {low}{up}, {high}{up}, {missing}{up}){down}",
                "permutation": f"{thing} = tuple(read.permutation({key}, {low})){left_out}",
                "sequence": f"{thing} = read.sequence({key}, {low}){left_out}",
                "knowledge": f"{thing}.note(read.numbers({key}, {low}, -1, {high}, {thing}.seen))",
            }[self.kind]
        ]

    def _shift(self, sign: str) -> str:
        """The offset between the table and a saved position."""
        return f" {sign} {self.row['file_from']}" if "file_from" in self.row else ""


class Fields:
    """A whole ``fields.toml``."""

    def __init__(self, text: str, where: str) -> None:
        data = read(text, where)
        for key in data:
            if key not in ("about", "imports", "field"):
                raise BadDeclaration(f"{where}: unknown key {key}. Known keys: about, imports, field.")
        self.about = str(data.get("about", "What lies where, and who knows what.")).strip()
        self.imports: dict[str, str] = data.get("imports", {})
        self.fields = [Field(name, row, where) for name, row in data.get("field", {}).items()]
        self.stored = [field for field in self.fields if field.stored]


HEAD: Final = '''\
"""The table of the game, written from ``fields.toml`` by ``python -m spyring.codegen``; not to be edited."""
'''


def render(declared: Fields, package: str) -> str:
    """``generated.py`` of the game in ``package``."""
    body = "".join([_table(declared), _shown(declared), _vector(declared)])
    return HEAD + _imports(declared, package, body) + body


def _imports(declared: Fields, package: str, body: str) -> str:
    lines = ["\n", "from typing import Any\n\n"] if "Any" in body else ["\n"]
    if "BytesWriter" in body:
        lines.append("from librt.strings import BytesWriter\n")
    lines.append("from mypy_extensions import i64\n\n")
    engine = {
        "definition": ("Definition",),
        "encoding": ("Encoding", "count"),
        "knowledge": ("NOTHING", "Knowledge"),
        "position": ("Json", "Reader", "names"),
        "state": ("State",),
    }
    for module, names in engine.items():
        used = [name for name in names if re.search(rf"\b{name}\b", body)]
        if used:
            lines.append(f"from spyring.engine.{module} import {', '.join(used)}\n")
    for module, alias in (("box", "b"), ("words", "w")):
        if re.search(rf"\b{alias}\.", body):
            lines.append(f"from {package} import {module} as {alias}\n")
    lines.append(f"from {package}.config import Config\n")
    if "b.Box" not in body and re.search(r"\bBox\b", body):
        lines.append(f"from {package}.box import Box\n")
    lines += [f"from {module} import {found}\n" for module, found in sorted(declared.imports.items())]
    return "".join(lines)


def _table(declared: Fields) -> str:
    stored = declared.stored
    attributes = "".join(
        f"    {field.name}: {field.type}{f'  # {field.about}' if field.about else ''}\n" for field in stored
    )
    clear = "".join(f"        t.{field.name} = {field.start}\n" for field in stored if field.cleared)
    made = "".join(f"        self.{field.name} = {field.start}\n" for field in stored if not field.cleared)
    clone = "".join(f"        u.{field.name} = {field.copied}\n" for field in stored)
    filed = [field for field in declared.fields if field.in_file]
    pack = "".join(f'            "{field.key}": {field.written},\n' for field in filed if not field.by_hand)
    if any(field.by_hand for field in filed):
        pack += "            **t.game.entries(t),\n"
    keys = ", ".join(f'"{field.key}"' for field in filed)
    first = any(field.row.get("read") == "first" for field in filed)
    before = "        t.game.read_first(t, data)\n" if first else ""
    later = ", ".join(f'"{field.key}": {field.since}' for field in filed if field.since > 1)
    unpack = "".join(f"        {line}\n" for field in stored if field.is_read for line in field.taken)
    about = declared.about if "\n" not in declared.about else declared.about + "\n    "
    return f'''

class Table(State):
    """{about}"""

    config: Config
{attributes}
    def __init__(self, game: Definition[Any], seats: int, config: Config) -> None:
        super().__init__(game, seats)
        self.config = config
{made}
    def clear(t) -> None:
        """An empty table."""
{clear}{_clear_parts(stored)}
    def clone(t) -> "Table":
        u = Table(t.game, int(t.seats), t.config)
        t.copy_to(u)
{clone}        return u

    def pack(t) -> Json:
        return {{
{pack}        }}

    def unpack(t, data: Json) -> None:
{before}        t.clear()
        read = Reader(data, "table")
        read.only(({keys},))
{unpack}        t.game.complete(t, read)
{_later(later)}

def table(state: Any) -> Table:
    """The state as the table it is."""
    assert isinstance(state, Table)
    return state
'''


def _later(entries: str) -> str:
    """The entries that were added after the first data version."""
    if not entries:
        return ""
    return f"""
    def later_entries(t) -> dict[str, int]:
        return {{{entries}}}
"""


def _clear_parts(stored: list[Field]) -> str:
    """Methods that reset the fields of a stretch of the game."""
    methods = ""
    for stretch in dict.fromkeys(str(field.row["until"]) for field in stored if "until" in field.row):
        lines = [
            f"        t.{field.name} = {field.start}\n"
            for field in stored
            if field.row.get("until") == stretch
        ]
        methods += f"""
    def clear_{stretch}(t) -> None:
        \"\"\"What lasts for a {stretch} is as on an empty table.\"\"\"
{"".join(lines)}"""
    return methods


def _shown(declared: Fields) -> str:
    rows = "".join(
        f'        "{field.row.get("view_as", field.name)}": {field.row["view"]},\n'
        for field in declared.fields
        if "view" in field.row
    )
    if not rows:
        return ""
    return f'''

def public_fields(t: Table) -> Json:
    """What all see alike, as far as it follows from single fields."""
    return {{
{rows}    }}
'''


def _vector(declared: Fields) -> str:
    blocks = [field for field in declared.fields if field.how]
    if not blocks:
        return ""
    now = "".join(_declare(field) for field in blocks if not field.row.get("memory"))
    memory = "".join(_declare(field) for field in blocks if field.row.get("memory"))
    lines = "".join(f"        {line}\n" for field in blocks for line in _write(field))
    return f'''

class Vector(Encoding[Table]):
    """The blocks of the vector, and those of them that follow from single fields."""

    def __init__(self, game: Definition[Any], box: Box) -> None:
        self.box = box
        super().__init__(game)

    def declare(self) -> None:
        who = self.who()
{now}
    def declare_memory(self) -> None:
        who = self.who()
{memory}
    def write_fields(self, t: Table, seat: int, out: BytesWriter) -> None:
        """Set what follows from single fields."""
        seats: i64 = t.seats
        me: i64 = seat
{lines}'''


def _declare(field: Field) -> str:
    part = f"        self.segment(self.{field.row['segment']})\n" if "segment" in field.row else ""
    return _block(field) + part


def _block(field: Field) -> str:
    name = str(field.row.get("vector_as", field.name.replace("_", " ")))
    meaning = text(str(field.row.get("means", field.about)))
    since = f", since={field.since}" if field.since > 1 else ""
    axes = "who" if field.how == "seat" else field.axes
    if field.how in ("count", "length") or (field.how == "by-hand" and axes == "number"):
        return f'        self.{field.name} = self.number("{name}", {meaning}{since})\n'
    return f'        self.{field.name} = self.block("{name}", {meaning}, {axes}{since})\n'


def _write(field: Field) -> list[str]:
    thing, at = f"t.{field.name}", f"self.{field.name}"
    return {
        "count": [f"if {thing}:", f"    out[{at}] = count({thing})"],
        "length": [f"if {thing}:", f"    out[{at}] = count(len({thing}))"],
        "seat": [f"out[{at} + ({thing} - me) % seats] = 1"],
        "one-hot": [f"out[{at} + {thing}] = 1"],
        "own": [f"for held in {thing}[seat]:", f"    out[{at} + held] = 1"],
        "by-seat": [
            "for step in range(seats):",
            "    other = me + step",
            "    if other >= seats:",
            "        other -= seats",
            f"    if {thing}[other]:",
            f"        out[{at} + step] = count({thing}[other])",
        ],
        "by-hand": [],
    }[field.how]
