"""A whole game as readable text, which a replay can verify.

A header describes the game, numbered lines hold the moves, and the last line holds the result::

    spyring record 2
    game krakow
    rules 1
    box standard 9d1f0c6a52e88b31
    seats 4
    seed 7
    option years 1
    player white-dagger Ada
    data 2

    1 black-purse play a-quiet-word
    2 white-purse play an-arms-deal

    end 2 moves, fingerprint 51c0ffee51c0ffee, open

Every move names its seat, so interruptions and simultaneous answers need no special notation. A line
``legacy`` holds what an earlier game left to this one; a line ``position`` holds the position of a game that
did not start from the beginning. ``data`` is the data version of the fingerprint, unless it is the first one.
A record holds the seed, and with it every secret of the game: it belongs to the server, not to a seat.

A game under a key has other lines instead of the seed. ``sealed`` is the name of the table. ``commitment`` is
what the server showed before the start, and ``secret`` what it published after the end. ``nonce`` is what a
seat added. ``scheme`` names the kind of commitment, unless it is the first one. A replay checks that they
belong together.
"""

import json
import re
from typing import Final

from spyring.engine.errors import BadOption, BadPosition, BadRecord, SpyringError
from spyring.engine.game import Game
from spyring.engine.growth import FIRST, UPDATE
from spyring.engine.keyed_chance import SCHEMES, Seal
from spyring.engine.options import Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.state import State

VERSION: Final = 2  # 1 used another generator
TITLE: Final = "spyring record"
BOT: Final = "bot "  # before the name of a bot in a line `player`
ONCE: Final = ("game", "rules", "box", "seats", "seed")  # header lines that must occur exactly once
SEALED: Final = ("sealed", "commitment", "secret")  # replace the seed
FIRST_SCHEME: Final = "1"  # of records that name none
PAIRS: Final = ("option", "player", "nonce")  # lines with a name and a value
OPTIONAL: Final = ("data", "scheme")
MORE: Final = (*PAIRS, "legacy", "position", *SEALED, *OPTIONAL)
OPEN: Final = "open"
DRAWS: Final = "spyring draws 1"
CONTROL: Final = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]")  # not allowed in plain text


class Entry:
    """One move: its seat, its text, and its line in the file."""

    def __init__(self, seat: str, move: str, line: int) -> None:
        self.seat = seat
        self.move = move
        self.line = line


