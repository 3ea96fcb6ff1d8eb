"""Check that every draw of a finished game followed from what was committed to before it.

Written from docs/fairness.md alone, with the standard library only; nothing of Spyring is imported. A file
of draws comes from a saved record:

    spyring replay --draws FILE.record > draws.json
    python verify_chance.py draws.json [--commitment HEX] [--start HEX] [--nonce SEAT:HEX]

What follows the file is what you, or your browser, kept from before: compare it, or you know only that the
file agrees with itself.
"""

import argparse
import json
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

WORDS = 1 << 32


class Wrong(Exception):
    """Something does not follow."""


def framed(data: bytes) -> bytes:
    return len(data).to_bytes(8, "little") + data


def commitment(scheme: int, table: str, secret: bytes) -> bytes:
    if scheme == 1:
        return blake2b(secret, digest_size=32).digest()
    if scheme == 2:
        data = framed(table.encode()) + framed(secret)
        return blake2b(data, digest_size=32, person=b"spyring commit").digest()
    raise Wrong(f"there is no scheme {scheme}")


def key_of(table: str, secret: bytes, nonces: list[bytes]) -> bytes:
    data = framed(table.encode()) + b"".join(framed(nonce) for nonce in nonces)
    return blake2b(data, key=secret, digest_size=32, person=b"spyring table").digest()


def start(key: bytes) -> bytes:
    return blake2b(key, digest_size=32, person=b"spyring start").digest()


class Chance:
    """The row of words of a table."""

    def __init__(self, key: bytes, drawn: int = 0, path: bytes = b"") -> None:
        self.key, self.drawn, self.path = key, drawn, path

    def move(self, seat: int, code: int) -> None:
        data = self.path + f"{seat} {code}".encode()
        self.path = blake2b(data, digest_size=32, person=b"spyring path").digest()

    def word(self) -> int:
        block, place = divmod(self.drawn, 16)
        self.drawn += 1
        data = self.path + block.to_bytes(8, "little")
        digest = blake2b(data, digest_size=64, key=self.key, person=b"spyring chance").digest()
        return int.from_bytes(digest[4 * place : 4 * place + 4], "little")

    def draw(self, sides: int) -> int:
        if not 1 <= sides <= 1 << 31:
            raise Wrong(f"nothing has {sides} sides")
        while (word := self.word()) >= WORDS - WORDS % sides:
            pass
        return word % sides

    def shuffle(self, things: list[Any]) -> None:
        for at in range(len(things) - 1, 0, -1):
            other = self.draw(at + 1)
            things[at], things[other] = things[other], things[at]


def check_draws(chance: Chance, draws: list[list[int]], where: str) -> int:
    for number, (sides, claimed) in enumerate(draws, 1):
        found = chance.draw(sides)
        if found != claimed:
            raise Wrong(f"{where}, draw {number} of {sides} sides: {claimed} is claimed, {found} follows")
    return len(draws)


def check_kept(game: dict[str, Any], kept: argparse.Namespace) -> None:
    """Compare with what was written down before the first move."""
    for name in ("commitment", "start"):
        mine = getattr(kept, name)
        if mine is not None and mine != game[name]:
            raise Wrong(f"another {name} was shown before")
    for text in kept.nonce:
        seat, _colon, nonce = text.partition(":")
        if game["nonces"][int(seat)] != nonce:
            raise Wrong(f"another nonce was added at seat {seat}")


def check(game: dict[str, Any]) -> int:
    """Check everything that follows from something else; returns how many draws there were."""
    if game["format"] != "spyring draws 1":
        raise Wrong(f"unknown file format: {game['format']}")
    secret, nonces = bytes.fromhex(game["secret"]), [bytes.fromhex(nonce) for nonce in game["nonces"]]
    if len(secret) != 32:
        raise Wrong("a secret has 32 bytes")
    if commitment(game["scheme"], game["table"], secret).hex() != game["commitment"]:
        raise Wrong("the secret is not the one that was committed to")
    key = key_of(game["table"], secret, nonces)
    if start(key).hex() != game["start"]:
        raise Wrong("the start does not follow from the secret and the nonces")
    chance = Chance(key, game["began"]["drawn"], bytes.fromhex(game["began"]["path"]))
    count = check_draws(chance, game["set_up"], "set-up")
    for number, made in enumerate(game["moves"], 1):
        chance.move(made["seat"], made["move"])
        count += check_draws(chance, made["draws"], f"move {number} ({made['text']})")
    return count


def main(given: list[str]) -> int:
    wanted = argparse.ArgumentParser(description="Check the draws of a finished game.")
    wanted.add_argument("file", type=Path)
    wanted.add_argument("--commitment", help="as it was shown before a nonce was drawn")
    wanted.add_argument("--start", help="as it was shown at the first move")
    wanted.add_argument("--nonce", action="append", default=[], metavar="SEAT:HEX", help="seats count from 0")
    kept = wanted.parse_args(given)
    game = json.loads(kept.file.read_text(encoding="utf-8"))
    try:
        check_kept(game, kept)
        count = check(game)
    except Wrong as wrong:
        print(f"Wrong: {wrong}.")
        return 1
    print(f"All {count} draws of table {game['table']} follow from what was committed to.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
