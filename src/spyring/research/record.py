"""Self-play on disk: every decision of many games between bots, in Parquet shards.

A folder holds ``dataset.json``, which says what was played, and a shard for every ``SHARD`` games. A row is
one decision: ``game``, ``ply``, ``seat``; ``observation``; ``legal`` moves, the ``move`` made, and the
``policy`` over the legal ones (how a search divided its thoughts; the move itself for other bots); ``value``,
what a search expected for the seat (null for other bots); ``reward``, what the game brought to the seat.

>>> from tempfile import mkdtemp
>>> from pathlib import Path
>>> folder = Path(mkdtemp())
>>> plan = Plan("krakow", ["random"] * 4, games=2, seed=7, options={"years": 1})
>>> dataset = Dataset.begin(folder, plan)
>>> for piece in dataset.missing():
...     dataset.write(*Recorder(plan)(piece))
>>> batch = next(batches(folder, 16))
>>> batch["observation"].shape[0], batch["mask"].shape, bool((batch["policy"].sum(axis=1) == 1).all())
(16, (16, 189), True)
"""

import json
import os
from collections.abc import Iterator
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from spyring.bots import make
from spyring.bots.bot import Bot
from spyring.bots.search import Search
from spyring.engine.chance import seeded
from spyring.engine.errors import BadSeats, SpyringError
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.files import PRIVATE, put
from spyring.research import missing
from spyring.research.setting import Setting

try:
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error, "record") from error

SCHEMA: Final = 2
"""The version of the header and the columns; a reader refuses others."""
SHARD: Final = 32  # games in one file
HEADER: Final = "dataset.json"

Batch = dict[str, "NDArray[Any]"]
Piece = tuple[int, int]  # the first game of a shard, and the one after its last


class BadDataset(SpyringError):
    """A folder that holds something else, or something damaged."""