class Record:
    """The settings of a game, all its moves, and its result."""

    game: str
    rules: int
    box_name: str
    box_digest: str
    seats: int

    def __init__(self) -> None:
        self.data = FIRST  # the data version of its fingerprint
        self.seed = 0
        self.seal: Seal | None = None  # instead of the seed, in a game under a key
        self.commitment = ""
        self.options: dict[str, str] = {}
        self.players: dict[str, str] = {}  # who sat where, as free text; only for people
        self.legacy: Json | None = None  # what an earlier game left to this one
        self.position: Json | None = None  # the first position, unless the game started from the beginning
        self.entries: list[Entry] = []
        self.fingerprint = 0
        self.result = OPEN
        self.lines: dict[str, int] = {}  # of the parts of the header

    # -- write -----------------------------------------------------------------------------------------------

    @staticmethod
    def of(
        state: State,
        seed: int,
        moves: list[tuple[int, int]],
        legacy: Json | None = None,
        players: dict[str, str] | None = None,
        position: Json | None = None,
        seal: Seal | None = None,
    ) -> "Record":
        """The record of the game that reached ``state`` with these ``moves``, pairs of seat and move.

        A game under a key needs its ``seal``; the seed is then ignored.
        """
        if state.keyed is not None and (seal is None or seal.key() != state.keyed.key):
            raise BadRecord("A game with a key needs the seal of its table.")
        game = state.game
        record = Record()
        record.game = game.name
        record.rules = game.rules_version
        record.data = game.data_version
        record.box_name = _one_line(game.box_name)
        record.box_digest = game.box_digest()
        record.seats = int(state.seats)
        record.seed = seed
        record.options = {name: str(value) for name, value in state.option_values().items()}
        record.players = {seat: _one_line(who) for seat, who in (players or {}).items()}
        record.legacy = legacy
        record.position = position
        if seal is not None:
            record.seal = seal
            record.commitment = seal.commitment()
        names = game.seat_names(record.seats)
        record.entries = [Entry(names[seat], game.moves.name(move), 0) for seat, move in moves]
        record.fingerprint = state.fingerprint()
        record.result = result(state)
        return record

    def text(self) -> str:
        """The record as a file stores it."""
        lines = [
            f"{TITLE} {VERSION}",
            f"game {self.game}",
            f"rules {self.rules}",
            f"box {self.box_name} {self.box_digest}",
            f"seats {self.seats}",
            *self._chance(),
        ]
        lines += [f"option {name} {value}" for name, value in self.options.items()]
        lines += [f"player {seat} {who}" for seat, who in self.players.items()]
        if self.legacy is not None:
            lines.append("legacy " + json.dumps(self.legacy, sort_keys=True, ensure_ascii=False))
        if self.position is not None:
            lines.append("position " + json.dumps(self.position, sort_keys=True, ensure_ascii=False))
        if self.data > FIRST:
            lines.append(f"data {self.data}")
        lines.append("")
        lines += [f"{number} {entry.seat} {entry.move}" for number, entry in enumerate(self.entries, 1)]
        lines.append("")
        lines.append(f"end {len(self.entries)} moves, fingerprint {self.fingerprint:016x}, {self.result}")
        return "\n".join(lines) + "\n"

    @staticmethod
    def parse(text: str) -> "Record":
        """Read a record from ``text``; raises :class:`BadRecord`, which names the line and the error.

        >>> Record.parse("spyring record 2")
        Traceback (most recent call last):
        ...
        spyring.engine.errors.BadRecord: Line 1: the record breaks off after 0 moves; its end line is missing.
        """
        return _Parser(text).read()

    # -- replay ----------------------------------------------------------------------------------------------

    def replay(self, game: Game, events: bool = False) -> State:
        """Replay the game and return the final state; verifies every move, the fingerprint and the result."""
        state = self.start(game, events)
        for number in range(len(self.entries)):
            self.play(state, number)
        self.verify(state)
        return state

    def draws(self, game: Game) -> Json:
        """The chance of a game under a key, JSON-ready: its seal, and every draw of the set-up and of each
        move. This is enough to check the draws, without knowing any rules.
        """
        if self.seal is None:
            raise BadRecord("Only a game with a key has draws that can be checked.")
        told: list[tuple[int, int]] = []
        state = self.start(game, draws=told)
        assert state.keyed is not None
        began: Json = {"drawn": 0, "path": ""}
        if self.position is not None:
            began = {"drawn": int(state.keyed.drawn), "path": state.keyed.path.hex()}
        set_up = _take_draws(told)
        moves: list[Json] = []
        for number, entry in enumerate(self.entries):
            self.play(state, number)
            seat = game.seat_names(self.seats).index(entry.seat)
            code = game.moves.parse(entry.move)
            moves.append({"seat": seat, "move": code, "text": entry.move, "draws": _take_draws(told)})
        self.verify(state)
        return {
            "format": DRAWS,
            "game": self.game,
            "scheme": self.seal.scheme,
            "table": self.seal.table,
            "commitment": self.commitment,
            "start": self.seal.start(),
            "secret": self.seal.secret.hex(),
            "nonces": [nonce.hex() for nonce in self.seal.nonces],
            "began": began,
            "set_up": set_up,
            "moves": moves,
        }

    def start(self, game: Game, events: bool = False, draws: list[tuple[int, int]] | None = None) -> State:
        """The game before its first move; refuses a game, rules or a box other than the record's. In a game
        under a key, ``draws`` records every draw.
        """
        self._check_game(game)
        self._check_players(game)
        options = self._read_options(game)
        try:
            key = self._key()
            if self.position is not None:
                state = self._restored(game.from_json(self.position, key), options, events)
                if state.keyed is not None:
                    state.keyed.draw_log = draws
                return state
            return game.start(
                seats=self.seats,
                seed=self.seed,
                key=key,
                events=events,
                legacy=self.legacy,
                draws=draws,
                **options,
            )
        except BadRecord:
            raise
        except BadPosition as damage:  # another name, because mypyc gives each name one type
            raise self._refused("legacy" if self.position is None else "position", str(damage)) from damage
        except SpyringError as error:
            raise self._refused("seats", str(error)) from error

    def play(self, state: State, number: int) -> None:
        """Make the move with this number, counted from 0."""
        entry = self.entries[number]
        names = state.game.seat_names(self.seats)
        if entry.seat not in names:
            raise self._wrong(number, f"unknown seat {entry.seat}; the seats are {', '.join(names)}.")
        if not state.deciders:
            raise self._wrong(number, "the game was over before this move.")
        try:
            state.play(names.index(entry.seat), state.game.moves.parse(entry.move))
        except SpyringError as error:
            raise self._wrong(number, f"{entry.seat} cannot “{entry.move}”: {error}") from error

    def verify(self, state: State) -> None:
        """Compare the end of the replayed game with the end line."""
        found = result(state)
        if found != self.result:
            raise self._refused("end", f"the record ends “{self.result}”, but its moves give “{found}”.")
        fingerprint = state.fingerprint(self.data)
        if fingerprint != self.fingerprint:
            raise self._refused(
                "end",
                f"the record ends with fingerprint {self.fingerprint:016x}, "
                f"but its moves lead to {fingerprint:016x}; the seed, an option or a move was changed.",
            )

    # -- inside ----------------------------------------------------------------------------------------------

    def _chance(self) -> list[str]:
        if self.seal is None:
            return [f"seed {self.seed}"]
        lines = [f"sealed {self.seal.table}", f"commitment {self.commitment}"]
        if str(self.seal.scheme) != FIRST_SCHEME:
            lines.insert(1, f"scheme {self.seal.scheme}")
        lines.append(f"secret {self.seal.secret.hex()}")
        nonces = enumerate(self.seal.nonces, 1)
        return [*lines, *(f"nonce {number} {nonce.hex()}" for number, nonce in nonces if nonce)]

    def _key(self) -> bytes | None:
        """The key of a game under a key, if the secret matches the commitment."""
        if self.seal is None:
            return None
        if self.seal.commitment() != self.commitment:
            raise self._refused("secret", "the secret is not the one to which the commitment binds.")
        return self.seal.key()

    def _check_game(self, game: Game) -> None:
        if self.game != game.name:
            raise self._refused("game", f"this is a record of {self.game}, not of {game.name}.")
        if self.rules != game.rules_version:
            newer = f" {UPDATE}" if self.rules > game.rules_version else ""
            raise self._refused(
                "rules",
                f"this was played under rules version {self.rules}; "
                f"this program plays {game.rules_version}.{newer}",
            )
        fault = game.check_data(self.data, "this record")
        if fault:
            raise self._refused("data", fault)
        if self.box_digest != game.box_digest():
            raise self._refused(
                "box",
                f"this game was played with the box {self.box_name} ({self.box_digest}), "
                f"not with {game.box_name} ({game.box_digest()}); replay it with its own box.",
            )

    def _check_players(self, game: Game) -> None:
        if self.seats in game.seats:
            names = game.seat_names(self.seats)
            for seat in self.players:
                if seat not in names:
                    raise self._refused(
                        f"player {seat}", f"unknown seat {seat}; the seats are {', '.join(names)}."
                    )

    def _restored(self, state: State, options: dict[str, Value], events: bool) -> State:
        """Restore a game that started in the middle; it must agree with the header."""
        if int(state.seats) != self.seats:
            raise self._refused("seats", f"the position has {int(state.seats)} seats, not {self.seats}.")
        header = state.game.resolve_options(self.seats, options)
        for name, value in state.option_values().items():
            if header.get(name) != value:
                raise self._refused(
                    "position", f"option {name} of the position is {value}, unlike the header's."
                )
        if events:
            state.event_log = []
        return state

    def _read_options(self, game: Game) -> dict[str, Value]:
        known = {option.name: option for option in game.options}
        read: dict[str, Value] = {}
        for name, value in self.options.items():
            if name not in known:
                raise self._refused(
                    f"option {name}",
                    f"unknown option {name}; {game.name} has {', '.join(known) or 'none'}.",
                )
            try:
                read[name] = known[name].read(value)
            except BadOption as error:
                raise self._refused(f"option {name}", str(error)) from error
        return read

    def _refused(self, part: str, sentence: str) -> BadRecord:
        line = self.lines.get(part, 0)
        return BadRecord(f"Line {line}: {sentence}" if line else sentence[0].upper() + sentence[1:])

    def _wrong(self, number: int, sentence: str) -> BadRecord:
        line = self.entries[number].line
        return BadRecord(
            f"Line {line}, move {number + 1}: {sentence}" if line else f"Move {number + 1}: {sentence}"
        )


