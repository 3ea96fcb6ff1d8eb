"""Unpredictable chance: BLAKE2b in counter mode under a secret key.

At tables where people play, every number comes from a key of 256 bits that only the server knows. The
numbers so far say nothing about the next one. When the game is over, the key can be published, and everyone
can check that the numbers were fixed before the first move.
"""

import hashlib
from typing import Final

from mypy_extensions import i64, mypyc_attr

KEY_BYTES: Final = 32
BLOCK_WORDS: Final = 16  # of 32 bits, from one digest of 64 bytes
PURPOSE: Final = b"spyring chance"
ALL: Final = 1 << 32
SCHEME: Final = 2  # of commitments; in the first scheme they did not bind the table
SCHEMES: Final = (1, SCHEME)


@mypyc_attr(allow_interpreted_subclasses=True)
class KeyedChance:
    """The numbers of a key, and how many of them were drawn.

    >>> one, other = KeyedChance(bytes(32)), KeyedChance(bytes(32))
    >>> [int(one.roll(6)) for _throw in range(9)] == [int(other.roll(6)) for _throw in range(9)]
    True
    >>> one.same(other), one.same(KeyedChance(bytes(32))), one.same(KeyedChance(b"1" * 32, one.drawn))
    (True, False, False)
    """

    def __init__(self, key: bytes, drawn: int = 0, path: bytes = b"") -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes")  # does not quote the value: it is secret
        self.key = key
        self.drawn: i64 = drawn
        self.path = path
        self.block = b""
        # Every draw as sides and number, if the caller wants them.
        self.draw_log: list[tuple[int, int]] | None = None

    def word(self) -> i64:
        """The next 32 bits."""
        at: i64 = self.drawn % BLOCK_WORDS * 4
        if at == 0 or not self.block:
            count = int(self.drawn // BLOCK_WORDS).to_bytes(8, "little")
            self.block = hashlib.blake2b(self.path + count, key=self.key, person=PURPOSE).digest()
        self.drawn += 1
        block = self.block
        low: i64 = block[at] | block[at + 1] << 8
        high: i64 = block[at + 2] | block[at + 3] << 8
        return high << 16 | low

    def roll(self, sides: i64) -> i64:
        """A number from 0 to ``sides`` - 1, each exactly as likely as the others."""
        fair: i64 = ALL - ALL % sides
        word: i64 = self.word()
        while word >= fair:
            word = self.word()
        number: i64 = word % sides
        if self.draw_log is not None:
            self.draw_log.append((int(sides), int(number)))
        return number

    def absorb(self, seat: int, move: int) -> None:
        """Make the following numbers depend on this move, too.

        A player who takes a move back and repeats it gets the same numbers. Another move gets numbers that
        nobody has seen.

        >>> one, other = KeyedChance(bytes(32)), KeyedChance(bytes(32))
        >>> one.absorb(0, 7); other.absorb(0, 8)
        >>> one.word() == other.word()
        False
        """
        made = f"{seat} {move}".encode()
        self.path = hashlib.blake2b(self.path + made, digest_size=KEY_BYTES, person=b"spyring path").digest()
        self.block = b""

    def under(self, key: bytes) -> "KeyedChance":
        """Continue with the numbers of another key."""
        return KeyedChance(key, self.drawn, self.path)

    def copy(self) -> "KeyedChance":
        """An independent copy with the same numbers."""
        return self.under(self.key)

    def same(self, other: "KeyedChance") -> bool:
        """Whether both will draw the same numbers."""
        return self.drawn == other.drawn and self.key == other.key

    def mark(self) -> str:
        """A public digest of the key, from which nobody can compute the key."""
        return hashlib.blake2b(self.key, digest_size=16, person=b"spyring mark").hexdigest()

    def __repr__(self) -> str:
        return f"<keyed chance, {int(self.drawn)} words drawn>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Seal:
    """Where the key of a table comes from, so that everyone can check it once it is published.

    The server draws the name of the table and a secret, and shows the ``commitment`` to both before anyone
    sits down. Then every seat adds a nonce, empty for bots. The key follows from all of them, and ``start``
    binds the server to it from the first move on. So neither the server nor a player can choose the numbers.
    After the end, the secret and the nonces prove it.

    >>> seal = Seal(bytes(32), "t1", (b"ada's", b""))
    >>> seal.key() == Seal(bytes(32), "t1", (b"ada", b"'s")).key(), len(seal.key())
    (False, 32)
    """

    def __init__(self, secret: bytes, table: str, nonces: tuple[bytes, ...], scheme: int = SCHEME) -> None:
        if len(secret) != KEY_BYTES:
            raise ValueError(f"a secret has {KEY_BYTES} bytes")
        self.secret = secret
        self.table = table
        self.nonces = nonces  # by seat
        self.scheme = scheme

    def key(self) -> bytes:
        """The key of the table."""
        made = hashlib.blake2b(key=self.secret, digest_size=KEY_BYTES, person=b"spyring table")
        for part in (self.table.encode(), *self.nonces):
            made.update(_framed(part))
        return made.digest()

    def commitment(self) -> str:
        """Shown before any nonce is drawn: it binds the server to its secret for this table."""
        return commitment(self.secret, self.table, self.scheme)

    def start(self) -> str:
        """Shown from the first move on: it binds the server to the key, and so to every nonce."""
        return hashlib.blake2b(self.key(), digest_size=KEY_BYTES, person=b"spyring start").hexdigest()


def commitment(secret: bytes, table: str, scheme: int = SCHEME) -> str:
    """BLAKE2b-256 of a table's name and a secret, in hexadecimal; in the first scheme of the secret alone."""
    if scheme == 1:
        return hashlib.blake2b(secret, digest_size=KEY_BYTES).hexdigest()
    data = _framed(table.encode()) + _framed(secret)
    return hashlib.blake2b(data, digest_size=KEY_BYTES, person=b"spyring commit").hexdigest()


def _framed(part: bytes) -> bytes:
    """A part prefixed with its length, so that different lists of parts never give the same bytes."""
    return len(part).to_bytes(8, "little") + part
