"""Observations for networks: codes one-hot, counts scaled, unknown values flagged.

>>> import numpy as np, spyring
>>> layout = spyring.game("krakow").encoding
>>> floats = Floats(layout, memory=False)
>>> floats.of(np.array([0] * (layout.now - 1) + [3], np.uint8))[-1]
np.float32(2.0)
"""

from typing import Any, Final

from spyring.engine.encoding import Block, Encoding
from spyring.research import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error, "research") from error

UNKNOWN: Final = 255


class Floats:
    """The columns for the numbers of a vector.

    A code becomes a column for each of its values, and one for "unknown"; 0, nothing, has no column. Other
    numbers are marks and counts: a count ``n`` becomes ``log2(1 + n)``, so a mark stays 1 and 255 is 8.
    ``names`` are the columns.
    """

    def __init__(self, layout: Encoding[Any], memory: bool) -> None:
        self.names: list[str] = []
        sources: list[int] = []  # the number behind each column,
        rows: list[int] = []  # and its row of the table
        tables = [np.log2(1.0 + np.arange(256, dtype=np.float64))]  # row 0: counts; row n: equal to n
        tables += [np.arange(256) == value for value in range(1, 256)]
        size = layout.size if memory else layout.now
        for block in layout.blocks:
            for place in range(block.size if block.at + block.size <= size else 0):
                name = f"{block.name} {label(block, place)}"
                most = highest_code(block, place)
                values = [*range(1, most + 1), UNKNOWN] if most else [0]
                for value in values:
                    self.names.append(f"{name} = {value}" if value else name)
                    sources.append(block.at + place)
                    rows.append(value)
        self.sources = np.array(sources, np.intp)
        self.at = np.array(rows, np.intp) * 256
        self.table = np.concatenate(tables).astype(np.float32)
        self.size = len(sources)

    def of(self, vectors: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
        """One vector of bytes, or an array of them, as floats."""
        places = vectors[..., self.sources] + self.at
        return np.take(self.table, places, out=out)


def label(block: Block, place: int) -> str:
    """The name of a number of a block."""
    at = np.unravel_index(place, block.shape)
    return " ".join(axis[number] for axis, number in zip(block.axes, at, strict=True))


def highest_code(block: Block, place: int) -> int:
    """The highest code of a number of a block; 0 for a count or a mark."""
    last = block.axes[-1][place % len(block.axes[-1])]
    found = [
        max(codes)
        for name, codes in block.codes.items()
        if name in ("", last) or name.startswith(f"{last} if ")
    ]
    return max(found, default=0)