def _take_draws(draws: list[tuple[int, int]]) -> list[list[int]]:
    """The draws since the last call."""
    found = [[sides, number] for sides, number in draws]
    draws.clear()
    return found


def result(state: State) -> str:
    """The result of a game so far, as in the end line of its record."""
    outcome: Outcome | None = state.outcome
    if outcome is None:
        return OPEN
    names = state.game.seat_names(int(state.seats))
    winners = " and ".join(names[seat] for seat in outcome.winners) or "nobody"
    return f"won by {winners}, scores {' '.join(str(score) for score in outcome.scores)}"


class _Parser:
    """Reads a record line by line: the header, the moves, the end."""

    def __init__(self, text: str) -> None:
        self.rows = text.lstrip("\ufeff").rstrip().split("\n")
        self.line = 0  # the one being read, counted from 1
        self.header: dict[str, str] = {}
        self.pairs: dict[str, dict[str, str]] = {key: {} for key in PAIRS}
        self.record = Record()
        self.lines = self.record.lines
        self.entries = self.record.entries

    def read(self) -> Record:
        self._read_title()
        for row in self.rows[1:]:
            self.line += 1
            if CONTROL.search(row):
                raise self._wrong("this line has a control character; a record is plain text.")
            words = row.split()
            if not words:
                continue
            if "end" in self.lines:
                raise self._wrong("the record continues after its end line.")
            if words[0] == "end":
                self._read_end(row)
            elif words[0].isdecimal():
                self._read_move(words)
            else:
                self._read_header(words[0], row.strip()[len(words[0]) :].strip())
        if "end" not in self.lines:
            raise self._wrong(
                f"the record breaks off after {len(self.entries)} moves; its end line is missing."
            )
        self._take_header(self.record, self.header)
        return self.record

    def _take_header(self, record: Record, header: dict[str, str]) -> None:
        record.game = header["game"]
        record.rules = int(header["rules"])
        record.data = int(header.get("data", FIRST))
        record.box_name, record.box_digest = header["box"].rsplit(" ", 1)
        record.seats = int(header["seats"])
        record.seed = int(header.get("seed", 0))
        record.options = self.pairs["option"]
        record.players = self.pairs["player"]
        if "sealed" in header:
            nonces = tuple(
                bytes.fromhex(self.pairs["nonce"].get(str(at + 1), "")) for at in range(record.seats)
            )
            scheme = int(header.get("scheme", FIRST_SCHEME))
            record.seal = Seal(bytes.fromhex(header["secret"]), header["sealed"], nonces, scheme)
            record.commitment = header["commitment"]

    def _read_title(self) -> None:
        self.line = 1
        first = self.rows[0].strip()
        version = first[len(TITLE) :].strip()
        if not first.startswith(TITLE) or not _whole(version):
            raise self._wrong(f"this is not a Spyring record; one starts with “{TITLE} {VERSION}”.")
        if version != str(VERSION):
            newer = f" {UPDATE}" if int(version) > VERSION else ""
            raise self._wrong(
                f"this record is of format {version}; this program reads format {VERSION}.{newer}"
            )

    def _read_header(self, key: str, value: str) -> None:
        if self.entries:
            raise self._wrong(f"“{key}” is not a move; a move is a number, a seat and what it does.")
        if key in PAIRS:
            self._read_pair(key, value)
            return
        if key in self.lines:
            raise self._wrong(f"there are two lines “{key}”.")
        self.lines[key] = self.line
        if key == "legacy":
            self.record.legacy = self._json(key, value)
            return
        if key == "position":
            self.record.position = self._json(key, value)
            return
        if key not in ONCE and key not in SEALED and key not in OPTIONAL:
            raise self._wrong(f"“{key}” means nothing here; the header has {', '.join((*ONCE, *MORE))}.")
        if key in ("rules", "data", "seats", "seed") and not _whole(value):
            raise self._wrong(f"{key} is a whole number, not “{value}”.")
        if key == "scheme" and value not in [str(scheme) for scheme in SCHEMES]:
            raise self._wrong(f"unknown scheme of commitments. {UPDATE}")
        if key in ("commitment", "secret") and not _hexadecimal(value, 64):
            raise self._wrong(f"{key} is 64 hexadecimal digits.")
        if key == "box" and len(value.split()) < 2:
            raise self._wrong("the box is given by its name and its digest.")
        if not value:
            raise self._wrong(f"{key} is empty.")
        self.header[key] = value

    def _read_pair(self, key: str, value: str) -> None:
        name, _space, rest = value.partition(" ")
        if not rest.strip():
            raise self._wrong(f"{key} needs a name and a value.")
        if f"{key} {name}" in self.lines:
            raise self._wrong(f"there are two lines “{key} {name}”.")
        if key == "nonce" and not (_counts(name) and _hexadecimal(rest.strip(), 0)):
            raise self._wrong("a nonce is the number of a seat, from 1, and hexadecimal digits.")
        self.lines[f"{key} {name}"] = self.line
        self.pairs[key][name] = rest.strip()

    def _read_move(self, words: list[str]) -> None:
        if not self.entries:
            self._check_header()
        expected = len(self.entries) + 1
        if words[0] != str(expected):
            raise self._wrong(f"move {expected} should be here, not move {words[0]}.")
        if len(words) < 3:
            raise self._wrong(f"move {expected} is cut short; a move is a number, a seat and what it does.")
        self.entries.append(Entry(words[1], " ".join(words[2:]), self.line))

    def _read_end(self, row: str) -> None:
        if not self.entries:
            self._check_header()
        parts = [part.strip() for part in row.split(",", 2)]
        count = parts[0].split()
        mark = parts[1].split() if len(parts) == 3 else []
        whole = len(count) == 3 and _whole(count[1]) and len(mark) == 2 and _hexadecimal(mark[1], 16)
        if not whole:
            raise self._wrong("the end line is damaged; it reads “end N moves, fingerprint F, RESULT”.")
        if count[1] != str(len(self.entries)):
            raise self._wrong(
                f"the end line counts {count[1]} moves, but there are {len(self.entries)} above it."
            )
        self.lines["end"] = self.line
        self.record.fingerprint = int(mark[1], 16)
        self.record.result = parts[2]

    def _check_header(self) -> None:
        needed = (*ONCE[:-1], *SEALED) if "sealed" in self.header else ONCE
        for key in needed:
            if key not in self.header:
                raise self._wrong(f"the header has no line “{key}”.")
        allowed = (*needed, *OPTIONAL) if "sealed" in self.header else (*needed, "data")
        for key in self.header:
            if key not in allowed:
                self.line = self.lines[key]
                raise self._wrong(f"“{key}” has no place in this header.")
        for number in self.pairs["nonce"]:
            if "sealed" not in self.header or int(number) > int(self.header["seats"]):
                self.line = self.lines[f"nonce {number}"]
                raise self._wrong(f"“nonce {number}” has no place in this header.")

    def _json(self, key: str, text: str) -> Json:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise self._wrong(f"the text after “{key}” is not JSON.") from error
        if not isinstance(found, dict):
            raise self._wrong(f"the text after “{key}” must be a JSON object.")
        return found

    def _wrong(self, sentence: str) -> BadRecord:
        return BadRecord(f"Line {self.line}: {sentence}")


def _whole(text: str) -> bool:
    """Whether the text is a whole number, written as ``str`` writes it."""
    digits = text[1:] if text.startswith("-") else text
    return digits.isascii() and digits.isdecimal() and len(digits) < 1000


def _counts(text: str) -> bool:
    """Whether the text is a small number from 1, written as ``str`` writes it."""
    return _whole(text) and len(text) < 3 and text[0] not in "-0"


def _one_line(text: str) -> str:
    return " ".join(CONTROL.sub(" ", text).split()) or "-"


def _hexadecimal(text: str, digits: int) -> bool:
    """Whether the text consists of this many hexadecimal digits, or of any even number of them."""
    fits = len(text) == digits if digits else len(text) % 2 == 0
    return fits and all(letter in "0123456789abcdef" for letter in text)
