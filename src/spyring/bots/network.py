"""A network that plays: how it likes moves, from what one seat perceives.

It corrects the game's own judgement (``strategy.py``), which is an input of the network: one that has learned
nothing plays by the judgement alone.

A file is an ``npz`` of a small perceptron, with a header that says what it was made for and how. Older files
also hold layers that judge positions (``seat``, ``value``); those are ignored. numpy and
threadpoolctl are needed only where a network plays, so they are imported by name when the first file is read;
everything else here runs without them.
"""

import hashlib
import json
import math
import os
import threading
from importlib import import_module
from types import TracebackType
from typing import Any, Final

from spyring.bots.bot import Bot, choices
from spyring.bots.plain import best
from spyring.engine.definition import Definition
from spyring.engine.errors import SpyringError
from spyring.engine.growth import FIRST, UPDATE
from spyring.engine.i18n import _
from spyring.engine.state import State
from spyring.engine.strategy import POINTLESS

FORMAT: Final = 1  # of files
MAX_FILE_BYTES: Final = 4 << 20  # bytes of a file
UNKNOWN: Final = 255  # in a vector, what the seat does not know
MAX_WEIGHT_GAP: Final = 12.0  # by so much at most is a move liked less than the best one

_loaded: dict[tuple[str, int, int], "Network"] = {}  # by path, time and size: tables share their networks


class BadNetwork(SpyringError):
    """A file that is no network, or not one for this game."""


class SingleThread:
    """Holds BLAS to one thread while a network is asked, whatever the environment says.

    The products are so small that waking other threads costs ten times what they save. Some libraries have
    one setting for the process, others one for each thread, so only one thread at a time is inside.
    """

    def __init__(self) -> None:
        found = import_module("threadpoolctl").ThreadpoolController().select(user_api="blas")
        self.libraries: list[Any] = []
        for library in found.lib_controllers:
            if library.get_num_threads() is not None:
                self.libraries.append(library)
        self.usual: list[int] = []
        self.lock = threading.Lock()

    def __enter__(self) -> None:
        self.lock.acquire()
        self.usual = [library.get_num_threads() for library in self.libraries]
        for library in self.libraries:
            set_threads(library, 1)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for at in range(len(self.libraries)):
            set_threads(self.libraries[at], self.usual[at])
        self.lock.release()


def set_threads(library: Any, count: int) -> None:
    """Change the threads of one BLAS library, from any thread."""
    # threadpoolctl lets one thread alone set OpenBLAS, until that thread lets go of it.
    let_go = getattr(library, "clear_controlling_thread", None)
    if let_go is not None:
        let_go(force=True)
    library.set_num_threads(count)
    if let_go is not None:
        let_go()


_single_thread: list[SingleThread] = []  # one for the process, made when numpy has been imported


class Network:
    """Weights, and what they were made for. ``policy`` are the layers from a vector to priors."""

    def __init__(self, name: str, header: dict[str, Any], arrays: dict[str, Any]) -> None:
        self.name = name
        self.header = header
        self.numpy: Any = import_module("numpy")
        if not _single_thread:
            _single_thread.append(SingleThread())
        self.single_thread = _single_thread[0]
        self.levels = scale(self.numpy)
        self.policy = layers(arrays, "policy")
        self.trust_in_weights = float(arrays["trust"][0])
        self.game = str(header["game"])
        self.box = str(header["box"])
        self.rules = int(header["rules"])
        self.encoding = str(header["encoding"])
        self.seats = int(header["seats"])
        self.version = int(header.get("layout", FIRST))  # the data version of the layout it was made for
        self.moves = len(self.policy[-1][1])  # those that came later are unknown to it
        self.knows_all = True  # all moves of the game
        self.columns: Any = None  # where in a vector the numbers are that it knows; None if it knows all
        self._fits: Definition[Any] | None = None  # the game that it was checked for last

    def check(self, game: Definition[Any], seats: int) -> None:
        """Refuse another game, box, encoding or number of seats than it was made for."""
        if game is self._fits and seats == self.seats:
            return
        made_for = f"{self.game} with {self.seats} seats"
        if self.game != game.name or self.seats != seats:
            raise BadNetwork(f"{self.name} is for {made_for}, not for {game.name} with {seats} seats.")
        if self.box != game.box_name:
            raise BadNetwork(f"{self.name} is for the box {self.box}, not for {game.box_name}.")
        newer = self.rules > game.rules_version or self.moves > len(game.moves)
        if newer or self.version > game.encoding.version:
            raise BadNetwork(f"{self.name} is for a newer version of {made_for}. {UPDATE}")
        then = encoding_digest(game, self.version, self.moves)
        if self.rules != game.rules_version or self.encoding != then:
            raise BadNetwork(
                f"{self.name} is for {made_for} as an earlier version of the program knew it; "
                f"rules or encoding have changed since. Train it again."
            )
        self.knows_all = self.moves == len(game.moves)
        self.columns = self._columns(game)
        self._fits = game

    def _columns(self, game: Definition[Any]) -> Any:
        """The places of a vector that the network was made for, in their order."""
        if self.version == game.encoding.version:
            return None
        known = [block for block in game.encoding.blocks if block.since <= self.version]
        now = [block for block in known if block.level == "now"]
        return self.numpy.concatenate([self.numpy.arange(b.at, b.at + b.size) for b in now])

    def _read(self, vector: bytes) -> Any:
        """What the network is given of a vector."""
        seen = self.numpy.frombuffer(vector, self.numpy.uint8)
        return self.levels[seen if self.columns is None else seen[self.columns]]

    def _corrections(self, seen: Any, moves: list[int]) -> list[float]:
        """What the last layer adds to each move; to those it does not know as much as to others."""
        weight, bias = self.policy[-1]
        if self.knows_all:
            likings: list[float] = (seen @ weight[:, moves] + bias[moves]).tolist()
            return likings
        known = [move for move in moves if move < self.moves]
        found: list[float] = (seen @ weight[:, known] + bias[known]).tolist()
        usual = sum(found) / len(found) if found else 0.0
        by_move = dict(zip(known, found))
        return [by_move.get(move, usual) for move in moves]

    def priors(self, world: State, seat: int, moves: list[int], weights: list[float]) -> list[float]:
        """How a seat likes moves that the judgement gave ``weights``, as logarithms of chances, shifted."""
        vector = world.game.encoding.vector(world, seat, False)
        with self.single_thread:
            seen = self._read(vector)
            for weight, bias in self.policy[:-1]:
                seen = seen @ weight + bias
                seen *= seen > 0
            corrections = self._corrections(seen, moves)
        merits = relative(weights)
        return [self.trust_in_weights * merits[at] + corrections[at] for at in range(len(moves))]


