"""Files of networks: weights of 16 bits, and a header with their game and their making."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from spyring.bots.network import FORMAT, MAX_FILE_BYTES, BadNetwork, encoding_digest
from spyring.engine.game import Game


def header_of(game: Game, seats: int, options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The game of a network; ``more`` is its making (command, seed, digest of the data, curve)."""
    return {
        "format": FORMAT,
        "game": game.name,
        "box": game.box_name,
        "seats": seats,
        "options": options,
        "rules": game.rules_version,
        "layout": game.encoding.version,
        "encoding": encoding_digest(game, game.encoding.version, len(game.moves)),
        "size": game.encoding.now,
        "moves": len(game.moves),
        **more,
    }


def write(path: Path, header: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Write a file for ``net:FILE``; refuses one that is too large."""
    half: dict[str, Any] = {name: np.asarray(array, np.float16) for name, array in arrays.items()}
    size = sum(array.nbytes for array in half.values())
    if size > MAX_FILE_BYTES - 65536:
        raise BadNetwork(
            f"This network has {size} bytes of weights; {MAX_FILE_BYTES} are allowed. Reduce its width."
        )
    part = path.with_suffix(".part.npz")
    np.savez(part, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **half)
    part.replace(path)


def digest_of(files: Iterable[Path]) -> str:
    """One digest of all files."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
