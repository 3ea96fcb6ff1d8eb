"""Self-play on disk: every decision of many games between bots, in Parquet shards.

A folder holds ``train/`` and ``test/`` with a shard for every ``SHARD_GAMES`` games, or fewer after a stopped
run; ``_dataset.json`` with the plan and a digest of each shard; and ``_README.md``, a card that explains the
columns. A row is one decision.

Parquet readers skip files that start with an underscore, and Hugging Face ``datasets`` takes splits from the
names of folders, so both read the folder as it is.

>>> from tempfile import mkdtemp
>>> from pathlib import Path
>>> folder = Path(mkdtemp())
>>> plan = Plan("krakow", ["random"] * 4, games=2, seed=7, options={"years": 1})
>>> dataset = Dataset.begin(folder, plan)
>>> for number in dataset.missing():
...     dataset.add(*Recorder(plan)(number))
>>> batch = next(batches(folder, 16))
>>> batch["observation"].shape[0], batch["mask"].shape, bool((batch["policy"].sum(axis=1) == 1).all())
(16, (16, 190), True)

The seed of a game and its moves in order are the whole game:

>>> turns = plan.setting.start(int(batch["seed"][0]))
>>> for seat, move in zip(batch["seat"], batch["move"]):
...     assert turns.seat == seat
...     turns.play(int(move))
"""

import json
import re
from collections.abc import Iterator
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from spyring import __version__
from spyring.bots import make
from spyring.bots.bot import Bot
from spyring.bots.fixtures import fixture
from spyring.bots.search import WAIT_MOVE, Search
from spyring.bots.trace import BotFailed
from spyring.bots.turns import Turns
from spyring.engine.errors import BadSeats, SpyringError
from spyring.engine.game import Game
from spyring.files import put
from spyring.research import missing
from spyring.research.card import LICENCE, TEST, TRAIN, card, split_of
from spyring.research.setting import Setting

try:
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error, "record") from error

SCHEMA: Final = 6
"""The version of header and columns that we write."""
READ: Final = (5, SCHEMA)
"""The versions that we read. Schema 5 had no splits, and the header beside the shards."""
SHARD_GAMES: Final = 32  # games that are written together
HEADER: Final = "_dataset.json"
HEADER_5: Final = "dataset.json"
CARD: Final = "_README.md"
SPLITS: Final = ("all", TRAIN, TEST)
SHARD_NAME: Final = re.compile(rf"(?:({TRAIN}|{TEST})/)?games-(\d{{8}})-(\d{{8}})\.parquet")

Batch = dict[str, "NDArray[Any]"]


class BadDataset(SpyringError):
    """The folder holds something else, or is damaged."""


class Plan:
    """The games to play: the bots by seat, the number of games, the seed and the options."""

    def __init__(
        self,
        game: str | Game,
        bots: list[str],
        games: int,
        seed: int = 1,
        level: str = "now",
        options: dict[str, Any] | None = None,
        box: Path | None = None,
    ) -> None:
        self.bots = bots
        self.games = games
        self.seed = seed
        self.options = options or {}
        self.setting = Setting(game, len(bots), level, self.options, box=box)
        for bot in bots:
            make(bot)  # refuses an unknown bot before anything is written

    def __reduce__(self) -> Any:
        setting = self.setting
        return Plan, (setting.game, self.bots, self.games, self.seed, setting.level, self.options)

    def header(self) -> dict[str, Any]:
        """What the folder says about itself; all but the number of games must stay."""
        game = self.setting.game
        return {
            "schema": SCHEMA,
            "program": __version__,
            "licence": LICENCE,
            "game": game.name,
            "rules": game.rules_version,
            "box": f"{game.box_name} {game.box_digest()}",
            "bots": self.bots,
            "seed": self.seed,
            "level": self.setting.level,
            "options": {name: str(value) for name, value in self.options.items()},
            "observation": self.setting.size,
            "layout": game.encoding.digest(),
            "moves": self.setting.moves,
        }