class Plan:
    """What is to be played: the bots by seat, how many games, from which seed, with which options."""

    def __init__(
        self,
        game: str,
        bots: list[str],
        games: int,
        seed: int = 1,
        level: str = "now",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.bots = bots
        self.games = games
        self.seed = seed
        self.level = level
        self.options = options or {}
        self.setting = Setting(game, len(bots), level, self.options)
        for bot in bots:
            make(bot)  # an unknown bot is refused before anything is written

    def __reduce__(self) -> Any:
        return Plan, (self.game, self.bots, self.games, self.seed, self.level, self.options)

    def header(self) -> dict[str, Any]:
        """What the folder says about itself; all but the number of games must stay."""
        game = self.setting.game
        return {
            "schema": SCHEMA,
            "game": self.game,
            "rules": game.rules_version,
            "box": f"{game.box_name} {game.box_digest()}",
            "bots": self.bots,
            "seed": self.seed,
            "level": self.level,
            "options": {name: str(value) for name, value in self.options.items()},
            "observation": self.setting.size,
            "layout": layout_digest(game),
            "moves": self.setting.moves,
        }


def layout_digest(game: Game) -> str:
    """A digest of what the numbers of a vector mean, so that nobody mixes two layouts."""
    text = json.dumps([(block.name, block.at, block.axes) for block in game.encoding.blocks])
    return blake2b(text.encode(), digest_size=8).hexdigest()


class Dataset:
    """A folder of shards."""

    def __init__(self, folder: Path, header: dict[str, Any], games: int) -> None:
        self.folder = folder
        self.header = header
        self.games = games

    @classmethod
    def begin(cls, folder: Path, plan: Plan) -> "Dataset":
        """Open the folder for a plan: a new one, or one in which the same was begun."""
        header = plan.header()
        path = folder / HEADER
        try:
            if path.exists():
                if cls.read(folder).header != header:
                    raise BadDataset(f"{folder} holds games of another plan; choose another folder.")
            elif folder.exists() and any(folder.iterdir()):
                raise BadDataset(f"{folder} is not empty, and holds no games; choose another folder.")
            else:
                folder.mkdir(parents=True, exist_ok=True)
                put(path, json.dumps(header, indent=1) + "\n", PRIVATE)  # the seed of all games
        except OSError as error:
            raise BadDataset(f"{folder} cannot hold the games: {error.strerror}.") from error
        found = cls(folder, header, plan.games)
        for shard in found.shards():
            opened(shard)  # a run does not go on beside a damaged one
        return found

    @classmethod
    def read(cls, folder: Path) -> "Dataset":
        """A folder that is there already."""
        try:
            header = json.loads((folder / HEADER).read_text(encoding="utf-8"))
        except OSError as error:
            raise BadDataset(f"{folder} holds no games: {error.strerror}.") from error
        except ValueError as error:
            raise BadDataset(f"{folder / HEADER} is damaged.") from error
        if not isinstance(header, dict) or header.get("schema") != SCHEMA:
            raise BadDataset(f"{folder} is written in another schema than {SCHEMA}.")
        return cls(folder, header, 0)

    def missing(self) -> list[Piece]:
        """The games that are not there yet, cut into shards."""
        there: set[int] = set()
        for path in self.shards():
            first, last = path.stem.split("-")[1:]
            there.update(range(int(first), int(last)))
        pieces: list[Piece] = []
        for number in range(self.games):
            if number in there:
                continue
            if pieces and pieces[-1][1] == number and number % SHARD:
                pieces[-1] = (pieces[-1][0], number + 1)
            else:
                pieces.append((number, number + 1))
        return pieces

    def write(self, piece: Piece, shard: bytes) -> None:
        """Put a shard into the folder, whole or not at all."""
        path = self.folder / f"games-{piece[0]:08d}-{piece[1]:08d}.parquet"
        partly = path.with_suffix(f".{os.getpid()}.part")
        try:
            partly.write_bytes(shard)
            partly.replace(path)
        except OSError as error:
            raise BadDataset(f"{path} cannot be written: {error.strerror}.") from error

    def shards(self) -> list[Path]:
        """The files that are there, in order."""
        return sorted(self.folder.glob("games-????????-????????.parquet"))


class Recorder:
    """Plays the games of one shard; a worker's piece of work, wherever the worker is."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, piece: Piece) -> tuple[Piece, bytes]:
        """The shard of these games, as its file holds it."""
        rows = Rows()
        for number in range(*piece):
            self.play(number, rows)
        file = BytesIO()
        pq.write_table(rows.table(self.plan.setting.size), file, compression="zstd")
        return piece, file.getvalue()

    def play(self, number: int, rows: "Rows") -> None:
        """One game, every decision of it a row."""
        setting = self.plan.setting
        seed = seeded(seeded(self.plan.seed) + number)
        state = setting.start(seed, events=True)  # search remembers what it was told
        bots = [make(name, seeded(seed ^ (seat + 1))) for seat, name in enumerate(self.plan.bots)]
        begin = len(rows.seat)
        while state.deciders:
            seat = state.deciders[0]
            out = bytearray(setting.size)
            state.encode(seat, out)
            legal = state.legal(seat)
            move, policy, value = thought(bots[seat], state, seat, legal)
            rows.add(number, len(rows.seat) - begin, seat, bytes(out), legal, move, policy, value)
            state.play(seat, move)
        outcome = state.outcome
        assert outcome is not None
        brought = setting.game.rewards(outcome)
        rows.reward += [brought[seat] for seat in rows.seat[begin:]]


def thought(
    bot: Bot, state: State, seat: int, legal: tuple[int, ...]
) -> tuple[int, list[float], float | None]:
    """The move of a bot, how it divided its thoughts among the legal ones, and what it expects."""
    before = int(bot.thought) if isinstance(bot, Search) else 0
    move = bot.choose(state, seat)
    if isinstance(bot, Search) and int(bot.thought) > before:
        visits = {int(node.move): node for node in bot.tree.branches.values() if node.seat == seat}
        counts = [int(visits[one].visits) if one in visits else 0 for one in legal]
        total = sum(counts)
        if total:
            got = sum(node.total for one, node in visits.items() if one in legal)
            return move, [count / total for count in counts], got / total
    return move, [float(one == move) for one in legal], None


class Rows:
    """The decisions of a shard, column by column."""

    def __init__(self) -> None:
        self.game: list[int] = []
        self.ply: list[int] = []
        self.seat: list[int] = []
        self.observation: list[bytes] = []
        self.legal: list[tuple[int, ...]] = []
        self.move: list[int] = []
        self.policy: list[list[float]] = []
        self.value: list[float | None] = []
        self.reward: list[float] = []

    def add(
        self,
        game: int,
        ply: int,
        seat: int,
        observation: bytes,
        legal: tuple[int, ...],
        move: int,
        policy: list[float],
        value: float | None,
    ) -> None:
        """One decision; its reward comes when the game is over."""
        self.game.append(game)
        self.ply.append(ply)
        self.seat.append(seat)
        self.observation.append(observation)
        self.legal.append(legal)
        self.move.append(move)
        self.policy.append(policy)
        self.value.append(value)

    def table(self, size: int) -> Any:
        """As Parquet keeps it."""
        return pa.table(
            {
                "game": pa.array(self.game, pa.int64()),
                "ply": pa.array(self.ply, pa.int32()),
                "seat": pa.array(self.seat, pa.int8()),
                "observation": pa.array(self.observation, pa.binary(size)),
                "legal": pa.array(self.legal, pa.list_(pa.int32())),
                "move": pa.array(self.move, pa.int32()),
                "policy": pa.array(self.policy, pa.list_(pa.float32())),
                "value": pa.array(self.value, pa.float32()),
                "reward": pa.array(self.reward, pa.float32()),
            }
        )


def batches(folder: Path, size: int = 1024) -> Iterator[Batch]:
    """Stream all decisions as arrays of up to ``size`` rows, shard by shard.

    ``mask`` and ``policy`` go by move of the book; ``value`` is NaN where nothing was expected. Every array
    can be handed to ``torch.from_numpy``.
    """
    dataset = Dataset.read(Path(folder))
    moves = int(dataset.header["moves"])
    for path in dataset.shards():
        shard = opened(path)
        try:
            for part in shard.iter_batches(size):
                yield arrays(part, moves)
        except (pa.ArrowException, OSError) as error:
            raise damaged(path) from error


def opened(path: Path) -> Any:
    """A shard, if it is whole."""
    try:
        return pq.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise damaged(path) from error


def damaged(path: Path) -> BadDataset:
    return BadDataset(f"{path} is damaged; remove it, and the same command records it anew.")


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
    for name in ("game", "ply", "seat", "move", "value", "reward"):
        found[name] = column[name].to_numpy(zero_copy_only=False).copy()
    return found


def line_up(bots: list[str], seats: int) -> list[str]:
    """The bot of each seat: one for all, or one for each."""
    if len(bots) not in (1, seats):
        raise BadSeats(f"There are {seats} seats: name one bot for all, or {seats}, not {len(bots)}.")
    return bots * seats if len(bots) == 1 else bots