class NetworkBot(Bot):
    """The move that a network likes best, without looking ahead."""

    def __init__(self, network: Network, seed: int = 0) -> None:
        super().__init__(seed)
        self.network = network

    def choose(self, state: State, seat: int) -> int:
        moves = choices(state, seat)
        self.network.check(state.game, int(state.seats))
        if len(moves) == 1:
            self.because(_("There was no other move."))
            return moves[0]
        world = state.resample(seat, self.dice.next_seed())
        weights = state.game.strategy.priors(world, seat, moves)
        priors = self.network.priors(world, seat, list(moves), weights)
        for at in range(len(moves)):
            if weights[at] <= POINTLESS:
                priors[at] = POINTLESS
        self.because(_("At a glance this looked best."))
        return moves[best(priors, self.dice.real())]

    def wants(self, state: State, seat: int) -> int | None:
        """As the judgement does: networks learn from seats that are asked."""
        moves = state.legal(seat)
        if not moves:
            return None
        world = state.resample(seat, self.dice.next_seed())
        weights = state.game.strategy.priors(world, seat, moves)
        at = best(weights, self.dice.real())
        if weights[at] <= 0.0:
            return None
        self.because(_("At a glance this looked best."))
        return moves[at]


def load(path: str) -> Network:
    """The network in a file; who asks for the same file again gets the same one."""
    try:
        facts = os.stat(path)
    except OSError as error:
        raise BadNetwork(f"The network {path} cannot be read: {error.strerror}.") from error
    key = (os.path.abspath(path), facts.st_mtime_ns, facts.st_size)
    found = _loaded.get(key)
    if found is None:
        found = read(path, facts.st_size)
        _loaded[key] = found
    return found


def read(path: str, size: int) -> Network:
    """A file made into a network."""
    if size > MAX_FILE_BYTES:
        raise BadNetwork(f"The network {path} has {size} bytes; at most {MAX_FILE_BYTES} are allowed.")
    try:
        numpy: Any = import_module("numpy")
        import_module("threadpoolctl")
    except ModuleNotFoundError as error:
        raise BadNetwork(
            "Networks need numpy and threadpoolctl. Install them with: pip install numpy threadpoolctl."
        ) from error
    try:
        with numpy.load(path, allow_pickle=False) as file:
            header = json.loads(bytes(file["header"]).decode())
            arrays = {name: file[name].astype(numpy.float32) for name in file.files if name != "header"}
        if header["format"] != FORMAT:
            raise BadNetwork(f"{path} has format {header['format']}; this program reads {FORMAT}. {UPDATE}")
        return Network(os.path.basename(path), header, arrays)
    except BadNetwork:
        raise
    except Exception as error:  # whatever a broken file makes of its reader
        raise BadNetwork(f"{path} is not a Spyring network.") from error


def layers(arrays: dict[str, Any], name: str) -> list[tuple[Any, Any]]:
    """The layers of one perceptron: weights and bias each."""
    found: list[tuple[Any, Any]] = []
    while f"{name}{len(found)}w" in arrays:
        number = len(found)
        found.append((arrays[f"{name}{number}w"], arrays[f"{name}{number}b"]))
    return found


def scale(numpy: Any) -> Any:
    """By what is written in a vector, what a network is given: counts grow slowly, the unknown is apart."""
    found = numpy.log1p(numpy.arange(256, dtype=numpy.float32)) / math.log(2.0)
    found[UNKNOWN] = -1.0
    return found


def relative(weights: list[float]) -> list[float]:
    """What the judgement thinks of moves, from 0 for the best one down."""
    highest = max(weights)
    return [max(-MAX_WEIGHT_GAP, weight - highest) for weight in weights]


def encoding_digest(game: Definition[Any], version: int, moves: int) -> str:
    """What changes when the numbers of a vector, or of moves, no longer mean what they did: in the layout of
    a data version, when there were so many moves.
    """
    blocks = [[block.name, block.at, block.axes, block.level] for block in game.encoding.blocks_of(version)]
    verbs = [[verb.name, verb.base, verb.size] for verb in game.moves.verbs if verb.base < moves]
    return hashlib.sha256(json.dumps([blocks, verbs]).encode()).hexdigest()[:16]