class Dataset:
    """A folder of shards, and the games that wait for others of their shard."""

    def __init__(self, folder: Path, header: dict[str, Any], games: int) -> None:
        self.folder = folder
        self.header = header
        self.games = games
        self.digests: dict[str, str] = {}  # of the shards, by the names of their files
        self.there: set[int] = set()  # the games that are in shards
        self.waiting: dict[int, bytes] = {}  # games that are in no shard yet, as a Recorder hands them over

    @classmethod
    def begin(cls, folder: Path, plan: Plan) -> "Dataset":
        """Open the folder for a plan: a new one, or one in which the same was begun."""
        found = cls(folder, plan.header(), plan.games)
        try:
            if (folder / HEADER).exists() or (folder / HEADER_5).exists():
                if cls.read(folder).header != found.header:
                    raise BadDataset(f"{folder} holds games of another plan. Choose another folder.")
                found.look_up()
            elif folder.exists() and any(folder.iterdir()):
                raise BadDataset(f"{folder} is not empty and holds no games. Choose another folder.")
            else:
                folder.mkdir(parents=True, exist_ok=True)
                found.note()
        except OSError as error:
            raise BadDataset(f"{folder} cannot be used for the games: {error.strerror}.") from error
        for path in found.shards():
            if path.exists():  # a damaged shard stops the run; a missing one is recorded again
                found.opened(path)
                found.there |= games_of(found.name_of(path))
        return found

    @classmethod
    def read(cls, folder: Path) -> "Dataset":
        """An existing folder."""
        found = cls(folder, {}, 0)
        found.header = found.look_up()
        return found

    def look_up(self) -> dict[str, Any]:
        """Read the names of the shards; returns the rest of the header."""
        path = self.folder / HEADER
        if not path.exists() and (self.folder / HEADER_5).exists():
            path = self.folder / HEADER_5
        try:
            header = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadDataset(f"{self.folder} holds no games: {error.strerror}.") from error
        except ValueError as error:
            raise BadDataset(f"{path} is damaged.") from error
        schema = header.get("schema") if isinstance(header, dict) else None
        if schema not in READ:
            raise BadDataset(
                f"{self.folder} has schema {schema}; this version reads {READ[0]} to {SCHEMA}. "
                "Record the games again, in another folder."
            )
        shards = header.pop("shards", None)
        if not isinstance(shards, dict) or not all(SHARD_NAME.fullmatch(name) for name in shards):
            raise BadDataset(f"{path} is damaged.")
        self.digests = shards
        for found in self.folder.rglob("*.parquet"):
            if self.name_of(found) not in self.digests:
                raise BadDataset(f"{found} is not a shard of this folder. Remove it.")
        return dict(header)

    def note(self) -> None:
        """Write the header and the card."""
        shards = dict(sorted(self.digests.items()))
        text = json.dumps({**self.header, "shards": shards}, indent=1)
        put(self.folder / HEADER, text + "\n")
        put(self.folder / CARD, card(self.header, shards))

    def missing(self) -> list[int]:
        """The games that are not recorded yet."""
        done = self.there | self.waiting.keys()
        return [number for number in range(self.games) if number not in done]

    def add(self, number: int, game: bytes) -> None:
        """Add a game; the last game of a shard writes the shard."""
        self.waiting[number] = game
        first = number - number % SHARD_GAMES
        shard = [
            each for each in range(first, min(first + SHARD_GAMES, self.games)) if each not in self.there
        ]
        if all(each in self.waiting for each in shard):
            self.write(shard)

    def flush(self) -> None:
        """Write the waiting games in shorter shards."""
        for first in sorted({number - number % SHARD_GAMES for number in self.waiting}):
            self.write([number for number in sorted(self.waiting) if first <= number < first + SHARD_GAMES])

    def write(self, numbers: list[int]) -> None:
        """Write games: each run of a split as one shard, whole or not at all."""
        for split in (TRAIN, TEST):
            self.write_split(split, [number for number in numbers if split_of(number) == split])

    def write_split(self, split: str, numbers: list[int]) -> None:
        """Write games of one split."""
        while numbers:
            without_gap = [game for game in range(numbers[0], numbers[-1] + 1) if split_of(game) == split]
            run = [number for number, game in zip(numbers, without_gap, strict=False) if number == game]
            numbers = numbers[len(run) :]
            table = pa.concat_tables(pa.ipc.open_stream(self.waiting[number]).read_all() for number in run)
            file = BytesIO()
            pq.write_table(table, file, compression="zstd")
            self.put_shard(split, run, file.getvalue())
            for number in run:
                del self.waiting[number]

    def put_shard(self, split: str, run: list[int], shard: bytes) -> None:
        """Write the digest first, then the shard: a shard that is lost in between is recorded again."""
        path = self.folder / split / f"games-{run[0]:08d}-{run[-1] + 1:08d}.parquet"
        partly = path.with_name(f".{path.name}.part")  # hidden from readers
        try:
            path.parent.mkdir(exist_ok=True)
            gone = [name for name in self.digests if not games_of(name).isdisjoint(run)]
            for name in gone:
                del self.digests[name]  # recorded again in another shard
            self.digests[self.name_of(path)] = digest(shard)
            self.note()
            partly.write_bytes(shard)
            partly.replace(path)
            self.there.update(run)
        except OSError as error:
            raise BadDataset(f"{path} cannot be written: {error.strerror}.") from error

    def shards(self) -> list[Path]:
        """The files of all shards, in the order of their games."""
        return sorted((self.folder / name for name in self.digests), key=lambda path: path.name)

    def name_of(self, path: Path) -> str:
        """The name of a shard in the header."""
        return path.relative_to(self.folder).as_posix()

    def opened(self, path: Path) -> Any:
        """A shard, after checking its digest."""
        try:
            shard = path.read_bytes()
        except FileNotFoundError as error:
            raise BadDataset(f"{path} is missing. Repeat the command that recorded it.") from error
        except OSError as error:
            raise damaged(path) from error
        if digest(shard) != self.digests[self.name_of(path)]:
            raise damaged(path)
        return pq.ParquetFile(pa.BufferReader(shard))


def games_of(name: str) -> set[int]:
    """The games of a shard, by the name of its file.

    >>> games_of("train/games-00000037-00000041.parquet"), games_of("test/games-00000039-00000050.parquet")
    ({40, 37, 38}, {49, 39})
    """
    found = SHARD_NAME.fullmatch(name)
    assert found is not None
    split, first, end = found.groups()
    return {game for game in range(int(first), int(end)) if split in (None, split_of(game))}


def digest(shard: bytes) -> str:
    """The digest of a shard."""
    return blake2b(shard, digest_size=16).hexdigest()


def damaged(path: Path) -> BadDataset:
    return BadDataset(f"{path} is damaged. Remove it and repeat the command that recorded it.")


class Recorder:
    """Plays single games in a worker."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def name(self, number: int) -> str:
        """A piece of work in words."""
        return f"Game {number} ({', '.join(self.plan.bots)})"

    def __call__(self, number: int) -> tuple[int, bytes]:
        """A game and its rows, as a stream of Arrow."""
        game = self.play(number)
        file = BytesIO()
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        with pa.ipc.new_stream(file, game.schema, options=options) as stream:
            stream.write_table(game)
        return number, file.getvalue()

    def play(self, number: int) -> Any:
        """One game, with a row for every decision."""
        setting = self.plan.setting
        game = fixture(tuple(self.plan.bots), number, self.plan.seed)
        turns = setting.start(game.seed, events=True)  # a search remembers events
        bots = [make(name, own) for name, own in zip(game.players, game.bot_seeds, strict=True)]
        rows: list[tuple[Any, ...]] = []
        while turns.seat >= 0:
            seat = turns.seat
            out = bytearray(setting.size)
            turns.state.encode(seat, out)
            legal = turns.legal()
            try:
                move, policy, value = thought(bots[seat], turns, legal)
            except Exception as error:
                raise BotFailed.at(game.players[seat], int(turns.made) + 1, number, error) from error
            rows.append((number, game.seed, len(rows), seat, bytes(out), legal, move, policy, value))
        outcome = turns.state.outcome
        assert outcome is not None
        return table(rows, list(setting.game.rewards(outcome)), setting.size)


def thought(bot: Bot, turns: Turns, legal: tuple[int, ...]) -> tuple[int, list[float], float | None]:
    """Let a bot move; returns the move, the share of tries for each legal move, and the expected value."""
    seat = turns.seat
    before = int(bot.thought) if isinstance(bot, Search) else 0
    move = turns.act(bot)
    if isinstance(bot, Search) and int(bot.thought) > before:
        own = [node for node in bot.tree.branches.values() if node.seat == seat]
        visits = {turns.wait if node.move == WAIT_MOVE else int(node.move): node for node in own}
        counts = [int(visits[one].visits) if one in visits else 0 for one in legal]
        total = sum(counts)
        if total:
            got = sum(node.total for one, node in visits.items() if one in legal)
            return move, [count / total for count in counts], got / total
    return move, [float(one == move) for one in legal], None


def table(rows: list[tuple[Any, ...]], rewards: list[float], size: int) -> Any:
    """The decisions of a game as Parquet keeps them; ``rewards`` by seat."""
    types = {
        "game": pa.int64(),
        "seed": pa.int64(),
        "ply": pa.int32(),
        "seat": pa.int8(),
        "observation": pa.binary(size),
        "legal": pa.list_(pa.int32()),
        "move": pa.int32(),
        "policy": pa.list_(pa.float32()),
        "value": pa.float32(),
    }
    columns = zip(types.items(), zip(*rows, strict=True), strict=True)
    found = {name: pa.array(column, kind) for (name, kind), column in columns}
    found["reward"] = pa.array([rewards[row[3]] for row in rows], pa.float32())
    return pa.table(found)


def batches(folder: Path, size: int = 1024, split: str = "all") -> Iterator[Batch]:
    """Stream decisions as arrays of up to ``size`` rows, shard by shard: all, or the ``split`` "train" or
    "test" (see the folder's card).

    ``mask`` and ``policy`` are indexed by move; ``value`` is NaN for bots without a search. Every array can
    be passed to ``torch.from_numpy``.
    """
    if split not in SPLITS:
        raise BadDataset(f"Unknown split {split}. Choose one of {', '.join(SPLITS)}.")
    dataset = Dataset.read(Path(folder))
    moves = int(dataset.header["moves"])
    for path in dataset.shards():
        shard = dataset.opened(path)
        try:
            for part in shard.iter_batches(size):
                chosen = part if split == "all" else part.filter(pa.array(in_split(part, split)))
                if len(chosen):
                    yield arrays(chosen, moves)
        except (pa.ArrowException, OSError) as error:
            raise damaged(path) from error


def in_split(part: Any, split: str) -> list[bool]:
    """Which rows belong to a split."""
    return [split_of(game) == split for game in part.column("game").to_pylist()]


def arrays(part: Any, moves: int) -> Batch:
    """A batch of rows as arrays."""
    column = {name: part.column(name) for name in part.schema.names}
    count = len(part)
    width = column["observation"].type.byte_width
    seen = np.frombuffer(b"".join(column["observation"].to_pylist()), np.uint8).reshape(count, width)
    legal = column["legal"]
    lengths = np.diff(legal.offsets.to_numpy())
    rows = np.repeat(np.arange(count), lengths)
    mask = np.zeros((count, moves), np.uint8)
    policy = np.zeros((count, moves), np.float32)
    chosen = legal.flatten().to_numpy()
    mask[rows, chosen] = 1
    policy[rows, chosen] = column["policy"].flatten().to_numpy()
    found: Batch = {"observation": seen.copy(), "mask": mask, "policy": policy}
    for name in ("game", "seed", "ply", "seat", "move", "value", "reward"):
        found[name] = column[name].to_numpy(zero_copy_only=False).copy()
    return found


def line_up(bots: list[str], seats: int) -> list[str]:
    """The bot of each seat: one for all, or one for each."""
    if len(bots) not in (1, seats):
        raise BadSeats(f"There are {seats} seats. Name one bot for all, or {seats}, not {len(bots)}.")
    return bots * seats if len(bots) == 1 else bots
